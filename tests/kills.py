#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What was acknowledged is kept: the program is killed (-9) while it plays, and two play at once.

    tests/kills.py [--program FILE] [--kills N] [--races N] [--seed S]

Three trials, a line each, and last `N passed, M failed`:

kills of `play`   a client keeps a growing game in the real program, one action after the other; the
                  program is killed at a random moment and started again. Every action that was
                  acknowledged is in the store then, nothing that was not sent, and what is sent
                  again because no answer came is done once.
kills of `do`     the same with a file: it holds what was acknowledged, and at most the action that was
                  under way; nothing lies beside it.
races of `do`     two at once, each with an action that is legal before the other: one of them is
                  done, the other refused, and the file says the same.

`make test` runs this with few, tests/long/kills with a thousand of each.
"""
import argparse
import http.client
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def a_game(program, folder, seed):
    """The head and the actions of a finished game between bots; the head says nothing of its end."""
    subprocess.run([program, "selfplay", "18nl", "--games", "1", "--seed", str(seed), "--players",
                    "3", "--bots", "steady", "--record-dir", folder], check=True,
                   stdout=subprocess.DEVNULL)
    head, _, tail = (folder / f"18nl-{seed}.18xx").read_text().partition("\n\n")
    return re.sub(r"^(result|check):.*\n?", "", head + "\n", flags=re.MULTILINE), tail.splitlines()


def record(head, actions):
    return "".join([head, "\n"] + [a + "\n" for a in actions])


def actions_of(text):
    """The action lines of a record: what stands behind its first empty line and is no comment."""
    return [line for line in text.partition("\n\n")[2].splitlines() if line and line[0] != "#"]


# --- kills of `play` ------------------------------------------------------------------------------

class Table:
    """The program, started as a person starts it."""

    def __init__(self, program, folder):
        site = folder / "site"
        site.mkdir(exist_ok=True)
        (site / "index.html").write_text("<!doctype html>\n")
        environment = {**os.environ, "XDG_DATA_HOME": str(folder), "DISPLAY": "",
                       "WAYLAND_DISPLAY": ""}
        self.process = subprocess.Popen([program, "play", "--no-open", "--site", site],
                                        env=environment, stdout=subprocess.PIPE, text=True)
        said = self.process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:(\d+)/(\?[^#\s]*)?", said)
        if not address:
            raise RuntimeError(f"the program did not start: {said!r}")
        self.port, self.token = int(address[1]), address[2] or ""
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def ask(self, method, path, body=None):
        """Status, last row (of a record) and text; OSError or HTTPException if the program is gone."""
        self.connection.request(method, "/api/v1" + path + self.token, body and json.dumps(body))
        answer = self.connection.getresponse()
        row = (answer.getheader("etag") or "").strip('"')
        return answer.status, int(row or 0), answer.read().decode()

    def kill(self):
        self.process.kill()

    def end(self):
        self.connection.close()
        self.process.wait()
        self.process.stdout.close()


class Player:
    """Keeps a game, action by action, and knows what was acknowledged."""

    def __init__(self, games):
        self.games = games  # an endless supply of (head, actions)
        self.number = 0
        self.acknowledged = 0  # actions, over all games
        self.begin()

    def begin(self):
        self.head, self.actions = next(self.games)
        self.number += 1
        self.id = f"kill-{self.number}"
        self.kept = -1  # actions of this game that were acknowledged; -1: the game was not
        self.row = 0
        self.sent = None  # what has no answer yet

    def send(self, table):
        """What is next, or what had no answer, as it was. Its answer says the row that it must have."""
        if self.kept < 0:
            players = re.search(r"^players: (.*)$", self.head, re.MULTILINE)[1].split(",")
            self.sent = self.sent or ("/games", {"id": self.id, "record": record(self.head, []),
                                                 "seats": [{"for": "me"} for _ in players]})
        else:
            self.sent = self.sent or (f"/games/{self.id}/log", {
                "after": self.row, "key": os.urandom(16).hex(), "lines": [self.actions[self.kept]]})
        status, _, text = table.ask("POST", *self.sent)
        if status not in (200, 201) or json.loads(text)["seq"] != self.kept + 1:
            raise RuntimeError(f"{self.sent}: {status} {text}")
        self.sent = None
        self.kept += 1
        self.row = self.kept
        self.acknowledged += self.kept > 0

    def play(self, table):
        """Until the program is gone."""
        try:
            while True:
                if self.kept == len(self.actions):
                    self.begin()
                self.send(table)
        except (OSError, http.client.HTTPException):
            pass

    def compare(self, table):
        """What is wrong with the store, or None. What may have been heard is sent again first: it is done once."""
        status, row, text = table.ask("GET", f"/games/{self.id}/record")
        if status == 404:
            return f"{self.id} is gone" if self.kept >= 0 else None
        found = actions_of(text)
        if len(found) < self.kept or row != len(found):
            return f"{self.id}: {self.kept} actions were acknowledged, {len(found)} are kept in {row} rows"
        if found != self.actions[:len(found)] or len(found) > max(self.kept, 0) + 1:
            return f"{self.id}: {len(found)} actions are kept that were not sent like this"
        if self.sent:
            self.send(table)
            return self.compare(table)
        return None


def kill_play(program, folder, games, kills, dice):
    player, faults, begun = Player(games), [], time.monotonic()
    for n in range(kills):
        table = Table(program, folder)
        wrong = player.compare(table)
        faults += [f"kill {n}: {wrong}"] if wrong else []
        timer = threading.Timer(dice.uniform(0, 0.15), table.kill)
        timer.start()
        player.play(table)
        timer.join()
        table.end()
    table = Table(program, folder)
    wrong = player.compare(table)
    faults += [f"at the end: {wrong}"] if wrong else []
    table.process.send_signal(signal.SIGTERM)
    table.end()
    checked = subprocess.run([program, "games", "check", "--file", folder / "roundhouse/games.db"],
                             capture_output=True, text=True)
    faults += [checked.stdout] if checked.returncode else []
    print(f"{kills} kills of play: {player.acknowledged} actions of {player.number} games "
          f"acknowledged, {len(faults)} faults, {time.monotonic() - begun:.0f} s; "
          f"{checked.stdout.strip().rpartition('/')[2]}")
    return faults


# --- kills and races of `do` ----------------------------------------------------------------------

def do(program, path, action):
    return subprocess.Popen([program, "do", path, action], stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL)


def kill_do(program, folder, games, kills, dice):
    path, faults, begun = folder / "killed.18xx", [], time.monotonic()
    head, actions = next(games)
    path.write_text(record(head, []))
    done = acknowledged = cut = 0
    usual = 0.02  # seconds that an undisturbed one takes; measured as it goes
    for n in range(kills):
        if done == len(actions):
            head, actions = next(games)
            path.write_text(record(head, []))
            done = 0
        start = time.monotonic()
        process = do(program, path, actions[done])
        try:
            code = process.wait(dice.uniform(0, 1.3 * usual))
            usual = 0.9 * usual + 0.1 * (time.monotonic() - start)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
            usual *= 1.01
        text = path.read_text()
        if not text.endswith("\n"):  # half a line: said by every reader, and never acknowledged
            cut += 1
            text = text[:text.rindex("\n") + 1]
            path.write_text(text)
        found = actions_of(text)
        acknowledged += code == 0
        if code not in (0, -signal.SIGKILL):
            faults.append(f"kill {n}: do ended with {code}: {actions[done]}")
        if len(found) < done + (code == 0) or found != actions[:len(found)] or \
                len(found) > done + 1:
            faults.append(f"kill {n}: {done + (code == 0)} actions were acknowledged, the file has "
                          f"{len(found)}")
        done = len(found)
    beside = [f.name for f in folder.iterdir() if f.name.startswith("killed") and f != path]
    faults += [f"left beside the file: {beside}"] if beside else []
    print(f"{kills} kills of do: {acknowledged} actions acknowledged, {cut} half lines, "
          f"{len(faults)} faults, {time.monotonic() - begun:.0f} s")
    return faults


def race_do(program, folder, races):
    """Both are Anna's, so whoever comes second is refused."""
    pair = ("Anna pass", "Anna take P1 20")
    path, faults, first, begun = folder / "raced.18xx", [], 0, time.monotonic()
    for n in range(races):
        path.write_text("title: 18nl\nrules: 1\nplayers: Anna, Bo\nseed: 1\n\n")
        both = [do(program, path, action) for action in (pair if n % 2 else pair[::-1])]
        codes = [process.wait() for process in both]
        found = actions_of(path.read_text())
        said = [action for action, code in zip(pair if n % 2 else pair[::-1], codes) if code == 0]
        first += codes[0] == 0
        if sorted(codes) != [0, 1] or found != said:
            faults.append(f"race {n}: exit codes {codes}, the file has {found}")
    print(f"{races} races of do: {races - len(faults)} times one was done and one refused "
          f"({first} times the first), {len(faults)} faults, {time.monotonic() - begun:.0f} s")
    return faults


def main():
    words = argparse.ArgumentParser()
    words.add_argument("--program", default=ROOT / "build/roundhouse")
    words.add_argument("--kills", type=int, default=20)
    words.add_argument("--races", type=int, default=50)
    words.add_argument("--seed", type=int, default=None)
    a = words.parse_args()
    program = pathlib.Path(a.program).resolve()
    seed = a.seed if a.seed is not None else random.randrange(1 << 30)
    dice = random.Random(seed)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="roundhouse-kills-"))
    print(f"seed {seed}")

    def games():
        while True:
            yield a_game(program, folder, dice.randrange(1, 1 << 20))

    try:
        trials = [lambda: kill_play(program, folder, games(), a.kills, dice),
                  lambda: kill_do(program, folder, games(), a.races, dice),
                  lambda: race_do(program, folder, a.races)]
        faults = [trial() for trial in trials]
    finally:
        shutil.rmtree(folder)
    for trial in faults:
        print(*trial[:10], *([f"... and {len(trial) - 10} more"] if len(trial) > 10 else []), sep="\n",
              end="\n" if trial else "")
    failed = sum(1 for f in faults if f)
    print(f"{len(faults) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
