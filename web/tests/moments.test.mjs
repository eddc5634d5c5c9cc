// SPDX-License-Identifier: Apache-2.0
// Moments that only some titles have: sales to whoever bids most, a few ways side by side, a chart of choices, a
// board that the players build. Numbers are those of the list of checks of the table's design.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { momentOf } from "./archive.mjs";
import { newEngine } from "./engine.mjs";
import { DESK as VIEW, goTo, leave, moment, openAt, played, seen, server, step } from "./served.mjs";
import * as t from "./table.mjs";

const DESK = [VIEW.width, VIEW.height], PHONE = [390, 844];
/** The page at the desk, closed after the loop; tests/long/checks comes with the other sizes and colours. */
async function* desks(id) {
  const page = await openAt(id, ...DESK);
  yield page;
  t.expectNoErrors(page);
  await leave(page);
}

/** Where four markers meet in a cell of some record. */
const STACKED = { "18nl": "stock-pass", "18norway": "stock-pass", "18or": "stock-pass", "18scan": "stock-pass", 1988: "stock-pass" };

/** On a phone the sheet of the decision is one tap away. */
async function toDecision(page) {
  if (await page.locator(".to-decision").count()) await page.locator(".to-decision").click();
}

test("check 31: 18Scan's bidding shows six items with prices, which of them one could pay, the high bid and whose it is", async () => {
  const ask = await moment("rights", "18scan", 0);
  for (const line of ["Anna bid 0", "Bo bid 400"]) assert.ok(ask({ ask: "do", line }).ok, line);
  await t.putGame(server, "rights-2", ask({ ask: "record" }).text);
  const { sale } = ask({ ask: "legal" });
  assert.deepEqual([sale.items.length, sale.bid, sale.bidder], [6, 400, "Bo"]);
  assert.deepEqual(sale.items.filter((i) => i.affordable).map((i) => i.id), ["Ferry", "Mine", "SJS"]); // 600 less 405
  for await (const page of desks("rights-2")) {
    for (const item of sale.items) {
      const card = page.locator(`[data-item="${item.id}"]`);
      await seen(card.locator(".price"), `price of ${item.id}`, 12);
      assert.equal(await card.locator(".price").innerText(), `K${item.price}`);
      await seen(card.locator(`[data-affordable=${item.affordable}]`), `tick of ${item.id}`, 12);
    }
    await seen(page.locator("[data-bid]"), "high bid", 12);
    assert.match(await page.locator(".stands").innerText(), /Bo\s+has bid\s+K400/);
    await seen(page.locator(".raises button"), "raises", 12);
    await seen(page.locator("button.pass"), "Bid no more", 12);
  }
  const page = await openAt("rights-2", ...PHONE);
  await toDecision(page);
  await seen(page.locator(".raises button").first(), "raise on a phone", 12);
  await seen(page.locator(".bidder .range"), "how far it may go", 12);
  assert.equal(await page.locator(".bidder .range").evaluate((e) => e.innerText.trim()), "K405 to K480"); // the cheapest left, K120, stays
  await page.locator(".raises [data-amount='405']").click();
  await page.locator(".raises [data-amount='405'][data-confirm]").click();
  await t.until(async () => (await played("rights-2")).at(-1) === "Cia bid 405");
  await leave(page);
});

test("check 31: whoever wins takes what he likes from its card", async () => {
  const ask = await moment("takes", "18scan", 3, step("choose"));
  const page = await openAt("takes", ...DESK, {}, { confirm: "never" });
  const takes = ask({ ask: "legal" }).choices;
  for (const c of takes) await seen(page.locator(`[data-item="${c.company}"] [data-line="${c.line}"]`), c.line, 12);
  await page.locator(`.stage [data-line="${takes[1].line}"]`).click();
  await t.until(async () => (await played("takes")).at(-1) === takes[1].line);
  await leave(page);
});

test("check 32: 18OR's live auction shows the item, its power, the bid and whose it is, the calls, and raises for every seat", async () => {
  const ask = await moment("hammer", "18or", 0);
  for (const line of ["Bo bid YEON 10", "Anna once YEON"]) assert.ok(ask({ ask: "do", line }).ok, line);
  await t.putGame(server, "hammer-2", ask({ ask: "record" }).text);
  for await (const page of desks("hammer-2")) {
    const card = page.locator("[data-item=YEON]");
    await seen(card, "the item", 12);
    await seen(card.locator(".power"), "its power", 12);
    assert.ok((await card.locator(".power").innerText()).length >= 20);
    assert.match(await card.locator(".stands").innerText(), /Bo\s+has bid\s+\$10/);
    await seen(card.locator("[data-bid]"), "bid", 12);
    assert.deepEqual(await card.locator(".calls [data-heard=yes]").allInnerTexts(), ["open", "going once"]);
    await seen(card.locator("[data-line='Anna twice YEON']"), "the next call", 12);
    for (const who of ["Anna", "Cia"]) {
      const raises = page.locator(`[data-bidder=${who}] [data-kind=raise]`);
      await seen(raises, `raises of ${who}`, 12);
      assert.deepEqual(await raises.evaluateAll((all) => all.map((b) => b.dataset.amount)), ["15", "20", "35"]);
    }
    assert.equal(await page.locator("[data-bidder=Bo]").count(), 0, "the leader does not bid against himself");
  }
  const page = await openAt("hammer-2", ...DESK);
  await page.locator("[data-bidder=Cia] [data-amount='35']").click();
  await page.keyboard.press("Enter");
  await t.until(async () => (await played("hammer-2")).at(-1) === "Cia bid YEON 35");
  assert.deepEqual(await page.locator(".calls [data-heard=yes]").allInnerTexts(), ["open"]);
  await leave(page);
});

test("3.1: with six players too every item of 18OR's auction is in view, and whose raises they are", async () => {
  const ask = await moment("six-bid", "18or", 4, () => true, { players: 6 });
  for await (const page of desks("six-bid")) {
    await seen(page.locator("[data-item]"), "every item", 12);
    assert.equal(await page.locator("[data-item]").count(), ask({ ask: "legal" }).sale.items.length);
    await seen(page.locator(".raises button"), "raises", 12);
    const cut = await page.locator(".bidder > p").evaluateAll((all) => all.filter((p) => p.scrollWidth > p.clientWidth + 1).map((p) => p.textContent));
    assert.deepEqual(cut, [], "no name is cut");
  }
});

test("3.2: where 1988 has many companies every card says whole what a purchase means", async () => {
  const many = (a) => step("stock")(a) && a({ ask: "view" }).companies.filter((c) => !["unstarted", "closed"].includes(c.status)).length >= 7;
  const ask = await moment("many-cards", "1988", 100, (a) => many(a) && a({ ask: "legal" }).choices.filter((c) => c.kind === "buy").length > 2, { players: 4, bot: "greedy" });
  const { choices } = ask({ ask: "legal" });
  for await (const page of desks("many-cards")) {
    for (const c of choices.filter((x) => x.kind === "buy")) await seen(page.locator(`.stage [data-charter] [data-line="${c.line}"]`), c.line, 12);
    const cut = await page.locator(".charter.card .says:not(.no)").evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1
      || e.getBoundingClientRect().bottom > e.closest(".card").getBoundingClientRect().bottom + 1).map((e) => e.textContent));
    assert.deepEqual(cut, []);
    const mine = choices.find((c) => c.kind === "buy" && ask({ ask: "preview", line: c.line }).presidents.some((p) => p.to === c.by));
    if (mine) assert.match(await page.locator(`[data-charter="${mine.company}"] .says .word`).textContent(), /you become president/);
  }
});

test("3.1: with five players every item of 18OR's auction is in view; on a phone the item stands before the raises; 1988's first company shows the prices it falls to", async () => {
  const ask = await moment("all-items", "18or", 4, () => true, { players: 5 });
  const desk = await openAt("all-items", ...DESK);
  await seen(desk.locator("[data-item]"), "every item", 12);
  assert.equal(await desk.locator("[data-item]").count(), ask({ ask: "legal" }).sale.items.length);
  assert.deepEqual(await desk.locator(".raises button").evaluateAll((all) => all.filter((b) => b.getBoundingClientRect().right > b.closest(".bidder").getBoundingClientRect().right).length), 0);
  await leave(desk);
  const phone = await openAt("all-items", ...PHONE, { hasTouch: true });
  await toDecision(phone);
  const [item, raise] = [phone.locator("[data-item]").first(), phone.locator("[data-kind=raise]").first()];
  await seen(item, "the item", 12);
  await seen(raise, "a raise", 12);
  assert.ok((await item.boundingBox()).y < (await raise.boundingBox()).y);
  await leave(phone);
  const first = (await moment("falling", "1988", 0))({ ask: "view" }).privates[0];
  const page = await openAt("falling", ...DESK);
  assert.equal(await page.locator("[data-falls]").count(), 1);
  await seen(page.locator("[data-falls]"), "the prices", 12);
  assert.match(await page.locator("[data-falls]").innerText(), new RegExp(`${first.ask}.*→ ${first.falls.to[0]} → ${first.falls.to[1]}[^]*leaves the game[^]*falls by ${first.falls.by}`));
  await page.keyboard.press("j"); // where nothing is laid the phases do not speak of tiles
  await page.locator(".trains-view").waitFor();
  assert.doesNotMatch(await page.locator(".trains-view").innerText(), /tiles/);
  await seen(page.locator(".trains-view [data-next]"), "the next event", 12);
  await leave(page);
});

test("check 33: 18Norway's nationalisation shows shares and treasury before and after, one column a choice", async () => {
  const ask = await moment("state", "18norway", 20, (a) => step("nationalise")(a) && a({ ask: "legal" }).choices.length === 4);
  const legal = ask({ ask: "legal" });
  const before = ask({ ask: "view" }).companies.find((c) => c.id === legal.company);
  for await (const page of desks("state")) {
    assert.match(await page.locator(".rounds").getAttribute("aria-label"), /^Now Nationalisation$/);
    assert.match(await page.locator(".rounds").textContent(), new RegExp(`^OR ${ask({ ask: "view" }).after_round} ▸ Nationalisation ▸ [SO]R \\d+(\\.\\d)?$`));
    for (const c of legal.choices) {
      const way = page.locator(`[data-way="${c.line}"]`);
      await seen(way, c.line, 12);
      const then = ask({ ask: "preview", line: c.line }).companies.find((x) => x.id === legal.company);
      const row = async (name) => (await way.locator(`[data-row="${name}"]`).innerText()).replaceAll(/\s+/g, " ");
      assert.match(await row("shares"), c.kind === "pass" ? /5 of 20 %/ : /5 of 20 % → 10 of 10 %/);
      assert.match(await row("cash"), before.cash === then.cash ? new RegExp(`${then.cash}kr`) : new RegExp(`${before.cash}kr → ${then.cash}kr`));
      for (const [who, percent] of Object.entries(then.shares)) assert.match(await row(who), new RegExp(`${percent} %$`));
    }
    for (const id of legal.next) await seen(page.locator(`.stage [data-charter="${id}"]`), `${id}, asked next`);
  }
  const page = await openAt("state", ...DESK);
  const two = legal.choices[2].line;
  await page.locator(`[data-way="${two}"] button`).click();
  await page.locator(`[data-way="${two}"] [data-confirm]`).click();
  await t.until(async () => (await played("state")).at(-1) === two);
  const ends = (a) => a({ ask: "legal" }).choices.every((c) => a({ ask: "preview", line: c.line }).also.some((e) => e.kind === "round"));
  const last = await moment("state-2", "18norway", 20, (a) => step("nationalise")(a) && ends(a));
  await goTo(page, "state-2");
  const division = page.locator(`[data-way="${last({ ask: "legal" }).choices[0].line}"] .division`);
  assert.match(await division.innerText(), /^Then operating round \d+\.\d+:/, "income of the next round is not the choice's doing");
  await leave(page);
});

