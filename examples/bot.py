#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A player in thirty lines: roundhouse selfplay 18nl --bot mine=examples/bot.py --bots mine,casual

It knows no rule. It asks for the choices and takes the first of the kind it likes best."""
import sys

LIKES = ["run", "pay", "par", "take", "start", "buy", "train", "lay", "accept", "pass"]


def liking(action):
    """The place of an action's verb among what we like; what is not there comes last."""
    verb = action.split()[1]
    return LIKES.index(verb) if verb in LIKES else len(LIKES)


choices = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "roundhouse":
        print("name Likes\nwants choices\nready", flush=True)
    elif word == "game":  # a record follows; we remember nothing
        for _ in range(int(rest)):
            sys.stdin.readline()
    elif word == "choice":
        choices.append(rest)
    elif word == "go":  # it is our turn
        print("best", min(choices, key=liking), flush=True)
        choices = []
    elif word == "speak":  # somebody else's turn: we could bid, but do not
        print("silence", flush=True)
        choices = []
    elif word == "quit":
        break
