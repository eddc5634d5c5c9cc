#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// together.mjs [TITLE…]: whole games at one table of `roundhouse serve`, by three desks and a phone, with clicks on what is
// on the screen and nothing else (web/tests/guest.mjs). In between a link is voided, something is taken back by agreement, a
// page is reloaded, a wire is cut and the server is killed and started again. All pages end with the same print and
// the same scores. On a file, and by `tools/with-postgres tests/long/together.mjs` on PostgreSQL.
import assert from "node:assert/strict";
import { join } from "node:path";
import * as t from "../../web/tests/table.mjs";
import { claim, makeTable, Player, sameEverywhere, TableServer, together, Wire } from "../../web/tests/tables.mjs";

const SEED = Number(process.env.RH_SEED ?? 1);
const MOST = 4000; // actions of people
const EVERY = 100; // actions between two of the troubles
const titles = process.argv.length > 2 ? process.argv.slice(2) : t.TITLES;
const count = { passed: 0, failed: 0 };
const data = t.newFolder();
const server = await new TableServer(process.env.RH_POSTGRES ?? join(data, "tables.db")).start();
const wire = await Wire.to(server.port);
/** 18OR as the short game of its rulebook, with its auction in seat order: the one that is called out takes the table's own
 * time, and is in web/tests/together.test.mjs. */
const OPTIONS = { "18or": { bank: "1000", auction: "turn_based" } };
const DESK = { viewport: { width: 1440, height: 900 } };

/** Everybody sits down; a link that was voided first lets nobody in. */
async function sitDown(title) {
  const pages = [await t.newPage(DESK), await t.newPage(DESK), await t.newPage({ ...DESK, colorScheme: "dark" }), await t.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true })];
  const { id, links } = await makeTable(pages[0], server.base, title, ["me", "link", "link", "link"], { seed: SEED, options: OPTIONS[title] });
  await pages[0].locator("button.game").click();
  await pages[0].locator("[data-seat='3'] button:text-is('New link')").click();
  const fresh = await pages[0].getByLabel("Link for the seat of Dan", { exact: true }).inputValue();
  await pages[0].locator(".table-menu button:text-is('Close')").click();
  await pages[3].goto(links[3]);
  await pages[3].locator(".trouble", { hasText: "void" }).waitFor();
  await claim(pages[1], links[1].replace(/:\d+\//, `:${wire.port}/`), "Bo");
  await claim(pages[2], links[2], "Cia");
  await claim(pages[3], fresh, "Dan");
  return { id, pages };
}

/** The troubles, one after the other. */
const TROUBLES = {
  async reload({ pages, n }) {
    await pages[n % 4].reload();
    await pages[n % 4].locator("[data-decision]").waitFor();
  },
  /** Somebody wants the last action back that another did; those whom it concerns agree. */
  async undo({ id, pages }) {
    const { ply } = await server.ask(`games/${id}`);
    const { rows } = await server.ask(`games/${id}/log?after=${(await server.ask(`games/${id}`)).seq - 1}`);
    const last = rows.at(-1)?.seat ?? 0, other = (last + 1) % 3; // at a desk: its history is in sight
    await pages[other].getByRole("button", { name: /^Undo(?! turn)/ }).click();
    for (;;) {
      const { asked, ply: now } = await server.ask(`games/${id}`);
      if (now < ply) return;
      const [seat] = asked?.needed.filter((s) => !asked.agreed.includes(s)) ?? [];
      if (seat === undefined) { await t.until(async () => (await server.ask(`games/${id}`)).ply < ply || (await server.ask(`games/${id}`)).asked); continue; }
      await pages[seat].locator("[data-asked] button:text-is('Agree')").click();
      await t.until(async () => { const g = await server.ask(`games/${id}`); return g.ply < ply || g.asked?.agreed.includes(seat); });
    }
  },
  async cut({ pages }) {
    wire.cut();
    await pages[1].locator(".saved.bad").waitFor();
    wire.mend();
  },
  async restart({ pages }) {
    await server.stop("SIGKILL");
    await pages[0].locator(".saved.bad").waitFor();
    await server.start();
  },
};

for (const title of titles) {
  const began = Date.now();
  const met = {};
  let trouble = "", id, pages = [];
  try {
    ({ id, pages } = await sitDown(title));
    const players = pages.map((page, i) => new Player(page, SEED + i));
    const words = Object.keys(TROUBLES);
    let over = "", turn = 0;
    for (let n = 1; !over && n <= MOST; n++) {
      const game = await server.ask(`games/${id}`);
      over = game.over;
      if (over) break;
      /* In an auction that is called out everybody may speak, and the table goes on if nobody does. */
      const seat = game.due[turn++ % game.due.length];
      await together([pages[seat]], game.ply).catch((e) => { if (game.due.length < 2) throw e; });
      if (game.due.length > 1) await called(players[seat], id, game.ply);
      else await players[seat].act();
      if (n % EVERY === 0) {
        const word = words[(n / EVERY) % words.length];
        if (word === "undo" && (await server.ask(`games/${id}`)).due.length > 1) continue;
        await TROUBLES[word]({ id, pages, n });
        met[word] = (met[word] ?? 0) + 1;
      }
    }
    assert.ok(over, `it is not over after ${MOST} actions`);
    const { print, ply } = await sameEverywhere(server, id, pages);
    const scores = await Promise.all(pages.map((page) => page.locator(".stage[data-stage=result]").innerText()));
    scores.slice(0, 3).forEach((s) => assert.equal(s, scores[0]));
    const { result } = await server.ask(`games/${id}`);
    for (const score of result.match(/\d+/g)) scores.forEach((s) => assert.ok(s.replaceAll(/\D/g, " ").includes(score), `${score} is on every page`));
    console.log(`ok ${title}: ${ply} actions in ${Math.round((Date.now() - began) / 1000)} s; ${Object.entries(met).map(([k, n]) => `${k} ${n}`).join(", ")}; print ${print} on four pages; ${result}`);
  } catch (error) {
    trouble = error.stack;
    const at = id && (await server.ask(`games/${id}`).catch(() => undefined));
    console.log(`not ok ${title}: after ${at?.ply} actions (${at?.round}), ${Math.round((Date.now() - began) / 1000)} s; ${JSON.stringify(met)}\n${trouble}`);
    for (const [i, page] of pages.entries()) await page.screenshot({ path: join(t.SHOTS, `together-${title}-${i}.png`) }).catch(() => {});
  }
  count[trouble ? "failed" : "passed"]++;
  await Promise.all(pages.map((page) => page.context().close()));
}

/** One of those who may bid does, or lets the table call: it takes its time for that, so they do not bid often. */
async function called(player, id, ply) {
  if (player.random() < 0.2) await Promise.race([player.act().catch(() => {}), moved(id, ply)]);
  await moved(id, ply);
}
async function moved(id, ply) {
  await t.until(async () => (await server.ask(`games/${id}`)).ply !== ply);
}

await t.stopBrowser();
await server.stop();
await wire.end();
t.remove(data);
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exit(count.failed ? 1 : 0);