test("section 3.8: 18Norway's tunnel is decided over the map, with what either way costs, and its hex is ringed", async () => {
  const ask = await moment("tunnel", "18norway", 0, step("tunnel"));
  const { hex, choices } = ask({ ask: "legal" });
  for await (const page of desks("tunnel")) {
    await seen(page.locator(".ways.strip .way"), "ways", 12);
    assert.match(await page.locator(".ways.strip").innerText(), /Build a tunnel for \d+kr[^]*Leave the mountain: 10kr a train/);
    const ring = await page.locator(`.board .mark.about[data-hex="${hex}"]`).boundingBox();
    const stage = await page.locator(".board").boundingBox();
    assert.ok(ring.x > stage.x && ring.y > stage.y && ring.y + ring.height < stage.y + stage.height, "the mountain is ringed on the stage");
  }
  const page = await openAt("tunnel", ...PHONE);
  await toDecision(page);
  for (const c of choices) await seen(page.locator(`[data-way="${c.line}"] button`), `${c.line} on a phone`, 12);
  await page.locator(`[data-way="${choices[0].line}"] button`).click();
  await page.locator(`[data-way="${choices[0].line}"] [data-confirm]`).click();
  await t.until(async () => (await played("tunnel")).at(-1) === choices[0].line);
  await leave(page);
});

test("3.8: where a private company can be bought too, both the ways and the purchase are in view", async () => {
  const bought = (a) => a({ ask: "legal" }).choices.some((c) => c.kind === "acquire");
  for (const name of ["tunnel-tunnel", "issue-sell"]) {
    const id = `beside-${name}`;
    await t.putGame(server, id, momentOf("18norway", name, (a) => bought(a) && a({ ask: "legal" }).alternatives));
    for await (const page of desks(id)) {
      await seen(page.locator("[data-way]"), `${name}: the ways`, 12);
      await seen(page.locator(".acquired [data-kind=acquire]"), `${name}: the purchase`, 12);
      assert.equal(await page.locator("[data-way] [data-kind=acquire]").count(), 0);
    }
    const phone = await openAt(id, ...PHONE, { hasTouch: true });
    await toDecision(phone);
    await seen(phone.locator(".acquired h3"), `${name}: what is bought, on a phone`, 12);
    await seen(phone.locator(".acquired [data-kind=acquire]").first(), `${name}: a purchase, on a phone`, 12);
    await seen(phone.locator("[data-way] button").first(), `${name}: a way, on a phone`, 12);
    await leave(phone);
  }
});

test("3.3, 3.4: a phone says why no tile can be laid and no token placed", async () => {
  const asks = { "import.18xxgames.asks_without_choice": "18xxgames" }; // else nobody is asked for a token who can place none
  for (const [name, kind] of [["track", "lay"], ["token", "token"]]) {
    await moment(`none-${kind}`, "18norway", 0, (a) => step(name)(a) && !a({ ask: "legal" }).choices.some((c) => c.kind === kind), { options: asks });
    const phone = await openAt(`none-${kind}`, ...PHONE, { hasTouch: true });
    await toDecision(phone);
    await seen(phone.locator(".nothing"), `why there is nothing to ${kind}`, 12);
    assert.match(await phone.locator(".nothing").innerText(), /can (lay no tile|place no token) now: .{10,}/);
    await leave(phone);
  }
});

test("3.8: no row of a merger is wider than its card, and what stands above the pool's price is said to be bought", async () => {
  await t.putGame(server, "merges", momentOf("1988", "trade-merge", (a) => a({ ask: "legal" }).alternatives));
  for (const size of [DESK, [1280, 800], PHONE]) {
    const page = await openAt("merges", ...size);
    await toDecision(page);
    await page.locator(".way .reshaped").first().waitFor();
    const wide = await page.locator(".reshaped").evaluateAll((all) => all.filter((e) => e.getBoundingClientRect().right > e.closest(".way").getBoundingClientRect().right).length);
    assert.equal(wide, 0, `at ${size}`);
    await leave(page);
  }
  await t.putGame(server, "bids-too", momentOf("1988", "trade-buy", (a) => a({ ask: "legal" }).choices.some((c) => c.kind === "offer")));
  for await (const page of desks("bids-too")) {
    const card = page.locator(".charter.card:has([data-kind=offer]):has([data-kind=buy])").first();
    await card.waitFor();
    assert.match(await card.locator("[data-kind=buy]").first().innerText(), /^Buy (pool|offer)/);
  }
});

test("check 35: 1988's contract: the line is bright, what the bidder could run with it, fee and deposit are seen", async () => {
  const ask = await moment("contract", "1988", 60, (a) => step("contracts")(a) && a({ ask: "legal" }).prospect?.with > 0);
  const { sale, prospect, company } = ask({ ask: "legal" });
  const tracks = ask({ ask: "view" }).tracks.filter((x) => x.line === sale.line).map((x) => x.id).sort();
  for await (const page of desks("contract")) {
    const shining = await page.locator(".board .bright[data-track]").evaluateAll((all) => all.map((x) => x.dataset.track));
    assert.deepEqual([...new Set(shining)].sort(), tracks);
    const opacity = (what) => page.locator(what).first().evaluate((e) => Number(getComputedStyle(e).opacity));
    assert.equal(await opacity(".board .bright[data-track]"), 1);
    assert.ok(await opacity(".board [data-track]:not(.bright)") <= 0.35);
    await seen(page.locator("[data-prospect] dd"), "what it could run", 12);
    assert.match(await page.locator("[data-prospect]").innerText(), new RegExp(`${company} could run[^]*${prospect.with}\\sMkr[^]*${prospect.without}\\sMkr`));
    for (const { name, value } of sale.figures) {
      await seen(page.locator(`[data-figure="${name}"]`), name, 12);
      assert.match(await page.locator(`[data-figure="${name}"]`).innerText(), new RegExp(`${value}\\sMkr`));
    }
    assert.deepEqual(sale.figures.slice(0, 2).map((f) => f.name), ["deposit at the least bid", "fee a round at that bid"]);
    await seen(page.locator(".raises button"), "raises", 12);
    await seen(page.locator(`[data-bidder="${company}"] .badge`), "whose they are");
  }
  const page = await openAt("contract", ...PHONE);
  await toDecision(page);
  await page.locator(".raises button").first().click();
  await page.locator(".raises [data-confirm]").first().click();
  await t.until(async () => (await played("contract")).at(-1) === `${company} tender ${sale.line} ${sale.least}`);
  await leave(page);
});

test("section 3.8: 1988's lobby board is a chart of boxes, a row a number of developments", async () => {
  const ask = await moment("lobby", "1988", 60, (a) => step("lobby")(a) && a({ ask: "legal" }).choices.filter((c) => c.cell).length === 25);
  const boxes = ask({ ask: "legal" }).choices.filter((c) => c.cell);
  assert.deepEqual([...new Set(boxes.map((c) => c.cell.head))], ["1 development", "2 developments", "3 developments", "4 developments", "5 developments"]);
  for await (const page of desks("lobby")) {
    assert.deepEqual(await page.locator(".box-row small").allInnerTexts(), [...new Set(boxes.map((c) => c.cell.head))]);
    for (const c of boxes) await seen(page.locator(`.boxes [data-line="${c.line}"]`), c.line, 12);
  }
  const phone = await openAt("lobby", ...PHONE);
  await toDecision(phone);
  for (const c of boxes) {
    const box = phone.locator(`.boxes [data-line="${c.line}"]`);
    await seen(box, `${c.line} on a phone`, 12);
    const { width, height } = await box.boundingBox();
    assert.ok(width >= 44 && height >= 44, `${c.line}: ${width}x${height}`);
  }
  await leave(phone);
  const page = await openAt("lobby", ...DESK);
  const dear = boxes[7];
  await page.locator(`.boxes [data-line="${dear.line}"]`).click();
  assert.match(await page.locator(".boxes .effects").innerText(), new RegExp(`−${dear.amount}\\sMkr`));
  await page.locator(`.boxes [data-line="${dear.line}"][data-confirm]`).click();
  await t.until(async () => (await played("lobby")).at(-1) === dear.line);
  await leave(page);
});

test("section 3.8: who builds 18OR's map picks a kind of piece from the tray, then a hex, then the piece", async () => {
  const ask = await moment("builds", "18or", 4, step("placing"), { options: { map: "interactive" } });
  const places = ask({ ask: "legal" }).choices;
  const forests = [...new Set(places.filter((c) => c.sort === "forest").map((c) => c.thing))];
  for await (const page of desks("builds")) {
    await seen(page.locator(".sorts button").first(), "tray", 12);
    assert.deepEqual(await page.locator(".sorts button", { hasText: /^Forest/ }).allInnerTexts(), [`Forest ${forests.length}`]);
  }
  const page = await openAt("builds", ...DESK, {}, { confirm: "never" });
  await page.locator(".sorts button", { hasText: /^Forest/ }).click();
  const { hex } = places.find((c) => c.sort === "forest");
  await page.locator(`.board .mark[data-hex="${hex}"]`).dispatchEvent("click");
  const line = places.find((c) => c.thing === forests[1] && c.hex === hex).line;
  await page.locator(`.popover [data-line="${line}"]`).click();
  await t.until(async () => (await played("builds")).at(-1) === line);
  t.expectNoErrors(page);
  await leave(page);
});

const trains = (kind) => (a) => step("trains")(a) && a({ ask: "legal" }).choices.some((c) => c.kind === "train" && c.train.startsWith(kind));

test("3.8: 18Scan: the purchase that forms SJ shows the minors and SJ before and after; looking back shows it again", async () => {
  const ask = await moment("forms", "18scan", 100, trains("5-"));
  const { line } = ask({ ask: "legal" }).choices.find((c) => c.kind === "train" && c.train.startsWith("5-"));
  const then = ask({ ask: "preview", line }).companies.find((c) => c.id === "SJ");
  for await (const page of desks("forms")) {
    assert.deepEqual(await page.locator("[data-sides]").evaluateAll((all) => all.map((x) => x.dataset.sides)), ["5 4+4"]);
    await page.locator(`.shop [data-line="${line}"]`).click();
    const sheet = page.locator("[data-remade]");
    await seen(sheet.locator("[data-company='1'] [data-row=cash]"), "money of minor 1", 12);
    assert.match(await sheet.locator("[data-company='1'] caption").innerText(), /closes/);
    assert.match((await sheet.locator("[data-company=SJ] [data-row=cash]").innerText()).replaceAll(/\s+/g, " "), new RegExp(`K0 → K${then.cash}`));
    for (const [who, percent] of Object.entries(then.shares))
      assert.match(await sheet.locator(`[data-company=SJ] [data-row="${who}"]`).innerText(), new RegExp(`${percent} %$`));
  }
  assert.ok(ask({ ask: "do", line }).ok);
  await t.putGame(server, "formed", ask({ ask: "record" }).text);
  const page = await openAt("formed", ...DESK);
  assert.match(await page.locator("[data-remade] summary").innerText(), /SJ is formed from the minors/);
  await page.locator("[data-remade] summary").click();
  await seen(page.locator("[data-remade] [data-company=SJ] [data-row=cash]"), "money of SJ");
  await leave(page);
});

