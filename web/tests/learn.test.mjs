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
  const outside = at && (at.x < 0 || at.y < 0 || at.x > innerWidth || at.y > innerHeight);
  const on = at && document.elementFromPoint(at.x, at.y);
  const prompt = document.querySelector(".coach")?.getBoundingClientRect();
  /** Why the ringed thing cannot be clicked, or what the prompt says cannot be read. */
  const hidden = outside ? "outside the window" : on?.closest(".coach") && !on.closest("[data-coach]") ? "covered by the prompt"
    : prompt && (prompt.top < 0 || prompt.bottom > innerHeight || prompt.left < 0 || prompt.right > innerWidth) ? "the prompt is cut" : "";
  const table = `${document.querySelector("[data-lay]")?.dataset.lay} ${document.querySelectorAll("[data-confirm]").length} ${document.querySelector(".decide")?.innerText}`;
  return { coach, over, at, hidden, all: JSON.stringify([coach, over, at, table]) };
});

/** The same once it rests: twice alike, at the end or with a ring round something that can be clicked. The ring follows
 * its thing a frame later. */
async function rests(page) {
  let last = {};
  return t.until(async () => {
    const seen = await now(page);
    const alike = seen.all === last.all;
    last = seen;
    return alike && (seen.over || (seen.at && !seen.hidden)) ? seen : undefined;
  }, 30_000).catch(() => assert.fail(`what is ringed is ${last.hidden || "nowhere"}: ${last.coach}`));
}

const MODES = {
  "at a desk": { viewport: { width: 1440, height: 900 } },
  "on a phone, in the dark": { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" },
};
const lessons = newEngine()({ ask: "titles" }).filter((c) => c.lesson).map((c) => c.id);
for (const [title, mode] of lessons.flatMap((id) => Object.keys(MODES).map((m) => [id, m])))
  test(`check 50: the lesson of ${title} is finished by clicks on ringed things, ${mode}`, { timeout: 300_000 }, async () => {
    const page = await t.newPage(MODES[mode]);
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
  await page.keyboard.press("u"); // as good as the button
  await page.locator(".coach", { hasText: "P2, at least ƒ45" }).waitFor();
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
  /* What is undone is asked for again, and nothing is offered that a lesson cannot do. */
  await page.keyboard.press("u");
  await page.locator(".count", { hasText: "0 / 0" }).waitFor();
  await page.locator(".coach", { hasText: "P2, at least ƒ45" }).waitFor();
  await rests(page);
  assert.equal(await page.getByRole("button", { name: "Try …" }).count(), 0);
  t.expectNoErrors(page);
  await page.context().close();
});
