// SPDX-License-Identifier: Apache-2.0
// The table as a person meets it: decisions by clicks and by keys, refusals, undo, looking back,
// branches, and what happens when a game cannot be kept.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { newEngine } from "./engine.mjs";
import { click } from "./person.mjs";
import { server } from "./served.mjs";
import * as t from "./table.mjs";

const people = { kinds: ["human", "human", "human"], seed: 1 };
const record = (id) => t.record(server, id);
const { actionsOf } = t;
const CLICKED = 12; // at most: what is before them is there already; tests/long/whole.mjs clicks whole games
for (const title of t.TITLES) {
  const file = new URL(`first/${title}.18xx`, import.meta.url);
  test(`${title}: a person plays the first rounds by clicks`, { timeout: 600_000, skip: !existsSync(file) && "no record" }, async () => {
    const lines = actionsOf(readFileSync(file, "utf8"));
    const before = Math.max(0, lines.length - CLICKED);
    const ask = newEngine();
    const page = await t.newPage();
    ask({ ask: "new", title, players: t.NAMES.slice(0, 3), seed: 1 });
    for (const line of lines.slice(0, before)) assert.ok(ask({ ask: "do", line }).ok, line);
    let id = `first-${title}`;
    if (before) {
      await t.putGame(server, id, ask({ ask: "record" }).text);
      await openGame(page, id);
    } else {
      id = await t.beginGame(page, server.base, title, people);
    }
    await page.screenshot({ path: join(t.SHOTS, `${title}-start.png`) });
    for (const line of lines.slice(before)) await click(page, ask, line);
    await page.screenshot({ path: join(t.SHOTS, `${title}-first.png`) });
    const kept = await t.until(async () => {
      const all = actionsOf(await record(id));
      return all.length === lines.length && all;
    });
    assert.deepEqual(kept, lines);
    t.expectNoErrors(page);
    await page.context().close();
  });
}

test("18or: bots answer a person's bids, each for itself, before every call of hers", { timeout: 300_000 }, async () => {
  const kinds = ["human", "greedy", "greedy"];
  const page = await t.newPage({}, { pause: 0 });
  const id = await t.beginGame(page, server.base, "18or", { kinds, seed: 1 });
  const ask = newEngine();
  ask({ ask: "new", title: "18or", players: t.NAMES.slice(0, 3), seed: 1 });
  let bots = 0;
  const lines = [];
  while (lines.length < 24) {
    for (let bot; (bot = ask({ ask: "bot", kinds, seed: 1 }).line); bots++) { // the page's worker thinks alike
      assert.ok(!bot.startsWith("Anna"), bot);
      assert.ok(ask({ ask: "do", line: bot }).ok);
      lines.push(bot);
    }
    await page.waitForFunction((n) => document.querySelector(".count")?.textContent === `${n} / ${n}`, lines.length);
    assert.equal(await page.locator("button[data-line^='Bo '], button[data-line^='Cia ']").count(), 0);
    const { choices, clock } = ask({ ask: "legal" });
    const line = choices.find((c) => c.line.startsWith("Anna bid"))?.line ?? clock.line;
    await click(page, ask, line);
    lines.push(line);
  }
  assert.ok(bots > 0, "nobody answered");
  assert.deepEqual(await t.until(async () => {
    const all = actionsOf(await record(id));
    return all.length >= lines.length && all.slice(0, lines.length);
  }), lines);
  t.expectNoErrors(page);
  await page.context().close();
});

test("18or: where a bot has the hammer the page keeps the time, and people may stop it", { timeout: 300_000 }, async () => {
  const page = await t.newPage({}, { pause: 0 });
  const id = await t.beginGame(page, server.base, "18or", { kinds: ["greedy", "human", "human"], seed: 1 });
  await page.getByRole("button", { name: "Stop the clock" }).click();
  assert.match(await page.getByRole("timer").innerText(), /No clock runs: call "going (once|twice)" for|close the sale/);
  assert.ok(await page.locator("button[data-line^='Bo bid']").count() > 0);
  assert.equal(await page.locator("button[data-line^='Anna ']").count(), 0);
  await page.getByRole("button", { name: "Run the clock" }).click();
  const called = await t.until(async () => {
    const all = actionsOf(await record(id)).filter((line) => /^Anna (once|twice|sold) /.test(line));
    return all.length >= 3 && all;
  });
  assert.deepEqual(called.slice(0, 3).map((line) => line.split(" ")[1]), ["once", "twice", "sold"]);
  t.expectNoErrors(page);
  await page.context().close();
});

