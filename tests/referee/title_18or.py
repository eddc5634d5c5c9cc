# SPDX-License-Identifier: Apache-2.0
"""The referee of 18OR (rules version 1.1).

It recomputes the size of the bank, the certificate limit, what privates fetch and pay, all money,
shares and presidents, start prices, shares that players and corporations sell and buy, the moves at
the end of a stock round, red zone included, what a run earns with all that stations, rivals and
companies add or take off, dividends and price moves, the priority deal, the order
of operating, what tiles, terrain and stations cost with all discounts and doublings, scrapped
stations, trains and their discounts, shares sold for a required train, rusting and its delay,
discarded privates, maintenance at every new phase, bankruptcies, and when the bank is broken. It
objects to bids that are too low, to trades both ways in a round, to start prices outside the phase's
range, to a private that costs too much, to a tile or station too many in a turn, to less than half
of the cities in a corporation's sectors, and to a turn that ends without a train. Given are what
books.py names but for the income of runs, what was drawn (corporations, trains, the map), which way
a run takes, when a sale in the auction closes, which stations are given up, and when a delayed train
goes.
"""
import math
import re

from books import Referee
from record import kind_of

TERRAIN = {"F": 20, "H": 40, "M": 60}
TILE_COST = {"yellow": 10, "green": 20, "brown": 30, "blue": 40, "black": 50}
LEVELS = {  # the first train of a kind: privates that go unless merged, trains that rust
    "3": (["YEON", "JEFFERSON"], None),
    "4": (["FREEMONT", "HOODRIVER", "HOYT", "NORTHWEST", "EVERETT"], "2"),
    "5": (["BONNEVILLE", "CATLOW", "BURNSIDE", "CORNUCOPIA", "TERWILLIGER"], None),
    "6": (["KLAMATH", "CORBETT"], "3"),
    "7": (["DESCHUTES", "CRATER"], None),
    "8": (["WILDHORSE", "WYEAST"], "4"),
}
START_PRICES = {"yellow": (60, 90), "green": (70, 110), "brown": (70, 130), "blue": (80, 160),
                "black": (100, 220)}
CITY_VALUE = {"Y": 30, "G": 40, "B": 50, "U": 60, "K": 80}  # by the colour's letter; plain: 10 more
SECTOR_BONUS = {  # each serviced city of these sectors
    "TI": ("T", 10), "WV": ("A", 10), "GB": ("R", 10), "SR": ("M", 10), "OTR": ("MA", 10),
    "TT": ("AR", 10), "W": ("T", 20), "HOODRIVER": ("A", 10), "CATLOW": ("R", 10),
    "BURNSIDE": ("T", 10), "CORNUCOPIA": ("M", 10)}
SECTORS = {"TI": "T", "WV": "A", "GB": "R", "SR": "M", "OTR": "MA", "TT": "AR", "W": "T", "EO": "RM",
           "WO": "TA"}


