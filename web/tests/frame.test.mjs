// SPDX-License-Identifier: Apache-2.0
// The frame of the table: seven regions that keep their places in every title and at every size, nothing that a
// decision needs below the fold, and acting on the thing: shares on charters, par prices on the market, sales from
// the hand. What "seen" means is said by seen(); "check N" is a number of the list of checks of the table's design
// (CHECKS.md), "section N" a part of it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { momentOf } from "./archive.mjs";
import { newEngine } from "./engine.mjs";
import { atDesk, DESK, leave, moment, openAt, played, seen, server, step } from "./served.mjs";
import * as t from "./table.mjs";

/** Where the story is a drawer it opens and closes over the others. */
const REGIONS = ["top", "players", "decision", "actor", "stage", "story", "history"].filter((n) => n !== "story" || DESK.width >= 1280);
const WIDE = DESK.width < 1400 ? 36 : 42; // a cell of the market
const boxes = (page) => page.evaluate((names) => names.map((n) => {
  const b = document.querySelector(`[data-region=${n}]`).getBoundingClientRect();
  return [n, b.left, b.top, b.right, b.bottom].map((x) => (typeof x === "number" ? Math.round(x) : x));
}), REGIONS);

test("check 3: the regions stay where they are while ten actions are played", async () => {
  const ask = await moment("still", "18nl", 150);
  const page = await atDesk("still");
  const first = await boxes(page);
  for (let n = 0; n < 10; n++) {
    const { line } = ask({ ask: "bot", kind: "steady", seed: 1 });
    if (!(await page.locator(".typed[open]").count())) await page.click("text=Type an action");
    await page.getByLabel("An action in the notation of records").fill(line);
    const count = await page.locator(".count").innerText();
    await page.keyboard.press("Enter");
    await page.waitForFunction((old) => document.querySelector(".count")?.textContent !== old, count);
    ask({ ask: "do", line, view: false });
    assert.deepEqual(await boxes(page), first, `after ${line}`);
  }
  t.expectNoErrors(page);
  await leave(page);
});

test("check 6: money, certificates, worth and priority of 3, 5 and 8 players are seen; round, phase, trains and bank too", async () => {
  for (const [players, title] of [[3, "18nl"], [5, "18nl"], [8, "18or"]]) {
    const id = `players-${players}`;
    const ask = newEngine();
    const names = ["Anna", "Bo", "Cia", "Dan", "Eva", "Fia", "Gun", "Hans"].slice(0, players);
    ask({ ask: "new", title, players: names, seed: 1, options: title === "18or" ? { size: "L" } : {} });
    for (let n = 0; n < 40 || !ask({ ask: "view" }).players.some((p) => p.priority); n++) ask({ ask: "do", line: ask({ ask: "bot", kind: "steady", seed: 1 }).line, view: false });
    await t.putGame(server, id, ask({ ask: "record" }).text);
    const page = await atDesk(id);
    await seen(page.locator(".player .cash"), "cash", 12);
    await seen(page.locator(".player .worth"), "worth and certificates", 11.9);
    assert.equal(await page.locator(".player .worth").filter({ hasText: /\d+ of \d+/ }).count(), players);
    await seen(page.locator(".flag"), "priority", 12);
    assert.equal(await page.locator(".flag").count(), 1);
    const cut = await page.locator(".player .tags").evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent));
    assert.deepEqual(cut, [], "no tag is cut");
    await seen(page.locator(".player.turn .deciding"), "who decides", 12);
    for (const what of [".rounds", ".phase", ".strip .train-card", ".bank", ".saved"]) await seen(page.locator(`.top ${what}`).first(), what, 12);
    await page.setViewportSize({ width: 1100, height: 800 });
    for (const what of [".rounds", ".phase", ".strip .train-card", ".bank", ".saved", ".views button:last-child", ".gear"]) await seen(page.locator(`.top ${what}`).first(), `${what} where the story is a drawer`, 12);
    await page.setViewportSize({ width: 1280, height: 800 });
    await seen(page.locator(".player .cash"), "cash at a small desk", 12);
    const over = await page.locator(".player").evaluateAll((all) => all.flatMap((card) => {
      const edge = card.getBoundingClientRect();
      return [...card.querySelectorAll(".cash, .holdings li")].filter((e) => e.getBoundingClientRect().right > edge.right || e.getBoundingClientRect().bottom > edge.bottom).map((e) => `${card.dataset.player}: ${e.textContent}`);
    }));
    assert.deepEqual(over, [], "nothing is cut by the edge of a card");
    await leave(page);
  }
});

test("check 6: late in a game, with three operating rounds and a broken bank, other rounds give way and nothing else", async () => {
  const lines = readFileSync(join(t.ROOT, "tests/archive/18nl/3-greedy-117.18xx"), "utf8").split("\n").filter((l) => !/^(check|result):/.test(l));
  await t.putGame(server, "late", `${lines.slice(0, -40).join("\n")}\n`);
  const page = await atDesk("late");
  for (const what of [".rounds strong", ".phase", ".strip .train-card", ".bank", ".saved", ".views button:last-child", ".gear"]) await seen(page.locator(`.top ${what}`).first(), what, 12);
  assert.match(await page.locator(".bank").innerText(), /, last set$/);
  assert.ok(await page.locator(".saved").evaluate((e) => e.scrollWidth <= e.clientWidth + 1), "saved is not cut");
  await leave(page);
});

const started = (n) => (ask) => step("stock")(ask)
  && ask({ ask: "view" }).companies.filter((c) => !["unstarted", "closed"].includes(c.status)).length >= n;
