#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tables of several people, from outside: `roundhouse serve` as it is started, over HTTP and WebSocket.

    tests/serve.py [--program FILE] [--kills N] [--crashes N] [--races N] [--seats N] [--faults N] [--seed S]
                   [--silence] [--only TRIAL]
    tools/with-postgres tests/serve.py --db postgres

Trials, a line each, and last `N passed, M failed`:

a whole game   three seats taken by link and a spectator play an archived game again, line by line, each line
               sent by the one whose turn it is; connections are cut, the server is ended and started,
               and killed (-9). All end with the same print, and the record is the game.
kills          tables are played on while the server is killed (-9) and started again. Every row that was
               acknowledged is there, under its number, a key that was sent again was done once, and every
               game replays to its last print.
faults         three people play through a network that drops, delays, doubles and halves messages (faults.py):
               every decision is made once, and all end with the same rows.
power cuts     as kills, while PostgreSQL is stopped at once (-m immediate) and started; with --db only.
two programs   on one database, both are sent the next line at once: one of them has it kept, the other is
               told so with the row, and whoever looks on at either sees all rows. The same for a seat.
doors          what comes from another site, without right, too long or not at all is answered so.
limits         too fast, too long, too many, a reader that does not read, a key once more: each has its answer, and
               whoever keeps to the limits notices nothing.
lines          rows as lines, for programs (application/x-ndjson): those that there are, then those that come; whoever does
               not read them is let go.
full           a disk without room: what cannot be kept is refused as full, nothing of it is seen, what was kept stays,
               and with room again the game goes on.
silence        with --silence only, for it takes 75 seconds: who says nothing is told so and let go.
bot            the example of docs/api.md takes the seat of a link and plays.
end            whoever looks on is told before the server ends, and it ends.
log            with --log a line of JSON for every answer, with nothing in it that lets anybody in.

