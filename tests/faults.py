# SPDX-License-Identifier: Apache-2.0
"""A bad network: what goes between pages and a server is dropped, delayed, doubled and cut in half by chance."""
import random
import socket
import struct
import threading
import time


class Faults:
    """Listens at a port of its own and passes on what comes to a server's. The head of HTTP passes as it is; then each
    frame of a WebSocket, in both directions, meets its fate. `met` counts them."""
    FATES = ("dropped", "delayed", "doubled", "halved")

    def __init__(self, server, seed, one_in=10):
        self.server, self.one_in = server, one_in
        self.chance, self.lock = random.Random(seed), threading.Lock()
        self.met = dict.fromkeys(self.FATES, 0)
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            try:
                page = self.socket.accept()[0]
            except OSError:
                return  # it is over
            try:
                server = socket.create_connection(("127.0.0.1", self.server.port))
            except OSError:
                page.close()
                continue
            for a, b in ((page, server), (server, page)):
                threading.Thread(target=self.pass_on, args=(a, b), daemon=True).start()

    def fate(self):
        with self.lock:
            fate = self.chance.choice(self.FATES) if self.chance.randrange(self.one_in) == 0 else "pass"
            if fate != "pass":
                self.met[fate] += 1
            return fate, self.chance.random() / 20

    def pass_on(self, a, b):
        try:
            source = a.makefile("rb")
            line = b"x"
            while line.strip():  # the head of the request, or of the answer
                line = source.readline()
                b.sendall(line)
            while True:
                frame = self.read_frame(source)
                fate, wait = self.fate()
                if fate == "delayed":
                    time.sleep(wait)
                if fate == "halved":
                    b.sendall(frame[:len(frame) // 2])
                    break
                if fate != "dropped":
                    b.sendall(frame * (2 if fate == "doubled" else 1))
        except (OSError, EOFError, ValueError):
            pass
        for s in (a, b):
            try:
                s.shutdown(socket.SHUT_RDWR)  # the other direction ends too
            except OSError:
                pass
            s.close()

    @staticmethod
    def read_frame(source):
        def read(n):
            data = source.read(n)
            if len(data) < n:
                raise EOFError
            return data
        head = read(2)
        size = head[1] & 0x7f
        if size > 125:
            more = read(2 if size == 126 else 8)
            size = struct.unpack("!H" if size == 126 else "!Q", more)[0]
            head += more
        return head + read(size + (4 if head[1] & 0x80 else 0))

    def close(self):
        self.socket.close()
