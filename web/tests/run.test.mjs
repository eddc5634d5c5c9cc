// SPDX-License-Identifier: Apache-2.0
// Run and pay: one panel with everything that is to be known, routes that can be told apart by whoever, and changed by
// dragging. "check N" is a number of the list of checks of the table's design (CHECKS.md).
import assert from "node:assert/strict";
import { test } from "node:test";
import { atDesk, DESK, leave, moment, played, seen, step } from "./served.mjs";
import * as t from "./table.mjs";

const runs = (least) => (a) => step("run")(a) && (a({ ask: "legal" }).best?.routes.length ?? 0) >= least;

for (const [title, actions, least] of [["18nl", 150, 2], ["18norway", 60, 1]])
  test(`check 25: ${title}: a run shows sum, letters, stops, payees, price before and after, and its buttons without scrolling`, async () => {
    const ask = await moment(`run-${title}`, title, actions, runs(least));
    const { best, company, choices } = { ...ask({ ask: "legal" }) };
    const page = await atDesk(`run-${title}`);
    const panel = page.locator("[data-region=actor] .run");
    await seen(panel.locator("h3 strong"), "the sum", 12);
    assert.match(await panel.locator("h3").innerText(), new RegExp(String(best.revenue)));
    await seen(panel.locator(".routes .letter"), "letters", 12);
    assert.equal(await panel.locator(".routes .letter").count(), best.routes.length);
    for (const line of best.breakdown) assert.ok((await panel.innerText()).includes(line), line);
    await seen(panel.locator(".divide button"), "what is done with it", 12);
    const ways = ask({ ask: "legal", after: [best.line] }).choices.filter((c) => c.short);
    assert.ok(ways.length >= 2 && choices.length > 0);
    const price = (n) => new RegExp(`\\b${n}\\b|${n}kr`);
    for (const c of ways) {
      const way = panel.locator(".divide", { has: page.locator(`[data-kind="run-${c.kind}"]`) });
      const then = ask({ ask: "preview", lines: [best.line, c.line] });
      const text = await way.innerText();
      for (const { who, by } of then.cash) assert.ok(text.includes(who) && price(by).test(text), `${who} ${by}: ${text}`);
      const moves = then.prices.find((p) => p.company === company);
      assert.ok(moves ? price(moves.from).test(text) && price(moves.to).test(text) : /price stays/.test(text), text);
      await seen(way.locator(".division"), `payees of ${c.kind}`, 12);
    }
    await page.locator(".divide [data-kind=run-pay]").click(); // one click for both
    await t.until(async () => (await played(`run-${title}`)).at(-1) === `${company} pay`);
    t.expectNoErrors(page);
    await leave(page);
  });

