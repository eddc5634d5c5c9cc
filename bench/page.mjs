// SPDX-License-Identifier: Apache-2.0
// page.mjs: how fast the table answers, in Debian's Chromium at 1440x900: what the table's design promises (section 7),
// measured inside the page from the event to the frame that shows it. `make bench-page` runs it against the release
// program; it prints and asserts nothing, for a time says as much of the machine as of the page.
import { existsSync } from "node:fs";
import { cpus, loadavg } from "node:os";

/* The browser that people have, windows and all, if it is there. */
if (existsSync("/usr/bin/chromium")) process.env.CHROMIUM ??= "/usr/bin/chromium";
const { newEngine } = await import("../web/tests/engine.mjs");
const t = await import("../web/tests/table.mjs");

const TIMES = 15;
const data = t.newFolder();
const server = await t.startServer(data);
const page = await t.newPage({ viewport: { width: 1440, height: 900 } }, { confirm: "always", pause: 0 });
const rows = [];

/** A game of bots up to a moment that is wanted, as a record. */
function game(title, actions, wanted = () => true) {
  const ask = newEngine();
  ask({ ask: "new", title, players: t.NAMES.slice(0, 3), seed: 1 });
  for (let n = 0; n < 4000 && !(n >= actions && wanted(ask)); n++) ask({ ask: "do", line: ask({ ask: "bot", kind: "steady", seed: 1 }).line });
  return ask;
}
const step = (word) => (ask) => ask({ ask: "decision" }).step === word;
let count = 0;
async function open(text) {
  const id = `bench-${count++}`;
  await t.putGame(server, id, text);
  await page.goto("about:blank");
  await page.goto(`${server.base}#game=${id}`);
  await page.locator("[data-decision]").waitFor();
  await page.waitForTimeout(400); // proofs and hints come to rest
}
/** Milliseconds from this work of the page to the frame that shows it. */
const painted = (work, value) => page.evaluate(async ([source, v]) => {
  const act = new Function("v", source);
  const began = performance.now();
  act(v);
  await new Promise((done) => { requestAnimationFrame(() => { setTimeout(done); }); });
  return performance.now() - began;
}, [work, value]);
const key = (k) => `window.dispatchEvent(new KeyboardEvent("keydown", { key: "${k}", bubbles: true }))`;
const press = (k) => `document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "${k}", bubbles: true }))`;
function tell(what, most, times, unit = "ms") {
  const sorted = [...times].sort((a, b) => a - b);
  rows.push({ what, median: sorted[Math.floor(sorted.length / 2)], worst: sorted.at(-1), most, unit });
}
async function often(work, n = TIMES, value = () => undefined) {
  const times = [];
  for (let i = 0; i < n; i++) times.push(await painted(work, value(i)));
  return times;
}

/* A tile on trial is turned. */
const lays = (ask) => step("track")(ask) && ask({ ask: "legal" }).choices.some((c, i, all) => c.kind === "lay" && all.some((d, k) => k > i && d.hex === c.hex && d.tile === c.tile));
const track = game("18nl", 200, lays);
await open(track({ ask: "record" }).text);
const turns = track({ ask: "legal" }).choices.find((c, i, all) => c.kind === "lay" && all.some((d, k) => k > i && d.hex === c.hex && d.tile === c.tile));
await page.locator(`.board .mark[data-hex="${turns.hex}"]`).dispatchEvent("click");
await page.locator("[data-lay]").waitFor();
tell("turn of a tile", 50, await often(key("e")));
tell("hex clicked, its tiles shown", 100, await often(`document.querySelectorAll(".board .mark")[v % document.querySelectorAll(".board .mark").length].dispatchEvent(new MouseEvent("click", { bubbles: true }))`, TIMES, (i) => i));
for (const [name, k] of [["market", "k"], ["sheet", "s"], ["tiles", "t"], ["companies", "e"], ["rules", "i"], ["log", "l"], ["map", "m"], ["charts", "c"]]) {
  const times = [];
  for (let i = 0; i < 5; i++) {
    await painted(press("Escape"));
    await painted(press("g"));
    times.push(await painted(press(k)));
  }
  tell(`switch to ${name}`, 100, times);
}