test("3.8: 18Scan's bonus run: a banner says who has reached what, what it brings and whose turn waits; halves are shown", async () => {
  const ask = await moment("reaches", "18scan", 0, (a) => a({ ask: "decision" }).banner && a({ ask: "legal" }).best);
  const { banner, best, company } = ask({ ask: "legal" });
  const half = best.revenue / 2;
  for await (const page of desks("reaches")) {
    assert.equal(await page.locator("[data-banner]").innerText(), banner);
    await seen(page.locator("[data-banner]"), "banner", 12);
    assert.match(banner, /^Minor \d has reached \S+: (what its trains run now and|having no train it gets) K80, half/);
    assert.match(await page.locator(".run .division").innerText(), new RegExp(`${company} \\+K${half}`));
    assert.equal(await page.locator(".pills [data-state=now]").innerText(), "Bonus");
  }
  const page = await openAt("reaches", ...PHONE);
  await toDecision(page);
  await seen(page.locator("[data-banner]"), "banner on a phone", 12);
  await leave(page);
});

test("3.8: 18OR's Cleanup says why, which cities can stay, and marks them on the map", async () => {
  const ask = await moment("cleans", "18or", 0, step("cleanup"), { bot: "greedy" });
  const { banner, fates, choices } = ask({ ask: "legal" });
  for await (const page of desks("cleans")) {
    assert.equal(await page.locator("[data-banner]").innerText(), banner);
    for (const why of new Set(fates.map((f) => f.why))) await seen(page.locator(".fates li", { hasText: why }), why, 12);
    assert.equal(await page.locator(".board .sign").count(), fates.length);
    for (const c of choices) assert.equal(await page.locator(`.board .mark.may[data-hex="${c.hex}"]`).count(), 1);
  }
  const page = await openAt("cleans", ...DESK, {}, { confirm: "never" });
  await page.locator(`.decide [data-line="${choices[0].line}"]`).click();
  await t.until(async () => (await played("cleans")).at(-1) === choices[0].line);
  await leave(page);
});

test("3.8: 18OR's market has the income track and what a change of phase costs beside it", async () => {
  const ask = await moment("track", "18or", 300, step("stock"), { bot: "greedy" });
  const incomes = ask({ ask: "incomes", limit: 100_000 });
  const due = ask({ ask: "view" }).companies.filter((c) => c.upkeep);
  assert.ok(incomes.length > 1 && due.length > 1);
  for await (const page of desks("track")) {
    await page.keyboard.press("k");
    for (const i of incomes) assert.match(await page.locator(`[data-income="${i.company}"]`).innerText(), new RegExp(`\\$${i.revenue}`));
    for (const c of due) await seen(page.locator(`[data-upkeep="${c.id}"]`), c.id, 12);
  }
});

test("3.8: 1988's charter has the company's contracts with what each pays, and what it holds of others", async () => {
  const ask = await moment("holder", "1988", 60, (a) => {
    const { company } = a({ ask: "decision" });
    const v = a({ ask: "view" });
    return v.companies.some((c) => c.id === company && c.lines.length) && v.companies.some((c) => c.id !== company && c.shares[company]);
  });
  const { company } = ask({ ask: "decision" });
  const view = ask({ ask: "view" });
  const { lines } = view.companies.find((c) => c.id === company);
  for await (const page of desks("holder")) {
    const charter = page.locator(`.actor [data-charter="${company}"]`);
    for (const id of lines) {
      await seen(charter.locator(`[data-contract="${id}"]`), id, 12);
      const { deposit } = view.lines.find((l) => l.id === id);
      if (deposit) assert.match(await charter.locator(`[data-contract="${id}"]`).innerText(), new RegExp(`${deposit}\\sMkr`));
    }
    assert.match(await charter.locator(".held").innerText(), /^holds /);
  }
});

test("6: Rules begin with twelve lines in short, and the words of the table; a phone has them behind More", async () => {
  await moment("short", "18norway", 30);
  for await (const page of desks("short")) {
    await page.keyboard.press("i");
    await seen(page.locator("[data-special] p"), "what is different from others", 12);
    assert.equal(await page.locator(".in-short dt").count(), 12);
    await seen(page.locator(".in-short dd"), "lines in short", 12);
    await page.locator(".words summary").click();
    assert.ok(await page.locator("[data-term]").count() >= 60);
    assert.equal(await page.locator("[data-term=city] svg").count(), 1);
  }
  const page = await openAt("short", ...PHONE);
  for (const view of ["rules", "tiles"]) {
    await page.locator(".phone-nav [aria-expanded]").click();
    await seen(page.locator(`.other-views [data-view=${view}]`), `${view} on a phone`, 12);
    await page.locator(`.other-views [data-view=${view}]`).click();
    await page.locator(`.stage[data-stage=${view}]`).waitFor();
  }
  await leave(page);
});

test("6: map and market can be saved as pictures", async () => {
  await moment("picture", "18scan", 30);
  const page = await openAt("picture", ...DESK);
  for (const [key, name] of [["m", "18scan map.svg"], ["k", "18scan market.svg"]]) {
    await page.keyboard.press(key);
    const saved = page.waitForEvent("download");
    await page.locator(".stage").getByRole("button", { name: "Save as SVG" }).click();
    const file = await saved;
    assert.equal(file.suggestedFilename(), name);
    assert.match(readFileSync(await file.path(), "utf8"), /^<svg [^]*<\/svg>\s*$/);
  }
  await leave(page);
});

test("3.1, 3.2: the bar says what passing brings; free money is what is not bid", async () => {
  const ask = await moment("falls", "18nl", 0);
  assert.ok(ask({ ask: "do", line: "Anna bid P3 75" }).ok);
  for (const line of ["Bo pass", "Cia pass"]) assert.ok(ask({ ask: "do", line }).ok);
  await t.putGame(server, "falls-2", ask({ ask: "record" }).text);
  const page = await openAt("falls-2", ...DESK);
  await seen(page.locator("[data-passing]"), "what passing brings", 12);
  assert.equal(await page.locator("[data-passing]").innerText(), ask({ ask: "legal" }).passing);
  assert.match(await page.locator(".hand [data-free]").innerText(), /free, ƒ75 bid$/);
  t.expectNoErrors(page);
  await leave(page);
});

test("3.2: at every desk it is read what floats, what a start costs, why nothing is bought, and the market is whole", async () => {
  const page = await openAt(await put("stock-sell"), 1440, 900);
  async function put(name) {
    await t.putGame(server, `read-${name}`, momentOf("18nl", name));
    return `read-${name}`;
  }
  const at = async (name, width, height) => {
    await page.setViewportSize({ width, height });
    await goTo(page, await put(name));
  };
  const cut = (css) => page.locator(css).evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 1).map((e) => e.textContent));
  for (const [width, height] of [[1440, 900], [1280, 800]]) {
    await at("stock-sell", width, height);
    const says = await page.locator(".charter.card").evaluateAll((all) => all.map((e) => {
      const word = e.querySelector(".means > .muted:last-child"), why = e.querySelector(".says.no > span");
      const range = document.createRange();
      range.selectNodeContents(word);
      return [word.textContent, range.getBoundingClientRect().top < word.getBoundingClientRect().bottom - 4, why.getBoundingClientRect().height >= 12];
    }));
    assert.equal(says.filter(([words]) => words === "not floated, no run").length, 8);
    assert.deepEqual(says.filter(([, float, why]) => !float || !why), [], `${width}`);
    for (const name of ["stock-start", "par-par"]) {
      await at(name, width, height);
      assert.deepEqual(await cut(".half .words small"), [], `${name} at ${width}`);
    }
    for (const name of ["consent-accept", "consent-decline"]) {
      await at(name, width, height);
      assert.deepEqual(await page.locator(".stock").evaluateAll((all) => all.map((e) => e.scrollHeight - e.clientHeight)), [0], `${name} at ${width}: all of the market is in view`);
      const lines = await page.locator(".ledger [data-purse]").evaluateAll((all) => all.map((e) => e.getClientRects()[0].height));
      assert.ok(lines.length > 0 && Math.max(...lines) < 30, `a purse in a line: ${lines}`);
    }
    await at("stock-swap", width, height);
    assert.deepEqual(await cut(".unsold > button"), []);
    await at("track-acquire", width, height);
    assert.deepEqual(await cut(".ahead .routes"), [], "no route is half hidden");
  }
  await at("stock-cede", 1440, 900);
  assert.deepEqual(await cut(".charter.card .says.no"), [], "three companies that are not started leave room for reasons");
  t.expectNoErrors(page);
  await leave(page);
});

test("3.2: the hand says what cannot be sold and why, once where nothing can", async () => {
  for (const [name, width] of [["stock-acquire", 1440], ["stock-acquire", 1280], ["stock-buy", 1440]]) {
    const text = momentOf("18nl", name), ask = newEngine();
    ask({ ask: "open", text });
    const { unsold = [], no_sale } = ask({ ask: "legal" });
    assert.ok(no_sale ? !unsold.length : unsold.length, name);
    await t.putGame(server, `unsold-${name}-${width}`, text);
    const page = await openAt(`unsold-${name}-${width}`, width, width === 1440 ? 900 : 800);
    if (no_sale) await seen(page.locator(".hand .no-sale", { hasText: new RegExp(no_sale, "i") }), no_sale, 12);
    for (const { company, why } of unsold) {
      const line = page.locator(`[data-holding="${company}"] .unsold`, { hasText: why });
      await seen(line, why, 12);
      assert.ok(await line.locator("button").isDisabled());
    }
    assert.equal(await page.locator(".hand .unsold").count(), unsold.length);
    t.expectNoErrors(page);
    await leave(page);
  }
});

test("what is refused now is not said of the past", async () => {
  const text = momentOf("18nl", "stock-buy", (ask) => ask({ ask: "legal" }).greyed?.length && ask({ ask: "view", at: ask({ ask: "log" }).length - 1 }).round.startsWith("stock"));
  await t.putGame(server, "refused-then", text);
  const page = await openAt("refused-then", 1440, 900);
  await page.locator(".stage .says.no").first().waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.locator(".decision.past").waitFor();
  await page.locator(".stage [data-charter]").first().waitFor();
  assert.equal(await page.locator(".says.no, .unsold, .no-sale, .charter button").count(), 0);
  t.expectNoErrors(page);
  await leave(page);
});

test("3.6: a deal that needs consent says what it leads to as a purchase does; equal trains are told once", async () => {
  const ask = newEngine();
  ask({ ask: "new", title: "18or", players: ["Anna", "Bo", "Cia"], seed: 7 });
  const { text } = ask({ ask: "position", say: ["round operating 2.1", "board empty", "CR floated at 80", "Bo CR 4", "Anna CR 3", "Cia CR 3",
    "CR to act", "step trains", "CR cash 19", "tile YT57 C3 r0", "token CR C3", "stack empty", "WV floated at 70", "Anna WV 2", "WV trains 8"] });
  await t.putGame(server, "lame", text);
  const page = await openAt("lame", ...DESK);
  assert.match(await page.locator(".shop .sets.bad").first().innerText(), /CR goes bankrupt at the end of its turn/);
  await page.locator(".shop [data-kind=train]").first().click();
  assert.match(await page.locator("[data-agreed]").innerText(), /If it is agreed to:\s*CR goes bankrupt/);
  await t.putGame(server, "four-alike", momentOf("1988", "contracts-tender"));
  await goTo(page, "four-alike");
  await page.locator('.charter[data-charter="VEO"] .trains', { hasText: /^1\s*×4$/ }).waitFor();
  t.expectNoErrors(page);
  await leave(page);
});

