// SPDX-License-Identifier: Apache-2.0
// A game as a whole: its name and seats, sent as a link, saved with all others, reported; the page without a
// network; and the engine starting anew after it failed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { momentOf } from "./archive.mjs";
import { server } from "./served.mjs";
import { newEngine } from "./engine.mjs";
import * as t from "./table.mjs";

const menu = async (page) => {
  await page.getByRole("button", { name: /^This game/ }).click();
  return page.getByRole("dialog", { name: "This game" });
};
const saved = async (page, click) => {
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  return readFileSync(await download.path(), "utf8");
};

test("seats are renamed before the first action, later a name is shown; a seat becomes a bot and a person again", async () => {
  const page = await t.newPage();
  const id = await t.beginGame(page, server.base, "18nl", { kinds: ["human", "human", "human"] });
  let game = await menu(page);
  await game.getByLabel("Name of this game").fill("Sunday evening");
  for (const [name, why] of [["Anna", /Anna/], ["Zoë, the #1", /Zoë-the-#1/]]) { // two of one name; none that a record can have
    await game.getByLabel("Name of Bo", { exact: true }).fill(name);
    await game.getByRole("button", { name: "Take these" }).click();
    await t.until(async () => why.test(await game.getByRole("alert").innerText()));
  }
  await game.getByLabel("Name of Bo", { exact: true }).fill("Berit");
  await game.getByRole("button", { name: "Take these" }).click();
  await t.until(async () => /^players: Anna, Berit, Cia$/m.test(await t.record(server, id)));
  assert.match(await t.record(server, id), /^# game: Sunday evening$/m);
  await page.locator("[data-pass]").click(); // Anna

  game = await menu(page);
  await game.getByLabel("Name of Cia", { exact: true }).fill("Lena");
  await game.getByLabel("Who plays for Berit", { exact: true }).selectOption("greedy");
  await game.getByRole("button", { name: "Take these" }).click();
  await t.until(async () => t.actionsOf(await t.record(server, id)).length === 2); // the bot has played
  assert.match(await page.locator('[data-player="Cia"]').innerText(), /Lena\s*\(Cia\)/);
  assert.match(await t.record(server, id), /^players: Anna, Berit, Cia$/m, "the record keeps its words");
  game = await menu(page);
  await game.getByLabel("Who plays for Berit", { exact: true }).selectOption("human");
  await game.getByRole("button", { name: "Take these" }).click();
  await t.until(async () => /"name":"Berit","kind":"human"|"kind":"human"[^}]*"name":"Berit"|"name":"Berit"[^}]*"kind":"human"/.test(await t.record(server, id)));
  await page.reload();
  await page.locator('[data-player="Cia"]', { hasText: "Lena" }).waitFor();
  await page.goto(server.base);
  assert.match(await page.locator(`[data-game="${id}"]`).innerText(), /Sunday evening[^]*Lena/);
  t.expectNoErrors(page);
  await page.context().close();
});

test("a game is sent as a link and opened by somebody else; a link that was cut says so", async () => {
  const page = await t.newPage();
  await t.beginGame(page, server.base, "1988", { kinds: ["human", "human", "human"] });
  await page.locator("[data-pass]").click();
  const game = await menu(page);
  await game.getByRole("button", { name: "Send as a link" }).click();
  const link = await game.getByLabel("The link").inputValue();
  assert.ok(link.length < 8100, `${link.length} letters`);

  const files = await t.startFiles(); // another machine: the browser keeps its games
  const other = await t.newPage();
  await other.goto(files.base + new URL(link).hash);
  await other.getByText(/1988: Anna, Bo, Cia; .*1 actions\./).waitFor();
  await other.getByRole("button", { name: "Open this game" }).click();
  await other.waitForURL(/#game=/);
  assert.match(await other.locator(".count").innerText(), /1 \/ 1/);

  const cut = await t.newPage();
  for (const bad of [link.slice(0, -20), `${link}AAAA`, link.replace("record=", "record=%00"), "#record="]) {
    await cut.goto("about:blank");
    await cut.goto(files.base + (bad.startsWith("#") ? bad : new URL(bad).hash));
    await cut.locator("[role=alert], main.start h2").first().waitFor();
    assert.equal(await cut.getByRole("button", { name: "Open this game" }).count(), 0, bad.slice(-30));
  }
  for (const p of [page, other, cut]) t.expectNoErrors(p);
  for (const p of [page, other, cut]) await p.context().close();
  await files.stop();
});

test("all games are saved as one file, and a file dropped anywhere is taken", async () => {
  const files = await t.startFiles();
  const page = await t.newPage();
  await t.beginGame(page, files.base, "18nl", { kinds: ["human", "human"] });
  await t.beginGame(page, files.base, "18scan", { kinds: ["human", "human"] });
  await page.goto(files.base);
  await page.locator("[data-game]").nth(1).waitFor();
  const all = await saved(page, () => page.click("text=Save all games as one file"));

  const other = await t.newPage();
  await other.goto(files.base);
  await other.locator("#titles").waitFor();
  const drop = async (...carries) => {
    const carried = await other.evaluateHandle((all) => {
      const transfer = new DataTransfer();
      for (let i = 0; i < all.length; i += 2) transfer.items.add(new File([all[i + 1]], all[i]));
      return transfer;
    }, carries);
    await other.dispatchEvent("h1", "drop", { dataTransfer: carried });
  };
  await drop("games.json", all);
  await other.locator("[data-game]").nth(1).waitFor();
  assert.equal(await other.locator("[data-game]").count(), 2);
  await drop("games.json", JSON.stringify({ roundhouse_games: ["title: none\n"] }));
  await other.getByRole("alert").filter({ hasText: "game 1 of games.json could not be imported" }).waitFor();
  /* Several files at once: those that are games are taken, the others are said, where it can be seen. */
  const record = (title) => `title: ${title}\nplayers: A, B, C\n\n`;
  await other.evaluate(() => scrollTo(0, 9999));
  await drop("one.18xx", record("18nl"), "two.18xx", record("1988"), "three.18xx", "nothing");
  const trouble = other.getByRole("alert").filter({ hasText: "three.18xx could not be imported" });
  await trouble.waitFor();
  await other.locator("[role=status]", { hasText: "2 games were taken" }).waitFor();
  assert.equal(await other.locator("[data-game]").count(), 4);
  await t.until(() => trouble.evaluate((e) => e.getBoundingClientRect().top >= -1));
  t.expectNoErrors(page);
  t.expectNoErrors(other);
  await page.context().close();
  await other.context().close();
  await files.stop();
});

test("a report has the game, the moment and what was expected, and opens like any game", async () => {
  const page = await t.newPage();
  const id = await t.beginGame(page, server.base, "18norway", { kinds: ["human", "human", "human"] });
  await page.locator("[data-pass]").click();
  const game = await menu(page);
  await game.getByRole("button", { name: "Report a mistake" }).click();
  await game.getByLabel(/what did you expect/).fill("P1 is dearer\nby 5");
  const text = await saved(page, () => game.getByRole("button", { name: "Save the report" }).click());
  assert.match(text, /^# A mistake in Roundhouse \d+\.\d+\.\d+, seen after action 1$/m);
  assert.match(text, /^#   P1 is dearer\n#   by 5$/m);
  assert.match(text, /^# The position:\n#   title: 18norway$/m);
  await page.goto(server.base);
  await page.setInputFiles("input[type=file] >> nth=0", { name: "mistake.18xx", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.waitForURL((url) => url.hash.startsWith("#game=") && !url.hash.endsWith(id));
  assert.match(await page.locator(".count").innerText(), /1 \/ 1/);
  t.expectNoErrors(page);
  await page.context().close();
});

test("without a network the page opens, and a game goes on; nothing of the program's is kept there", async () => {
  const files = await t.startFiles();
  const page = await t.newPage();
  const id = await t.beginGame(page, files.base, "18nl", { kinds: ["human", "human"] });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload(); // the service worker has the page from now on
  await page.locator("[data-pass]").waitFor();
  await files.stop();
  await page.reload();
  await page.locator("[data-pass]").click();
  await page.locator(".count", { hasText: "1 / 1" }).waitFor();
  await page.reload();
  await page.locator(".count", { hasText: "1 / 1" }).waitFor();
  assert.match(page.url(), new RegExp(id));
  await page.context().close();

  const served = await t.newPage();
  await t.beginGame(served, server.base, "18nl", { kinds: ["human", "human"] });
  await served.evaluate(() => navigator.serviceWorker.ready);
  await served.reload();
  await served.locator("[data-pass]").click();
  const kept = await served.evaluate(async () => {
    const names = await caches.keys();
    return (await Promise.all(names.map(async (n) => (await (await caches.open(n)).keys()).map((r) => r.url)))).flat();
  });
  assert.ok(kept.length > 5);
  assert.deepEqual(kept.filter((url) => /api|token/.test(url)), []);
  await served.context().close();
});

test("an engine that fails starts anew at the last good action, and says so", async () => {
  const page = await t.newPage();
  /* A trap as a fault of ours would make it: the next action that is played fails inside the engine. */
  await page.addInitScript(() => {
    const Real = WebAssembly.Instance;
    WebAssembly.Instance = function (module, imports) {
      const { exports } = new Real(module, imports);
      const ask = (at, length) => {
        const text = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length));
        if (window.trap && JSON.parse(text).ask === window.trap) {
          window.trap = undefined;
          throw new WebAssembly.RuntimeError("unreachable");
        }
        return exports.rh_wasm_ask(at, length);
      };
      return { exports: { ...exports, rh_wasm_ask: ask } };
    };
  });
  const id = await t.beginGame(page, server.base, "18nl", { kinds: ["human", "human", "human"] });
  await page.locator("[data-pass]").click();
  await page.evaluate(() => { window.trap = "do"; });
  await page.locator("[data-pass]").click();
  await page.locator(".message", { hasText: "started anew" }).waitFor();
  assert.match(await page.locator(".count").innerText(), /1 \/ 1/);
  await page.locator("[data-pass]").click(); // Bo, again
  await t.until(async () => t.actionsOf(await t.record(server, id)).length === 2);

  /* Whatever was asked: it is said, and the table shows what is kept. */
  const fails = async (asked, click) => {
    await page.evaluate((a) => { window.trap = a; }, asked);
    await click();
    await page.locator(".message", { hasText: `failed at "${asked}"` }).waitFor();
    assert.match(await page.locator(".count").innerText(), /2 \/ 2/, asked);
    assert.equal(t.actionsOf(await t.record(server, id)).length, 2, asked);
    await page.getByRole("button", { name: "close", exact: true }).click();
  };
  await fails("record", () => page.keyboard.press("n"));
  await fails("back", () => page.keyboard.press("u"));
  await fails("struck", () => page.keyboard.press("n"));
  await fails("position", () => page.getByRole("button", { name: "Try …" }).click());

  await page.evaluate(() => { window.trap = "view"; }); // while the table is drawn
  await page.getByRole("button", { name: "One action back" }).click();
  await page.getByRole("heading", { name: "This game could not be shown" }).waitFor();
  await page.getByRole("button", { name: "Open it again" }).click();
  await page.locator(".count", { hasText: "2 / 2" }).waitFor();
  await page.context().close();
});

test("a trial changes what it likes beside the game, is refused like a position, and may become a game", async () => {
  const page = await t.newPage();
  const id = await t.beginGame(page, server.base, "18nl", { kinds: ["human", "human", "human"] });
  await page.locator("[data-pass]").click();
  await t.until(async () => t.actionsOf(await t.record(server, id)).length === 1);
  const kept = await t.record(server, id);
  await page.getByRole("button", { name: "Try …" }).click();
  const trial = page.getByRole("region", { name: "Trial" });
  await trial.getByLabel("A statement").fill("Bo cash -5");
  await trial.getByRole("button", { name: "Say it" }).click();
  await trial.getByRole("alert").waitFor();
  assert.match(await trial.getByRole("alert").innerText(), /nobody but the bank owes money/);
  await trial.getByLabel("Whose").selectOption("Bo");
  await trial.getByLabel("cash").fill("77");
  await trial.getByRole("button", { name: "Set", exact: true }).click();
  await page.locator('[data-player="Bo"]', { hasText: "ƒ77" }).waitFor();
  await page.keyboard.press("m");
  await page.locator('[data-hex="G6"]').first().click();
  assert.equal(await trial.locator('.fitting [data-tile="57"]').count(), 0, "a city does not fit on open ground");
  assert.equal(await page.locator(".why").count(), 0, "here nothing is refused by a rule");
  await trial.locator('.fitting [data-tile="8"]').click();
  await page.locator('.board g[data-hex="G6"] path[data-color=yellow]').first().waitFor({ state: "attached" }); // on the map
  await trial.getByRole("button", { name: "Turn", exact: true }).click();
  await trial.getByRole("button", { name: "Lay it" }).click();
  await trial.getByText("tile 8 G6 r1").waitFor();
  assert.equal(await trial.getByLabel("Whose").inputValue(), "Bo");
  await page.locator('[data-hex="G6"]').first().click();
  await trial.getByRole("button", { name: "Turn what lies there, r1" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "This game" }).count(), 0, "a trial is nothing to name or to send");
  await page.locator("[data-pass]").click(); // Bo, in the trial
  await page.locator(".count", { hasText: "1 / 1" }).waitFor();
  await page.keyboard.press("m");
  await page.locator('[data-hex="G6"]').first().click();
  await trial.getByRole("button", { name: "Turn", exact: true }).click();
  await trial.getByRole("button", { name: "Turn what lies there, r2" }).click();
  await trial.getByText("tile 8 G6 r2").waitFor();
  await trial.getByRole("button", { name: "Take back the last change" }).click();
  await page.locator(".count", { hasText: "1 / 1" }).waitFor(); // what was played before it is there
  await page.keyboard.press("u");
  await page.locator(".count", { hasText: "0 / 0" }).waitFor();
  await page.goBack(); // out of the game and into it again: it is the game
  await page.goForward();
  await page.locator(".count", { hasText: "1 / 1" }).waitFor();
  assert.equal(await trial.count(), 0);
  await page.getByRole("button", { name: "Try …" }).click();
  await trial.getByRole("button", { name: "Back to the game" }).click();
  await page.locator(".count", { hasText: "1 / 1" }).waitFor();
  assert.equal(await t.record(server, id), kept, "nothing of it was kept");

  await page.getByRole("button", { name: "Try …" }).click();
  await trial.getByLabel("A statement").fill("Bo cash 77");
  await trial.getByRole("button", { name: "Say it" }).click();
  await trial.getByText("Bo cash 77").waitFor();
  await trial.getByRole("button", { name: "Play on from here" }).click();
  await page.waitForURL((url) => !url.hash.endsWith(id));
  const other = new URL(page.url()).hash.slice("#game=".length);
  assert.match(await t.until(async () => t.record(server, other)), /^ +Bo cash 77$/m);
  assert.equal(await t.record(server, id), kept);
  t.expectNoErrors(page);
  await page.context().close();
});

test("a trial compares what each company could run, draws its routes, and keeps sums on the way", async () => {
  const ask = newEngine();
  ask({ ask: "new", title: "18nl", players: t.NAMES.slice(0, 3), seed: 1 });
  const ran = () => ask({ ask: "incomes", limit: 100_000 }).some((i) => i.revenue > 0);
  for (let n = 0; n < 600 && !(n >= 100 && ask({ ask: "decision" }).step === "track" && ran()); n++) ask({ ask: "do", line: ask({ ask: "bot", kind: "steady", seed: 1 }).line, view: false });
  const before = ask({ ask: "incomes", limit: 100_000 });
  const { company, revenue } = before.reduce((a, b) => (b.revenue > a.revenue ? b : a));
  await t.putGame(server, "compare", ask({ ask: "record" }).text);
  const page = await t.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${server.base}#game=compare`);
  await page.getByRole("button", { name: "Try …" }).click();
  const trial = page.getByRole("region", { name: "Trial" });
  const row = trial.locator(`[data-compare="${company}"]`);
  await row.waitFor();
  assert.deepEqual((await row.locator("td").allInnerTexts()).slice(0, 2), [`ƒ${revenue}`, `ƒ${revenue}`]);
  await row.locator("button").click();
  await page.locator(".board .rl").first().waitFor(); // its routes
  await trial.getByLabel("A statement").fill(`${company} trains none`);
  await trial.getByRole("button", { name: "Say it" }).click();
  await t.until(async () => (await row.locator("td").last().innerText()) === `−ƒ${revenue}`);
  await trial.getByRole("button", { name: "Keep these sums" }).click();
  await trial.locator("th", { hasText: `${company} trains none` }).waitFor();
  t.expectNoErrors(page);
  await page.context().close();
});

test("a programme bids for its owner, passes above its price, and stops with a reason", async () => {
  const page = await t.newPage();
  const id = await t.beginGame(page, server.base, "18nl", { kinds: ["human", "human", "human"] });
  const actions = async () => t.actionsOf(await t.record(server, id));
  const box = page.getByRole("region", { name: "Programmes" });
  const typed = async (line) => {
    await page.keyboard.press("/");
    await page.locator(".typed input").fill(line);
    await page.keyboard.press("Enter");
  };
  await box.getByRole("button", { name: "Programme …" }).click();
  for (const none of ["-5", "75.5"]) {
    await box.getByLabel("up to").fill(none);
    assert.ok(await box.getByRole("button", { name: "Bid on P2" }).isDisabled(), none);
  }
  await box.getByLabel("up to").fill("60");
  await box.getByRole("button", { name: "Bid on P2 up to 60" }).click();
  await t.until(async () => (await actions()).at(-1) === "Anna bid P2 45");
  await typed("Bo bid P2 50");
  await typed("Cia pass");
  await t.until(async () => (await actions()).at(-1) === "Anna bid P2 55");
  await page.reload(); // it is still there
  await box.getByText("bids on P2 up to ƒ60").waitFor();
  await typed("Bo bid P2 60");
  await typed("Cia pass");
  await t.until(async () => (await actions()).at(-1) === "Anna pass");
  await page.getByRole("button", { name: /^Undo turn/ }).click();
  await box.getByText("Stopped: something was taken back").waitFor();
  await box.getByRole("button", { name: /^Remove/ }).click();
  assert.equal(await box.locator("li").count(), 0);
  /* A new one is meant for what is now, although something could be fetched again. */
  await box.getByRole("button", { name: "Programme …" }).click();
  await box.getByLabel("up to").fill("70");
  await box.getByRole("button", { name: "Bid on P2 up to 70" }).click();
  await t.until(async () => (await actions()).at(-1) === "Anna bid P2 65");
  t.expectNoErrors(page);
  await page.context().close();
});

test("what would you do? is not offered where several people play, unless they want it", async () => {
  const page = await t.newPage();
  await t.beginGame(page, server.base, "18nl", { kinds: ["human", "human", "casual"] });
  await page.locator("[data-pass]").waitFor();
  assert.equal(await page.getByRole("button", { name: "What would you do?" }).count(), 0);
  await page.evaluate(() => localStorage.setItem("roundhouse.settings", JSON.stringify({ advice: true })));
  await page.reload();
  await page.getByRole("button", { name: "What would you do?" }).waitFor();
  t.expectNoErrors(page);
  await page.context().close();
});

test("what would you do? names legal choices while the table stays awake, and goes with the next action", async () => {
  const page = await t.newPage();
  await t.beginGame(page, server.base, "18nl", { kinds: ["human", "casual", "casual"] });
  await page.getByRole("button", { name: "What would you do?" }).click();
  const advice = page.getByRole("region", { name: "What a club player would do" });
  await advice.waitFor();
  const choices = await advice.locator("li").allInnerTexts();
  assert.ok(choices.length >= 1 && choices.length <= 3, choices.join("; "));
  for (const words of choices) assert.match(words, /^(Buy|Bid|Pass)/);
  await page.locator("[data-pass]").click();
  await advice.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "What would you do?" }).waitFor();
  t.expectNoErrors(page);
  await page.context().close();
});

test("on a phone the menu of a game fits, and a trial leaves history and settings in reach", async () => {
  const page = await t.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await t.putGame(server, "small-menu", momentOf("18nl", "track-lay"));
  await page.goto(`${server.base}#game=small-menu`);
  await page.locator("[data-decision]").waitFor();
  await page.getByRole("button", { name: "This game" }).tap();
  const beyond = await page.locator(".game-menu").evaluate((menu) => [...menu.querySelectorAll("input, select, button")]
    .filter((e) => e.getBoundingClientRect().right > menu.getBoundingClientRect().right || (e.localName === "button" && e.offsetHeight < 44)).length);
  assert.equal(beyond, 0);
  await page.getByRole("button", { name: "Close" }).tap();
  await page.getByRole("button", { name: "History and settings" }).tap();
  await page.getByRole("button", { name: "Try …" }).tap();
  await page.locator(".trial-panel").waitFor();
  const more = await page.getByRole("button", { name: "History and settings" }).boundingBox();
  assert.ok(more.x + more.width <= 390, `${more.x}`);
  t.expectNoErrors(page);
  await page.context().close();
});
