// SPDX-License-Identifier: Apache-2.0
// The story: bots are folded, what they did is told in a few lines that unfold, and can be seen once more. Numbers
// are those of the list of checks of the table's design.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newEngine } from "./engine.mjs";
import { atDesk, leave, openAt, played, seen, server } from "./served.mjs";
import * as t from "./table.mjs";

/** A game of Anna and two bots, to the first decision of hers behind which bots act so often in a row. */
async function beforeStretch(id, title, least) {
  const ask = newEngine();
  const kinds = ["human", "steady", "steady"];
  ask({ ask: "new", title, players: t.NAMES.slice(0, 3), seed: 1 });
  for (let n = 0; n < 2000; n++) {
    const { line } = ask({ ask: "bot", kind: "steady", seed: 1 });
    const mine = ask({ ask: "decision" }).player === 0;
    if (mine && line.endsWith(" pass")) {
      const now = ask({ ask: "view" }).moves;
      ask({ ask: "do", line });
      for (let more; (more = ask({ ask: "bot", kinds, seed: 1 }).line); ) ask({ ask: "do", line: more, view: false });
      const then = ask({ ask: "view" });
      ask({ ask: "back", to: now });
      if (then.moves - now > least && !then.over) {
        const seats = t.NAMES.slice(0, 3).map((name, i) => ({ name, kind: kinds[i], color: "#0072b2" }));
        const text = ask({ ask: "record", actions: now }).text;
        await t.putGame(server, id, `# seats: ${JSON.stringify(seats)}\n${text}`);
        return { ask, line, actions: then.moves };
      }
    }
    assert.ok(!ask({ ask: "do", line, view: false }).over, "the game is over before bots play on for so long");
  }
  return assert.fail("bots never play on for so long");
}

test("check 38: after a stretch of bots the story has at most 12 lines, and the table was drawn at most 3 times", async () => {
  const { ask, line, actions } = await beforeStretch("folded", "18nl", 10);
  const before = ask({ ask: "view" }).moves;
  const page = await openAt("folded", 1440, 900);
  await page.evaluate(() => {
    const count = document.querySelector(".count");
    window.drawn = [];
    new MutationObserver(() => window.drawn.push(count.textContent)).observe(count, { childList: true, characterData: true, subtree: true });
  });
  await page.locator(`button[data-pass="${line}"]`).click();
  await page.waitForFunction((n) => document.querySelector(".count")?.textContent === `${n} / ${n}`, actions);
  await page.locator(".pass, .decide button").first().waitFor();
  assert.ok(actions - before > 10);
  const drawn = new Set(await page.evaluate(() => window.drawn));
  assert.ok(drawn.size <= 3, `drawn as ${[...drawn].join(", ")}`);
  const lines = page.locator(".told [data-story]");
  assert.ok((await lines.count()) >= 1 && (await lines.count()) <= 12);
  const spans = await lines.evaluateAll((all) => all.map((e) => e.dataset.story.split("-").map(Number)));
  assert.equal(spans.at(-1)[1], actions, "the story tells it to the end");
  t.expectNoErrors(page);
  await leave(page);
});

test("check 38: a war of bids is one line, which unfolds", async () => {
  const ask = newEngine();
  ask({ ask: "new", title: "18nl", players: t.NAMES.slice(0, 3), seed: 1 });
  const bids = Array.from({ length: 12 }, (_, i) => `${i % 2 ? "Cia" : "Anna"} bid P3 ${85 + 5 * i}`);
  for (const line of ["Anna bid P3 75", "Bo take P1 20", "Cia bid P3 80", "Anna take P2 40", ...bids, "Anna pass"])
    assert.ok(ask({ ask: "do", line }).ok, line);
  await t.putGame(server, "war", ask({ ask: "record" }).text);
  const page = await atDesk("war");
  const war = page.locator(".told [data-story='4-17']");
  await seen(war, "the war of bids", 12);
  assert.match(await war.innerText(), /made 12 bids from ƒ85 up to ƒ140 for P3; P3 went to Cia/);
  await war.getByRole("button", { name: "13 actions" }).click();
  assert.equal(await war.locator(".parts li").count(), 13);
  await leave(page);
});

test("check 39: after a reload in an own turn the story names every company that ran since", async () => {
  for (const title of ["18nl", "18norway", "18scan"]) {
    const ask = newEngine();
    ask({ ask: "new", title, players: t.NAMES.slice(0, 3), seed: 1 });
    /** those that ran since the last turn of whoever decides */
    const ran = () => {
      const { player } = ask({ ask: "decision" });
      const { from } = ask({ ask: "story", player: player ?? 0 });
      return [...new Set(ask({ ask: "log", from }).filter((e) => e.kind === "run").map((e) => e.by))];
    };
    for (let n = 0; n < 600 && !(n > 60 && ran().length >= 2); n++) ask({ ask: "do", line: ask({ ask: "bot", kind: "steady", seed: 1 }).line, view: false });
    const companies = ran();
    assert.ok(companies.length >= 2);
    await t.putGame(server, `since-${title}`, ask({ ask: "record" }).text);
    const page = await openAt(`since-${title}`, 1440, 900);
    await page.reload();
    await page.locator("[data-decision]").waitFor();
    const told = await page.locator(".told").innerText();
    for (const id of companies) assert.match(told, new RegExp(`(^|[^\\w])${id.replace("&", "\\&")}\\s[^\\n]*ran |${id} ran`, "m"), `${id} in ${title}`);
    await leave(page);
  }
});

test("replay shows what happened action by action with the moved thing ringed, and ends at the present", async () => {
  const ask = newEngine();
  ask({ ask: "new", title: "18nl", players: t.NAMES.slice(0, 3), seed: 1 });
  const laid = () => ask({ ask: "log", from: ask({ ask: "story", player: ask({ ask: "decision" }).player }).from }).find((e) => e.kind === "lay");
  for (let n = 0; n < 400 && !(n > 60 && laid()?.k < n - 3); n++) ask({ ask: "do", line: ask({ ask: "bot", kind: "steady", seed: 1 }).line, view: false });
  const { k, hex } = laid();
  const { moves } = ask({ ask: "view" });
  await t.putGame(server, "replay", ask({ ask: "record" }).text);
  const page = await openAt("replay", 1440, 900);
  await page.getByRole("button", { name: /Replay what happened/ }).click();
  await page.locator("[aria-label=Replay]").getByRole("button", { name: /Pause/ }).click();
  for (let at = Number((await page.locator(".count").innerText()).split(" ")[0]); at <= k; at++) {
    await page.getByRole("button", { name: "One action on" }).click();
    await page.waitForFunction((n) => document.querySelector(".count").textContent.startsWith(`${n} /`), at + 1);
  }
  await page.keyboard.press("m");
  await page.locator(`.board .mark.moved[data-hex="${hex}"]`).waitFor({ state: "attached" });
  await page.getByRole("button", { name: "16×" }).click();
  await page.locator("[aria-label=Replay]").getByRole("button", { name: /Go on/ }).click();
  await page.waitForFunction((n) => document.querySelector(".count").textContent === `${n} / ${n}`, moves);
  await page.locator("[aria-label=Replay]").waitFor({ state: "detached" });
  assert.equal((await played("replay")).length, moves, "nothing was played");
  t.expectNoErrors(page);
  await leave(page);
});
