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

/** The middle of the ring, once it rests somewhere. */
async function ringed(page) {
  let last;
  return t.until(async () => {
    const box = await page.locator(".coach-ring").boundingBox();
    const rests = box && last && box.x === last.x && box.y === last.y && box.width === last.width;
    last = box;
    return rests ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : undefined;
  });
}

/** What a click may change. */
const shown = (page) => page.evaluate(() => {
  const ring = document.querySelector(".coach-ring")?.getBoundingClientRect();
  return `${document.querySelector("main h1, .coach")?.textContent} ${document.querySelector("[data-lay]")?.dataset.lay} ${document.querySelectorAll("[data-confirm]").length} ${ring?.x} ${ring?.y}`;
});

for (const title of newEngine()({ ask: "titles" }).filter((c) => c.lesson).map((c) => c.id))
  for (const viewport of [{ width: 1440, height: 900 }])
    test(`the lesson of ${title} is finished by clicks on ringed things`, async () => {
      const page = await t.newPage({ viewport });
      await page.goto(files.base);
      await page.click(`[data-title="${title}"] >> text=Learn it in 10 minutes`);
      const prompts = new Set();
      for (let clicks = 0; clicks < 120 && !(await page.getByText("You have seen how it goes").isVisible()); clicks++) {
        const before = await shown(page);
        prompts.add(await page.locator(".coach").innerText());
        const { x, y } = await ringed(page);
        await page.mouse.click(x, y);
        await t.until(async () => (await shown(page)) !== before || page.getByText("You have seen how it goes").isVisible(), 20_000)
          .catch(async () => (await page.screenshot({ path: `${t.SHOTS}/learn-${title}.png` }), assert.fail(`nothing happens at: ${await page.locator(".coach").innerText()}`)));
      }
      await page.screenshot({ path: `${t.SHOTS}/learn-${title}.png` });
      assert.ok(await page.getByText("You have seen how it goes").isVisible(), [...prompts].at(-1));
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
  const { x, y } = await ringed(page);
  await page.mouse.click(x, y); // arms the bid
  await page.locator("[data-confirm]").first().click();
  await page.locator(".coach", { hasText: "it is yours for ƒ45" }).waitFor();
  await page.reload();
  await page.locator(".coach", { hasText: "it is yours for ƒ45" }).waitFor();
  t.expectNoErrors(page);
  await page.context().close();
});
