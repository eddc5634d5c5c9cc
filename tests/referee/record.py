# SPDX-License-Identifier: Apache-2.0
"""Records, what the engine says of them, and the comparison with a referee's books.

A referee (books.py and a file a title) keeps books of its own from the action lines of a record. The
engine's side is `roundhouse replay --json-trace --events`: after every action the state, and what
happened. Nothing of it enters the books but what a referee's header says it takes as given.
"""
import copy
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = ROOT / "build" / "roundhouse"


class Record:
    """Title, rules, options and players of a record; its actions come with the trace."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.title = self.rules = None
        self.players, self.options = [], []
        for line in self.path.read_text(encoding="utf-8").splitlines():
            word, colon, rest = line.partition(":")
            if colon and " " not in word:
                rest = rest.strip()
                if word == "title":
                    self.title = rest
                elif word == "rules":
                    self.rules = int(rest)
                elif word == "option":
                    self.options.append(rest)
                elif word == "players":
                    self.players = [name.strip() for name in rest.split(",")]

    def trace(self):
        """What the engine says: the start first, then a Line for each action."""
        done = subprocess.run([str(PROGRAM), "replay", str(self.path), "--json-trace", "--events"],
                              check=True, capture_output=True, timeout=300)
        return [Line(text) for text in done.stdout.decode("utf-8").splitlines()]


    def set_up(self):
        """Where a title is not always set up alike: with what this game is played."""
        done = subprocess.run([str(PROGRAM), "show", str(self.path), "--setup"],
                              check=True, capture_output=True, timeout=300)
        return done.stdout.decode("utf-8")


class Line:
    """One line of the trace: the action, its events, the state after it. The state is read when it
    is asked for: after a pass it is the same as before, and there is no need."""

    def __init__(self, text):
        head, mark, self.text = text.partition(',"state":')
        head = json.loads(head + "}")
        self.action, self.events = head.get("action"), head.get("events", [])
        self.lost = head.get("lost", 0)
        self.table = self.text[self.text.index('"bank":'):]  # without whose turn it is
        self.kept = None

    @property
    def state(self):
        if self.kept is None:
            self.kept = json.loads(self.text[:-1])
        return self.kept

    def forged(self, action, events, state):
        """For the tests of the referees: the same line, had the engine said this."""
        line = copy.copy(self)
        line.action, line.events, line.kept = action, events, state
        return line


def title_file(title):
    return json.loads((ROOT / "titles" / title / "title.json").read_text(encoding="utf-8"))


def self_play(title, games, seed, folder, *more):
    """Games between bots, made on the spot; their records in the order of their seeds."""
    subprocess.run([str(PROGRAM), "selfplay", title, "--games", str(games), "--seed", str(seed),
                    "--record-dir", str(folder), *more],
                   check=True, capture_output=True, timeout=3600)
    return [pathlib.Path(folder) / f"{title}-{n}.18xx" for n in range(seed, seed + games)]


def kind_of(train):
    """"2+2-0" is a train of the kind "2+2"."""
    return train.rpartition("-")[0]


def told(state, players):
    """The engine's state as figures by name, as a referee's figures() has them. A company that
    nothing has touched yet is not in it."""
    name = {str(i + 1): player for i, player in enumerate(players)}
    figures = {"bank": state["bank"], "phase": state["phase"], "priority": name[str(state["pd"])],
               "certificate limit": state["cert_limit"], "operating order": state["order"]}
    for key, player in state["players"].items():
        who = name[key]
        figures["cash of " + who] = player["cash"]
        figures["certificates of " + who] = player["certs"]
        figures["worth of " + who] = player["value"]
        figures["shares of " + who] = player.get("shares", {})
        figures["privates of " + who] = sorted(player.get("priv", []))
        figures["bankrupt " + who] = player.get("bankrupt", False)
    for company, told_of in state["corps"].items():
        figures["treasury of " + company] = told_of.get("cash", 0)
        figures["unsold of " + company] = told_of["ipo"]
        figures["pool of " + company] = told_of.get("pool", 0)
        figures["floated " + company] = told_of.get("floated", False)
        figures["closed " + company] = told_of.get("closed", False)
        figures["trains of " + company] = sorted(kind_of(t) for t in told_of.get("trains", []))
        figures["privates of " + company] = sorted(told_of.get("priv", []))
        if told_of.get("ipoed"):
            figures["price of " + company] = told_of["price"]
            figures["space of " + company] = tuple(told_of["at"])
            owner = told_of["owner"]
            figures["president of " + company] = name[str(owner)] if owner is not None else None
    figures["trains of the bank"] = dict(state["depot"])
    figures["trains in the pool"] = sorted(kind_of(t) for t in state.get("discarded", []))
    return figures


class Verdict:
    """What came of one game: how much was compared, and the first action after which something
    differs (books that have gone wrong once say nothing more)."""

    def __init__(self, path):
        self.path, self.actions, self.figures, self.differences = path, 0, 0, []
        self.stopped = None

    def text(self):
        return "\n".join(f"{self.path}: action {self.actions}: {d}" for d in self.differences)


def judge(referee, trace, path, every=1):
    """Plays the trace through a referee that knows the beginning of the game, and compares after
    every so many actions and the last one: what is wrong in the books stays wrong. A pass after
    which nothing happened and nothing is different is not compared again."""
    verdict = Verdict(path)
    referee.begin_with(trace[0].state)
    compare(referee, trace[0], verdict)
    for before, line in zip(trace, trace[1:]):
        verdict.actions += 1
        referee.play(line)
        if referee.stopped:
            verdict.stopped = referee.stopped
            break
        idle = line.action.endswith(" pass") and not line.events and line.table == before.table
        last = verdict.actions == len(trace) - 1
        if referee.objections or last or not idle and verdict.actions % every == 0:
            compare(referee, line, verdict)
        if verdict.differences:
            break
    return verdict


def compare(referee, line, verdict):
    theirs = told(line.state, referee.players)
    for figure, mine in referee.figures().items():
        if figure in theirs:
            verdict.figures += 1
            if mine != theirs[figure]:
                verdict.differences.append(f"{line.action}: {figure}: the engine says "
                                           f"{theirs[figure]}, the referee {mine}")
    verdict.differences += [f"{line.action}: {why}" for why in referee.objections]
