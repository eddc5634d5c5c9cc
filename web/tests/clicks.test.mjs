// SPDX-License-Identifier: Apache-2.0
// How many clicks and strokes common things take: the table of section 7 of the table's design, line by line, where
// other people play and what is clicked is confirmed, and against bots alone, where nothing is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { atDesk, leave, moment, openAt, played, server, step } from "./served.mjs";
import * as t from "./table.mjs";

const choices = (ask, kind) => ask({ ask: "legal" }).choices.filter((c) => c.kind === kind);

const doubles = (ask) => choices(ask, "develop").filter((c) => c.sort === "double");

/** A hand that counts: clicks of the mouse, strokes of the keyboard. */
function hand(page) {
  const h = {
    clicks: 0, strokes: 0,
    async click(what) { h.clicks++; await page.locator(what).first().click(); },
    /** On the map: hexes lie under marks. */
    async hex(hex) { h.clicks++; await page.locator(`.board .mark[data-hex="${hex}"]`).dispatchEvent("click"); },
    async press(key) { h.strokes++; await page.keyboard.press(key); },
  };
  return h;
}
const quoted = (line) => `[data-line="${line}"]`;

/** Each thing: a moment, and how it is done. */
const THINGS = [
  { what: "pass", most: [1, 1], title: "18nl", at: [60, (a) => step("stock")(a)], do: async (h, ask) => {
    const [pass] = choices(ask, "pass");
    await h.click("button.pass");
    return pass.line;
  } },
  { what: "buy a share", most: [2, 1], title: "18nl", at: [60, (a) => step("stock")(a) && choices(a, "buy").length > 0], do: async (h, ask, confirmed) => {
    const [{ company, line }] = choices(ask, "buy");
    await h.click(`[data-charter="${company}"] ${quoted(line)}`);
    if (confirmed) await h.click(`[data-charter="${company}"] [data-confirm]`);
    return line;
  } },
  { what: "sell two shares", most: [2, 1], title: "18nl", at: [60, (a) => step("stock")(a) && choices(a, "sell").some((c) => c.units === 2)], do: async (h, ask, confirmed) => {
    const { company, line } = choices(ask, "sell").find((c) => c.units === 2);
    await h.click(`[data-holding="${company}"] ${quoted(line)}`);
    if (confirmed) await h.click(`[data-holding="${company}"] [data-confirm]`);
    return line;
  } },
  { what: "start a company", most: [2, 2], title: "18nl", at: [10, (a) => step("stock")(a) && choices(a, "start").length > 0], do: async (h, ask, confirmed, page) => {
    const { company, line, amount } = choices(ask, "start").at(-1);
    if (!confirmed) {
      await h.click(`[aria-label="Start ${company}"]`);
      await h.click(`.stage ${quoted(line)}`);
    } else { // its badge is dragged to its price, and confirmed there
      h.clicks++;
      const cell = page.locator(".stage .cell.par", { has: page.locator(".price", { hasText: new RegExp(`^${amount}`) }) });
      await page.locator(`.half[data-charter="${company}"]`).dragTo(cell);
      await h.click(`.stage ${quoted(line)}[data-confirm]`);
    }
    return line;
  } },
  { what: "bid the least", most: [2, 2], title: "18nl", at: [0, (a) => choices(a, "bid").length > 0], do: async (h, ask) => {
    const { company, line } = choices(ask, "bid")[0];
    await h.click(`[data-private="${company}"] ${quoted(line)}`);
    await h.click(`[data-private="${company}"] [data-confirm]`);
    return line;
  } },
  { what: "lay a tile", most: [3, 3], title: "18nl", at: [60, (a) => step("track")(a) && new Set(choices(a, "lay").map((c) => c.tile)).size > 2], do: async (h, ask, _, page) => {
    const first = choices(ask, "lay")[0];
    const other = choices(ask, "lay").find((c) => c.hex === first.hex && c.tile !== first.tile) ?? first;
    await h.hex(other.hex);
    await h.click(`.disc[data-tile="${other.tile}"]`);
    const line = await page.locator("[data-lay]").getAttribute("data-lay");
    await h.click("[data-lay]");
    return line;
  } },
  { what: "place a token", most: [2, 1], title: "18nl", at: [200, (a) => step("token")(a) && choices(a, "token").length > 0], do: async (h, ask, confirmed) => {
    const all = choices(ask, "token");
    const { hex, line } = all.find((c) => all.filter((d) => d.hex === c.hex).length === 1);
    await h.hex(hex);
    if (confirmed) await h.click("[data-confirm]");
    return line;
  } },
  { what: "run the best and pay", most: [1, 1], title: "18nl", at: [150, (a) => step("run")(a)], do: async (h, ask) => {
    const { actor } = ask({ ask: "decision" });
    await h.click("[data-kind=run-pay]");
    return `${actor} pay`;
  } },
  { what: "buy the next train", most: [2, 1], title: "18nl", at: [90, (a) => step("trains")(a) && choices(a, "train").some((c) => c.holder === undefined || c.holder === "bank")], do: async (h, ask, confirmed) => {
    const { line } = choices(ask, "train").find((c) => c.least === undefined);
    await h.click(`.shop ${quoted(line)}`);
    if (confirmed) await h.click(`.shop [data-confirm]`);
    return line;
  } },
  { what: "1988: double a track", most: [3, 2], title: "1988", at: [60, (a) => step("develop")(a) && doubles(a).length > 3], do: async (h, ask, confirmed, page) => {
    const { hex, line } = doubles(ask)[1];
    await h.hex(hex);
    if (!(await page.locator(`${quoted(line)}[data-confirm]`).count()) && (await page.locator(`.popover ${quoted(line)}`).count())) await h.click(`.popover ${quoted(line)}`);
    if (confirmed) await h.click(`${quoted(line)}[data-confirm]`);
    return line;
  } },
];

