# SPDX-License-Identifier: Apache-2.0
"""The proof that each kind of check can fail.

A bend looks for a moment in games of bots at which its rule has just done something, changes one
figure of what the engine said there, and the referee must notice, at that action and at that
figure. The limits are of another kind: no figure says that one was passed, so the engine is made to
accept an action too many, and the referee must object.
"""
import copy
import tempfile

from record import Record, Verdict, compare, kind_of, self_play, told

GAMES, SEED = 12, 501       # of each title, in which the moments are looked for
INCOME = ("income of a private company", "dividend of a private company",
          "income of a regional company", "the subsidy of a minor")


def paid(line, why):
    whys = why if isinstance(why, tuple) else (why,)
    return next((e for e in line.events if e["kind"] == "paid" and e["why"] in whys), None)


def verb(line):
    return line.action.split()[1]


def happened(line, kind):
    return next((e for e in line.events if e["kind"] == kind), None)


class Bend:
    """When it can be made, which figure it changes and how; when() answers with a player, a company
    or True, and change() gets the state, that answer and the id of the player."""

    def __init__(self, name, figure, when, change):
        self.name, self.figure, self.when, self.change = name, figure, when, change


def more_cash(state, who, ids):
    holder = state["players"][ids[who]] if who in ids else state["corps"][who]
    holder["cash"] = holder.get("cash", 0) + 1


def cash_figure(who, ids):
    return ("cash of " if who in ids else "treasury of ") + who


def receiver(why, *, players_only=True):
    """Who was paid for this."""
    def when(line, before, ids):
        event = paid(line, why)
        if event and (event["to"] in ids or not players_only and event["to"] in line.state["corps"]):
            return event["to"]
        return None
    return when


def giver(why, *, company=True):
    def when(line, before, ids):
        event = paid(line, why)
        fits = event and (event["from"] in line.state["corps"] if company else event["from"] in ids)
        return event["from"] if fits else None
    return when


def moved(*verbs):
    """The company whose marker moved with one of these actions."""
    def when(line, before, ids):
        event = happened(line, "price")
        if verb(line) not in verbs or not event or not event["was"]:
            return None
        company = event["company"]
        now, old = (s["corps"].get(company, {}).get("at") for s in (line.state, before.state))
        return company if now and old and now != old else None
    return when


def move_back(state, company, ids):
    row, column = state["corps"][company]["at"]
    state["corps"][company]["at"] = [row, column + 1]


def another_priority(state, who, ids):
    state["pd"] = state["pd"] % len(ids) + 1


def change_of(key):
    def when(line, before, ids):
        return line.state[key] != before.state[key]
    return when


def rusted(line, before, ids):
    event = happened(line, "rusted")
    company = event and event["from"]
    told_of = line.state["corps"].get(company, {"closed": True})
    return None if told_of.get("closed") else company


def keep_train(state, company, ids):
    state["corps"][company].setdefault("trains", []).append("2-0")


def floated(line, before, ids):
    event = happened(line, "floated")
    company = event and event["company"]
    return company if company and line.state["corps"][company].get("floated") else None


def unfloat(state, company, ids):
    del state["corps"][company]["floated"]


def bought(line, before, ids):
    by = line.action.split()[0]
    return by if verb(line) == "buy" and by in ids else None


def one_certificate_more(state, who, ids):
    state["players"][ids[who]]["certs"] += 1


def worth_more(state, who, ids):
    state["players"][ids[who]]["value"] += 1


def higher_limit(state, who, ids):
    state["cert_limit"] += 1


def new_president(line, before, ids):
    event = happened(line, "president")
    names = list(ids)
    owner = event and line.state["corps"].get(event["company"], {}).get("owner")
    return event["company"] if owner and event["to"] in names else None


def other_president(state, company, ids):
    state["corps"][company]["owner"] = state["corps"][company]["owner"] % len(ids) + 1


def swap_order(state, who, ids):
    state["order"] = state["order"][1:] + state["order"][:1]


def two_on_chart(line, before, ids):
    return len(line.state["order"]) > 1 and happened(line, "price")


def richer_bank(state, who, ids):
    state["bank"] += 1


def any_money(line, before, ids):
    return happened(line, "paid") and line.state["bank"] is not None