for (const [n, actions] of [[5, 60], [9, 150]])
  test(`checks 9, 10, 12, 14: 18NL, stock round with ${n} companies: all charters, all markers, Pass and the hand are seen at once`, async () => {
    const id = `stock-${n}`;
    const ask = await moment(id, "18nl", actions, started(n));
    const page = await atDesk(id);
    await seen(page.locator(".stage .charter"), "charter");
    await seen(page.locator(".stage .cell:has([data-company])"), "cell with a marker");
    await seen(page.locator("button.pass"), "Pass", 12);
    await seen(page.locator(".hand .holding").first(), "hand");
    const cells = await page.locator(".stage .grid .cell").evaluateAll((all, least) => all.map((c) => {
      const b = c.getBoundingClientRect();
      const s = c.closest("[data-region=stage]").getBoundingClientRect();
      return b.width >= least && b.height >= 27.5 && b.left >= s.left && b.right <= s.right && b.bottom <= s.bottom + 1;
    }), WIDE - 1);
    assert.ok(cells.length > 100 && cells.every(Boolean), "every cell is inside the stage and large enough");

    /* What may be bought has its button, with the price; what may not has one too, greyed, with the reason. */
    const legal = ask({ ask: "legal" });
    for (const c of legal.choices.filter((x) => x.kind === "buy"))
      await seen(page.locator(`[data-charter="${c.company}"] [data-line="${c.line}"]`), c.line, 12);
    for (const g of legal.greyed) {
      const dead = page.locator(`[data-charter="${g.company}"] button:disabled`, { hasText: g.holder === "pool" ? "pool" : "offer" });
      assert.equal(await dead.getAttribute("title"), g.why);
      assert.ok(g.why.length <= 60, g.why);
    }
    assert.ok(legal.greyed.length > 0, "something may not be bought");
    const bare = await page.locator(".stage .charter.card").evaluateAll((all) => all.filter((c) =>
      !(c.querySelector(".badge") && c.querySelector(".price") && c.querySelector(".owners") && /ran \S*\d|no run/.test(c.textContent))).map((c) => c.dataset.charter));
    assert.deepEqual(bare, [], "badge, price, last run and owners stand with the buttons");
    t.expectNoErrors(page);
    await leave(page);
  });

test("check 11: 18OR, the largest map: in a stock round of 16 corporations every legal buy has its button; only the stage scrolls", async () => {
  const ask = await moment("sixteen", "18or", 40, (a) => step("stock")(a) && a({ ask: "legal" }).choices.some((c) => c.kind === "buy"), { players: 5, options: { size: "L", corporations: "16" } });
  const { choices } = ask({ ask: "legal" });
  assert.equal(ask({ ask: "view" }).companies.length, 16);
  const page = await atDesk("sixteen");
  for (const c of choices.filter((x) => x.kind === "buy")) {
    const button = page.locator(`.stage [data-line="${c.line}"]`);
    await button.scrollIntoViewIfNeeded();
    await seen(button, c.line, 12);
  }
  const scrolls = await page.evaluate(() => [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && ["auto", "scroll"].includes(getComputedStyle(e).overflowY) && e.scrollHeight > e.clientHeight + 1)
    .filter((e) => !e.closest("[data-region=stage], .told, [data-region=actor]")).map((e) => e.className));
  assert.deepEqual(scrolls, []);
  t.expectNoErrors(page);
  await leave(page);
});

for (const title of t.TITLES)
  test(`check 16: ${title}: every cell of the market is inside the stage, with figures and markers that can be read`, async () => {
    await moment(`market-${title}`, title, 120);
    const page = await atDesk(`market-${title}`);
    await page.locator("[data-view=market]").click();
    await page.locator(".market .grid .cell").first().waitFor();
    const bad = await page.evaluate((least) => {
      const s = document.querySelector("[data-region=stage]").getBoundingClientRect();
      const size = (e) => parseFloat(getComputedStyle(e).fontSize);
      return [...document.querySelectorAll(".market .grid .cell")].flatMap((c) => {
        const b = c.getBoundingClientRect();
        return [(b.width < least - 0.5 || b.height < 27.5) && `small: ${b.width}x${b.height}`,
          (b.left < s.left - 1 || b.right > s.right + 1 || b.top < s.top - 1 || b.bottom > s.bottom + 1) && `outside: ${JSON.stringify(b)}`,
          size(c.querySelector(".price")) < 11 && "figures", [...c.querySelectorAll("[data-company] svg")].some((m) => m.getClientRects().length && m.getBoundingClientRect().width < 18) && "markers"].filter(Boolean);
      });
    }, WIDE);
    assert.deepEqual(bad, []);
    await leave(page);
  });

test("check 13: a share is bought on its charter: armed, confirmed in its place by Enter; Escape lets go", async () => {
  const ask = await moment("buys", "18nl", 60, (a) => started(3)(a) && a({ ask: "legal" }).choices.some((c) => c.kind === "buy"));
  const buy = ask({ ask: "legal" }).choices.find((c) => c.kind === "buy");
  const page = await atDesk("buys");
  const button = page.locator(`[data-charter="${buy.company}"] [data-line="${buy.line}"]`);
  const middle = async () => { const b = await button.boundingBox(); return [b.x + b.width / 2, b.y + b.height / 2]; };
  const [x, y] = await middle();
  await button.click();
  assert.ok(await button.getAttribute("data-confirm") !== null, "it asks to be confirmed");
  const [x2, y2] = await middle();
  assert.ok(Math.hypot(x - x2, y - y2) <= 24, "in its place");
  assert.match(await page.locator(".confirming").innerText(), new RegExp(`${buy.by}.*−`, "s"));
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("[data-confirm]").count(), 0);
  await button.click();
  await page.keyboard.press("Enter");
  await t.until(async () => t.actionsOf(await t.record(server, "buys")).at(-1) === buy.line);
  t.expectNoErrors(page);
  await leave(page);
});