Nothing here hangs on how long something takes: it waits for states.
"""
import argparse
import base64
import http.client
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

from faults import Faults

ROOT = pathlib.Path(__file__).resolve().parent.parent
PATIENCE = 120  # seconds after which a test is taken for hung


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    """The program, started as a host starts it."""

    def __init__(self, program, folder, db=None, *more, stderr=None):
        self.program, self.db, self.more = program, db or str(folder / "tables.db"), more
        self.stderr = stderr
        for _ in range(5):  # another program may take the port meanwhile
            self.port = free_port()
            if self.start():
                return
        raise AssertionError("it did not begin to serve")

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "serve", "--listen", f"127.0.0.1:{self.port}", "--db", self.db,
             "--workers", "2", *self.more], stdout=subprocess.PIPE, stderr=self.stderr, text=True)
        for line in self.process.stdout:
            if "the games stay" in line:
                return True
        self.process.wait()
        self.process.stdout.close()
        return False

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        left = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        assert how != signal.SIGTERM or left == 0, f"it ended with {left}"  # also what a sanitizer has found

    def again(self, how):
        self.end(how)
        assert self.start(), "it did not begin to serve again"

    def ask(self, method, path, body=None, session="", headers=()):
        """Status, answer and headers; the answer is JSON where it is said to be."""
        at = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        head = dict(headers)
        if session:
            head["Authorization"] = "Bearer " + session
        text = json.dumps(body) if isinstance(body, (dict, list)) else body
        at.request(method, path, text, head)
        answer = at.getresponse()
        data = answer.read().decode()
        at.close()
        is_json = answer.getheader("content-type", "").startswith("application/json")
        return answer.status, json.loads(data) if is_json and data else data, answer.headers


class Page:
    """A WebSocket, with as little of the protocol as a test needs."""
    host = "127.0.0.1"

    def __init__(self, server, session="", origin=None, address=None, small=False):
        self.socket = socket.socket()
        self.socket.settimeout(PATIENCE)
        if small:  # little is under way to whoever does not read
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.connect_to(server)
        head = (f"GET /api/v1/live HTTP/1.1\r\nHost: {self.host}:{server.port}\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Protocol: roundhouse.1\r\n"
                f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n")
        if session:
            head += f"Authorization: Bearer {session}\r\n"
        if origin:
            head += f"Origin: {origin}\r\n"
        if address:
            head += f"X-Forwarded-For: {address}\r\n"
        self.socket.sendall((head + "\r\n").encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            part = self.socket.recv(4096)
            if not part:
                raise ConnectionError("not let in")
            self.buffer += part
        answer, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        if b" 101 " not in answer.split(b"\r\n")[0]:
            raise ConnectionError(answer.split(b"\r\n")[0].decode())

    def connect_to(self, server):
        self.socket.connect(("127.0.0.1", server.port))

    def send(self, message):
        self.frame(0x81, message if isinstance(message, str) else json.dumps(message))

    def part(self, text, first=False):
        """Of a message that is not over."""
        self.frame(0x01 if first else 0x00, text)

    def frame(self, head, text):
        data, mask = text.encode(), os.urandom(4)
        size = (struct.pack("!B", 0x80 | len(data)) if len(data) < 126 else
                struct.pack("!BH", 0x80 | 126, len(data)))
        self.socket.sendall(bytes([head]) + size + mask +
                            bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def bytes(self, n):
        while len(self.buffer) < n:
            part = self.socket.recv(65536)
            if not part:
                raise ConnectionError("it was closed")
            self.buffer += part
        out, self.buffer = self.buffer[:n], self.buffer[n:]
        return out

    def hear(self):
        first, size = self.bytes(2)
        size &= 0x7f
        if size == 126:
            size, = struct.unpack("!H", self.bytes(2))
        elif size == 127:
            size, = struct.unpack("!Q", self.bytes(8))
        data = self.bytes(size)
        if first & 0x0f == 8:
            raise ConnectionError("it was closed")
        return json.loads(data) if first & 0x0f == 1 else {}

    def until(self, kind, **fits):
        """The next message of this type that has these members."""
        while True:
            m = self.hear()
            if m.get("type") == kind and all(m.get(k) == v for k, v in fits.items()):
                return m

    def until_any(self, *kinds):
        """The next message of one of these types."""
        while True:
            m = self.hear()
            if m.get("type") in kinds:
                return m

    def close(self):
        self.socket.close()


class Person:
    """Somebody who follows a game, and plays it if he has a session with a seat."""

    def __init__(self, server, game, session=""):
        self.server, self.game, self.session = server, game, session
        self.seq, self.rows, self.page = 0, [], None
        self.meet()

    def meet(self):
        if self.page:
            self.page.close()
        self.page = self.connect()
        self.page.send({"type": "hello", "games": [{"id": self.game, "have": self.seq}]})
        self.page.until("welcome")
        self.take(self.page.until("rows"))

    def connect(self):
        return Page(self.server, self.session)

    def take(self, message):
        for row in message.get("rows", []):
            if row["seq"] <= self.seq:
                continue
            assert row["seq"] == self.seq + 1, f"a gap: {row['seq']} after {self.seq}"
            self.seq = row["seq"]
            self.rows.append(row)

    def catch_up(self, seq):
        while self.seq < seq:
            self.take(self.page.until("rows"))

    def act(self, line, key=None, mode="exact"):
        """Plays the line and waits for its row. Returns what was said: done or no."""
        key = key or os.urandom(16).hex()
        self.page.send({"type": "act", "game": self.game, "after": self.seq, "key": key,
                        "lines": [line], "mode": mode})
        while True:
            m = self.page.hear()
            if m.get("type") == "rows":
                self.take(m)
            elif m.get("type") in ("done", "no") and m.get("key") == key:
                if m["type"] == "done":
                    self.catch_up(m["seq"])
                return m

    def patiently(self, line):
        """The same, at the pace that a person is allowed."""
        said = self.act(line)
        while said["type"] == "no" and said["error"]["code"] == "too_fast":
            time.sleep(said["error"]["retry_ms"] / 1000)
            said = self.act(line)
        return said


def split(record):
    """The head, the actions and the result of a finished game."""
    head, _, tail = record.read_text().partition("\n\n")
    result = re.search(r"^result: (.*)$", head, re.MULTILINE)
    head = re.sub(r"^(result|check):.*\n?", "", head + "\n", flags=re.MULTILINE)
    return head, [a for a in tail.splitlines() if a and a[0] != "#"], result.group(1)


def a_game():
    """One between three."""
    return split(ROOT / "tests/archive/18nl/3-greedy-117.18xx")


def games():
    """The shortest of each title among those that are written as today."""
    return [min((split(record) for record in folder.glob("v*.18xx")), key=lambda game: len(game[1]))
            for folder in sorted((ROOT / "tests/archive").glob("*/"))]


def make_table(server, head):
    """A table from the head of a record; the host's session, the game, and the links' secrets."""
    status, made, _ = server.ask("POST", "/api/v1/games", {
        "name": "Host", "record": head + "\n",
        "seats": [{"for": "me"}, {"for": "link"}, {"for": "link"}], "policy": {"calls": False}})
    assert status == 201, made
    secrets = [link["link"].split("#s=")[1] for link in made["links"]]
    return made["session"], made["id"], secrets


def claim(server, game, secret, name):
    status, taken, _ = server.ask("POST", "/api/v1/claims",
                                  {"game": game, "secret": secret, "name": name})
    assert status == 200, taken
    return taken["session"]


# --- the trials ------------------------------------------------------------------------------------

def whole_game(program, folder, args):
    server = Server(program, folder, args.db)
    try:
        head, actions, result = a_game()
        host, game, secrets = make_table(server, head)
        sessions = [host] + [claim(server, game, s, n) for s, n in zip(secrets, ("Berta", "Carl"))]
        people = [Person(server, game, s) for s in sessions]
        watcher = Person(server, game)
        chance = random.Random(args.seed)
        restarts = {len(actions) // 3: signal.SIGTERM, 2 * len(actions) // 3: signal.SIGKILL}
        for n, line in enumerate(actions):
            if n in restarts:
                server.again(restarts[n])
                for p in people + [watcher]:
                    p.meet()
            elif chance.randrange(40) == 0:
                chance.choice(people + [watcher]).meet()
            head_now = max(p.seq for p in people)
            for p in people:
                p.catch_up(head_now)
            due = server.ask("GET", f"/api/v1/games/{game}")[1]["due"][0]
            if chance.randrange(10) == 0:
                said = people[(due + 1) % 3].patiently(line)
                assert said["error"]["code"] == "not_yours", f"{line}: {said}"
            said = people[due].patiently(line)
            for p in people if said["type"] == "no" else ():  # out of turn: a swap, a discard
                said = p.patiently(line) if said["type"] == "no" else said
            assert said["type"] == "done", f"{line}: {said}"
        for p in people + [watcher]:
            p.catch_up(said["seq"])
        prints = {p.rows[-1]["print"] for p in people + [watcher]}
        assert len(prints) == 1, prints
        _, record, _ = server.ask("GET", f"/api/v1/games/{game}/record")
        assert [a for a in record.partition("\n\n")[2].splitlines() if a and a[0] != "#"] == actions
        _, card, _ = server.ask("GET", f"/api/v1/games/{game}")
        assert card["result"] == result, card["result"]
        return f"{len(actions)} actions by three seats, 2 restarts, print {prints.pop()}"
    finally:
        server.end()


class Load:
    """Tables at which one person plays all seats of archived games, line by line, one table after the other, while
    somebody kills what they play on. A line is sent with the same key until it is answered."""

    def __init__(self, server, threads):
        self.server, self.games = server, games()
        self.stop, self.failures, self.tables = threading.Event(), [], []
        self.threads = [threading.Thread(target=self.run, args=(i,)) for i in range(threads)]
        for t in self.threads:
            t.start()

    def ask(self, method, path, body, session=""):
        """Until there is an answer, or it is over (None)."""
        while not self.stop.is_set():
            try:
                status, said, _ = self.server.ask(method, path, body, session)
            except (OSError, http.client.HTTPException):
                self.stop.wait(0.02)
                continue
            if status not in (429, 503):
                return status, said
            self.stop.wait(said["error"].get("retry_ms", 20) / 1000 if said else 0.02)
        return None

    def begin(self, head):
        """A table; if its answer was lost there is one more that nobody plays at."""
        seats = [{"for": "me"}] * (head[head.index("players:"):].partition("\n")[0].count(",") + 1)
        made = (422, None)
        while made and made[0] == 422:  # a sanitizer's lock, held while the replay's process began, is for ever
            made = self.ask("POST", "/api/v1/games", {"name": "P", "record": head + "\n", "seats": seats,
                                                      "policy": {"calls": False}})
            assert not made or made[0] != 422 or "takes longer" in made[1]["error"]["text"], made
        assert made is None or made[0] == 201, made
        return made and made[1]

    def play(self, which):
        head, actions, _ = self.games[which % len(self.games)]
        made = self.begin(head)
        if not made:
            return
        acknowledged = []
        self.tables.append((made["id"], actions, acknowledged))
        for n, line in enumerate(actions):
            answer = self.ask("POST", f"/api/v1/games/{made['id']}/log",
                              {"after": n, "key": os.urandom(16).hex(), "lines": [line]}, made["session"])
            if answer is None:
                return
            assert answer[0] == 200 and answer[1]["seq"] == n + 1, (line, n, answer)
            acknowledged.append(line)

    def run(self, which):
        try:
            while not self.stop.is_set():
                self.play(which)
                which += 1
        except BaseException as e:  # told at the end, by the thread that waits
            self.failures.append(e)

    def rows(self):
        return sum(len(acknowledged) for _, _, acknowledged in list(self.tables))

    def some_more(self, rows):
        """Waits until so many more rows were acknowledged, or something went wrong."""
        wanted = self.rows() + rows
        while self.rows() < wanted and not self.failures:
            self.stop.wait(0.001)

    def end(self, program, folder):
        """Every row that was acknowledged is there, none twice, none missing, and every game replays to its print."""
        self.stop.set()
        for t in self.threads:
            t.join()
        assert not self.failures, self.failures
        for game, actions, acknowledged in self.tables:
            rows, head = [], 1
            while len(rows) < head:
                log = self.server.ask("GET", f"/api/v1/games/{game}/log?after={len(rows)}")[1]
                rows, head = rows + log["rows"], log["head"]
            lines, n = [row["line"] for row in rows], len(acknowledged)
            assert [row["seq"] for row in rows] == list(range(1, len(rows) + 1)), "a gap"
            assert n <= len(lines) <= n + 1, (len(lines), n)
            wrong = [pair for pair in zip(lines, actions) if pair[0] != pair[1]]
            assert not wrong, wrong[:3]
            record = self.server.ask("GET", f"/api/v1/games/{game}/record")[1]
            assert rows[-1]["print"].split(":")[1] in record if rows else True, record[:400]
            file = folder / f"{game}.18xx"
            file.write_text(record)
            shown = subprocess.run([program, "show", file], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            assert shown.returncode == 0, shown.stderr.decode()  # its check: is that print
            file.unlink()
        return f"{self.rows()} rows of {len(self.tables)} games acknowledged, none missing, none twice"


def kills(program, folder, args):
    """The server, at any moment."""
    server = Server(program, folder, args.db)
    chance = random.Random(args.seed)
    try:
        load = Load(server, 4)
        try:
            for _ in range(args.kills):
                load.some_more(chance.randrange(1, 12))
                server.again(signal.SIGKILL)
        finally:
            load.stop.set()
        return f"{args.kills} kills, " + load.end(program, folder)
    finally:
        server.end()


def database(program, folder, args):
    """PostgreSQL as by a power cut, at any moment; the server stays."""
    server = Server(program, folder, args.db)
    chance = random.Random(args.seed)
    try:
        load = Load(server, 4)
        try:
            for _ in range(args.crashes):
                load.some_more(chance.randrange(1, 60))
                pg_ctl(args.db, "stop", "-m", "immediate")
                pg_ctl(args.db, "start", "-w")
        finally:
            load.stop.set()
        return f"{args.crashes} power cuts of the database, " + load.end(program, folder)
    finally:
        server.end()


class Patient(Person):
    """Somebody behind a bad network: what is not answered is sent again, under the same key, by a new connection."""
    quiet = 0.2  # seconds until it is tried again; longer each time, so that a slow machine gets there too

    def meet(self):
        while True:
            try:
                super().meet()
                return
            except (OSError, ValueError, AssertionError):  # AssertionError: a gap, rows were lost on the way
                self.quiet = min(2 * self.quiet, 20)

    def connect(self):
        page = super().connect()
        page.socket.settimeout(self.quiet)
        return page

    def decide(self, line):
        """Until it is known to be kept."""
        key, after = os.urandom(16).hex(), self.seq
        while True:
            try:
                self.page.send({"type": "act", "game": self.game, "after": after, "key": key, "lines": [line]})
                said = self.page.until_any("done", "no")
                if said.get("key") != key:
                    continue
                if said["type"] == "done":
                    self.quiet = Patient.quiet
                    return said["seq"]
                if code(said) == "stale":  # what was refused is not kept, so it may be decided again
                    self.meet()
                    key, after = os.urandom(16).hex(), self.seq
                elif code(said) == "too_fast":
                    time.sleep(said["error"]["retry_ms"] / 1000)
                else:
                    raise AssertionError(said)
            except (OSError, ValueError):
                self.quiet = min(2 * self.quiet, 20)
                self.meet()

    def follow(self, seq):
        while self.seq < seq:
            self.meet()


def faults(program, folder, args):
    server = Server(program, folder, args.db)
    network = Faults(server, args.seed)
    try:
        head, actions, _ = a_game()
        actions = actions[:args.faults]
        host, game, secrets = make_table(server, head)
        sessions = [host] + [claim(server, game, s, n) for s, n in zip(secrets, ("Berta", "Carl"))]
        people = [Patient(network, game, s) for s in sessions]
        last = 2  # two seats were taken
        for line in actions:
            due = server.ask("GET", f"/api/v1/games/{game}")[1]["due"][0]
            people[due].follow(last)
            last = people[due].decide(line)
        for p in people:
            p.follow(last)
            lines = [row["line"] for row in p.rows if row["kind"] == "act"]
            assert lines == actions, (len(lines), len(actions))
        assert {p.rows[-1]["print"] for p in people} == {
            server.ask("GET", f"/api/v1/games/{game}/log?after={last - 1}")[1]["rows"][0]["print"]}
        assert min(network.met.values()) > 0, network.met
        return f"{len(actions)} decisions of three people, each made once, though " + \
            ", ".join(f"{n} were {fate}" for fate, n in network.met.items())
    finally:
        network.close()
        server.end()


def pg_ctl(url, *words):
    """Of the cluster that tools/with-postgres made: it lies beside its socket."""
    folder = pathlib.Path(url.partition("host=")[2])
    programs = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name))
    user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if os.getuid() == 0 else []
    subprocess.run([*user, programs / "pg_ctl", "-s", "-D", folder / "data", "-l", folder / "log",
                    "-o", f"-k {folder} -c listen_addresses=", *words], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL)


def at_once(*asks):
    """What is answered to requests that are sent side by side."""
    said = [None] * len(asks)

    def send(i):
        said[i] = asks[i]()

    threads = [threading.Thread(target=send, args=(i,)) for i in range(len(asks))]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return said


def race_for_rows(servers, races):
    """Both programs are sent the next line of a game at once. Returns how many had it kept by the second."""
    second = 0
    while races > 0:
        head, actions, _ = a_game()
        _, made, _ = servers[0].ask("POST", "/api/v1/games", {
            "name": "Both", "record": head + "\n", "seats": [{"for": "me"}] * 3,
            "policy": {"calls": False}})
        log, rounds = f"/api/v1/games/{made['id']}/log", min(races, len(actions))
        watcher = Person(servers[1], made["id"])

        def send(server, n):
            while True:
                status, said, _ = server.ask("POST", log, {"after": n, "key": os.urandom(16).hex(),
                                                           "lines": [actions[n]]}, made["session"])
                if status != 429:
                    return status, said
                time.sleep(said["error"]["retry_ms"] / 1000)

        for n in range(rounds):
            said = at_once(*[lambda s=s: send(s, n) for s in servers])
            assert sorted(s[0] for s in said) == [200, 409], said
            late = next(s[1] for s in said if s[0] == 409)
            assert [row["line"] for row in late["rows"]] == [actions[n]], late
            second += said[1][0] == 200
            if n % 100 == 99:  # nobody may be silent for long
                watcher.catch_up(n + 1)
                watcher.meet()
        watcher.catch_up(rounds)  # whichever program a row came to
        watcher.page.close()
        for server in servers:
            rows = server.ask("GET", log)[1]["rows"]
            assert [row["line"] for row in rows] == actions[:rounds]
        races -= rounds
    return second


def race_for_seats(servers, races, chance):
    """Two people open the same link at once, each at another program: one has the seat."""
    head, _, _ = a_game()
    for n in range(races):
        address = {"X-Forwarded-For": f"10.{n // 60000}.{n // 250 % 250}.{n % 250}"}
        _, made, _ = servers[0].ask("POST", "/api/v1/games", {
            "name": "Host", "record": head + "\n", "seats": [{"for": "link"}] * 3}, headers=address)
        link = chance.choice(made["links"])
        said = at_once(*[lambda s=s, who=who: s.ask("POST", "/api/v1/claims", {
            "game": made["id"], "secret": link["link"].split("#s=")[1], "name": who}, headers=address)
            for s, who in zip(servers, ("Eva", "Udo"))])
        assert sorted(s[0] for s in said) == [200, 403], said
        winner = ("Eva", "Udo")[said[1][0] == 200]
        for server in servers:
            watcher = Person(server, made["id"])
            watcher.catch_up(1)  # the other program may hear of it later
            watcher.page.close()
            assert [row["line"] for row in watcher.rows] == [f"{link['seat']} person {winner}"], watcher.rows


def two(program, folder, args):
    proxy = ("--behind-proxy", "127.0.0.1")
    servers = [Server(program, folder, args.db, *proxy)]
    try:
        servers.append(Server(program, folder, servers[0].db, *proxy))
        second = race_for_rows(servers, args.races)
        seats = args.seats or max(1, args.races // 10)
        race_for_seats(servers, seats, random.Random(args.seed))
        return (f"{args.races} races for a row between two programs on one database ({second} won by the "
                f"second) and {seats} for a seat: one has it each time, no gap")
    finally:
        for server in servers:
            server.end()


def doors(program, folder, args):
    server = Server(program, folder, args.db)
    try:
        own = {"Origin": f"http://127.0.0.1:{server.port}"}
        body = {"title": "18nl", "name": "Anna", "seats": [{"name": "A", "for": "me"}, {"name": "B"}]}
        status, said, _ = server.ask("POST", "/api/v1/games", body,
                                     headers={"Origin": "http://evil.example"})
        assert (status, said["error"]["code"]) == (403, "not_yours"), said
        status, made, headers = server.ask("POST", "/api/v1/games", body, headers=own)
        assert status == 201 and "session" not in made, made
        cookie = headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=Lax" in cookie, cookie
        cookie = {"Cookie": cookie.split(";")[0]}
        game = f"/api/v1/games/{made['id']}"
        row = {"after": 0, "key": "0" * 32, "lines": ["A pass"]}
        assert server.ask("POST", game + "/log", row, headers=cookie)[0] == 403  # no page sent it
        assert server.ask("POST", game + "/log", row, headers=own)[0] == 403     # no cookie
        status, said, _ = server.ask("POST", game + "/log", row, headers={**own, **cookie})
        assert status == 200, said
        assert server.ask("GET", game, headers=cookie)[1]["you"] == {"seats": [0], "host": True}
        status, said, _ = server.ask("POST", game + "/log", " " * 70000, headers=own)
        assert (status, said["error"]["code"]) == (413, "too_large"), said
        status, said, _ = server.ask("POST", game + "/log", "{", headers=own)
        assert (status, said["error"]["code"]) == (400, "unreadable"), said
        assert server.ask("GET", "/api/v1/elsewhere")[0] == 404
        second = subprocess.run([program, "serve", "--listen", f"127.0.0.1:{server.port}", "--db", server.db],
                                capture_output=True, text=True, timeout=PATIENCE)
        assert second.returncode != 0 and "cannot be served" in second.stderr, second  # no port is shared
        status, _, headers = server.ask("GET", f"/g/{made['id']}")  # the browser keeps what is behind its #
        assert (status, headers["location"]) == (302, f"/?table={made['id']}"), headers
        assert server.ask("GET", "/g/no%20table")[0] == 404
        status, page, _ = server.ask("GET", "/")
        assert status != 200 or 'content="tables"' in page, page[:800]
        assert server.ask("GET", "/healthz")[1] == {"ok": True}
        status, figures, _ = server.ask("GET", "/metrics")
        assert status == 200 and 'roundhouse_answers_total{status="4xx"}' in figures, figures
        assert server.ask("GET", "/metrics", headers={"X-Forwarded-For": "10.0.0.9"})[0] == 404  # by a proxy
        for origin in ("http://evil.example", "null"):
            try:
                Page(server, origin=origin)
                raise AssertionError("a page of another site was let in")
            except ConnectionError:
                pass
        page = Page(server, origin=own["Origin"])
        page.send({"type": "beat"})
        page.until("beat")
        page.send("{")
        assert page.until("no")["error"]["code"] == "unreadable"
        page.send({"type": "watch", "game": "nowhere"})
        assert page.until("no")["error"]["code"] == "no_game"
        page.send('{"type":"' + "x" * 9000 + '"}')
        page.until("bye")
        page.close()
        return "another site, no right, too long, unreadable: each has its answer"
    finally:
        server.end()


def code(said):
    return said["error"]["code"]


def is_closed(page):
    try:
        while True:
            page.hear()
    except OSError:
        return True


def too_fast(server, game, session):
    """Sixty actions at once, 200 messages at once, five games a minute, five lines of chat in ten seconds."""
    page = Page(server, session)
    codes = {}
    for kind in ("act", "nonsense"):  # all at once: on a slow machine too they come faster than is allowed
        for _ in range(400):
            page.send({"type": kind, "game": game, "after": 0, "key": os.urandom(16).hex(), "lines": ["B pass"]})
        codes[kind] = [code(page.until("no")) for _ in range(400)]
    page.close()
    assert codes["act"].count("stale") >= 50 and "too_fast" in codes["act"], codes["act"]
    assert "too_fast" in codes["nonsense"], codes["nonsense"]
    for path, body in (("/games", {"title": "18nl", "seats": [{"name": "A", "for": "me"}, {"name": "B"}]}),
                       (f"/games/{game}/chat", {"text": "x"})):
        answers = [server.ask("POST", "/api/v1" + path, body, session)[:2] for _ in range(10)]
        late = [said for status, said in answers if status == 429]
        assert late and code(late[0]) == "too_fast" and late[0]["error"]["retry_ms"] > 0, answers


def too_long(server, game, session):
    at = f"/api/v1/games/{game}"
    row = {"after": 0, "key": "0" * 32, "lines": ["A" * 8192]}
    for method, path, body, wanted in (
            ("POST", at + "/log", " " * 65537, (413, "too_large")),
            ("POST", at + "/log", row, (413, "too_large")),
            ("POST", at + "/log", {**row, "lines": ["A pass"] * 65}, (413, "too_large")),
            ("POST", "/api/v1/games", " " * (4 * 1024 * 1024 + 1), (413, "too_large")),
            ("PUT", at + "/note", {"text": "x" * 64 * 1024}, (413, "too_large")),
            ("POST", at + "/chat", {"text": "x" * 3000}, (413, "too_large")),
            ("GET", "/api/v1/" + "x" * 300, None, (400, "unreadable"))):
        status, said, _ = server.ask(method, path, body, session)
        assert (status, code(said)) == wanted, (method, path[:60], status, said)
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as s:
        s.sendall(b"GET /api/v1/about HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 20000 + b"\r\n\r\n")
        try:
            answer = s.recv(100)
        except ConnectionResetError:  # it did not wait for the end
            answer = b""
        assert b" 200 " not in answer, answer
    page = Page(server)  # in parts that would each be short enough
    page.part('{"type":"', first=True)
    page.part("x" * 5000)
    page.part("x" * 5000)
    page.until("bye")
    assert is_closed(page)


def too_many(server):
    """Sixty pages of one address; another address is not concerned."""
    pages = [Page(server, address="10.1.1.1") for _ in range(60)]
    try:
        Page(server, address="10.1.1.1")
        raise AssertionError("page 61 of an address was let in")
    except ConnectionError as e:
        assert " 429 " in str(e), e
    pages.append(Page(server, address="10.1.1.2"))
    for page in pages:
        page.close()


def does_not_read(server, game):
    """Whoever does not read is let go, others go on hearing, and the log has everything for the return."""
    other = Page(server)
    slow = Page(server, small=True)
    sent = 0
    try:
        while True:  # every answer has the whole log
            slow.send({"type": "watch", "game": game, "have": 0})
            sent += 1
            if sent % 50 == 0:  # as fast as it is allowed
                time.sleep(1)
                other.send({"type": "beat"})
                other.until("beat")
            assert sent < 20000, "nobody minds a page that does not read"
    except OSError:
        pass
    other.send({"type": "watch", "game": game, "have": 0})
    rows = other.until("rows")["rows"]
    again = Page(server)
    again.send({"type": "watch", "game": game, "have": 0})
    assert again.until("rows")["rows"] == rows
    for page in (slow, other, again):
        page.close()


def too_many_look_on(server, game, session):
    """Two hundred who have no part in it hear at once, one more a moment later; none is sent away."""
    pages = []
    for n in range(201):
        pages.append(Page(server, address=f"10.2.{n // 50}.1"))
        pages[-1].send({"type": "watch", "game": game})
        assert pages[-1].until_any("rows", "no")["type"] == "rows"
    seat = Page(server, session)
    seat.send({"type": "watch", "game": game})
    last = seat.until_any("rows", "no")["head"]
    status, said, _ = server.ask("POST", f"/api/v1/games/{game}/seats/1", {"do": "link"}, session=session)
    assert status == 200, said  # a row
    for page in (seat, pages[0], pages[200]):
        assert [row["seq"] for row in page.until("rows")["rows"]] == [last + 1]
    for page in pages + [seat]:
        page.close()
    return last + 1


def limits(program, folder, args):
    server = Server(program, folder, args.db, "--behind-proxy", "127.0.0.1")
    try:
        head, actions, _ = a_game()
        status, made, _ = server.ask("POST", "/api/v1/games", {
            "name": "Host", "record": head + "\n" + "\n".join(actions) + "\n", "seats": [{"for": "me"}] * 3})
        assert status == 201, made
        does_not_read(server, made["id"])
        _, made, _ = server.ask("POST", "/api/v1/games", {
            "title": "18nl", "name": "Anna", "seats": [{"name": "A", "for": "me"}, {"name": "B"}]})
        game, session = made["id"], made["session"]
        too_long(server, game, session)
        row = {"after": 0, "key": os.urandom(16).hex(), "lines": ["A pass"]}
        path = f"/api/v1/games/{game}/log"
        answers = [server.ask("POST", path, row, session)[:2] for _ in range(3)]
        page = Page(server, session)
        page.send({"type": "act", "game": game, **row})
        assert page.until("done")["seq"] == 1 and answers[0][1]["seq"] == 1, answers
        assert answers[0][0] == 200 and answers == [answers[0]] * 3, answers
        page.close()
        assert server.ask("GET", path)[1]["head"] == 1  # a key that came four times
        too_many(server)
        rows = too_many_look_on(server, game, session)
        too_fast(server, game, session)
        assert server.ask("GET", path)[1]["head"] == rows
        return "too fast, too long, too many, not reading, a key four times: each has its answer"
    finally:
        server.end()


class Lines:
    """Rows of a game as they come, over one request."""

    def __init__(self, server, game, session="", after=0):
        self.at = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        head = {"Accept": "application/x-ndjson", **({"Authorization": "Bearer " + session} if session else {})}
        self.at.request("GET", f"/api/v1/games/{game}/log?after={after}", headers=head)
        self.answer = self.at.getresponse()

    def next(self):
        """The next row; None: it is over."""
        for line in iter(self.answer.readline, b""):
            if line.strip():
                return json.loads(line)
        return None

    def close(self):
        self.answer.close()
        self.at.close()


def lines(program, folder, args):
    server = Server(program, folder, args.db)
    try:
        head, actions, _ = a_game()
        host, game, secrets = make_table(server, head)
        follower = Lines(server, game, host)
        assert follower.answer.status == 200, follower.answer.status
        assert claim(server, game, secrets[0], "Berta") and follower.next()["line"] == "1 person Berta"
        person = Person(server, game, host)
        assert person.act(actions[0])["type"] == "done"
        assert follower.next()["line"] == actions[0]
        late = Lines(server, game, after=1)
        assert late.next()["seq"] == 2
        missing = Lines(server, "nowhere")
        assert (missing.answer.status, code(json.loads(missing.answer.read()))) == (404, "no_game")
        here = server.ask("GET", f"/api/v1/games/{game}", session=host)[1]["seats"][0]["here"]
        assert here, "who reads lines is not taken for being here"
        follower.close()
        person.page.close()
        watcher = Person(server, game)
        while server.ask("GET", f"/api/v1/games/{game}", session=host)[1]["seats"][0]["here"]:
            pass  # it is noticed that both are gone
        watcher.page.close()
        server.process.send_signal(signal.SIGTERM)
        assert late.next() is None and server.process.wait(timeout=PATIENCE) == 0
        server.process.stdout.close()
        assert server.start()
        return "those that there are, those that come, and an end with the server"
    finally:
        server.end()


def full(program, folder, args):
    """The file of tables may not grow any more: to the program that is a full disk."""
    server = Server(program, folder, args.db)
    try:
        head, actions, _ = a_game()
        status, made, _ = server.ask("POST", "/api/v1/games", {
            "name": "Host", "record": head + "\n", "seats": [{"for": "me"}] * 3, "policy": {"calls": False}})
        assert status == 201, made
        game, session = f"/api/v1/games/{made['id']}", made["session"]
        looks = Person(server, made["id"])

        def play(n):
            return server.ask("POST", game + "/log", {"after": n, "key": os.urandom(16).hex(),
                                                      "lines": [actions[n]]}, session)[:2]

        for n in range(3):
            assert play(n)[0] == 200
        pid, size = server.process.pid, pathlib.Path(server.db + "-wal").stat().st_size
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        for _ in range(2):
            status, said = play(3)
            assert (status, code(said)) == (507, "full"), (status, said)
        assert server.ask("GET", "/healthz")[0] == 503
        assert server.ask("GET", game + "/log")[1]["head"] == 3
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        for n in range(3, 6):
            assert play(n)[0] == 200, n
        looks.catch_up(6)
        assert [row["line"] for row in looks.rows] == actions[:6], looks.rows
        server.again(signal.SIGKILL)
        assert [row["line"] for row in server.ask("GET", game + "/log")[1]["rows"]] == actions[:6]
        return "507 while there is no room, nothing half kept, and on as soon as there is"
    finally:
        server.end()


def silence(program, folder, args):
    server = Server(program, folder, args.db)
    try:
        page, half = Page(server), socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
        half.sendall(b"GET /api/v1/about HTTP/1.1\r\nHo")
        try:
            said = half.recv(100)  # some libraries answer before they hang up
        except ConnectionResetError:
            said = b""
        assert b" 200 " not in said, said
        half.close()
        assert page.until("bye")["retry_ms"] > 0
        assert is_closed(page)
        return "half a request, and a page that says nothing, are let go"
    finally:
        server.end()


def bot(program, folder, args):
    server = Server(program, folder, args.db)
    player = None
    try:
        _, made, _ = server.ask("POST", "/api/v1/games", {
            "title": "18nl", "name": "Host", "seed": 1,
            "seats": [{"name": "Anna", "for": "me"}, {"name": "Bo"}]})
        link = f"http://127.0.0.1:{server.port}{made['links'][0]['link']}"
        player = subprocess.Popen([sys.executable, ROOT / "examples/table_bot.py", link],
                                  stdout=subprocess.DEVNULL)
        host = Person(server, made["id"], made["session"])
        host.catch_up(1)  # it has taken its seat
        assert host.act("Anna pass")["type"] == "done"
        while not any(row.get("seat") == 1 and row["kind"] == "act" for row in host.rows):
            host.catch_up(host.seq + 1)
        return "docs/api.md's bot takes a seat and plays: " + host.rows[-1]["line"]
    finally:
        if player:
            player.kill()
            player.wait()
        server.end()


def end(program, folder, args):
    told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)  # as a service it says how it goes
    told.bind(str(folder / "notify"))
    told.settimeout(PATIENCE)
    os.environ["NOTIFY_SOCKET"] = str(folder / "notify")
    try:
        server = Server(program, folder, args.db)
    finally:
        del os.environ["NOTIFY_SOCKET"]
    assert told.recv(100) == b"READY=1"
    page = Page(server)
    page.send({"type": "hello", "games": []})
    page.until("welcome")
    server.process.send_signal(signal.SIGTERM)
    bye = page.until("bye")
    assert 0 <= bye["retry_ms"] <= 5000, bye
    assert server.process.wait(timeout=PATIENCE) == 0
    server.process.stdout.close()
    while (word := told.recv(100)) != b"STOPPING=1":
        assert word == b"WATCHDOG=1", word
    told.close()
    return "a page was told, and the server ended"


def log(program, folder, args):
    with open(folder / "log", "w") as stderr:
        server = Server(program, folder, args.db, "--log", stderr=stderr)
    try:
        _, game, secrets = make_table(server, a_game()[0])
        session = claim(server, game, secrets[0], "Berta")
        server.ask("POST", f"/api/v1/games/{game}/chat", {"text": "a secret plan"}, session=session)
        server.ask("GET", f"/api/v1/games/{game}/log?after=0", session=session)
        server.ask("GET", "/api/v1/nowhere")
        Page(server, session).close()
    finally:
        server.end()
    text = (folder / "log").read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    seen = [(line["method"], line["path"], line["status"]) for line in lines]
    for wanted in (("POST", "/api/v1/games", 201), ("POST", "/api/v1/claims", 200), ("GET", "/api/v1/nowhere", 404),
                   ("GET", f"/api/v1/games/{game}/log", 200), ("GET", "/api/v1/live", 101)):
        assert wanted in seen, (wanted, text)
    for hidden in (session, *secrets, "a secret plan", "Berta"):
        assert hidden not in text, text
    return f"{len(lines)} lines, and no secret in them"


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--program", default=str(ROOT / "build-test/roundhouse"))
    p.add_argument("--kills", type=int, default=20)
    p.add_argument("--faults", type=int, default=60, help="decisions through a bad network")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--crashes", type=int, default=3)
    p.add_argument("--races", type=int, default=40)
    p.add_argument("--seats", type=int, help="races for a seat; a tenth of the others if it is not said")
    p.add_argument("--db", help="postgres: the database of tools/with-postgres")
    p.add_argument("--silence", action="store_true")
    p.add_argument("--only", action="append", help="of these trials")
    args = p.parse_args()
    if args.db:
        args.db = os.environ["RH_POSTGRES"]
    failed = 0
    trials = [("a whole game", whole_game), ("kills", kills), ("faults", faults), ("two programs", two),
              ("doors", doors),
              ("limits", limits), ("lines", lines), ("bot", bot), ("end", end), ("log", log)]
    trials.insert(2, ("power cuts", database) if args.db else ("full", full))
    if args.silence:
        trials.append(("silence", silence))
    trials = [t for t in trials if not args.only or t[0] in args.only]
    for name, trial in trials:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="roundhouse-serve-"))
        try:
            print(f"{name}: {trial(args.program, folder, args)}")
        except Exception as e:
            failed += 1
            print(f"{name}: FAILED: {type(e).__name__}: {e}")
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"{len(trials) - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
