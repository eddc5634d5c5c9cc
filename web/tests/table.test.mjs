// SPDX-License-Identifier: Apache-2.0
// The table as a person meets it: decisions by clicks and by keys, refusals, undo, looking back,
// branches, and what happens when a game cannot be kept.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { choiceOf, newEngine } from "./engine.mjs";
import * as t from "./table.mjs";

let data, server;
before(async () => {
  data = t.newFolder();
  server = await t.startServer(data);
});
after(async () => {
  await t.stopBrowser();
  assert.equal(await server.stop(), 0);
  t.remove(data);
});

const people = { kinds: ["human", "human", "human"], seed: 1 };
const record = async (id) => (await fetch(`${server.base}api/games/${id}`)).text();
const actionsOf = (text) => text.split("\n\n").slice(1).join("\n").trim().split("\n").map((l) => l.replace(/\s*#.*$/, "")).filter(Boolean);
const css = (text) => text.replaceAll("\\", "\\\\").replaceAll('"', '\\"');

/** Clicks what leads to this line; ask is an engine at the same moment. */
async function click(page, ask, line) {
  const legal = ask({ ask: "legal" });
  const before = await page.locator(".count").innerText();
  if (line === legal.best?.line) {
    await page.locator(".decide button[data-kind=run]").click();
  } else {
    const { choice, amount } = choiceOf(legal, line) ?? assert.fail(`not offered: ${line}`);
    if (choice.kind === "lay") await page.locator(`.board .mark[data-hex="${choice.hex}"]`).click({ force: true });
    const button = page.locator(`.decide button[data-line="${css(choice.line)}"]`).first();
    await button.waitFor({ state: "attached" });
    const folds = page.locator("details:not([open])", { has: page.locator(`[data-line="${css(choice.line)}"]`) });
    while (await folds.count()) await folds.first().locator("summary").first().click();
    await button.click();
    if (amount !== undefined && amount !== choice.least) {
      await page.getByLabel("Amount", { exact: true }).fill(String(amount));
      await page.getByLabel("Amount", { exact: true }).blur();
    }
  }
  await page.locator("[data-confirm]").click();
  await page.waitForFunction((old) => document.querySelector(".count")?.textContent !== old, before);
  const state = ask({ ask: "do", line });
  assert.ok(state.ok, `${line}: ${JSON.stringify(state)}`);
}

for (const title of t.TITLES) {
  const file = new URL(`first/${title}.18xx`, import.meta.url);
  test(`${title}: a person plays the first rounds by clicks`, { timeout: 120_000, skip: !existsSync(file) && "no record" }, async () => {
    const lines = actionsOf(readFileSync(file, "utf8"));
    const ask = newEngine();
    const page = await t.newPage();
    const id = await t.beginGame(page, server.base, title, people);
    ask({ ask: "new", title, players: t.NAMES.slice(0, 3), seed: 1 });
    await page.screenshot({ path: join(t.SHOTS, `${title}-start.png`) });
    for (const line of lines) await click(page, ask, line);
    await page.screenshot({ path: join(t.SHOTS, `${title}-first.png`) });
    const kept = await t.until(async () => {
      const all = actionsOf(await record(id));
      return all.length === lines.length && all;
    });
    assert.deepEqual(kept, lines);
    t.expectNoErrors(page);
    await page.context().close();
  });
}
