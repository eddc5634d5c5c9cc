// SPDX-License-Identifier: Apache-2.0
// desk.test.mjs: what somebody who sits here often uses: the log by turns, the sheet that can be played from, drafts
// that survive a reload, whose turn it is, bots that are hurried.
import assert from "node:assert/strict";
import { test } from "node:test";
import { momentOf } from "./archive.mjs";
import { atDesk, leave, moment, openAt, played, seen, server, step } from "./served.mjs";
import * as t from "./table.mjs";

const ALWAYS = { confirm: "always" };

test("section 6: the log has a line a turn, is searched and filtered, and shows tiles and routes beside it", async () => {
  const ask = await moment("log", "18nl", 120, (a) => a({ ask: "log", from: 0 }).some((e) => e.kind === "run"));
  const page = await atDesk("log");
  await page.keyboard.press("l");
  const turns = page.locator(".log .turn");
  await turns.first().waitFor();
  const log = ask({ ask: "log", from: 0 });
  const told = ask({ ask: "story", from: 0, to: log.length, all: true }).lines;
  assert.equal(await turns.count(), told.length);
  assert.equal(await page.locator(".log .entry").count(), log.length, "every action belongs to a turn");
  const folded = turns.filter({ has: page.locator("ol[hidden]") }).first();
  await folded.locator(".unfold").click();
  await page.locator(`.log [data-turn="${await folded.getAttribute("data-turn").catch(() => "0")}"]`).first().waitFor();

  const run = log.findLast((e) => e.kind === "run");
  await page.getByLabel("Whose").selectOption(run.by);
  await page.getByLabel("Search").fill("run");
  await page.locator(`.entry[data-k="${run.k}"] > button`).hover();
  await page.locator(`.log-map [aria-label="Map of 18NL after action ${run.k + 1}"]`).waitFor();
  assert.ok(await turns.count() < told.length);
  await page.getByLabel("Search").fill("no such words");
  await page.getByText("Nothing of that.").waitFor();
  await page.getByLabel("Search").fill("");
  await page.getByLabel("Whose").selectOption("");
  const lay = log.findLast((e) => e.kind === "lay");
  await page.getByLabel("unfolded").check();
  await page.locator(`.entry[data-k="${lay.k}"] > button`).hover();
  await page.locator(`.log-map .mark[data-hex="${lay.hex}"]`).waitFor();
  await page.locator(`.entry[data-k="${lay.k}"] > button`).click();
  await page.locator("[data-decision]", { hasText: `after action ${lay.k + 1} of` }).waitFor();
  t.expectNoErrors(page);
  await leave(page);
});

test("section 6: the sheet is sorted, hides what has not started, shows what changed, and a share is bought in it", async () => {
  const ask = await moment("sheet-play", "18nl", 60, (a) => {
    const legal = a({ ask: "legal" });
    return legal.step === "stock" && legal.choices.some((c) => c.kind === "buy") && legal.choices.some((c) => c.kind === "sell");
  });
  const page = await atDesk("sheet-play", ALWAYS);
  await page.keyboard.press("s");
  const rows = page.locator(".sheet tbody tr");
  await rows.first().waitFor();
  const ids = () => rows.evaluateAll((all) => all.map((r) => r.dataset.rowOf));
  const { companies } = ask({ ask: "view" });
  await page.getByRole("button", { name: "price", exact: true }).click();
  const priced = companies.filter((c) => c.price !== undefined).sort((a, b) => b.price - a.price).map((c) => c.price);
  await t.until(async () => JSON.stringify((await ids()).slice(0, priced.length).map((id) => companies.find((c) => c.id === id).price)) === JSON.stringify(priced));
  await page.getByLabel("hide what has not started").check();
  await t.until(async () => (await ids()).length === companies.filter((c) => c.status !== "unstarted" && c.status !== "closed").length);
  await page.getByLabel("change since the last round").check();

  const before = await played("sheet-play");
  const buy = page.locator(".sheet td button[data-kind=buy]").first();
  const line = await buy.getAttribute("data-line");
  await buy.click();
  await page.locator(".sheet td button[data-confirm]").click();
  await t.until(async () => (await played("sheet-play")).length === before.length + 1);
  assert.equal((await played("sheet-play")).at(-1), line);
  t.expectNoErrors(page);
  await leave(page);
});

