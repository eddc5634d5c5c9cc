# SPDX-License-Identifier: Apache-2.0
"""What the referees of all titles share: the price chart and the books of a game.

A referee reads action lines and knows of each what the rulebook makes of it: who pays whom, which
marker moves where, who presides, who has the priority deal. It asks the engine for nothing but what
cannot be known without a map or is only a matter of time:

* which company or round has its turn now (events "turn" and "round"); that it is the right company
  is checked,
* the revenue of a run (the state's "last"),
* whether a deal that needed consent was made (events "train" and "private").

Every rule that a title shares with the others is a method here; what is its own it overrides.
"""
import math

from record import kind_of, title_file


class Chart:
    """Rows of prices and the markers on them; a space holds its markers from top to bottom."""

    def __init__(self, rows):
        self.rows = [[self.cell(word) for word in row.split()] for row in rows]
        self.place = {}
        self.stacks = {}

    @staticmethod
    def cell(word):
        """"100p" is 100, "60y" 60 in the yellow zone, "." no space."""
        digits = word.rstrip("abcdefghijklmnopqrstuvwxyz")
        return (int(digits), word[len(digits):]) if digits != "." else None

    def at(self, row, column):
        inside = 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row])
        return self.rows[row][column] if inside else None

    def price(self, company):
        return self.at(*self.place[company])[0] if company in self.place else 0

    def zone(self, company):
        return self.at(*self.place[company])[1] if company in self.place else ""

    def find(self, price, mark):
        """The space of a price that carries the mark."""
        for r, row in enumerate(self.rows):
            for c, cell in enumerate(row):
                if cell and cell[0] == price and mark in cell[1]:
                    return r, c
        raise ValueError(f"no space {price}{mark}")

    def put(self, company, space, first=False):
        """Beneath the markers it meets, or before them; one that stays where it is keeps its
        place."""
        if self.place.get(company) != space:
            self.remove(company)
            self.place[company] = space
            stack = self.stacks.setdefault(space, [])
            stack.insert(0 if first else len(stack), company)

    def remove(self, company):
        if company in self.place:
            self.stacks[self.place.pop(company)].remove(company)

    def step(self, company, *ways):
        """Moves by the first of these (rows, columns) that leads to a space."""
        row, column = self.place[company]
        for down, right in ways:
            if self.at(row + down, column + right):
                self.put(company, (row + down, column + right))
                return

    def right(self, company):
        self.step(company, (0, 1), (-1, 0))

    def left(self, company):
        self.step(company, (0, -1), (1, 0))

    def up(self, company):
        self.step(company, (-1, 0))

    def down(self, company):
        self.step(company, (1, 0))

    def order(self):
        """Dearest first; of equal prices the one further right, then further up, then on top."""
        def key(company):
            row, column = self.place[company]
            return -self.price(company), -column, row, self.stacks[row, column].index(company)
        return sorted(self.place, key=key)


