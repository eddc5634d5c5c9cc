// SPDX-License-Identifier: Apache-2.0
// pictures.mjs [DIR]: photographs the table for the documents, into docs/pictures or DIR: the first
// screen, and every title at its start and in the middle of a game. `make pictures` runs it.
import { join } from "node:path";
import { newEngine } from "./engine.mjs";
import * as t from "./table.mjs";

const to = process.argv[2] ?? join(t.ROOT, "docs/pictures");
const data = t.newFolder();
const server = await t.startServer(data);
const page = await t.newPage({ viewport: { width: 1200, height: 750 } });
page.setDefaultTimeout(60_000);
const shoot = async (name) => {
  await page.waitForTimeout(300); // colours fade in
  await page.screenshot({ path: join(to, `${name}.png`) });
};

/** The game of greedy bots, and the first operating decision after half of it. */
function half(title) {
  const play = (until) => {
    const ask = newEngine();
    ask({ ask: "new", title, players: t.NAMES.slice(0, 3), seed: 7 });
    for (let n = 0; n < 3000; n++) {
      if (until(n, ask)) return { ask, n };
      const { line } = ask({ ask: "bot", kind: "greedy", seed: 7 });
      if (!line || ask({ ask: "do", line, view: false }).over) return { ask, n };
    }
    return { ask, n: 3000 };
  };
  const length = play(() => false).n;
  return play((n, ask) => n > length / 2 && ["lay", "run"].some((k) => ask({ ask: "legal" }).choices?.some((c) => c.kind === k))).ask;
}

await page.goto(server.base);
for (const title of t.TITLES) await page.locator(`[data-title="${title}"] img`).waitFor();
await page.screenshot({ path: join(to, "start.png"), fullPage: true });
for (const title of t.TITLES) {
  await t.beginGame(page, server.base, title, { kinds: ["human", "human", "human"], seed: 7 });
  await shoot(`${title}-start`);
  const body = half(title)({ ask: "record" }).text;
  await t.putGame(server, `half-${title}`, body);
  await page.goto(`${server.base}#game=half-${title}`);
  await page.locator("[data-decision]").waitFor();
  await shoot(`${title}-middle`);
}
await t.stopBrowser();
await server.stop();
t.remove(data);
