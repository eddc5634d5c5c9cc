// SPDX-License-Identifier: Apache-2.0
// The connection to tables, without a network: every row once and in its order, what has no answer is sent
// again under its key, and a lost connection comes back.
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { load } from "./modules.mjs";

const { Live, TableTrouble, newKey } = await load("./keep/live");

/** The network: every connection that was made, and the answers to requests for rows. */
class Network {
  sockets = [];
  asked = [];
  found = {}; // what the log answers
  parts = {
    socket: () => {
      const s = { sent: [], send: (text) => s.sent.push(JSON.parse(text)), close: () => { s.closed = true; } };
      this.sockets.push(s);
      return s;
    },
    rows: async (game, after) => { this.asked.push([game, after]); return this.found; },
    random: () => 1,
    store: {
      kept: new Map(),
      getItem(name) { return this.kept.get(name) ?? null; },
      setItem(name, text) { this.kept.set(name, text); },
      removeItem(name) { this.kept.delete(name); },
    },
  };
  get socket() { return this.sockets.at(-1); }
  says(message) { this.socket.onmessage({ data: JSON.stringify(message) }); }
  welcomes() {
    this.socket.onopen();
    this.says({ type: "welcome", beat: 25_000 });
  }
  cuts() { this.socket.onclose(); }
  sent(type) { return this.socket.sent.filter((m) => m.type === type); }
}

const row = (seq, line = `line ${seq}`) => ({ seq, unit: seq, ply: seq, kind: "act", seat: 0, at: 0, line, print: "1:0" });
const rows = (from, to) => ({ type: "rows", game: "g", head: to, rows: Array.from({ length: to - from + 1 }, (_, i) => row(from + i)) });
const soon = async () => { for (let i = 0; i < 5; i++) await Promise.resolve(); };

let net, live, seen, table;
beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  net = new Network();
  live = new Live(net.parts);
  seen = { rows: [], chat: [], resets: 0, no: [], states: [], news: [] };
  table = live.watch("g", {
    rows: (r) => seen.rows.push(...r.map((x) => x.seq)),
    reset: () => { seen.resets++; },
    chat: (c) => seen.chat.push(...c.map((x) => x.n)),
    table: (n) => seen.news.push(n),
    no: (t) => seen.no.push(t),
    state: (s) => seen.states.push(s.is),
  }, { have: 3 });
});
afterEach(() => {
  table.leave();
  mock.timers.reset();
});

test("hello says what the page has, and what is missing comes once and in order", () => {
  net.welcomes();
  assert.deepEqual(net.sent("hello"), [{ type: "hello", games: [{ id: "g", have: 3, chat: 0 }] }]);
  net.says(rows(4, 6));
  net.says(rows(5, 7)); // two of them doubled on the way
  assert.deepEqual(seen.rows, [4, 5, 6, 7]);
  net.says({ type: "chat", game: "g", chat: [{ n: 1 }, { n: 2 }] });
  net.says({ type: "chat", game: "g", chat: [{ n: 2 }] });
  assert.deepEqual(seen.chat, [1, 2]);
  net.says({ type: "table", game: "g", seats: [], due: [1], watching: 1 });
  assert.deepEqual(seen.news[0].due, [1]);
  assert.deepEqual(seen.states, ["open"]);
});

test("a gap is filled from the log, and where that is too long the record is loaded", async () => {
  net.welcomes();
  net.found = rows(4, 8);
  net.says(rows(7, 7));
  net.says(rows(8, 8));
  assert.deepEqual(seen.rows, []);
  await soon();
  assert.deepEqual(net.asked, [["g", 3]]);
  assert.deepEqual(seen.rows, [4, 5, 6, 7, 8]);
  net.says({ type: "rows", game: "g", head: 5000, reset: true });
  net.says(rows(5000, 5000)); // of no use before the record is there
  assert.equal(seen.resets, 1);
  table.resume(5000);
  assert.deepEqual(net.sent("watch"), [{ type: "watch", game: "g", have: 5000, chat: 0 }]);
  net.says(rows(5001, 5001));
  assert.deepEqual(seen.rows.slice(5), [5001]);
});

