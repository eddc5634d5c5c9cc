# SPDX-License-Identifier: Apache-2.0
"""The referee of 18Norway (rules of March 2024).

It recomputes the sale of the privates, all money but the bank's (which is bottomless), shares and
presidents, certificates and their limit by nationalised and closed companies, par prices and
floats, sales and their price drops, the moves at the end of a stock round, issues and redemptions,
forced ones included, nationalisations, full and half dividends and price moves, closures, the
priority deal, the order of operating, mountains, tunnels, water and tokens, the fees of every run
(from its line), trains and ships, their limit, what rusts or grows obsolete, D's discount, P3, P4
and V's free ship, forced purchases and bankruptcies. Given are what books.py names, and when an
obsolete train leaves. A game is followed until a bankruptcy leaves a company without a president.
"""
from books import Referee
from record import kind_of

FERRY_FEE = {"2": 10, "3": 5, "4": 5}
LIMITS = {3: [12, 15, 17, 19], 4: [9, 11, 13, 15], 5: [7, 9, 10, 12]}   # by the table of 7.2


def is_ship(train):
    return train.startswith("S")


class Title(Referee):
    title = "18norway"
    soft_contest = True

    def __init__(self, record):
        super().__init__(record)
        self.mountains = {h for h, cost in self.terrain.items() if cost >= 30}
        self.tunnel_cost = {h: self.terrain[h] for h in self.mountains}
        self.obsolete, self.doomed = set(), set()
        self.nationalised, self.closures = set(), 0
        self.last_lay = None
        self.before_first_turn = {"V"}

    # --- privates ----------------------------------------------------------------------------------

    def brings(self, item, buyer):
        if item == "P6":
            self.move("B", "B", buyer, 1)

    def all_passed(self, by):
        self.income()

    def after_auction(self):
        """Left of whoever got the last private."""
        return self.next_player(self.last_buyer)

    def do_par(self, by, company, price):
        """H: the bank pays for the certificate that came with P7, at par."""
        self.move(company, company, by, 2)
        self.pay("bank", company, 2 * int(price))
        super().do_par(by, company, price)

    def owner_gets(self, item, amount):
        if self.private[item] in self.cash:
            self.pay("bank", self.private[item], amount)

    # --- shares ------------------------------------------------------------------------------------

    def do_start(self, by, company, price):
        if company == "B":  # the share that came with P6 is paid by the bank
            self.pay("bank", "B", int(price))
        super().do_start(by, company, price)

    def price_of_share(self, company, source):
        return self.chart.price(company)

    def capital(self, company):
        return 0

    def float(self, company):
        late = company not in self.floated
        super().float(company)
        if late and company in self.floated and self.phase in ("6", "D") and company != "H":
            self.nationalise(company, 1)

    def do_nationalise(self, by, count=1):
        self.nationalise(by, int(count))

    def nationalise(self, company, to_state):
        """Five new shares: the state's are paid at the price, the others go to the treasury."""
        self.total[company] = 10
        self.units[company]["NSB"] = to_state
        self.units[company][company] = self.held(company, company) + 5 - to_state
        self.pay("bank", company, to_state * self.chart.price(company))
        self.nationalised.add(company)

    def certificate_limit(self):
        index = len(self.nationalised) - self.closures
        row = 0 if index < 3 else 1 if index < 5 else 2 if index < 7 else 3
        return LIMITS[len(self.players)][row]

    def beside(self, company, columns):
        """The price so many columns further, at the end the last one; left of 10 is nothing."""
        row, column = self.chart.place[company]
        last = len(self.chart.rows[0]) - 1
        cell = self.chart.at(row, min(column + columns, last))
        return cell[0] if cell else 0

    def do_sell(self, by, company, count):
        if by != company:
            super().do_sell(by, company, count)
            return
        forced = self.settled  # after the dividend it is for a train
        for _ in range(int(count)):
            self.pay("bank", company, self.beside(company, -1))
            if forced:
                self.left(company)
        self.move(company, company, "pool", int(count))
        self.ask(2 * self.held(company, "pool") <= self.total[company],
                 f"over half of {company} is in the pool")

    def fall(self, company, seller, count):
        """One column, however many; below 50 only if the president sells."""
        if self.chart.price(company) >= 50 or seller == self.president[company]:
            self.left(company)

    def change_president(self, company):
        if company not in self.closed:
            super().change_president(company)

    def do_buy(self, by, company, source, count=1):
        if by != company:
            super().do_buy(by, company, source, count)
            return
        self.pay(company, "bank", int(count) * self.beside(company, 1))
        self.move(company, "pool", company, int(count))

    def end_of_stock_round(self):
        for company in self.chart.order():
            if self.held(company, "pool"):
                self.left(company)
            elif not self.held(company, company):
                self.right(company)
        self.pass_priority_on()

    # --- prices ------------------------------------------------------------------------------------

    def left(self, company):
        """Left of 10 a company closes."""
        if self.chart.price(company) == 10:
            self.close(company)
        else:
            self.chart.left(company)

    def close(self, company):
        self.chart.remove(company)
        self.closed.add(company)
        self.floated.discard(company)
        self.closures += 1
        self.pay(company, "bank", self.cash[company])
        self.units[company] = {}
        self.president[company] = None
        for train in self.trains_of(company):
            self.trains[train] = "gone" if train in self.obsolete else "pool"
        for item, owner in self.private.items():
            if owner == company:
                self.private[item] = "closed"

    def pay_out(self, company, revenue, kept):
        """The price goes by what is paid out, whoever gets it."""
        self.settled = True
        price, paid = self.chart.price(company), revenue - kept
        self.pay("bank", company, kept)
        self.dividend(company, paid)
        if 2 * paid < price:
            self.left(company)
        for _ in range(min(3 if price >= 165 else 2, paid // price)):
            self.right(company)

    def right(self, company):
        self.chart.step(company, (0, 1))

    def do_pay(self, by):
        self.pay_out(by, self.revenue(by), 0)

    def do_half(self, by):
        """Half, rounded down to tens, is kept."""
        revenue = self.revenue(by)
        self.pay_out(by, revenue, revenue // 20 * 10)

    def do_withhold(self, by):
        self.pay_out(by, self.revenue(by), self.revenue(by))

    def dividend_taker(self, company, holder):
        """Pool and state get nothing, the treasury does."""
        return holder if holder in self.cash and holder != "bank" else None

    # --- operating ---------------------------------------------------------------------------------

    def on_turn(self, event):
        super().on_turn(event)
        self.doomed = {t for t in self.obsolete if self.trains[t] == event["to"]}

    def end_turn(self):
        company = self.turn
        super().end_turn()
        for train in self.doomed:
            self.ask(not company or company in self.closed or self.trains[train] == "gone",
                     f"the obsolete {train} outlives the run of {company}")
        self.doomed = set()
        self.before_first_turn.discard(company)

    def on_rusted(self, event):
        if event["train"] in self.doomed:
            self.trains[event["train"]] = "gone"

    def do_lay(self, by, tile, hex_, turn, *using):
        super().do_lay(by, tile, hex_, turn, *using)
        self.last_lay = hex_

    def do_tunnel(self, by):
        """As much again; R builds it free."""
        if by != "R":
            self.pay(by, "bank", self.tunnel_cost[self.last_lay])
        self.mountains.discard(self.last_lay)
        self.owner_gets("P3A", 10)

    def do_run(self, by, *words):
        """10 for every train and mountain on its way, and Mjøsa's ferry; nothing for ships."""
        for route in " ".join(words).split(";"):
            train, _, way = route.strip().partition(":")
            if is_ship(train):
                continue
            hexes = {word.strip("()").partition(".")[0] for word in way.split()}
            if self.private["P2A"] != by:
                self.pay(by, "bank", 10 * len(hexes & self.mountains))
            if "I26" in hexes:
                self.pay(by, "bank", FERRY_FEE.get(self.phase, 0))

    # --- trains and ships --------------------------------------------------------------------------

    def price_of_train(self, by, train, trade):
        price = super().price_of_train(by, train, trade)
        return price * 9 // 10 if by == "D" and not is_ship(train) else price

    def counted_trains(self, company):
        return sum(t not in self.obsolete for t in self.trains_of(company))

    def helped_trains(self, company):
        return [t for t in self.trains_of(company) if not is_ship(t) and t not in self.obsolete]

    def cheapest_train(self, by):
        kinds = [k + "-" for k in self.on_sale() if not is_ship(k)]
        pool = [t for t in self.trains_of("pool") if not is_ship(t)]
        return min(self.price_of_train(by, t, None) for t in kinds + pool)

    def buy_train(self, by, train, source, amount, trade=None):
        kind = kind_of(train)
        if is_ship(train):
            self.ask(kind not in map(kind_of, self.trains_of(by)), f"{by} has two {kind}")
        super().buy_train(by, train, source, amount, trade)
        if is_ship(train):
            self.owner_gets("P4A", 10)

    def on_train(self, event):
        """V's free ship, in the buying step of its first turn, if it floated before phase 4."""
        train, fresh = event["train"], event["train"] not in self.trains
        if event["to"] == "V" and event["from"] == "bank" and is_ship(train) and fresh:
            self.ask("V" in self.before_first_turn and self.phase in ("2", "3"),
                     "V gets a ship too late")
            self.before_first_turn.discard("V")
            self.trains[train] = "V"
            self.stack[kind_of(train)] -= 1

    def phase_begins(self):
        super().phase_begins()
        for kind, facts in self.kinds.items():
            if facts.get("obsolete_on") == self.phase:
                self.stack[kind] = 0
                for train in [t for t in self.trains if kind_of(t) == kind]:
                    if self.trains[train] == "pool":
                        self.trains[train] = "gone"
                    self.obsolete.add(train)
        for item in self.private:
            if self.private_facts[item].get("closes_on") == self.phase:
                self.private[item] = "closed"

    # --- bankruptcy --------------------------------------------------------------------------------

    def do_bankrupt(self, by):
        """All shares go to the pool at their prices, which do not move; all money to the company."""
        buyer = self.turn
        for company in self.chart.order():
            count = self.held(company, by)
            self.pay("bank", by, count * self.chart.price(company))
            self.move(company, by, "pool", count)
        self.pay(by, buyer, self.cash[by])
        self.bankrupt.add(by)
        for item, owner in self.private.items():
            if owner == by:
                self.private[item] = "closed"
        for company in self.chart.order():
            if self.president[company] == by:
                self.succeed(company, by)

    def succeed(self, company, old):
        best = max(self.held(company, p) for p in self.players)
        if best < 2:
            self.stopped = "a company is left without a president"
        self.president[company] = next((p for p in self.seats_after(old)
                                        if self.held(company, p) == best), None)

    def check_bank(self):
        """It is bottomless."""

    # --- what is compared --------------------------------------------------------------------------

    def figures(self):
        figures = super().figures()
        del figures["bank"]
        return figures