def name_of(prefix):
    return lambda who, ids: prefix + who


def fixed(name):
    return lambda who, ids: name


COMMON = [
    Bend("dividends", cash_figure, receiver("dividend"), more_cash),
    Bend("price moves of dividends", name_of("space of "),
         moved("pay", "withhold", "half", "divide"), move_back),
    Bend("sales", cash_figure, receiver("shares sold"), more_cash),
    Bend("priorities", fixed("priority"), change_of("pd"), another_priority),
    Bend("rusting", name_of("trains of "), rusted, keep_train),
    Bend("floats", name_of("floated "), floated, unfloat),
    Bend("certificates", name_of("certificates of "), bought, one_certificate_more),
    Bend("worth", name_of("worth of "), bought, worth_more),
    Bend("the certificate limit", fixed("certificate limit"), bought, higher_limit),
    Bend("presidents", name_of("president of "), new_president, other_president),
    Bend("what trains cost", cash_figure, giver("a train"), more_cash),
    Bend("the order of operating", fixed("operating order"), two_on_chart, swap_order),
    Bend("income of privates", cash_figure, receiver(INCOME), more_cash),
]
DROPS = Bend("price drops of sales", name_of("space of "), moved("sell"), move_back)
BANK = Bend("the bank", fixed("bank"), any_money, richer_bank)
CAPITAL = Bend("capital", cash_figure, receiver("capital", players_only=False), more_cash)
HELP = Bend("forced purchases", cash_figure, giver("help for a train", company=False), more_cash)
FEES = Bend("fees of runs", cash_figure, giver("the fees of its routes"), more_cash)
UPKEEP = Bend("maintenance", cash_figure, giver("maintenance"), more_cash)
BENDS = {
    "18nl": [*COMMON, DROPS, BANK, CAPITAL, HELP],
    "18norway": [*COMMON, DROPS, CAPITAL, HELP, FEES],
    "18scan": [*COMMON, DROPS, BANK, CAPITAL, HELP],
    "18or": [*COMMON, BANK, UPKEEP],
    "1988": [*COMMON, DROPS, BANK, CAPITAL, HELP, UPKEEP],
}


def train_limit(referee, line):
    """The company that just bought a train buys five more."""
    by, word, train, source, amount = line.action.split()[:5]
    if source != "bank" or line.state["step"] == "discard":
        return False
    for n in range(5):
        referee.cash[by] += int(amount)
        another = f"{kind_of(train)}-{90 + n}"
        event = {"kind": "train", "train": another, "from": "bank", "to": by}
        referee.play(line.forged(f"{by} train {another} bank {amount}", [event], line.state))
    return any("are the limit" in why for why in referee.objections)


def certificate_limit(referee, line):
    """The player who just bought a share buys as many more as there are."""
    by, word, company, source = line.action.split()[:4]
    if by not in referee.players:
        return False
    for _ in range(9):
        referee.play(line.forged(line.action, [], line.state))
    return any("more of" in why or "limit" in why or "over 5" in why for why in referee.objections)


def again(times, words):
    """The same action so many times more: the referee objects in these words."""
    def noticed_again(referee, line):
        for _ in range(times):
            referee.play(line.forged(line.action, [], line.state))
        return any(words in why for why in referee.objections)
    return noticed_again


def both_ways(referee, line):
    """The player who just sold a share buys it back."""
    by, word, what = line.action.split()[:3]
    if by not in referee.players or what not in referee.companies:
        return False
    referee.play(line.forged(f"{by} buy {what} pool", [], line.state))
    return any("both ways" in why for why in referee.objections)


def dear_start(referee, line):
    """The corporation starts far above the range of its phase."""
    by, word, company, price = line.action.split()[:4]
    referee.begin(company, by, 220)
    return any("starts at 220" in why for why in referee.objections)


def no_train(referee, line):
    """The train that was just bought is lost before the turn ends."""
    by = line.action.split()[0]
    for train in referee.trains_of(by):
        referee.trains[train] = "gone"
    referee.end_turn()
    return any("without a train" in why for why in referee.objections)


def foreign_cities(referee, line):
    """Where the corporation has its stations there are suddenly plain cities."""
    by = line.action.split()[0]
    for hex_ in referee.stations[by]:
        referee.city[hex_] = "P"
    referee.check_sectors(by)
    return any("in its sectors" in why for why in referee.objections)


