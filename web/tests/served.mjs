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
export async function moment(id, title, actions, wanted = () => true, { players = 3, seed = 1, options = {} } = {}) {
  const ask = newEngine();
  ask({ ask: "new", title, players: t.NAMES.slice(0, players), seed, options });
  for (let n = 0; n < 4000; n++) {
    if (n >= actions && wanted(ask)) break;
    const { line } = ask({ ask: "bot", kind: "steady", seed });
    assert.ok(line && !ask({ ask: "do", line }).over, "the game is over before the moment comes");
  }
  await t.putGame(server, id, ask({ ask: "record" }).text);
  return ask;
}
/** Of a moment that is wanted: this step pends. */
export const step = (word) => (ask) => ask({ ask: "decision" }).step === word;

export async function openAt(id, width, height, options = {}, settings = undefined) {
  const page = await t.newPage({ viewport: { width, height }, ...options }, settings);
  await page.goto(`${server.base}#game=${id}`);
  await page.locator("[data-decision]").waitFor();
  return page;
}
export const played = (id) => t.record(server, id).then(t.actionsOf);

/** Why something is not seen: outside the window, covered, or its text is too small; "" if it is seen. */
export const unseen = (locator, least = 0) => locator.evaluate((e, px) => {
  const b = e.getBoundingClientRect();
  if (b.width < 1 || b.height < 1) return "it has no size";
  if (b.left < -1 || b.top < -1 || b.right > innerWidth + 1 || b.bottom > innerHeight + 1) return `it is outside: ${JSON.stringify(b)}`;
  const top = document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
  if (!top || !(e.contains(top) || top.contains(e))) return `it is covered by ${top?.outerHTML.slice(0, 80)}`;
  if (parseFloat(getComputedStyle(e).fontSize) < px) return `its text has ${getComputedStyle(e).fontSize}`;
  return "";
}, least);
export async function seen(locator, what, least) {
  const all = await locator.all();
  assert.ok(all.length, `there is no ${what}`);
  for (const one of all) assert.equal(await unseen(one, least), "", what);
}
