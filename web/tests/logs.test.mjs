// SPDX-License-Identifier: Apache-2.0
// Games as logs. Tabs of one game follow each other, whoever keeps it. Where the browser itself does: what is done
// is added, and what earlier versions kept as whole records is taken over.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { newEngine } from "./engine.mjs";
import * as t from "./table.mjs";

let files, data, server;
before(async () => {
  data = t.newFolder();
  [files, server] = await Promise.all([t.startFiles(), t.startServer(data)]);
});
after(async () => {
  await t.stopBrowser();
  await files.stop();
  assert.equal(await server.stop(), 0);
  t.remove(data);
});

/** Everything that stands in a store of the browser. */
const stored = (page, database, store) => page.evaluate(([name, of]) => new Promise((done, fail) => {
  const open = indexedDB.open(name);
  open.onerror = () => fail(open.error);
  open.onsuccess = () => {
    const all = open.result.transaction(of).objectStore(of).getAll();
    all.onsuccess = () => { open.result.close(); done(all.result); };
  };
}), [database, store]);
const rows = async (page, id) => (await stored(page, "roundhouse-logs", "rows")).filter((r) => r.game === id);

/** Puts games where earlier versions kept them. */
const putOld = (page, games) => page.evaluate((all) => new Promise((done, fail) => {
  const open = indexedDB.open("roundhouse", 1);
  open.onupgradeneeded = () => open.result.createObjectStore("games", { keyPath: "id" });
  open.onsuccess = () => {
    const put = open.result.transaction("games", "readwrite");
    all.forEach((g) => put.objectStore("games").put(g));
    put.oncomplete = () => { open.result.close(); done(); };
    put.onabort = () => fail(put.error);
  };
}), games);
const count = (page) => page.locator(".count").innerText();
const pass = (page) => page.locator("button[data-pass]").click();
/** Against people every action is confirmed, or not, as the settings say. */
const PEOPLE = { confirm: "never" };

test("what is done at the table are rows, and a reload shows what they lead to", async () => {
  const page = await t.newPage({}, PEOPLE);
  const id = await t.beginGame(page, files.base, "18scan", { kinds: ["human", "human", "human"], seed: 3 });
  await page.locator("[data-decision]").waitFor();
  for (const n of [1, 2]) {
    await pass(page);
    await page.locator(".count", { hasText: `${n} / ${n}` }).waitFor();
  }
  for (const [key, n] of [["u", 1], ["u", 0], ["R", 1]]) {
    await page.keyboard.press(key);
    await page.locator(".count", { hasText: `${n} / ${n}` }).waitFor();
  }
  await t.until(async () => (await rows(page, id)).length === 5);
  assert.deepEqual((await rows(page, id)).map((r) => [r.seq, r.kind, r.ply]),
    [[1, "act", 1], [2, "act", 2], [3, "undo", 1], [4, "undo", 0], [5, "redo", 1]]);
  assert.ok((await rows(page, id)).every((r) => /^1:[0-9a-f]{16}$/.test(r.print)));
  await page.reload();
  await page.locator(".count", { hasText: "1 / 1" }).waitFor();
  await page.keyboard.press("R"); // after a reload too
  await page.locator(".count", { hasText: "2 / 2" }).waitFor();
  await t.until(async () => (await rows(page, id)).length === 6);
  await page.reload();
  await page.locator(".count", { hasText: "2 / 2" }).waitFor();
  t.expectNoErrors(page);
  await page.context().close();
});

for (const where of ["the browser", "the program"]) test(`two tabs with one game that ${where} keeps follow each other`, async () => {
  const page = await t.newPage({}, PEOPLE);
  const { base } = where === "the browser" ? files : server;
  await t.beginGame(page, base, "18scan", { kinds: ["human", "human", "human"], seed: 3 });
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator("[data-decision]").waitFor();
  await pass(page);
  await other.locator(".count", { hasText: "1 / 1" }).waitFor();
  await pass(other);
  await page.locator(".count", { hasText: "2 / 2" }).waitFor();
  await other.keyboard.press("u");
  await page.locator(".count", { hasText: "1 / 1" }).waitFor();
  await page.keyboard.press("R");
  await other.locator(".count", { hasText: "2 / 2" }).waitFor();
  assert.equal(await page.locator(".save-trouble").count() + await other.locator(".save-trouble").count(), 0);
  t.expectNoErrors(page);
  await page.context().close();
});