for (const title of ["18nl", "18norway", "18or"])
  test(`check 15: ${title}: a company is started on the cell of its price`, async () => {
    const id = `starts-${title}`;
    const ask = await moment(id, title, 10, (a) => step("stock")(a) && a({ ask: "legal" }).choices.some((c) => c.kind === "start"));
    const starts = ask({ ask: "legal" }).choices.filter((c) => c.kind === "start");
    const mine = starts.filter((c) => c.company === starts[0].company);
    const page = await atDesk(id);
    await page.getByRole("button", { name: `Start ${mine[0].company}` }).click();
    await seen(page.locator(".stage .cell.may button"), "par price", 11);
    assert.equal(await page.locator(".stage .cell.may").count(), mine.length);
    await page.locator(`.stage [data-line="${mine.at(-1).line}"]`).click();
    await page.locator(`.stage [data-line="${mine.at(-1).line}"][data-confirm]`).click();
    await t.until(async () => t.actionsOf(await t.record(server, id)).at(-1) === mine.at(-1).line);
    t.expectNoErrors(page);
    await leave(page);
  });

test("section 7: a turn is run and paid with one click after the track, and undo takes the click back", async () => {
  const ask = await moment("runs", "18nl", 200, (a) => {
    if (!step("track")(a)) return false;
    const actor = a({ ask: "decision" }).actor;
    return a({ ask: "view" }).companies.find((c) => c.id === actor)?.trains.length && a({ ask: "view" }).companies.find((c) => c.id === actor).last_revenue > 0;
  });
  const page = await atDesk("runs");
  const { actor } = ask({ ask: "decision" });
  const count = ask({ ask: "view" }).moves;
  await page.locator("[data-kind=run-pay]").click();
  const lines = await t.until(async () => {
    const all = t.actionsOf(await t.record(server, "runs")).slice(count);
    return all.length > 1 && all;
  });
  assert.deepEqual([lines[0], lines.at(-1)], [`${actor} pass`, `${actor} pay`]);
  assert.match(lines.at(-2), new RegExp(`^${actor} run `));
  const undone = async (n) => {
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await t.until(async () => t.actionsOf(await t.record(server, "runs")).length === n);
  };
  const after = count + lines.length;
  await page.locator("[data-pass]").click(); // the next step: a click of its own
  await t.until(async () => t.actionsOf(await t.record(server, "runs")).length === after + 1);
  await undone(after);
  await undone(count);
  t.expectNoErrors(page);
  await leave(page);
});

test("check 38: 18Norway: what bots did is told in a few lines, and a stretch of bids is one", async () => {
  await moment("story", "18norway", 200);
  const page = await atDesk("story");
  assert.ok((await page.locator(".told .turn-line").count()) <= 12);
  await leave(page);
});

test("check 29: the train shop says what a purchase sets off, in red where it takes the buyer's own trains", async () => {
  const rusts = (a) => step("trains")(a) && a({ ask: "legal" }).choices.some((c) => c.kind === "train"
    && a({ ask: "preview", lines: [c.line] }).trains.some((x) => x.from === c.by && !x.to));
  const ask = await moment("shop", "18nl", 300, rusts, { seed: 2 });
  const page = await atDesk("shop");
  for (const c of ask({ ask: "legal" }).choices.filter((x) => x.kind === "train")) {
    const offer = page.locator(".offer", { has: page.locator(`[data-line="${c.line}"]`) });
    const gone = ask({ ask: "preview", lines: [c.line] }).trains.filter((x) => !x.to);
    for (const { from } of gone) await offer.locator(".sets", { hasText: from }).waitFor();
    assert.equal(await offer.locator(".sets.bad").count(), gone.some((x) => x.from === c.by) ? 1 : 0, c.line);
  }
  t.expectNoErrors(page);
  await leave(page);
});

test("section 3: a train is confirmed in the place of its button, on a phone too; what it brings stands below it", async () => {
  const ranged = (a) => a({ ask: "legal" }).choices.find((c) => c.kind === "train" && c.least !== undefined);
  const ask = await moment("range", "18nl", 150, (a) => step("trains")(a) && ranged(a), { seed: 2 });
  const { line } = ranged(ask);
  for (const width of [DESK.width, 390]) {
    const page = await openAt("range", width, 844, {}, { confirm: "always" });
    if (width === 390) await page.locator(".to-decision").click();
    const button = page.locator(`.shop [data-line="${line}"]`);
    await button.scrollIntoViewIfNeeded();
    const { y } = await button.boundingBox();
    await button.click();
    await page.locator(".shop [data-confirm] + .stepper ~ .effects").waitFor();
    assert.ok(Math.abs((await button.boundingBox()).y - y) <= 24, "the button stays under the pointer");
    await seen(button, "the confirmation");
    if (width === 390) {
      await button.click();
      await t.until(async () => (await played("range")).slice(ask({ ask: "view" }).moves)[0] === line);
    }
    t.expectNoErrors(page);
    await leave(page);
  }
});