/** A game put on the shelf as it stands after so many actions of bots; returns its id. */
async function putGame(title, actions, id, seats = "") {
  const ask = newEngine();
  ask({ ask: "new", title, players: t.NAMES.slice(0, 3), seed: 1 });
  for (let n = 0; n < actions; n++) {
    const { line } = ask({ ask: "bot", kind: "steady", seed: 1 });
    if (!line || ask({ ask: "do", line }).over) break;
  }
  await t.putGame(server, id, seats + ask({ ask: "record" }).text);
  return ask;
}
const openGame = async (page, id) => {
  await page.goto(`${server.base}#game=${id}`);
  await page.locator("[data-decision]").waitFor();
};

test("an action is read and applied once: one answer has the log and the view", async () => {
  const page = await t.newPage();
  await page.context().addInitScript(() => {
    const Real = WebAssembly.Instance;
    window.asked = [];
    WebAssembly.Instance = function (...words) {
      const { exports } = new Real(...words);
      const rh_wasm_ask = (at, length) => {
        const question = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length));
        window.asked.push(JSON.parse(question).ask);
        return exports.rh_wasm_ask(at, length);
      };
      return { exports: { ...exports, rh_wasm_ask } };
    };
  });
  await t.beginGame(page, server.base, "18nl", people);
  const ask = newEngine();
  ask({ ask: "new", title: "18nl", players: t.NAMES.slice(0, 3), seed: 1 });
  await page.evaluate(() => { window.asked.length = 0; });
  await click(page, ask, "Anna take P1 20");
  await page.click("[data-view=log]");
  await page.locator(".log", { hasText: "P1 goes from offering to Anna" }).waitFor();
  const asked = await page.evaluate(() => window.asked);
  assert.deepEqual(asked.filter((word) => ["do", "log", "view"].includes(word)), ["do"]);
  t.expectNoErrors(page);
  await page.context().close();
});

test("an illegal attempt is explained with its rule, and nothing changes", async () => {
  const page = await t.newPage();
  const id = await t.beginGame(page, server.base, "18nl", people);
  await page.click("text=Type an action");
  await page.getByLabel("An action in the notation of records").fill("bid P3 1");
  await page.keyboard.press("Enter");
  const refused = page.locator(".typed .refused");
  assert.match(await refused.innerText(), /Not allowed: the lowest bid on P3 is now ƒ75, ƒ1 is too little/);
  await refused.locator("summary", { hasText: "18NL-1830.auction-3" }).click();
  assert.ok((await refused.locator("details p").innerText()).length > 40);
  assert.equal(await page.locator(".count").innerText(), "0 / 0");
  assert.deepEqual(actionsOf(await record(id)), []);
  t.expectNoErrors(page);
  await page.context().close();
});

test("why a hex takes no tile is one click away, with the rule", async () => {
  const page = await t.newPage();
  const ask = newEngine();
  const lines = actionsOf(readFileSync(new URL("first/18nl.18xx", import.meta.url), "utf8"));
  ask({ ask: "new", title: "18nl", players: t.NAMES.slice(0, 3), seed: 1 });
  for (const line of lines) {
    if (ask({ ask: "legal" }).choices.some((c) => c.kind === "lay")) break;
    ask({ ask: "do", line });
  }
  await t.putGame(server, "why", ask({ ask: "record" }).text);
  await openGame(page, "why");
  const may = new Set(ask({ ask: "legal" }).choices.filter((c) => c.kind === "lay").map((c) => c.hex));
  const hex = ask({ ask: "view" }).map.map((h) => h.hex).find((h) => !may.has(h));
  await page.locator(`.board .ground > g[data-hex="${hex}"]`).click({ force: true });
  await page.click("text=Why not?");
  assert.match(await page.locator(".whynot").innerText(), /Not allowed: .*18NL-/s);
  t.expectNoErrors(page);
  await page.context().close();
});

