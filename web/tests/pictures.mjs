// SPDX-License-Identifier: Apache-2.0
// pictures.mjs [DIR]: photographs the table for the documents, into docs/pictures or DIR: the first
// screen, every title at its start and in the middle of a game, a stock round, and a phone. `make pictures` runs it.
import { join } from "node:path";
import { momentOf } from "./archive.mjs";
import { newEngine } from "./engine.mjs";
import * as t from "./table.mjs";

const to = process.argv[2] ?? join(t.ROOT, "docs/pictures");
const data = t.newFolder();
const server = await t.startServer(data);
const DESK = { width: 1440, height: 900 };
const page = await t.newPage({ viewport: DESK });
const shoot = async (name) => {
  await page.waitForTimeout(600); // colours fade in, the camera glides, routes are proved
  await page.screenshot({ path: join(to, `${name}.png`) });
};

/** A game of bots at the first operating decision after half of it. */
function half(title) {
  const ask = newEngine();
  ask({ ask: "new", title, players: t.NAMES.slice(0, 3), seed: 7 });
  const lines = [];
  for (let over = false; !over && lines.length < 3000;) {
    lines.push(ask({ ask: "bot", kind: "casual", seed: 7 }).line);
    over = ask({ ask: "do", line: lines.at(-1), view: false }).over;
  }
  let n = Math.floor(lines.length / 2);
  const wanted = () => ask({ ask: "legal" }).choices.some((c) => c.kind === "lay" || c.kind === "run");
  for (ask({ ask: "back", to: n }); !wanted(); n++) ask({ ask: "do", line: lines[n], view: false });
  return ask({ ask: "record" }).text;
}

async function show(name, record) {
  await t.putGame(server, name, record);
  await page.goto(`${server.base}#game=${name}`);
  await page.locator("[data-decision]").waitFor();
  if (await page.locator(".to-decision").count()) await page.locator(".to-decision").click(); // a phone tells first what has happened
  await shoot(name);
}

await page.goto(server.base);
for (const title of t.TITLES) await page.locator(`[data-title="${title}"] img`).waitFor();
await page.screenshot({ path: join(to, "start.png"), fullPage: true });
for (const title of t.TITLES) {
  await t.beginGame(page, server.base, title, { kinds: ["human", "human", "human"], seed: 7 });
  await shoot(`${title}-start`);
  await show(`${title}-middle`, half(title));
}
await show("18nl-stock", momentOf("18nl", "stock-sell"));
await page.emulateMedia({ colorScheme: "dark" });
await show("1988-dark", momentOf("1988", "develop-develop"));
await page.emulateMedia({ colorScheme: "light" });
await page.setViewportSize({ width: 390, height: 844 });
await show("18scan-phone", momentOf("18scan", "run-run"));
await t.stopBrowser();
await server.stop();
t.remove(data);