test("3.2: a sale that is pointed at shows where the price goes and who would preside; private companies of others take no room from the market", async () => {
  await t.putGame(server, "sells", momentOf("18nl", "stock-sell"));
  const page = await openAt("sells", ...DESK);
  await page.locator("[data-holding=NCS] [data-line='Anna sell NCS 2']").hover();
  assert.match(await page.locator("[data-holding=NCS] .sold").innerText(), /ƒ32 ▾ ƒ18\s*Dirk becomes president/);
  assert.equal(await page.locator(".stage .grid .ghost").count(), 1);
  const { y, height } = await page.locator(".stage").boundingBox();
  for (const box of await page.locator(".stage .grid .cell").evaluateAll((all) => all.map((c) => c.getBoundingClientRect().bottom)))
    assert.ok(box <= y + height, `a cell of the market ends at ${box}`);
  await seen(page.locator(".offered .choice"), "private companies of others", 12);
  assert.equal(await page.locator("[data-charter=NFL] .gained").innerText(), "+10"); // what Bo bought since
  t.expectNoErrors(page);
  await leave(page);
});

test("3.4: where a token must choose among cities, the hex of the new tile is marked, and a click on a circle chooses", async () => {
  const text = momentOf("18nl", "assign-assign");
  await t.putGame(server, "assigns", text);
  const page = await openAt("assigns", ...DESK, {}, { confirm: "never" });
  const laid = t.actionsOf(text).at(-1).split(" ")[3]; // NZO lay 59 H11 r2
  assert.equal(await page.locator(".board .mark.may").getAttribute("data-hex"), laid);
  await page.locator(`.board [data-hex="${laid}"] .slot[data-city="1"]`).first().click({ force: true });
  await t.until(async () => (await played("assigns")).at(-1) === "NZO assign NZO 1");
  await leave(page);
});

test("3.8: on a phone too a button of a card is a sentence, and no title", async () => {
  await t.putGame(server, "merger", momentOf("1988", "trade-merge"));
  const page = await openAt("merger", ...PHONE, { hasTouch: true });
  const words = await page.locator("[data-kind=merge]").first().evaluate((b) => `${getComputedStyle(b).textTransform} ${b.innerText}`);
  assert.match(words, /^none Propose a merger to /);
  await leave(page);
});

test("3.7: a question is answered with a letter, or refused for the whole game; a bankruptcy is asked although clicks are not", async () => {
  const text = momentOf("18nl", "consent-accept");
  for (const id of ["deal-y", "deal-n", "deal-never"]) await t.putGame(server, id, text);
  for (const [id, key, word, says] of [["deal-y", "y", "accept", "Agree: "], ["deal-n", "n", "decline", "Refuse: "]]) {
    const page = await openAt(id, ...DESK, {}, { confirm: "never" });
    await seen(page.locator(`.way [data-kind=${word}]`), word, 12);
    assert.ok((await page.locator(`.way [data-kind=${word}]`).innerText()).startsWith(says));
    await page.keyboard.press(key);
    await t.until(async () => (await played(id)).at(-1).includes(` ${word}`));
    await leave(page);
  }
  const page = await openAt("deal-never", ...DESK);
  await page.getByRole("button", { name: "Try …" }).click(); // a trial says nothing for the whole game
  await seen(page.locator(".way [data-kind=decline]"), "decline", 12);
  assert.equal(await page.locator("[data-kind=always]").count(), 0);
  await page.getByRole("button", { name: "Back to the game" }).click();
  await page.locator("[data-kind=always]").click();
  await t.until(async () => (await played("deal-never")).at(-1).includes(" decline"));
  assert.match(await page.locator(".programmes").innerText(), /refuses every deal/);
  await leave(page);
  const ruin = momentOf("18nl", "trains-bankrupt");
  await t.putGame(server, "ruin", ruin);
  const ruined = await openAt("ruin", ...DESK, {}, { confirm: "never" });
  await seen(ruined.locator("[data-kind=bankrupt]"), "giving up", 12);
  await ruined.locator("[data-kind=bankrupt]").click();
  await ruined.locator("[data-kind=bankrupt][data-confirm]").waitFor();
  assert.equal((await played("ruin")).length, t.actionsOf(ruin).length);
  await leave(ruined);
  await t.putGame(server, "sales-first", momentOf("18nl", "trains-sell"));
  for (const size of [DESK, [390, 844]]) { // while there is something to sell, giving up is the last that is offered
    const sells = await openAt("sales-first", ...size);
    if (await sells.locator(".to-decision").count()) await sells.locator(".to-decision").click();
    const [sale, ruins] = await Promise.all(["sell", "bankrupt"].map((kind) => sells.locator(`[data-kind=${kind}]`).first().boundingBox()));
    assert.ok(sale.y < ruins.y, `${sale.y} ${ruins.y}`);
    await leave(sells);
  }
});

test("3.8: whoever may buy back one share or two reads how many, what each costs and what both do", async () => {
  await t.putGame(server, "back", momentOf("18or", "business-buy"));
  for (const [width, height] of [[1440, 900], [1280, 800], [390, 844]]) {
    const page = await openAt("back", width, height);
    await toDecision(page);
    const ways = page.locator(".stage [data-charter=TI] [data-kind=buy]");
    await seen(ways, "both ways", 12);
    const words = (await ways.evaluateAll((all) => all.map((e) => e.firstElementChild.innerText.replaceAll(/\s+/g, " "))));
    assert.deepEqual(words, ["Buy back 1 share for $60", "Buy back 2 shares for $120, $60 each"]);
    await leave(page);
  }
});

test("3.7: the cards of a sale have both purses, before and after", async () => {
  for (const [title, name, purses] of [["1988", "consent-accept", ["89\u00a0Mkr ▸ 128\u00a0Mkr", "1782\u00a0Mkr ▸ 1743\u00a0Mkr"]], ["1988", "consent-decline", ["860\u00a0Mkr ▸ 859\u00a0Mkr", "490\u00a0Mkr ▸ 491\u00a0Mkr"]]]) {
    await t.putGame(server, `purses-${name}`, momentOf(title, name));
    const page = await openAt(`purses-${name}`, ...DESK);
    await page.locator(".way [data-purse]").first().waitFor();
    assert.deepEqual((await page.locator(".way [data-purse]").allInnerTexts()).map((x) => x.trim()), purses);
    await leave(page);
  }
  await t.putGame(server, "purses-takes", momentOf("1988", "trade-takeover"));
  const page = await openAt("purses-takes", ...DESK);
  for (const way of ["VY sell ARR 1", "VY takeover ARR", "VY merge ARR"])
    for (const id of ["ARR", "VY"])
      assert.ok(await page.locator(`[data-way="${way}"] [data-company=${id}] [data-row=cash]`).isVisible(), `${way}: money of ${id}`);
  await leave(page);
});

test("3: an amount beyond its range stays as it was typed, is said to be so in one sentence, and is not played", async () => {
  const ask = await moment("typed-before", "18scan", 0);
  for (const line of ["Anna bid 0", "Bo bid 400"]) assert.ok(ask({ ask: "do", line }).ok, line);
  await t.putGame(server, "typed", ask({ ask: "record" }).text);
  for (const [width, height] of [DESK, PHONE]) {
    const page = await openAt("typed", width, height);
    await toDecision(page);
    await page.locator(".raises .act button").click();
    const field = page.locator(".raises input[type=number]");
    for (const [amount, words] of [["999", "K999 is too much: K480 is the most."], ["3", "K3 is too little: K405 is the least."], ["407", "K407 is between two steps: K405 or K410."]]) {
      await field.fill(amount);
      await field.press("Tab");
      await seen(page.locator(".raises .misfit"), amount, 12);
      assert.equal(await page.locator("[role=alert]:visible").innerText(), words);
      assert.equal(await field.inputValue(), amount);
      await page.locator(".raises [data-confirm]").click({ force: true });
      await page.locator("h2").first().click();
      if (!(await field.count())) await page.locator(".raises .act button").click();
      assert.equal((await played("typed")).length, 2);
    }
    await field.fill("410");
    await field.press("Tab");
    assert.equal(await page.locator(".raises .misfit").count(), 0);
    t.expectNoErrors(page);
    await leave(page);
  }
});

test("3.9: after the end the game is looked through, saved, played on from a round, or begun again with the same table", async () => {
  await t.putGame(server, "after", momentOf("18scan", "end"));
  const page = await openAt("after", ...DESK);
  const row = page.locator(".afterwards");
  await seen(row.locator("button", { hasText: "Look through" }), "look through", 12);
  assert.ok((await row.locator("select option").count()) > 3);
  const [file] = await Promise.all([page.waitForEvent("download"), row.locator("button", { hasText: "Save the record" }).click()]);
  assert.match(file.suggestedFilename(), /^18scan-.*\.18xx$/);
  await row.locator("button", { hasText: "Same table again" }).click();
  await page.locator(".history .count", { hasText: /^0 \// }).waitFor();
  assert.notEqual(new URL(page.url()).hash, "#game=after");
  t.expectNoErrors(page);
  await leave(page);
});

test("3.3: a tile on trial says what it would link, first as it joins most; 2: a phone offers Undo after an own action", async () => {
  await t.putGame(server, "links", momentOf("18nl", "track-lay", (ask) => ask({ ask: "legal", limit: 1 }).choices
    .some((c) => c.kind === "lay" && ask({ ask: "links", hex: c.hex, tile: c.tile })[c.rotation].links.length)));
  const page = await openAt("links", ...PHONE, { hasTouch: true });
  await toDecision(page);
  const hexes = await page.locator(".mark.may").count();
  const said = page.locator(".tile-cards > p", { hasText: "would link" });
  for (let n = 0, found = false; n < hexes && !found; n++) {
    await page.locator(".mark.may").nth(n).dispatchEvent("click");
    for (const card of await page.locator(".tile-card").all()) {
      await card.click();
      if ((found = (await said.count()) > 0)) break;
    }
    if (!found) await page.locator("button", { hasText: "Not here" }).click();
  }
  assert.equal(await said.count(), 1);
  await page.locator("[data-lay]").click();
  await page.locator(".just-done button").click();
  await page.locator(".just-done").waitFor({ state: "detached" });
  t.expectNoErrors(page);
  await leave(page);
});

test("3.1: in an auction a small map shows the hexes of the private company that is pointed at", async () => {
  const ask = await moment("blocked", "18nl", 0);
  const { id, blocks } = ask({ ask: "view" }).privates.find((p) => p.blocks?.length > 1);
  for await (const page of desks("blocked")) {
    await page.locator(`.stage [data-private="${id}"]`).hover();
    const lit = page.locator(".blocked-map .lit");
    await t.until(async () => (await lit.count()) === blocks.length);
    assert.deepEqual((await lit.evaluateAll((all) => all.map((e) => e.dataset.hex))).sort(), [...blocks].sort());
    await seen(page.locator(".blocked-map h4"), "which they are", 12);
    await seen(page.locator(".stage [data-private] [data-line]"), "a button on every card"); // nothing of it below the fold
    await page.screenshot({ path: `${t.SHOTS}/blocked-map.png` });
  }
});

test("3.8: 1988: a click on a line of the table leaves only what can be done on it marked", async () => {
  const ask = await moment("one-line", "1988", 60, (a) => a({ ask: "legal" }).choices.filter((c) => c.hex).length > 12);
  const { tracks, lines } = ask({ ask: "view" });
  const hexes = new Set(ask({ ask: "legal" }).choices.map((c) => c.hex).filter(Boolean));
  const of = (line) => [...hexes].filter((hex) => tracks.some((x) => x.hex === hex && x.line === line)).sort();
  const line = lines.find((l) => of(l.id).length > 0 && of(l.id).length < hexes.size);
  const page = await openAt("one-line", ...DESK);
  const marked = () => page.locator(".board .mark.may").evaluateAll((all) => all.map((e) => e.dataset.hex).sort());
  await t.until(async () => (await marked()).length === hexes.size);
  const button = page.locator(`.lines-box tr[data-line="${line.id}"] button`);
  await button.click();
  await t.until(async () => (await marked()).join() === of(line.id).join());
  await button.click();
  await t.until(async () => (await marked()).length === hexes.size);
  t.expectNoErrors(page);
  await leave(page);
});

test("section 5: 1988 buys regional companies, says no word of tokens, nor of trains where there are never any; six players' tags are not cut", async () => {
  await t.putGame(server, "collects", momentOf("1988", "collect-acquire"));
  const page = await openAt("collects", ...DESK);
  assert.equal(await page.locator(".decide .all h3").textContent(), "Buy a regional company");
  await seen(page.locator(".stage .private-card [data-kind=acquire]").first(), "its button", 12);
  assert.doesNotMatch(await page.locator(".actor > .charter").innerText(), /no train|0 of \d/);
  await leave(page);
  await t.putGame(server, "tokenless", momentOf("1988", "stock-sell"));
  const stock = await openAt("tokenless", ...DESK);
  assert.doesNotMatch(await stock.locator(".stage .charters").innerText(), /token/);
  assert.doesNotMatch(await stock.locator(".stage [data-charter=SJ]").innerText(), /no train|no run/);
  assert.match(await stock.locator(".stage [data-charter=GC]").innerText(), /not floated, no run/); // then it has no train either
  assert.equal(await stock.locator(".player").count(), 6);
  const cut = await stock.locator(".player .tags").evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent));
  assert.deepEqual(cut, []);
  await leave(stock);
});

