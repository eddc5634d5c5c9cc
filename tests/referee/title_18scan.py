# SPDX-License-Identifier: Apache-2.0
"""The referee of 18Scan.

It recomputes the bids for the right to choose, all money, shares and presidents, certificates and
their limit, starting prices, floats and their funding by phase, sales and their price drops, the
rise of what players own entirely, dividends and price moves, what minors pay and their K10, the
priority deal, the order of operating, terrain, tokens and bonus tokens, trains, their sides, limits
and scrapping, how many of a type one may buy, forced purchases, the formation of SJ, bankruptcies,
corporations, minors and privates that a bankrupt leaves in the pool and whoever buys them again,
and when the bank is broken. It objects to shares sold before a corporation has operated, bought
back in a round, sold in an emergency without need, and to bankruptcies of who could pay. Given are
what books.py names, what a minor's run and a bonus run earn, and when an auction is won (players who
cannot bid are not asked).
"""
import re

from books import Referee
from record import kind_of

PLUS = {"1+1": "2", "2+2": "3", "3+3": "4", "4+4": "5"}     # the other side of a card
NEEDED = {"2": 2, "3": 3, "4": 4}                           # shares to float, by phase; later five
BONUS_TOKENS = {"Ferry": (2, 20), "Mine": (1, 50)}          # tokens and their price
ACCOMPANY = {"Ferry": "VR", "Mine": "S&NJ"}                 # a single share with the private


def card(train):
    """Both sides of a card are one train."""
    kind = kind_of(train)
    return PLUS.get(kind, kind) + train[len(kind):]


