#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Who may do what at a table, from outside: every request and every message of `roundhouse serve`, by everybody.

    tests/rights.py [--program FILE] [--print]

What is expected stands in docs/api.md, in the table under "Who may do what": a row for each request and message,
a column for each kind of person. Each cell is asked of a running server and is a check. Two more: every request
that server/desk_ask.c knows has a row, and every message that docs/api.md names. --print writes the table as found.

host        began the table and has seat 0 (Anna)
seat        has seat 1 (Bo), which is to act
other       has seat 2 (Cia)
watcher     is known here, from a table of their own, and has no seat
stranger    brings no session
link void   had seat 1 until the host made a new link and Bo came with it; tries with the old one
session over had seat 3 (Dirk) and brings a session that has expired
"""
import argparse
import contextlib
import os
import pathlib
import re
import shutil
import sqlite3
import sys
import tempfile
import time

from serve import PATIENCE, ROOT, Page, Server

ROLES = ("host", "seat", "other", "watcher", "stranger", "link void", "session over")
SEATS = [{"name": "Anna", "for": "me"}, {"name": "Bo"}, {"name": "Cia"}, {"name": "Dirk"}]
TABLE = {"title": "18nl", "seed": 1, "seats": SEATS}


class Table:
    """A table with everybody at it: Anna has passed and it is Bo's turn. Before the start nobody has; with
    something asked Bo has passed too, and Anna wants to take everything back."""
    made = 0

    def __init__(self, server, begun=True, asked=False, **more):
        Table.made += 1  # whoever comes from another address is not too fast
        self.session, self.server = {}, server
        self.address = f"10.0.{Table.made // 250}.{Table.made % 250}"
        told = self.must("POST", "/games", {**TABLE, **more, "name": "Host"})
        self.game = told["id"]
        self.session.update({"host": told["session"], "stranger": ""})
        self.link = {link["seat"]: link["link"].split("#s=")[1] for link in told["links"]}
        self.secret = {"link void": self.link[1]}
        self.session["link void"] = self.claim(1, "Void")
        told = self.must("POST", f"/games/{self.game}/seats/1", {"do": "link"}, "host")
        self.link[1] = told["link"].split("#s=")[1]
        for seat, role in ((1, "seat"), (2, "other"), (3, "session over")):
            self.session[role] = self.claim(seat, f"{role} {Table.made}")
            self.secret[role] = self.link[seat]
        self.session["watcher"] = self.must("POST", "/games", {**TABLE, "name": "W"})["session"]
        with contextlib.closing(sqlite3.connect(server.db, timeout=PATIENCE)) as db, db:
            over = db.execute("UPDATE key SET expires = 1 WHERE kind = 'session' AND person IN "
                              "(SELECT id FROM person WHERE name = ?)", (f"session over {Table.made}",))
            assert over.rowcount == 1, over.rowcount
        if begun:
            self.play("host", "Anna pass")
        if asked:
            self.play("seat", "Bo pass")
            self.must("POST", f"/games/{self.game}/log", self.wish(kind="undo", to=0), "host")

    def ask(self, method, path, body=None, role="stranger"):
        """Status and answer, at the pace that is allowed."""
        while True:
            status, said, _ = self.server.ask(method, "/api/v1" + path, body, self.session.get(role, ""),
                                              {"X-Forwarded-For": self.address})
            if status != 429:
                return status, said
            time.sleep(said["error"]["retry_ms"] / 1000)

    def must(self, method, path, body=None, role="stranger"):
        status, said = self.ask(method, path, body, role)
        assert status in (200, 201), (method, path, role, said)
        return said

    def claim(self, seat, name):
        return self.must("POST", "/claims", {"game": self.game, "secret": self.link[seat],
                                             "name": name})["session"]

    def head(self):
        return self.must("GET", f"/games/{self.game}/log", role="host")["head"]

    def wish(self, **more):
        return {"after": self.head(), "key": os.urandom(16).hex(), **more}

    def play(self, role, line):
        self.must("POST", f"/games/{self.game}/log", self.wish(lines=[line]), role)


# --- what is asked: the first column of the table ------------------------------------------------

def get(path):
    return lambda t, role: t.ask("GET", path.replace("ID", t.game), None, role)


def change(method, path, body):
    return lambda t, role: t.ask(method, path.replace("ID", t.game), body, role)


def log(**wish):
    return lambda t, role: t.ask("POST", f"/games/{t.game}/log", t.wish(**wish), role)


def claim(t, role):
    """With the link that this person has; whoever has none has found Bo's."""
    return t.ask("POST", "/claims", {"game": t.game, "secret": t.secret.get(role, t.link[1]),
                                     "name": "Again"}, role)


