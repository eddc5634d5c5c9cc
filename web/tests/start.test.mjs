// SPDX-License-Identifier: Apache-2.0
// The first screen, and games that are kept: by the program, by the browser, and when that fails.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { newEngine } from "./engine.mjs";
import { data, server } from "./served.mjs";
import * as t from "./table.mjs";

test("every title has a card with its map, players, length and what is special", async () => {
  const page = await t.newPage();
  await page.goto(server.base);
  /* A site may lie in a folder. */
  assert.deepEqual(await page.locator("img").evaluateAll((all) => all.map((e) => e.getAttribute("src")).filter((src) => src.startsWith("/"))), []);
  for (const id of t.TITLES) {
    const card = page.locator(`[data-title="${id}"]`);
    await card.locator("img").waitFor();
    const size = await card.locator("img").evaluate(async (img) => (await img.decode(), img.naturalWidth));
    assert.ok(size > 100, `${id}: the map is ${size} wide`);
    const words = await card.innerText();
    assert.match(words, /\d to \d players/, id);
    assert.match(words, /by \S+/, id);
    assert.match(words, /Where the data comes from/, id);
  }
  await page.screenshot({ path: join(t.SHOTS, "start.png"), fullPage: true });
  t.expectNoErrors(page);
  await page.context().close();
});

test("18OR's card has the map of its smallest game, whose hexes can be made out", async () => {
  const page = await t.newPage({ bypassCSP: true }); // a picture is read as a text here
  await page.goto(server.base);
  const picture = page.locator('[data-title="18or"] img');
  await picture.waitFor();
  const [wide, hex] = await picture.evaluate(async (img) => {
    const svg = new DOMParser().parseFromString(await (await fetch(img.src)).text(), "image/svg+xml").documentElement;
    return [svg.viewBox.baseVal.width, 1732]; // units of a hex from edge to edge (draw/hex.h)
  });
  assert.ok(wide / hex < 12, `${wide / hex} hexes side by side`);
  await page.context().close();
});

