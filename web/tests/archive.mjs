// SPDX-License-Identifier: Apache-2.0
// archive.mjs: moments of the archived records (tests/archive), for whoever wants to see every kind of decision.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { newEngine } from "./engine.mjs";
import * as t from "./table.mjs";

/** Records of the newest rules first, those of random play after them, those with house rules last. */
function recordsOf(title) {
  const folder = join(t.ROOT, "tests/archive", title);
  const rank = (name) => (name.startsWith("v") ? 0 : 1) + (name.includes("random") ? 2 : 0) + (name.includes("=") ? 4 : 0);
  return readdirSync(folder).filter((f) => f.endsWith(".18xx")).sort((a, b) => rank(a) - rank(b) || (a < b ? 1 : -1))
    .map((f) => readFileSync(join(folder, f), "utf8"));
}

/** All moments as [name, how to get the record that ends there]: "STEP-KIND" by the decision and by what was done, "end" at the end. */
function* moments(title) {
  for (const text of recordsOf(title)) {
    const lines = t.actionsOf(text);
    const head = text.split("\n\n")[0].replace(/^(result|check):.*\n?/gm, "").trimEnd();
    const until = (k) => () => `${head}\n\n${lines.slice(0, k).join("\n")}\n`;
    const ask = newEngine();
    if (ask({ ask: "open", text: `${head}\n\n` }).error) continue; // of rules that only the program reads
    for (const [k, line] of lines.entries()) {
      yield [`${ask({ ask: "decision" }).step}-${line.split(" ")[1]}`, until(k), ask];
      if (!ask({ ask: "do", line, view: false }).ok) break;
    }
    yield ["end", until(lines.length), ask];
  }
}

/** The first moment of each name. */
export function momentsOf(title) {
  const found = new Map();
  for (const [name, record] of moments(title)) if (!found.has(name)) found.set(name, record());
  return found;
}

/** The first moment of this name that is wanted; ask is the engine there. */
export function momentOf(title, name, wanted = () => true) {
  for (const [n, record, ask] of moments(title)) if (n === name && wanted(ask)) return record();
  return assert.fail(`no record of ${title} has ${name}`);
}
