// SPDX-License-Identifier: Apache-2.0
// The guided first games: finished with clicks on what is ringed only, and something else is taken back (check 50).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as t from "./table.mjs";
import { newEngine } from "./engine.mjs";

let files;
before(async () => { files = await t.startFiles(); });
after(async () => {
  await t.stopBrowser();
  await files.stop();
});

/** What the lesson shows at this instant: its prompt, the middle of the ring, whether it is over, and whatever else a
 * click may change. */
const now = (page) => page.evaluate(() => {
  const box = document.querySelector(".coach-ring")?.getBoundingClientRect();
  const coach = document.querySelector(".coach")?.innerText;
  const over = document.body.innerText.includes("You have seen how it goes");
  const at = box?.width ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : undefined;
  const table = `${document.querySelector("[data-lay]")?.dataset.lay} ${document.querySelectorAll("[data-confirm]").length}`;
  return { coach, over, at, all: JSON.stringify([coach, over, at, table]) };
});

/** The same once it rests: twice alike, with a ring or at the end. */
async function rests(page) {
  let last = "";
  return t.until(async () => {
    const seen = await now(page);
    const alike = seen.all === last;
    last = seen.all;
    return alike && (seen.over || seen.at) ? seen : undefined;
  });
}

for (const title of newEngine()({ ask: "titles" }).filter((c) => c.lesson).map((c) => c.id))
  test(`check 50: the lesson of ${title} is finished by clicks on ringed things`, async () => {
    const page = await t.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(files.base);
    await page.click(`[data-title="${title}"] >> text=Learn it in 10 minutes`);
    const prompts = new Set();
    let seen = await rests(page);
    for (let clicks = 0; clicks < 120 && !seen.over; clicks++) {
      if (!seen.coach.includes("Take it back")) prompts.add(seen.coach);
      const before = seen.all;
      await page.mouse.click(seen.at.x, seen.at.y);
      await t.until(async () => (await now(page)).all !== before, 20_000)
        .catch(() => assert.fail(`nothing happens at: ${seen.coach}`));
      seen = await rests(page);
    }
    assert.ok(seen.over, [...prompts].at(-1));
    assert.ok(prompts.size <= 16, `${prompts.size} prompts`);
    await page.getByRole("button", { name: "A game of your own" }).click();
    await page.waitForURL(new RegExp(`#new=${title}$`));
    t.expectNoErrors(page);
    await page.context().close();
  });

test("something else is told, taken back, and the lesson is taken up where it was left", async () => {
  const page = await t.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${files.base}#learn=18nl`);
  await page.getByRole("button", { name: "Next" }).click();
  await page.locator("[data-pass]").click();
  await page.locator(".coach", { hasText: "Whoever only passes" }).waitFor();
  await page.getByRole("button", { name: "Take it back" }).click();
  await page.locator(".count", { hasText: "0 / 0" }).waitFor();
  const { at } = await rests(page);
  await page.mouse.click(at.x, at.y); // arms the bid
  await page.locator("[data-confirm]").first().click();
  await page.locator(".coach", { hasText: "it is yours for ƒ45" }).waitFor();
  await page.reload();
  await page.locator(".coach", { hasText: "it is yours for ƒ45" }).waitFor();
  t.expectNoErrors(page);
  await page.context().close();
});
