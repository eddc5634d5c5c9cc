// SPDX-License-Identifier: Apache-2.0
// tables.mjs: what tests of tables of several people need: `roundhouse serve` with a database of its own, which can be
// ended and started again at the same address, and what people do before they sit at one table.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { Guest, look } from "./guest.mjs";
import * as t from "./table.mjs";

const PROGRAM = process.env.RH_PROGRAM
  ?? [join(t.ROOT, "build-test/roundhouse"), join(t.ROOT, "build/roundhouse")].find(existsSync);

const freePort = () => new Promise((done) => {
  const probe = createServer();
  probe.listen(0, "127.0.0.1", () => { const { port } = probe.address(); probe.close(() => done(port)); });
});

export class TableServer {
  /** db: a file, or the URL of a database. */
  constructor(db) {
    this.db = db;
  }

  async start() {
    this.port ??= await freePort();
    this.base = `http://127.0.0.1:${this.port}/`;
    const program = spawn(PROGRAM, ["serve", "--listen", `127.0.0.1:${this.port}`, "--db", this.db, "--site", t.SITE],
      { stdio: ["ignore", "pipe", "pipe"] });
    this.program = program;
    let said = "";
    program.stderr.on("data", (d) => { said += d; });
    await new Promise((done, fail) => {
      program.stdout.on("data", (d) => { said += d; if (said.includes("the games stay")) done(); });
      program.on("exit", () => fail(new Error(`the program ended: ${said}`)));
    });
    return this;
  }

  stop(signal = "SIGTERM") {
    return new Promise((done) => {
      this.program.removeAllListeners("exit");
      this.program.on("exit", (code) => done(code));
      this.program.kill(signal);
    });
  }

  ask = async (path) => (await fetch(`${this.base}api/v1/${path}`)).json();
  record = async (id) => (await fetch(`${this.base}api/v1/games/${id}/record?struck`)).text();
}

/** A new table by the form: kinds ("me", "link", "open" or a bot) by seat, in this order. Leaves the page at the table;
 * gives its id and the links by seat. */
export async function makeTable(page, base, title, kinds, { seed = 1, options = {}, rules = {} } = {}) {
  await page.goto(`${base}#new=${title}`);
  await page.locator(".agreed").waitFor();
  const seats = () => page.locator(".seat-list > li").count();
  while (kinds.length > (await seats())) await page.click("text=Add a seat");
  while (kinds.length < (await seats())) await page.locator(".seat-list > li").last().getByRole("button", { name: /^Remove/ }).click();
  for (const [i, kind] of kinds.entries()) {
    await page.getByLabel(`Name of player ${i + 1}`).fill(t.NAMES[i]);
    await page.getByLabel(`Who plays for ${t.NAMES[i]}`).selectOption(kind);
  }
  if (Object.keys(options).length) await page.locator("details.rules > summary").click();
  for (const [name, value] of Object.entries(options)) await page.selectOption(`[id="option-${name}"]`, value);
  for (const [name, value] of Object.entries(rules)) await page.selectOption(`[id="rule-${name}"]`, value);
  await page.fill("#seed", String(seed));
  await page.selectOption("#seats", "entered");
  await page.click("button:text-is('Make the table')");
  await page.waitForURL(/#table=/);
  const links = {};
  if (kinds.includes("link")) {
    await page.locator(".made").waitFor();
    for (const [i, kind] of kinds.entries())
      if (kind === "link") links[i] = await page.getByLabel(`Link for the seat of ${t.NAMES[i]}`, { exact: true }).inputValue();
    await page.click("button:text-is('To the table')");
  }
  await page.locator("[data-decision]").waitFor();
  return { id: new URL(page.url()).hash.slice("#table=".length), links };
}

/** Opens a seat link and takes the seat. */
export async function claim(page, link, name) {
  await page.goto(link);
  await page.locator("#claim-name").fill(name);
  await page.click("button:text-is('Take the seat')");
  await page.locator("[data-decision]").waitFor();
  assert.ok(!page.url().includes("s="), "the secret has left the address");
}

/** All pages show so many actions, and are connected. */
export async function together(pages, actions) {
  for (const page of pages)
    await page.waitForFunction((n) => document.querySelector(".count")?.textContent === `${n} / ${n}`
      && document.querySelector(".saved:not(.bad)"), actions);
}

/** One of several at a table: when what he did is on the screen, it may be for somebody else to go on. Trains at a price
 * between companies are seldom wanted, or the same ones would go round and round. */
export class Player extends Guest {
  choose(seen) {
    const isDeal = (x) => x.kind === "train" && / to /.test(x.words);
    return super.choose({ ...seen, things: seen.things.map((x) => (isDeal(x) ? { ...x, kind: "deal" } : x)) });
  }

  async turn(before) {
    return t.until(async () => {
      const seen = await this.page.evaluate(look).catch(() => undefined);
      return seen && (seen.over || !seen.waits || (before !== undefined && seen.count !== before)) ? seen : undefined;
    });
  }
}

/** The record as the page itself would save it: its actions, and its print. */
export async function pageRecord(page) {
  await page.locator("button.game").click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator(".table-menu button:text-is('Save as file')").click()]);
  const text = await readFile(await file.path(), "utf8");
  await page.locator(".table-menu button:text-is('Close')").click();
  const [, list, print] = /^check: (\d+) \d+ ([0-9a-f]{16})$/m.exec(text);
  return { lines: t.actionsOf(text), print: `${list}:${print}` };
}

/** All pages, and the server, have the same game. */
export async function sameEverywhere(server, id, pages) {
  const { print, ply } = await server.ask(`games/${id}`);
  await together(pages, ply);
  for (const page of pages) {
    const own = await pageRecord(page);
    assert.deepEqual([own.print, own.lines.length], [print, ply]);
  }
  return { print, ply };
}

/** A wire to a server that can be cut and mended. */
export class Wire {
  ends = new Set();
  whole = true;

  static async to(port) {
    const w = new Wire();
    w.server = createServer((near) => {
      if (!w.whole) return near.destroy();
      const far = connect(port, "127.0.0.1");
      for (const [a, b] of [[near, far], [far, near]]) {
        w.ends.add(a);
        a.on("error", () => {});
        a.on("close", () => { w.ends.delete(a); b.destroy(); });
        a.pipe(b);
      }
    });
    await new Promise((done) => w.server.listen(0, "127.0.0.1", done));
    w.server.unref(); // a test that fails does not wait for it
    w.port = w.server.address().port;
    return w;
  }
  cut() {
    this.whole = false;
    for (const end of this.ends) end.destroy();
  }
  mend() {
    this.whole = true;
  }
  end() {
    this.cut();
    return new Promise((done) => this.server.close(done));
  }
}