def put_back(t, role):
    """Of a game that its host has thrown away, and gets back whoever else tries."""
    t.must("DELETE", f"/games/{t.game}", None, "host")
    said = t.ask("POST", f"/bin/{t.game}", None, role)
    if said[0] != 200:
        t.must("POST", f"/bin/{t.game}", None, "host")
    return said


def message(kind, **more):
    """A message of a page that looks on; the answer as if it had been a request."""
    def send(t, role):
        page = Page(t.server, t.session[role])
        try:
            page.send({"type": "watch", "game": t.game})
            first = page.until_any("chat", "no")  # rows come before it
            if kind == "watch" or first["type"] == "no":
                return (400 if first["type"] == "no" else 200), first
            wish = {} if kind in ("leave", "beat", "hello") else t.wish(**more)
            page.send({"type": kind, "game": t.game, **wish})
            if kind == "leave":  # has no answer: what is said next has one
                page.send({"type": "watch", "game": t.game})
            said = page.until_any("no", *{"leave": ("rows",), "say": ("chat",), "beat": ("beat",),
                                          "hello": ("welcome",)}.get(kind, ("done",)))
            return (400 if said["type"] == "no" else 200), said
        finally:
            page.close()
    return send


ASKED = {"asked": True}
BEFORE = {"begun": False}
CLOSED = {"policy": {"spectators": "none"}}
WHAT = {
    # as the table says it: (how it is asked, of which table)
    "`GET about`": (get("/about"), {}),
    "`GET games?mine`": (get("/games?mine"), {}),
    "`POST games`": (change("POST", "/games", {**TABLE, "name": "N"}), {}),
    "`POST games` from this one": (lambda t, role: t.ask("POST", "/games", {
        "from": t.game, "name": "N", "seats": [{"for": "me"}] * 4}, role), {}),
    "`POST claims`": (claim, {}),
    "`GET me`": (get("/me"), {}),
    "`PATCH me`": (change("PATCH", "/me", {"name": "New"}), {}),
    "`GET games/ID`": (get("/games/ID"), {}),
    "`PATCH games/ID`": (change("PATCH", "/games/ID", {"listed": True}), {}),
    "`DELETE games/ID` before the start": (change("DELETE", "/games/ID", None), BEFORE),
    "… when others play": (change("DELETE", "/games/ID", None), {}),
    "`POST bin/ID`": (put_back, BEFORE),
    "`GET games/ID/record`": (get("/games/ID/record"), {}),
    "`GET games/ID/log`": (get("/games/ID/log"), {}),
    "`GET games/ID/choices`": (get("/games/ID/choices"), {}),
    "`GET games/ID/view`": (get("/games/ID/view"), {}),
    "`POST games/ID/log`, seat 1 acts": (log(lines=["Bo pass"]), {}),
    "… and it is not its turn": (log(lines=["Cia pass"]), {}),
    "… seats 1 and 2 in one": (log(lines=["Bo pass", "Cia pass"]), {}),
    "… still_legal": (log(lines=["Bo pass"], mode="still_legal"), {}),
    "… undo of what Anna did": (log(kind="undo"), {}),
    "… redo of nothing": (log(kind="redo"), {}),
    "… agree to what needs Bo": (lambda t, role: log(kind="agree", row=t.head())(t, role), ASKED),
    "… refuse it": (lambda t, role: log(kind="refuse", row=t.head())(t, role), ASKED),
    "… a row of kind seat": (log(kind="seat", lines=["1 open"]), {}),
    "`POST games/ID/seats/1`, leave": (change("POST", "/games/ID/seats/1", {"do": "leave"}), {}),
    "… leave, before the start": (change("POST", "/games/ID/seats/1", {"do": "leave"}), BEFORE),
    "… link": (change("POST", "/games/ID/seats/1", {"do": "link"}), {}),
    "… open": (change("POST", "/games/ID/seats/1", {"do": "open"}), {}),
    "… take": (change("POST", "/games/ID/seats/1", {"do": "take", "name": "Eve"}), {}),
    "… bot": (change("POST", "/games/ID/seats/1", {"do": "bot", "level": "casual"}), {}),
    "`GET games/ID/note`": (get("/games/ID/note"), {}),
    "`PUT games/ID/note`": (change("PUT", "/games/ID/note", {"text": "mine"}), {}),
    "`GET games/ID/programmes`": (get("/games/ID/programmes"), {}),
    "`PUT games/ID/programmes`": (change("PUT", "/games/ID/programmes", {"text": "[]"}), {}),
    "`GET games/ID/chat`": (get("/games/ID/chat"), {}),
    "`POST games/ID/chat`": (change("POST", "/games/ID/chat", {"text": "hello"}), {}),
    "… in the room of the table": (change("POST", "/games/ID/chat", {"text": "hello", "room": "table"}), {}),
    "no spectators: `GET games/ID`": (get("/games/ID"), CLOSED),
    "no spectators: `GET games/ID/log`": (get("/games/ID/log"), CLOSED),
    "no spectators: `POST games/ID/chat`": (change("POST", "/games/ID/chat", {"text": "hello"}), CLOSED),
    "message `hello`": (message("hello"), {}),
    "message `beat`": (message("beat"), {}),
    "message `watch`": (message("watch"), {}),
    "message `leave`": (message("leave"), {}),
    "message `act`, seat 1": (message("act", lines=["Bo pass"]), {}),
    "message `undo` of what Anna did": (message("undo"), {}),
    "message `redo` of nothing": (message("redo"), {}),
    "message `agree` to what needs Bo": (
        lambda t, role: message("agree", row=t.head())(t, role), ASKED),
    "message `refuse`": (lambda t, role: message("refuse", row=t.head())(t, role), ASKED),
    "message `say`": (message("say", text="hello"), {}),
    "no spectators: message `watch`": (message("watch"), CLOSED),
}
READS = re.compile(r"`GET |message `(hello|beat|watch|leave)")


