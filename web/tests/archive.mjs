// SPDX-License-Identifier: Apache-2.0
// archive.mjs: moments of the archived records (tests/archive), for whoever wants to see every kind of decision.
// moments.txt says where each is met first, because whoever looks replays records for a minute; `node
// web/tests/archive.mjs` writes it, and `--check` (tests/long/checks) says whether it is true. Records only ever come
// to the archive, so what it names stays there.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { newEngine } from "./engine.mjs";
import * as t from "./table.mjs";

const FOLDER = join(t.ROOT, "tests/archive"), INDEX = new URL("moments.txt", import.meta.url);

/** Records of the newest rules first, those of random play after them, those with house rules last. */
function recordsOf(title) {
  const rank = (name) => (name.startsWith("v") ? 0 : 1) + (name.includes("random") ? 2 : 0) + (name.includes("=") ? 4 : 0);
  return readdirSync(join(FOLDER, title)).filter((f) => f.endsWith(".18xx")).sort((a, b) => rank(a) - rank(b) || (a < b ? 1 : -1))
    .map((f) => `${title}/${f}`);
}

const read = (file) => {
  const text = readFileSync(join(FOLDER, file), "utf8");
  return { head: text.split("\n\n")[0].replace(/^(result|check):.*\n?/gm, "").trimEnd(), lines: t.actionsOf(text) };
};
/** The record up to so many actions. */
const cut = ({ head, lines }, k) => `${head}\n\n${lines.slice(0, k).join("\n")}\n`;

/** All moments of a title: name, "STEP-KIND" by the decision and by what was done or "end", file, actions before it, and the engine there. */
function* moments(title) {
  for (const file of recordsOf(title)) {
    const record = read(file), ask = newEngine();
    if (ask({ ask: "open", text: cut(record, 0) }).error) continue; // of rules that only the program reads
    for (const [k, line] of record.lines.entries()) {
      yield { name: `${ask({ ask: "decision" }).step}-${line.split(" ")[1]}`, file, k, ask };
      if (!ask({ ask: "do", line, view: false }).ok) break;
    }
    yield { name: "end", file, k: record.lines.length, ask };
  }
}

/** The first moment of each name, as the index has them: name -> record. */
export function momentsOf(title) {
  const rows = readFileSync(INDEX, "utf8").trim().split("\n").map((row) => row.split(" ")).filter(([, file]) => file.startsWith(`${title}/`));
  return new Map(rows.map(([name, file, k]) => [name, cut(read(file), Number(k))]));
}

/** The first moment of this name, or the first that is wanted; ask is the engine there. */
export function momentOf(title, name, wanted = undefined) {
  if (!wanted) return momentsOf(title).get(name) ?? assert.fail(`no record of ${title} has ${name}`);
  for (const one of moments(title)) if (one.name === name && wanted(one.ask)) return cut(read(one.file), one.k);
  return assert.fail(`no record of ${title} has such a ${name}`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rows = t.TITLES.flatMap((title) => {
    const found = new Map();
    for (const { name, file, k } of moments(title)) if (!found.has(name)) found.set(name, `${name} ${file} ${k}\n`);
    return [...found.values()];
  }).join("");
  if (process.argv[2] !== "--check") writeFileSync(INDEX, rows);
  else if (rows !== readFileSync(INDEX, "utf8")) throw new Error("web/tests/moments.txt is old: node web/tests/archive.mjs writes it");
}
