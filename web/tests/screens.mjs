// SPDX-License-Identifier: Apache-2.0
// screens.mjs [DIR] [TITLE…]: photographs everything the page can show, into build/screens or DIR, so that somebody can
// look at it picture by picture: of every title each kind of decision, found in the archived records of tests/archive
// (a step of the turn, and within it each kind of action that was taken), its reference views, its end and its lesson;
// and the first screen. Each at a desk in light and dark, at a small one, and on a phone. `make screens` runs it; it takes minutes.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { momentsOf } from "./archive.mjs";
import * as t from "./table.mjs";

const to = process.argv[2] ?? join(t.ROOT, "build/screens");
const titles = process.argv.length > 3 ? process.argv.slice(3) : t.TITLES;
const MODES = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: "dark" },
  small: { viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: "light", hasTouch: true },
};
const modes = process.env.MODES?.split(",") ?? Object.keys(MODES); // MODES=dark,phone takes only these
const VIEWS = ["map", "market", "sheet", "charts", "tiles", "trains", "entities", "rules", "log"];

const data = t.newFolder();
const server = await t.startServer(data);
const pages = {};
for (const mode of modes) pages[mode] = await t.newPage(MODES[mode]);
let count = 0;
async function shoot(mode, name, fullPage = false) {
  const page = pages[mode];
  await page.waitForTimeout(250); // colours fade in, and the camera glides
  const folder = join(to, mode);
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
  count++;
}
/** The table of a game that is kept; a phone first shows what has happened. */
async function open(page, id) {
  await page.goto(`${server.base}#game=${id}`);
  await page.locator("[data-decision]").waitFor();
  if (await page.locator(".to-decision").count()) await page.locator(".to-decision").click();
}

for (const [mode, page] of Object.entries(pages)) {
  await page.goto(server.base);
  for (const title of t.TITLES) await page.locator(`[data-title="${title}"] img`).waitFor();
  await shoot(mode, "start", true);
}
for (const title of titles) {
  const moments = momentsOf(title);
  const idOf = (name) => `${title}-${name.replaceAll("_", "-")}`;
  for (const [name, text] of moments) await t.putGame(server, idOf(name), text);
  for (const [mode, page] of Object.entries(pages)) {
    await page.goto(`${server.base}#new=${title}`);
    await page.locator("form").waitFor();
    await shoot(mode, `${title}-new`, true);
    await page.goto(`${server.base}#learn=${title}`);
    await page.locator(".coach").waitFor();
    await shoot(mode, `${title}-lesson`);
    for (const name of moments.keys()) {
      await open(page, idOf(name));
      await shoot(mode, `${title}-${name}`);
    }
    await open(page, idOf("trains-train"));
    for (const view of VIEWS) {
      const button = page.locator(`[data-view=${view}]`), more = page.getByRole("button", { name: "More", exact: true });
      if (!(await button.count()) && (await more.count())) await more.click(); // where a phone has them
      if (!(await button.count())) continue; // it has a story instead of the log, and some titles have no tiles
      await button.click();
      await shoot(mode, `${title}-view-${view}`);
    }
  }
}
for (const [mode, page] of Object.entries(pages)) if (page.errors.length) console.log(`${mode}: ${page.errors.join("\n")}`);
console.log(`${count} pictures in ${to}`);
await t.stopBrowser();
await server.stop();
t.remove(data);