def find(server):
    """The answer to everything by everybody; whatever was changed is begun anew."""
    found, tables, said_why = {}, {}, {}
    for what, (ask, kind) in WHAT.items():
        found[what] = []
        for role in ROLES:
            name = repr(kind)
            if name not in tables:
                tables[name] = Table(server, **kind)
            t = tables[name]
            before = t.head()
            status, said = ask(t, role)
            good = status in (200, 201)
            found[what].append("yes" if good else said["error"]["code"])
            said_why[what, role] = "" if good else f" ({said['error']['text']})"
            if good and not READS.search(what):
                del tables[name]
            elif not good:
                assert said["error"]["text"], (what, role, said)  # in words
                assert t.head() == before, (what, role, "a row was kept of what was refused")
    return found, said_why


# --- what is expected ----------------------------------------------------------------------------

def expected(text):
    part = text.partition("## Who may do what")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")]
            for line in part.splitlines() if line.startswith("|")]
    assert rows and tuple(rows[0][1:]) == ROLES, rows[:1]
    return {row[0]: row[1:] for row in rows[2:]}


def missing():
    """Requests of the program and messages of the documentation that have no row."""
    asks = re.findall(r'\{"([A-Z]+)", "([^"]*)", (true|false), \w+\}',
                      (ROOT / "server/desk_ask.c").read_text())
    assert len(asks) > 15, asks
    paths = [f"{method} " + (("games/ID/" + path).strip("/") if of_game == "true" else path.strip("/"))
             for method, path, of_game in asks]
    part = (ROOT / "docs/api.md").read_text().partition("## WebSocket")[2]
    rows = [line.split("|")[1] for line in part.splitlines() if line.startswith("|")]
    words = {word for row in rows for word in re.findall(r'"type":"(\w+)"|`(\w+)`', row) for word in word}
    assert len(words) > 9, words
    said = "\n".join(WHAT)
    return [p for p in paths if not re.search("`" + re.escape(p) + r"[`?/]", said)] + \
           [w for w in words if w and f"message `{w}`" not in said]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--program", default=str(ROOT / "build-test/roundhouse"))
    p.add_argument("--print", action="store_true")
    args = p.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="roundhouse-rights-"))
    server = Server(args.program, folder, None, "--behind-proxy", "127.0.0.1")
    try:
        found, said_why = find(server)
    finally:
        server.end()
        shutil.rmtree(folder, ignore_errors=True)
    if args.print:
        print("| | " + " | ".join(ROLES) + " |\n|---" + "|---" * len(ROLES) + "|")
        for what, answers in found.items():
            print(f"| {what} | " + " | ".join(answers) + " |")
    wanted = expected((ROOT / "docs/api.md").read_text())
    wrong = [f"{what}: it stands in docs/api.md, and is not tried" for what in wanted.keys() - found.keys()]
    wrong += [f"{what}: no row of docs/api.md" for what in found.keys() - wanted.keys()]
    wrong += [f"{what} by the {role}: {now} instead of {then}{said_why[what, role]}"
              for what in found.keys() & wanted.keys()
              for role, now, then in zip(ROLES, found[what], wanted[what]) if now != then]
    wrong += [f"{what}: is asked by nobody here" for what in missing()]
    print("\n".join(wrong) or f"{len(found)} requests and messages by {len(ROLES)} kinds of people")
    checks = len(found) * len(ROLES) + 1
    print(f"{checks - min(checks, len(wrong))} passed, {len(wrong)} failed")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