def dear_private(referee, line):
    """The corporation pays a dollar more than it may."""
    by, word, item, amount = line.action.split()[:4]
    referee.buy_private(by, item, "pool", int(amount) * 2 + 1)
    return any(f"for {item}" in why for why in referee.objections)


def early_sale(referee, line):
    """What was just sold had never operated."""
    by, word, company = line.action.split()[:3]
    referee.operated.discard(company)
    referee.play(line.forged(line.action, [], line.state))
    return any("has not operated" in why for why in referee.objections)


def needless_bankruptcy(referee, line):
    """The president of the corporation that just bought a train gives up."""
    president = referee.president.get(line.action.split()[0])
    if president:
        referee.play(line.forged(f"{president} bankrupt", [], line.state))
    return any("is not bankrupt" in why for why in referee.objections)


def rich_run(referee, line):
    """The same run again, and the bank pays 10 more for it."""
    events = [dict(e, amount=e["amount"] + 10) for e in line.events
              if e["kind"] == "paid" and e["why"] == "its run"]
    referee.play(line.forged(line.action, events, line.state))
    return events and any("the run of" in why for why in referee.objections)


LIMITS = {"the train limit": ("train", train_limit),
          "limits of certificates": ("buy", certificate_limit)}
LIMITS_OF_18SCAN = {**LIMITS,
                    "sales before operating": ("sell", early_sale),
                    "trades both ways": ("sell", both_ways),
                    "bankruptcies": ("train", needless_bankruptcy)}
LIMITS_OF_18OR = {"limits of certificates": ("buy", certificate_limit),
                  "bids": ("bid", again(1, "cannot bid")),
                  "trades both ways": ("sell", both_ways),
                  "start prices": ("start", dear_start),
                  "what privates cost corporations": ("acquire", dear_private),
                  "tiles of a turn": ("lay", again(4, "tiles in a turn")),
                  "stations of a turn": ("token", again(4, "stations in a turn")),
                  "half of the cities": ("token", foreign_cities),
                  "income of runs": ("run", rich_run),
                  "the duty to have a train": ("train", no_train)}


def prove(title, referee_of):
    """Every bend of the title once: how many were noticed, how many were not or found no moment."""
    wanted = {bend.name: bend for bend in BENDS[title]}
    limits = dict({"18or": LIMITS_OF_18OR, "18scan": LIMITS_OF_18SCAN}.get(title, LIMITS))
    total = len(wanted) + len(limits)
    with tempfile.TemporaryDirectory() as folder:
        for path in self_play(title, GAMES, SEED, folder):
            if not wanted and not limits:
                break
            record = Record(path)
            bend_game(record, record.trace(), wanted, limits, referee_of)
    for name in [*wanted, *limits]:
        print(f"{title}: the referee did not notice a bend of {name}", flush=True)
    missed = len(wanted) + len(limits)
    print(f"{title}: {total - missed} of {total} bends noticed", flush=True)
    return total - missed, missed


def bend_game(record, trace, wanted, limits, referee_of):
    """Walks through one game; what is noticed is taken off the lists."""
    referee = referee_of(record)
    referee.begin_with(trace[0].state)
    ids = {player: str(i + 1) for i, player in enumerate(record.players)}
    for n, (before, line) in enumerate(zip(trace, trace[1:])):
        referee.play(line)
        if referee.stopped:
            return
        for bend in [*wanted.values()] if line.events else []:
            who = bend.when(line, before, ids)
            if who and noticed(referee, line, bend, who, ids):
                del wanted[bend.name]
        for name, (word, passes) in [*limits.items()]:
            if word == verb(line) and passes(copy.deepcopy(referee), line):
                del limits[name]


def noticed(referee, line, bend, who, ids):
    """The figure agreed, and does not any more."""
    figure = bend.figure(who, ids)
    mine = referee.figures().get(figure)
    if mine is None or told(line.state, referee.players).get(figure) != mine:
        return False
    bent = copy.deepcopy(line.state)
    bend.change(bent, who, ids)
    verdict = Verdict(referee.title)
    compare(referee, line.forged(line.action, line.events, bent), verdict)
    return any(f": {figure}: " in difference for difference in verdict.differences)