test("what has no answer is sent again by the page that is loaded in its place", () => {
  net.welcomes();
  void table.act(["Anna pass"]);
  void table.undo(2).catch(() => {});
  const keys = [...net.sent("act"), ...net.sent("undo")].map((m) => m.key);
  const refused = [];
  const next = new Live(net.parts); // the page is loaded again
  const again = next.watch("g", { rows: () => {}, no: (t) => refused.push(t.code) }, { have: 3 });
  net.welcomes();
  assert.deepEqual([...net.sent("act"), ...net.sent("undo")].map((m) => [m.key, m.after]), keys.map((key) => [key, 3]));
  net.says({ type: "done", game: "g", key: keys[0], seq: 4 });
  net.says({ type: "no", game: "g", key: keys[1], error: { code: "refused", text: "nothing is there" } });
  assert.deepEqual(refused, ["refused"]); // nobody waits for it, so it is told
  again.leave();
  const third = new Live(net.parts).watch("g", { rows: () => {} }, { have: 4 });
  net.welcomes();
  assert.deepEqual([...net.sent("act"), ...net.sent("undo")], []); // both have their answers
  third.leave();
});

test("what has no answer is sent again under its key until it has one", async () => {
  net.welcomes();
  const done = table.act(["Anna pass"]);
  const [first] = net.sent("act");
  assert.deepEqual({ ...first, key: "" }, { type: "act", game: "g", lines: ["Anna pass"], after: 3, key: "" });
  assert.match(first.key, /^[0-9a-f]{32}$/);
  net.cuts();
  assert.deepEqual(seen.states, ["open", "off"]);
  mock.timers.tick(500);
  assert.equal(net.sockets.length, 2);
  const later = table.undo(2); // while there is no connection
  net.welcomes();
  assert.deepEqual([...net.sent("act"), ...net.sent("undo")].map((m) => m.key), [first.key, net.sent("undo")[0].key]);
  net.says({ type: "no", game: "g", key: first.key, error: { code: "busy", text: "too much waits", retry_ms: 100 } });
  mock.timers.tick(150);
  assert.equal(net.sent("act").length, 2);
  net.says({ type: "done", game: "g", key: first.key, seq: 4 });
  assert.equal(await done, 4);
  net.says({ type: "no", game: "g", key: net.sent("undo")[0].key, error: { code: "refused", text: "nothing is there", id: "18NL-1" } });
  await assert.rejects(later, (e) => e instanceof TableTrouble && e.code === "refused" && e.message === "nothing is there (18NL-1)");
  net.cuts();
  mock.timers.tick(500);
  net.welcomes();
  assert.deepEqual(net.sent("act"), [], "what is answered is not sent any more");
});

test("who was too late gets the rows first and is told then", async () => {
  net.welcomes();
  const late = table.act(["Anna pass"]);
  const said = [];
  late.catch((e) => said.push(e.code, [...seen.rows]));
  net.says({ ...rows(4, 5), type: "no", key: net.sent("act")[0].key, error: { code: "stale", text: "others were first", head: 5 } });
  await soon();
  assert.deepEqual(said, ["stale", [4, 5]]);
});

test("without a connection it is tried after longer and longer, and at once after goodbye", () => {
  for (const wait of [500, 1000, 2000, 4000, 8000, 16000, 30000, 30000]) {
    const before = net.sockets.length;
    net.cuts();
    mock.timers.tick(wait - 1);
    assert.equal(net.sockets.length, before);
    mock.timers.tick(1);
    assert.equal(net.sockets.length, before + 1);
  }
  net.welcomes();
  net.says({ type: "bye", why: "the server ends", retry_ms: 70 });
  assert.deepEqual(live.state, { is: "off", why: "the server ends" });
  assert.ok(net.socket.closed);
  mock.timers.tick(70);
  net.welcomes();
  assert.equal(live.state.is, "open");
});

test("a connection is kept by its beats, and one that has gone silent is made again", () => {
  net.welcomes();
  mock.timers.tick(25_000);
  mock.timers.tick(25_000);
  assert.equal(net.sent("beat").length, 2);
  const before = net.sockets.length;
  mock.timers.tick(25_000); // nothing was heard for three of them
  mock.timers.tick(1);
  assert.equal(net.sockets.length, before + 1);
});

test("whoever leaves hears nothing more, and the last one ends the connection", () => {
  net.welcomes();
  const other = live.watch("h", { rows: () => {} });
  assert.deepEqual(net.sent("watch"), [{ type: "watch", game: "h", have: 0, chat: 0 }]);
  table.leave();
  net.says(rows(4, 4));
  assert.deepEqual(seen.rows, []);
  assert.ok(!net.socket.closed);
  other.leave();
  assert.ok(net.socket.closed);
});

test("a game that cannot be watched says why", () => {
  net.welcomes();
  net.says({ type: "no", game: "g", error: { code: "no_game", text: "there is no such game" } });
  assert.equal(seen.no[0].code, "no_game");
  assert.notEqual(newKey(), newKey());
});
