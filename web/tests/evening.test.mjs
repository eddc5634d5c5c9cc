// SPDX-License-Identifier: Apache-2.0
// An evening at the table in two minutes: a person and bots at their usual pauses, and everything that
// happens meanwhile to pages and programs. What counts is what the screen shows and what is kept;
// tests/long/evening.mjs sits there for twenty minutes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Sitting } from "./person.mjs";
import * as t from "./table.mjs";

let s;
before(async () => { s = await Sitting.begin("18nl"); });
after(() => s.leave());

test("what is played is kept, and a reload in the middle of it shows it all", { timeout: 300_000 }, async () => {
  await s.play(30);
  await s.reload();
  await s.play(36);
  assert.ok((await s.check()) >= 36);
});

test("a second tab shows the same, and the first goes on", { timeout: 300_000 }, async () => {
  await s.page.getByRole("button", { name: "Halt bots" }).click();
  const lines = await s.look();
  await t.until(async () => t.actionsOf(await t.record(s.server, s.id)).length === lines.length);
  const other = await s.page.context().newPage();
  // Its bots wait so long that this tab is closed before one of them plays.
  await other.addInitScript(() => localStorage.setItem("roundhouse.settings", '{"pause": 600000}'));
  await other.goto(s.page.url());
  await other.locator(".count", { hasText: `${lines.length} / ` }).waitFor();
  await other.evaluate(() => localStorage.removeItem("roundhouse.settings"));
  await other.close();
  await s.page.getByRole("button", { name: "Bots go on" }).click();
  await s.play(lines.length + 6);
  await s.check();
});

test("a table that is left while the program is down loses nothing", { timeout: 300_000 }, async () => {
  await s.end();
  await s.play(s.seen.length + 6);
  assert.match(await s.page.locator(".save-trouble").innerText(), /Not kept yet.*does not answer/s);
  await s.look();
  await s.page.getByRole("button", { name: "Roundhouse" }).click();
  await s.page.locator("main.start").waitFor();
  assert.match(await s.page.locator(".save-trouble").innerText(), /Not kept yet/, "the start says it too");
  await s.page.goBack(); // it is still on this page
  await s.page.locator("[data-decision]").waitFor();
  await s.look();
  await s.page.getByRole("button", { name: "Roundhouse" }).click();
  await s.page.locator("main.start").waitFor();
  await s.startAgain();
  await s.page.locator(".save-trouble").waitFor({ state: "detached" });
  await s.page.click(`[data-game="${s.id}"] button.main`);
  await s.page.locator("[data-decision]").waitFor();
  await s.check();
});

test("a reload while the program is down loses nothing", { timeout: 300_000 }, async () => {
  await s.end("kill");
  await s.play(s.seen.length + 4);
  await s.page.locator(".save-trouble").waitFor();
  await s.look();
  await s.page.reload().catch(() => {}); // the browser's own page: nobody is there
  await s.startAgain();
  const there = () => s.page.goto(`${s.server.base}#game=${s.id}`).then(() => true, () => false);
  await t.until(there); // the browser's own page may still be arriving, and would end the way to ours
  await s.page.locator("[data-decision]").waitFor();
  await s.check();
});

test("after a hundred actions everything is still kept", { timeout: 300_000 }, async () => {
  await s.play(115);
  await s.check();
  const page = await t.newPage();
  await page.goto(`${s.server.base}#game=${s.id}`);
  // Bots may have played on meanwhile, here or there.
  await t.until(async () => Number((await page.locator(".count").innerText()).split(" / ")[1]) >= s.seen.length);
  await page.context().close();
});
