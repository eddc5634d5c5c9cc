// SPDX-License-Identifier: Apache-2.0
// What keeps games, without a browser: one save at a time, the newest wins, nothing is forgotten.
import assert from "node:assert/strict";
import { test } from "node:test";
import { build } from "esbuild";

/** A module of the page, for Node. */
async function load(path) {
  const { outputFiles } = await build({
    entryPoints: [new URL(`../src/${path}`, import.meta.url).pathname],
    bundle: true, format: "esm", write: false, platform: "neutral",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
}
const { Saver } = await load("keep/saver.ts");
const { withSeats, seatsIn, HttpKeep } = await load("keep/http.ts");

const card = { id: "g", title: "18nl", seats: [] };
const soon = () => new Promise((done) => setTimeout(done, 0));

test("while a save is under way only the newest waits", async () => {
  const saved = [], finish = [];
  const keep = { save: (_, record) => new Promise((done) => { saved.push(record); finish.push(done); }) };
  const states = [];
  const saver = new Saver(keep, (s) => states.push(s.is));
  saver.save("one", card);
  saver.save("two", card);
  saver.save("three", card);
  assert.ok(saver.pending);
  finish[0]();
  await soon();
  assert.deepEqual(saved, ["one", "three"]);
  finish[1]();
  await soon();
  assert.ok(!saver.pending);
  assert.deepEqual(states, ["saving", "kept"]);
});

test("what failed is kept for another try; what is newer replaces it", async () => {
  let full = true;
  const saved = [];
  const keep = { save: async (_, record) => { if (full) throw new Error("no room"); saved.push(record); } };
  const states = [];
  const saver = new Saver(keep, (s) => states.push(s.is === "trouble" ? s.trouble.message : s.is));
  saver.save("one", card);
  await soon();
  assert.ok(saver.pending);
  assert.match(states.at(-1), /no room/);
  full = false;
  saver.save("two", card);
  await soon();
  assert.deepEqual(saved, ["two"]);
  assert.equal(states.at(-1), "kept");
  saver.close();
});

test("seats travel in comments before the record, and a hand-made comment does no harm", () => {
  const seats = [{ name: "Anna", color: "#0072b2", kind: "human" }, { name: "Bo", color: "#d55e00", kind: "greedy" }];
  const text = withSeats("title: 18nl\n", seats);
  assert.match(text, /^# bots: Bo\n# seats: \[/);
  assert.deepEqual(seatsIn(text), seats);
  assert.equal(seatsIn("title: 18nl\n"), undefined);
  assert.equal(seatsIn("# seats: Anna, Bo\ntitle: 18nl\n"), undefined);
  assert.equal(seatsIn('# seats: [{"name":1}]\n'), undefined);
});

test("a save states the revision that was seen last, and an answer becomes a sentence", async () => {
  const asked = [];
  const answers = [
    new Response("record", { headers: { etag: '"4"' } }),
    new Response('{"revision":5}', { headers: { etag: '"5"' } }),
    new Response('{"error":"this game was played on elsewhere"}', { status: 412 }),
  ];
  globalThis.fetch = async (path, init) => { asked.push([path, init?.headers?.["If-Match"], init?.headers?.["If-None-Match"]]); return answers.shift(); };
  const keep = new HttpKeep();
  assert.equal(await keep.load("g"), "record");
  await keep.save("g", "record", card);
  await assert.rejects(keep.save("g", "more", card), (e) => e.kind === "stale" && /elsewhere/.test(e.message));
  assert.deepEqual(asked.map((a) => a[1]), [undefined, '"4"', '"5"']);
  globalThis.fetch = async () => { throw new TypeError("refused"); };
  await assert.rejects(keep.list(), (e) => e.kind === "unreachable" && /start it again/.test(e.message));
});

test("an answer that was lost does not make our own play look like another's", async () => {
  let kept = "", revision = 0, loses = true;
  globalThis.fetch = async (_, init) => {
    if (!init) return new Response(kept, { headers: { etag: `"${revision}"` } });
    const match = init.headers["If-Match"] ?? '"0"';
    if (match !== `"${revision}"`) return new Response('{"error":"played on elsewhere"}', { status: 412 });
    kept = init.body;
    revision++;
    if (loses) throw new TypeError("connection lost");
    return new Response("{}", { headers: { etag: `"${revision}"` } });
  };
  const keep = new HttpKeep();
  await assert.rejects(keep.save("g", "one\n", card), (e) => e.kind === "unreachable");
  loses = false;
  await keep.save("g", "one\ntwo\n", card);
  assert.match(kept, /one\ntwo\n$/);
  kept = "somebody else's";
  revision++;
  await assert.rejects(keep.save("g", "three\n", card), (e) => e.kind === "stale");
  assert.equal(kept, "somebody else's");
});