class Title(Referee):
    title = "18scan"

    def __init__(self, record):
        super().__init__(record)
        self.units["VR"] = {"VR": 9, "offering": 1}
        self.units["S&NJ"] = {"S&NJ": 9, "offering": 1}
        self.units["DSB"] = {"DSB": 8, "offering": 2}
        self.units["SJ"] = {"offering": 7, "state": 3}
        self.owner = {m: "pool" for m in self.minors}
        self.bonus_tokens = {item: count for item, (count, _) in BONUS_TOKENS.items()}
        self.funded = {c: 0 for c in self.companies}    # what came in for shares before the float
        self.highest = None                             # bid and bidder
        self.items_sold = 0
        self.sold_once = set()                          # items whose share or capital is gone
        self.operated = set()                           # corporations that have ended a turn
        self.sold_by = {p: set() for p in self.players}     # in this stock round
        self.forced = set()                             # corporations sold for a train in this turn
        self.raised = 0                                 # by that
        self.bonus_runner = None
        self.bought_kinds = set()

    def incremental(self):
        return self.phase in NEEDED

    # --- privates and minors -----------------------------------------------------------------------

    def do_bid(self, by, amount):
        self.ask(self.highest is None or int(amount) >= self.highest[0] + 5,
                 "a bid is 5 more at least")
        self.highest = int(amount), by

    def pass_in_auction(self, by):
        pass

    def on_priority(self, event):
        """In the auctions: somebody has won. The card goes to the winner's left; if nobody bid at
        all it moves on in the first auction and stays in a later one."""
        if self.round != "auction":
            return
        if self.highest:
            amount, winner = self.highest
            self.pay(winner, "bank", amount)
            self.priority = self.next_player(winner)
        elif self.items_sold == 0:
            self.priority = self.next_player(self.priority)
        self.highest = None
        self.ask(event["to"] == self.priority, f"{self.priority} has the priority deal")

    def do_take(self, by, item, amount):
        facts = self.private_facts.get(item) or self.minors[item]
        self.ask(int(amount) == facts["price"], f"{item} costs {facts['price']}")
        self.pay(by, "bank", int(amount))
        self.acted(by)
        self.items_sold += 1
        self.highest = None
        first = item not in self.sold_once
        self.sold_once.add(item)
        if item in self.minors:
            self.owner[item] = by
            self.pay("bank", item, int(amount) if first else 0)
            return
        self.private[item] = by
        if item in ACCOMPANY and first:
            self.check_both_ways(by, ACCOMPANY[item])
            self.move(ACCOMPANY[item], "offering", by, 1)
            self.change_president(ACCOMPANY[item])

    def do_par(self, by, company, price):
        """DSB, whose certificate came with SJS: the bank pays for it."""
        self.begin(company, by, int(price))
        self.move(company, "offering", by, 2)
        self.fund(company, 2 * int(price))
        self.float(company)

    def certificates(self, player):
        return super().certificates(player) + sum(owner == player for owner in self.owner.values())

    # --- corporations ------------------------------------------------------------------------------

    def fund(self, company, amount):
        """The bank pays for shares as they are sold, up to phase 4 and while it has floated like
        that."""
        if company != "SJ" and (self.incremental() or company in self.floated):
            self.pay("bank", company, amount)
            self.funded[company] += amount

    def till(self, company):
        return "bank"

    def do_start(self, by, company, price):
        """The certificate of a corporation, out of its treasury or left by a bankrupt."""
        price = int(price)
        if company in self.par:
            self.take_certificate_from_pool(by, company, price)
            return
        self.begin(company, by, price)
        unsold = self.unsold(company)
        self.move(company, unsold if self.held(company, unsold) >= 2 else "pool", by, 2)
        self.pay(by, "bank", 2 * price)
        self.fund(company, (3 if company in ACCOMPANY.values() else 2) * price)
        self.acted(by)
        self.change_president(company)
        self.float(company)
        self.check_purchase(by, company)

    def check_both_ways(self, by, company):
        self.ask(company not in self.sold_by[by], f"{by} trades {company} both ways")

    def take_certificate_from_pool(self, by, company, price):
        self.check_both_ways(by, company)
        self.ask(self.president[company] is None, f"{company} has a president")
        self.ask(price == self.chart.price(company), "a certificate costs twice the price")
        self.move(company, "pool", by, 2)
        self.pay(by, "bank", 2 * price)
        self.acted(by)
        self.president[company] = by
        self.change_president(company)
        self.float(company)
        self.check_purchase(by, company)

    def change_president(self, company):
        """A certificate in the pool goes to whoever holds most, two shares at least; of equals to
        the first from the priority deal on."""
        if self.president[company] is not None or company not in self.par:
            super().change_president(company)
            return
        best = max(self.held(company, p) for p in self.players)
        if best >= 2:
            order = [self.priority, *self.seats_after(self.priority)]
            self.president[company] = next(p for p in order if self.held(company, p) == best)

    def do_sell(self, by, company, count):
        self.ask(self.president[company] is not None, f"nobody leads {company}")
        self.ask(company in self.operated, f"{company} has not operated and is sold")
        if self.round == "operating":
            self.check_forced_sale(by, company, int(count))
        else:
            self.sold_by[by].add(company)
        super().do_sell(by, company, count)
        president = self.president[company]
        self.ask(president is None or self.held(company, president) >= 2,
                 f"the certificate of {company} is divided")

    def check_forced_sale(self, by, company, count):
        """For a train of the corporation in turn, and no more shares than that takes."""
        self.ask(by == self.president[self.turn], f"{by} does not lead {self.turn}")
        self.ask(not self.trains_of(self.turn), f"{self.turn} has a train")
        self.ask(count <= self.most_to_sell(by, company), f"{by} may not sell that of {company}")
        named = self.deal["amount"] if self.deal else 0
        missing = max(named, self.cheapest_train(self.turn)) - self.cash[self.turn] - self.cash[by]
        price = self.chart.price(company)
        self.ask(count <= -(-missing // price), f"{by} sells more of {company} than is missing")
        self.forced.add(company)
        self.raised += count * price

    def most_to_sell(self, by, company):
        """In an emergency: one block, half in the pool, no certificate without a taker, and not the
        presidency of the corporation in turn."""
        own, other = self.held(company, by), max(self.held(company, p) for p in self.players
                                                 if p != by)
        if company in self.forced or company not in self.operated or not self.president[company]:
            return 0
        for count in range(own, 0, -1):
            left = own - count
            taken = self.president[company] != by or left >= 2 or other >= 2
            stays = company != self.turn or left >= max(other, 2)
            if taken and stays and self.held(company, "pool") + count <= 5:
                return count
        return 0

    def price_of_share(self, company, source):
        return self.chart.price(company)

    def do_buy(self, by, company, source, count=1):
        price = self.chart.price(company)
        self.check_both_ways(by, company)
        if source == "treasury":
            self.fund(company, price)
        super().do_buy(by, company, source, count)

    def float(self, company):
        """As many shares as the phase asks for; from phase 5 on ten times par and the rest to the
        pool."""
        if company in self.floated or company not in self.par:
            return
        if company == "SJ":
            if not self.incremental() and self.president["SJ"] is not None:
                self.floated.add("SJ")
                self.pay("bank", "SJ", 700)
            return
        sold = self.total[company] - self.held(company, company) - self.held(company, "pool")
        if sold >= NEEDED.get(self.phase, 5):
            self.floated.add(company)
            if not self.incremental():
                self.pay("bank", company, 10 * self.par[company] - self.funded[company])
                self.move(company, company, "pool", self.held(company, company))

    # --- turns -------------------------------------------------------------------------------------

    def on_round(self, event):
        super().on_round(event)
        self.sold_by = {p: set() for p in self.players}

    def on_turn(self, event):
        who = event["to"]
        self.bought_kinds = set()
        self.forced, self.raised = set(), 0
        if who not in self.minors:
            super().on_turn(event)
            return
        self.end_turn()
        waiting = [m for m, owner in self.owner.items()
                   if owner in self.players and m not in self.had_turn]
        self.ask(waiting[:1] == [who], f"the turn is {waiting[:1]}'s, not {who}'s")
        self.turn, self.settled = who, False
        self.had_turn.add(who)

    def waiting(self):
        return [c for c in super().waiting() if self.president[c] is not None]

    def end_turn(self):
        if self.turn in self.minors:
            if not self.settled and self.turn in self.owner:
                self.subsidy()
            self.turn = None
        elif self.turn:
            self.operated.add(self.turn)
        super().end_turn()

    def subsidy(self):
        """K10 for the owner of a minor that earned nothing."""
        self.settled = True
        self.pay("bank", self.owner[self.turn], 10)

    def on_paid(self, event):
        """What minors earn is given, by the half that the minor itself gets."""
        minor = event["to"]
        if event["why"] == "dividend" and minor in self.minors:
            if self.bonus_runner == minor:
                self.bonus_runner = None
            else:
                self.settled = True
                self.halve(minor, 2 * event["amount"])
        elif self.turn in self.minors and event["why"] == "the subsidy of a minor":
            self.ask(not self.settled, f"{self.turn} has earned something")
            self.subsidy()

    def halve(self, minor, earned):
        self.pay("bank", minor, earned // 2)
        self.pay("bank", self.owner[minor], earned // 2)

    def on_own(self, event):
        earns = re.fullmatch(r"minor (\S+) earns K(\d+) in its bonus run", event["text"])
        if earns:
            self.bonus_runner, earned = earns[1], int(earns[2])
            self.ask(earned >= 80, "a bonus run is worth 80 at least")
            self.halve(self.bonus_runner, earned)

    # --- operating ---------------------------------------------------------------------------------

    def do_lay(self, by, tile, hex_, turn, *using):
        deal = {"seen by": "laid", "kind": "lay", "by": by, "what": (tile, hex_, using)}
        self.deal = deal  # with SJS its owner is asked

    def make_deal(self):
        if self.deal["kind"] == "lay":
            by, (tile, hex_, using), self.deal = self.deal["by"], self.deal["what"], None
            again = 40 if tile == "121" else 0               # Copenhagen costs once more in green
            self.pay(by, "bank", 0 if using else self.terrain.get(hex_, 0) + again)
            self.terrain[hex_] = 0
        elif self.deal["kind"] == "bonus":
            by, item, self.deal = self.deal["by"], self.deal["what"], None
            if self.private[item] in self.players:
                self.pay(by, self.private[item], BONUS_TOKENS[item][1])
            else:
                self.pay(by, "bank", BONUS_TOKENS[item][1])
            self.bonus_tokens[item] -= 1
            if self.bonus_tokens[item] == 0:
                self.private[item] = "closed"
        else:
            super().make_deal()

    def do_bonus(self, by, item, price):
        self.ask(int(price) == BONUS_TOKENS[item][1],
                 f"a token of {item} costs {BONUS_TOKENS[item][1]}")
        self.deal = {"seen by": "own", "kind": "bonus", "by": by, "what": item}

    def token_price(self, by, where, using):
        if any("destination token" in e.get("text", "") for e in self.line.events):
            return 0
        return 100 if by == "SJ" else super().token_price(by, where, using)

    def do_announce(self, by):
        pass

    def do_pay(self, by):
        """Less than the price: no move; from it on one right, from twice on two."""
        self.settled = True
        revenue, price = self.revenue(by), self.chart.price(by)
        self.dividend(by, revenue)
        for _ in range(2 if revenue >= 2 * price else int(revenue >= price)):
            self.right(by)

    def dividend_taker(self, company, holder):
        """The treasury's shares pay, the pool's do not."""
        return holder if holder in self.cash and holder != "bank" else None

    # --- trains ------------------------------------------------------------------------------------

    def train_limit(self, company):
        corporation, minor, national = self.phases[self.phase]["train_limit"]
        return national if company == "SJ" else minor if company in self.minors else corporation

    def counted_trains(self, company):
        """What nobody leads keeps its trains, however many."""
        return super().counted_trains(company) if self.leader(company) in self.players else 0

    def leader(self, company):
        return self.president[company] if company in self.companies else self.owner.get(company)

    def do_train(self, by, train, source, amount, *rest):
        """A train is named first; if money must be raised for it, it is bought when there is
        enough."""
        if source in ("bank", "pool"):
            self.check_price_of_train(by, train, source, int(amount), None, None)
        self.deal = {"seen by": "train", "kind": "train", "by": by, "what": train,
                     "from": source, "amount": int(amount)}

    def buy_train(self, by, train, source, amount, trade=None):
        kind = kind_of(card(train))
        if source == "bank":
            self.ask(kind not in self.bought_kinds,
                     f"{by} buys a second {kind} from the bank in a turn")
            self.bought_kinds.add(kind)
        if source not in ("bank", "pool"):
            self.ask(self.leader(source) in self.players, f"nobody leads {source}, which sells")
            self.ask(amount <= max(self.cash[by], self.kinds[kind_of(train)]["price"]),
                     f"help for a train of {source} above its face value")
        super().buy_train(by, card(train), source, amount, trade)

    def do_discard(self, by, train):
        super().do_discard(by, card(train))

    def first_train(self, by):
        if by == "DSB":
            self.private["SJS"] = "closed"

    def cheapest_train(self, by):
        """Of either side."""
        kinds = [kind_of(t) for t in self.trains_of("pool")] + self.on_sale()
        return min(self.kinds[self.kinds[k].get("other_face", k)]["price"] for k in kinds)

    def check_help(self, by, amount, source):
        """Any train, if the treasury buys none; another company's only with an empty treasury."""
        if source in ("bank", "pool"):
            self.ask(self.cash[by] < self.cheapest_train(by), f"{by} can pay for a train itself")
        else:
            self.ask(self.cash[by] == 0, f"{by} has money of its own")
            self.ask(amount <= self.cash[self.president[by]] - self.raised,
                     f"shares pay the train of {source}")

    def phase_begins(self):
        super().phase_begins()
        if self.phase == "5":
            self.form_national()
        before = {"5": "5", "5E": "5E"}.get(self.phase)
        for n in range(self.kinds[before]["count"] if before else 0):
            if f"{before}-{n}" not in self.trains:          # the other card lies in the pool
                self.trains[f"{before}-{n}"] = "pool"
                self.stack[before] = 0

    def form_national(self):
        """SJ takes what the minors have; their owners get its shares, the pool the rest."""
        for minor, owner in self.owner.items():
            self.pay(minor, "SJ", self.cash[minor])
            for train in self.trains_of(minor):
                self.trains[train] = "SJ"
            self.move("SJ", "state", owner if owner in self.players else "pool", 1)
        self.owner = {}
        self.move("SJ", "offering", "pool", self.held("SJ", "offering"))
        for item, company in ACCOMPANY.items():             # singles whose private was never sold
            self.move(company, "offering", "pool", self.held(company, "offering"))
        self.move("DSB", "offering", "DSB", self.held("DSB", "offering"))
        self.had_turn.add("SJ")
        self.change_president("SJ")
        self.float("SJ")

    def private_worth(self, item):
        return 0

    # --- bankruptcy --------------------------------------------------------------------------------

    def do_bankrupt(self, by):
        """All paper goes to the pool, no price moves; the money stays with the corporation."""
        self.ask(self.is_bankrupt(by), f"{by} is not bankrupt")
        self.forced, self.raised = set(), 0
        self.pay(by, self.turn, self.cash[by])
        self.bankrupt.add(by)
        for company in self.companies:
            self.move(company, by, "pool", self.held(company, by))
            if self.president[company] == by:
                best = max(self.held(company, p) for p in self.players)
                heirs = [p for p in self.seats_after(by) if self.held(company, p) == best]
                self.president[company] = heirs[0] if best >= 2 else None
        for holdings in (self.private, self.owner):
            for item, owner in holdings.items():
                if owner == by:
                    holdings[item] = "pool"

    def is_bankrupt(self, by):
        """No train in turn, none that he could pay, nothing to sell, and no other company of his
        own that would sell one."""
        treasury, cash = self.cash[self.turn], self.cash[by]
        own = [c for c in self.trains.values()
               if c in self.cash and c != self.turn and self.leader(c) == by]
        return (by == self.president[self.turn] and not self.trains_of(self.turn) and
                treasury + cash < self.cheapest_train(self.turn) and
                not any(self.most_to_sell(by, c) for c in self.companies) and
                not (own and (treasury or cash - self.raised)))