test("check 25: 1988's run: both ways to divide it are seen, and what is decided stands before what can be bought", async () => {
  await t.putGame(server, "keeps", momentOf("1988", "run-run"));
  const page = await openAt("keeps", 1440, 900);
  await seen(page.locator(".run button[data-kind^=run-]"), "pay and keep", 12);
  assert.equal(await page.locator(".run button[data-kind^=run-]").count(), 2);
  await leave(page);
  const low = await openAt("keeps", 1280, 800); // four routes, what their line brings, its fee, and two ways to divide it
  await seen(low.locator(".run :is(h3 strong, .routes .letter, .division, button[data-kind^=run-])"), "sum, letters, payees and buttons", 12);
  const rows = await low.locator(".run .routes").evaluate((list) => ({ whole: list.scrollHeight <= list.clientHeight + 1, said: list.innerText, low: list.getBoundingClientRect().bottom, top: list.parentElement.querySelector(".divide button").getBoundingClientRect().top }));
  assert.ok(rows.whole, "no route is behind a scroll");
  assert.ok(rows.low <= rows.top + 1, "none is behind a button");
  for (const stop of ["Katrineholm, Stockholm", "Göteborg, Skövde", "60", "45\u00a0Mkr"]) assert.ok(rows.said.replaceAll(/\s(?=Mkr)/g, "\u00a0").includes(stop), stop);
  await low.locator(".run .routes label").nth(2).click();
  assert.ok(await low.locator(".run .routes input").nth(2).isChecked(), "a route is picked by its line");
  await leave(low);
  await t.putGame(server, "thirds", momentOf("18norway", "dividend-acquire"));
  const pays = await openAt("thirds", 1440, 900);
  await seen(pays.locator(".decide [data-kind=half]"), "the third way to divide it", 12);
  await leave(pays);
});

test("the panel of a company with much to decide says less, so that all of it is seen", async () => {
  const desks = [await t.newPage({ viewport: { width: 1440, height: 900 } }), await t.newPage({ viewport: { width: 1280, height: 800 } })];
  for (const [title, name, what] of [["18norway", "trains-acquire", ".acquired button"], ["18or", "business-acquire", ".private-card [data-kind=acquire], .actor [data-kind=sell]"], ["18or", "token-scrap", ".run .primary, .decide [data-kind=scrap]"],
    ["18norway", "track-token", ".run button, .acquired button"], ["1988", "lobby-lobby", ".boxes button, .acquired button"], ["1988", "run-run", ".run button"], ["1988", "trade-takeover", ".way [data-line]"]]) {
    await t.putGame(server, `${title}-${name}`, momentOf(title, name));
    for (const page of desks) {
      await goTo(page, `${title}-${name}`);
      await seen(page.locator(what), `${title} ${name} at ${page.viewportSize().width}`, 12);
      for (const button of await page.locator(".acquired button").all()) assert.match(await button.innerText(), /\p{L}{2}/u, "whatever can be bought is named");
    }
  }
  for (const page of desks) await page.context().close();
});

test("check 48: the end says first how far behind somebody is, then of what his worth consists", async () => {
  await t.putGame(server, "ends", momentOf("1988", "end"));
  const page = await openAt("ends", ...DESK);
  const parts = await page.locator(".parts").allInnerTexts();
  assert.match(parts[0], /^cash/);
  for (const text of parts.slice(1)) assert.match(text, /^\d+\sMkr behind · cash \d+\sMkr, paper \d+\sMkr/);
  assert.ok(parts.some((text) => text.endsWith("paper 0\u00a0Mkr")), "nothing follows where there is no paper");
  await leave(page);
});

test("3.9: at the end the panel has every company with its president, treasury and trains", async () => {
  for (const title of ["18scan", "18or"]) {
    const ask = newEngine();
    ask({ ask: "open", text: momentOf(title, "end") });
    const left = ask({ ask: "view" }).companies.filter((c) => c.price !== undefined && !["unstarted", "closed"].includes(c.status));
    await t.putGame(server, `finals-${title}`, momentOf(title, "end"));
    const page = await openAt(`finals-${title}`, 1280, 800);
    await seen(page.locator(".actor [data-final]"), "companies", 12);
    assert.equal(await page.locator(".actor [data-final]").count(), left.length);
    for (const c of left) {
      const row = await page.locator(`.actor [data-final="${c.id}"]`).innerText();
      assert.ok(row.includes(String(c.cash)) && row.includes(c.president ?? "–"), row);
    }
    t.expectNoErrors(page);
    await leave(page);
  }
});

for (const title of ["18nl", "18norway", "18or", "18scan", "1988"])
  test(`4.6: ${title}: of more than three markers in a cell the first to act is on top, and the stack opens whole`, async () => {
    const four = (a) => a({ ask: "board" }).cells.some((c) => c.markers.length > 3);
    const ask = newEngine(), record = momentOf(title, STACKED[title], four);
    ask({ ask: "open", text: record });
    await t.putGame(server, `stack-${title}`, record);
    const { markers } = ask({ ask: "board" }).cells.find((c) => c.markers.length > 3);
    for (const [width, height] of [[1280, 800], PHONE]) {
      const page = await openAt(`stack-${title}`, width, height);
      await toDecision(page);
      await page.locator("[data-view=market]").click();
      const cell = page.locator(".stage .markers", { has: page.locator(".stack") }).filter({ hasText: `+${markers.length - 2}` }).first();
      await cell.scrollIntoViewIfNeeded();
      assert.equal(await cell.locator("> span").first().getAttribute("data-company"), markers[0]);
      assert.ok(await cell.evaluate((e) => {
        const b = e.querySelector("span .badge").getBoundingClientRect();
        e.querySelector(".stack").style.pointerEvents = "none"; // it lies over all of them
        const all = [...e.querySelectorAll(":scope > span")];
        const order = all.map((s) => Number(getComputedStyle(s).zIndex) || 0);
        e.querySelector(".stack").style.pointerEvents = "";
        return b.width >= 18 && order[0] > order[1];
      }), "it lies on top");
      await cell.locator(".stack").click();
      await seen(cell.locator(".stack li"), `${title} ${width}: who stands there`, 12);
      await seen(cell.locator(".stack li .badge"), `${title} ${width}: their signs`);
      assert.deepEqual((await cell.locator(".stack li").allInnerTexts()).map((x) => x.split("\n").at(-1).trim()), markers);
      await leave(page);
    }
  });

test("a phone: sums do not cover who pays them, names of one word stand in a line, and the name of a game does not cover its round", async () => {
  await t.putGame(server, "gives-up", momentOf("1988", "fees-release"));
  const page = await openAt("gives-up", ...PHONE, { hasTouch: true });
  if (await page.locator(".to-decision").count()) await page.locator(".to-decision").click();
  const covered = () => page.locator(".ledger li, .top").evaluateAll((all) => all.flatMap((li) => {
    const boxes = [...li.children].map((e) => [e.textContent, e.getBoundingClientRect(), e.scrollWidth > e.clientWidth + 1]).filter(([text, b]) => text && b.width > 0);
    return boxes.filter(([, b, over], i) => li.matches(".ledger li") && (over || (boxes[i + 1]?.[1].left < b.right - 0.5 && boxes[i + 1][1].top < b.bottom - 0.5))).map(([text]) => text);
  }));
  await page.locator(".ledger li").first().waitFor();
  assert.deepEqual(await covered(), []);
  await t.putGame(server, "long-names", momentOf("18norway", "issue-buy"));
  await page.goto(`${server.base}#game=long-names`);
  await page.locator(".charter.card h4, .to-decision").first().waitFor();
  if (await page.locator(".to-decision").count()) await page.locator(".to-decision").click();
  await page.locator(".charter.card h4").first().waitFor();
  const broken = await page.locator(".charter.card h4").evaluateAll((all) => all.filter((e) => !e.textContent.includes(" ") && e.getBoundingClientRect().height > 20).map((e) => e.textContent));
  assert.deepEqual(broken, [], "no word of a name is broken");
  await t.putGame(server, "three-trains", momentOf("18scan", "stock-sell"));
  await page.goto(`${server.base}#game=three-trains`);
  await page.locator("[data-charter=DSB] .trains, .to-decision").first().waitFor();
  if (await page.locator(".to-decision").count()) await page.locator(".to-decision").click();
  await page.locator("[data-charter=DSB] .trains").waitFor();
  const beyond = await page.locator(".charter.card .train-card").evaluateAll((all) => all.filter((e) => e.getBoundingClientRect().right > e.closest(".means").getBoundingClientRect().right + 1).map((e) => e.textContent));
  assert.deepEqual(beyond, [], "no train of a card is cut");
  await t.putGame(server, "two-sources", momentOf("18or", "stock-take"));
  await page.goto(`${server.base}#game=two-sources`);
  await page.locator("[data-charter=SR] .buttons button, .to-decision").first().waitFor();
  if (await page.locator(".to-decision").count()) await page.locator(".to-decision").click();
  await page.locator("[data-charter=SR] .buttons button").first().waitFor();
  const clipped = await page.locator(".charter.card .buttons button").evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent));
  assert.deepEqual(clipped, [], "no button of a card is cut");
  await page.goto(`${server.base}#learn=1988`);
  await page.locator(".coach").waitFor();
  const [name, round] = await Promise.all([".top .game", ".top .rounds"].map((what) => page.locator(what).boundingBox()));
  assert.ok(name.x + name.width <= round.x + 10, `${name.x + name.width} and ${round.x}`); // the button reaches into the gap
  await leave(page);
});