test("a new game has the seats, options and seed of the form", async () => {
  const page = await t.newPage();
  await page.goto(server.base);
  await page.click("[data-title='18norway'] button.main");
  await page.fill("[aria-label='Name of player 1']", "Ada");
  await page.click("text=Add a seat");
  await page.selectOption("[aria-label='Who plays for Dan']", "human");
  await page.fill("#seed", "77");
  await page.locator("details.rules > summary").click();
  await page.getByLabel("Ships in the supply").selectOption({ index: 1 });
  const counts = await page.getByLabel("Ships in the supply").inputValue();
  assert.equal(await page.getByLabel("Order of the seats").inputValue(), "drawn");
  await page.getByLabel("Order of the seats").selectOption("entered");
  await page.click("button:text-is('Begin')");
  await page.waitForURL(/#game=/);
  const id = new URL(page.url()).hash.slice("#game=".length);
  const record = await t.record(server, id);
  assert.match(record, /^title: 18norway$/m);
  assert.match(record, /^players: Ada, Bo, Cia, Dan$/m);
  assert.match(record, /^seed: 77$/m);
  assert.ok(record.includes(`ship_counts=${counts}\n`), record);
  assert.match(record, /^# bots: Bo Cia$/m);
  t.expectNoErrors(page);
  await page.context().close();
});

test("seats are drawn by lot from the seed, and colours and bots stay with their names", async () => {
  const page = await t.newPage();
  const draw = async (seed) => {
    await page.goto(`${server.base}#new=18scan`);
    await page.locator("form").waitFor();
    await page.fill("#seed", String(seed));
    await page.click("button:text-is('Begin')");
    await page.waitForURL(/#game=/);
    const record = await t.record(server, new URL(page.url()).hash.slice("#game=".length));
    await page.goto(server.base);
    return { players: /^players: (.*)$/m.exec(record)[1], bots: /^# bots: (.*)$/m.exec(record)[1] };
  };
  const seen = new Set();
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const { players, bots } = await draw(seed);
    assert.deepEqual(players.split(", ").sort(), ["Anna", "Bo", "Cia"]);
    assert.deepEqual(bots.split(" ").sort(), ["Bo", "Cia"]);
    seen.add(players);
  }
  assert.ok(seen.size > 2, [...seen].join("; "));
  assert.equal((await draw(3)).players, (await draw(3)).players);
  t.expectNoErrors(page);
  await page.context().close();
});

test("18OR's map size and set-up are options with an explanation", async () => {
  const page = await t.newPage();
  await page.goto(`${server.base}#new=18or`);
  await page.locator("details.rules > summary").click();
  const size = page.getByLabel("Size of the board", { exact: true });
  await size.waitFor();
  assert.ok((await size.locator("option").count()) >= 4);
  assert.match(await page.locator("#option-size-what").innerText(), /map size/i);
  assert.match(await size.locator("option").first().innerText(), /^small for 2 or 3 players, .*\(usual\)$/);
  for (const text of await page.locator(".option label, .option option").allInnerTexts())
    assert.doesNotMatch(text, /_|\[|^(true|false|on|off)( \(usual\))?$/, "a key instead of words");
  t.expectNoErrors(page);
  await page.context().close();
});

test("a preset chooses options, and what is not as usual stands on the card and in the story", async () => {
  const page = await t.newPage();
  await page.goto(`${server.base}#new=18or`);
  await page.locator("button", { hasText: "Short game" }).click();
  await page.locator("details.rules > summary").click();
  assert.equal(await page.locator("#option-bank").inputValue(), "1000");
  assert.deepEqual(await page.locator("details.rules legend").allInnerTexts(), ["Rules of which edition", "Table", "Chance"]);
  await page.locator("button[type=submit]").click();
  const short = /Money in the bank: \$1000 for each, the short game/;
  await page.locator(".story .house-rules", { hasText: short }).waitFor();
  await page.goto(server.base);
  await page.locator(".kept .house-rules", { hasText: short }).waitFor();
  await page.goto(`${server.base}#new=18nl`);
  await page.locator("button", { hasText: "As 18xx.games plays" }).click();
  await page.locator("p", { hasText: "As 18xx.games plays. Other house rules are all as usual" }).waitFor();
  await page.locator("button[type=submit]").click();
  await page.locator(".story .house-rules", { hasText: "as 18xx.games plays" }).waitFor();
  t.expectNoErrors(page);
  await page.context().close();
});

test("what does not fit is said by the engine, and the form stays", async () => {
  const page = await t.newPage();
  await page.goto(`${server.base}#new=18nl`);
  await page.fill("[aria-label='Name of player 2']", "Anna");
  await page.click("button:text-is('Begin')");
  assert.match(await page.locator("[role=alert]").innerText(), /The game cannot begin: .*Anna/);
  await page.fill("[aria-label='Name of player 2']", "Bo");
  await page.fill("#seed", "minus");
  await page.click("button:text-is('Begin')");
  assert.match(await page.locator("[role=alert]").innerText(), /seed is a whole number/);
  t.expectNoErrors(page);
  await page.context().close();
});

test("a game survives closing the browser and restarting the program", async () => {
  const mine = t.newFolder();
  let first = await t.startServer(mine);
  let page = await t.newPage();
  const id = await t.beginGame(page, first.base, "18nl");
  await page.context().close();
  assert.equal(await first.stop(), 0);

  first = await t.startServer(mine);
  page = await t.newPage();
  await page.goto(first.base);
  await page.click(`[data-game="${id}"] button.main`);
  await page.locator("[data-decision]").waitFor();
  t.expectNoErrors(page);
  await page.context().close();
  await first.stop();
  t.remove(mine);
});

test("without a server games are kept in the browser", async () => {
  const files = await t.startFiles();
  const page = await t.newPage();
  const id = await t.beginGame(page, files.base, "18scan");
  await page.goto(files.base);
  await page.reload();
  await page.click(`[data-game="${id}"] button.main`);
  await page.locator("[data-decision]").waitFor();
  await page.goto(files.base);
  await page.click(`[data-game="${id}"] >> text=Remove …`);
  await page.click(`[data-game="${id}"] >> text=Remove it`);
  await page.locator(`[data-game="${id}"]`).waitFor({ state: "detached" });
  await page.reload();
  await page.locator("[data-removed]").waitFor({ state: "attached" });
  assert.equal(await page.locator(`[data-game="${id}"]`).count(), 0);
  await page.click("text=Removed games (1)");
  await page.click(`[data-removed="${id}"] button`);
  await page.click(`[data-game="${id}"] button.main`);
  await page.locator("[data-decision]").waitFor();
  t.expectNoErrors(page);
  await page.context().close();
  await files.stop();
});

test("of many games the six played last are shown, so that a new game is near; all of them are a click away", async () => {
  const data = t.newFolder(), server = await t.startServer(data);
  const ask = newEngine();
  ask({ ask: "new", title: "18scan", players: t.NAMES.slice(0, 2), seed: 1 });
  for (let n = 0; n < 8; n++) await t.putGame(server, `many-${n}`, ask({ ask: "record" }).text);
  const page = await t.newPage();
  await page.goto(server.base);
  await page.locator("[data-game]").first().waitFor();
  assert.equal(await page.locator("[data-game]").count(), 6);
  assert.equal(await page.locator('[data-game="many-7"]').count(), 1);
  await page.getByRole("button", { name: "All 8 games" }).click();
  assert.equal(await page.locator("[data-game]").count(), 8);
  await page.getByRole("button", { name: "Fewer games" }).click();
  assert.equal(await page.locator("[data-game]").count(), 6);
  t.expectNoErrors(page);
  await page.context().close();
  await server.stop();
  t.remove(data);
});

test("an old tab cannot remove newer play, and what is removed can be put back", async () => {
  const page = await t.newPage();
  const id = await t.beginGame(page, server.base, "18nl", { kinds: ["human", "human", "human"] });
  const old = await page.context().newPage();
  await old.goto(server.base);
  await old.locator(`[data-game="${id}"]`).waitFor();
  await page.locator(".stage button[data-line]").first().click();
  await page.locator("[data-confirm]").click();
  await t.until(async () => t.actionsOf(await t.record(server, id)).length === 1);
  await old.click(`[data-game="${id}"] >> text=Remove …`);
  await old.click(`[data-game="${id}"] >> text=Remove it`);
  assert.match(await old.locator("[role=alert]").innerText(), /played on elsewhere.*it is not removed/s);
  assert.equal(t.actionsOf(await t.record(server, id)).length, 1);

  await old.reload();
  await old.click(`[data-game="${id}"] >> text=Remove …`);
  await old.click(`[data-game="${id}"] >> text=Remove it`);
  await old.locator(`[data-game="${id}"]`).waitFor({ state: "detached" });
  assert.equal((await server.ask(`games/${id}`)).status, 404);
  await old.click("text=Removed games");
  await old.screenshot({ path: join(t.SHOTS, "bin.png"), fullPage: true });
  await old.click(`[data-removed="${id}"] button`);
  await old.locator(`[data-game="${id}"]`).waitFor();
  assert.equal(t.actionsOf(await t.record(server, id)).length, 1);
  t.expectNoErrors(page);
  await page.context().close();
});

test("without the token the page says how to get it, and with it the address is clean", async () => {
  const page = await t.newPage();
  await page.goto(new URL(server.base).origin);
  assert.match(await page.locator("body").innerText(), /stands in the terminal.*\?token=/s);
  await page.goto(`${server.base}#new=18nl`);
  await page.locator("form").waitFor();
  assert.equal(page.url(), `${new URL(server.base).origin}/#new=18nl`);
  await page.reload(); // the cookie has it now
  await page.locator("form").waitFor();
  assert.deepEqual(await page.evaluate(() => document.cookie), "", "no script sees it");
  await page.context().close();
});

test("the page comes packed, and obeys its own policy where nobody else states one", async () => {
  const page = await t.newPage();
  let bytes = 0;
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.loadingFinished", (e) => { bytes += e.encodedDataLength; });
  await page.goto(server.base);
  await page.locator("[data-title] img").first().waitFor();
  assert.ok(bytes < 600_000, `${bytes} bytes went over the wire`);
  await page.context().close();

  const files = await t.startFiles();
  const plain = await t.newPage();
  await plain.goto(files.base);
  await plain.locator("[data-title] img").first().waitFor();
  t.expectNoErrors(plain);
  const ran = await plain.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.foreign = true";
    document.head.append(script);
    return "foreign" in window;
  });
  assert.equal(ran, false, "an inline script ran");
  await plain.context().close();
  await files.stop();
});

test("a record can be saved as a file and imported again", async () => {
  const page = await t.newPage();
  const id = await t.beginGame(page, server.base, "18nl", { kinds: ["human", "human"] });
  await page.goto(server.base);
  const [download] = await Promise.all([
    page.waitForEvent("download"), page.click(`[data-game="${id}"] >> text=Save as file`),
  ]);
  const path = await download.path();
  assert.match(readFileSync(path, "utf8"), /^# bots: Cia$/m);
  const before = (await t.cards(server)).length;
  await page.setInputFiles("input[type=file]", { name: "again.18xx", mimeType: "text/plain", buffer: readFileSync(path) });
  await page.waitForURL(/#game=/);
  const cards = await t.cards(server);
  assert.equal(cards.length, before + 1);
  assert.deepEqual(cards.find((c) => c.id !== id && c.title === "18nl" && c.bots.includes("Cia")).bots, ["Cia"]);
  t.expectNoErrors(page);
  await page.context().close();
});

// A game of our bots as the program exports it, and one of the site itself where there is one.
test("an export of 18xx.games is imported with its final scores", async () => {
  const page = await t.newPage();
  const program = join(t.ROOT, "build/roundhouse");
  const ours = join(data, "export.json"), theirs = join(t.ROOT, "../shared/conformance/18nl/135870.json");
  writeFileSync(ours, execFileSync(program, ["export", join(t.ROOT, "tests/wasm/18nl-7.18xx")]));
  for (const path of [ours, theirs].filter(existsSync)) {
    await page.goto(server.base);
    const before = await t.cards(server);
    await page.setInputFiles("input[type=file]", path);
    const told = page.locator(".import [role=status]", { hasText: "from 18xx.games, played by" });
    await told.waitFor();
    const { stderr } = spawnSync(program, ["import", path], { encoding: "utf8" });
    assert.equal(`${path}: ${await told.innerText()}`, stderr.trim());
    await page.click("text=Leave it");
    await told.waitFor({ state: "detached" });
    assert.deepEqual(await t.cards(server), before);
    await page.setInputFiles("input[type=file]", path);
    await page.click("text=Open this game");
    await page.waitForURL(/#game=/);
    const id = new URL(page.url()).hash.slice("#game=".length);
    const native = execFileSync(program, ["replay", path], { encoding: "utf8" });
    const card = (await t.cards(server)).find((c) => c.id === id);
    assert.ok(card.result.length > 0 && native.includes(card.result.split(", ")[0].split(" ").at(-1)), `${card.result} in ${native}`);
    await page.goto(server.base);
    const shown = await page.locator(`[data-game="${id}"] .result`).innerText();
    for (const one of card.result.split(", ")) assert.ok(shown.includes(one.split(" ").at(-1)), shown);
  }
  t.expectNoErrors(page);
  await page.context().close();
});

test("files of other programs are refused with a sentence, and nothing is lost", async () => {
  const page = await t.newPage();
  await page.goto(server.base);
  const before = await t.cards(server);
  const bring = async (name, buffer) => {
    await page.setInputFiles("input[type=file]", { name, mimeType: "application/octet-stream", buffer: Buffer.from(buffer) });
    const alert = page.locator("[role=alert]", { hasText: name });
    await alert.waitFor();
    return alert.innerText();
  };
  assert.match(await bring("game.rails", [0xac, 0xed, 0, 5, 0x80, 0xff]), /is no text file.*Nothing was changed.*The table reads records of Roundhouse/s);
  assert.match(await bring("chess.pgn", "[Event \"x\"]\n1. e4 e5\n"), /could not be imported.*Nothing was changed/s);
  assert.match(await bring("other.json", "{\"hello\": 1}"), /could not be imported/);
  assert.match(await bring("1889.json", "{\"title\":\"1889\",\"players\":[{\"id\":1,\"name\":\"a\"}],\"actions\":[],\"id\":1}"), /could not be imported/);
  assert.match(await bring("cut.18xx", "title: 18nl\nplayers: Anna, Bo\n\nAnna pa"), /cut short/);
  assert.match(await bring("wrong.18xx", "title: 18nl\nplayers: Anna, Bo\n\nBo pass\n"), /not for Bo to decide/);
  assert.match(await bring("empty.18xx", ""), /is empty/);
  assert.deepEqual(await t.cards(server), before);
  t.expectNoErrors(page);
  await page.context().close();
});

test("a save that is damaged says so, and can be taken out as a file", async () => {
  const mine = t.newFolder();
  const first = await t.startServer(mine);
  const page = await t.newPage();
  const id = await t.beginGame(page, first.base, "18nl");
  await page.goto("about:blank");
  await first.stop();
  execFileSync("sqlite3", [join(mine, "roundhouse/games.db"),
    `INSERT INTO action (game, seq, unit, ply, kind, made, at, line, list, print)
     SELECT id, 1, 1, 1, 'act', 'hand', 0, 'Anna fly to the moon', 1, 0 FROM log WHERE public = '${id}'`]);
  const again = await t.startServer(mine);
  await page.goto(again.base);
  await page.click(`[data-game="${id}"] button.main`);
  assert.match(await page.locator("[role=alert]").innerText(), /expected an action/);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Save as file")]);
  assert.match(readFileSync(await download.path(), "utf8"), /fly to the moon/);
  await page.click("text=Back to all games");
  await page.locator(`[data-game="${id}"]`).waitFor();
  t.expectNoErrors(page);
  await page.context().close();
  await again.stop();
  t.remove(mine);
});

test("a game that is not there leads to the start with a sentence", async () => {
  const page = await t.newPage();
  await page.goto(`${server.base}#game=nosuchgame`);
  await page.locator("[role=alert]", { hasText: "there is no such game" }).waitFor();
  await page.locator("[data-title]").first().waitFor();
  await page.context().close();
});

test("without JavaScript the page says what it needs", async () => {
  const page = await t.newPage({ javaScriptEnabled: false });
  await page.goto(server.base);
  assert.match(await page.locator("body").innerText(), /needs JavaScript/);
  await page.context().close();
});

test("the start and the form fit 390 px", async () => {
  const page = await t.newPage({ viewport: { width: 390, height: 844 } });
  for (const place of ["", "#new=18or"]) {
    await page.goto(server.base + place);
    await page.locator("main.start img").first().waitFor();
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, place);
    await page.screenshot({ path: join(t.SHOTS, `start-390${place.replace("#new=", "-")}.png`), fullPage: true });
  }
  t.expectNoErrors(page);
  await page.context().close();
});

test("in the sale every card says what it does, none covers another, and its rules are there on demand", async () => {
  for (const [title, card, words, rule] of [["18norway", "P2A", "pay no mountain fee", "18NORWAY-4.1-6"],
    ["1988", "BK", "for every city of Götaland", "1988-5.2-1"]]) {
    const page = await t.newPage();
    await t.beginGame(page, server.base, title, { kinds: ["human", "human", "human"] });
    const tight = await page.locator(".private-card").evaluateAll((cards) =>
      cards.filter((c) => c.scrollHeight > c.clientHeight + 1).map((c) => c.dataset.private));
    assert.deepEqual(tight, [], title);
    const shown = page.locator(`[data-private="${card}"]`);
    assert.ok((await shown.locator(".power").innerText()).includes(words), title);
    await shown.locator("summary").click();
    await shown.locator(`li:has-text("${rule}")`).first().waitFor();
    t.expectNoErrors(page);
    await page.context().close();
  }
});