for (const thing of THINGS)
  test(`section 7: clicks: ${thing.what}: at most ${thing.most[0]}, without confirmation ${thing.most[1]}`, async () => {
    for (const [i, confirm] of ["always", "never"].entries()) {
      const id = `clicks-${thing.what.replace(/\W+/g, "-")}-${confirm}`;
      const ask = await moment(id, thing.title, ...thing.at);
      const page = await atDesk(id, { confirm });
      const h = hand(page);
      const line = await thing.do(h, ask, confirm === "always", page);
      await t.until(async () => (await played(id)).slice(ask({ ask: "view" }).moves).includes(line));
      assert.ok(h.clicks <= thing.most[i], `${h.clicks} clicks, ${confirm} confirmed`);
      t.expectNoErrors(page);
      await leave(page);
    }
  });

/** A company in its track step that has run before, its train step still to come. */
function turn() {
  const before = (a, actor) => a({ ask: "log" }).some((e) => e.by === actor && e.kind === "pay");
  return (a) => {
    if (!step("track")(a) || !choices(a, "lay").length) return false;
    const { actor } = a({ ask: "decision" });
    return before(a, actor) && a({ ask: "ahead", limit: 300000 }).legal?.best?.routes.length > 0;
  };
}
/** What this company did since. */
const done = async (id, from) => (await played(id)).slice(from).map((line) => line.split(" ").slice(0, 2).join(" "));

test("check 46, section 7: a whole turn of 18NL: tile, run and pay, no train in at most 5 clicks, or 6 strokes", async () => {
  for (const way of ["mouse", "keys"]) {
    const ask = await moment(`turn-${way}`, "18nl", 200, turn());
    const { actor } = ask({ ask: "decision" });
    const from = ask({ ask: "view" }).moves;
    const page = await atDesk(`turn-${way}`, { confirm: "always" });
    const h = hand(page);
    const over = async () => (await page.locator("[data-decision]").innerText()).includes(` for ${actor}`) === false;
    const ready = () => page.locator("[data-kind=run-pay]").waitFor();
    await page.locator(".board .mark").first().waitFor();
    if (way === "mouse") {
      await h.hex(choices(ask, "lay")[0].hex);
      await h.click("[data-lay]");
      await ready();
      await h.click("[data-kind=run-pay]");
    } else {
      await h.press("1");
      await page.locator("[data-lay]").waitFor();
      await h.press("Enter");
      await ready();
      await h.press("Enter");
    }
    await t.until(async () => (await done(`turn-${way}`, from)).includes(`${actor} pay`));
    while (!(await over())) {
      const count = await page.locator(".count").innerText();
      if (way === "mouse") await h.click("button.pass");
      else await h.press("n");
      await page.waitForFunction((old) => document.querySelector(".count").textContent !== old, count);
    }
    const lines = await done(`turn-${way}`, from);
    assert.ok(lines.includes(`${actor} lay`) && lines.includes(`${actor} run`) && lines.includes(`${actor} pay`), lines.join("; "));
    assert.ok(way === "mouse" ? h.clicks <= 5 : h.strokes <= 6, `${h.clicks} clicks, ${h.strokes} strokes`);
    t.expectNoErrors(page);
    await leave(page);
  }
});

