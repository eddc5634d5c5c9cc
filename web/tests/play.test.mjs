// SPDX-License-Identifier: Apache-2.0
// The table: every title by clicks and between bots, refusals, history, keys, and everyone's needs.
// The page is served as plain files, as `make site` makes it; games are kept in the browser.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import * as t from "./table.mjs";

const TITLES = ["18nl", "18norway", "18or", "18scan", "1988"];
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const SEED = 5;
let files;
before(async () => { files = await t.startFiles(); });
after(async () => {
  await t.stopBrowser();
  await files.stop();
});

/** A table with all seats of this kind. */
async function sit(title, kind = "human", options = {}, settings = { pause: 0 }) {
  const page = await t.newPage(options);
  await page.addInitScript((s) => localStorage.setItem("roundhouse.settings", JSON.stringify(s)), settings);
  await page.goto(`${files.base}#new=${title}`);
  const seats = page.locator("select[aria-label^='Who plays for']");
  await seats.first().waitFor();
  for (let i = 0; i < await seats.count(); i++) await seats.nth(i).selectOption(kind);
  await page.fill("#seed", String(SEED));
  await page.click("button:text-is('Begin')");
  await page.waitForSelector(".board svg");
  return page;
}
const seatNames = async (page) => {
  await page.click("#tab-players");
  return page.locator("#panel h4").allInnerTexts();
};
const decision = (page) => page.locator("[data-decision]").innerText();
const count = async (page) => Number((await page.locator(".count").innerText()).split("/")[1]);
const confirm = (page) => page.click("[data-confirm]");

/** A second engine, outside the browser, with the same game in it: it says what a bot would do, and
 * the test does that at the table, by clicks. */
async function advisor(title, players, seed) {
  const wasi = { fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8 };
  const { instance } = await WebAssembly.instantiate(readFileSync(join(t.ROOT, "build-wasm/roundhouse.wasm")),
    { wasi_snapshot_preview1: wasi });
  const c = instance.exports;
  c._initialize();
  const ask = (question) => {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    const at = c.rh_wasm_alloc(bytes.length);
    new Uint8Array(c.memory.buffer, at, bytes.length).set(bytes);
    const answer = c.rh_wasm_ask(at, bytes.length) >>> 0;
    const memory = new Uint8Array(c.memory.buffer);
    const text = new TextDecoder().decode(memory.subarray(answer, memory.indexOf(0, answer)));
    c.rh_wasm_free(at);
    return JSON.parse(text);
  };
  assert.equal(ask({ ask: "new", title, players, seed }).ok, true);
  return ask;
}

/** The choice that a line belongs to, and its amount where there is a range. */
function choiceOf(legal, line) {
  for (const c of legal.choices) {
    if (c.line === line) return { c };
    if (c.before !== undefined && line.startsWith(c.before) && line.endsWith(c.after)) {
      const amount = Number(line.slice(c.before.length, line.length - c.after.length));
      if (amount >= c.least && amount <= c.most) return { c, amount };
    }
  }
  return null;
}

/** One decision of a bot, made by clicks; returns its kind. */
async function clickOnce(page, ask) {
  const legal = ask({ ask: "legal" });
  let { line } = ask({ ask: "bot", kind: "steady", seed: 1 });
  const word = / run\b/.test(line) && legal.best ? "run" : "";
  if (word) line = legal.best.line;
  // One of several equal trains is as good as another: the table shows one of them.
  const found = choiceOf(legal, line) ?? { c: legal.choices.find((c) => c.by === legal.actor) ?? legal.choices[0] };
  const { c, amount } = found;
  if (!word && amount === undefined) line = c.line;
  const before = await count(page);
  if (word) {
    await page.click("[data-kind=run]");
  } else if (c.kind === "lay") {
    await page.locator(`.mark[data-hex="${c.hex}"]`).dispatchEvent("click");
    await page.locator(`.tile[data-line="${c.line}"]`).click();
  } else {
    const button = page.locator(`[data-line="${c.line}"]`);
    const closed = page.locator(".decide details:not([open])", { has: button });
    for (let i = await closed.count(); i > 0; i--) await closed.first().locator("> summary").click();
    await button.click();
  }
  if (amount !== undefined) {
    const input = page.locator("input[aria-label=Amount]");
    await input.fill(String(amount));
    await input.dispatchEvent("change");
  }
  await confirm(page);
  await page.waitForFunction((n) => Number(document.querySelector(".count").textContent.split("/")[1]) > n, before);
  const answer = ask({ ask: "do", line });
  assert.equal(answer.ok, true, `${line}: ${JSON.stringify(answer)}`);
  return word || c.kind;
}