test("undo, redo, looking back with slider and keys, and a branch", async () => {
  const page = await t.newPage();
  const id = await t.beginGame(page, server.base, "18nl", people);
  const ask = newEngine();
  const lines = actionsOf(readFileSync(new URL("first/18nl.18xx", import.meta.url), "utf8")).slice(0, 6);
  ask({ ask: "new", title: "18nl", players: t.NAMES.slice(0, 3), seed: 1 });
  for (const line of lines) await click(page, ask, line);
  const kept = (n) => t.until(async () => actionsOf(await record(id)).length === n);
  await kept(6);

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  assert.equal(await page.locator(".count").innerText(), "5 / 5");
  await kept(5);
  await page.getByRole("button", { name: "Redo" }).click();
  await kept(6);
  assert.deepEqual(actionsOf(await record(id)), lines);

  await page.locator(".history input[type=range]").fill("2");
  assert.match(await page.locator("[data-decision]").innerText(), /Looking back: after action 2 of 6/);
  await page.locator(".history input[type=range]").blur();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator(".count").innerText(), "3 / 6");
  await page.keyboard.press("Home");
  assert.equal(await page.locator(".count").innerText(), "0 / 6");
  await page.keyboard.press("End");
  assert.equal(await page.locator(".count").innerText(), "6 / 6");
  assert.deepEqual(actionsOf(await record(id)), lines, "looking back changes nothing");

  await page.keyboard.press("ArrowLeft");
  for (const key of ["u", "U", "R"]) await page.keyboard.press(key); // what they would change is not in view
  assert.equal(await page.locator(".count").innerText(), "5 / 6");
  await page.keyboard.press("ArrowLeft");
  await page.click("button:text-is('Play on from here as a new game')");
  await page.waitForURL((url) => !url.hash.includes(id));
  const branch = new URL(page.url()).hash.slice("#game=".length);
  await page.waitForFunction(() => document.querySelector(".count")?.textContent === "4 / 4");
  assert.deepEqual(actionsOf(await record(branch)), lines.slice(0, 4));
  assert.deepEqual(actionsOf(await record(id)), lines, "the first game stays");
  t.expectNoErrors(page);
  await page.context().close();
});