test("2, 4.1, 4.2: the bar of a large desk has percents and what the last round paid; a charter every free token's price; a player what counts and what does not", async () => {
  const ask = await moment("large", "18nl", 120, (a) => step("track")(a) && a({ ask: "view" }).players.some((p) => p.uncounted));
  const view = ask({ ask: "view" }), { rounds, players } = ask({ ask: "series" });
  const last = rounds.findLastIndex((r, i) => r.round.startsWith("operating") && i < rounds.length - 1);
  const page = await openAt("large", 1920, 1080);
  await seen(page.locator(".player .percent"), "percents", 12);
  await seen(page.locator(".player [data-income]"), "what was paid", 12);
  assert.deepEqual((await page.locator(".player [data-income]").allInnerTexts()).map((x) => Number(/\d+$/.exec(x)[0])), players.map((p) => p.income[last]));
  await leave(page);
  const desk = await openAt("large", ...DESK);
  const { id, token_prices: prices } = view.companies.find((c) => c.id === ask({ ask: "legal" }).company);
  for (const n of new Set(prices)) await seen(desk.locator(`.actor [data-charter="${id}"] [data-free-tokens]`, { hasText: `ƒ${n}` }).first(), `token for ${n}`, 12);
  const rich = view.players.find((p) => p.uncounted);
  await desk.locator(`[data-player="${rich.name}"] .name`).click();
  assert.match(await desk.locator(".full-player .figures").innerText(), new RegExp(`Not counted\\s+${rich.uncounted}`));
  assert.equal(await desk.locator(".full-player td", { hasText: "not counted" }).count(), Object.values(rich.holdings).filter((h) => h.uncounted).length);
  t.expectNoErrors(desk);
  await leave(desk);
});

test("4.3: a power that has been used is struck through, the rest of its card is not", async () => {
  const ask = await moment("spent", "18nl", 60, step("track"));
  const { text } = ask({ ask: "position", say: ["P1 used"] });
  await t.putGame(server, "spent-2", text);
  const page = await openAt("spent-2", ...DESK);
  await page.keyboard.press("e");
  const card = page.locator(".stage [data-private=P1]");
  assert.match(await card.locator("[data-used]").innerText(), /one tile more/);
  assert.match(await card.locator("[data-used]").evaluate((e) => getComputedStyle(e).textDecorationLine), /line-through/);
  assert.equal(await page.locator(".stage [data-private] [data-used]").count(), 1);
  await leave(page);
});

test("3.4: a station that costs twice says so on the map, and what scrapping one brings", async () => {
  const ask = await moment("doubled", "18or", 60, (a) => a({ ask: "legal" }).choices.some((c) => c.kind === "scrap")
    && a({ ask: "legal" }).choices.some((c) => c.cost > c.usual), { bot: "greedy" });
  const { choices } = ask({ ask: "legal" });
  const dear = choices.find((c) => c.cost > c.usual), scrap = choices.find((c) => c.kind === "scrap");
  for await (const page of desks("doubled")) {
    assert.equal(await page.locator(`.board [data-hex="${dear.hex}"] .slot-price`).textContent(), `2 × $${dear.usual}`);
    assert.match(await page.locator(`.board .mark[data-hex="${scrap.hex}"] title`).textContent(), /price falls to \$\d/);
  }
});

test("4.6: a stack of markers opens in operating order; where companies close is a rung of the ladder", async () => {
  const ask = await moment("stacked", "18or", 300, (a) => step("stock")(a) && a({ ask: "board" }).cells.some((c) => c.markers.length > 1), { bot: "greedy" });
  const { markers } = ask({ ask: "board" }).cells.find((c) => c.markers.length > 1);
  for await (const page of desks("stacked")) {
    const stack = page.locator(".stage .stack").first();
    await stack.click();
    await seen(stack.locator("li"), "who stands there", 12);
    assert.deepEqual((await stack.locator("li").allInnerTexts()).map((x) => x.split("\n").at(-1).trim()), markers);
    await seen(page.locator(".rungs [data-left-end]"), "the last rung");
    assert.equal(await page.locator(".rungs [data-left-end]").innerText(), "BANKRUPT");
  }
});

test("3.2: of many companies those that one can do nothing with stand last; a price says how large shares are", async () => {
  const many = (a) => step("stock")(a) && a({ ask: "view" }).companies.filter((c) => !["unstarted", "closed"].includes(c.status)).length > 6;
  const ask = await moment("lasts", "18nl", 100, (a) => many(a) && a({ ask: "legal" }).choices.some((c) => c.kind === "buy"));
  const can = new Set(ask({ ask: "legal" }).choices.map((c) => c.company));
  const { market_order: order } = ask({ ask: "view" });
  const page = await openAt("lasts", ...DESK);
  const shown = await page.locator(".stage .charter.card").evaluateAll((all) => all.map((c) => c.dataset.charter));
  assert.deepEqual(shown, [...order.filter((id) => can.has(id)), ...order.filter((id) => !can.has(id))]);
  await leave(page);
  const minor = (await moment("fifths", "18norway", 20, (a) => step("stock")(a) && a({ ask: "legal" }).choices.some((c) => c.kind === "start")))({ ask: "legal" }).choices.find((c) => c.kind === "start");
  for await (const desk of desks("fifths")) {
    await desk.locator(`[data-charter="${minor.company}"] button`).click();
    await desk.locator(`.cell.may [data-line="${minor.line}"]`).hover();
    assert.match(await desk.locator("[data-founding]").innerText(), /20% each, president 40%/);
  }
});

test("3.8: a company of 18Norway issues shares, it does not sell them; a price stands over the markers of its cell", async () => {
  await moment("issues", "18norway", 60, (a) => step("issue")(a) && a({ ask: "legal" }).choices.filter((c) => c.kind === "sell").length > 2
    && a({ ask: "legal" }).choices.some((c) => c.kind === "buy"), { seed: 5 });
  for await (const page of desks("issues")) {
    assert.equal(await page.locator(".decide .sales > .muted").innerText(), "Issue");
    const over = await page.locator(".stage .cell:has([data-company]) > .price").evaluateAll((all) => all.map((e) => {
      const b = e.getBoundingClientRect();
      return e.contains(document.elementFromPoint(b.right - 2, b.top + b.height / 2));
    }));
    assert.ok(over.length && over.every(Boolean), "every price is seen");
  }
});

test("3.2: what is bought whole has its name, its price and what it begins with; what cannot be bought says what it costs", async () => {
  await t.putGame(server, "minors", momentOf("18scan", "stock-buy"));
  const page = await openAt("minors", ...DESK);
  const half = (id) => page.locator(`.half[data-charter="${id}"] .words`).innerText();
  assert.match(await half("2"), /^Nordvästra Stambanan\s+K220 · not now$/);
  assert.match(await half("SJ"), /^(?!.*from)[^]*K200 · not now$/);
  await t.putGame(server, "takes-minor", momentOf("18scan", "stock-take"));
  await goTo(page, "takes-minor");
  const card = page.locator('.card[data-charter="2"]');
  await seen(card.locator(".foot"), "home", 12);
  assert.match(await card.innerText(), /home Stockholm · 2 tokens[\s\S]*Buy K220[\s\S]*begins with K220/);
  assert.ok(!/K0|no run/.test(await card.innerText()));
  await t.putGame(server, "sets-par", momentOf("18norway", "par-par"));
  await goTo(page, "sets-par");
  assert.deepEqual(await page.locator(".grid .terms").allInnerTexts(), ["free\ngets 100kr", "free\ngets 120kr", "free\ngets 140kr"]);
  t.expectNoErrors(page);
  await leave(page);
});

test("3.5: where a company trades: what it cannot pay says so, what it cannot start is not listed, the market stands there once", async () => {
  await t.putGame(server, "cannot-pay", momentOf("18or", "business-sell"));
  const page = await openAt("cannot-pay", ...DESK);
  const card = page.locator("[data-private=EVERETT]");
  assert.ok(await card.getByRole("button", { name: "Buy $180" }).isDisabled());
  await seen(card.locator("small", { hasText: "$180 would be needed, there are $160" }), "why not", 12);
  const [price, button] = await Promise.all([card.locator("> p.muted"), card.locator("button")].map((e) => e.boundingBox()));
  assert.ok(price.x + price.width <= button.x || price.y + price.height <= button.y, "nothing covers its price");
  await t.putGame(server, "buys-back", momentOf("18or", "business-buy"));
  for (const [width, height] of [DESK, PHONE]) {
    await page.setViewportSize({ width, height });
    await goTo(page, "buys-back");
    await toDecision(page);
    await page.locator(".stock .charter.card").first().waitFor();
    assert.equal(await page.locator(".unstarted").count(), 0);
    assert.equal(await page.locator(".near").count(), 0, "beside the whole market");
  }
  await page.setViewportSize({ width: DESK[0], height: DESK[1] });
  await t.putGame(server, "new-shares", momentOf("18norway", "nationalise-pass"));
  await goTo(page, "new-shares");
  const next = await page.locator(".ways-stage .charter.card").allInnerTexts();
  assert.ok(next.length && !next.some((words) => /acts|nothing for sale/.test(words)), "no shares are traded");
  t.expectNoErrors(page);
  await leave(page);
});

test("4.6: in a narrow cell one marker stands for three, whoever is spoken of, and covers neither the price nor the number", async () => {
  await t.putGame(server, "three-meet", momentOf("18nl", "consent-decline"));
  const page = await openAt("three-meet", ...DESK);
  const at = page.locator(".stage .markers[data-count='3']");
  const shown = () => at.evaluate((e) => [...e.children].filter((x) => x.matches("span, small") && x.getClientRects().length).map((x) => x.textContent));
  assert.deepEqual(await shown(), ["NZONZO", "+2"]);
  await page.locator('.card[data-charter="AS"]').hover();
  assert.deepEqual(await shown(), ["ASAS", "+2"]);
  const boxes = await page.locator(".cell.par:has(.stack)").evaluateAll((all) => all.flatMap((cell) => {
    const price = document.createRange();
    price.selectNodeContents(cell.querySelector(".price"));
    return [...cell.querySelectorAll(".markers .badge")].filter((b) => b.getClientRects().length).map((b) => b.getBoundingClientRect().top - price.getBoundingClientRect().bottom);
  }));
  assert.ok(boxes.length && boxes.every((gap) => gap > -5), `${boxes}`); // a line of digits is higher than they are
  t.expectNoErrors(page);
  await leave(page);
});

test("3.1: a private company that is fought for leaves no hole among the others, and every bid of 18NL's auction is in view", async () => {
  await t.putGame(server, "duel", momentOf("18nl", "auction-take"));
  const page = await openAt("duel", 1440, 900);
  assert.equal(await page.locator(".private-card.duel").count(), 1);
  const rows = await page.locator(".private-card").evaluateAll((all) => new Set(all.map((e) => e.getBoundingClientRect().top)).size);
  assert.equal(rows, 2, "six of them in two rows");
  await seen(page.locator(".private-card .act button"), "what can be bid for", 12);
  await leave(page);
});

test("check 25: where the run is behind, each way to divide it says who gets what and where the price goes", async () => {
  await t.putGame(server, "pays-alone", momentOf("18nl", "dividend-pay"));
  for await (const page of desks("pays-alone")) {
    await seen(page.locator(".divide .division"), "who gets what", 11);
    assert.match(await page.locator(".divide:has([data-kind=pay]) .division").innerText(), /Dirk \+ƒ24[\s\S]*ƒ10 ▸ ƒ20/);
    assert.match(await page.locator(".divide:has([data-kind=withhold]) .division").innerText(), /NCS \+ƒ60/);
  }
});

test("8.8: a fee of the run is behind when its revenue is divided: 18Norway's mountain fee comes off the treasury once", async () => {
  await t.putGame(server, "fee-paid", momentOf("18norway", "dividend-pay"));
  const page = await openAt("fee-paid", 1440, 900); // B has 0kr, 40 % of itself and 110kr to divide
  for (const [kind, sum] of [["pay", 44], ["withhold", 110], ["half", 74]])
    assert.match(await page.locator(`.divide:has([data-kind=${kind}]) .division`).innerText(), new RegExp(`B \\+${sum}kr`));
  await leave(page);
});

test("a minor's run speaks of no price, and of all that is paid", async () => {
  await t.putGame(server, "bonus-run", momentOf("18scan", "bonus_run-run"));
  for await (const page of desks("bonus-run")) {
    const run = await page.locator(".decide .run").innerText();
    assert.match(run, /Run:\s+K120[\s\S]*bonus run: K80[\s\S]*Run for K120/);
    assert.doesNotMatch(run, /price/);
  }
});