const FIRST = {
  "18nl": ["bid", "buy", "start", "lay", "run", "pay", "train"],
  "18norway": ["bid", "buy", "start", "lay", "token", "run", "train"],
  "18or": ["bid", "start", "lay", "token", "train"],
  "18scan": ["bid", "take", "buy", "lay", "run", "train"],
  1988: ["take", "start", "buy", "build", "train", "tender"],
};

/** Plays by clicks until all these kinds have been seen, or `done` says so. */
async function playOn(page, ask, wanted, done = () => false) {
  const seen = new Set();
  for (let i = 0; i < 700 && (wanted.length ? wanted.some((k) => !seen.has(k)) : true) && !(await done()); i++) {
    if (ask({ ask: "decision" }).over) break;
    seen.add(await clickOnce(page, ask));
  }
  return wanted.filter((k) => !seen.has(k));
}
const marks = (page) => async () => (await page.locator(".mark").count()) > 0;

for (const title of TITLES)
  test(`${title}: the first rounds by clicks only`, async () => {
    const page = await sit(title);
    const ask = await advisor(title, await seatNames(page), SEED);
    assert.deepEqual(await playOn(page, ask, FIRST[title]), []);
    assert.equal(await decision(page).then((d) => d.split("\n")[0]), ask({ ask: "decision" }).decision);
    await page.screenshot({ path: join(t.SHOTS, `${title}-clicks.png`) });
    t.expectNoErrors(page);
    await page.context().close();
  });

for (const title of TITLES)
  test(`${title}: bots play a whole game, watched to its final scores`, async () => {
    const page = await sit(title, "steady");
    await page.screenshot({ path: join(t.SHOTS, `${title}-start.png`) });
    const places = page.locator("[aria-label='Final scores'] tr");
    await places.first().waitFor({ timeout: 300_000 });
    assert.ok(await places.count() >= 2);
    assert.match(await decision(page), /over/);
    const n = await count(page);
    await page.locator("input[aria-label='Action']").fill(String(Math.floor(n / 2)));
    await page.screenshot({ path: join(t.SHOTS, `${title}-middle.png`) });
    t.expectNoErrors(page);
    await page.context().close();
  });

test("what is not allowed says which rule forbids it, in full", async () => {
  const page = await sit("18nl");
  await page.click("summary:text-is('Type an action')");
  await page.fill("[aria-label='An action in the notation of records']", "bid P3 70");
  await page.click("button:text-is('Play')");
  const refused = page.locator(".refused");
  assert.match(await refused.innerText(), /lowest bid/);
  await refused.locator("summary").click();
  assert.match(await refused.innerText(), /18NL-1830\.auction-3[\s\S]{20,}/);
  assert.equal(await count(page), 0);
  await page.context().close();
});

test("why a tile cannot be laid is one click away, with the rule", async () => {
  const page = await sit("18nl");
  await playOn(page, await advisor("18nl", await seatNames(page), SEED), [], marks(page));
  await page.locator(".mark").first().dispatchEvent("click");
  await page.locator(".tile").first().hover();
  await page.click("text=Why not another tile?");
  assert.match(await page.locator(".whynot").innerText(), /Not allowed[\s\S]*Rule 18NL-/);
  // a hex on which nothing can be laid
  await page.locator(".board .things [data-hex='M12']").dispatchEvent("click");
  await page.click("text=Why not?");
  assert.match(await page.locator(".whynot").innerText(), /Not allowed/);
  await page.context().close();
});