class Title(Referee):
    title = "18or"

    def __init__(self, record):
        super().__init__(record)
        self.stations = {c: {} for c in self.companies}
        self.city = {}                          # hex -> the letter of its sector, P for a plain one
        self.city_value = {}                    # hex -> what its tile says
        self.bought, self.sold = set(), set()   # (player, corporation) in this stock round
        self.color = {t["id"]: t["color"] for t in self.facts["tiles"]}
        self.lays = self.placed = self.moves_told = 0
        self.levels_seen = set()
        self.delayed, self.doomed = set(), set()
        self.due = set()                        # corporations that owe maintenance
        self.calls = None                       # since the last bid in an auction that has calls
        self.earned = 0
        self.round_order = []
        self.failed = set()                     # said to be bankrupt at the end of a stock round
        self.set_up = record.set_up()

    def begin_with(self, state):
        """Twice as many corporations as players, and 1, 2 or 3 more by the size; 1500 for each."""
        count = len(self.players)
        size = 0 if count < 4 else 1 if count < 6 else 2
        for company, told in state["corps"].items():
            if told.get("closed"):
                self.closed.add(company)
                self.units[company] = {}
        self.in_play = len(self.companies) - len(self.closed)
        charters = self.facts["own"]["components"]["corporations"].values()
        there_are = sum(charter["size"] in "SML"[:size + 1] for charter in charters)
        self.ask(self.in_play == min(2 * count + size + 1, there_are),
                 f"{self.in_play} corporations are in play")
        self.cash["bank"] = 1500 * self.in_play - 400 * count
        self.stack = {k: state["depot"].get(k, 0) for k in self.stack}
        places = re.findall(r"^ *place (\S+) ([FHM])-", self.set_up, re.MULTILINE)
        self.terrain = {hex_: TERRAIN[kind] for hex_, kind in places}

    def has(self, company, private):
        return self.private[private] == company

    # --- the auction of the privates ---------------------------------------------------------------

    def do_bid(self, by, item, amount):
        """Half of the price or more, in steps of 5, over the bid that stands; it begins the calls
        anew."""
        bids, offered = self.bids_on(item), int(amount)
        highest = max(bids.values(), default=0)
        self.ask(offered % 5 == 0 and offered > highest and bids.get(by, -1) != highest and
                 2 * offered >= self.private_facts[item]["price"] and offered <= self.cash[by],
                 f"{by} cannot bid {offered} for {item}")
        super().do_bid(by, item, amount)
        self.calls = None if self.calls is None else 0

    def do_once(self, by, item):
        self.calls = 1

    def do_twice(self, by, item):
        self.ask(self.calls == 1, f"{item} is called twice before once")
        self.calls = 2

    def do_sold(self, by, item):
        """After both calls, in a game that has them."""
        self.ask(self.calls in (None, 2), f"{item} is sold without its calls")
        self.calls = None if self.calls is None else 0

    def pass_in_auction(self, by):
        pass

    def on_private(self, event):
        """When a sale closes the highest bidder pays; without bids the private lies in the
        market."""
        item = event["company"]
        if self.round == "auction" and event["from"] == "offering":
            bids = self.bids_on(item)
            if bids:
                buyer = max(bids, key=bids.get)
                self.sell_private(item, buyer, bids[buyer])
            else:
                self.private[item] = "pool"

    def on_round(self, event):
        if self.round == "auction":  # the richest player begins; of several the first by seat
            self.priority = max(self.players, key=lambda p: self.cash[p])
        super().on_round(event)
        self.bought, self.sold = set(), set()
        self.round_order = self.chart.order()
        self.ask(self.failed <= self.closed, f"{sorted(self.failed - self.closed)} is not bankrupt")

    def waiting(self):
        """The order is settled when the round begins."""
        return [c for c in self.round_order if c not in self.closed and c not in self.had_turn]

    def income(self):
        """Merged privates pay nothing."""
        for item, owner in self.private.items():
            if owner in self.players:
                self.pay("bank", owner, self.private_facts[item]["revenue"])

    # --- shares ------------------------------------------------------------------------------------

    def certificate_limit(self):
        return math.ceil(self.in_play * 7 / len(self.players))

    def capital(self, company):
        return 300 if company == "CR" else 0

    def do_take(self, by, item, amount):
        """A private of the market, for its price."""
        self.ask(int(amount) == self.private_facts[item]["price"], f"{item} costs its price")
        self.pay(by, "bank", int(amount))
        self.private[item] = by
        self.acted(by)

    def do_sell(self, by, what, count):
        """No price moves; a private brings its price."""
        if what in self.private_facts:
            self.pay("bank", by, self.private_facts[what]["price"])
            self.private[what] = "pool"
        else:
            self.ask((by, what) not in self.bought, f"{by} trades {what} both ways")
            if by in self.players:
                self.sold.add((by, what))
            self.pay("bank", by, int(count) * self.chart.price(what))
            self.move(what, by, "pool", int(count))
            self.change_president(what)
        self.acted(by)

    def price_of_share(self, company, source):
        return self.chart.price(company)

    def check_purchase(self, player, company):
        super().check_purchase(player, company)
        self.ask((player, company) not in self.sold, f"{player} trades {company} both ways")
        if player in self.players:
            self.bought.add((player, company))

    def begin(self, company, player, price):
        least, most = START_PRICES[self.phase]
        self.ask(least <= price <= most, f"{company} starts at {price} in {self.phase}")
        super().begin(company, player, price)

    def buy_private(self, by, item, giver, amount):
        """The market asks its price, a player at most twice as much."""
        price = self.private_facts[item]["price"]
        self.ask(amount == price if giver == "pool" else 0 <= amount <= 2 * price,
                 f"{by} pays {amount} for {item}")
        super().buy_private(by, item, giver, amount)

    def end_of_stock_round(self):
        """Up when players own all of it, down a notch for each share in the market."""
        for company in self.chart.order():
            if sum(self.held(company, p) for p in self.players) == 10:
                self.up(company, 1)
            self.down(company, self.held(company, "pool"))
        self.pass_priority_on()

    # --- the ladder --------------------------------------------------------------------------------

    def up(self, company, notches):
        """To the right of those it meets."""
        column = min(self.chart.place[company][1] + notches, len(self.chart.rows[0]) - 1)
        self.chart.put(company, (0, column))

    def down(self, company, notches):
        """A notch that starts on red is two; to the left of those it meets; the end is
        bankruptcy."""
        column = self.chart.place[company][1]
        for _ in range(notches):
            column -= 2 if "r" in self.chart.rows[0][max(column, 0)][1] else 1
        if column < 0:
            self.close(company)
        elif notches:
            self.chart.put(company, (0, column), first=True)

    def left(self, company):
        self.down(company, 1)

    def close(self, company):
        """Everything it had is out of the game; the bank takes its money."""
        self.chart.remove(company)
        self.closed.add(company)
        self.floated.discard(company)
        self.due.discard(company)
        self.pay(company, "bank", self.cash[company])
        self.units[company] = {}
        self.president[company] = None
        self.stations[company] = {}
        for train in self.trains_of(company):
            self.trains[train] = "gone"
        for item, owner in self.private.items():
            if owner == company:
                self.private[item] = "closed"

    def do_close(self, by):
        self.close(by)

    # --- turns -------------------------------------------------------------------------------------

    def on_turn(self, event):
        super().on_turn(event)
        company = event["to"]
        self.lays = self.placed = self.earned = self.moves_told = 0
        self.doomed = {t for t in self.delayed if self.trains[t] == company}
        if company in self.cash and self.has(company, "HOYT"):
            self.hoyt_due = True

    hoyt_due = False

    def end_turn(self):
        company = self.turn
        super().end_turn()
        self.ask(not self.due, f"{sorted(self.due)} has paid no maintenance")
        for train in self.doomed:
            self.ask(self.trains[train] == "gone", f"{train} outlives its last run")
        self.doomed = set()
        if company and company not in self.closed:
            self.ask(not self.lame(company), f"{company} is a lame duck and goes on")
            self.ask(self.trains_of(company) or not any(self.stack.values()),
                     f"{company} ends its turn without a train")
            self.check_sectors(company)

    def lame(self, company):
        """Fewer than two stations and no means for one more."""
        price = 0 if self.has(company, "CRATER") else self.companies[company]["tokens"][0]
        means = self.cash[company] + self.held(company, company) * self.chart.price(company)
        return sum(self.stations[company].values()) < 2 and means < price

    def on_own(self, event):
        scraps = re.fullmatch(r"(\S+) (scraps|removes|takes back) a station .*?(\w+)", event["text"])
        if scraps:
            company, how, hex_ = scraps.groups()
            self.stations[company][hex_] -= 1
            self.ask(self.stations[company][hex_] >= 0, f"{company} has no station on {hex_}")
            if how == "scraps":
                self.down(company, 1)
                self.moves_told += 1
        bankrupt = re.fullmatch(r"(\S+) is bankrupt", event["text"])
        if bankrupt and bankrupt[1] not in self.closed:
            self.fail(bankrupt[1])

    def fail(self, company):
        """By its price, as nothing was earned or a stock round ends; or by maintenance, by a train
        that is too dear, or by too few stations."""
        if self.round == "stock":
            self.failed.add(company)
            return
        if company == self.turn and not self.settled:
            self.nothing_earned(company)
        if company in self.closed:
            return
        means = self.cash[company] + self.held(company, company) * self.chart.price(company)
        poor = company in self.due and means < self.maintenance(company)
        prices = [self.price_of_train(company, kind + "-", None) for kind in self.on_sale()]
        stuck = not self.trains_of(company) and prices and means < prices[0]
        self.ask(poor or stuck or self.lame(company), f"{company} is not bankrupt")
        self.close(company)

    def on_price(self, event):
        if event["company"] == self.turn and self.moves_told:
            self.moves_told -= 1
        else:
            super().on_price(event)

    # --- track and stations ------------------------------------------------------------------------

    def do_lay(self, by, tile, hex_, turn, *using):
        """One tile at cost, one at double; discounts come last."""
        at_cost = 1 + self.has(by, "KLAMATH") + (by == "SRR")
        self.ask(self.lays <= at_cost, f"{by} lays {self.lays + 1} tiles in a turn")
        if tile[1].isalpha():
            self.city[hex_] = tile[1]
            self.city_value[hex_] = CITY_VALUE[tile[0]] + 10 * (tile[1] == "P")
        track = TILE_COST[self.color[tile]] * (1 if self.lays < at_cost else 2)
        terrain = 0 if self.has(by, "WILDHORSE") else self.terrain.get(hex_, 0)
        discount = 20 * self.has(by, "CORBETT") + 20 * (by == "FI")
        self.pay(by, "bank", max(0, track + terrain - discount))
        self.terrain[hex_] = 0
        self.lays += 1

    def do_token(self, by, where, *using):
        at_cost = 1 + (by == "SRR")
        self.ask(self.placed <= at_cost, f"{by} places {self.placed + 1} stations in a turn")
        price = self.companies[by]["tokens"][0] * (1 if self.placed < at_cost else 2)
        self.pay(by, "bank", 0 if self.has(by, "CRATER") else price)
        hex_ = where.partition(".")[0]
        self.stations[by][hex_] = self.stations[by].get(hex_, 0) + 1
        self.placed += 1
        self.check_sectors(by)

    def check_sectors(self, company):
        """Half or more of its cities; a last station may be anywhere, but it was not placed so."""
        cities = [self.city[hex_] for hex_, count in self.stations[company].items() if count]
        fitting = sum(city in SECTORS.get(company, city) for city in cities)
        last = sum(self.stations[company].values()) == 1 and self.placed == 0
        self.ask(last or 2 * fitting >= len(cities),
                 f"{company} has {fitting} of {len(cities)} cities in its sectors")

    def do_scrap(self, by, hex_):
        pass  # on_own: the events say which stations go

    do_abandon = do_keep = do_remove = do_scrap

    # --- running -----------------------------------------------------------------------------------

    def do_run(self, by, *words):
        """Routes as the record has them; in brackets is what a train passes."""
        routes = [route.split() for route in " ".join(words).split(";") if route.strip()]
        services = [(kind_of(train), [hex_ for hex_ in way if hex_[0] != "("])
                    for train, *way in routes]
        earned = sum(e["amount"] for e in self.line.events
                     if e["kind"] == "paid" and e["why"] == "its run")
        self.ask(earned == self.run_income(by, services),
                 f"the run of {by} earns {self.run_income(by, services)}, not {earned}")
        longer = sum(len(cities) > self.number(kind) for kind, cities in services)
        for kind, cities in services:
            self.ask(len(cities) <= self.number(kind) + self.has(by, "EVERETT") and
                     longer <= self.has(by, "EVERETT"), f"a {kind} of {by} services {len(cities)}")
            self.ask(all(self.stations[by].get(hex_) for hex_ in cities),
                     f"{by} has no station in a city it services")

    def number(self, kind):
        return int(kind.rstrip("D"))

    def run_income(self, by, services):
        """What the tiles say for every train, doubled for diesels; the rest once for each city, or
        once for the run."""
        different = {hex_ for _, cities in services for hex_ in cities}
        if len(different) < 2:
            return 0
        income = sum(self.city_value[hex_] * (2 if kind.endswith("D") else 1)
                     for kind, cities in services for hex_ in cities)
        extra = 10 + 10 * self.has(by, "BONNEVILLE") + (30 if by == "NWP" else 0)
        sources = [s for s in SECTOR_BONUS if s == by or s in self.private and self.has(by, s)]
        for hex_ in different:
            rivals = sum(there.get(hex_, 0) for c, there in self.stations.items() if c != by)
            income += extra * (self.stations[by].get(hex_, 1) - 1)
            income -= 0 if self.has(by, "WYEAST") else 10 * rivals
            income += sum(bonus for sectors, bonus in map(SECTOR_BONUS.get, sources)
                          if self.city[hex_] in sectors)
        if self.has(by, "TERWILLIGER") and any(far(a, b) for _, cities in services
                                               for a in cities for b in cities):
            income += 50
        if self.has(by, "NORTHWEST") and any({self.city[h] for h in cities} >= set("TARM")
                                             for _, cities in services):
            income += 60
        return max(0, income + (100 if by == "L&C" and len(different) >= 8 else 0))

    def on_paid(self, event):
        if event["why"] == "its run":
            self.earned = event["amount"]
            self.pay("bank", self.turn, self.earned)
        elif event["why"] == "maintenance":
            self.maintain(event["from"])
        elif event["why"] == "a power" and self.hoyt_due and event["to"] == self.turn:
            self.hoyt_due = False
            self.pay("bank", self.turn, 20)

    def do_divide(self, by, amount):
        """Counted against the price is what players and the market get."""
        self.settled = True
        amount = int(amount)
        self.ask(amount % 10 == 0 and amount <= self.earned,
                 f"{by} cannot pay out {amount} of {self.earned}")
        price, share = self.chart.price(by), amount // 10
        for holder, units in self.units[by].items():
            if holder != by:
                self.pay(by, "bank" if holder == "pool" else holder, units * share)
        paid = share * (10 - self.held(by, by))
        if 2 * paid < price:
            self.down(by, 1)
        else:
            self.up(by, min(3, paid // price))

    # --- trains ------------------------------------------------------------------------------------

    def check_limits(self):
        """Trains are not limited."""

    def price_of_train(self, by, train, trade):
        price = self.kinds[kind_of(train)]["price"]
        if self.has(by, "FREEMONT"):
            price = math.ceil(price * 8 / 10)
        return price - (200 if by == "FI" and kind_of(train) in ("4D", "5D") else 0)

    def check_price_of_train(self, by, train, source, amount, trade, using):
        free = using == "YEON" and self.has(by, "YEON") or by == "SRR" and kind_of(train) == "8"
        if amount or not free:
            super().check_price_of_train(by, train, source, amount, trade, using)

    def help(self, by, amount, source):
        """For a required train it sells as many own shares as that makes necessary."""
        missing = amount - self.cash[by]
        if missing > 0:
            self.ask(not self.trains_of(by), f"{by} sells shares for a train it need not buy")
            self.issue(by, missing)

    def issue(self, company, missing):
        count = math.ceil(missing / self.chart.price(company))
        self.pay("bank", company, count * self.chart.price(company))
        self.move(company, company, "pool", count)

    def new_kind(self, kind):
        if kind in LEVELS and kind not in self.levels_seen:
            self.levels_seen.add(kind)
            discarded, rusting = LEVELS[kind]
            for item in discarded:
                if self.private[item] in ("pool", *self.players):
                    self.private[item] = "closed"
            if rusting:
                self.rust(rusting)
        super().new_kind(kind)

    def rust(self, kind):
        """EO, WO and whoever has Jefferson run such trains once more."""
        self.stack[kind] = 0
        for train in [t for t, h in self.trains.items() if kind_of(t) == kind and h != "gone"]:
            holder = self.trains[train]
            if holder in ("EO", "WO") or self.has(holder, "JEFFERSON"):
                self.delayed.add(train)
            else:
                self.trains[train] = "gone"

    def on_rusted(self, event):
        if event["train"] in self.doomed:
            self.trains[event["train"]] = "gone"

    def phase_begins(self):
        self.due = {c for c in self.floated if self.maintenance(c)}

    def maintenance(self, company):
        """10 for every station; Cascade and Deschutes are free of it."""
        free = company == "CCC" or self.has(company, "DESCHUTES")
        return 0 if free else 10 * sum(self.stations[company].values())

    def maintain(self, company):
        self.ask(company in self.due, f"{company} owes no maintenance")
        self.due.discard(company)
        missing = self.maintenance(company) - self.cash[company]
        if missing > 0:
            self.issue(company, missing)
        self.pay(company, "bank", self.maintenance(company))

    # --- what is compared --------------------------------------------------------------------------

    def figures(self):
        """Until somebody trades the priority card only marks whose turn it is."""
        figures = super().figures()
        if self.round == "stock" and not self.last_to_act:
            del figures["priority"]
        return figures


def far(one, other):
    """Ten hexes or more apart. Down a column rows go by two, to the next column by one."""
    columns, rows = abs(ord(one[0]) - ord(other[0])), abs(int(one[1:]) - int(other[1:]))
    return columns + max(0, rows - columns) // 2 >= 10
