// SPDX-License-Identifier: Apache-2.0
// table.mjs: what browser tests need: the program serving the built page with a data folder of its
// own, Debian's Chromium, and a page whose errors fail the test.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { chromium } from "playwright-core";

export const ROOT = resolve(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "../..");
export const SITE = process.env.RH_SITE ?? join(ROOT, "build/site");
/** The sanitized program if it is there: the server is tested too. */
const PROGRAM = process.env.RH_PROGRAM
  ?? [join(ROOT, "build-test/roundhouse"), join(ROOT, "build/roundhouse")].find(existsSync);
export const SHOTS = process.env.RH_SHOTS ?? join(ROOT, "build/screenshots");
mkdirSync(SHOTS, { recursive: true });

export const newFolder = () => mkdtempSync(join(tmpdir(), "roundhouse-web-"));

/** A port that nobody listens on, below those that a system gives to whoever asks another: a program that is started
 * again finds it free, however many others run beside it. */
async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const free = await new Promise((done) => {
      const probe = createServer().once("error", () => done(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => done(true)));
    });
    if (free) return String(port);
  }
}

/** Starts `roundhouse play`; data is its data folder. */
export async function startServer(data, words = []) {
  const port = words.includes("--port") ? [] : ["--port", await freePort()];
  const program = spawn(PROGRAM, ["play", "--no-open", "--site", SITE, ...port, ...words], {
    env: { ...process.env, XDG_DATA_HOME: data, DISPLAY: "", WAYLAND_DISPLAY: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  program.stderr.on("data", (d) => { said += d; });
  const url = await new Promise((done, fail) => {
    program.stdout.on("data", (d) => {
      said += d;
      const at = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(said);
      if (at) done(at[0]);
    });
    program.on("exit", () => fail(new Error(`the program ended: ${said}`)));
  });
  const { origin, port: listens, search } = new URL(url);
  const cookie = `roundhouse-${listens}=${new URLSearchParams(search).get("token")}`;
  return {
    url,
    /** Lets a browser in; a place ("#new=18nl") can stand behind it. */
    base: `${origin}/${search}`,
    port: listens,
    /** A request to the program, as the page makes it. */
    ask: (path, init = {}) => fetch(`${origin}/api/v1/${path}`, { ...init, headers: { ...init.headers, cookie } }),
    said: () => said,
    /** What a full disk is to the program: no file may be longer than so many bytes. */
    limitFiles: (bytes) => execFileSync("prlimit", ["--pid", String(program.pid), `--fsize=${bytes}:unlimited`]),
    kill: () => new Promise((done) => {
      program.removeAllListeners("exit");
      program.on("exit", () => done());
      program.kill("SIGKILL");
    }),
    stop: () => new Promise((done) => {
      if (program.exitCode !== null || program.signalCode) // it ended before, by itself or by others
        return done(`${program.exitCode ?? program.signalCode}: ${said}`);
      program.removeAllListeners("exit");
      program.on("exit", (code) => done(code));
      program.kill("SIGTERM");
    }),
  };
}

/** The page on a plain file server, as `make site` is meant. */
export async function startFiles() {
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
  const server = createServer((ask, answer) => {
    const path = join(SITE, new URL(ask.url, "http://x").pathname.replace(/\/$/, "/index.html"));
    if (!path.startsWith(SITE) || !existsSync(path)) {
      answer.writeHead(404).end();
      return;
    }
    answer.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" });
    answer.end(readFileSync(path));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    base: `http://127.0.0.1:${server.address().port}/`,
    stop: () => new Promise((done) => { server.close(done); server.closeAllConnections(); }),
  };
}

/** Without windows, if it is there: a page opened in it costs a third of the processor's time. */
const BROWSER = process.env.CHROMIUM ?? ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync);
let browser;
export async function startBrowser() {
  browser ??= await chromium.launch({
    executablePath: BROWSER,
    ignoreDefaultArgs: ["--hide-scrollbars"], // people have them, and what they take
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  return browser;
}
export async function stopBrowser() {
  await browser?.close();
  browser = undefined;
}

/** A page of its own profile, with these settings of the table. Errors it reports are in page.errors;
 * expectNoErrors() looks. */
export async function newPage(options = {}, settings = undefined) {
  const viewport = { width: 1280, height: 900, ...options.viewport };
  const context = await (await startBrowser()).newContext({ ...options, viewport });
  if (settings)
    await context.addInitScript((s) => localStorage.setItem("roundhouse.settings", s), JSON.stringify(settings));
  const page = await context.newPage();
  /* A phone's bars take no room. */
  const session = await context.newCDPSession(page), resize = page.setViewportSize.bind(page);
  const bars = (width) => session.send("Emulation.setScrollbarsHidden", { hidden: width < 1024 });
  page.setViewportSize = async (size) => { await bars(size.width); await resize(size); };
  await bars(viewport.width);
  page.setDefaultTimeout(120_000);
  page.errors = [];
  page.on("pageerror", (e) => page.errors.push(String(e)));
  /* A page that is left while it still saves asks whether to; Chromium then says that a script had no right to leave. */
  page.on("console", (m) => { if (m.type() === "error" && !m.text().startsWith("Blocked attempt to show a 'beforeunload'")) page.errors.push(m.text()); });
  return page;
}

export const TITLES = ["18nl", "18norway", "18or", "18scan", "1988"];
export const NAMES = ["Anna", "Bo", "Cia", "Dan", "Eva", "Finn"];

/** A new game begun from the form; kinds are "human" or bots, in seat order, which is not drawn. Returns
 * its id. */
export async function beginGame(page, base, title, { kinds = [], seed, options = {} } = {}) {
  await page.goto(`${base}#new=${title}`);
  await page.locator("form").waitFor();
  const seats = async () => page.locator(".seat-list > li").count();
  while (kinds.length > (await seats())) await page.click("text=Add a seat");
  for (const [i, kind] of kinds.entries()) await page.selectOption(`[aria-label="Who plays for ${NAMES[i]}"]`, kind);
  if (Object.keys(options).length) await page.locator("details.rules > summary").click();
  for (const [name, value] of Object.entries(options)) await page.selectOption(`[id="option-${name}"]`, value);
  if (seed !== undefined) await page.fill("#seed", String(seed));
  await page.selectOption("#seats", "entered");
  await page.click("button:text-is('Begin')");
  await page.waitForURL(/#game=/);
  await page.locator("[data-decision]").waitFor();
  return new URL(page.url()).hash.slice("#game=".length);
}
/** Asks again and again until there is an answer, and gives it. */
export async function until(ask, ms = 120_000) {
  for (const end = Date.now() + ms; ; await new Promise((done) => setTimeout(done, 50))) {
    const answer = await ask();
    if (answer) return answer;
    assert.ok(Date.now() < end, `it never happened: ${ask}`);
  }
}
/** The cards of all games, the last one played first, with the seats as the page has them. */
export async function cards(server) {
  const all = [];
  for (let from = ""; from !== undefined;) {
    const { games, next } = await (await server.ask(`games?mine${from}`)).json();
    all.push(...games);
    from = next && `&${next}`;
  }
  return all.map((c) => {
    const seats = c.face?.seats ?? c.seats.map(({ name }) => ({ name, kind: "human" }));
    return { ...c, actions: c.ply, called: c.face?.called, seats, bots: seats.filter((s) => s.kind !== "human").map((s) => s.name) };
  });
}
/** The record of a game as it is kept, and the actions in it. */
export const record = async (server, id) => (await server.ask(`games/${id}/record?struck`)).text();
export const actionsOf = (text) =>
  text.split("\n\n").slice(1).join("\n").split("\n").map((l) => l.replace(/\s*#.*$/, "")).filter(Boolean);
/** Keeps a record under a new id. */
export async function putGame(server, id, body) {
  const seats = /^players: (.*)$/m.exec(body)[1].split(",").map(() => ({ for: "me" }));
  const answer = await server.ask("games", { method: "POST", body: JSON.stringify({ id, record: body, seats }) });
  assert.equal(answer.status, 201, await answer.text());
}

export function expectNoErrors(page) {
  assert.deepEqual(page.errors, []);
}
export const remove = (folder) => rmSync(folder, { recursive: true, force: true });