class Referee:
    """The books of one game, from its first line on."""

    title = None
    soft_contest = False            # in a contested sale a pass is for good, or only for now
    after_dividend = {"train"}      # what a company does only after its dividend

    def __init__(self, record):
        self.facts = title_file(self.title)
        self.players = record.players
        self.companies = self.of_kind("public", "state")
        self.minors = self.of_kind("minor")
        self.private_facts = self.of_kind("private")
        count = len(self.players)
        start = self.facts["starting_cash"][str(count)]
        self.cash = {p: start for p in self.players}
        self.cash.update({c: 0 for c in [*self.companies, *self.minors]})
        self.cash["bank"] = self.facts["bank"] - start * count
        self.total = {c: f["units"] for c, f in self.companies.items()}
        self.units = {c: {self.unsold(c): f["units"]} for c, f in self.companies.items()}
        self.president = {c: None for c in self.companies}
        self.par, self.floated, self.closed = {}, set(), set()
        self.chart = Chart(self.facts["market"]["rows"])
        self.uncounted = self.zones_with("uncounted")
        self.private = {p: "offering" for p in self.private_facts}
        self.trains = {}            # every train that has left the bank: its holder
        self.kinds = {t["name"]: t for t in self.facts["trains"]}
        self.stack = {t["name"]: math.inf if t["count"] == "unlimited" else t["count"]
                      for t in self.facts["trains"]}
        self.phases = {p["name"]: p for p in self.facts["phases"]}
        self.phase = self.facts["phases"][0]["name"]
        self.terrain = {h["coord"]: cost_of(h.get("code", "")) for h in self.facts["map"]["hexes"]}
        self.tokens = {c: 0 for c in [*self.companies, *self.minors]}
        self.bankrupt = set()
        self.round = "auction"
        self.bids = {}              # private -> player -> what he bids
        self.fallen = {}            # private -> by how much its price has come down
        self.passes, self.contest_passes = 0, set()
        self.seller = self.last_buyer = None    # in whose turn privates are sold, and to whom
        self.priority, self.last_to_act = self.players[0], None
        self.turn, self.settled, self.had_turn = None, True, set()
        self.deal = None
        self.broken = False
        self.objections = []
        self.stopped = None         # why the books are not kept any further
        self.line = None

    def of_kind(self, *kinds):
        return {c["id"]: c for c in self.facts["companies"] if c["kind"] in kinds}

    def begin_with(self, state):
        """The engine's state before the first action, for what was drawn."""

    # --- one action --------------------------------------------------------------------------------

    def play(self, line):
        """A line of the trace; what followed by itself is walked through along the engine's
        events."""
        by, verb, *rest = line.action.split()
        self.line, events = line, line.events
        if line.lost:
            self.stopped = "an action brings more events than the engine lists"
            return
        if self.turn and not self.settled and self.past_dividend(by, verb):
            self.nothing_earned(self.turn)
        getattr(self, "do_" + verb)(by, *rest)
        if self.deal and any(e["kind"] == self.deal["seen by"] for e in events):
            self.make_deal()
        for event in events:
            getattr(self, "on_" + event["kind"], self.ignore)(event)
        self.check_limits()
        self.check_bank()

    def past_dividend(self, by, verb):
        """A marker at the rim of the chart does not move: that nothing was earned shows later.
        Players sell in an operating round only to pay for a train."""
        return (by == self.turn and verb in self.after_dividend or
                by in self.players and verb == "sell")

    def ignore(self, event):
        pass

    def ask(self, condition, why):
        """What must hold after the rules, whatever the figures say; else the referee objects."""
        if not condition:
            self.objections.append(why)

    # --- money, shares, presidents -----------------------------------------------------------------

    def pay(self, giver, taker, amount):
        self.cash[giver] -= amount
        self.cash[taker] += amount

    def unsold(self, company):
        """Who holds the shares that nobody has bought yet: the offering, or the company itself."""
        return company if self.companies[company]["capital"] == "incremental" else "offering"

    def held(self, company, holder):
        return self.units[company].get(holder, 0)

    def percent(self, company, units):
        return units * 100 // self.total[company]

    def move(self, company, giver, taker, units):
        self.units[company][giver] = self.held(company, giver) - units
        self.units[company][taker] = self.held(company, taker) + units
        self.ask(self.held(company, giver) >= 0,
                 f"{giver} has not {units} shares of {company} to give")

    def seats_after(self, player):
        """The other players from the left of this one on."""
        seat = self.players.index(player)
        return self.players[seat + 1:] + self.players[:seat]

    def next_player(self, player):
        """To the left; who has left the game is passed over."""
        return next((p for p in self.seats_after(player) if p not in self.bankrupt), player)

    def change_president(self, company):
        """Whoever has more shares than the president takes the office; of several equally large
        holders the first to the old president's left."""
        old = self.president[company]
        if old is None:
            return
        best = max(self.held(company, p) for p in self.players)
        if best > self.held(company, old):
            self.president[company] = next(p for p in self.seats_after(old)
                                           if self.held(company, p) == best)

    def certificates_in(self, company, player):
        """The president's certificate is one."""
        units = self.held(company, player)
        if units and self.president[company] == player:
            units -= self.companies[company]["president_units"] - 1
        return units

    def zones_with(self, what):
        """The letters of the zones of the chart in which this holds."""
        return {z["letter"] for z in self.facts["market"].get("zones", []) if z.get(what)}

    def counts(self, company):
        """Do certificates of this company count for the limit?"""
        return self.uncounted.isdisjoint(self.chart.zone(company))

    def certificates(self, player):
        return (sum(self.certificates_in(c, player) for c in self.companies
                    if self.held(c, player) and self.counts(c)) +
                sum(holder == player for holder in self.private.values()))

    def certificate_limit(self):
        return self.facts["cert_limit"][str(len(self.players))]

    # --- the sale of the privates: a waterfall -----------------------------------------------------

    def cheapest(self):
        items = self.facts["auction"]["items"]
        return next((p for p in items if self.private[p] == "offering"), None)

    def bids_on(self, private):
        return self.bids.setdefault(private, {})

    def contested(self):
        item = self.cheapest()
        return item is not None and len(self.bids_on(item)) > 1

    def do_bid(self, by, item, amount):
        self.bids_on(item)[by] = int(amount)
        self.passes = 0
        self.contest_passes = set()

    def do_take(self, by, item, amount):
        self.ask(int(amount) == self.asking(item), f"{item} is to be had for {self.asking(item)}")
        self.seller = by
        self.sell_private(item, by, int(amount))
        self.passes = 0
        self.sell_on()

    def asking(self, item):
        return self.private_facts[item]["price"] - self.fallen.get(item, 0)

    def sell_private(self, item, buyer, price):
        self.pay(buyer, "bank", price)
        self.private[item] = self.last_buyer = buyer
        self.contest_passes = set()
        self.brings(item, buyer)

    def brings(self, item, buyer):
        """What comes with a private."""

    def sell_on(self):
        """Every private next in line that has a single bid is sold, until one is contested or
        bare."""
        while item := self.cheapest():
            bids = self.bids_on(item)
            if len(bids) != 1:
                return
            (buyer, price), = bids.items()
            self.sell_private(item, buyer, price)
        if self.seller:
            self.priority = self.after_auction()

    def after_auction(self):
        """Left of the player in whose turn the last private was sold."""
        return self.next_player(self.seller)

    def pass_in_auction(self, by):
        item = self.cheapest()
        if self.contested():
            bids = self.bids_on(item)
            if self.soft_contest:
                self.contest_passes = {*self.contest_passes, by}
                leader = max(bids, key=bids.get)
                if set(bids) - {leader} <= self.contest_passes:
                    self.bids[item] = {leader: bids[leader]}
            else:
                del bids[by]
            self.sell_on()
            return
        self.passes += 1
        if self.passes == len(self.players):
            self.passes = 0
            self.all_passed(by)

    def all_passed(self, by):
        """In the sale of the privates."""

    def do_par(self, by, company, price):
        self.begin(company, by, int(price))

    # --- stock rounds ------------------------------------------------------------------------------

    def begin(self, company, player, price):
        """A company has a par price and a president."""
        self.par[company] = price
        self.chart.put(company, self.chart.find(price, "p"))
        self.president[company] = player

    def acted(self, player):
        if self.round == "stock":
            self.last_to_act = player

    def do_pass(self, by):
        if self.round == "auction":
            self.pass_in_auction(by)

    def do_start(self, by, company, price):
        units = self.companies[company]["president_units"]
        self.begin(company, by, int(price))
        self.move(company, self.unsold(company), by, units)
        self.pay(by, self.till(company), units * int(price))
        self.acted(by)
        self.float(company)
        self.check_purchase(by, company)

    def till(self, company):
        """Where the money for unsold shares goes."""
        return company if self.companies[company]["capital"] == "incremental" else "bank"

    def do_buy(self, by, company, source, count=1):
        giver = {"offering": "offering", "treasury": company, "pool": "pool"}[source]
        units = self.units_bought(company, source, int(count))
        price = self.price_of_share(company, source)
        self.move(company, giver, by, units)
        self.pay(by, "bank" if source == "pool" else self.till(company), units * price)
        self.acted(by)
        self.change_president(company)
        self.float(company)
        self.check_purchase(by, company)

    def units_bought(self, company, source, count):
        return count

    def price_of_share(self, company, source):
        """Par from the offering, the price of the day from the pool."""
        return self.par[company] if source == "offering" else self.chart.price(company)

    def check_purchase(self, player, company):
        if player not in self.players:
            return
        self.ask(self.certificates(player) <= self.certificate_limit(),
                 f"{player} buys the {self.certificates(player)}th certificate, "
                 f"{self.certificate_limit()} are the limit")
        free = not self.zones_with("no_hold_limit").isdisjoint(self.chart.zone(company))
        percent = self.percent(company, self.held(company, player))
        self.ask(free or percent <= self.facts["stock"]["hold_limit"],
                 f"{player} has more of {company} than one may hold")

    def do_sell(self, by, company, count):
        count = int(count)
        self.pay("bank", by, count * self.chart.price(company))
        self.move(company, by, "pool", count)
        percent = self.percent(company, self.held(company, "pool"))
        self.ask(percent <= self.facts["stock"]["pool_limit"],
                 f"the pool has more of {company} than it may")
        self.acted(by)
        self.fall(company, by, count)
        self.change_president(company)

    def fall(self, company, seller, count):
        """A row for every share sold."""
        for _ in range(count):
            self.chart.down(company)

    def float(self, company):
        """60 percent out of the offering; ten times par at once."""
        sold = self.total[company] - self.held(company, self.unsold(company))
        enough = sold >= self.companies[company]["float_units"]
        if company in self.par and company not in self.floated and enough:
            self.floated.add(company)
            self.pay("bank", company, self.capital(company))

    def capital(self, company):
        return 10 * self.par[company]

    def end_of_stock_round(self):
        """Companies that players own entirely rise, the dearest first."""
        for company in self.chart.order():
            if sum(self.held(company, p) for p in self.players) == self.total[company]:
                self.chart.up(company)
        self.pass_priority_on()

    def pass_priority_on(self):
        """To the left of whoever acted last."""
        if self.last_to_act:
            self.priority = self.next_player(self.last_to_act)
        self.last_to_act = None

    def priority_now(self):
        """Who would have it if everybody passed from now on."""
        if self.round == "stock" and self.last_to_act:
            return self.next_player(self.last_to_act)
        if self.priority in self.bankrupt:
            return self.next_player(self.priority)
        return self.priority

    # --- rounds and turns --------------------------------------------------------------------------

    def on_round(self, event):
        self.end_turn()
        if event["round"] == "operating":
            if self.round == "stock":
                self.end_of_stock_round()
            self.had_turn = set()
            self.income()
        self.round = event["round"]

    def income(self):
        """Privates pay their owners."""
        for item, owner in self.private.items():
            if owner in self.cash and owner != "bank":
                self.pay("bank", owner, self.private_facts[item]["revenue"])

    def on_turn(self, event):
        company = event["to"]
        if company not in self.companies:
            return
        self.end_turn()
        waiting = self.waiting()
        self.ask(waiting[:1] == [company], f"the turn is {waiting[:1]}'s, not {company}'s")
        self.turn, self.settled = company, False
        self.had_turn.add(company)

    def waiting(self):
        """Who has not had its turn in this round, the next one first."""
        return [c for c in self.chart.order() if c in self.floated and c not in self.had_turn]

    def end_turn(self):
        """A company that had nothing to run moves as one that keeps everything."""
        if self.turn and not self.settled and self.turn not in self.closed:
            self.nothing_earned(self.turn)
        self.turn = None

    def on_price(self, event):
        """A marker of the company in turn that moves though nobody decided: it earned nothing."""
        if event["company"] == self.turn and not self.settled:
            self.nothing_earned(self.turn)

    def on_over(self, event):
        """A stock round after which nothing follows has ended, too, if the priority deal was
        given."""
        self.end_turn()
        if self.round == "stock" and any(e["kind"] == "priority" for e in self.line.events):
            self.end_of_stock_round()

    def nothing_earned(self, company):
        self.settled = True
        self.left(company)

    def left(self, company):
        self.chart.left(company)

    def right(self, company):
        self.chart.right(company)

    # --- operating ---------------------------------------------------------------------------------

    def do_lay(self, by, tile, hex_, turn, *using):
        self.pay(by, "bank", self.lay_price(by, hex_, using))
        self.terrain[hex_] = 0

    def lay_price(self, by, hex_, using):
        """Terrain is paid once."""
        return self.terrain.get(hex_, 0)

    def do_token(self, by, where, *using):
        home = (self.companies.get(by) or self.minors[by]).get("home_hex")
        if where.partition(".")[0] == home:
            return  # the choice of its city; free
        self.pay(by, "bank", self.token_price(by, where, using))
        self.tokens[by] += 1

    def token_price(self, by, where, using):
        """The home token is the first of the charter and no action."""
        facts = self.companies.get(by) or self.minors[by]
        return 0 if using else facts["tokens"][self.tokens[by] + 1]

    def do_assign(self, by, *rest):
        pass

    def do_run(self, by, *routes):
        pass

    def revenue(self, company):
        """Given: it needs the map. A company that this closed has none told."""
        return self.line.state["corps"][company].get("last", [0])[0]

    def do_pay(self, by):
        self.settled = True
        self.dividend(by, self.revenue(by))
        self.right(by)

    def dividend(self, company, amount):
        """A tenth a share: players' to them, the pool's to the company, the offering's to nobody."""
        share = amount // self.total[company]
        for holder, units in self.units[company].items():
            taker = self.dividend_taker(company, holder)
            if taker:
                self.pay("bank", taker, units * share)

    def dividend_taker(self, company, holder):
        if holder == "pool":
            return company
        return holder if holder in self.cash and holder != "bank" else None

    def do_withhold(self, by):
        self.settled = True
        self.pay("bank", by, self.revenue(by))
        self.left(by)

    # --- trains ------------------------------------------------------------------------------------

    def trains_of(self, holder):
        return [t for t, h in self.trains.items() if h == holder]

    def train_limit(self, company):
        return self.phases[self.phase]["train_limit"]

    def check_limits(self):
        """Whenever trains have moved, but for discards that are still to come, nobody has too
        many."""
        moved = any(event["kind"] in ("train", "phase", "rusted") for event in self.line.events)
        if not moved or '"step":"discard"' in self.line.text:
            return
        for company in [*self.floated, *self.minors]:
            if company in self.companies and company in self.closed:
                continue
            count = self.counted_trains(company)
            self.ask(count <= self.train_limit(company),
                     f"{company} has {count} trains, {self.train_limit(company)} are the limit")

    def counted_trains(self, company):
        return len(self.trains_of(company))

    def price_of_train(self, by, train, trade):
        kind = self.kinds[kind_of(train)]
        return kind["trade_price"] if trade else kind["price"]

    def do_train(self, by, train, source, amount, *rest):
        trade = rest[rest.index("for") + 1] if "for" in rest else None
        using = rest[rest.index("using") + 1] if "using" in rest else None
        amount = int(amount)
        if source in ("bank", "pool"):
            self.check_price_of_train(by, train, source, amount, trade, using)
            self.buy_train(by, train, source, amount, trade)
        else:
            self.deal = {"seen by": "train", "kind": "train", "by": by, "what": train,
                         "from": source, "amount": amount}

    def check_price_of_train(self, by, train, source, amount, trade, using):
        price = self.price_of_train(by, train, trade)
        self.ask(amount == price, f"a {train} costs {by} {price}")

    def buy_train(self, by, train, source, amount, trade=None):
        self.help(by, amount, source)
        taker = source if source in self.cash and source != "bank" else "bank"
        self.pay(by, taker, amount)
        if source == "bank":
            self.stack[self.card(train)] -= 1
        if trade:
            self.trains[trade] = "pool"
        self.trains[train] = by
        self.first_train(by)
        if source == "bank":
            self.new_kind(kind_of(train))

    def card(self, train):
        """The kind under which the bank counts it."""
        return kind_of(train)

    def first_train(self, by):
        """What the first train of a company brings about."""

    def help(self, by, amount, source):
        """The treasury pays first; the president adds what is missing, for a company without a
        train."""
        missing = amount - self.cash[by]
        if missing > 0:
            self.ask(not self.helped_trains(by), f"{by} gets help for a second train")
            self.check_help(by, amount, source)
            president = self.president[by]
            self.pay(president, by, missing)
            self.ask(self.cash[president] >= 0, f"{president} has not got {missing}")

    def check_help(self, by, amount, source):
        if source in ("bank", "pool"):
            self.ask(amount == self.cheapest_train(by), f"with help {by} buys the cheapest train, "
                     f"for {self.cheapest_train(by)}, not one for {amount}")

    def helped_trains(self, company):
        return self.trains_of(company)

    def cheapest_train(self, by):
        """Of the bank's next train and the pool's."""
        pool = [self.price_of_train(by, t, None) for t in self.trains_of("pool")]
        return min(pool + [self.price_of_train(by, kind + "-", None) for kind in self.on_sale()])

    def on_sale(self):
        """Kinds the bank offers: the first that is left, and those on sale from a phase on."""
        names = list(self.phases)
        left = [k for k, n in self.stack.items() if n > 0]
        early = [k for k in left if "on_sale_from" in self.kinds[k]
                 and names.index(self.kinds[k]["on_sale_from"]) <= names.index(self.phase)]
        first = [k for k in left if "on_sale_from" not in self.kinds[k]][:1]
        return first + early

    def new_kind(self, kind):
        """The first train of a kind begins its phase; what it makes obsolete goes."""
        phase = self.kinds[kind].get("phase")
        names = list(self.phases)
        if phase and names.index(phase) > names.index(self.phase):
            self.phase = phase
            self.phase_begins()

    def phase_begins(self):
        for train in self.trains:
            if self.kinds[kind_of(train)].get("rusts_on") == self.phase:
                self.trains[train] = "gone"
        for kind, facts in self.kinds.items():
            if facts.get("rusts_on") == self.phase:
                self.stack[kind] = 0
        if self.phases[self.phase].get("closes_privates"):
            for item in self.private:
                self.private[item] = "closed"

    def do_discard(self, by, train):
        self.trains[train] = "pool"

    # --- deals -------------------------------------------------------------------------------------

    def do_acquire(self, by, item, amount):
        self.deal = {"seen by": "private", "kind": "private", "by": by, "what": item,
                     "from": self.private[item], "amount": int(amount)}

    def do_cede(self, by, item, to, amount):
        self.deal = {"seen by": "private", "kind": "private", "by": to, "what": item,
                     "from": by, "amount": int(amount)}

    def make_deal(self):
        deal, self.deal = self.deal, None
        if deal["kind"] == "train":
            self.buy_train(deal["by"], deal["what"], deal["from"], deal["amount"])
        else:
            self.buy_private(deal["by"], deal["what"], deal["from"], deal["amount"])

    def buy_private(self, by, item, giver, amount):
        self.pay(by, giver if giver in self.cash else "bank", amount)
        self.private[item] = by

    def do_accept(self, by):
        pass

    def do_decline(self, by):
        self.deal = None

    # --- the end -----------------------------------------------------------------------------------

    def bank_limit(self):
        """The bank is broken when it has less than this."""
        return {"below_zero": 0, "at_zero": 1}[self.facts["bank_breaks"]]

    def check_bank(self):
        """Once it cannot pay it is broken for good."""
        self.broken |= any(e["kind"] == "broken" for e in self.line.events)
        self.ask(self.broken or self.cash["bank"] >= self.bank_limit(),
                 f"the bank has {self.cash['bank']} and is not broken")

    def worth(self, player):
        """Cash, shares at their price and privates at face value, as counted at the end."""
        shares = sum(self.held(c, player) * self.chart.price(c) for c in self.chart.place)
        privates = sum(self.private_worth(p) for p, h in self.private.items() if h == player)
        return self.cash[player] + shares + privates

    def private_worth(self, item):
        return self.private_facts[item]["price"]

    # --- what is compared --------------------------------------------------------------------------

    def figures(self):
        """All that the books say, by name, as record.told() has it."""
        trains, privates = grouped(self.trains, kind_of), grouped(self.private, str)
        order = self.chart.order()
        figures = {"bank": self.cash["bank"], "phase": self.phase,
                   "certificate limit": self.certificate_limit(), "operating order": order,
                   "trains of the bank": {k: "inf" if n == math.inf else n
                                          for k, n in self.stack.items() if n},
                   "trains in the pool": trains.get("pool", [])}
        if self.round != "auction":
            figures["priority"] = self.priority_now()
        for player in self.players:
            figures["cash of " + player] = self.cash[player]
            figures["certificates of " + player] = self.certificates(player)
            if player not in self.bankrupt:
                figures["worth of " + player] = self.worth(player)
            figures["shares of " + player] = {
                c: self.percent(c, units[player])
                for c, units in self.units.items() if units.get(player)}
            figures["privates of " + player] = privates.get(player, [])
            figures["bankrupt " + player] = player in self.bankrupt
        for company, units in self.units.items():
            figures["treasury of " + company] = self.cash[company]
            unsold = units.get(self.unsold(company), 0)
            figures["unsold of " + company] = self.percent(company, unsold)
            figures["pool of " + company] = self.percent(company, units.get("pool", 0))
            figures["floated " + company] = company in self.floated
            figures["closed " + company] = company in self.closed
            figures["trains of " + company] = trains.get(company, [])
            figures["privates of " + company] = privates.get(company, [])
        for company in order:
            figures["price of " + company] = self.chart.price(company)
            figures["space of " + company] = self.chart.place[company]
            figures["president of " + company] = self.president[company]
        return figures


def grouped(things, name):
    """Holder of each thing -> the names of what it holds, sorted."""
    groups = {}
    for thing, holder in things.items():
        groups.setdefault(holder, []).append(name(thing))
    for names in groups.values():
        names.sort()
    return groups


def cost_of(code):
    """What the terrain of a hex costs, from its code in title.json."""
    return next((int(part.split("cost:")[1].split(",")[0]) for part in code.split(";")
                 if part.startswith("upgrade=cost:")), 0)
