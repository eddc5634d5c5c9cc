#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""distortions.py PROGRAM RECORD [RAILS_TRACE]: a comparison that cannot be fooled.

A game of our own is written as 18xx.games would, with its trace; then the trace is distorted in one
place at a time, and conform must notice every time. With a trace of Rails the same is done to that.
The last line is the count.
"""
import copy
import gzip
import json
import os
import subprocess
import sys
import tempfile

PROGRAM, RECORD = sys.argv[1:3]
RAILS = sys.argv[3] if len(sys.argv) > 3 else None


def run(*arguments):
    done = subprocess.run([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.decode()


def lines_of(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
        return [json.loads(line) for line in file if line.strip()]


def middle(lines, fits):
    """The index of a line that fits, not too early."""
    found = [i for i, line in enumerate(lines) if i > len(lines) // 3 and fits(line)]
    return found[len(found) // 2]


def is_run(line):
    return (line.get("action") or {}).get("type") in ("run_routes", "run")


def with_discard(line):
    return (line.get("action") or {}).get("type") == "discard_train"


# --- what can be done to the states, in either form: each changes the lines it is given -----------

def first_with(mapping, key):
    return next(v for v in mapping.values() if v.get(key))


def one_guilder(lines):
    state = lines[len(lines) // 2]["state"]
    next(iter(state["players"].values()))["cash"] += 1


def bank(lines):
    lines[len(lines) // 2]["state"]["bank"] -= 1


def a_share(lines):
    i = middle(lines, lambda line: any(p.get("shares") for p in line["state"]["players"].values()))
    shares = first_with(lines[i]["state"]["players"], "shares")["shares"]
    shares[next(iter(shares))] += 10


def phase(lines):
    for line in lines[-9:]:  # of so many in a row one is compared
        line["state"]["phase"] = "1"


def last_line(lines):
    del lines[-1]


def one_state(lines):
    del lines[len(lines) // 2]


def two_swapped(lines):
    i = len(lines) // 2
    lines[i]["state"], lines[i + 1]["state"] = lines[i + 1]["state"], lines[i]["state"]


def companies(lines):
    return "corps" if "corps" in lines[-1]["state"] else "companies"


def a_train(lines):
    key = companies(lines)
    i = middle(lines, lambda line: any(c.get("trains") for c in line["state"][key].values()))
    first_with(lines[i]["state"][key], "trains")["trains"].pop()


def a_price(lines):
    key = companies(lines)
    i = middle(lines, lambda line: any(c.get("price") for c in line["state"][key].values()))
    first_with(lines[i]["state"][key], "price")["price"] += 1


def treasury(lines):
    key = companies(lines)
    i = middle(lines, lambda line: any(c.get("cash") for c in line["state"][key].values()))
    first_with(lines[i]["state"][key], "cash")["cash"] -= 1


STATES = [one_guilder, bank, a_share, phase, last_line, one_state, two_swapped, a_train, a_price,
          treasury]


# --- what can be done to the moves of Rails ------------------------------------------------------

def a_pass_removed(lines):
    i = middle(lines, lambda line: (line.get("action") or {}).get("type") == "pass")
    del lines[i]
    for line in lines[i:]:
        line["i"] -= 1


def a_revenue(lines):
    lines[middle(lines, is_run)]["action"]["revenue"] += 10


def no_money_told(lines):
    for line in lines[len(lines) // 2:]:
        del line["state"]["players"]


def discards_swapped(lines):
    i = next((i for i in range(len(lines) - 1)
              if with_discard(lines[i]) and with_discard(lines[i + 1])), None)
    if i is None:  # no two in a row: another company's train
        i = middle(lines, with_discard)
        lines[i]["action"]["company"] = "nobody"
        return
    lines[i]["action"], lines[i + 1]["action"] = lines[i + 1]["action"], lines[i]["action"]


MOVES = [a_pass_removed, a_revenue, no_money_told, discards_swapped]


def main():
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        game, trace = os.path.join(folder, "game.json"), os.path.join(folder, "trace.jsonl")
        with open(game, "w", encoding="utf-8") as file:
            file.write(run("export", RECORD)[1])
        code, text = run("replay", game, "--json-trace")
        lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
        kinds = [(STATES, lines, ("conform", game, trace))]
        if RAILS:
            kinds.append((STATES + MOVES, lines_of(RAILS), ("conform", "--rails", trace)))
        for distortions, whole, command in kinds:
            for distort in [None, *distortions]:
                changed = copy.deepcopy(whole)
                if distort:
                    distort(changed)
                with open(trace, "w", encoding="utf-8") as file:
                    file.writelines(json.dumps(line) + "\n" for line in changed)
                code, text = run(*command)
                right = code != 0 if distort else code == 0
                passed += right
                failed += not right
                name = distort.__name__.replace("_", " ") if distort else "the trace as it is"
                print(f"{'ok' if right else 'FAILED':<8}{' '.join(command[:-1][:2])[:16]}: {name}")
                if not right:
                    print(text[-2000:])
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
