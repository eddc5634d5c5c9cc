// SPDX-License-Identifier: Apache-2.0
// Every check of the table's design has a test, and the list of them is true.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CHECKS, table, tests, written } from "./checks.mjs";

test("each of the 50 checks has a test, and CHECKS.md names it", () => {
  const all = tests();
  const proved = new Set(all.flatMap((x) => x.numbers));
  const missing = Array.from({ length: CHECKS }, (_, i) => i + 1).filter((n) => !proved.has(n));
  assert.deepEqual(missing, [], "checks without a test");
  assert.ok([...proved].every((n) => n >= 1 && n <= CHECKS));
  assert.ok(written().endsWith(`${table(all)}\n`), "the list is old: node web/tests/checks.mjs writes it");
});
