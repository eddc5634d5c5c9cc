// SPDX-License-Identifier: Apache-2.0
// What must hold in any moment: every step that a game of bots comes to, in every title, is opened and looked at, at
// all sizes. "check N" is a number of the list of checks of the table's design (CHECKS.md).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { newEngine } from "./engine.mjs";
import { DESK, leave, openAt, server } from "./served.mjs";
import * as t from "./table.mjs";

/** All sizes; where a view is asked for, that one, and the phone beside the usual desk. */
const SIZES = [[1280, 800], [1440, 900], [1920, 1080], [1100, 800], [390, 844]]
  .filter(([width]) => !process.env.RH_VIEW || width === DESK.width || (width === 390 && DESK.width === 1440));
const LATER = 200; // actions: from then on a step is taken once more, as there is more to show
const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** A record for every step that a game of bots comes to: where it is met late in the game, or at all. */
function momentsOf(title) {
  const ask = newEngine();
  ask({ ask: "new", title, players: t.NAMES.slice(0, 3), seed: 1 });
  const found = new Map();
  for (let n = 0, over = false; !over && n < 1500; n++) {
    const { step } = ask({ ask: "decision" });
    const old = found.get(step);
    if (!old || (old.actions < LATER && n >= LATER)) found.set(step, { step, actions: n, text: ask({ ask: "record" }).text });
    over = ask({ ask: "do", line: ask({ ask: "bot", kind: "steady", seed: 1 }).line, view: false }).over;
  }
  return [...found.values()];
}