/** What dichromats see of a colour (Machado, Oliveira and Fernandes 2009, whole deficiency). */
const EYES = {
  protanopia: [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
  deuteranopia: [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
  tritanopia: [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
};
const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const light = (rgb) => 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];

test("check 26: six routes differ in their strokes, to any eyes; their letters stand in discs of 18 px", async () => {
  await moment("six", "1988", 300, runs(6));
  const page = await atDesk("six");
  await page.locator(".board .r.r5").waitFor({ state: "attached" });
  const routes = await page.evaluate(() => [0, 1, 2, 3, 4, 5].map((n) => {
    const style = (what) => getComputedStyle(document.querySelector(`.board ${what}.r${n}`));
    const [line, over] = [style(".r"), style(".ro")];
    const shape = (s) => [s.strokeWidth, s.strokeDasharray, s.strokeLinecap].join(" ");
    return { shape: `${shape(line)} | ${parseFloat(over.strokeWidth) ? shape(over) : "none"}`, color: line.stroke.match(/\d+/g).map(Number), casing: style(".rc").stroke };
  }));
  assert.equal(new Set(routes.map((r) => r.shape)).size, 6, routes.map((r) => r.shape).join("\n"));
  for (const { color, casing } of routes) {
    assert.equal(casing, "rgb(255, 255, 255)");
    const rgb = color.map((v) => linear(v / 255));
    for (const [eye, rows] of Object.entries(EYES)) {
      const there = rows.map((row) => Math.min(1, Math.max(0, row.reduce((sum, k, i) => sum + k * rgb[i], 0))));
      assert.ok(1.05 / (light(there) + 0.05) >= 3, `${color} on its casing, ${eye}`);
    }
  }
  for (const size of [DESK, { width: 1280, height: 800 }]) {
    await page.setViewportSize({ width: size.width, height: size.height });
    await page.waitForTimeout(400); // the camera glides
    const discs = await page.locator(".board .rl circle").evaluateAll((all) => all.map((e) => e.getBoundingClientRect().width));
    assert.ok(discs.length >= 6 && Math.min(...discs) >= 18, `${Math.min(...discs)} px`);
  }
  await leave(page);
});

test("check 27: an end of a route is dragged to another stop and the sum follows; X clears, ⇧X all, B restores, V as last time", async () => {
  const ask = await moment("drags", "18nl", 150, (a) => runs(1)(a) && a({ ask: "log" }).some((e) => e.kind === "run" && e.by === a({ ask: "decision" }).actor));
  const { best, company } = ask({ ask: "legal" });
  const view = ask({ ask: "view" });
  const from = best.routes[0].stops.at(-1).hex;
  const to = view.map.filter((m) => m.hex !== from && m.stops.some((s) => s.kind !== "junction")).find((m) => {
    const answer = ask({ ask: "reroute", line: best.line, train: best.routes[0].train, hex: m.hex });
    return answer.revenue !== undefined && answer.revenue !== best.revenue;
  });
  const then = ask({ ask: "reroute", line: best.line, train: best.routes[0].train, hex: to.hex });
  const page = await atDesk("drags");
  const sum = async () => Number((await page.locator(".run h3 strong").innerText()).replace(/\D/g, ""));
  const middle = (hex) => page.locator(`.board .ground > g[data-hex="${hex}"]`).boundingBox().then((b) => [b.x + b.width / 2, b.y + b.height / 2]);
  await page.locator(".board .rl").first().waitFor();
  assert.equal(await sum(), best.revenue);
  await page.mouse.move(...(await middle(from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(to.hex)), { steps: 8 });
  await t.until(async () => (await sum()) === then.revenue); // before the button is let go
  await page.mouse.up();
  assert.equal(await sum(), then.revenue);
  await page.keyboard.press("b");
  await t.until(async () => (await sum()) === best.revenue);
  await page.locator(".routes input").first().check();
  await page.keyboard.press("x");
  await page.locator(".routes", { hasText: /stands? idle/ }).waitFor();
  await page.keyboard.press("b");
  await t.until(async () => (await sum()) === best.revenue);
  await page.keyboard.press("Shift+X");
  await t.until(async () => (await page.locator(".routes .letter").count()) === 0);
  const last = ask({ ask: "log" }).findLast((e) => e.kind === "run" && e.by === company);
  const again = ask({ ask: "reroute", line: last.line });
  await page.keyboard.press("v");
  if (again.revenue !== undefined) await t.until(async () => (await sum()) === again.revenue);
  await page.keyboard.press("b");
  await t.until(async () => (await sum()) === best.revenue);
  t.expectNoErrors(page);
  await leave(page);
});

/** Where a hex lies on the screen. */
const middleOf = (page, hex) => page.locator(`.board .ground > g[data-hex="${hex}"]`).boundingBox().then((b) => [b.x + b.width / 2, b.y + b.height / 2]);
const sumOf = async (page) => Number((await page.locator(".run h3 strong").innerText()).replace(/\D/g, ""));

test("3.5: while a route is dragged, stops where it can be let go are ringed with what it earns there; any other says why not", async () => {
  let from, can, cannot;
  await moment("ringed", "18nl", 150, (a) => {
    if (!runs(1)(a)) return false;
    const { best } = a({ ask: "legal" });
    const [route] = best.routes;
    from = route.way.at(-1);
    const then = a({ ask: "view" }).map.filter((m) => m.hex !== from && m.stops.some((s) => s.kind !== "junction"))
      .map(({ hex }) => ({ hex, ...a({ ask: "reroute", line: best.line, train: route.train, hex }) }));
    can = then.filter((x) => !x.error && !x.refused && x.line !== best.line);
    cannot = then.find((x) => x.refused) ?? then.find((x) => x.error);
    return can.length > 1 && cannot !== undefined && best.routes.filter((r) => r.way.includes(from)).length === 1;
  });
  const page = await atDesk("ringed");
  await page.locator(".board .rl").first().waitFor();
  await page.mouse.move(...(await middleOf(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await middleOf(page, cannot.hex)), { steps: 6 });
  await t.until(async () => (await page.locator(".board .why").innerText().catch(() => "")).includes(cannot.error ?? cannot.refused.text));
  assert.deepEqual((await page.locator(".mark.stop").evaluateAll((all) => all.map((e) => e.dataset.hex))).sort(), can.map((a) => a.hex).sort());
  assert.equal(await page.locator(".board .sign").count(), can.length);
  await page.screenshot({ path: `${t.SHOTS}/drag-route.png` });
  await page.mouse.move(...(await middleOf(page, can[0].hex)), { steps: 6 });
  await t.until(async () => (await sumOf(page)) === can[0].revenue);
  await page.mouse.up();
  await t.until(async () => (await page.locator(".mark.stop, .board .why").count()) === 0);
  assert.equal(await sumOf(page), can[0].revenue);
  t.expectNoErrors(page);
  await leave(page);
});

test("3.5: the middle of a route is dragged onto another track", async () => {
  let found;
  const elsewhere = (a) => {
    if (!runs(1)(a)) return false;
    const { best } = a({ ask: "legal" });
    for (const { train, way } of best.routes)
      for (const from of way.slice(1, -1).filter((h) => h !== way[0] && h !== way.at(-1) && best.routes.filter((r) => r.way.includes(h)).length === 1))
        for (const { hex } of a({ ask: "view" }).map) {
          const then = a({ ask: "reroute", line: best.line, train, from, hex });
          if (!then.error && !then.refused && then.revenue !== best.revenue) { found = { from, hex, then }; return true; }
        }
    return false;
  };
  await moment("middle", "18nl", 150, elsewhere);
  const page = await atDesk("middle");
  await page.locator(".board .rl").first().waitFor();
  await page.mouse.move(...(await middleOf(page, found.from)));
  await page.mouse.down();
  await page.mouse.move(...(await middleOf(page, found.hex)), { steps: 6 });
  await t.until(async () => (await sumOf(page)) === found.then.revenue);
  await page.mouse.up();
  assert.equal(await sumOf(page), found.then.revenue);
  t.expectNoErrors(page);
  await leave(page);
});

test("3.5: a click on the end of a route leads there by the next track that is worth the same", async () => {
  let found;
  await moment("equal", "18nl", 150, (a) => runs(1)(a) && (() => {
    const { best } = a({ ask: "legal" });
    const { train, stops } = best.routes[0];
    const hex = stops.at(-1).hex;
    const then = a({ ask: "reroute", line: best.line, train, hex, again: true });
    found = then.revenue === best.revenue && then.routes?.[0].stops.length === stops.length ? { hex, then } : undefined;
    return found !== undefined;
  })());
  const page = await atDesk("equal");
  await page.locator(".board .rl").first().waitFor();
  const sum = await sumOf(page);
  const drawn = () => page.locator(".board .r path").evaluateAll((all) => all.map((p) => p.getAttribute("d")).join());
  const before = await drawn();
  await page.mouse.click(...(await middleOf(page, found.hex)));
  await t.until(async () => (await drawn()) !== before);
  assert.equal(await sumOf(page), sum, "it earns the same");
  t.expectNoErrors(page);
  await leave(page);
});

test("3.5: where the rules demand the best run, a smaller one says what they demand", async () => {
  let less;
  await moment("demanded", "18scan", 60, (a) => runs(1)(a) && (() => {
    const { best } = a({ ask: "legal" });
    less = best.routes[0].stops.map(({ hex }) => ({ hex, ...a({ ask: "reroute", line: best.line, train: best.routes[0].train, hex }) }))
      .find((x) => x.revenue && !x.refused && a({ ask: "preview", line: x.line }).refused);
    return less !== undefined;
  })());
  const page = await atDesk("demanded");
  await page.locator(".board .rl").first().waitFor();
  const best = await sumOf(page);
  await page.locator(".routes input").first().check();
  await page.locator(".run .change select").selectOption(less.hex);
  await t.until(async () => (await sumOf(page)) === less.revenue);
  const demanded = page.locator("[data-demanded]");
  await demanded.waitFor();
  await page.screenshot({ path: `${t.SHOTS}/run-demanded.png` });
  assert.match(await demanded.innerText(), new RegExp(`the rules demand \\D*${best}`));
  assert.ok(await demanded.isDisabled());
  assert.equal(await page.locator(".run [data-kind=run], .run [data-kind=run-pay]").count(), 0, "it cannot be run");
  t.expectNoErrors(page);
  await leave(page);
});