const EMERGENCIES = {
  "18nl": "AS floated at 100; Anna AS 6; AS to act; step trains; tile 57 E16 r0; tile 57 F15 r0; AS cash 20; Anna cash 10; "
    + "NRS floated at 67; Bo NRS 5; Anna NRS 2",
  "18norway": "R floated at 60; R operated; Anna R 3; R cash 0; Anna cash 20; R to act; step trains",
};
for (const [title, position] of Object.entries(EMERGENCIES))
  test(`check 30: ${title}: an emergency shows price, treasury, cash and what is missing; each sale says what it leaves missing`, async () => {
    const text = `title: ${title}\nplayers: Anna, Bo, Cia\nposition: round operating 2.1; ${position}\n`;
    const ask = newEngine();
    ask({ ask: "open", text });
    const { need, choices } = ask({ ask: "legal" });
    await t.putGame(server, `meter-${title}`, text);
    const page = await atDesk(`meter-${title}`);
    await seen(page.locator(".meter"), "the meter", 12);
    const figures = (await page.locator(".meter").innerText()).match(/\d+/g).map(Number);
    assert.deepEqual(figures, [parseInt(need.train), need.price, need.treasury, need.cash, need.missing], "the train that must be bought, and the sums");
    assert.equal(need.missing, need.price - need.treasury - (need.own_first ? 0 : need.cash));
    const sales = choices.filter((c) => c.kind === "sell");
    assert.ok(sales.length);
    for (const c of sales) {
      const { missing: left = 0, own_first: first } = ask({ ask: "legal", after: [c.line] }).need ?? {};
      const said = await page.locator(".raise", { has: page.locator(`[data-line="${c.line}"]`) }).innerText();
      assert.match(said, left ? new RegExp(`\\b${left}.* ${first ? "left to raise" : "still missing"}`) : /enough/, c.line);
    }
    t.expectNoErrors(page);
    await leave(page);
  });

test("5.6: a share that cannot be bought says why, by which rule, and what can be bought instead; whoever has sold of it is marked", async () => {
  const barred = (a) => step("stock")(a) && a({ ask: "legal" }).greyed?.length > 0 && a({ ask: "legal" }).choices.some((c) => c.kind === "buy") && a({ ask: "view" }).players.some((p) => p.sold.length);
  const ask = await moment("barred", "18nl", 60, barred);
  const [grey] = ask({ ask: "legal" }).greyed;
  const page = await atDesk("barred");
  const { name, sold: [company] } = ask({ ask: "view" }).players.find((p) => p.sold.length);
  assert.match(await page.locator(`.stage [data-charter="${company}"] .owners > [title^="${name} "]`).innerText(), /⊘/);
  await page.locator(`.stage [data-charter="${grey.company}"] .barred`).first().click();
  const why = page.getByRole("dialog", { name: `Why not ${grey.company}` });
  await seen(why, "why", 12);
  const text = await why.innerText();
  const { refused } = ask({ ask: "preview", line: grey.line });
  assert.ok(text.includes(refused.text) && text.includes(refused.id), text);
  const buys = ask({ ask: "legal" }).choices.filter((c) => c.kind === "buy");
  assert.deepEqual(await why.locator("[data-line]").evaluateAll((all) => all.map((b) => b.dataset.line)), buys.slice(0, 4).map((c) => c.line));
  await why.locator("[data-line]").first().click();
  await page.keyboard.press("Enter");
  await t.until(async () => (await played("barred")).at(-1) === buys[0].line);
  t.expectNoErrors(page);
  await leave(page);
});

test("3.2: 18OR's ladder of prices stands beside the charters, two columns, all of it in view", async () => {
  await moment("ladder", "18or", 60, step("stock"));
  const page = await atDesk("ladder");
  await seen(page.locator(".rungs .cell"), "every price", 11);
  const [charters, ladder] = [await page.locator(".stage .charters").boundingBox(), await page.locator(".rungs").boundingBox()];
  assert.ok(ladder.x >= charters.x + charters.width, "beside, not below");
  assert.equal(await page.locator(".rungs .cell").evaluateAll((all) => new Set(all.map((c) => Math.round(c.getBoundingClientRect().x))).size), 2);
  t.expectNoErrors(page);
  await leave(page);
});

test("4.1: the charter says with which purchase its trains go, and its last runs with what became of them", async () => {
  const ran = (a) => step("track")(a) && (() => {
    const { company } = a({ ask: "legal" });
    const { trains } = a({ ask: "view" }).companies.find((c) => c.id === company);
    return trains.some((x) => x.startsWith("2")) && a({ ask: "log" }).filter((e) => e.kind === "run" && e.by === company && e.revenue).length >= 2;
  })();
  const ask = await moment("charter", "18nl", 100, ran);
  const { company } = ask({ ask: "legal" });
  const page = await atDesk("charter");
  const card = page.locator(`.actor [data-charter="${company}"]`);
  assert.match(await card.locator("[data-rusts]").innerText(), /2 goes with the first 4/);
  const runs = ask({ ask: "log" }).filter((e) => e.kind === "run" && e.by === company).slice(-3).reverse();
  const said = (await card.locator("[data-runs]").innerText()).match(/\d+/g).map(Number);
  assert.deepEqual(said.slice(0, runs.length), runs.map((e) => e.revenue));
  assert.match(await card.locator("[data-runs]").innerText(), /paid|kept/);
  await leave(page);
});

/** Everything that can be pressed in these places is large enough for a thumb. */
const tooSmall = (page, where) => page.evaluate((w) => [...document.querySelectorAll(w)].filter((e) => e.checkVisibility())
  .map((e) => [e.textContent, e.getBoundingClientRect()]).filter(([, b]) => b.width < 43.5 || b.height < 43.5)
  .map(([text, b]) => `${text} ${b.width}x${b.height}`), where);

