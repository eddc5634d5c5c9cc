// SPDX-License-Identifier: Apache-2.0
// state.test.mjs: what can happen to the table (table/state.ts), without a browser and without an engine.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const T = await load("./table/state");

const entry = (k, round, player, by) => ({ k, round, player, by, line: `${by} ${k}`, kind: "pass", words: "", events: [] });
const after = (name) => ({ standing: { name }, now: { name }, struck: [] });
const LOG = [entry(0, "stock 1", 0, "Anna"), entry(1, "stock 1", 1, "Bo"), entry(2, "operating 1.1", 0, "DV"), entry(3, "operating 1.1", 1, "MES")];
const person = (e) => e?.player === 0;

test("what is played stands behind the log and brings the present back; the value before stays as it was", () => {
  const before = T.lookedAt(T.opened(after("a"), LOG.slice(0, 2)), 1);
  Object.freeze(before);
  Object.freeze(before.log);
  const then = T.played(before, [LOG[2]], after("b"));
  assert.equal(before.log.length, 2);
  assert.deepEqual([then.log.length, then.at, then.now.name], [3, null, "b"]);
});

test("one looks between the start and the present, by rounds too", () => {
  const s = T.opened(after("a"), LOG);
  assert.deepEqual([T.here(T.lookedAt(s, -5)), T.here(T.lookedAt(s, 2)), T.lookedAt(s, 99).at], [0, 2, null]);
  assert.equal(T.roundBefore(s), 2);
  assert.equal(T.roundBefore(T.lookedAt(s, 2)), 0);
  assert.equal(T.roundAfter(T.lookedAt(s, 0)), 2);
  assert.equal(T.roundAfter(T.lookedAt(s, 2)), 4);
});

test("undo takes the last click of a person, with all of its lines", () => {
  const s = T.opened(after("a"), LOG);
  assert.equal(T.lastClick(s, person), 2);
  const unit = T.asUnit(T.opened(after("a"), LOG.slice(0, 1)), 2);
  const both = T.played(unit, [entry(1, "stock 1", 0, "Anna"), LOG[2]], after("b"));
  assert.equal(T.lastClick(both, person), 1);
  assert.deepEqual(T.takenBack(both, 1).units, []);
});

test("what was taken back last is fetched as a whole only where all of it comes again", () => {
  const s = T.takenBack(T.opened(after("a"), LOG), 3);
  assert.ok(T.redoesAll(s));
  assert.ok(!T.redoesAll(T.takenBack(T.opened(after("a"), LOG), 2)));
  assert.ok(!T.redoesAll(T.played(s, [LOG[3]], after("b"))), "another action: nothing is fetched any more");
  assert.ok(!T.redoesAll(T.played(T.fetching(s), [LOG[3]], after("b"), true)));
});

test("rows of others move the game; whoever looks at the past goes on looking while it is there", () => {
  const looking = T.lookedAt(T.opened(after("a"), LOG), 2);
  const row = T.rowTaken(looking, "act", [...LOG, entry(4, "operating 1.1", 1, "MES")]);
  assert.equal(T.rowsTaken(row, after("b"), true).at, 2);
  const undone = T.rowTaken(looking, "undo", LOG.slice(0, 1));
  assert.deepEqual([T.rowsTaken(undone, after("c"), false).at, undone.heights], [null, [4]]);
});

test("what is pointed at is let go of, routes that were drawn stay", () => {
  const run = { line: "DV run", routes: [] };
  const armed = T.armedWith(T.rerouted({ ...T.UNDECIDED, hex: "E6" }, "2-0", run), { choice: { line: "x" }, amount: null, place: "list", before: [] });
  const free = T.letGo(armed);
  assert.deepEqual([free.hex, free.armed, free.tried, free.edited], [null, null, null, run]);
  assert.deepEqual(T.rerouted(armed, "2-0", "no track").edited, run);
  assert.equal(T.rerouted(armed, "2-0", "no track").routeMessage, "no track");
  assert.equal(T.amountOf(armed, 40).armed.amount, 40);
  assert.equal(T.amountOf(T.disarmed(armed), 40).armed, null);
});
