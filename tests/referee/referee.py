#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Independent checkers: games of bots, recomputed from their records by the rulebook.

    tests/referee/referee.py                            a few games of every title, and the proof
                                                        that each kind of check can fail
    tests/referee/referee.py --games 1000 18or          many games, of these titles
    tests/referee/referee.py --seed 817 --games 1 18nl  one game again
    tests/referee/referee.py GAME.18xx ...              records

--every N compares after every Nth action and the last one, which is faster; a game that differs is
judged again after every action. Each game is a test, each bend (bends.py) another.
"""
import argparse
import importlib
import pathlib
import sys
import tempfile

import bends
from record import Record, judge, self_play, title_file

TITLES = ["18nl", "18norway", "18scan", "18or", "1988"]


def referee_of(record):
    return importlib.import_module("title_" + record.title).Title(record)


def wrong_kind(record):
    """Why a record cannot be judged: the referees know the newest rules without options."""
    newest = title_file(record.title)["rules_version"]
    if record.title not in TITLES:
        return f"there is no referee for {record.title}"
    if record.options:
        return "it is played with options"
    if record.rules not in (None, newest):
        return f"it is played by rules {record.rules}, the referee knows {newest}"
    return None


def judged(path, every):
    record = Record(path)
    trace = record.trace()
    verdict = judge(referee_of(record), trace, path.name, every)
    if verdict.differences and every > 1:
        verdict = judge(referee_of(record), trace, path.name)
    return verdict


class Sum:
    """Of many verdicts."""

    def __init__(self):
        self.games = self.actions = self.figures = self.wrong = 0
        self.stopped = {}

    def add(self, verdict):
        self.games += 1
        self.actions += verdict.actions
        self.figures += verdict.figures
        self.wrong += bool(verdict.differences)
        if verdict.differences:
            print(verdict.text(), flush=True)
        if verdict.stopped:
            self.stopped[verdict.stopped] = self.stopped.get(verdict.stopped, 0) + 1

    def text(self, title):
        stopped = "".join(f"; {n} followed until {why}" for why, n in self.stopped.items())
        return (f"{title}: {self.games} games, {self.actions} actions, {self.figures} figures "
                f"compared, {self.wrong} games differ{stopped}")


def many(title, games, seed, every):
    """In portions, so that the records of many games do not lie about at once."""
    total = Sum()
    while games > 0:
        portion = min(games, 20)
        with tempfile.TemporaryDirectory() as folder:
            for path in self_play(title, portion, seed, folder):
                total.add(judged(path, every))
        games, seed = games - portion, seed + portion
    print(total.text(title), flush=True)
    return total.games - total.wrong, total.wrong


def records(paths, every):
    total = Sum()
    for path in paths:
        why = wrong_kind(Record(path))
        if why:
            print(f"{path}: not judged: {why}")
        else:
            total.add(judged(path, every))
    print(total.text("records"))
    return total.games - total.wrong, total.wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", help="titles, or records")
    parser.add_argument("--games", type=int, default=3, help="of each title")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--every", type=int, default=1, metavar="N",
                        help="compare after every Nth action")
    args = parser.parse_args()
    files = [pathlib.Path(w) for w in args.what if w not in TITLES]
    titles = [w for w in args.what if w in TITLES] or ([] if files else TITLES)
    results = [records(files, args.every)] if files else []
    results += [many(title, args.games, args.seed, args.every) for title in titles]
    if not args.what:
        results += [bends.prove(title, referee_of) for title in TITLES]
    passed, failed = (sum(counts) for counts in zip(*results))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