test("1988 has no view of tiles, and its sheet counts from 1", async () => {
  await t.putGame(server, "no-tiles", momentOf("1988", "run-run"));
  for await (const page of desks("no-tiles")) {
    assert.equal(await page.locator("[data-view=tiles]").count(), 0);
    await page.locator("[data-view=sheet]").click();
    assert.match(await page.locator(".sheet tbody th").first().innerText(), / 1\.$/);
  }
});

test("the last income on the sheet is that of the last operating round", async () => {
  await t.putGame(server, "last-income", momentOf("18norway", "stock-sell"));
  for await (const page of desks("last-income")) {
    await page.locator("[data-view=sheet]").click();
    const sums = await page.locator(".sheet tfoot tr", { hasText: "last income" }).locator("td").allInnerTexts();
    assert.ok(sums.every((sum) => parseInt(sum) > 0), sums.join());
  }
});

test("a city keeps its name beside the sign that its station can be scrapped", async () => {
  const record = momentOf("18or", "token-scrap");
  await t.putGame(server, "scraps", record);
  for await (const page of desks("scraps")) {
    await page.locator(".sign").first().waitFor();
    await t.until(async () => (await page.locator(".stage text.p:visible", { hasText: "Salem" }).count()) > 0);
    for (const city of ["Astoria", "Toledo", "Albany", "Portland", "Bend"]) assert.equal(await page.locator(".stage text.p:visible", { hasText: city }).count(), 1, city);
  }
});

test("a small desk: every bid, the step that is now, whoever owns a company, the boxes of a chart and the tools of the map are seen whole", async () => {
  const page = await t.newPage({ viewport: { width: 1280, height: 800 } });
  const at = async (title, name) => {
    await t.putGame(server, `small-${title}-${name}`, momentOf(title, name));
    await page.goto(`${server.base}#game=small-${title}-${name}`);
    await page.locator("[data-decision]").waitFor();
  };
  const past = (what, box) => page.evaluate(([w, b]) => [...document.querySelectorAll(w)].filter((e) => e.getBoundingClientRect().right > e.closest(b).getBoundingClientRect().right + 1).map((e) => e.textContent), [what, box]);
  for (const moment of [["18nl", "auction-take"], ["18norway", "auction-bid"]]) {
    await at(...moment);
    await seen(page.locator(".private-card .act button"), `${moment}: bids`, 12);
  }
  await at("18nl", "privates-pass");
  assert.deepEqual(await past(".pills [data-state=now]", ".pills"), []);
  await at("1988", "contracts-pass");
  assert.deepEqual(await past(".pills [data-state=now]", ".pills"), []);
  assert.deepEqual(await past(".lines-box :is(td, th)", ".story"), []);
  assert.deepEqual(await page.locator(".lines-box td:first-child").evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)), []);
  await seen(page.locator(".zoom button:not(.fold)"), "the tools of the map");
  await at("1988", "lobby-lobby");
  assert.deepEqual(await past(".boxes button", ".boxes"), []);
  /* A company that trades: cards of what it can trade in, and the whole market below them. */
  await at("1988", "trade-merge");
  await seen(page.locator(".stock .grid .cell"), "the market");
  await seen(page.locator(".charter.card .buttons button"), "what can be traded", 12);
  assert.equal(await page.locator('.charter.card:is([data-charter="SJ"], [data-charter="BV"])').count(), 0);
  /* Lines keep their names beside fees, whole; and the pills are steps of Banverket's turn. */
  await at("1988", "develop-admit");
  assert.deepEqual(await page.locator(".lines-box td:first-child .link").evaluateAll((all) => all.filter((e) => e.getBoundingClientRect().right > e.closest("td").getBoundingClientRect().right || e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)), []);
  assert.equal((await page.locator(".pills li").allInnerTexts()).join(" ").replace("✓", "").trim().replaceAll(/\s+/g, " "), "Collect Develop Contracts");
  await at("18nl", "stock-cede");
  assert.deepEqual(await past(".charter.card .owners > span", ".owners"), []);
  /* Whatever else is full, the charter has its tokens and what it owns, and the small market its marker. */
  await at("18norway", "token-acquire");
  await seen(page.locator(".actor .charter .token"), "tokens", 12);
  await seen(page.locator(".actor .charter .owns"), "what it owns", 12);
  assert.equal(await page.locator('.near .cell.ringed [data-company="Ø"]').count(), 1, "its marker");
  await at("1988", "regional-swap");
  assert.deepEqual(await past(".pills li", ".pills"), []);
  assert.equal(await page.locator(".actor button", { hasText: /^Exchange/ }).count(), 1);
  await at("18nl", "end");
  await page.keyboard.press("k");
  const covered = await page.locator(".market .cell:has(.badge)").evaluateAll((all) => all.map((e) => e.querySelector(".price").getBoundingClientRect().bottom - e.querySelector(".badge").getBoundingClientRect().top));
  assert.ok(covered.length > 0 && Math.max(...covered) <= 3, `markers over prices: ${covered}`);
  await at("18or", "dividend-divide");
  assert.match(await page.locator(".division").innerText(), /OTR \+\$42 ▸ \$77, run included/); // it had 35, and has 105 now
  await at("18or", "run-run");
  assert.equal(await page.locator("[data-has]").innerText(), "1 of 2 cities is Agriculture or Mining, at least half");
  await page.keyboard.press("e");
  await page.locator(".private-card .owner .badge").first().waitFor(); // a company owns it
  assert.equal(await page.locator(".private-card .owner .dot:empty").count(), 0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await at("18nl", "stock-start");
  const feet = await page.locator(".charter.card .foot").evaluateAll((all) => all.map((e) => [e.textContent, e.scrollWidth > e.clientWidth]));
  const means = await page.locator(".charter.card .means").allInnerTexts();
  assert.deepEqual(feet.map(([, cut], i) => [/not floated/.test(means[i]), cut]), [[true, false], [true, false]], String(feet));
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const [name, what] of [["stock-sell", ".half b"], ["stock-buy", ".charter.card .foot, .half b"]]) {
    await at("18norway", name);
    const cut = await page.locator(what).evaluateAll((all) => all.filter((e) => e.clientHeight === 0 || e.scrollWidth > e.clientWidth).map((e) => e.textContent));
    assert.deepEqual(cut, [], `${name}: read whole`);
  }
  await at("18norway", "consent-accept"); // before and after on one line
  assert.deepEqual(await page.locator("[data-purse]").evaluateAll((all) => all.map((e) => e.getClientRects().length && e.offsetHeight < 30)), [true, true]);
  t.expectNoErrors(page);
  await page.context().close();
});

test("a question leaves the market whole below it, and how many more stand in a cell lies over no price", async () => {
  for (const name of ["consent-accept", "consent-decline", "stock-buy"]) {
    await t.putGame(server, `whole-${name}`, momentOf("18nl", name));
    for await (const page of desks(`whole-${name}`)) {
      await seen(page.locator(".stage .zones"), `${name}: what the colours mean`);
      await seen(page.locator(".stage .grid .cell").last(), `${name}: the last price`);
      const over = await page.locator(".stage .cell:has(.markers small)").evaluateAll((all) => all.map((e) => {
        const [badge, more] = [".badge", ".markers small"].map((x) => [...e.querySelectorAll(x)].find((y) => y.getClientRects().length).getBoundingClientRect());
        return more.top < badge.top - 1; // it stands beside the markers, below the price
      }));
      assert.ok(over.every((x) => !x) && (over.length > 0 || name !== "stock-buy"), name);
    }
  }
});

test("2: what scrolls sideways on a phone fades at its rim until its end is reached", async () => {
  await t.putGame(server, "fades", momentOf("18nl", "stock-cede"));
  const page = await openAt("fades", ...PHONE);
  await toDecision(page);
  const fade = () => page.locator(".stage .grid").evaluate((e) => parseFloat(getComputedStyle(e).getPropertyValue("--more")));
  await t.until(async () => (await fade()) > 20);
  await page.locator(".stage .grid").evaluate((e) => e.scrollTo(9999, 0));
  await t.until(async () => (await fade()) < 1);
  await leave(page);
});

test("2: on a phone every action of a step is seen at once: ways to divide a run, the way out of an emergency, what else there is", async () => {
  let page;
  for (const [title, name, what] of [
    ["18norway", "run-run", ".run button, .division, .routes li"], ["18norway", "dividend-half", ".divide button, .division"],
    ["18or", "run-run", ".run button, .payout input, .routes li"], ["18or", "token-scrap", ".run .primary"],
    ["18norway", "track-token", ".run button, .hexes, .decide [data-kind=token]"], ["1988", "run-run", ".run button, .division, .routes label"],
    ["1988", "run-acquire", ".run button, .routes label"], ["18nl", "trains-swap", ".decide [data-line]"], ["1988", "contracts-tender", ".line-sale button, .line-sale dd"], ["18norway", "issue-buy", ".charter.acting [data-line]"],
    ["18norway", "trains-bankrupt", "[data-kind=bankrupt]"], ["18nl", "trains-sell", "[data-kind=sell], [data-kind=bankrupt]"],
    ["18scan", "token-choose", ".decide [data-kind=announce], .run button"], ["1988", "trade-takeover", ".decide [data-line], button.pass"],
    ["18norway", "issue-pass", ".decide [data-line], button.pass"], ["18norway", "tunnel-choose", ".way [data-line]"],
  ]) {
    const id = `thumb-${title}-${name}`;
    await t.putGame(server, id, momentOf(title, name));
    page = await (page ? goTo(page, id) : openAt(id, ...PHONE, { hasTouch: true }));
    await toDecision(page);
    await page.locator(what.split(", ")[0]).first().waitFor();
    await seen(page.locator(what), `${title} ${name}`, 12);
    await seen(page.locator(".pills [data-state=now]"), `${title} ${name}: where the turn stands`);
    if (name === "tunnel-choose") {
      const [mountain, map] = [await page.locator(".mark.about").boundingBox(), await page.locator(".board").first().boundingBox()];
      assert.ok(mountain.width > 60, `it is seen from near, ${mountain.width} px wide`);
      assert.ok(mountain.x > map.x && mountain.y > map.y && mountain.x + mountain.width < map.x + map.width && mountain.y + mountain.height < map.y + map.height, "it is ringed in view");
    }
    await page.locator(".phone-nav [data-view=map]").click();
    assert.equal(await page.locator(".phone-nav [aria-pressed=true]").innerText(), "Map");
  }
  t.expectNoErrors(page);
  await leave(page);
});

test("2: on a phone what can be done with a hand comes before what it says, and a company's money is seen where it pays", async () => {
  let page;
  for (const [title, name, what] of [
    ["18nl", "stock-pass", ".hand [data-line]"], ["18or", "stock-sell", ".hand [data-line*=YEON]"], ["18nl", "stock-swap", ".hand .sells [data-line]"], ["18scan", "trains-sell", ".holding.sells:first-of-type [data-line]"],
    ["18nl", "trains-pass", ".purse"], ["18norway", "tunnel-acquire", ".purse"], ["1988", "lobby-lobby", ".purse"], ["18nl", "dividend-pay", ".player.turn .name"], ["18norway", "consent-accept", ".way [data-line]"],
  ]) {
    const id = `hand-${title}-${name}`;
    await t.putGame(server, id, momentOf(title, name));
    page = await (page ? goTo(page, id) : openAt(id, ...PHONE, { hasTouch: true }));
    await toDecision(page);
    await seen(page.locator(what), `${title} ${name}`, 12);
    if (what === ".purse") assert.deepEqual(await page.locator(".purse").evaluate((e) => [e.scrollWidth > e.clientWidth + 1 && !e.querySelector(".trains"), /\d/.test(e.textContent)]), [false, true], `${title} ${name}`);
    if (what.startsWith(".player")) {
      const [card, bar] = [await page.locator(".player.turn").boundingBox(), await page.locator(".players").boundingBox()];
      assert.ok(card.x + card.width < bar.width - 40, "whoever decides does not lie under the fade");
    }
    if (what.startsWith(".way")) assert.ok((await page.locator(what).first().boundingBox()).y > 300, "the thumb reaches it");
  }
  t.expectNoErrors(page);
  await leave(page);
});

