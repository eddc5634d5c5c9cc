// SPDX-License-Identifier: Apache-2.0
// checks.mjs: which test proves which of the 50 checks of the table's design: its name begins with "check 13:" or
// "checks 9, 12:". `node web/tests/checks.mjs` writes the list into CHECKS.md; checks.test.mjs holds it to the tests.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

export const CHECKS = 50;
const NAMES = /\btest\(\s*(?:`(checks? \d[^`]*)`|"(checks? \d[^"]*)")/g;
const FILE = new URL("CHECKS.md", import.meta.url);

/** Every test of a check: file, name as it stands there, and the numbers. */
export function tests() {
  const folder = new URL(".", import.meta.url);
  return readdirSync(folder).filter((f) => f.endsWith(".test.mjs")).sort().flatMap((file) =>
    [...readFileSync(new URL(file, folder), "utf8").matchAll(NAMES)].map(([, a, b]) => {
      const name = a ?? b;
      return { file, name, numbers: /^checks? ([\d, ]+)/.exec(name)[1].match(/\d+/g).map(Number) };
    }));
}

/** The list as a table, a line a check and test. */
export function table(all = tests()) {
  const rows = Array.from({ length: CHECKS }, (_, i) => i + 1).flatMap((n) => {
    const of = all.filter((x) => x.numbers.includes(n));
    return of.length ? of.map((x) => `| ${n} | ${x.file} | ${x.name.replace(/^checks? [\d, ]+(: )?/, "").replaceAll("|", "\\|")} |`) : [`| ${n} | | |`];
  });
  return ["| check | file | test |", "|---|---|---|", ...rows].join("\n");
}

export const written = () => readFileSync(FILE, "utf8");
if (process.argv[1] === import.meta.filename) {
  const text = written();
  writeFileSync(FILE, text.slice(0, text.indexOf("| check |")) + table() + "\n");
}
