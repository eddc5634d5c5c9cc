// SPDX-License-Identifier: Apache-2.0
// Views in which things are looked up, and letters on the whole map. Numbers are those of the list of checks of the
// table's design.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { atDesk, DESK, leave, moment, openAt, seen, server, step } from "./served.mjs";
import * as t from "./table.mjs";

for (const title of ["18norway", "1988"])
  test(`check 19: the whole map of ${title} has no text below 9 px`, async () => {
    await moment(`whole-${title}`, title, 120);
    const page = await atDesk(`whole-${title}`);
    await page.keyboard.press("m");
    await page.locator(".board .rh-map").waitFor();
    const whole = page.getByRole("button", { name: /whole/i });
    if (await whole.isEnabled()) await whole.click();
    const { small, shown } = await page.evaluate(() => {
      const all = [...document.querySelectorAll(".board .rh-map text")].filter((e) => e.checkVisibility() && e.textContent.trim());
      const size = (e) => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a;
      return { small: all.filter((e) => size(e) < 8.9).map((e) => `${e.textContent} ${size(e).toFixed(1)}`), shown: all.length };
    });
    assert.deepEqual(small, []);
    assert.ok(shown > 30, "values and names are still there");
    await leave(page);
  });

test("section 6: the tile manifest shows what is left and the upgrades both ways, and is saved as CSV and SVG", async () => {
  const ask = await moment("tiles", "18nl", 150, step("track"));
  const tiles = ask({ ask: "tiles" });
  const page = await openAt("tiles", 1440, 900);
  await page.keyboard.press("t");
  for (const tile of tiles.slice(0, 6)) {
    const card = page.locator(`.manifest [data-tile="${tile.tile}"]`);
    await seen(card, `tile ${tile.tile}`, 12);
    assert.match(await card.innerText(), new RegExp(`${tile.left}/${tile.count}`));
    assert.ok((await card.locator("svg").boundingBox()).width >= 48);
  }
  const figures = await page.locator(".manifest .z text").evaluateAll((all) => all.map((e) => (parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a)));
  assert.ok(figures.length && Math.min(...figures) >= 9, `what a tile is worth has ${Math.min(...figures)} px`);
  const one = tiles.find((x) => x.up.length > 1 && x.down.length > 1);
  await page.locator(`.manifest [data-tile="${one.tile}"]`).click();
  const kin = (way) => page.locator(`[data-kin=${way}] [data-tile]`).evaluateAll((all) => all.map((b) => b.dataset.tile));
  assert.deepEqual(await kin("up"), one.up);
  assert.deepEqual(await kin("down"), one.down);
  assert.match(await page.locator("[data-kin=now]").innerText(), /^Can(not)? be laid now/);
  const saved = async (name) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
  };
  const csv = await saved("Save as CSV");
  assert.equal(csv.name, "18nl tiles.csv");
  assert.equal(csv.text.trim().split("\n").length, tiles.length + 1);
  assert.match(csv.text, new RegExp(`^${one.tile},${one.color},${one.left},${one.count},`, "m"));
  const svg = await saved("Save as SVG");
  assert.match(svg.text, /^<svg /);
  const letter = tiles.find((x) => x.letter).letter;
  await page.locator(".manifest").getByLabel("letter").selectOption(letter);
  assert.deepEqual(await page.locator(".manifest [data-tile]").evaluateAll((all) => all.map((b) => b.dataset.tile).sort()), tiles.filter((x) => x.letter === letter).map((x) => x.tile).sort());
  await page.locator(".manifest").getByLabel("letter").selectOption("");
  await page.getByLabel("only what is left").check();
  assert.equal(await page.locator(".manifest [data-left='0']").count(), 0);
  t.expectNoErrors(page);
  await leave(page);
});

test("section 6: sheet, trains and charts are saved as tables; rules are searched", async () => {
  const ask = await moment("looked-up", "18nl", 150);
  const page = await openAt("looked-up", 1440, 900);
  for (const [key, name, word] of [["s", "18nl sheet.csv", "\\nNRS[^]*\\ncould raise in a stock round,"], ["j", "18nl trains.csv", "Phase"], ["c", "18nl charts.csv", "worth Anna"]]) {
    await page.keyboard.press(key);
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as CSV" }).click()]);
    assert.equal(file.suggestedFilename(), name);
    assert.match(readFileSync(await file.path(), "utf8"), new RegExp(word));
  }
  await page.keyboard.press("i");
  const all = ask({ ask: "rules", title: "18nl" }).length;
  assert.ok(all > 100);
  assert.equal(await page.locator("[data-rule]").count(), all);
  await page.getByLabel("Search").fill("certificate limit");
  await page.waitForFunction((n) => document.querySelectorAll("[data-rule]").length < n, all);
  for (const rule of await page.locator("[data-rule]").allInnerTexts()) assert.match(rule.toLowerCase(), /certificate/);
  t.expectNoErrors(page);
  await leave(page);
});