test("where both have played, the later one is told, and nothing is lost", async () => {
  const page = await t.newPage({}, PEOPLE);
  const id = await t.beginGame(page, files.base, "18scan", { kinds: ["human", "human", "human"], seed: 3 });
  const other = await page.context().newPage();
  await other.addInitScript(() => { window.BroadcastChannel = undefined; }); // it hears of nothing
  await other.goto(page.url());
  await other.locator("[data-decision]").waitFor();
  await pass(page);
  await t.until(async () => (await rows(page, id)).length === 1);
  await pass(other);
  await other.locator(".save-trouble", { hasText: "played on in another tab" }).waitFor();
  await other.getByRole("button", { name: "Keep this play as a new game" }).click();
  await other.waitForURL((url) => /^#game=./.test(url.hash) && url.hash !== `#game=${id}`);
  assert.equal(await other.locator(".save-trouble").count(), 0);
  assert.match(await count(other), /^1 \/ 1/);
  assert.equal((await rows(page, id)).length, 1);
  await page.context().close();
});

test("what a programme plays gives way to what was played elsewhere; where a person's does not, it waits", async () => {
  const page = await t.newPage({}, PEOPLE);
  const id = await t.beginGame(page, files.base, "18nl", { kinds: ["human", "human", "human"], seed: 3 });
  const other = await page.context().newPage();
  await other.addInitScript(() => { window.BroadcastChannel = undefined; }); // it hears of nothing
  await other.goto(page.url());
  await other.locator("[data-decision]").waitFor();
  const programme = async (to) => {
    await other.getByRole("button", { name: "Programme …" }).click();
    await other.getByRole("textbox", { name: "Up to" }).fill(to);
    await other.getByRole("button", { name: `Bid on P2 up to ${to}` }).click();
  };
  await pass(page);
  await t.until(async () => (await rows(page, id)).length === 1);
  await programme("60");
  await other.locator(".count", { hasText: "1 / 1" }).waitFor();
  await t.until(async () => (await other.locator(".decide-bar, [data-region=decision]").first().innerText()).includes("Bo"));
  assert.equal(await other.locator(".save-trouble").count(), 0);
  await pass(page);
  await t.until(async () => (await rows(page, id)).length === 2);
  await pass(other);
  await other.locator(".save-trouble").waitFor();
  await programme("70");
  await other.getByText("bids on P2 up to ƒ70").waitFor();
  assert.match(await count(other), /^2 \/ 2/);
  await page.context().close();
});

test("whole records of earlier versions are taken over as they are, once, and the bin with them", async () => {
  const page = await t.newPage();
  const seats = [{ name: "Anna", color: "#0072b2", kind: "human" }, { name: "Bo", color: "#d55e00", kind: "human" }, { name: "Cia", color: "#009e73", kind: "club", shown: "Carl" }];
  const games = t.TITLES.map((title, i) => {
    const record = readFileSync(join(t.ROOT, `web/tests/first/${title}.18xx`), "utf8");
    const ask = newEngine();
    const { actions } = ask({ ask: "open", text: record });
    ask({ ask: "back", to: actions - 2 }); // something was taken back
    return {
      id: `old${i}`, revision: 7 + i, record: ask({ ask: "record" }).text, removed: i === 4 ? Date.now() - 1000 : undefined,
      card: { id: `old${i}`, title, called: i === 0 ? "Sunday" : undefined, seats, actions: actions - 2, round: "stock 1", over: false, result: "", changed: 1_700_000_000_000 + i },
    };
  });
  await page.goto(files.base);
  await page.locator("[data-title]").first().waitFor();
  await putOld(page, games);
  await page.reload();
  for (const g of games.slice(0, 4)) await page.locator(`[data-game="${g.id}"]`).waitFor();
  assert.match(await page.locator('[data-game="old0"]').innerText(), /Sunday[\s\S]*Carl[\s\S]*club/);
  assert.match(await page.locator(".bin summary").innerText(), /\(1\)/);
  assert.deepEqual(await stored(page, "roundhouse", "games"), [], "what was read back is the same to the letter");
  const logs = await stored(page, "roundhouse-logs", "logs");
  assert.deepEqual(logs.map((l) => l.base), games.map((g) => g.record));
  for (const g of games.slice(0, 4)) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-game="${g.id}"] >> text=Save as file`)]);
    const text = readFileSync(await download.path(), "utf8");
    assert.ok(text.endsWith(g.record) && text.startsWith("# bots: Cia\n# seats: "), g.id);
  }
  // A page of before, in another tab, writes once more; and what was taken over is played on.
  await page.click('[data-game="old1"] button.main');
  await page.locator(".count").waitFor();
  await page.keyboard.press("u");
  await t.until(async () => (await rows(page, "old1")).length === 1);
  await putOld(page, [{ ...games[1], revision: 12 }, { ...games[2], revision: 20, record: games[2].record.replace(/^seed:.*$/m, "$&\n") }]);
  await page.goto(files.base);
  await page.locator('[data-game="old2-20"]').waitFor();
  assert.equal(await page.locator("[data-game^=old]").count(), 5);
  assert.equal((await rows(page, "old1")).length, 1, "what was played since is not overwritten");
  assert.deepEqual(await stored(page, "roundhouse", "games"), []);
  t.expectNoErrors(page);
  await page.context().close();
});

test("rows that lead nowhere are said, and stay", async () => {
  const page = await t.newPage({}, PEOPLE);
  const id = await t.beginGame(page, files.base, "18scan", { kinds: ["human", "human", "human"], seed: 3 });
  await pass(page);
  await t.until(async () => (await rows(page, id)).length === 1);
  await page.evaluate((game) => new Promise((done) => {
    const open = indexedDB.open("roundhouse-logs");
    open.onsuccess = () => {
      const put = open.result.transaction("rows", "readwrite");
      put.objectStore("rows").put({ game, seq: 1, unit: 1, ply: 1, kind: "act", at: 0, line: "Anna fly to the moon", print: "" });
      put.oncomplete = () => { open.result.close(); done(); };
    };
  }), id);
  await page.reload();
  await page.locator("[role=alert]", { hasText: 'row 1, "Anna fly to the moon"' }).waitFor();
  await page.locator(`[data-game="${id}"]`).waitFor();
  await page.context().close();
});