test("what was about to be decided is there after a reload: the hex, the tile as it was turned, the share", async () => {
  const ask = await moment("draft", "18nl", 60, (a) => {
    const legal = a({ ask: "legal" });
    const of = (hex) => legal.choices.filter((c) => c.kind === "lay" && c.hex === hex);
    return legal.choices.some((c) => c.kind === "lay" && of(c.hex).length > 2);
  });
  const lays = ask({ ask: "legal" }).choices.filter((c) => c.kind === "lay");
  const { hex } = lays.find((c) => lays.filter((x) => x.hex === c.hex).length > 2);
  const page = await atDesk("draft", ALWAYS);
  await page.locator(`.board .mark[data-hex="${hex}"]`).click({ force: true });
  const lay = page.locator("[data-lay]");
  const first = await lay.getAttribute("data-lay");
  await page.keyboard.press("e");
  const turned = await t.until(async () => { const now = await lay.getAttribute("data-lay"); return now !== first && now; });
  await page.reload();
  await page.locator(`[data-lay="${turned}"]`).waitFor();
  await page.keyboard.press("Enter");
  await t.until(async () => (await played("draft")).at(-1) === turned);
  await leave(page);

  await moment("draft-share", "18nl", 40, (a) => step("stock")(a) && a({ ask: "legal" }).choices.some((c) => c.kind === "buy"));
  const other = await atDesk("draft-share", ALWAYS);
  const buy = other.locator(".stage button[data-kind=buy]").first();
  const line = await buy.getAttribute("data-line");
  await buy.click();
  await other.locator(`[data-confirm][data-line="${line}"]`).waitFor();
  await other.reload();
  await other.locator(`[data-confirm][data-line="${line}"]`).waitFor();
  await other.keyboard.press("Escape");
  await other.locator("[data-confirm]").waitFor({ state: "detached" });
  await other.reload();
  await other.locator(`.stage button[data-line="${line}"]`).waitFor();
  assert.equal(await other.locator("[data-confirm]").count(), 0, "what was let go of stays so");
  t.expectNoErrors(other);
  await leave(other);
});

test("section 8: the page's title says whose turn it is, a hot seat is announced, bots with pauses are hurried with F", async () => {
  const page = await t.newPage({}, { pause: 60_000 });
  await t.beginGame(page, server.base, "18nl", { kinds: ["human", "human", "steady"], seed: 1 });
  await page.waitForFunction(() => document.title === "● Your turn: 18NL");
  const told = page.locator(".now-seat", { hasText: "Now Bo" }).waitFor();
  await page.keyboard.press("n");
  await told;
  await page.locator(".now-seat").waitFor({ state: "detached" });
  await page.keyboard.press("n");
  await page.waitForFunction(() => document.title === "18NL");
  await page.getByRole("button", { name: /^Finish/ }).waitFor(); // a minute would pass
  await page.keyboard.press("f");
  await page.waitForFunction(() => document.title === "● Your turn: 18NL");
  t.expectNoErrors(page);
  await page.context().close();
});

