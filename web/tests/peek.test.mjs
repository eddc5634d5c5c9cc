// SPDX-License-Identifier: Apache-2.0
// What a thing would do or is, without touching it: Space held at a desk, a long press on a phone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { atDesk, leave, moment, openAt, played, step } from "./served.mjs";
import * as t from "./table.mjs";

const maySell = (a) => a({ ask: "view" }).round.startsWith("stock") && a({ ask: "legal" }).choices.some((c) => c.kind === "sell");
const told = (page) => page.locator(".peek").innerText().catch(() => "");

test("section 7: whoever holds Space sees what the choice under the pointer would change; nothing is played", async () => {
  await moment("peek", "18nl", 20, maySell);
  const before = (await played("peek")).length;
  const page = await atDesk("peek");
  await page.locator('.hand [data-kind="sell"]').first().hover();
  await page.keyboard.down(" ");
  await page.locator(".peek .ledger").waitFor(); // who gets what
  await page.screenshot({ path: `${t.SHOTS}/peek.png` });
  await page.keyboard.up(" ");
  await page.locator(".peek").waitFor({ state: "detached" });
  assert.equal((await played("peek")).length, before);
  t.expectNoErrors(page);
  await leave(page);
});

test("section 7: on a phone a long press shows what a pointer would be told, and letting go is no click", async () => {
  await moment("pressed", "18nl", 20, maySell);
  const before = (await played("pressed")).length;
  const page = await openAt("pressed", 390, 844, { hasTouch: true });
  if (await page.locator(".to-decision").count()) await page.locator(".to-decision").click();
  const fingers = await page.context().newCDPSession(page);
  const touch = (type, ...touchPoints) => fingers.send("Input.dispatchTouchEvent", { type, touchPoints });
  const press = async (locator) => {
    await locator.scrollIntoViewIfNeeded();
    const box = await locator.boundingBox();
    await touch("touchStart", { x: box.x + box.width / 2, y: box.y + box.height / 2 });
    await page.locator(".peek").waitFor();
    const text = await told(page);
    await page.screenshot({ path: `${t.SHOTS}/peek-phone.png` });
    await touch("touchEnd");
    await page.locator(".peek").waitFor({ state: "detached" });
    return text;
  };
  assert.match(await press(page.locator('[data-kind="sell"]:visible').first()), /Sell .*\n.*ƒ/s);
  assert.equal(await page.locator("[data-confirm]").count(), 0, "letting go has armed nothing");
  const train = page.locator(".top .strip [title]:visible").first();
  assert.equal(await press(train), await train.getAttribute("title"));
  assert.equal((await played("pressed")).length, before);
  t.expectNoErrors(page);
  await page.context().close();
});

test("4.7: from afar, where the map leaves letters out, whoever rests on a hex reads all about it", async () => {
  const ask = await moment("far", "18norway", 40, step("track"));
  const { hex, place } = ask({ ask: "view" }).map.find((m) => m.place && m.stops.some((s) => s.kind === "city"));
  const page = await atDesk("far");
  await page.getByLabel("Show the whole map").click();
  await page.locator('.map[data-level="far"]').waitFor();
  const box = await page.locator(`.board .ground > g[data-hex="${hex}"]`).boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
  await t.until(async () => (await told(page)).includes(place));
  await page.mouse.move(5, 5);
  await page.locator(".peek").waitFor({ state: "detached" });
  t.expectNoErrors(page);
  await leave(page);
});

const stock = (a) => a({ ask: "view" }).round.startsWith("stock");
const runs = (a) => step("run")(a) && a({ ask: "legal" }).best?.routes.length > 0;
for (const [id, title, actions, wanted] of [["sold", "18nl", 0, () => true], ["traded", "18norway", 60, stock], ["laid", "18nl", 60, step("track")], ["ran", "18nl", 150, runs],
  ["called", "18or", 10, () => true], ["developed", "1988", 60, (a) => a({ ask: "legal" }).choices.filter((c) => c.hex).length > 12]])
  test(`section 7: a phone: whatever is tapped has 44 px: ${title}, ${id}`, async () => {
    await moment(id, title, actions, wanted);
    const page = await openAt(id, 390, 844, { hasTouch: true });
    /* The whole card of a player is tapped, and a label with its box. */
    const small = () => page.evaluate(() => [...document.querySelectorAll(".table :is(button, select, summary, input, a)")]
      .filter((e) => e.checkVisibility() && !e.matches(".name, label input")).map((e) => [e, e.getBoundingClientRect()])
      .filter(([, b]) => b.width > 0 && b.top < innerHeight && (b.height < 43.5 || b.width < 43.5)).map(([e, b]) => `${e.outerHTML.slice(0, 80)}: ${Math.round(b.width)}x${Math.round(b.height)}`));
    assert.deepEqual(await small(), []);
    if (await page.locator(".to-decision").count()) await page.locator(".to-decision").click();
    await page.locator(".grip").click();
    assert.deepEqual(await small(), []);
    await page.locator(".player").last().scrollIntoViewIfNeeded(); // they scroll sideways
    const card = await page.locator(".player").last().boundingBox();
    await page.touchscreen.tap(card.x + card.width - 12, card.y + card.height - 6);
    await page.locator("[data-full]").waitFor();
    t.expectNoErrors(page);
    await leave(page);
  });
