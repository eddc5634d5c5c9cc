// SPDX-License-Identifier: Apache-2.0
// person.mjs: somebody at the table: clicks what leads to an action, reads the log, and remembers what
// was played, so that a test can say whether the screen and the program that keeps games agree.
import assert from "node:assert/strict";
import { choiceOf, newEngine } from "./engine.mjs";
import * as t from "./table.mjs";

const css = (text) => text.replaceAll("\\", "\\\\").replaceAll('"', '\\"');

/** Presses the button of a choice, wherever it stands, and enters the amount. */
async function clickChoice(page, choice, amount, before) {
  if (choice.kind === "lay") await page.locator(`.board .mark[data-hex="${choice.hex}"]`).click({ force: true });
  const button = page.locator(`:is(.decide, .popover, .hand, .player) button[data-line="${css(choice.line)}"]`).first();
  // Where there are many places the choices of one stand beside it.
  if (choice.kind !== "lay" && choice.hex && !(await button.count())) await page.locator(`.board .mark[data-hex="${choice.hex}"]`).dispatchEvent("click");
  const played = (old) => document.querySelector(".count")?.textContent !== old;
  await t.until(async () => (await button.count()) || (await page.evaluate(played, before)));
  const folds = page.locator("details:not([open])", { has: page.locator(`[data-line="${css(choice.line)}"]`) });
  while (await folds.count()) await folds.first().locator("summary").first().click();
  if (await button.count()) await button.click();
  if (amount !== undefined && choice.least !== undefined && amount !== choice.least) {
    await page.getByLabel("Amount", { exact: true }).fill(String(amount));
    await page.getByLabel("Amount", { exact: true }).blur();
  }
}

/** Clicks what leads to this line; ask is an engine at the same moment. */
export async function click(page, ask, line) {
  const legal = ask({ ask: "legal" });
  const before = await page.locator(".count").innerText();
  if (line === legal.best?.line) {
    await page.locator(".decide button[data-kind=run]").click();
  } else if (line.endsWith(" pass")) {
    await page.locator(`button[data-pass="${css(line)}"]`).click();
  } else {
    const { choice, amount } = choiceOf(legal, line) ?? assert.fail(`not offered: ${line}`);
    if (choice.kind === "divide") {
      await page.locator(".payout input[type=range]").fill(String(amount ?? choice.least));
      await page.locator(".payout [data-kind=run-pay]").click();
    } else {
      await clickChoice(page, choice, amount, before);
    }
  }
  // Against bots alone nothing is confirmed unless there is an amount to choose.
  const played = (old) => document.querySelector(".count")?.textContent !== old;
  await page.waitForFunction((old) => document.querySelector("[data-confirm]") || document.querySelector(".count")?.textContent !== old, before);
  if (!(await page.evaluate(played, before))) await page.locator("[data-confirm]").click();
  await page.waitForFunction(played, before);
  const state = ask({ ask: "do", line });
  assert.ok(state.ok, `${line}: ${JSON.stringify(state)}`);
}

/** What the person on the first seat might do now, as something that is offered. */
function idea(ask) {
  const legal = ask({ ask: "legal" });
  const line = ask({ ask: "bot", kinds: ["steady"], seed: 1 }).line ?? legal.clock.line;
  const word = line.split(" ")[1];
  if (word === "run") return legal.best.line;
  return choiceOf(legal, line) ? line : legal.choices.find((c) => c.kind === word).line; // equal trains
}

/** The lines in force, as the log of a page shows them. */
async function linesOn(page) {
  // The own decision brings the stage back to its moment, also in the middle of looking.
  const lines = await t.until(async () => {
    await page.locator("[data-view=log]").click();
    const all = await page.locator(".log .entry:not(.struck) > button").evaluateAll((e) => e.map((b) => b.title));
    return (all.length || (await page.locator(".count").innerText()).endsWith(" / 0")) && all;
  });
  await page.locator("[data-view=moment]").click();
  return lines;
}

/** One game, in which Anna is a person and the others are bots, over as many pages and programs as it
 * takes. It never shows less than was played before. */
export class Sitting {
  seen = []; // lines, as the screen showed them last
  began = Date.now();

  /** pace: milliseconds that an action takes at least, on the whole; the person waits for it. */
  static async begin(title, { seed = 1, kinds = ["human", "greedy", "greedy"], pace = 0 } = {}) {
    const s = new Sitting();
    s.pace = pace;
    s.data = t.newFolder();
    s.server = await t.startServer(s.data);
    s.page = await t.newPage();
    s.id = await t.beginGame(s.page, s.server.base, title, { kinds, seed });
    s.ask = newEngine();
    s.ask({ ask: "open", text: await t.record(s.server, s.id) });
    return s;
  }

  /** What the screen shows; whatever was there before is there still. */
  async look() {
    const lines = await linesOn(this.page);
    assert.deepEqual(lines.slice(0, this.seen.length), this.seen, "what was played before is not on the screen");
    for (const line of lines.slice(this.seen.length)) assert.ok(this.ask({ ask: "do", line }).ok, line);
    this.seen = lines;
    return lines;
  }

  /** Plays until there are so many actions, at a person's pace and at the usual pause of bots. */
  async play(actions) {
    while ((await this.look()).length < actions) {
      if (this.ask({ ask: "view" }).over) break;
      if (this.ask({ ask: "decision" }).player !== 0) {
        await this.page.waitForTimeout(200);
        continue;
      }
      const early = this.began + this.seen.length * this.pace - Date.now();
      if (early > 0) await this.page.waitForTimeout(Math.min(early, 10_000));
      const line = idea(this.ask);
      await click(this.page, this.ask, line);
      this.seen.push(line);
    }
  }

  /** Halts the bots, so that screen and store can be compared, and lets them go on. */
  async check() {
    await this.page.getByRole("button", { name: "Halt bots" }).click();
    const lines = await this.look();
    await t.until(async () => (await t.cards(this.server)).find((c) => c.id === this.id)?.actions === lines.length, 20_000);
    assert.deepEqual(t.actionsOf(await t.record(this.server, this.id)), lines);
    await this.page.getByRole("button", { name: "Bots go on" }).click();
    return lines.length;
  }

  async reload() {
    await this.page.reload();
    await this.page.locator("[data-decision]").waitFor();
  }

  /** Ends the program, or kills it; the page stays. */
  async end(how = "stop") {
    await this.server[how]();
  }
  async startAgain() {
    this.server = await t.startServer(this.data, ["--port", this.server.port]);
  }

  async leave() {
    await t.stopBrowser();
    await this.server.stop();
    t.remove(this.data);
  }
}
