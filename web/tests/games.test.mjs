// SPDX-License-Identifier: Apache-2.0
// Whole games at the table: bots in every title to the final scores.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { data, server } from "./served.mjs";
import * as t from "./table.mjs";

for (const title of t.TITLES)
  test(`${title}: a game between bots is watched to its final scores`, { timeout: 600_000 }, async () => {
    const page = await t.newPage({}, { pause: 0 });
    const id = await t.beginGame(page, server.base, title, { kinds: ["steady", "steady", "steady"], seed: 5 });
    await page.locator(".scores").waitFor({ timeout: 500_000 });
    assert.match(await page.locator("[data-decision]").innerText(), /The game is over/);
    const shown = await page.locator(".scores [data-rank]").allInnerTexts();
    assert.equal(shown.length, 3);

    /* The page has kept it, and the native program plays the same game to the same end. */
    const card = await t.until(async () => (await t.cards(server)).find((c) => c.id === id && c.result));
    const file = join(data, `${title}.18xx`);
    writeFileSync(file, await t.record(server, id));
    const native = JSON.parse(execFileSync(join(t.ROOT, "build/roundhouse"), ["show", file, "--json"], { encoding: "utf8" }));
    for (const [place, one] of card.result.split(", ").entries()) {
      const [name, worth] = one.split(" ");
      assert.equal(native.players.find((p) => p.name === name).worth, Number(worth));
      const row = shown.find((r) => r.includes(name)).replaceAll(/[\s., ]/g, "");
      assert.ok(row.includes(worth), `${row}: ${worth}, place ${place}`);
    }
    await page.screenshot({ path: join(t.SHOTS, `${title}-end.png`) });
    t.expectNoErrors(page);
    await page.context().close();
  });
