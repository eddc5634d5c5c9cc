// SPDX-License-Identifier: Apache-2.0
// served.mjs: whoever imports it has the program running before its tests, with a data folder of its own, and
// nothing left after them; and the words in which tests of the table are written: a moment of a game of bots, a
// page that shows it, and what "seen" means.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { newEngine } from "./engine.mjs";
import * as t from "./table.mjs";

export let data, server;
before(async () => {
  data = t.newFolder();
  server = await t.startServer(data);
});
after(async () => {
  await t.stopBrowser();
  assert.equal(await server.stop(), 0);
  t.remove(data);
});

/** A game of bots up to the first moment after so many actions that is wanted, kept under this id; returns the
 * engine. */
export async function moment(id, title, actions, wanted = () => true, { players = 3, seed = 1, options = {}, bot = "steady" } = {}) {
  const ask = newEngine();
  ask({ ask: "new", title, players: t.NAMES.slice(0, players), seed, options });
  for (let n = 0; n < 4000; n++) {
    if (n >= actions && wanted(ask)) break;
    const { line } = ask({ ask: "bot", kind: bot, seed });
    assert.ok(line && !ask({ ask: "do", line, view: false }).over, "the game is over before the moment comes");
  }
  await t.putGame(server, id, ask({ ask: "record" }).text);
  return ask;
}
/** Of a moment that is wanted: this step pends. */
export const step = (word) => (ask) => ask({ ask: "decision" }).step === word;

/** The desk at which checks are made; RH_VIEW="1280x800 dark" is another one (tests/long/checks). */
const [, WIDTH, HEIGHT, SCHEME] = /^(\d+)x(\d+) (light|dark)$/.exec(process.env.RH_VIEW ?? "1440x900 light")
  ?? assert.fail('RH_VIEW is a size and a scheme, "1280x800 dark"');
export const DESK = { width: Number(WIDTH), height: Number(HEIGHT), colorScheme: SCHEME };

/** The page at the desk. */
export const atDesk = (id, settings = undefined) => openAt(id, DESK.width, DESK.height, {}, settings);
export async function openAt(id, width, height, options = {}, settings = undefined) {
  // Whoever looks at one moment and goes needs no service worker, which would fetch the whole page once more.
  const how = { colorScheme: SCHEME, serviceWorkers: "block", ...options }, same = JSON.stringify([how, settings]);
  const page = idle.get(same)?.pop() ?? Object.assign(await t.newPage(how, settings), { same });
  await page.setViewportSize({ width, height });
  return goTo(page, id);
}
/** Pages that were left, by what they were opened with: a game opened in one is half the work of a new one, whose
 * browser compiles everything once more. */
const idle = new Map();
/** The end of a page of openAt: what it kept is forgotten, and another test may have it. */
export async function leave(page) {
  await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
  page.errors.length = 0;
  idle.set(page.same, [...idle.get(page.same) ?? [], page]);
}
/** The same page with another game: less than half the work of a new one. */
export async function goTo(page, id) {
  await page.goto(`${server.base}#game=${id}`);
  await page.locator("[data-decision]").waitFor();
  return page;
}
export const played = (id) => t.record(server, id).then(t.actionsOf);

/** Of all these things the first that is not seen, and why: outside the window, covered, or its text is too small; ""
 * if all are seen. */
export const unseen = (locator, least = 0) => locator.evaluateAll((all, px) => {
  const why = (e) => {
    const b = e.getBoundingClientRect();
    if (b.width < 1 || b.height < 1) return "it has no size";
    if (b.left < -1 || b.top < -1 || b.right > innerWidth + 1 || b.bottom > innerHeight + 1) return `it is outside: ${JSON.stringify(b)}`;
    const top = document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
    if (!top || !(e.contains(top) || top.contains(e))) return `it is covered by ${top?.outerHTML.slice(0, 80)}`;
    if (parseFloat(getComputedStyle(e).fontSize) < px) return `its text has ${getComputedStyle(e).fontSize}`;
    return "";
  };
  if (!all.length) return "there is none";
  return all.map((e) => (why(e) ? `${e.outerHTML.slice(0, 120)}: ${why(e)}` : "")).find(Boolean) ?? "";
}, least);
/** All of these are seen, and there is one. What comes a moment later is waited for. */
export async function seen(locator, what, least) {
  await locator.first().waitFor();
  assert.equal(await unseen(locator, least), "", what);
}
