// SPDX-License-Identifier: Apache-2.0
// What keeps games, without a browser: one save at a time, in order, and nothing is forgotten.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const { Saver, KeepTrouble, withSeats, seatsOf, HttpKeep } = await load("./keep", "./keep/saver", "./keep/http");

const seats = [];
const play = (record, id = "g") => ({ record, card: { id, title: "18nl", seats, actions: 0 } });
const act = (...lines) => [{ kind: "act", lines }];
const soon = () => new Promise((done) => setTimeout(done, 0));
/** A tab's storage. */
const newStorage = () => {
  const map = new Map();
  return { getItem: (k) => map.get(k) ?? null, setItem: (k, v) => map.set(k, v), removeItem: (k) => map.delete(k) };
};
const noWatch = { watch: () => () => {} };
/** What keeps games, as a list of lines; answers may be lost, and others may play too. */
class Shelf {
  lines = [];
  keys = new Set();
  loses = false;
  watch = (id, seq, told) => { this.tell = told; return () => { this.tell = undefined; }; };
  create = async () => 0;
  append = async (p, units, after) => {
    const left = units.filter((u) => !this.keys.has(u.key));
    if (left.length === units.length && after !== this.lines.length) throw new KeepTrouble("stale", "played on elsewhere");
    for (const u of left) {
      this.keys.add(u.key);
      this.lines.push(...u.deed.lines);
    }
    if (this.loses) throw new KeepTrouble("unreachable", "no answer");
    return this.lines.length;
  };
}

test("while a save is under way the rest waits, and goes together behind the last answer", async () => {
  const saved = [], finish = [];
  const keep = { ...noWatch, append: (p, units, after) => new Promise((done) => { saved.push([p.record, units.map((u) => u.deed.lines[0]), after]); finish.push(done); }) };
  const saver = new Saver(keep, () => {});
  saver.opened("g", 4);
  for (const record of ["one", "two", "three"]) void saver.save(play(record), act(record), `1:${record}`);
  assert.ok(saver.pending);
  assert.equal(saver.unkept("g").record, "three");
  finish[0](5);
  await soon();
  assert.deepEqual(saved, [["one", ["one"], 4], ["three", ["two", "three"], 5]]);
  finish[1](7);
  await soon();
  assert.ok(!saver.pending);
  assert.equal(saver.unkept("g"), undefined);
});

test("one request is in flight, whichever games are played", async () => {
  let flying = 0, most = 0;
  const keep = { ...noWatch, create: async () => { most = Math.max(most, ++flying); await soon(); flying--; return 0; } };
  const saver = new Saver(keep, () => {});
  await Promise.all(["a", "b", "c"].map((id) => saver.save(play("one", id))));
  assert.equal(most, 1);
  assert.ok(!saver.pending);
});

test("a new game is made first, with whatever was played meanwhile, and then added to", async () => {
  let up = false;
  const asked = [];
  const keep = {
    ...noWatch,
    create: async (p) => { if (!up) throw new KeepTrouble("full", "no room"); asked.push(["create", p.record]); return 0; },
    append: async (p, units, after) => { asked.push(["append", units.length, after]); return after + units.length; },
  };
  const saver = new Saver(keep, () => {});
  await saver.save(play("new"));
  await saver.save(play("new, one"), act("one"));
  up = true;
  await saver.save(play("new, one, two"), act("two"));
  await saver.save(play("new, one, two, three"), act("three"));
  assert.deepEqual(asked, [["create", "new, one, two"], ["append", 1, 0]]);
});

test("what was refused stays for another try, and what is newer goes with it", async () => {
  let full = true;
  const saved = [];
  const keep = {
    ...noWatch,
    append: async (p, units) => {
      if (full) throw new KeepTrouble("full", "no room");
      saved.push(...units.map((u) => u.deed.lines[0]));
      return 2;
    },
  };
  const saver = new Saver(keep, () => {});
  saver.opened("g", 0);
  await saver.save(play("one"), act("one"));
  assert.ok(saver.pending);
  assert.match(saver.troubles[0].trouble.message, /no room/);
  full = false;
  await saver.save(play("two"), act("two"));
  assert.deepEqual(saved, ["one", "two"]);
  assert.deepEqual(saver.troubles, []);
});