/* A share is armed, confirmed, taken back. */
const stock = game("18nl", 150, (a) => step("stock")(a) && a({ ask: "legal" }).choices.some((c) => c.kind === "buy"));
await open(stock({ ask: "record" }).text);
const arms = [], settles = [];
for (let i = 0; i < TIMES; i++) {
  arms.push(await painted(`document.querySelector(".stage [data-kind=buy]").click()`));
  settles.push(await painted(`document.querySelector(".stage [data-confirm]").click()`));
  await page.waitForTimeout(120);
  await painted(press("u"));
  await page.locator(".stage [data-kind=buy]").first().waitFor();
}
tell("click to paint: a share is armed", 100, arms);
tell("action to settled table", 200, settles);

/* Routes: shown first, then dragged. */
const before = game("18nl", 400, (a) => step("track")(a) && a({ ask: "ahead", limit: 300000 }).legal?.best?.routes.length > 1);
for (const line of before({ ask: "ahead", limit: 300000 }).before) before({ ask: "do", line });
const [last] = before({ ask: "log" }).slice(-1);
before({ ask: "back", to: last.k });
await open(before({ ask: "record" }).text);
tell("first routes, after the step before them is passed", 150, await often(`document.querySelector("button.pass").click()`, 1));
await page.locator(".run h3 strong").waitFor();
await page.waitForTimeout(2000);
before({ ask: "do", line: last.line });
const { best } = before({ ask: "legal" });
const from = best.routes[0].stops.at(-1).hex;
const middle = (hex) => page.locator(`.board .ground > g[data-hex="${hex}"]`).boundingBox().then((b) => [b.x + b.width / 2, b.y + b.height / 2]);
const stops = before({ ask: "view" }).map.filter((m) => m.hex !== from && m.stops.some((s) => s.kind !== "junction")).slice(0, TIMES);
await page.mouse.move(...(await middle(from)));
await page.mouse.down();
const drags = [];
for (const { hex } of stops)
  drags.push(await painted(`document.querySelector(".board .map").dispatchEvent(new PointerEvent("pointermove", { pointerId: 1, clientX: v[0], clientY: v[1], bubbles: true }))`, await middle(hex)));
await page.mouse.up();
tell("live sum while dragging", 60, drags);

/* A long game is opened. */
const long = game("18nl", 1000);
const opens = [];
await t.putGame(server, "bench-long", long({ ask: "record" }).text);
for (let i = 0; i < 3; i++) {
  await page.goto("about:blank");
  const began = Date.now();
  await page.goto(`${server.base}#game=bench-long`);
  await page.locator(".count", { hasText: "1000 / 1000" }).waitFor();
  opens.push(Date.now() - began);
}
tell("a game of 1,000 actions opens, the page with it", 1000, opens);

/* Bots, folded: from a pass of the person to the frame in which she is to decide again. Asking the program from here
 * how far the game is would measure the asking. */
await t.beginGame(page, server.base, "18nl", { kinds: ["human", "steady", "steady"], seed: 1 });
let actions = 0, spent = 0;
for (const end = Date.now() + 20_000; Date.now() < end && actions < 200; ) {
  await page.locator("button.pass, .decide button").first().waitFor();
  const stretch = await page.evaluate(() => new Promise((done) => {
    const pass = document.querySelector("button.pass");
    if (!pass) return done(null);
    const count = () => Number(document.querySelector(".count").textContent.split("/")[1]);
    const [old, began] = [count(), performance.now()];
    pass.click();
    requestAnimationFrame(function look() {
      if (count() > old && document.querySelector("button.pass")) setTimeout(() => done({ by: count() - old - 1, ms: performance.now() - began }));
      else requestAnimationFrame(look);
    });
    setTimeout(() => done(null), 20_000);
  }));
  if (!stretch) break;
  actions += stretch.by;
  spent += stretch.ms;
  await page.waitForTimeout(100); // nobody is faster
}
rows.push({ what: `bots, folded (${actions} actions)`, median: (1000 * actions) / Math.max(1, spent), worst: (1000 * actions) / Math.max(1, spent), most: 40, unit: "a second, at least" });

console.log(`the table at 1440x900 on ${cpus().length} cores, load ${loadavg().map((n) => n.toFixed(1)).join(" ")}, median and worst, and what is promised:`);
for (const r of rows) console.log(`${r.what.padEnd(56)} ${r.median.toFixed(0).padStart(6)} ${r.worst.toFixed(0).padStart(6)} ${String(r.most).padStart(6)} ${r.unit}`);
await t.stopBrowser();
await server.stop();
t.remove(data);