/** Everything that is wrong with the page as it stands; runs inside it. */
function faults(desk) {
  const bad = [];
  const say = (check, what) => bad.push(`check ${check}: ${what}`);
  const seen = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 0;
  const brief = (e) => e.outerHTML.slice(0, 110);
  const all = (what) => [...document.querySelectorAll(what)].filter(seen);
  for (const e of [document.documentElement, document.body])
    if (e.scrollHeight > e.clientHeight || e.scrollWidth > e.clientWidth) say(1, `${e.tagName} scrolls: ${[e.scrollWidth, e.clientWidth, e.scrollHeight, e.clientHeight]}`);
  const along = {
    down: (e) => ["auto", "scroll"].includes(getComputedStyle(e).overflowY) && e.scrollHeight > e.clientHeight + 1,
    across: (e) => ["auto", "scroll"].includes(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth + 1,
  };
  for (const [way, scrolls] of Object.entries(along))
    for (const e of all("body *").filter(scrolls))
      for (let p = e.parentElement; p; p = p.parentElement) if (scrolls(p)) say(2, `${brief(e)} scrolls ${way} inside ${brief(p)}`);
  if (innerWidth >= 1280) {
    const boxes = ["top", "players", "decision", "actor", "stage", "story", "history"].map((n) => [n, document.querySelector(`[data-region=${n}]`)?.getBoundingClientRect()]);
    for (const [n, a] of boxes) {
      if (!a || a.width < 100 || a.height < 30 || a.left < 0 || a.top < 0 || a.right > innerWidth + 0.5 || a.bottom > innerHeight + 0.5) say(3, `${n}: ${JSON.stringify(a)}`);
      for (const [m, b] of boxes)
        if (a && b && n < m && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5) say(3, `${n} and ${m} overlap`);
    }
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n = walker.nextNode(); n; n = walker.nextNode()) {
    const e = n.parentElement;
    if (!n.textContent.trim() || !seen(e) || e.closest(".map, .mini, .grid, .badge, .dot, .train-card, .sr, svg, option")) continue;
    if (parseFloat(getComputedStyle(e).fontSize) < 11.95) say(4, `${getComputedStyle(e).fontSize}: ${brief(e)}`);
  }
  if (!desk) return bad;
  const inside = (e, p) => {
    const [a, b] = [e?.getBoundingClientRect(), p.getBoundingClientRect()];
    return a && a.width > 0 && a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  };
  const large = (e, px) => e && parseFloat(getComputedStyle(e).fontSize) >= px - 0.05;
  const top = document.querySelector("[data-region=top]"), decision = document.querySelector("[data-region=decision]");
  for (const what of [".rounds", ".phase", ".strip .train-card", ".bank"]) {
    const e = top.querySelector(what);
    if (!inside(e, top) || !large(e, 12)) say(8, what);
    if (e && e.scrollWidth > e.clientWidth + 1 && e.clientWidth) say(8, `${what} is cut: ${e.textContent}`);
  }
  if (!/Phase \S+.*(trains|no train limit)/.test(top.textContent)) say(8, `the train limit: ${top.textContent}`);
  const heading = decision.querySelector("[data-decision]"), pass = decision.querySelector(".pass");
  if (!inside(heading, decision) || !large(heading, 16)) say(5, "who decides what");
  if (heading.scrollWidth > heading.clientWidth + 1) say(5, `it is cut: ${heading.textContent}`);
  if (pass && (!inside(pass, decision) || !large(pass, 12))) say(5, "the button that goes on");
  const actor = document.querySelector("[data-region=actor]"), charter = actor.querySelector(".charter");
  if (charter && (!inside(charter, actor) || !large(charter.querySelector(".treasury"), 16))) say(7, `the charter: ${JSON.stringify(charter.getBoundingClientRect())}`);
  for (const dfn of all(".hint dfn")) if (!dfn.querySelector(".bubble")?.textContent) say(49, `no bubble: ${brief(dfn)}`);
  const named = (e) => (e.getAttribute("aria-label") ?? "").trim() || (e.getAttribute("aria-labelledby") && document.getElementById(e.getAttribute("aria-labelledby"))?.textContent)
    || [...(e.labels ?? [])].some((l) => l.textContent.trim()) || e.getAttribute("title")
    || [...e.childNodes].some((n) => n.nodeType === 3 ? n.textContent.trim() : n.nodeType === 1 && n.getAttribute("aria-hidden") !== "true" && n.textContent.trim());
  for (const e of all("button, a[href], input, select, textarea, summary, [tabindex='0'], [role=button]"))
    if (!named(e)) say("names", `nobody can hear what it is: ${brief(e)}`);
  for (const e of all(".badge")) if (!e.getAttribute("aria-label") && e.getAttribute("aria-hidden") !== "true" && !e.querySelector("title, text")) say("names", brief(e));
  return bad;
}

const words = (text) => text.split(/\s+/).filter(Boolean).length;

for (const title of t.TITLES)
  test(`checks 1, 2, 3, 4, 5, 7, 8, 49: ${title}: every step is laid out, read and heard as it should be`, { timeout: 600_000 }, async () => {
    const page = await openAt(await begin(title), DESK.width, DESK.height);
    await page.evaluate(axe);
    const wrong = new Set();
    for (const { step, actions, text } of momentsOf(title)) {
      const id = `every-${title}-${step.replaceAll("_", "-")}`;
      await t.putGame(server, id, text);
      await page.evaluate((to) => { location.hash = to; }, `#game=${id}`);
      await page.locator(".count", { hasText: `${actions} / ${actions}` }).waitFor();
      const ask = newEngine();
      ask({ ask: "open", text });
      const { hint, decision } = ask({ ask: "decision" });
      if (words(hint) > 25 || /[A-Z0-9]-\d/.test(hint)) wrong.add(`${step}: check 49: ${hint}`);
      const [who, what = who] = (await page.locator("[data-decision]").innerText()).split(": ");
      if (!decision.replace(", for ", " for ").startsWith(who) || !decision.endsWith(what)) wrong.add(`${step}: check 5: ${who}: ${what}`);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        if (width === 390 && (await page.locator(".to-decision").count())) await page.locator(".to-decision").click();
        for (const fault of await page.evaluate(faults, width === DESK.width)) wrong.add(`${step} at ${width}x${height}: ${fault}`);
      }
      await page.setViewportSize(DESK);
      const { violations } = await page.evaluate((exclude) => window.axe.run({ exclude }, { resultTypes: ["violations"] }), [[".board svg"]]);
      for (const v of violations) wrong.add(`${step}: axe: ${v.id}: ${v.help}: ${v.nodes.slice(0, 2).map((n) => n.html.slice(0, 140)).join(" | ")}`);
    }
    assert.deepEqual([...wrong], []);
    t.expectNoErrors(page);
    await leave(page);
  });

/** A game to open first; returns its id. */
async function begin(title) {
  const ask = newEngine();
  ask({ ask: "new", title, players: t.NAMES.slice(0, 3), seed: 1 });
  await t.putGame(server, `every-${title}`, ask({ ask: "record" }).text);
  return `every-${title}`;
}