test("checks 43, 45: a phone lands on what has happened; tiles, turning and laying are seen at once and large enough", async () => {
  const lays = (a) => a({ ask: "legal" }).choices.filter((c) => c.kind === "lay");
  const turns = (a) => step("track")(a) && lays(a).some((c, i, all) => all.some((d, k) => k !== i && d.hex === c.hex && d.tile === c.tile));
  const ask = await moment("phone-track", "18nl", 80, turns);
  const page = await openAt("phone-track", 390, 844);
  await seen(page.locator(".stage .story h3"), "what has happened", 12);
  await seen(page.locator(".to-decision"), "the way to the decision");
  assert.deepEqual(await tooSmall(page, ".to-decision, .phone-nav button, .top .more, .top .home"), []);
  await page.locator(".to-decision").click();
  const two = lays(ask).find((c, i, all) => all.some((d, k) => k !== i && d.hex === c.hex && d.tile === c.tile));
  await page.locator(`.board .mark[data-hex="${two.hex}"]`).dispatchEvent("click");
  await seen(page.locator(".tile-card"), "tile cards");
  await page.locator(`.tile-card[data-tile="${two.tile}"]`).click();
  await seen(page.getByRole("button", { name: "turn" }), "turning");
  await seen(page.locator("[data-lay]"), "laying");
  assert.deepEqual(await tooSmall(page, ".tile-cards button"), []);
  const line = await page.locator("[data-lay]").getAttribute("data-lay");
  await page.getByRole("button", { name: "turn" }).click();
  assert.notEqual(await page.locator("[data-lay]").getAttribute("data-lay"), line);
  await page.locator("[data-lay]").click();
  await t.until(async () => t.actionsOf(await t.record(server, "phone-track")).at(-1).includes(` ${two.hex} `));
  t.expectNoErrors(page);
  await leave(page);
});

test("check 44: a phone shows four charters with their buttons and Pass in a stock round; history and undo are behind one button", async () => {
  await moment("phone-stock", "18nl", 150, step("stock"));
  const page = await openAt("phone-stock", 390, 844);
  if (await page.locator(".to-decision").count()) await page.locator(".to-decision").click();
  const cards = page.locator(".charter.card");
  for (let n = 0; n < 4; n++) {
    await seen(cards.nth(n), "a charter", 12);
    await seen(cards.nth(n).locator("button"), "its buttons", 12);
  }
  await seen(page.locator("button.pass"), "Pass", 12);
  assert.deepEqual(await tooSmall(page, ".charter.card button, button.pass"), []);
  assert.equal(await page.locator(".history").isVisible(), false);
  await page.getByLabel("History and settings").click();
  await seen(page.getByRole("button", { name: /^Undo/ }).first(), "Undo");
  t.expectNoErrors(page);
  await leave(page);
});

test("between 1024 and 1279 the story is a drawer: open when a turn begins, closed by the first action, L or its button opens it", async () => {
  const begins = (a) => step("stock")(a) && a({ ask: "log" }).at(-1)?.player !== a({ ask: "decision" }).player;
  await moment("drawer", "18nl", 150, begins);
  const page = await openAt("drawer", 1100, 760);
  const story = page.locator("[data-region=story]");
  await story.waitFor({ state: "visible" });
  await page.keyboard.press("l");
  await story.waitFor({ state: "hidden" });
  await page.keyboard.press("l");
  await story.waitFor({ state: "visible" });
  await page.setViewportSize({ width: 1024, height: 768 });
  for (const button of await page.locator(".history button").all()) await seen(button, await button.innerText());
  await page.locator("[data-drawer]").click();
  await story.waitFor({ state: "hidden" });
  /* What lies under it is had with a press on whatever is beside it, with Escape and with its own button. */
  for (const close of [() => page.locator(".stage").click({ position: { x: 20, y: 5 } }), () => page.keyboard.press("Escape"), () => page.getByRole("button", { name: "Close the story" }).click()]) {
    await page.keyboard.press("l");
    await story.waitFor({ state: "visible" });
    await close();
    await story.waitFor({ state: "hidden" });
  }
  t.expectNoErrors(page);
  await leave(page);
});

test("the largest letters leave settings, Pass and history in the window, on desks and phones; the round lies under nothing", async () => {
  await t.putGame(server, "large", momentOf("18norway", "nationalise-choose"));
  for (const [width, height, text] of [[1280, 800, 150], [1366, 768, 125], [1440, 900, 150], [390, 844, 150], [360, 740, 150], [320, 568, 100], [1024, 768, 100]]) {
    const page = await openAt("large", width, height, {}, { text });
    if (await page.locator(".to-decision").count()) await page.locator(".to-decision").click();
    const size = `${width}x${height} at ${text} %`;
    for (const what of [".gear", ".top .more", "[data-pass]", ".history button:last-of-type"])
      for (const e of await page.locator(what).all()) if (await e.isVisible()) {
        const box = await e.boundingBox();
        assert.ok(box.x >= -1 && box.y >= -1 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1, `${what}, ${size}: ${JSON.stringify(box)}`);
      }
    const [round, phase] = [await page.locator(".rounds").boundingBox(), await page.locator(".phase").boundingBox()];
    if (phase) assert.ok(round.x + round.width <= phase.x + 1, `the round lies under the phase, ${size}`);
    t.expectNoErrors(page);
    await leave(page);
  }
});

test("a map with hardly any room shows something of what is marked, and more when it grows or the phone is turned", async () => {
  await t.putGame(server, "strip", momentOf("1988", "develop-develop"));
  const page = await openAt("strip", 360, 560, { hasTouch: true });
  if (await page.locator(".to-decision").count()) await page.locator(".to-decision").click();
  const marks = () => page.locator(".board .mark").evaluateAll((all) => all.filter((m) => {
    const box = m.getBoundingClientRect(), stage = m.closest(".stage").getBoundingClientRect();
    return box.left < stage.right && box.right > stage.left && box.top < stage.bottom && box.bottom > stage.top;
  }).length);
  for (const [width, height] of [[360, 560], [360, 812], [812, 390]]) {
    await page.setViewportSize({ width, height });
    await t.until(async () => (await marks()) > 0);
    assert.ok(!(await page.locator(".board .map > svg").getAttribute("viewBox")).includes("NaN"));
    const { width: side } = await page.locator(".board .mark").first().boundingBox();
    assert.ok(side > 30, `a hex of ${side} px at ${width}x${height}`);
  }
  t.expectNoErrors(page);
  await leave(page);
});

