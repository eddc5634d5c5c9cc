// SPDX-License-Identifier: Apache-2.0
// together.test.mjs: people far apart at one table of `roundhouse serve`: links, play, undo by agreement, talk, cut
// wires, a server that is killed and started again, an auction that is called out. Whole games: tests/long/together.mjs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import * as t from "./table.mjs";
import { claim, makeTable, Player, sameEverywhere, TableServer, together, Wire } from "./tables.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
let data, server;
before(async () => {
  data = t.newFolder();
  server = await new TableServer(join(data, "tables.db")).start();
});
after(async () => {
  await t.stopBrowser();
  assert.equal(await server.stop(), 0);
  t.remove(data);
});

const due = async (id) => (await server.ask(`games/${id}`)).due[0];
/** Through another port of the same machine. */
const through = (wire, link) => link.replace(/:\d+\//, `:${wire.port}/`);
const menu = (page) => page.locator("button.game").click();

async function expectAccessible(page, what) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate((exclude) => window.axe.run({ exclude }, { resultTypes: ["violations"] }), [[".board svg"]]);
  assert.deepEqual(violations.map((v) => `${what}: ${v.id}: ${v.nodes.slice(0, 2).map((n) => n.html.slice(0, 140)).join(" | ")}`), []);
}

test("four people, one with a phone, at one table", async () => {
  const wire = await Wire.to(server.port);
  const [anna, bo, cia] = [await t.newPage({ viewport: { width: 1440, height: 900 } }), await t.newPage(), await t.newPage({ colorScheme: "dark" })];
  const dan = await t.newPage(PHONE);
  const pages = [anna, bo, cia, dan];
  const players = pages.map((page, i) => new Player(page, i + 1));
  const { id, links } = await makeTable(anna, server.base, "18nl", ["me", "link", "link", "link"]);
  const act = async () => { await players[await due(id)].act(); };

  // A link is one person's; the host makes a new one, and the old one is void.
  await claim(bo, through(wire, links[1]), "Bo Svensson");
  const eve = await t.newPage();
  await eve.goto(links[1]);
  assert.match(await eve.locator(".trouble").innerText(), /used already, or is void: the host can make a new one/);
  await menu(anna);
  await anna.locator("[data-seat='2'] button:text-is('New link')").click();
  const fresh = await anna.getByLabel("Link for the seat of Cia", { exact: true }).inputValue();
  await anna.locator(".table-menu button:text-is('Close')").click();
  await eve.goto(links[2]);
  assert.match(await eve.locator(".trouble").innerText(), /void/);
  await claim(cia, fresh, "Cia");
  await claim(dan, links[3], "Dan");
  assert.match(await anna.locator(".talk").innerText(), /The seat of Cia has a new link; the old one is void/);
  assert.match(await anna.locator("[data-player=Bo]").innerText(), /Bo Svensson/);

  // Only whose turn it is can act; what one does all see; whose turn it is stands in the title.
  assert.equal(await anna.title(), "● Your turn: 18NL");
  assert.equal(await bo.title(), "18NL");
  assert.equal(await bo.locator("[data-line], [data-pass]").count(), 0);
  assert.match(await bo.locator(".watching").innerText(), /Anna is to decide/);
  await act();
  await together(pages, 1);
  await act();
  await together(pages, 2);

  // What others have answered to is taken back when they agree, and stays to be seen.
  await anna.getByRole("button", { name: /^Undo(?! turn)/ }).click();
  await bo.locator("[data-asked=undo]").waitFor();
  await cia.locator("[data-asked=undo]").waitFor();
  assert.equal(await cia.locator("[data-asked] button").count(), 0);
  await bo.locator("[data-asked] button:text-is('Refuse')").click();
  await anna.locator("[data-asked]").waitFor({ state: "detached" });
  await together(pages, 2);
  await anna.getByRole("button", { name: /^Undo(?! turn)/ }).click();
  await bo.locator("[data-asked] button:text-is('Agree')").click();
  await together(pages, 0);
  await anna.getByRole("button", { name: /^Redo/ }).click();
  await bo.locator("[data-asked] button:text-is('Agree')").click();
  await together(pages, 2);

  // Chat is the table's; a reload shows the same.
  await bo.getByLabel("Say something").fill("What a table!");
  await bo.locator(".talk button:text-is('Say')").click();
  await cia.locator(".talk", { hasText: "Bo Svensson What a table!" }).waitFor();
  await cia.reload();
  await cia.locator(".talk", { hasText: "Bo Svensson What a table!" }).waitFor();
  await together(pages, 2);
  assert.ok(!(await server.record(id)).includes("What a table"));

  // A wire that is cut: the page says so, keeps what was clicked, and catches up.
  while ((await due(id)) !== 1) await act();
  const { ply } = await server.ask(`games/${id}`);
  await together(pages, ply);
  wire.cut();
  await bo.locator(".saved.bad", { hasText: "not connected" }).waitFor();
  await bo.locator("[data-pass]").click();
  await bo.locator(".thinking", { hasText: "sending" }).waitFor();
  assert.equal((await server.ask(`games/${id}`)).ply, ply);
  wire.mend();
  await together(pages, ply + 1);

  // A server that is killed and started again: nothing is lost, and all go on.
  await server.stop("SIGKILL");
  await anna.locator(".saved.bad").waitFor();
  await server.start();
  await together(pages, ply + 1);
  for (let n = 0; n < 4; n++) await act();
  await sameEverywhere(server, id, pages);
  pages.forEach((page) => { page.errors = page.errors.filter((e) => !/ERR_CONNECTION|ERR_EMPTY|WebSocket connection|ERR_SOCKET|Failed to load/.test(e)); t.expectNoErrors(page); });
  await expectAccessible(anna, "the table");
  await menu(anna);
  await expectAccessible(anna, "its menu");
  await Promise.all([...pages, eve].map((page) => page.context().close()));
  await wire.end();
});