for (const title of t.TITLES)
  test(`check 49: ${title}: a step has a bar of at most 4 words, a sentence of at most 25, help, and terms with a bubble`, async () => {
    const ask = await moment(`words-${title}`, title, 60, (a) => { const d = a({ ask: "decision" }); return d.hint && d.step !== "run" && d.step !== "dividend"; });
    const { hint, help, decision } = ask({ ask: "decision" });
    const count = (text) => text.split(/\s+/).filter(Boolean).length;
    const page = await atDesk(`words-${title}`);
    const bar = await page.locator("[data-decision] .about").innerText();
    assert.ok(decision.endsWith(bar) && count(bar) <= 4, bar);
    const panel = page.locator(".hint");
    await seen(panel.locator("p").first(), "sentence", 12);
    assert.ok(count(hint) <= 25 && !/[A-Z]-\d/.test(hint), hint);
    await panel.locator("summary").click();
    assert.ok(count(help) <= 60);
    const term = panel.locator("dfn").first();
    await term.focus();
    await term.locator(".bubble").evaluate((b) => { b.style.pointerEvents = "auto"; }); // clicks go through it, and so does seen()
    await seen(term.locator(".bubble"), "bubble", 12);
    const says = ask({ ask: "words" }).map((w) => w.says);
    const bubble = await term.locator(".bubble").innerText();
    assert.ok(says.some((s) => bubble.endsWith(s)), bubble); // a tile may stand above the words
    await panel.getByRole("button", { name: "The rules" }).click();
    await page.locator(".rules-view").waitFor();
    t.expectNoErrors(page);
    await leave(page);
  });

for (const title of t.TITLES)
  test(`check 36: ${title}: every private company says on its card what it does`, async () => {
    const ask = await moment(`powers-${title}`, title, 0);
    const { privates } = ask({ ask: "view" });
    const page = await atDesk(`powers-${title}`);
    await page.locator("[data-view=entities]").click();
    for (const { id } of privates) {
      const power = page.locator(`.stage [data-private="${id}"] .power`);
      await power.scrollIntoViewIfNeeded();
      await seen(power, `what ${id} does`, 12);
      assert.ok((await power.innerText()).trim().length >= 20, `${id}: ${await power.innerText()}`);
    }
    assert.equal(await page.getByText("What the rules say").count(), 0);
    t.expectNoErrors(page);
    await leave(page);
  });

test("check 37: no option of a new game is shown as a raw value, in any title", async () => {
  const page = await t.newPage({ viewport: DESK });
  for (const title of t.TITLES) {
    await page.goto(`${server.base}#new=${title}`);
    await page.locator("form h1, h1", { hasText: /./ }).first().waitFor();
    await page.locator(".option label").first().waitFor({ state: "attached" });
    const texts = await page.locator(".option label, .option option").allTextContents();
    assert.ok(texts.length > 2, title);
    for (const text of texts) assert.doesNotMatch(text, /true|false|\[|_/, `${title}: ${text}`);
  }
  t.expectNoErrors(page);
  await page.context().close();
});

for (const title of t.TITLES)
  test(`check 47: ${title}: the sheet has all companies and players and the last four operating rounds in view; its sums are those of the players`, async () => {
    const ran = (a) => new Set(a({ ask: "log" }).filter((e) => e.kind === "run" && e.revenue !== undefined).map((e) => e.round));
    const ask = await moment(`sheet-${title}`, title, 100, (a) => ran(a).size >= 4, title === "18or" ? { bot: "greedy" } : {}); // steady bots of 18OR hardly run
    const view = ask({ ask: "view" });
    const page = await atDesk(`sheet-${title}`);
    await page.locator("[data-view=sheet]").click();
    const sheet = page.locator(".sheet");
    const heads = sheet.locator("thead th");
    const rounds = [...ran(ask)].slice(-4).map((r) => r.replace("operating ", "OR "));
    const allSeen = async () => {
      for (const name of [...view.players.map((p) => p.name), ...rounds]) await seen(heads.filter({ hasText: new RegExp(`^${name}$`) }), name, 12);
      for (const { id } of view.companies) await seen(sheet.locator(`[data-row-of="${id}"] th`), id, 12);
    };
    await allSeen();
    const worth = await sheet.locator("tr.worth td").allInnerTexts();
    const bar = await page.locator(".player .worth").allInnerTexts();
    assert.deepEqual(worth.map((w) => w.trim()), bar.map((w) => /worth (.*?) · /.exec(w)[1].trim()));
    await page.setViewportSize({ width: 1280, height: 800 });
    await allSeen();
    t.expectNoErrors(page);
    await leave(page);
  });

test("section 6: a rule has a page of its own, with those beside it; an address without a rule says so", async () => {
  const ask = await moment("own-rule", "18nl", 0);
  const rule = ask({ ask: "rules", title: "18nl" }).find((r) => r.id === "18NL-1830.auction-3");
  const page = await atDesk("own-rule");
  await page.keyboard.press("i");
  const link = page.locator(`[data-rule="${rule.id}"] a`);
  const opened = page.waitForEvent("popup");
  await link.click();
  const other = await opened;
  await other.locator(`.rule-page [data-rule="${rule.id}"]`).waitFor();
  assert.equal(await other.locator(".rule-page .rule").innerText(), rule.ledger);
  assert.match(await other.locator("h1").innerText(), /18NL.*18NL-1830\.auction-3/);
  await other.locator(".rule-page li a", { hasText: /^18NL-1830\.auction-4$/ }).click();
  await other.locator('.rule-page [data-rule="18NL-1830.auction-4"]').waitFor();
  await other.screenshot({ path: `${t.SHOTS}/rule.png` });
  await other.goto(`${server.base}#rule=18nl/nonsense`);
  await other.locator(".trouble", { hasText: "no rule nonsense" }).waitFor();
  await leave(page);
});