test("4.2: a player's name opens all about him: holdings with their value, what selling would bring, income; the sheet has the same sums", async () => {
  const ask = await moment("purse", "18nl", 60, (a) => a({ ask: "view" }).round.startsWith("stock") && a({ ask: "legal" }).choices.some((c) => c.kind === "sell"));
  const [view, purses] = [ask({ ask: "view" }), ask({ ask: "purses" })];
  const decides = view.players.findIndex((p) => p.name === view.decision.player);
  assert.ok(purses[decides].could > view.players[decides].cash, "a sale brings something");
  for (const open of [() => openAt("purse", 1440, 900), () => openAt("purse", 390, 844, { hasTouch: true })]) {
    const page = await open();
    for (const [i, p] of view.players.entries()) {
      await page.locator(`[data-player="${p.name}"] .name`).click();
      const card = page.locator(`[data-full="${p.name}"]`);
      await seen(card, "all about a player", 12);
      const text = await card.innerText();
      for (const word of [p.cash, purses[i].could, p.worth, `${p.certificates} of ${p.certificate_limit}`, ...Object.keys(p.shares), ...p.privates]) assert.ok(text.includes(String(word)), `${word}: ${text}`);
      if (!i) await page.screenshot({ path: `${t.SHOTS}/player-${(page.viewportSize()).width}.png` });
      await card.getByLabel("Close").click();
      await card.waitFor({ state: "detached" });
    }
    t.expectNoErrors(page);
    await leave(page);
  }
  const page = await openAt("purse", 1440, 900);
  await page.keyboard.press("s");
  const row = page.locator(".sheet tfoot tr", { hasText: "could raise" });
  await row.waitFor();
  assert.deepEqual(await row.locator("td").allInnerTexts(), purses.map((p) => `ƒ${p.could}`));
  await leave(page);
});

test("section 3: a step of the turn that is behind says what was done in it, or why there was nothing to decide", async () => {
  let why;
  const ask = await moment("behind", "18nl", 60, (a) => {
    if (!["run", "trains"].includes(a({ ask: "decision" }).step)) return false;
    const { actor } = a({ ask: "decision" });
    const idle = a({ ask: "log" }).at(-1).events.filter((e) => e.who === actor && e.step);
    why = idle.find((e) => e.step === "token");
    return why !== undefined && a({ ask: "log" }).at(-1).by === actor;
  });
  const last = ask({ ask: "log" }).at(-1);
  const page = await atDesk("behind");
  const title = (words) => page.locator(".pills li", { hasText: words }).getAttribute("title");
  assert.equal(await title("Token"), why.text);
  assert.ok((await title("Track")).includes(last.words), `${await title("Track")}: ${last.words}`);
  await page.locator(".pills li", { hasText: "Token" }).focus();
  await page.keyboard.press("Shift+Tab"); // the keys reach it, and show it
  await page.keyboard.press("Tab");
  await page.screenshot({ path: `${t.SHOTS}/steps-behind.png` });
  t.expectNoErrors(page);
  await leave(page);
});

test("5.6: what is refused says why and what can be done instead, and nothing that was entered is cleared", async () => {
  const ask = await moment("instead", "18nl", 20, (a) => a({ ask: "view" }).round.startsWith("stock") && a({ ask: "legal" }).choices.some((c) => c.kind === "sell"));
  const { choices, actor } = ask({ ask: "legal" });
  const sell = choices.find((c) => c.kind === "sell" && c.by === actor);
  const typed = `${actor} sell ${sell.company} 9`; // more than anybody has
  assert.ok(ask({ ask: "preview", line: typed }).refused);
  const page = await atDesk("instead", ALWAYS);
  await page.keyboard.press("/");
  const field = page.getByLabel("An action in the notation of records");
  await field.fill(typed);
  await field.press("Enter");
  await page.locator(".typed .refused").waitFor();
  const first = page.locator(".instead [data-line]").first();
  await seen(first, "the first of them", 12);
  assert.match(await first.getAttribute("data-line"), new RegExp(`^${actor} sell ${sell.company}`));
  assert.equal(await field.inputValue(), typed);
  await page.screenshot({ path: `${t.SHOTS}/instead.png` });
  const line = await first.getAttribute("data-line");
  await first.click();
  await page.locator(".instead [data-confirm]").click();
  await t.until(async () => (await played("instead")).at(-1) === line);
  t.expectNoErrors(page);
  await leave(page);
});