test("an auction that is called out: three bid at once, and the table has the hammer", async () => {
  const wire = await Wire.to(server.port);
  const pages = [await t.newPage(), await t.newPage(), await t.newPage(PHONE)];
  const { id, links } = await makeTable(pages[0], through(wire, server.base), "18or", ["me", "link", "link"]);
  await claim(pages[1], through(wire, links[1]), "Bo");
  await claim(pages[2], through(wire, links[2]), "Cia");
  for (const page of pages) {
    if (await page.locator("[data-view=moment]").isVisible()) await page.locator("[data-view=moment]").click();
    await page.locator("[data-bidder]").waitFor();
  }
  const names = await Promise.all(pages.map((page) => page.locator("[data-bidder]").evaluateAll((b) => b.map((x) => x.dataset.bidder))));
  assert.deepEqual(names, [["Anna"], ["Bo"], ["Cia"]]); // each bids for nobody else, and nobody calls
  // Nobody has heard of the others' bids when all have bid.
  wire.cut();
  for (const page of pages) {
    await page.locator(".saved.bad").waitFor();
    await page.locator("[data-kind=raise]").first().click();
    await page.locator("[data-kind=raise][data-confirm]").click();
  }
  wire.mend();
  const rows = await t.until(async () => {
    const { rows: all } = await server.ask(`games/${id}/log?after=0`);
    return all.some((r) => r.kind === "act") && all.filter((r) => r.kind === "act");
  });
  assert.match(rows[0].line, / bid \w+ 5$/);
  // Whoever was late has bid as much as the first: that is refused by the rule, and said.
  await t.until(async () => (await Promise.all(pages.map((page) => page.locator(".message").count()))).reduce((a, b) => a + b) === 2);
  // Then the table calls, without anybody's seat, until somebody has it.
  await t.until(async () => {
    const { rows: all } = await server.ask(`games/${id}/log?after=0`);
    return all.some((r) => r.made === "table" && r.seat === undefined && / sold /.test(`${r.line} `));
  });
  const { ply } = await server.ask(`games/${id}`);
  await t.until(async () => (await pages[0].locator(".count").innerText()).endsWith(` / ${ply}`) || (await server.ask(`games/${id}`)).ply > ply);
  await Promise.all(pages.map((page) => page.context().close()));
  await wire.end();
});

test("the lobby: one's own tables, open seats, whoever watches; every view is accessible", async () => {
  const anna = await t.newPage(), bo = await t.newPage(PHONE), eve = await t.newPage();
  await anna.goto(server.base);
  await anna.locator("#my-tables").waitFor();
  await expectAccessible(anna, "an empty lobby");
  await anna.goto(`${server.base}#new=18scan`);
  await anna.locator(".agreed").waitFor();
  await expectAccessible(anna, "the form");
  const { id } = await makeTable(anna, server.base, "18scan", ["me", "open", "casual"], { rules: { watch: "all" } });
  await bo.goto(server.base);
  const card = bo.locator(`[data-table="${id}"]`);
  await card.getByRole("button", { name: "Sit down as Bo" }).click();
  await card.getByLabel("Your name, which the others see").fill("Berta");
  await expectAccessible(bo, "the lobby");
  await card.getByRole("button", { name: "Take the seat" }).click();
  await bo.locator("[data-decision]").waitFor();
  await anna.locator("[data-player=Bo]", { hasText: "Berta" }).waitFor();
  await eve.goto(`${server.base}g/${id}`);
  await eve.locator(".saved", { hasText: "watching" }).waitFor();
  assert.equal(await eve.locator("[data-line], [data-pass]").count(), 0);
  await new Player(anna, 1).act();
  await eve.waitForFunction(() => !document.querySelector(".count").textContent.endsWith("/ 0"));
  await anna.goto(server.base);
  await anna.locator(`[data-table="${id}"]`).waitFor();
  const made = await makeTable(anna, server.base, "18nl", ["me", "link"]);
  await anna.goto(made.links[1]); // one's own second browser window takes no seat by looking
  await anna.locator("h1", { hasText: "invites you to play 18NL" }).waitFor();
  await expectAccessible(anna, "a link");
  await Promise.all([anna, bo, eve].map((page) => page.context().close()));
});
