// SPDX-License-Identifier: Apache-2.0
// Every check of the table's design has a test, and the list of them is true; and colours have their place.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CHECKS, table, tests, written } from "./checks.mjs";
import { ROOT } from "./table.mjs";

test("each of the 50 checks has a test, and CHECKS.md names it", () => {
  const all = tests();
  const proved = new Set(all.flatMap((x) => x.numbers));
  const missing = Array.from({ length: CHECKS }, (_, i) => i + 1).filter((n) => !proved.has(n));
  assert.deepEqual(missing, [], "checks without a test");
  assert.ok([...proved].every((n) => n >= 1 && n <= CHECKS));
  assert.ok(written().endsWith(`${table(all)}\n`), "the list is old: node web/tests/checks.mjs writes it");
});

test("a colour is written in colours.css alone, in light and in dark; everybody else calls it by its name", () => {
  const colours = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|light-dark)\(/gi;
  const files = readdirSync(join(ROOT, "web/src"), { recursive: true }).filter((f) => f.endsWith(".css"));
  assert.ok(files.length > 5);
  const found = files.filter((f) => !f.endsWith("colours.css"))
    .flatMap((f) => (readFileSync(join(ROOT, "web/src", f), "utf8").match(colours) ?? []).map((c) => `${f}: ${c}`));
  assert.deepEqual(found, []);
});
