# SPDX-License-Identifier: Apache-2.0
"""The referee of 1988.

It recomputes the sale of the regionals, all money, shares and presidents of players and private
companies, certificates and their limit, par prices, floats and their capital at the close of a
stock round, sales and their price drops, the moves at the close, exchanges, dividends of private
and state companies with what is forwarded, price moves, the priority deal, the order of operating,
lobbying, deposits and fees of contracts, what SJ's contracts are worth, developments and
Banverket's maintenance, trains, their limits, rusting and forced purchases, offers, takeovers and
mergers, and when the bank is broken. Given are what books.py names, and what needs the map: the
cities on the routes of a run, the penalty for tracks without a train, SJ's revenue table, what
regionals earn; further how a fee is split between contacts, treasury and revenue, and when an
auction of a contract ends.
"""
import math
import re

from books import Referee
from record import kind_of

STATE = ("SJ", "BV")
AS_TOLD = {"the cities on its routes", "penalty fees", "line contract fees",
           "the cost and revenue table", "income of a regional company",
           "what lies on the chart of a regional company"}
DEVELOPMENTS = [0, 0, 10, 30, 60, 100]                      # what so many cost Banverket


class Title(Referee):
    title = "1988"
    soft_contest = True
    after_dividend = {"lobby", "train", "buy", "start", "sell", "offer", "takeover", "merge"}

    def __init__(self, record):
        super().__init__(record)
        self.cash["state"] = 0                  # deposits, contacts, charts, undivided revenue
        for company in STATE:
            self.units[company] = {"pool": 10}
            self.floated.add(company)
            self.chart.put(company, self.chart.find(67, "p"))
        lines = self.facts["own"]["lines"]
        self.named = {line["name"]: line["id"] for line in lines}
        self.value = {line["id"]: (line["sj"], line["bv"]) for line in lines}
        self.contract = {line["id"]: "SJ" if line.get("sj_at_start") else None for line in lines}
        self.fee = {}                                       # of a contract that a private has
        self.tracks = {}                                    # hex -> states of its tracks
        for track in self.facts["own"]["tracks"]:
            self.tracks.setdefault(track["hex"], []).append(track["state"])
        self.cost = 5 * sum(s == "double" for states in self.tracks.values() for s in states)
        self.zero_cities = {z["hex"] for z in self.facts["own"]["zero_cities"]}
        self.builder = {"ATRAIN": "K19", "SVEDAB": "D36"}
        self.finished = set()                   # projects of regionals that are not public
        self.lobby = {c: 0 for c in self.companies}
        self.acquired = {c: 0 for c in self.companies}
        self.last_dividend = {c: 0 for c in STATE}
        self.capital_due = []
        self.developed = self.escrow = self.contacts = self.fees_due = self.fees_paid = 0
        self.released = False
        self.offer = None
        self.bid = {}

    # --- the sale of the regionals -----------------------------------------------------------------

    def do_take(self, by, item, amount):
        super().do_take(by, item, amount)
        self.priority = self.next_player(by)

    def after_auction(self):
        return self.priority

    def sell_on(self):
        priority = self.priority
        super().sell_on()
        self.priority = priority

    def all_passed(self, by):
        """The cheapest becomes cheaper by 5; at nothing it is out of the game."""
        item = self.cheapest()
        self.fallen[item] = self.fallen.get(item, 0) + 5
        if self.asking(item) == 0:
            self.private[item] = "closed"
            self.sell_on()

    # --- shares and presidents ---------------------------------------------------------------------

    def holders(self):
        return [*self.players, *(c for c in self.companies if c not in STATE)]

    def controller(self, company):
        """The player who decides in the end."""
        president = self.president[company]
        return self.controller(president) if president in self.companies else president

    def change_president(self, company):
        """Most shares, two at least; a company's own do not count; a tie changes nothing. Of
        several the first by seat from the old president, or from the controller of a private that
        was president; then privates by share value."""
        old = self.president[company]
        best = max(self.held(company, h) for h in self.holders() if h != company)
        if old and self.held(company, old) == best and best >= 2:
            return
        if best < 2:
            self.president[company] = None
            return
        seat = self.controller(company) or self.players[0]
        seats = [seat, *self.seats_after(seat)]
        order = [*seats, *(c for c in self.chart.order() if c not in (*STATE, company))]
        self.president[company] = next(h for h in order if self.held(company, h) == best)

    def units_bought(self, company, source, count):
        """While the bank presides over a state company its certificate of two is bought first."""
        return 2 if company in STATE and self.president[company] is None else count

    def price_of_share(self, company, source):
        return self.par[company] if source == "offering" else self.chart.price(company)

    def halved(self, by, amount):
        """Transdev pays half of what it buys from the bank."""
        return amount - amount // 2 if by == "TDV" else amount

    def do_start(self, by, company, price):
        self.begin(company, by, int(price))
        self.move(company, "offering", by, 2)
        self.pay(by, "bank", self.halved(by, 2 * int(price)))
        self.acted(by)
        self.check_purchase(by, company)

    def do_buy(self, by, company, source, count=1):
        units = self.units_bought(company, source, int(count))
        self.move(company, source, by, units)
        self.pay(by, "bank", units * self.halved(by, self.price_of_share(company, source)))
        self.acted(by)
        self.change_president(company)
        self.float(company)
        self.check_purchase(by, company)

    def float(self, company):
        """Six shares out of the offering; the capital comes when the stock round closes."""
        enough = self.held(company, "offering") <= 4
        if company in self.par and company not in self.floated and enough:
            self.floated.add(company)
            self.capital_due.append(company)

    def certificates(self, player):
        """Regionals are none."""
        return sum(self.certificates_in(c, player) for c in self.companies
                   if self.held(c, player) and self.counts(c))

    def check_purchase(self, player, company):
        if player not in self.players:
            return
        self.ask(self.certificates(player) <= self.certificate_limit(),
                 f"{player} is above the certificate limit")
        free = not self.zones_with("no_hold_limit").isdisjoint(self.chart.zone(company))
        self.ask(free or self.certificates_in(company, player) <= 5,
                 f"{player} has over 5 certificates of {company}")

    def do_sell(self, by, what, count):
        count = int(count)
        if what in self.private_facts:                      # a regional, in an emergency
            self.pay("bank", by, self.private_facts[what]["price"])
            self.private[what] = "closed"
            return
        buyer, price = self.offer or (None, 0)
        if any(e["kind"] == "paid" and e["from"] == buyer and e["why"] == "shares sold"
               for e in self.line.events):
            self.pay(buyer, by, count * price)
            self.hand_over(what, by, buyer, count)
        else:
            self.pay("bank", by, count * self.chart.price(what))
            self.move(what, by, "pool", count)
            self.acted(by)
            self.fall(what, by, count)
        self.change_president(what)

    def hand_over(self, company, seller, buyer, count):
        """Share after share; a president's certificate that is left goes last and whole, and the
        office with it."""
        while count:
            whole = self.president[company] == seller and self.held(company, seller) == 2
            self.move(company, seller, buyer, 2 if whole else 1)
            count -= 2 if whole else 1
            if whole:
                self.president[company] = buyer
            self.change_president(company)

    def do_swap(self, by, item, company):
        """A regional for a share, of the pool or else the offering; in a stock round it is a
        purchase."""
        self.move(company, "pool" if self.held(company, "pool") else "offering", by, 1)
        self.private[item] = "closed"
        self.acted(by)
        self.change_president(company)
        self.float(company)

    def end_of_stock_round(self):
        for company in self.chart.order():
            if not self.held(company, "offering") and not self.held(company, "pool"):
                self.chart.up(company)
            elif self.held(company, "pool") == 10:
                self.chart.down(company)
        for company in self.capital_due:
            self.pay("bank", company, 10 * self.par[company])
        self.capital_due = []
        self.pass_priority_on()

    # --- turns -------------------------------------------------------------------------------------

    def on_round(self, event):
        if self.round == "auction":
            self.phase = "1"
        super().on_round(event)

    def income(self):
        """Regionals have turns of their own."""

    def waiting(self):
        private = [c for c in self.chart.order() if c in self.floated and c not in STATE
                   and c not in self.capital_due]
        return [c for c in [*private, *STATE] if c not in self.had_turn]

    def on_turn(self, event):
        company = event["to"]
        if company not in self.companies:
            self.end_turn()
            return
        super().on_turn(event)
        self.escrow = self.contacts = self.fees_paid = self.developed = 0
        self.fees_due = sum(fee for line, fee in self.fee.items() if self.contract[line] == company)
        self.released = False
        self.offer = None
        if company in STATE:
            for line, holder in self.contract.items():
                if holder == "SJ":
                    self.pay("bank", company, self.value[line][STATE.index(company)])

    def end_turn(self):
        if self.turn in STATE:
            self.settle_state(self.turn)
            self.turn = None
        super().end_turn()

    def settle_state(self, company):
        """A tenth of the treasury for each share; a debt is the bank's. The price goes by the last
        time."""
        if self.settled:
            return
        self.settled = True
        if company == "BV":
            self.pay("BV", "bank", DEVELOPMENTS[self.developed] + self.cost)
        if self.cash[company] < 0:
            self.pay("bank", company, -self.cash[company])
        share = self.cash[company] // 10
        for holder, units in list(self.units[company].items()):
            self.pay(company, holder if holder in self.cash else "bank", units * share)
        if share and share >= self.last_dividend[company]:
            self.right(company)
        else:
            self.left(company)
        self.last_dividend[company] = share

    def on_price(self, event):
        if self.turn == "BV" == event["company"]:
            self.settle_state("BV")
        elif self.turn not in STATE:
            super().on_price(event)

    def on_paid(self, event):
        why, giver, taker, amount = event["why"], event["from"], event["to"], event["amount"]
        if why in ("development cost", "maintenance") or giver == "BV" and why == "dividend":
            self.settle_state("BV")
        if why == "revenue kept" and taker == self.turn and not self.settled:
            self.nothing_earned(taker)                      # the marker may have nowhere to go
        if why not in AS_TOLD:
            return
        self.pay(giver, taker, amount)
        if why == "the cities on its routes":
            self.escrow += amount
        elif why == "line contract fees":
            self.fees_paid += amount
            if giver == "state" and self.contacts:
                self.ask(amount == self.contacts, f"{self.contacts} of contacts were chosen")
                self.contacts = 0
            elif giver == "state":
                self.escrow -= amount
        elif why == "penalty fees" and giver == "state":
            self.escrow -= amount

    # --- a private's revenue -----------------------------------------------------------------------

    def do_contacts(self, by, amount):
        self.contacts = int(amount)

    def check_fees(self, company):
        self.ask(self.released or self.fees_paid == self.fees_due,
                 f"{company} owes {self.fees_due} for its contracts and pays {self.fees_paid}")

    def nothing_earned(self, company):
        self.check_fees(company)
        self.pay("state", company, self.escrow)
        super().nothing_earned(company)

    def do_withhold(self, by):
        self.check_fees(by)
        self.settled = True
        self.pay("state", by, self.escrow)
        self.left(by)

    def do_pay(self, by):
        """A tenth a share, rounded down, the rest to the treasury; what other privates get they
        forward."""
        self.check_fees(by)
        self.settled = True
        share = self.escrow // 10
        for holder, units in list(self.units[by].items()):
            if holder in self.players:
                self.pay("state", holder, units * share)
            elif holder in ("pool", by):
                self.pay("state", by, units * share)
            else:
                self.pay("state", "bank", units * share)
                if holder in self.companies and units:
                    self.forward(holder, units * share)
        self.pay("state", by, self.escrow - 10 * share)
        self.right(by)

    def forward(self, company, amount):
        """10 percent, rounded up, for each of its shares that a player has."""
        for player in self.players:
            self.pay("bank", player, self.held(company, player) * math.ceil(amount / 10))

    # --- lobbying, developments, contracts ---------------------------------------------------------

    def lobby_price(self, company, value):
        """Vy pays half."""
        return value - value // 2 if company == "VY" else value

    def do_lobby(self, by, value):
        before, self.lobby[by] = self.lobby[by], int(value)
        self.pay(by, "bank", self.lobby_price(by, int(value)) - self.lobby_price(by, before))

    def do_develop(self, by, hex_, how):
        """Double tracks cost Banverket 5, closed ones save it 5."""
        if by != "MALM":
            self.developed += 1
        states = self.tracks.get(hex_, [])
        if how in ("work", "finished"):
            if how == "finished" and hex_ in self.zero_cities:      # a tunnel is one double track
                self.cost += 5 - 5 * states.count("double")
            elif how == "finished" and states == ["dotted"]:
                self.cost += 5
            return
        worth = {"single": 0, "dotted": 0, "double": 5, "closed": -5}
        self.cost += worth[how] - worth[states[0]]
        self.tracks[hex_] = [how]

    def on_own(self, event):
        text = event["text"]
        if found := re.fullmatch(r"(\S+) has lobbied with (\d+) Mkr", text):
            company, value = found[1], int(found[2])
            self.ask(value == self.lobby[company], f"{company} lobbies with {self.lobby[company]}")
            self.pay("bank", "BV", value)
            self.pay("bank", "state", value)
            self.lobby[company] = 0
        elif found := re.fullmatch(r"(\S+) wins the contract (.+) for (\d+) Mkr", text):
            company, line, bid = found[1], self.named[found[2]], int(found[3])
            self.ask(self.bid.get((line, company)) == bid,
                     f"{company} has not bid {bid} for {line}")
            half = bid // 2 if company == "FLX" else 0
            self.pay(company, "state", bid - half)
            self.pay("bank", "state", half)
            self.contract[line], self.fee[line] = company, bid
            self.bid = {}
        elif found := re.fullmatch(r"(\S+) returns the contract (.+)", text):
            company, line = found[1], self.named[found[2]]
            self.ask(self.contract[line] == company, f"{company} has not {line}")
            self.pay("state", company, self.fee.pop(line))
            self.contract[line] = None
        elif found := re.fullmatch(r"without bids SJ takes the contract (.+)", text):
            self.ask(not self.bid, f"there are bids for {found[1]}")
            self.contract[self.named[found[1]]] = "SJ"
        elif found := re.fullmatch(r"(\S+) finishes the project (K19|D36)", text):
            self.finished.add(found[2])

    def do_tender(self, by, line, amount):
        self.ask(int(amount) % 5 == 0 and int(amount) > self.value[line][1],
                 f"{amount} is no bid for {line}")
        self.bid[line, by] = int(amount)

    def do_release(self, by, line):
        self.released = True

    def do_save(self, by, amount):
        pass

    def do_admit(self, by, company):
        pass

    # --- trains ------------------------------------------------------------------------------------

    def train_limit(self, company):
        return self.phases[self.phase]["train_limit"] * (1 + self.acquired[company])

    def help(self, by, amount, source):
        """First the lobby token comes back, then the controller adds what is missing."""
        if amount > self.cash[by] and self.lobby[by]:
            self.do_lobby(by, 0)
        missing = amount - self.cash[by]
        if missing > 0:
            self.ask(not self.trains_of(by), f"{by} gets help for a second train")
            player = self.controller(by)
            self.pay(player, by, missing)
            self.ask(self.cash[player] >= 0, f"{player} has not got {missing}")
            self.ask(amount <= self.cheapest_train(by),
                     f"with help {by} pays {self.cheapest_train(by)} at most")

    def phase_begins(self):
        super().phase_begins()
        if self.phase == "4":
            for item, owner in self.private.items():
                if owner in self.players:
                    self.private[item] = "closed"
                    self.made_public(item)

    def made_public(self, item):
        if self.builder.get(item) in self.finished:
            self.cost += 5

    def buy_private(self, by, item, giver, amount):
        super().buy_private(by, item, giver, amount)
        if by == "BV":
            self.private[item] = "closed"
            self.made_public(item)

    # --- offers, takeovers, mergers ----------------------------------------------------------------

    def do_offer(self, by, company, price):
        self.offer = by, int(price)

    def do_takeover(self, by, company):
        """Everybody is bought out at the price; the company's own shares lapse."""
        price = self.chart.price(company)
        for holder, units in self.units[company].items():
            if holder in self.cash and holder not in (by, company, "bank"):
                self.pay(by, holder, units * price)
            elif holder in ("pool", "offering"):
                self.pay(by, "bank", units * self.halved(by, price))
        self.absorb(by, company)

    def do_merge(self, by, company):
        self.deal = {"seen by": "closed", "kind": "merge", "by": by, "what": company}

    def make_deal(self):
        if self.deal["kind"] != "merge":
            super().make_deal()
            return
        by, company, self.deal = self.deal["by"], self.deal["what"], None
        price = self.chart.price(company)
        for holder, units in list(self.units[company].items()):
            if holder in self.cash and holder not in (by, company, "bank"):
                for _ in range(units // 2):
                    source = next(s for s in ("pool", "offering", by) if self.held(by, s))
                    self.move(by, source, holder, 1)
                self.pay("bank", holder, units % 2 * price)
        here, par = self.chart.place[company], self.chart.find(self.par[company], "p")
        self.walk(by, here[0] - par[0], here[1] - par[1])
        self.absorb(by, company)

    def walk(self, company, down, right):
        """Sideways first, as far as the board reaches."""
        row, column = self.chart.place[company]
        for across, step, count in ((0, (right > 0) - (right < 0), abs(right)),
                                    ((down > 0) - (down < 0), 0, abs(down))):
            for _ in range(count):
                if self.chart.at(row + across, column + step):
                    row, column = row + across, column + step
        self.chart.put(company, (row, column))

    def absorb(self, by, company):
        """All it has passes to the other company; it never comes back."""
        if self.president[by] == company:       # the mother is taken over by its subsidiary
            self.president[by] = self.controller(by)
        self.pay(company, by, self.cash[company])
        self.pay("bank", by, self.lobby[company])
        self.lobby[company] = 0
        self.chart.remove(company)
        self.closed.add(company)
        self.floated.discard(company)
        self.units[company] = {}
        self.president[company] = None
        self.capital_due = [c for c in self.capital_due if c != company]
        for train in self.trains_of(company):
            self.trains[train] = by
        for holdings in (self.private, self.contract):
            for item, holder in holdings.items():
                if holder == company:
                    holdings[item] = by
        self.acquired[by] += 1 + self.acquired[company]
        for other in self.companies:
            count = self.held(other, company)
            if count:
                self.move(other, company, by, count)
                if self.president[other] == company:
                    self.president[other] = by
                self.change_president(other)
        self.change_president(by)

    def do_bankrupt(self, by):
        self.bankrupt.add(by)

    def private_worth(self, item):
        return 0

    # --- what is compared --------------------------------------------------------------------------

    def figures(self):
        figures = super().figures()
        for company in self.chart.order():
            figures["president of " + company] = self.controller(company)
        return figures