test("what has no answer is sent again as it was, so that our own play never looks like another's", async () => {
  const shelf = new Shelf();
  shelf.loses = true;
  const saver = new Saver(shelf, () => {});
  saver.opened("g", 0);
  await saver.save(play("one"), act("one"));
  await saver.save(play("one two"), act("two"));
  assert.deepEqual(shelf.lines, ["one"]);
  shelf.loses = false;
  await saver.save(play("one two three"), act("three"));
  assert.deepEqual(shelf.lines, ["one", "two", "three"]);
  assert.deepEqual(saver.troubles, []);
});

test("a game that was played on elsewhere waits for a person, and the others do not wait for it", async () => {
  const saved = [];
  const keep = {
    ...noWatch,
    append: async (p) => {
      if (p.card.id === "old") throw new KeepTrouble("stale", "played on elsewhere");
      saved.push(p.record);
      return 1;
    },
  };
  const saver = new Saver(keep, () => {});
  saver.opened("old", 0);
  saver.opened("new", 0);
  await saver.save(play("mine", "old"), act("mine"));
  await saver.save(play("one", "new"), act("one"));
  assert.deepEqual(saved, ["one"]);
  assert.deepEqual(saver.troubles.map((t) => t.play.record), ["mine"]);
  saver.forget("old");
  assert.ok(!saver.pending);
});

test("where only bots have played here, the game is loaded as others have played it", async () => {
  const shelf = new Shelf();
  const lost = [], saver = new Saver(shelf, () => {});
  saver.opened("g", 0);
  const leave = saver.show("g", { rows: () => {}, lost: (why) => lost.push(why) });
  shelf.lines.push("theirs");
  await saver.save(play("bot"), act("bot"), "", true);
  assert.deepEqual(lost, [""]);
  assert.ok(!saver.pending && !saver.troubles.length);
  leave();
});

test("rows of others are passed on, our own are not, and none while something of ours waits", async () => {
  const shelf = new Shelf();
  const seen = [];
  const saver = new Saver(shelf, () => {});
  saver.opened("g", 0);
  const leave = saver.show("g", { rows: (rows) => seen.push(...rows.map((r) => r.seq)), lost: () => assert.fail() });
  shelf.lines.push("theirs");
  shelf.tell([{ seq: 1 }]);
  assert.deepEqual(seen, [1]);
  const kept = saver.save(play("mine"), act("mine"));
  shelf.tell([{ seq: 2 }]); // arrives before the answer
  await kept;
  shelf.lines.push("theirs");
  shelf.tell([{ seq: 3 }]);
  assert.deepEqual(seen, [1, 3]);
  await saver.save(play("mine"), act("mine")); // behind theirs
  assert.deepEqual(saver.troubles, []);
  leave();
  assert.equal(shelf.tell, undefined);
});

test("what is not kept when the page goes is there for the next one", async () => {
  const storage = newStorage();
  let up = false, kept;
  const keep = { ...noWatch, append: async (p, units, after) => { if (!up) throw new KeepTrouble("unreachable", "no"); kept = [p.record, after]; return after + units.length; } };
  const first = new Saver(keep, () => {}, storage);
  first.opened("g", 7);
  void first.save(play("one"), act("one"));
  void first.save(play("two"), act("two"));
  first.takeShelter(); // before any answer
  up = true;
  const next = new Saver(keep, () => {}, storage);
  assert.equal(next.unkept("g").record, "two");
  await next.save(play("two three"), act("three"));
  assert.deepEqual(kept, ["two three", 8]);
  assert.ok(!next.pending);
  assert.ok(!new Saver(keep, () => {}, storage).pending);
  storage.setItem("roundhouse.unkept", "no JSON");
  assert.ok(!new Saver(keep, () => {}, storage).pending);
  const made = []; // what a page of an earlier version has left
  storage.setItem("roundhouse.unkept", JSON.stringify([["g", { revision: 3, sent: play("old"), next: play("older") }]]));
  const last = new Saver({ ...keep, create: async (p) => { made.push(p); return 0; } }, () => {}, storage);
  await last.save(play("another", "h"), act("one"));
  assert.equal(made[0].record, "older");
  assert.ok(made[0].card.id !== "g" && !last.pending);
});