test("check 40: what is taken back is asked for, stays in the log, and is fetched again after a reload", async () => {
  const page = await t.newPage();
  const ask = await putGame("18nl", 40, "takes-back");
  const lines = ask({ ask: "log" }).map((e) => e.line);
  await openGame(page, "takes-back");
  const kept = (n) => t.until(async () => actionsOf(await record("takes-back")).length === n);
  const count = (words) => page.locator(".count", { hasText: words }).waitFor();
  const slide = async (to) => { await page.locator(".history input[type=range]").fill(String(to)); };

  await slide(39); // one's own turn: nothing is asked
  await page.click("button:text-is('Take back to here')");
  await count("39 / 39");
  await kept(39);
  assert.match(await record("takes-back"), new RegExp(`^# taken back 40: ${lines[39]}$`, "m"));

  await slide(10);
  await page.click("button:text-is('Take back to here')");
  const question = page.getByRole("alertdialog");
  assert.match(await question.innerText(), /This takes back 29 actions: (\d+ of (Anna|Bo|Cia)(, |\.)){2,3}/);
  assert.equal(await question.locator("li").count(), 29);
  await page.keyboard.press("u"); // first this is to be answered
  await question.waitFor();
  assert.equal(actionsOf(await record("takes-back")).length, 39);
  await page.screenshot({ path: join(t.SHOTS, "take-back.png") });
  await question.getByRole("button", { name: "Keep them" }).click();
  assert.equal(actionsOf(await record("takes-back")).length, 39);
  await page.click("button:text-is('Take back to here')");
  await question.getByRole("button", { name: "Take back 29 actions" }).click();
  await count("10 / 10");
  await kept(10);

  await page.reload();
  await page.locator("[data-decision]").waitFor();
  await page.locator("[data-view=log]").click();
  const struck = page.locator(".log .struck > button");
  assert.equal(await struck.count(), 30);
  await page.screenshot({ path: join(t.SHOTS, "struck-out.png") });
  await page.getByRole("button", { name: "Redo" }).click();
  await count("11 / 11");
  await page.locator("[data-view=log]").click();
  await struck.last().click(); // all of it, and nothing goes, so nothing is asked
  await count("40 / 40");
  await kept(40);
  assert.deepEqual(actionsOf(await record("takes-back")), lines);
  await page.locator("[data-view=log]").click();
  assert.equal(await struck.count(), 0);

  await slide(20); // another way, and back to the first: both stay
  await page.click("button:text-is('Take back to here')");
  await question.getByRole("button", { name: /^Take back 20/ }).click();
  await count("20 / 20");
  await page.click("text=Type an action");
  const legal = newEngine();
  legal({ ask: "open", text: await record("takes-back").then((r) => r.replaceAll(/^# taken.*\n/gm, "")) });
  const other = legal({ ask: "legal" }).choices.find((c) => c.line !== lines[20]).line;
  await page.getByLabel("An action in the notation of records").fill(other);
  await page.keyboard.press("Enter");
  await count("21 / 21");
  await kept(21);
  await page.locator("[data-view=log]").click();
  await page.locator(".log .struck > button").last().click();
  await count("40 / 40");
  await kept(40);
  const text = await record("takes-back");
  assert.deepEqual(actionsOf(text), lines);
  assert.ok(text.includes(`# taken back 21: ${other}\n`), text);
  t.expectNoErrors(page);
  await page.context().close();
});

test("a key that is held passes once: the next decision is somebody else's", async () => {
  const page = await t.newPage();
  const id = await t.beginGame(page, server.base, "18nl", people);
  for (let n = 0; n < 4; n++) await page.keyboard.down("n");
  await page.keyboard.up("n");
  await page.locator(".count", { hasText: "1 / 1" }).waitFor();
  await page.locator("button[data-pass]").focus();
  for (let n = 0; n < 4; n++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await page.locator(".count", { hasText: "2 / 2" }).waitFor();
  for (let n = 0; n < 4; n++) await page.keyboard.down("ArrowLeft"); // looking back goes on
  await page.locator(".count", { hasText: "0 / 2" }).waitFor();
  assert.equal(actionsOf(await record(id)).length, 2);
  t.expectNoErrors(page);
  await page.context().close();
});

/** The record up to so many of its actions. */
function cutRecord(text, actions) {
  const lines = text.split("\n"), gap = lines.indexOf("");
  const head = lines.slice(0, gap).filter((line) => !/^(check|result):/.test(line));
  return [...head, "", ...actionsOf(text).slice(0, actions), ""].join("\n");
}

test("a run without proof is called so and can be played; the worker's proof replaces it", async () => {
  const text = readFileSync(join(t.ROOT, "bench/records/18nl-2.18xx"), "utf8");
  const page = await t.newPage();
  // Workers are held back, so that what the page says before their answer can be read.
  await page.addInitScript(() => {
    const Usual = Worker;
    window.held = [];
    window.Worker = class {
      constructor(...words) { this.words = words; this.said = []; window.held.push(this); }
      postMessage(message) { if (this.real) this.real.postMessage(message); else this.said.push(message); }
      terminate() { this.real?.terminate(); this.said = []; }
      release() {
        this.real = new Usual(...this.words);
        this.real.onmessage = this.onmessage;
        for (const message of this.said) this.real.postMessage(message);
      }
    };
  });
  await page.goto(server.base); // lets it in
  const proof = page.locator(".run .sum .plus");
  for (const wait of [true, false]) {
    const id = `proof-${wait}`;
    await t.putGame(server, id, cutRecord(text, 863));
    await page.goto("about:blank");
    await page.goto(`${new URL(server.base).origin}/?steps=1000#game=${id}`);
    await proof.waitFor();
    assert.equal(await proof.innerText(), "best found, not proved");
    if (wait) {
      await page.evaluate(() => window.held.forEach((worker) => worker.release()));
      await t.until(async () => (await proof.innerText()) === "proved to be the best");
    }
    await page.locator(".decide button[data-kind=run]").click();
    await page.locator("[data-confirm]").click();
    await t.until(async () => actionsOf(await record(id))[863]?.startsWith("NRS run "));
  }
  t.expectNoErrors(page);
  await page.context().close();
});

test("the keyboard alone begins a game and plays the first turn", async () => {
  const page = await t.newPage({}, { confirm: "always" });
  await page.goto(server.base);
  await page.locator("[data-title]").first().waitFor();
  const tabTo = async (words) => {
    for (let n = 0; n < 120; n++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate((w) => document.activeElement?.textContent?.trim() === w, words)) return;
    }
    assert.fail(`Tab never reaches "${words}"`);
  };
  await tabTo("New game of 18NL");
  await page.keyboard.press("Enter");
  await page.locator("form").waitFor();
  await page.locator("#seats").focus();
  await page.keyboard.press("End"); // as entered: Anna, the only person, begins
  await tabTo("Begin");
  await page.keyboard.press("Enter");
  await page.locator("[data-decision]").waitFor();
  assert.match(await page.locator("[data-decision]").innerText(), /^Anna/);
  await page.keyboard.press("d");
  await page.keyboard.press("Enter");
  assert.ok(await page.evaluate(() => document.activeElement?.hasAttribute("data-confirm")), "Confirm has the focus");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.querySelector(".count")?.textContent?.startsWith("0 "));
  t.expectNoErrors(page);
  await page.context().close();
});

test("a page that was left behind overwrites nothing, and its play can be kept", async () => {
  const first = await t.newPage(), second = await t.newPage();
  const id = await t.beginGame(first, server.base, "18nl", people);
  await second.addInitScript(() => { window.WebSocket = class { close() {} }; }); // it hears of nothing
  await openGame(second, id);
  const ask = newEngine(), other = newEngine();
  for (const a of [ask, other]) a({ ask: "new", title: "18nl", players: t.NAMES.slice(0, 3), seed: 1 });
  await click(first, ask, "Anna take P1 20");
  await t.until(async () => actionsOf(await record(id)).length === 1);
  await click(second, other, "Anna pass");
  const trouble = second.locator(".save-trouble");
  assert.match(await trouble.innerText(), /this game was played on elsewhere/);
  assert.deepEqual(actionsOf(await record(id)), ["Anna take P1 20"]);
  await trouble.getByRole("button", { name: "Keep this play as a new game" }).click();
  await second.waitForURL((url) => !url.hash.includes(id));
  const copy = new URL(second.url()).hash.slice("#game=".length);
  assert.deepEqual(actionsOf(await record(copy)), ["Anna pass"]);
  assert.deepEqual(actionsOf(await record(id)), ["Anna take P1 20"]);
  await first.context().close();
  await second.context().close();
});

test("check 41: a full disk and a program that has ended are said, and the play is kept afterwards", async () => {
  const mine = t.newFolder();
  let own = await t.startServer(mine);
  const page = await t.newPage();
  const id = await t.beginGame(page, own.base, "18nl", people);
  const ask = newEngine();
  ask({ ask: "new", title: "18nl", players: t.NAMES.slice(0, 3), seed: 1 });
  own.limitFiles(1024);
  await click(page, ask, "Anna take P1 20");
  const trouble = page.locator(".save-trouble");
  assert.match(await trouble.innerText(), /the disk is full.*nothing that was kept before is lost/s);
  const chip = page.locator(".top .saved");
  assert.match(await chip.innerText(), /not saved: .*the disk is full/);
  own.limitFiles("unlimited");
  await trouble.waitFor({ state: "detached" });
  await page.locator(".top .saved", { hasText: /^saved$/ }).waitFor();

  await own.stop();
  await click(page, ask, "Bo take P2 40");
  assert.match(await trouble.innerText(), /does not answer; start it again/);
  own = await t.startServer(mine, ["--port", own.port]);
  await trouble.waitFor({ state: "detached" });
  const text = await t.record(own, id);
  assert.deepEqual(actionsOf(text), ["Anna take P1 20", "Bo take P2 40"]);
  await page.context().close();
  await own.stop();
  t.remove(mine);
});

const MAP = [".board svg"];
const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
/** The map has thousands of shapes and is the same from tab to tab: tests/long/checks looks at it, once. */
async function expectAccessible(page, where, without = []) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate(
    (exclude) => window.axe.run({ exclude }, { resultTypes: ["violations"] }), without);
  const bad = violations.filter((v) => ["serious", "critical"].includes(v.impact))
    .map((v) => `${where}: ${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(" | ")}`);
  assert.deepEqual(bad, []);
}

test("axe finds nothing serious on the start and in the form, light and dark", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await t.newPage({ colorScheme });
    for (const place of ["", "#new=18or"]) {
      await page.goto(server.base + place);
      await page.locator("main.start img").first().waitFor();
      await expectAccessible(page, `${place || "start"} ${colorScheme}`);
    }
    await page.context().close();
  }
});

for (const title of t.TITLES)
  test(`section 6: ${title}: in the middle of a game nothing serious for axe, and it fits 390 px`, async () => {
    const id = `middle-${title}`;
    await putGame(title, { "18nl": 700, "18norway": 700, "18scan": 300, "1988": 500 }[title] ?? 100, id);
    const page = await t.newPage();
    await openGame(page, id);
    await page.screenshot({ path: join(t.SHOTS, `${title}-middle.png`) });
    await expectAccessible(page, `${title} light`, title === "18nl" && process.env.RH_VIEW ? [] : MAP);
    /* The views are those of any title: of the others they are looked at by tests/long/checks. */
    const views = title === "18nl" || process.env.RH_VIEW ? await page.locator(".views button").all() : [];
    for (const tab of views) {
      await tab.click();
      await expectAccessible(page, `${title} ${await tab.innerText()}`, MAP);
    }
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page, `${title} dark`, MAP);
    await page.screenshot({ path: join(t.SHOTS, `${title}-dark.png`) });
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 390, height: 844 });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, "wider than the screen");
    await page.screenshot({ path: join(t.SHOTS, `${title}-390.png`), fullPage: true });
    t.expectNoErrors(page);
    await page.context().close();
  });