test("check 48: the end: why, the ranking by parts, worth over time with a line a player, and what decided it", async () => {
  const ask = newEngine();
  ask({ ask: "new", title: "18scan", players: t.NAMES.slice(0, 3), seed: 1 });
  while (!ask({ ask: "do", line: ask({ ask: "bot", kind: "steady", seed: 1 }).line, view: false }).over);
  await t.putGame(server, "end", ask({ ask: "record" }).text);
  const { players } = ask({ ask: "view" });
  const series = ask({ ask: "series" });
  for (const [i, p] of players.entries()) {
    assert.equal(series.players[i].worth.at(-1), p.worth);
    assert.equal(series.players[i].worth.length, series.rounds.length);
  }
  assert.deepEqual(series.rounds.map((r) => r.round), [...new Set(ask({ ask: "log" }).map((e) => e.round))], "a value a round");
  const page = await atDesk("end");
  await seen(page.locator(".result > p").first(), "why it ended", 12);
  assert.match(await page.locator(".result > p").first().innerText(), /^\w+ wins with K\d+\. The bank was broken in operating round \d/);
  for (const p of players) {
    const row = await page.locator(`[data-rank="${p.place}"]`).innerText();
    assert.match(row, new RegExp(`${p.name}[^]*K${p.worth}[^]*cash K${p.cash}, paper K${p.worth - p.cash}`));
    assert.equal(await page.locator(`.result [data-line-of="${p.name}"] polyline`).count(), 1);
    for (const [id, value] of Object.entries(series.players.find((x) => x.name === p.name).parts.shares))
      assert.match(await page.locator(`[data-rank="${p.place}"] [data-part="${id}"]`).innerText(), new RegExp(`K${value}`));
  }
  assert.ok((await page.locator(".deciding li").count()) >= 3);
  await page.keyboard.press("c");
  assert.deepEqual(await page.locator(".charts figcaption b").allInnerTexts(), ["Worth", "Cash", "Income", "Prices", "Revenues", "Bank"]);
  t.expectNoErrors(page);
  await leave(page);
});

test("check 34: 1988: every track and city that can be developed is clicked on the map; no list has more than twelve buttons", async () => {
  const many = (a) => step("develop")(a) && a({ ask: "legal" }).choices.length > 40;
  const ask = await moment("develop", "1988", 150, many);
  const developments = ask({ ask: "legal" }).choices.filter((c) => c.hex);
  const page = await atDesk("develop");
  const marks = await page.locator(".board .mark").evaluateAll((all) => all.map((m) => m.dataset.hex).sort());
  assert.deepEqual(marks, [...new Set(developments.map((c) => c.hex))].sort());
  assert.ok((await page.locator("[data-region=actor] button[data-line]").count()) <= 12);
  for (const hex of marks.filter((_, i) => i % 7 === 0)) {
    await page.locator(`.board .mark[data-hex="${hex}"]`).dispatchEvent("click");
    const here = developments.filter((c) => c.hex === hex).map((c) => c.line);
    await t.until(async () => (await page.locator(".popover [data-line]").evaluateAll((all) => all.map((b) => b.dataset.line))).join() === here.join());
    assert.ok(here.length <= 4);
    await seen(page.locator(".popover"), `the choices of ${hex}`, 12);
  }
  await page.locator(".sorts button", { hasText: /^Close/ }).click();
  const closes = developments.filter((c) => c.words.startsWith("close "));
  await t.until(async () => (await page.locator(".board .mark").count()) === new Set(closes.map((c) => c.hex)).size);
  const last = closes.at(-1);
  await page.locator(`.board .mark[data-hex="${last.hex}"]`).dispatchEvent("click");
  await page.locator(`.popover [data-line="${last.line}"]`).waitFor();
  await page.keyboard.press("1");
  await page.locator(`.popover [data-line="${last.line}"][data-confirm]`).waitFor();
  await page.keyboard.press("Enter");
  await t.until(async () => t.actionsOf(await t.record(server, "develop")).at(-1) === last.line);
  t.expectNoErrors(page);
  await leave(page);
});

for (const title of t.TITLES)
  test(`check 20: ${title}: names on the map cover neither each other nor a value nor a cost, and costs no value, from afar and from near`, async () => {
    const id = `names-${title}`;
    await moment(id, title, 120);
    const page = await atDesk(id);
    await page.keyboard.press("m");
    await page.locator(".board .rh-map").waitFor();
    const crowded = () => page.evaluate(() => {
      const boxes = (what) => [...document.querySelectorAll(`.board .rh-map ${what}`)].filter((e) => e.checkVisibility())
        .map((e) => ({ text: e.textContent, name: e.matches(".p"), box: e.getBoundingClientRect() }));
      const names = boxes(".p"), costs = boxes(".u text"), values = [...boxes(".z"), ...boxes(".y")];
      const all = [...names, ...costs, ...values];
      const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
      const pairs = [...names.flatMap((a, i) => all.filter((b, k) => (b.name ? k > i : true) && b !== a).map((b) => [a, b])), ...costs.flatMap((a) => values.map((b) => [a, b]))];
      return { shown: names.length, bad: pairs.filter(([a, b]) => over(inner(a.box), inner(b.box))).map(([a, b]) => `${a.text} / ${b.text}`) };
      function inner(b) { // a text's box has room above and below its letters
        return { left: b.left, right: b.right, top: b.top + b.height * 0.1, bottom: b.bottom - b.height * 0.1 };
      }
    });
    const whole = page.getByRole("button", { name: /whole/i });
    if (await whole.isEnabled()) await whole.click();
    for (let n = 0; n < 3; n++) {
      const { shown, bad } = await crowded();
      assert.deepEqual(bad, [], `${n} steps closer`);
      assert.ok(shown >= 15, `${shown} names are shown`);
      await page.getByRole("button", { name: "Zoom in" }).click();
    }
    t.expectNoErrors(page);
    await leave(page);
  });

