// SPDX-License-Identifier: Apache-2.0
// Every title by clicks on what is seen and by nothing else (guest.mjs), two people and a bot, with an undo and a reload
// in between; tests/long/whole.mjs plays all of them to their end. And what guests have stumbled over.
import assert from "node:assert/strict";
import { test } from "node:test";
import { momentOf } from "./archive.mjs";
import { Guest } from "./guest.mjs";
import { leave, openAt, seen, server } from "./served.mjs";
import * as t from "./table.mjs";

for (const title of t.TITLES)
  test(`${title} is played by what is on the screen alone`, { timeout: 600_000 }, async () => {
    const page = await t.newPage({ viewport: { width: 1440, height: 900 } });
    const id = await t.beginGame(page, server.base, title, { kinds: ["human", "human", "steady"], seed: 5 });
    const guest = new Guest(page, 5);
    await guest.play(15, { undoEvery: 7, reloadEvery: 10 });
    const { count } = await guest.turn();
    assert.ok(guest.own.length >= 12, `${guest.own.length} actions`);
    await t.until(async () => `${t.actionsOf(await t.record(server, id)).length} / ${t.actionsOf(await t.record(server, id)).length}` === count);
    t.expectNoErrors(page);
    await page.context().close();
  });

test("a company that may buy something while it divides its revenue is not offered the purchase as a dividend", async () => {
  await t.putGame(server, "divides", momentOf("18nl", "dividend-acquire"));
  const page = await openAt("divides", 1440, 900);
  await seen(page.locator(".decide [data-kind=pay]"), "to pay");
  assert.equal(await page.locator(".payout").count(), 0);
  await leave(page);
});

test("a deal that is proposed in a stock round stands on the stage, with both answers", async () => {
  await t.putGame(server, "deal", momentOf("18nl", "consent-accept", (ask) => ask({ ask: "view" }).round.startsWith("stock")));
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    const page = await openAt("deal", width, height);
    if (await page.locator(".to-decision").count()) await page.locator(".to-decision").click();
    for (const kind of ["accept", "decline"]) await seen(page.locator(`.stage [data-kind=${kind}]`), kind, 12);
    await leave(page);
  }
});

test("bankruptcy is not called enough for a train", async () => {
  await t.putGame(server, "broke", momentOf("18nl", "trains-bankrupt"));
  const page = await openAt("broke", 1440, 900);
  const way = page.locator(".offer.raise", { has: page.locator("[data-kind=bankrupt]") });
  assert.doesNotMatch(await way.innerText(), /enough/);
  await leave(page);
});

test("a sale that buys the train at once is called enough", async () => {
  const enough = (ask) => ask({ ask: "legal" }).choices.some((c) => c.kind === "sell" && c.brings >= ask({ ask: "legal" }).need.missing);
  await t.putGame(server, "enough", momentOf("18scan", "trains-sell", enough));
  const page = await openAt("enough", 1440, 900);
  assert.match(await page.locator(".raises-money").first().innerText(), /sell 4 shares[^]*enough/);
  await leave(page);
});

test("the players' bar shows the companies a player presides over first, and counts what has no room", async () => {
  const many = (ask) => {
    const { players } = ask({ ask: "view" });
    return players.length === 5 && players.some((p) => Object.keys(p.shares).length + p.privates.length > 4);
  };
  await t.putGame(server, "five", momentOf("18nl", "stock-buy", many));
  const page = await openAt("five", 1440, 900);
  const cut = await page.locator(".player").evaluateAll((cards) => cards.flatMap((card) => {
    const right = card.getBoundingClientRect().right;
    return [...card.querySelectorAll(".holdings li")].map((li) => li.title || li.textContent)
      .filter((_, i) => card.querySelectorAll(".holdings li > :is(.badge), .holdings li.private")[i]?.getBoundingClientRect().right > right);
  }));
  assert.deepEqual(cut, []);
  for (const card of await page.locator(".player").all()) {
    const stars = await card.locator(".holdings li:not([hidden])").evaluateAll((all) => all.map((li) => /★/.test(li.textContent)));
    assert.deepEqual(stars, [...stars].sort((a, b) => b - a));
    const hidden = await card.locator(".holdings li:not(:last-child)[hidden]").count();
    assert.equal(await card.locator(".holdings li:last-child").innerText(), hidden ? `+${hidden}` : "");
  }
  await leave(page);
});
