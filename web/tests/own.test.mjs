// SPDX-License-Identifier: Apache-2.0
// A title of one's own: its file is opened or dropped on the first screen, a game of it is begun, played,
// and still there after a reload, whoever keeps the games.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { newEngine } from "./engine.mjs";
import { click } from "./person.mjs";
import { server } from "./served.mjs";
import * as t from "./table.mjs";

/** The facts of 18NL under another name, with one train more. */
const TOY = readFileSync(join(t.ROOT, "titles/18nl/title.json"), "utf8")
  .replace('"id": "18nl"', '"id": "18toy", "like": "18nl"')
  .replace('"name": "18NL"', '"name": "Toy"')
  .replace('"name": "5", "count": 3', '"name": "5", "count": 4');
const LINES = ["Anna take P1 20", "Bo bid P3 75", "Cia take P2 40"];

const file = (text, name = "toy.json") => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });
const bring = (page, what) => page.getByLabel("Title file").setInputFiles(what);

/** Opens the file, begins a game of it, plays; returns the game's id. */
async function playToy(page, base) {
  const ask = newEngine();
  ask({ ask: "new", file: { name: "toy.json", text: TOY }, players: t.NAMES.slice(0, 3), seed: 1 });
  await page.goto(base);
  await bring(page, file(TOY));
  await page.locator('[data-title="toy.json"]').waitFor();
  const id = await t.beginGame(page, base, "toy.json", { kinds: ["human", "human", "human"], seed: 1 });
  for (const line of LINES) await click(page, ask, line);
  return id;
}
async function isThere(page) {
  await page.locator("[data-decision]").waitFor();
  assert.equal(await page.locator("h1").innerText(), "Toy");
  assert.equal(await page.locator(".count").innerText(), "3 / 3");
  await page.click("[data-view=trains]");
  const left = page.locator(".trains-view tbody").first().locator("tr", { hasText: "ƒ450" }).locator("td").nth(2);
  assert.equal(await left.innerText(), "4 of 4"); // one more than 18NL has
}

test("a title file is opened and played, and the game is there after a reload", async () => {
  const page = await t.newPage();
  const id = await playToy(page, server.base);
  const record = await t.until(async () => {
    const text = await t.record(server, id);
    return t.actionsOf(text).length === LINES.length && text;
  });
  assert.match(record, /^title: 18toy\ntitle-file: [0-9a-f]{16} toy\.json\n#\|/m);
  assert.equal([...record.matchAll(/^#\|(.*)$/gm)].map((m) => m[1]).join("\n"), TOY);
  assert.deepEqual(t.actionsOf(record), LINES);
  await page.reload();
  await isThere(page);
  await page.screenshot({ path: join(t.SHOTS, "toy.png") });
  await page.goto(`${server.base}#`);
  await page.locator('[data-title="toy.json"]').waitFor();
  assert.match(await page.locator(`[data-game="${id}"] h3`).innerText(), /Toy/);
  t.expectNoErrors(page);
  await page.context().close();
});

test("the program offers the title file that it was started with", async () => {
  const folder = t.newFolder();
  writeFileSync(join(folder, "toy.json"), TOY);
  const program = await t.startServer(folder, [join(folder, "toy.json")]);
  const page = await t.newPage();
  await page.goto(program.url);
  await page.locator("h1", { hasText: "Toy" }).waitFor();
  assert.match(page.url(), /#new=toy\.json$/);
  await page.goto(`${program.base}#`);
  await page.locator('[data-title="toy.json"]').waitFor();
  t.expectNoErrors(page);
  await page.context().close();
  assert.equal(await program.stop(), 0);
  t.remove(folder);
});

test("the same where the browser keeps the games", async () => {
  const files = await t.startFiles();
  const page = await t.newPage();
  await playToy(page, files.base);
  await page.reload();
  await isThere(page);
  t.expectNoErrors(page);
  await page.context().close();
  await files.stop();
});

test("a file may be dropped; one that is no title is refused with its place, and one is taken off the list", async () => {
  const page = await t.newPage();
  await page.goto(server.base);
  const drop = async (name, text) => {
    const carried = await page.evaluateHandle(([n, body]) => {
      const what = new DataTransfer();
      what.items.add(new File([body], n, { type: "application/json" }));
      return what;
    }, [name, text]);
    await page.dispatchEvent('section[aria-labelledby="own"]', "drop", { dataTransfer: carried });
  };
  await drop("wrong.json", TOY.replace('"rusts_on": "4"', '"rusts_on": "7"'));
  await page.locator(".trouble", { hasText: /wrong\.json:\d+: trains\[0\]\.rusts_on: no phase is called "7"/ }).waitFor();
  await bring(page, file('{"players": []}', "game.json"));
  await page.locator(".trouble", { hasText: /game\.json:1: .* Nothing was changed\./ }).waitFor();
  assert.equal(await page.locator('section[aria-labelledby="own"] [data-title]').count(), 0);
  await drop("toy.json", TOY);
  await page.locator('[data-title="toy.json"] h3', { hasText: "Toy" }).waitFor();
  assert.equal(await page.locator(".trouble").count(), 0);
  await page.reload();
  await page.click('[data-title="toy.json"] >> text=Take it off this list');
  await page.locator('[data-title="toy.json"]').waitFor({ state: "detached" });
  await page.reload();
  await page.locator('section[aria-labelledby="own"]').waitFor();
  assert.equal(await page.locator('[data-title="toy.json"]').count(), 0);
  t.expectNoErrors(page);
  await page.context().close();
});