test("check 28: 18OR: the payout is a slider that shows where the price goes, from every amount, and names each payee", async () => {
  const ask = newEngine();
  ask({ ask: "new", title: "18or", players: t.NAMES.slice(0, 3), seed: 1 });
  /** amounts at which the price changes, found one by one */
  const bounds = () => {
    const { best } = ask({ ask: "legal" });
    const choice = best && ask({ ask: "legal", after: [best.line] }).choices?.find((c) => c.kind === "divide");
    const found = [];
    for (let n = choice?.least; n <= choice?.most; n += choice.step) {
      const price = ask({ ask: "preview", lines: [best.line, `${choice.before}${n}`] }).prices.find((p) => p.company === choice.by)?.to;
      if (!found.length || found.at(-1).price !== price) found.push({ n, price });
    }
    return found.map((f) => f.n);
  };
  while (!(step("run")(ask) && bounds().length >= 3))
    assert.ok(!ask({ ask: "do", line: ask({ ask: "bot", kind: "greedy", seed: 1 }).line, view: false }).over, "there is such a run");
  await t.putGame(server, "payout", ask({ ask: "record" }).text);
  const page = await atDesk("payout");
  const buttons = page.locator(".payout .row button");
  assert.deepEqual((await buttons.allInnerTexts()).map((x) => Number(/\d+/.exec(x)[0])), bounds());
  await buttons.nth(1).click();
  const { best, actor } = ask({ ask: "legal" });
  const line = `${actor} divide ${bounds()[1]}`;
  const paid = ask({ ask: "preview", lines: [best.line, line] }).cash;
  for (const { who } of paid) await page.locator(".payout .division", { hasText: who }).waitFor();
  await page.locator(".payout [data-kind=run-pay]").click();
  await t.until(async () => t.actionsOf(await t.record(server, "payout")).includes(line));
  t.expectNoErrors(page);
  await leave(page);
});

/** A moment of the archive at the desk, and the engine there. */
async function archived(title, name) {
  const text = momentOf(title, name), ask = newEngine(), id = `${title}-${name}`;
  ask({ ask: "open", text });
  await t.putGame(server, id, text);
  return { ask, page: await atDesk(id) };
}

test("section 3: a panel that is too full leaves out one thing after the other, and none for which there is room", async () => {
  for (const [title, name] of [["18nl", "trains-acquire"], ["18norway", "tunnel-acquire"], ["18norway", "run-acquire"], ["18or", "stock-sell"], ["18or", "token-scrap"]]) {
    const { page } = await archived(title, name);
    await page.locator(".actor[data-less]").waitFor();
    const spared = await page.locator(".actor").evaluate((all) => {
      const gone = all.dataset.less.split(" ").filter(Boolean);
      return gone.filter((word) => {
        all.dataset.less = gone.filter((w) => w !== word).join(" ");
        return all.scrollHeight <= all.clientHeight;
      });
    });
    assert.deepEqual(spared, [], `${title} ${name}`);
    await leave(page);
  }
});

test("section 3: what a company does has two lines at least and ends behind a word, or is not said", async () => {
  for (const [title, name] of [["18or", "token-scrap"], ["18norway", "run-run"], ["1988", "run-run"], ["18or", "stock-sell"]]) {
    const { page } = await archived(title, name);
    await page.locator(".actor[data-less]").waitFor();
    const powers = await page.locator(".actor .power").evaluateAll((all) => all.filter((p) => p.checkVisibility()).map((p) => ({
      lines: Math.round(p.clientHeight / parseFloat(getComputedStyle(p).lineHeight)), cut: p.scrollHeight > p.clientHeight + 1, told: p.hasAttribute("data-cut"), clamp: getComputedStyle(p).webkitLineClamp,
      begun: (() => { const all = document.createRange(); all.selectNodeContents(p); return all.getClientRects()[0].top - p.getBoundingClientRect().top; })(),
    })));
    for (const p of powers) {
      assert.ok(!p.cut || p.lines >= 2, `${title} ${name}: ${p.lines} lines`);
      assert.deepEqual([p.cut, "none"], [p.told, p.clamp], `${title} ${name}`);
      assert.ok(p.begun > -2, `${title} ${name}: it is cut at its beginning`);
    }
    await leave(page);
  }
});

test("3.6: whoever can only go bankrupt reads of each holding why it is not sold, and the way out stands last", async () => {
  const text = momentOf("18scan", "trains-bankrupt"), ask = newEngine();
  ask({ ask: "open", text });
  await t.putGame(server, "way-out", text);
  const page = await openAt("way-out", 1440, 900);
  const { unsold } = ask({ ask: "legal" });
  assert.ok(unsold.length > 1);
  for (const { why } of unsold) {
    const reason = page.locator(".hand .unsold > span", { hasText: why }).first();
    await seen(reason, why, 12);
    assert.ok(await reason.evaluate((e) => e.scrollWidth <= e.clientWidth), `${why}: whole`);
  }
  const out = (await page.locator('.hand [data-kind="bankrupt"]').boundingBox()).y;
  for (const { y } of await page.locator(".hand > .holding:visible").evaluateAll((all) => all.map((e) => e.getBoundingClientRect().toJSON()))) assert.ok(y < out);
  t.expectNoErrors(page);
  await leave(page);
});

