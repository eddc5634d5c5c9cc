// SPDX-License-Identifier: Apache-2.0
// The board and the decision in detail: routes changed by clicks, zoom and pan, previews, settings.
// The page is served as plain files, as `make site` makes it; games come in as records.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import * as t from "./table.mjs";

const RECORD = readFileSync(join(t.ROOT, "docs/pictures/utrecht.18xx"));
let files;
before(async () => { files = await t.startFiles(); });
after(async () => {
  await t.stopBrowser();
  await files.stop();
});

/** The moment of the README: DV is about to run its trains. */
async function utrecht() {
  const page = await t.newPage();
  await page.goto(files.base);
  await page.setInputFiles("input[type=file]", { name: "utrecht.18xx", mimeType: "text/plain", buffer: RECORD });
  await page.waitForSelector(".run");
  return page;
}
const viewBox = (page) => page.locator(".board .map svg").getAttribute("viewBox").then((b) => b.split(" ").map(Number));

test("routes: the best are proposed and drawn, another is shown with its difference", async () => {
  const page = await utrecht();
  assert.match(await page.locator(".run .sum").innerText(), /proved to be the best/);
  const drawn = await page.locator(".board svg .r").count();
  assert.equal(drawn, await page.locator(".routes .letter").count());
  assert.ok(drawn >= 1);
  await page.locator(".routes input").first().check();
  // The nearest city that the best route does not use, by a click on the map.
  const stops = await page.locator(".change option").evaluateAll((o) => o.map((x) => x.value).filter(Boolean));
  let less = "";
  for (const stop of stops) {
    await page.locator(`.board .things [data-hex="${stop}"]`).first().dispatchEvent("click");
    less = await page.locator(".run .sum").innerText();
    if (/less than the best/.test(less)) break;
  }
  assert.match(less, /less than the best/);
  await page.click("text=Back to the best routes");
  assert.match(await page.locator(".run .sum").innerText(), /proved to be the best/);
  await page.screenshot({ path: join(t.SHOTS, "routes.png") });
  t.expectNoErrors(page);
  await page.context().close();
});

test("what a choice changes is shown before it is confirmed, and nothing happens until then", async () => {
  const page = await utrecht();
  const count = await page.locator(".count").innerText();
  await page.click("[data-kind=run]");
  await page.click("[data-confirm]");
  await page.click("[data-kind=pay]");
  const effects = await page.locator(".effects").innerText();
  assert.match(effects, /DV: ƒ\d+ → ƒ\d+/); // the price
  assert.match(effects, /\+ƒ\d+/); // what holders get
  await page.keyboard.press("Escape");
  await page.locator(".effects").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  assert.equal(await page.locator(".count").innerText(), count);
  t.expectNoErrors(page);
  await page.context().close();
});

test("the map is zoomed and moved by wheel, buttons, keys and dragging", async () => {
  const page = await utrecht();
  await page.click("[aria-label='Zoom in']");
  await page.keyboard.press("Escape");
  const near = await viewBox(page);
  const map = await page.locator(".board .map").boundingBox();
  await page.mouse.move(map.x + map.width / 2, map.y + map.height / 2);
  await page.mouse.wheel(0, -300);
  const nearer = await viewBox(page);
  assert.ok(nearer[2] < near[2], "the wheel comes closer");
  await page.mouse.down();
  await page.mouse.move(map.x + map.width / 2 + 80, map.y + map.height / 2 + 40, { steps: 4 });
  await page.mouse.up();
  const moved = await viewBox(page);
  assert.ok(moved[0] < nearer[0] && moved[1] < nearer[1], "dragging moves it");
  await page.locator(".board .map").focus();
  await page.keyboard.press("ArrowRight");
  assert.ok((await viewBox(page))[0] > moved[0], "an arrow moves it");
  await page.keyboard.press("0");
  assert.ok((await viewBox(page))[2] > near[2], "0 shows all");
  t.expectNoErrors(page);
  await page.context().close();
});

test("colours and size of the text are kept", async () => {
  const page = await utrecht();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Colours").selectOption("dark");
  await page.getByLabel("Text size").selectOption("130");
  await page.reload();
  await page.waitForSelector(".board svg");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  assert.equal(await page.evaluate(() => document.documentElement.style.fontSize), "130%");
  t.expectNoErrors(page);
  await page.context().close();
});

test("the market has the large place on demand, with every marker", async () => {
  const page = await utrecht();
  await page.click("[data-view=market]");
  const markers = await page.locator(".stage .grid [data-count]").evaluateAll((all) => all.reduce((n, m) => n + Number(m.dataset.count), 0));
  assert.equal(await page.locator(".order li").count(), markers);
  t.expectNoErrors(page);
  await page.context().close();
});