test("seats travel in comments before the record", () => {
  const at = [{ name: "Anna", color: "#0072b2", kind: "human" }, { name: "Bo", color: "#d55e00", kind: "greedy" }];
  assert.equal(withSeats("title: 18nl\n", { seats: at }), `# bots: Bo\n# seats: ${JSON.stringify(at)}\ntitle: 18nl\n`);
  assert.match(withSeats("title: 18nl\n", { seats: at, called: "Sunday" }), /^# game: Sunday$/m);
  assert.deepEqual(seatsOf([{ name: "Anna" }, { name: "Bo", kind: "steady", color: "#123456" }]),
    [{ name: "Anna", kind: "human", color: "#0072b2", shown: undefined }, { name: "Bo", kind: "steady", color: "#123456", shown: undefined }]);
});

test("a change states the row that it follows, and an answer becomes a sentence", async () => {
  const asked = [];
  const json = (body, status = 200) => new Response(JSON.stringify(body), { status });
  const answers = [
    new Response("record", { headers: { etag: '"4"' } }),
    json({ seq: 4 }, 201),
    json({ seq: 5, print: "1:a" }), json({ seq: 6, print: "1:b" }), json({ listed: false }),
    json({ error: { code: "stale", text: "the game has moved on", head: 7 } }, 409),
    json({ error: { code: "full", text: "the disk is full" } }, 507),
    json({ seq: 7, print: "1:d" }),
    json({ removed: true }),
  ];
  const all = [...answers];
  globalThis.location = { href: "http://127.0.0.1:1829/#game=g" };
  globalThis.fetch = async (path, init) => {
    asked.push([init.method, path.replace("http://127.0.0.1:1829/api/v1/", ""), init.body && JSON.parse(init.body)]);
    return answers.shift();
  };
  const unit = (key, deed, print = "") => ({ key, deed, print });
  const mine = { record: "title: 18nl\n", card: { id: "g", seats: [{ name: "Anna", kind: "human", color: "#0072b2" }], called: "Sunday" } };
  const keep = new HttpKeep();
  assert.deepEqual(await keep.load("g"), { record: "record", seq: 4 });
  assert.equal(await keep.create(mine), 4);
  assert.equal(await keep.append(mine, [unit("k1", { kind: "act", lines: ["Anna pass"] }, "1:a"), unit("k2", { kind: "undo", to: 0 }), unit("k3", { kind: "face", setup: "" })], 4), 6);
  await assert.rejects(keep.append(mine, [unit("k4", { kind: "redo", to: 1 })], 6), (e) => e.kind === "stale" && /played on elsewhere/.test(e.message));
  await assert.rejects(keep.append(mine, [unit("k4", { kind: "redo", to: 1 })], 6), (e) => e.kind === "full" && /the disk is full/.test(e.message));
  await assert.rejects(keep.append(mine, [unit("k5", { kind: "act", lines: ["Anna pass"] }, "1:c")], 6), (e) => e.kind === "differs");
  await keep.remove("g", 7);
  const comments = withSeats("", mine.card);
  assert.deepEqual(asked, [
    ["GET", "games/g/record?struck", undefined],
    ["POST", "games", { id: "g", record: `${comments}title: 18nl\n`, seats: [{ for: "me" }], policy: { spectators: "none" } }],
    ["POST", "games/g/log", { after: 4, key: "k1", kind: "act", lines: ["Anna pass"] }],
    ["POST", "games/g/log", { after: 5, key: "k2", kind: "undo", to: 0 }],
    ["PATCH", "games/g", { face: comments, players: ["Anna"] }],
    ["POST", "games/g/log", { after: 6, key: "k4", kind: "redo", to: 1 }],
    ["POST", "games/g/log", { after: 6, key: "k4", kind: "redo", to: 1 }],
    ["POST", "games/g/log", { after: 6, key: "k5", kind: "act", lines: ["Anna pass"] }],
    ["DELETE", "games/g?after=7", undefined],
  ]);
  assert.ok(all.every((r) => r.bodyUsed), "every answer is read");
  globalThis.fetch = async () => { throw new TypeError("refused"); };
  await assert.rejects(keep.list(), (e) => e.kind === "unreachable" && /start it again/.test(e.message));
});

test("a page whose position is not the one that is kept is told to load the game again", async () => {
  const lost = [];
  const keep = { ...noWatch, append: async () => { throw new KeepTrouble("differs", "another position"); } };
  const saver = new Saver(keep, () => {});
  saver.opened("g", 0);
  const leave = saver.show("g", { rows: () => {}, lost: (why) => lost.push(why) });
  await saver.save(play("one"), act("one"), "1:a");
  assert.deepEqual(lost, ["another position"]);
  assert.ok(!saver.pending);
  leave();
});