test("2: a phone's top line says round and phase, neither over the other, and what a company redeems is told by number", async () => {
  let page;
  for (const [title, name] of [["18or", "consent-accept"], ["18or", "auction-bid"], ["18nl", "discard-discard"], ["18norway", "nationalise-pass"], ["18norway", "issue-buy"], ["18scan", "trains-train"], ["1988", "run-acquire"]]) {
    await t.putGame(server, `top-${title}-${name}`, momentOf(title, name));
    page = await (page ? goTo(page, `top-${title}-${name}`) : openAt(`top-${title}-${name}`, ...PHONE, { hasTouch: true }));
    await toDecision(page);
    const [round, phase, more] = await Promise.all([".rounds", ".ph", ".top .more"].map((what) => page.locator(what).first().boundingBox()));
    assert.ok(round.x + round.width <= phase.x + 1 && phase.x + phase.width <= more.x + 1 && more.x + more.width <= 390, `${title} ${name}: ${JSON.stringify([round, phase, more])}`);
    assert.match(await page.locator(".ph").textContent(), /^ph \S/);
    if (!await page.locator(".rounds.own").count()) { // a long name gives way, and so do they
      assert.deepEqual(await page.locator(".top :is(.ph, .bank)").evaluateAll((all) => all.filter((e) => {
        const words = document.createRange();
        words.selectNodeContents(e);
        return words.getBoundingClientRect().width > e.getBoundingClientRect().width + 0.05; // whole pixels hide an ellipsis
      }).map((e) => e.textContent)), [], `${title} ${name}`);
      const [word, called = word] = await page.locator(".ph > span").evaluateAll((all) => all.map((e) => e.getBoundingClientRect().top < e.parentElement.getBoundingClientRect().bottom - 1));
      assert.deepEqual([word || title === "18or", called], [true, true], `${title} ${name}: the name of the phase is read whole, and where there is room that it is one`);
    } else assert.equal(await page.locator(".ph > span").evaluateAll((all) => all.some((e) => /^.$/.test(e.textContent) && e.getBoundingClientRect().top < e.parentElement.getBoundingClientRect().bottom - 1)), false, "no figure alone");
    if (name.startsWith("discard")) assert.match(await page.locator(".nothing").innerText(), /owns 3 and may keep 2/);
    if (name.startsWith("issue")) assert.deepEqual((await page.locator(".charter.acting [data-line*=' buy ']").allInnerTexts()).map((x) => x.replace(/\s+/g, " ").split(" : ")[0].trim()),
      ["Redeem 1 share for 30kr", ...[2, 3, 4].map((n) => `Redeem ${n} shares for ${30 * n}kr, 30kr each`)]);
  }
  t.expectNoErrors(page);
  await leave(page);
});

test("2: on a phone three players are named, and who of them decides is marked", async () => {
  await t.putGame(server, "three", momentOf("18scan", "token-choose"));
  const page = await openAt("three", ...PHONE, { hasTouch: true });
  assert.deepEqual(await page.locator(".player .name").evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)), []);
  assert.ok(await page.locator(".player.turn .deciding").isVisible());
  await leave(page);
});

test("a hand says what is offered and that a minor's money is its own; a small desk cuts no word of the round, the steps and the runs", async () => {
  const page = await t.newPage({ viewport: { width: 1280, height: 800 } });
  let n = 0;
  const at = async (title, name, wanted) => {
    await t.putGame(server, `word-${++n}`, momentOf(title, name, wanted));
    await page.goto(`${server.base}#game=word-${n}`);
    await page.locator("[data-decision]").waitFor();
  };
  await at("18nl", "consent-decline");
  assert.equal(await page.locator("[data-deal] .muted").innerText(), "offered · face ƒ40 · pays ƒ5");
  await seen(page.locator("[data-deal] .power"), "what is offered", 12);
  await at("18nl", "privates-pass");
  assert.deepEqual((await page.locator(".pills [data-state=done]").allInnerTexts()).map((s) => s.replaceAll(/\s+/g, " ")), ["✓ Home", "✓ Track", "✓ Token", "✓ Run", "✓ Pay", "✓ Trains"]);
  await at("18nl", "dividend-acquire");
  await seen(page.locator(".told .turn-line").last(), "what happened last", 12);
  await at("18nl", "run-acquire");
  await seen(page.locator(".actor .charter .rest"), "shares of nobody", 12);
  await at("18scan", "stock-sell");
  assert.deepEqual(await page.locator(".charter.card .means > .muted").evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)), []);
  await at("18scan", "bid-bid");
  assert.ok(await page.locator("strong.rounds").evaluate((e) => e.scrollWidth <= e.clientWidth));
  await at("18scan", "trains-train");
  await page.keyboard.press("s");
  assert.match(await page.locator('[data-row-of="1"] th').innerText(), /minor 1 1\.$/);
  await page.locator(".sheet tfoot", { hasText: "in a stock round" }).waitFor();
  await page.keyboard.press("j");
  assert.deepEqual(await page.locator(".trains-view .other-limit").allInnerTexts(), ["minors 2", "minors 2", "minors 1", "SJ 3", "SJ 3", "SJ 3"]);
  await page.locator("[data-view=map]").click();
  await page.locator(".board text.p", { hasText: /^Copen.*Odense$/ }).waitFor(); // both of two places
  await at("18scan", "stock-pass", (ask) => {
    const { players, decision } = ask({ ask: "view" });
    return players.find((p) => p.name === decision.player).minors.length > 0;
  });
  assert.match(await page.locator('.hand [data-holding="1"], .hand [data-holding="2"], .hand [data-holding="3"]').first().innerText(), /has K\d+$/);
  t.expectNoErrors(page);
  await page.context().close();
});

test("3.7, 3.6: who is asked for a train reads what the seller keeps; shares that must be issued come before the president's money; the bar's pass is short", async () => {
  const page = await t.newPage({ viewport: { width: 1280, height: 800 } });
  for (const [title, moment, of, words] of [
    ["18norway", "consent-accept", "[data-more]", "H keeps 2, S3"], ["18or", "consent-accept", "[data-more]", "TI has no train then"],
    ["18norway", "trains-sell", ".meter dl > div:last-child", "to be raised\n30kr"], ["18norway", "trains-sell", ".meter ~ .first", "Bo pays only what V cannot raise"], ["18norway", "tunnel-pass", "[data-pass]", "Leave the mountain"],
    ["18or", "business-acquire", "[data-private=EVERETT] .owner", "Market"], ["18or", "track-lay", "[data-lays]", "One tile · $10"], ["18scan", "bid-bid", "[data-passing]", "If all pass, it is for Anna to take one"],
  ]) {
    await t.putGame(server, `said-${title}-${moment}`, momentOf(title, moment));
    await goTo(page, `said-${title}-${moment}`);
    const said = await page.locator(of).first().innerText();
    assert.ok(said.startsWith(words), `${title} ${moment}: ${said}`);
  }
  await page.context().close();
});

test("18OR: no price and no button is cut, whatever a corporation could buy, start or be asked for", async () => {
  const cut = (page, what) => page.locator(what).evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent));
  let page;
  const at = async (name, there, [width, height] = [1440, 900]) => {
    await t.putGame(server, `whole-18or-${name}`, momentOf("18or", name));
    page = await (page ? goTo(page, `whole-18or-${name}`) : openAt(`whole-18or-${name}`, width, height));
    await page.setViewportSize({ width, height });
    await page.locator(there).first().waitFor();
    await page.waitForTimeout(300); // what there is room for is measured, and the camera glides
  };
  await at("business-acquire", '[data-private="EVERETT"] button'); // one lies in the Market, the others are bought of players
  const card = page.locator('[data-private="EVERETT"]');
  assert.match(await card.locator("button").first().innerText(), /^Buy \$180\n/); // and who hears it hears all
  const [facts, button] = await Promise.all([card.locator("p.muted").first().boundingBox(), card.locator("button").first().boundingBox()]);
  assert.ok(facts.x + facts.width <= button.x || facts.y + facts.height <= button.y, "the button stands beside what the card says");
  await at("stock-start", ".half .words small");
  assert.deepEqual([await page.locator(".half small", { hasText: "from $120" }).count(), await cut(page, ".half .words small")], [10, []]);
  await at("stock-sell", ".unsold button");
  assert.deepEqual(await cut(page, ".unsold button"), []);
  await at("consent-accept", ".ledger li");
  const lines = await page.locator(".ledger li").evaluateAll((all) => all.map((e) => e.getBoundingClientRect().height));
  assert.ok(lines.length === 2 && Math.max(...lines) < 25, `what everybody has before and after, in one line: ${lines}`);
  await at("removal-pass", ".banner", [1280, 800]);
  const stage = await page.locator(".board").boundingBox(), name = await page.locator("text.p", { hasText: "Coos Bay" }).boundingBox();
  assert.ok(name.x >= stage.x, `${name.x} in ${stage.x}`);
  assert.match(await page.locator(".banner").innerText(), /for nothing\. Maintenance comes then; it cannot raise \$10 even for one: it goes bankrupt\./); // it has $0, and no share
  await at("removal-remove", ".decision .purse .trains", PHONE);
  assert.deepEqual([await page.locator(".decision .purse").textContent(), await cut(page, ".decision .purse")], ["CR has $685 · 3×2", []]);
  t.expectNoErrors(page);
  await leave(page);
});

test("1988: what is bound by bids, what a start costs at least where none has, who offers how much and every route are seen whole at a small desk", async () => {
  const at = async (name, size = [1280, 800]) => {
    await t.putGame(server, `room-1988-${name}`, momentOf("1988", name));
    return openAt(`room-1988-${name}`, ...size);
  };
  const cut = (page, words) => page.locator(words).evaluateAll((all) => all.filter((e) => {
    const [own, card] = [e, e.closest(".player, .half")].map((x) => x.getBoundingClientRect());
    return e.scrollWidth > e.clientWidth + 1 || own.right > card.right - 4;
  }).map((e) => e.textContent));
  let page = await at("auction-take");
  assert.match((await page.locator(".player .cash").allInnerTexts()).join("; "), /150 of 400\sMkr/);
  assert.deepEqual(await cut(page, ".player .cash"), []);
  await leave(page);
  for (const [name, size] of [["stock-pass"], ["stock-buy"], ["stock-buy", [1440, 900]]]) {
    page = await at(name, size);
    if (name === "stock-pass") assert.deepEqual(await cut(page, ".half .words > small"), []);
    assert.ok(await page.locator(".stock").evaluate((e) => e.scrollHeight <= e.clientHeight), "the whole market is in view");
    await leave(page);
  }
  page = await at("trade-sell");
  await seen(page.locator(".stage [data-banner]", { hasText: "ARR offers 1 Mkr for each share of VEO; its price is 20 Mkr." }), "what is offered", 12);
  await leave(page);
  page = await at("run-acquire");
  await seen(page.locator(".run .routes .letter"), "letters of routes", 12);
  t.expectNoErrors(page);
  await leave(page);
});
