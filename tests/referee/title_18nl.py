# SPDX-License-Identifier: Apache-2.0
"""The referee of 18NL: the summary of rules of 18NL over 1830.

It recomputes the sale of the privates, all money, shares and presidents, certificates and their
limit, par prices and floats, sales and their price drops, dividends and price moves, the rise of
what is sold out, the priority deal, the order of operating, terrain and tokens, trains, their limit
and rusting, forced purchases, the closing of privates, and when the bank is broken. Given are what
books.py names.
"""
from books import Referee


class Title(Referee):
    title = "18nl"
    GIFT = {"P4": "NCS"}                                    # a share with the private
    PRESIDENCY = {"P5": "HIS", "P6": "NFL"}                 # the president's certificate with it

    def all_passed(self, by):
        """P1, then P2 become cheaper by 5; at nothing the next player takes it. Later privates
        pay."""
        item = self.cheapest()
        if item not in ("P1", "P2"):
            self.income()
            return
        self.fallen[item] = self.fallen.get(item, 0) + 5
        if self.asking(item) == 0:
            self.seller = self.next_player(by)
            self.sell_private(item, self.seller, 0)
            self.sell_on()

    def brings(self, item, buyer):
        if item in self.GIFT:
            self.move(self.GIFT[item], "offering", buyer, 1)

    def begin(self, company, player, price):
        if company in self.PRESIDENCY.values():
            self.move(company, "offering", player, self.companies[company]["president_units"])
        super().begin(company, player, price)

    def do_swap(self, by, item, source):
        """P3 for a share of DV; no purchase."""
        self.move("DV", source, by, 1)
        self.private[item] = "closed"
        self.change_president("DV")
        self.float("DV")

    def lay_price(self, by, hex_, using):
        return super().lay_price(by, hex_, using) - (40 if using else 0)

    def first_train(self, by):
        for item, company in self.PRESIDENCY.items():
            if by == company:
                self.private[item] = "closed"

    def do_bankrupt(self, by):
        """Every largest lawful sale together does not pay for a train; they are made, the bank
        takes the cash, and the game is over. Who loses the office by a sale keeps his seat in
        it."""
        buyer = self.turn
        sales = {c: self.largest_sale(c, by, buyer) for c in self.chart.order()}
        raised = sum(n * self.chart.price(c) for c, n in sales.items())
        self.ask(self.cash[buyer] + self.cash[by] + raised < self.cheapest_train(buyer),
                 f"{by} can raise {raised} and is not bankrupt")
        for company, count in sales.items():
            if count:
                self.do_sell(by, company, count)
        self.pay(by, "bank", self.cash[by])
        self.bankrupt.add(by)

    def largest_sale(self, company, player, buyer):
        """By the pool's limit, the president's certificate and the presidency of the buyer."""
        least = self.companies[company]["president_units"]
        others = max(self.held(company, p) for p in self.players if p != player)
        for count in range(self.held(company, player), 0, -1):
            left = self.held(company, player) - count
            full = self.percent(company, self.held(company, "pool") + count) > 50
            stuck = self.president[company] == player and left < least and others < least
            lost = company == buyer and others > left
            if not full and not stuck and not lost:
                return count
        return 0