test("section 7: a tile that has just come on trial is laid by Enter, however fast", async () => {
  const ask = await moment("fast-enter", "18nl", 200, turn());
  const { actor } = ask({ ask: "decision" });
  const from = ask({ ask: "view" }).moves;
  const page = await atDesk("fast-enter", { confirm: "always" });
  await page.locator(".board .mark").first().waitFor();
  await page.locator("[data-kind=run-pay]").waitFor(); // which Enter means while no tile is on trial
  await page.evaluate(() => new Promise((done) => {
    const stroke = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    const seen = new MutationObserver(() => {
      if (!document.querySelector("[data-lay]")) return;
      seen.disconnect();
      stroke("Enter"); // in the very turn of the machine that drew it
      done();
    });
    seen.observe(document.body, { childList: true, subtree: true });
    stroke("1");
  }));
  await t.until(async () => (await done("fast-enter", from)).length > 0);
  assert.equal((await done("fast-enter", from))[0], `${actor} lay`);
  t.expectNoErrors(page);
  await leave(page);
});

test("section 7: a turn without a tile takes 2 clicks, the same as last time 1, and ⇧Enter ends it", async () => {
  for (const way of ["pass", "repeat", "end"]) {
    const ask = await moment(`no-tile-${way}`, "18nl", 200, turn());
    const { actor } = ask({ ask: "decision" });
    const from = ask({ ask: "view" }).moves;
    const page = await atDesk(`no-tile-${way}`, { confirm: "always" });
    const h = hand(page);
    const here = async () => (await page.locator("[data-decision]").innerText()).includes(` for ${actor}`);
    if (way === "repeat") await h.click("[data-kind=repeat]");
    else await h.click("[data-kind=run-pay]");
    await t.until(async () => (await done(`no-tile-${way}`, from)).includes(`${actor} pay`));
    if (way === "pass" && (await here())) await h.click("button.pass");
    if (way === "end" && (await here())) await h.press("Shift+Enter");
    await t.until(async () => !(await here()));
    const lines = await done(`no-tile-${way}`, from);
    assert.ok(!lines.includes(`${actor} lay`) && lines.includes(`${actor} run`), lines.join("; "));
    assert.ok(h.clicks <= (way === "repeat" ? 1 : 2), `${h.clicks} clicks`);
    await page.getByRole("button", { name: "Undo", exact: true }).click(); // one click is taken back as one
    if (way === "repeat") await t.until(async () => (await played(`no-tile-${way}`)).length === from);
    t.expectNoErrors(page);
    await leave(page);
  }
});

test("the keyboard alone plays a whole operating turn: track, token, run, dividend, train", async () => {
  const wanted = (a) => turn()(a) && a({ ask: "legal", after: [choices(a, "lay")[0].line] }).step === "token";
  const ask = await moment("keys-only", "18nl", 200, wanted);
  const { actor } = ask({ ask: "decision" });
  const from = ask({ ask: "view" }).moves;
  const page = await openAt("keys-only", 1440, 900, {}, { confirm: "always" });
  const tabTo = async (what) => {
    for (let n = 0; n < 200; n++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate((w) => document.activeElement?.matches(w), what)) return;
    }
    assert.fail(`Tab never reaches ${what}`);
  };
  const has = async (verb) => t.until(async () => (await done("keys-only", from)).includes(`${actor} ${verb}`));
  await page.locator(".board .mark").first().waitFor();
  await tabTo(".mark"); // track: to a hex, its tile, laid
  await page.keyboard.press("Enter");
  await page.locator("[data-lay]").waitFor();
  await tabTo("[data-lay]");
  await page.keyboard.press("Enter");
  await has("lay");
  await tabTo(".board .mark"); // token: to its circle, confirmed
  await page.keyboard.press("Enter");
  await page.locator("[data-confirm]").first().waitFor();
  await tabTo("[data-confirm]");
  await page.keyboard.press("Enter");
  await has("token");
  await tabTo("[data-kind=run-pay]");
  await page.keyboard.press("Enter");
  await has("pay");
  if ((await page.locator("[data-decision]").innerText()).includes(` for ${actor}`)) {
    const buy = await page.locator(".shop button[data-line]:not(:disabled)").count();
    await tabTo(buy ? ".shop button[data-line]" : "button.pass");
    await page.keyboard.press("Enter");
    if (buy) {
      await tabTo("[data-confirm]");
      await page.keyboard.press("Enter");
    }
    await t.until(async () => (await played("keys-only")).length > from + 4);
  }
  t.expectNoErrors(page);
  await leave(page);
});