test("section 3: what is clicked is confirmed under the pointer that stands still, wherever it is", async () => {
  for (const [title, name, line] of [["18nl", "stock-cede", "Bo cede P2 Cia 0"], ["18nl", "stock-cede", "Bo acquire P1 0"], ["18nl", "auction-bid", "Anna bid P3 75"],
    ["18nl", "run-run", "NCS acquire P3 35"], ["18nl", "par-par", "Eva par HIS 100"], ["18norway", "par-par", "Cia par H 60"], ["18norway", "discard-discard", "Ø discard 5-0"],
    ["18or", "business-acquire", "CR sell CR 3"], ["18or", "business-acquire", "CR acquire WYEAST 0"], ["18or", "auction-once", "Anna bid YEON 10"], ["18or", "token-scrap", "CR scrap C7"],
    ["1988", "auction-pass", "Anna bid TAGAB 60"]]) {
    const id = `still-${title}-${name}`;
    await t.putGame(server, id, momentOf(title, name)).catch(() => {}); // two lines of one moment
    const page = await atDesk(id, ALWAYS);
    const button = page.locator(`[data-line="${line}"]:visible`).first();
    await button.hover();
    const { x, y, width, height } = await button.boundingBox();
    const at = [x + width / 2, y + height / 2];
    await page.mouse.click(...at);
    await page.locator("[data-confirm]").waitFor();
    const under = await page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.closest("[data-confirm]")?.dataset.line, at);
    assert.equal(under, line, title);
    await page.keyboard.press("Escape");
    await page.locator("[data-confirm]").waitFor({ state: "detached" });
    assert.deepEqual([Math.round((await button.boundingBox()).x), Math.round((await button.boundingBox()).y)], [Math.round(x), Math.round(y)], `${title}: let go of, all is where it was`);
    t.expectNoErrors(page);
    await leave(page);
  }
});

test("section 3: an amount is changed by its buttons, wheel and arrows over the button too, and Enter in its field plays", async () => {
  await moment("amount", "18nl", 0, (a) => a({ ask: "legal" }).choices.some((c) => c.kind === "bid"));
  const page = await atDesk("amount", ALWAYS);
  const bid = page.locator(".stage button[data-kind=bid]").first();
  const field = page.locator(".stage .stepper input[type=number]");
  const becomes = (amount) => t.until(async () => Number(await field.inputValue()) === amount);
  await bid.click();
  const least = Number(await field.inputValue());
  await page.getByLabel("More", { exact: true }).click();
  await becomes(least + 1);
  await bid.hover();
  await page.mouse.wheel(0, -100);
  await becomes(least + 2);
  await bid.focus();
  await page.keyboard.press("Shift+ArrowUp");
  await becomes(least + 7);
  assert.match(await bid.innerText(), new RegExp(`Bid ƒ${least + 7}`));
  await field.fill(String(least + 20));
  await page.keyboard.press("Enter");
  await t.until(async () => (await played("amount")).at(-1)?.endsWith(` ${least + 20}`));
  t.expectNoErrors(page);
  await leave(page);
});

test("section 7: Esc closes what is open, and V makes no run of a step before it", async () => {
  const ask = await moment("escape", "18nl", 200, (a) => step("track")(a) && a({ ask: "legal" }).choices.some((c) => c.kind === "lay")
    && a({ ask: "log" }).some((e) => e.by === a({ ask: "decision" }).actor && e.kind === "run") && a({ ask: "ahead", limit: 300000 }).legal?.best?.routes.length > 0);
  const page = await atDesk("escape", ALWAYS);
  await page.locator("[data-kind=run-pay]").waitFor();
  await page.keyboard.press("v");
  for (const [open, what] of [["[data-player] .name", "[data-full]"], [".gear", ".settings"], ["button.game", ".game-menu"]]) {
    await page.locator(open).first().click();
    await page.locator(what).waitFor();
    await page.keyboard.press("Escape");
    await page.locator(what).waitFor({ state: "detached" });
  }
  assert.equal(await page.locator(".decide .run").count(), 1, ask({ ask: "decision" }).actor);
  t.expectNoErrors(page);
  await leave(page);
});
