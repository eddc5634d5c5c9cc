// SPDX-License-Identifier: Apache-2.0
// What keeps games, without a browser: one save at a time, the newest wins, nothing is forgotten.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const { Saver, KeepTrouble, withSeats, seatsOf, HttpKeep } = await load("./keep", "./keep/saver", "./keep/http");

const seats = [];
const play = (record, id = "g") => ({ record, card: { id, title: "18nl", seats } });
const soon = () => new Promise((done) => setTimeout(done, 0));
/** A tab's storage. */
const newStorage = () => {
  const map = new Map();
  return { getItem: (k) => map.get(k) ?? null, setItem: (k, v) => map.set(k, v), removeItem: (k) => map.delete(k) };
};

test("while a save is under way only the newest waits, and each is made from the last answer", async () => {
  const saved = [], finish = [];
  const keep = { save: (p, from) => new Promise((done) => { saved.push([p.record, from]); finish.push(done); }) };
  const saver = new Saver(keep, () => {});
  saver.opened("g", 4);
  for (const record of ["one", "two", "three"]) void saver.save(play(record));
  assert.ok(saver.pending);
  assert.equal(saver.unkept("g").record, "three");
  finish[0](5);
  await soon();
  assert.deepEqual(saved, [["one", 4], ["three", 5]]);
  finish[1](6);
  await soon();
  assert.ok(!saver.pending);
  assert.equal(saver.unkept("g"), undefined);
});

test("one request is in flight, whichever games are played", async () => {
  let flying = 0, most = 0;
  const keep = { save: async () => { most = Math.max(most, ++flying); await soon(); flying--; return 1; } };
  const saver = new Saver(keep, () => {});
  await Promise.all(["a", "b", "c"].map((id) => saver.save(play("one", id))));
  assert.equal(most, 1);
  assert.ok(!saver.pending);
});

test("what was refused stays for another try; what is newer replaces it", async () => {
  let full = true;
  const saved = [];
  const keep = {
    save: async (p) => {
      if (full) throw new KeepTrouble("full", "no room");
      saved.push(p.record);
      return 1;
    },
  };
  const saver = new Saver(keep, () => {});
  await saver.save(play("one"));
  assert.ok(saver.pending);
  assert.match(saver.troubles[0].trouble.message, /no room/);
  full = false;
  await saver.save(play("two"));
  assert.deepEqual(saved, ["two"]);
  assert.deepEqual(saver.troubles, []);
});

test("what has no answer is sent again as it was, so that our own play never looks like another's", async () => {
  let kept = "", revision = 0, loses = true;
  const keep = {
    save: async (p, from) => {
      if (p.record !== kept) {
        if (from !== revision) throw new KeepTrouble("stale", "played on elsewhere");
        kept = p.record;
        revision++;
      }
      if (loses) throw new KeepTrouble("unreachable", "no answer");
      return revision;
    },
  };
  const saver = new Saver(keep, () => {});
  await saver.save(play("one"));
  await saver.save(play("one two"));
  await saver.save(play("two")); // one was taken back
  assert.equal(kept, "one");
  loses = false;
  await saver.save(play("two three"));
  assert.equal(kept, "two three");
  assert.deepEqual(saver.troubles, []);
});

test("a game that was played on elsewhere waits for a person, and the others do not wait for it", async () => {
  const saved = [];
  const keep = {
    save: async (p) => {
      if (p.card.id === "old") throw new KeepTrouble("stale", "played on elsewhere");
      saved.push(p.record);
      return 1;
    },
  };
  const saver = new Saver(keep, () => {});
  await saver.save(play("mine", "old"));
  await saver.save(play("one", "new"));
  assert.deepEqual(saved, ["one"]);
  assert.deepEqual(saver.troubles.map((t) => t.play.record), ["mine"]);
  saver.forget("old");
  assert.ok(!saver.pending);
});

test("what is not kept when the page goes is there for the next one", async () => {
  const storage = newStorage();
  let up = false, kept;
  const keep = { save: async (p, from) => { if (!up) throw new KeepTrouble("unreachable", "no"); kept = [p.record, from]; return from + 1; } };
  const first = new Saver(keep, () => {}, storage);
  first.opened("g", 7);
  void first.save(play("one"));
  void first.save(play("two"));
  first.takeShelter(); // before any answer
  up = true;
  const next = new Saver(keep, () => {}, storage);
  assert.equal(next.unkept("g").record, "two");
  await next.save(play("two three"));
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

test("a save states the revision it was made from, and an answer becomes a sentence", async () => {
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
  assert.deepEqual(await keep.load("g"), { record: "record", revision: 4 });
  assert.equal(await keep.save(play("record"), 4), 5);
  await assert.rejects(keep.save(play("more"), 5), (e) => e.kind === "stale" && /elsewhere/.test(e.message));
  await keep.remove("g", 5);
  assert.deepEqual(asked.map((a) => a[1]), [undefined, '"4"', '"5"', '"5"']);
  assert.ok(asked.every((a) => !a[3]), "keepalive has a quota");
  assert.ok(all.slice(0, 3).every((r) => r.bodyUsed), "every answer is read");
  globalThis.fetch = async () => { throw new TypeError("refused"); };
  await assert.rejects(keep.list(), (e) => e.kind === "unreachable" && /start it again/.test(e.message));
});