test("section 3: what somebody is asked to buy says what it does before what he has does", async () => {
  const { page } = await archived("18nl", "consent-accept");
  const powers = await page.locator(".actor .power").evaluateAll((all) => all.filter((p) => p.checkVisibility())
    .map((p) => ({ offered: !!p.closest("[data-deal]"), whole: p.scrollHeight <= p.clientHeight, text: p.textContent })));
  const [first, ...others] = powers;
  assert.ok(first.offered && /closes when NFL buys its first train/.test(first.text));
  assert.ok(first.whole || others.length === 0, "the others give way");
  await leave(page);
});

test("section 3: the shop has every kind that the bank still has, on sale or to come, with how many are left", async () => {
  const { ask, page } = await archived("18norway", "trains-pass");
  const { bank } = ask({ ask: "view" });
  const shop = (await page.locator(".shop").innerText()).replaceAll(/\s+/g, " ");
  for (const x of bank.trains.filter((x) => x.unlimited || x.left)) assert.match(shop, new RegExp(`(^|[ ⚓])${x.name} ${x.price}kr${x.unlimited ? "" : ` ×${x.left}`}`));
  await leave(page);
});

test("section 3: where a company may only sell and acquire the stage has each private company with what it does, and its button", async () => {
  const { ask, page } = await archived("18or", "business-sell");
  const acquired = ask({ ask: "legal" }).choices.filter((c) => c.kind === "acquire");
  assert.ok(acquired.length >= 8);
  for (const c of acquired) {
    const card = page.locator(`.stage [data-private="${c.company}"]`);
    await seen(card.locator(".power"), "what it does", 12);
    await seen(card.locator(`[data-line="${c.line}"]`), c.line, 12);
  }
  const sells = ask({ ask: "legal" }).choices.find((c) => c.kind === "sell");
  await seen(page.locator(`.actor [data-line="${sells.line}"]`), "own shares are sold in the panel", 12);
  t.expectNoErrors(page);
  await leave(page);
});

test("check 30: a sale after which nothing more can be sold, and not enough is there, says so", async () => {
  const { ask, page } = await archived("18scan", "trains-sell");
  const sales = ask({ ask: "legal" }).choices.filter((c) => c.kind === "sell");
  const traps = sales.map(({ line }) => {
    const { need, choices } = ask({ ask: "legal", after: [line] });
    return need?.missing > 0 && !choices.some((c) => ["sell", "issue"].includes(c.kind));
  });
  assert.ok(traps.includes(true));
  for (const [i, { line }] of sales.entries())
    assert.equal(/no more may be sold/.test(await page.locator(".raise", { has: page.locator(`[data-line="${line}"]`) }).innerText()), traps[i], line);
  await leave(page);
});

test("3.6: before the train is named nobody is told that the money suffices", () => {
  const ask = newEngine();
  ask({ ask: "open", text: momentOf("18scan", "trains-sell").trim().replace(/\n[^\n]*$/, "\n") });
  const { need, no_sale } = ask({ ask: "legal" });
  assert.ok(need.missing > 0);
  assert.equal(no_sale, "shares are sold only for a train that is named and not yet paid");
});

test("2, 4.1: names, trains and sums of a small desk and a phone are not cut where there is room", async () => {
  const uncut = (page, what) => page.locator(what).evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.innerText));
  const show = async (step, [width, height], check) => {
    const id = `whole-${step}-${width}`;
    await t.putGame(server, id, momentOf("18scan", step));
    const page = await openAt(id, width, height);
    if (await page.locator(".to-decision").count()) await page.locator(".to-decision").click();
    await check(page);
    t.expectNoErrors(page);
    await leave(page);
  };
  const SMALL = [1280, 800], PHONE = [390, 844];
  await show("stock-buy", SMALL, async (page) => {
    assert.ok(await page.locator(".half").count());
    assert.deepEqual(await uncut(page, ".half .words > *, .charter.card h4"), []);
    assert.deepEqual(await page.locator(".charter.card h4").evaluateAll((all) => all.filter((e) => e.scrollHeight > e.clientHeight + 2).map((e) => e.innerText)), []);
  });
  await show("trains-train", SMALL, async (page) => assert.deepEqual(await uncut(page, ".sides .train-card"), []));
  await show("trains-bankrupt", SMALL, async (page) => {
    for (const train of await page.locator(".shop [data-line]").all()) await seen(train, "a train of another company", 12);
  });
  await show("consent-accept", SMALL, async (page) => {
    const rows = await page.locator(".ledger li").evaluateAll((all) => all.map((e) => Math.round(e.getBoundingClientRect().height)));
    assert.ok(rows.length && rows.every((h) => h < 25), `a sum before and after is one line: ${rows}`);
  });
  await show("dividend-withhold", SMALL, async (page) => assert.match(await page.locator(".actor [data-rusts]").innerText(), /2, 1\+1 go with the first 4/));
  await show("trains-sell", PHONE, async (page) => {
    await page.locator(".raise").first().waitFor();
    assert.deepEqual(await uncut(page, ".top .ph, .raises-money, .raise"), []);
  });
  await show("end", PHONE, async (page) => assert.deepEqual(await uncut(page, ".top .ph"), []));
});
