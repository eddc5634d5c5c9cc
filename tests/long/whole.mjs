#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// whole.mjs [TITLE…]: every title from its first decision to its end by clicks on what is on the screen and by nothing
// else (web/tests/guest.mjs): two people and a bot, an undo every 25 actions and a reload every 60. What is kept must
// be what was clicked. Prints how often each kind of action was met, the kinds that archived records have and this
// game had not, and what only the folded list of all actions offered.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Guest, kindsOf } from "../../web/tests/guest.mjs";
import * as t from "../../web/tests/table.mjs";

const SEED = Number(process.env.RH_SEED ?? 1);
const MOST = 4000; // actions of people
const titles = process.argv.length > 2 ? process.argv.slice(2) : t.TITLES;
const count = { passed: 0, failed: 0 };
const data = t.newFolder();
const server = await t.startServer(data);

/** Every kind of action that somebody took in the archived games of the title. */
function known(title) {
  const folder = join(t.ROOT, "tests/archive", title);
  const lines = readdirSync(folder).filter((f) => f.endsWith(".18xx")).flatMap((f) => t.actionsOf(readFileSync(join(folder, f), "utf8")));
  return [...new Set(lines.map((l) => l.split(" ")[1]))];
}

for (const title of titles) {
  const began = Date.now();
  const page = await t.newPage({ viewport: { width: 1440, height: 900 } });
  const id = await t.beginGame(page, server.base, title, { kinds: ["human", "human", "steady"], seed: SEED });
  const guest = new Guest(page, SEED);
  const kept = async () => t.actionsOf(await t.record(server, id));
  let trouble = "";
  try {
    assert.ok(await guest.play(MOST), `it is not over after ${MOST} actions`);
    const shown = Number((await page.locator(".count").innerText()).split(" / ")[1]);
    await t.until(async () => (await kept()).length === shown);
    const card = (await t.cards(server)).find((c) => c.id === id);
    assert.ok(card.over && card.result, "it is over, and its card says so");
    t.expectNoErrors(page);
  } catch (error) {
    trouble = `\n${error.stack}`;
  }
  const lines = await kept();
  const met = kindsOf(guest, lines);
  const never = known(title).filter((k) => !met.some(([m]) => m === k));
  console.log(`${trouble ? "not ok" : "ok"} ${title}: ${lines.length} actions, ${guest.own.length} of them clicked, in ${Math.round((Date.now() - began) / 1000)} s${trouble}`);
  console.log(`  met: ${met.map(([k, n]) => `${k} ${n}`).join(", ")}`);
  console.log(`  not met: ${never.join(", ") || "none"}`);
  if (guest.onlyListed.size) console.log(`  only in the list: ${[...guest.onlyListed].map(([k, d]) => `${k} (${d})`).join("; ")}`);
  count[trouble ? "failed" : "passed"]++;
  await page.context().close();
}
await t.stopBrowser();
await server.stop();
t.remove(data);
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exit(count.failed ? 1 : 0);
