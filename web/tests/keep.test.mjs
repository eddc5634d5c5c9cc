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
});

test("seats travel in comments before the record", () => {
  const at = [{ name: "Anna", color: "#0072b2", kind: "human" }, { name: "Bo", color: "#d55e00", kind: "greedy" }];
  assert.equal(withSeats("title: 18nl\n", { seats: at }), `# bots: Bo\n# seats: ${JSON.stringify(at)}\ntitle: 18nl\n`);
  assert.match(withSeats("title: 18nl\n", { seats: at, called: "Sunday" }), /^# game: Sunday$/m);
  assert.deepEqual(seatsOf([{ name: "Anna" }, { name: "Bo", kind: "steady", color: "#123456" }]),
    [{ name: "Anna", kind: "human", color: "#0072b2", shown: undefined }, { name: "Bo", kind: "steady", color: "#123456", shown: undefined }]);
});

test("a change states what it was made from, and an answer becomes a sentence", async () => {
  const asked = [];
  const answers = [
    new Response("record", { headers: { etag: '"4"' } }),
    new Response('{"revision":5}', { headers: { etag: '"5"' } }),
    new Response('{"error":"this game was played on elsewhere"}', { status: 412 }),
    new Response(null, { status: 204 }),
  ];
  const all = [...answers];
  globalThis.fetch = async (path, init) => {
    asked.push([path, init?.headers?.["If-Match"], init?.headers?.["If-None-Match"], init?.keepalive]);
    return answers.shift();
  };
  const keep = new HttpKeep();
  assert.deepEqual(await keep.load("g"), { record: "record", seq: 4 });
  assert.equal(await keep.append(play("record"), [], 4), 5);
  await assert.rejects(keep.append(play("more"), [], 5), (e) => e.kind === "stale" && /elsewhere/.test(e.message));
  await keep.remove("g", 5);
  assert.deepEqual(asked.map((a) => a[1]), [undefined, '"4"', '"5"', '"5"']);
  assert.ok(asked.every((a) => !a[3]), "keepalive has a quota");
  assert.ok(all.slice(0, 3).every((r) => r.bodyUsed), "every answer is read");
  globalThis.fetch = async () => { throw new TypeError("refused"); };
  await assert.rejects(keep.list(), (e) => e.kind === "unreachable" && /start it again/.test(e.message));
});