test("undo, redo, scrub, and a branch that leaves the game alone", async () => {
  const page = await sit("18nl");
  const ask = await advisor("18nl", await seatNames(page), SEED);
  for (let i = 0; i < 6; i++) await clickOnce(page, ask);
  const line = await decision(page);
  await page.click("button:text-is('Undo')");
  assert.equal(await count(page), 5);
  await page.click("button:text-is('Redo')");
  assert.equal(await count(page), 6);
  assert.equal(await decision(page), line);
  await page.locator("body").press("ArrowLeft");
  await page.locator("body").press("ArrowLeft");
  assert.match(await decision(page), /after action 4 of 6/);
  await page.locator("body").press("End");
  assert.equal(await decision(page), line);
  await page.locator("input[aria-label='Action']").fill("2");
  const first = page.url();
  await page.click("button:text-is('Play on from here')");
  await page.waitForFunction((u) => location.href !== u, first);
  await page.waitForFunction(() => document.querySelector(".count")?.textContent.endsWith("/ 2"));
  await page.goto(first);
  await page.waitForFunction(() => document.querySelector(".count")?.textContent.endsWith("/ 6"));
  await page.click("#tab-log");
  assert.equal(await page.locator(".log .entry").count(), 6);
  assert.match(await page.locator(".log h3").first().innerText(), /Auction/);
  t.expectNoErrors(page);
  await page.context().close();
});

test("a first turn with the keyboard only", async () => {
  const page = await sit("18nl");
  await page.locator("body").press("d"); // to the decision
  await page.keyboard.press("Enter"); // buy P1
  await page.keyboard.press("Enter"); // confirm
  await page.waitForFunction(() => document.querySelector(".count").textContent.endsWith("/ 1"));
  await page.locator("body").press("d");
  assert.match(await page.evaluate(() => document.activeElement.textContent), /Buy P2|Bid on/);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "BUTTON");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape"); // thought better of it
  assert.equal(await page.locator(".confirm").count(), 0);
  await page.keyboard.press("u");
  assert.equal(await count(page), 0);
  await page.context().close();
});

test("routes: the best are proposed, another is shown with its difference", async () => {
  const page = await t.newPage();
  await page.goto(files.base);
  const record = readFileSync(join(t.ROOT, "docs/pictures/utrecht.18xx"));
  await page.setInputFiles("input[type=file]", { name: "utrecht.18xx", mimeType: "text/plain", buffer: record });
  await page.waitForSelector(".run");
  assert.match(await page.locator(".run").innerText(), /proved to be the best/);
  const routes = page.locator(".board svg .r");
  assert.ok(await routes.count() >= 1);
  await page.locator(".routes input").first().check();
  const stops = await page.locator(".change option").evaluateAll((o) => o.map((x) => x.value).filter(Boolean));
  let less = "";
  for (const stop of stops) {
    await page.selectOption(".change select", stop);
    less = await page.locator(".run .sum").innerText();
    if (/less than the best/.test(less)) break;
  }
  assert.match(less, /less than the best/);
  await page.click("text=Back to the best routes");
  assert.match(await page.locator(".run .sum").innerText(), /proved to be the best/);
  await page.screenshot({ path: join(t.SHOTS, "routes.png") });
  await page.context().close();
});

for (const theme of ["light", "dark"])
  test(`axe-core finds nothing serious at the table, ${theme}`, async () => {
    const page = await sit("18nl", "human", {}, { theme });
    await playOn(page, await advisor("18nl", await seatNames(page), SEED), [], marks(page));
    await page.addScriptTag({ path: AXE });
    for (const tab of ["players", "companies", "market", "privates", "trains", "log"]) {
      await page.click(`#tab-${tab}`);
      const found = await page.evaluate(async () => (await window.axe.run()).violations
        .filter((v) => v.impact === "serious" || v.impact === "critical")
        .map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(" | ")}`));
      assert.deepEqual(found, [], tab);
    }
    await page.context().close();
  });

test("the table fits 390 px", async () => {
  const page = await sit("18nl", "human", { viewport: { width: 390, height: 844 } });
  await playOn(page, await advisor("18nl", await seatNames(page), SEED), [], marks(page));
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} wide`);
  await page.screenshot({ path: join(t.SHOTS, "table-390.png") });
  await page.locator(".mark").first().dispatchEvent("click");
  await page.locator(".tile").first().click();
  await page.screenshot({ path: join(t.SHOTS, "lay-390.png") });
  await confirm(page);
  await page.context().close();
});
