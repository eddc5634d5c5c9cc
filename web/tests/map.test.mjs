// SPDX-License-Identifier: Apache-2.0
// The map: letters that can be read, the camera, tiles in their arc, tokens on their circles, why not here, dark.
// "check N" is a number of the list of checks of the table's design (CHECKS.md).
import assert from "node:assert/strict";
import { test } from "node:test";
import { momentOf } from "./archive.mjs";
import { newEngine } from "./engine.mjs";
import { atDesk, DESK, leave, moment, openAt, played, seen, server, step } from "./served.mjs";
import * as t from "./table.mjs";

const lays = (ask) => ask({ ask: "legal" }).choices.filter((c) => c.kind === "lay");
const mayLay = (ask) => step("track")(ask) && lays(ask).length > 1;

/** How large things of the map are on the screen: the side of a hex, and the smallest letters of names and values. */
const sizes = (page) => page.evaluate(() => {
  const letters = (what) => [...document.querySelectorAll(`.board .rh-map ${what}`)].filter((e) => e.checkVisibility() && e.textContent.trim())
    .map((e) => parseFloat(getComputedStyle(e).fontSize) * Math.hypot(e.getScreenCTM().a, e.getScreenCTM().b));
  const hex = document.querySelector(".board .ground > g[data-hex] path").getBoundingClientRect();
  return { side: Math.max(hex.width, hex.height) / 2, names: Math.min(...letters(".p")), values: Math.min(...letters(".z text"), ...letters(".y text")) };
});

test("check 17: 18NL, track: a hex has a side of 34 px, names 11 px, values 10 px", async () => {
  await moment("track-18nl", "18nl", 60, mayLay);
  const page = await atDesk("track-18nl");
  await page.locator(".board .mark").first().waitFor();
  const { side, names, values } = await sizes(page);
  assert.ok(side >= (DESK.width < 1440 ? 30 : 34) && names >= 10.95 && values >= 9.95, JSON.stringify({ side, names, values }));
  await leave(page);
});

for (const [title, wanted] of [["18norway", mayLay], ["1988", (a) => step("develop")(a) && a({ ask: "legal" }).choices.length > 40]])
  test(`check 18: ${title}: a decision on the map comes close; what is marked is seen, or counted at the rim; the small map covers none`, async () => {
    await moment(`work-${title}`, title, 60, wanted);
    const page = await atDesk(`work-${title}`);
    await page.locator(".board .mark").first().waitFor();
    const { side, names } = await sizes(page);
    assert.ok(side >= 33.95 && names >= 10.95, JSON.stringify({ side, names }));
    const { inside, outside, covered, mini, framed } = await page.evaluate(() => {
      const stage = document.querySelector(".board").getBoundingClientRect(), small = document.querySelector(".mini")?.getBoundingClientRect();
      const all = [...document.querySelectorAll(".board .mark")].map((e) => e.getBoundingClientRect());
      const within = (b, s) => b.left >= s.left - 1 && b.right <= s.right + 1 && b.top >= s.top - 1 && b.bottom <= s.bottom + 1;
      const touch = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
      const shown = all.filter((b) => touch(b, stage));
      return { inside: shown.filter((b) => within(b, stage)).length, outside: all.length - shown.length, covered: small ? shown.filter((b) => touch(b, small)).length : 0, mini: small?.width, framed: document.querySelector(".mini .frame")?.getBoundingClientRect().width };
    });
    assert.ok(inside > 0);
    assert.equal(covered, 0, "the small map covers a mark");
    assert.ok(mini === undefined || (Math.round(mini) === 168 && framed > 20), `the small map is ${mini} wide, what is in view on it ${framed}`);
    if (outside) {
      const rims = await page.locator(".rim").evaluateAll((all) => all.map((e) => Number(e.textContent.replace(/\D/g, ""))));
      assert.ok(rims.reduce((a, b) => a + b, 0) >= outside, `${outside} are out of view, the rim says ${rims}`);
      await page.locator(".rim").first().click();
      await page.locator(".board .mark").first().waitFor();
    }
    await page.locator(".zoom button").nth(2).click(); // the whole map needs no small one
    await page.locator(".mini").waitFor({ state: "detached" });
    t.expectNoErrors(page);
    await leave(page);
  });

for (const title of ["18nl", "18norway", "18or", "18scan"])
  test(`checks 21, 22: ${title}: tiles stand in an arc off the hex and its neighbours, also at the rim; wheel, Q, E and click turn, Enter lays`, async () => {
    const id = `arc-${title}`;
    const ask = await moment(id, title, 60, mayLay);
    const page = await atDesk(id);
    const hexes = [...new Set(lays(ask).map((c) => c.hex))];
    await page.locator(".board .mark").first().waitFor();
    const rim = await page.evaluate(() => { // those nearest to an edge of the stage
      const s = document.querySelector(".board").getBoundingClientRect();
      return [...document.querySelectorAll(".board .mark")].map((e) => ({ hex: e.dataset.hex, b: e.getBoundingClientRect() }))
        .map(({ hex, b }) => ({ hex, d: Math.min(b.left - s.left, s.right - b.right, b.top - s.top, s.bottom - b.bottom) })).sort((a, b) => a.d - b.d).map((x) => x.hex);
    });
    for (const hex of new Set([...rim.slice(0, 2), hexes[0], hexes.at(-1)])) {
      await page.locator(`.board .mark[data-hex="${hex}"]`).dispatchEvent("click");
      await page.locator(`[data-lay*=" ${hex} "]`).waitFor();
      const bad = await page.evaluate((h) => {
        const stage = document.querySelector("[data-region=stage]").getBoundingClientRect();
        const own = document.querySelector(`.board .mark[data-hex="${h}"]`).getBoundingClientRect();
        const middle = { x: own.left + own.width / 2, y: own.top + own.height / 2 }, side = Math.max(own.width, own.height) / 2;
        return [...document.querySelectorAll(".disc")].flatMap((d) => {
          const b = d.getBoundingClientRect(), r = b.width / 2;
          const far = Math.hypot(b.left + r - middle.x, b.top + r - middle.y);
          return [b.width < 64 && "small", (b.left < stage.left - 1 || b.right > stage.right + 1 || b.top < stage.top - 1 || b.bottom > stage.bottom + 1) && "outside",
            // the six neighbours lie within a ring of 1.73 sides and half a hex
            far - r < 1.732 * side + 0.866 * side - 2 && `covers a neighbour: ${Math.round(far)} of ${Math.round(side)}`].filter(Boolean);
        });
      }, hex);
      assert.deepEqual(bad, [], `discs of ${hex}`);
      const here = lays(ask).filter((c) => c.hex === hex);
      const same = here.filter((c) => c.tile === here[0].tile && c.power === here[0].power).map((c) => c.line);
      const now = () => page.locator("[data-lay]").getAttribute("data-lay");
      const mark = page.locator(`.board .mark[data-hex="${hex}"]`);
      const turns = {
        e: () => page.keyboard.press("e"),
        q: () => page.keyboard.press("q"),
        wheel: () => mark.dispatchEvent("wheel", { deltaY: 100 }),
        click: () => mark.dispatchEvent("click"),
      };
      for (const [how, turn] of Object.entries(turns)) {
        const visited = new Set([await now()]);
        for (let n = 0; n < same.length; n++) {
          const before = await now();
          await turn();
          if (same.length > 1) await t.until(async () => (await now()) !== before, 10_000);
          visited.add(await now());
        }
        assert.deepEqual([...visited].sort(), [...same].sort(), `${how} on ${hex}: the legal rotations and no other`);
      }
    }
    await page.locator(".disc[aria-pressed=true]").click(); // it has the focus then, and Enter still lays
    const line = await page.locator("[data-lay]").getAttribute("data-lay");
    await page.keyboard.press("Enter");
    await t.until(async () => (await played(id)).at(-1) === line);
    t.expectNoErrors(page);
    await leave(page);
  });

test("check 23: a hex on which nothing can be laid says why within 40 px of it", async () => {
  const ask = await moment("town-bar", "18nl", 60, mayLay);
  const may = new Set(lays(ask).map((c) => c.hex));
  const page = await atDesk("town-bar");
  await page.locator(".board .mark").first().waitFor();
  const others = ask({ ask: "view" }).map.map((h) => h.hex).filter((h) => !may.has(h));
  for (const hex of [others[0], others[Math.floor(others.length / 2)], others.at(-1)]) {
    await page.locator(`.board .ground > g[data-hex="${hex}"]`).dispatchEvent("click");
    const bubble = page.locator(".why", { hasText: `${hex}:` });
    await seen(bubble, "why not", 12);
    const far = await page.evaluate((h) => {
      const a = document.querySelector(`.board .ground > g[data-hex="${h}"]`).getBoundingClientRect(), b = document.querySelector(".why").getBoundingClientRect();
      return Math.hypot(Math.max(0, b.left - a.right, a.left - b.right), Math.max(0, b.top - a.bottom, a.top - b.bottom));
    }, hex);
    assert.ok(far <= 40, `${hex}: ${far} px`);
    const { reasons } = ask({ ask: "why", hex });
    const text = await bubble.innerText();
    assert.ok(reasons.some((r) => text.includes(r.refused.text)), text);
  }
  /* Why the tiles that could come next there cannot, not why most others of the box cannot. */
  const near = others.find((hex) => {
    const next = ask({ ask: "tiles", hex }).map((f) => f.tile), { reasons } = ask({ ask: "why", hex });
    return next.length > 1 && reasons.length > 2 && reasons.some((r) => r.refused.text.startsWith("no train could get") && next.every((x) => r.tiles.includes(x)));
  });
  assert.ok(near);
  await page.locator(`.board .ground > g[data-hex="${near}"]`).dispatchEvent("click");
  await page.locator(".why", { hasText: `${near}: no train could get` }).waitFor();
  await page.locator(".why .close").click();
  await page.locator(".why").waitFor({ state: "detached" });
  await leave(page);
});

for (const title of ["18nl", "18norway", "18scan"])
  test(`check 24: ${title}: free circles have a ring and their price; a click and a confirmation place the token`, async () => {
    const places = (a) => a({ ask: "legal" }).choices.filter((c) => c.kind === "token" && c.city !== undefined);
    const ask = await moment(`token-${title}`, title, 20, (a) => step("token")(a) && places(a).length > 0);
    const page = await atDesk(`token-${title}`, { confirm: "always" });
    const all = places(ask);
    await page.locator(".slot").first().waitFor({ state: "attached" });
    assert.equal(await page.locator(".slot").count(), new Set(all.map((c) => `${c.hex} ${c.city}`)).size);
    const prices = await page.locator(".slot-price").evaluateAll((texts) => texts.map((e) => [e.textContent, parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a]));
    for (const [price, size] of prices) assert.ok(/\d|free/.test(price) && size >= 10.95, `${price}: ${size} px`);
    const one = all.find((c) => all.filter((d) => d.hex === c.hex).length === 1) ?? all[0];
    await page.locator(`.board .mark[data-hex="${one.hex}"]`).dispatchEvent("click");
    if (all.filter((d) => d.hex === one.hex).length > 1) await page.locator(`.popover [data-line="${one.line}"]`).click();
    await page.locator(`[data-line="${one.line}"][data-confirm]`).first().click();
    await t.until(async () => (await played(`token-${title}`)).at(-1) === one.line);
    t.expectNoErrors(page);
    await leave(page);
  });

for (const title of t.TITLES)
  test(`check 42: ${title}, dark: ground and blank hexes are dark, names can be read, no panel is white`, async () => {
    await moment(`dark-${title}`, title, 60, (a) => !["auction", "bid"].includes(a({ ask: "decision" }).step));
    const page = await openAt(`dark-${title}`, DESK.width, DESK.height, { colorScheme: "dark" });
    const white = () => page.evaluate(() => {
      const light = (color) => { const [r, g, b, a = 1] = color.match(/[\d.]+/g).map(Number); return a < 0.5 ? 0 : (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255; };
      return [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && !e.closest("svg, .badge, .swatch, .dot, .train-card") && light(getComputedStyle(e).backgroundColor) > 0.5)
        .filter((e) => { const b = e.getBoundingClientRect(); return b.width * b.height > 40 * 28 && !e.matches("button.primary, [data-state=now], .bar *, .letter"); }).map((e) => e.outerHTML.slice(0, 100));
    });
    for (const name of ["moment", "market", "sheet", "map"]) {
      await page.locator(`[data-view=${name}]`).click();
      assert.deepEqual(await white(), [], name);
    }
    await page.locator(".board .rh-map .sea").waitFor();
    const map = await page.evaluate(() => {
      const rgb = (c) => c.match(/[\d.]+/g).slice(0, 3).map(Number);
      const linear = (v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
      const light = (c) => { const [r, g, b] = rgb(c).map(linear); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
      const fill = (what) => getComputedStyle(document.querySelector(`.board .rh-map ${what}`)).fill;
      const name = document.querySelector(".board .rh-map .p"), style = getComputedStyle(name);
      const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
      const blank = document.querySelector(".board .ground path[data-color=white]");
      return { sea: fill(".sea"), blank: blank ? light(getComputedStyle(blank).fill) : 0, halo: ratio(style.fill, style.stroke), names: blank ? ratio(style.fill, getComputedStyle(blank).fill) : ratio(style.fill, fill(".sea")) };
    });
    assert.equal(map.sea, "rgb(22, 34, 43)"); // #16222b
    assert.ok(map.blank <= 0.25, JSON.stringify(map));
    assert.ok(map.halo >= 4.5 && map.names >= 4.5, JSON.stringify(map));
    t.expectNoErrors(page);
    await leave(page);
  });

test("4.7: the key , opens the layers: names, figures and what private companies block are shown or not, also after a reload; and the last run of a company", async () => {
  const ask = await moment("layers", "18nl", 40, (a) => step("track")(a) && a({ ask: "log" }).some((e) => e.kind === "run")
    && a({ ask: "view" }).privates.some((p) => p.blocks && a({ ask: "view" }).players.some((x) => x.name === p.owner)));
  const view = ask({ ask: "view" });
  const closed = view.privates.filter((p) => view.players.some((x) => x.name === p.owner)).flatMap((p) => (p.blocks ?? []).map(() => `⊘ ${p.id}`));
  const page = await atDesk("layers");
  await page.locator(".board .rh-map .p").first().waitFor();
  await page.keyboard.press(",");
  await page.locator(".layers").getByLabel("Hexes that private companies block").check();
  await t.until(async () => (await page.locator(".hex-note").count()) === closed.length);
  assert.deepEqual((await page.locator(".hex-note").allTextContents()).sort(), closed.sort());
  /* Where the company that acts gets, and what the signs mean. */
  const { company } = ask({ ask: "legal" });
  await page.locator(".layers").getByLabel(`What ${company} reaches`).check();
  await page.locator(".board .reached").first().waitFor();
  assert.deepEqual(await page.locator(".board .ground > .reached").evaluateAll((all) => all.map((g) => g.dataset.hex).sort()), ask({ ask: "reach", company }).sort());
  const { home } = view.companies.find((c) => c.home && c.status !== "closed" && !c.tokens.length);
  assert.ok(await page.locator(`.board .things [data-hex="${home}"] .lk`).count(), `${home} has a lock`);
  await page.getByRole("button", { name: "What the signs mean" }).click();
  const signs = ask({ ask: "legend" });
  assert.deepEqual(await page.locator(".legend [data-sign]:not([data-sign=piece]) dd").allInnerTexts(), signs.map((s) => s.words));
  assert.equal(await page.locator(".legend dt svg .lk, .legend dt svg circle, .legend dt svg path").count() > signs.length, true, "each has its picture");
  await page.locator(".legend").getByLabel("Close").click();
  await page.locator(".legend").waitFor({ state: "detached" });
  await page.locator(".layers").getByLabel("Names").uncheck();
  await t.until(async () => !(await page.locator(".board .rh-map .p").first().isVisible()));
  const ran = ask({ ask: "log" }).find((e) => e.kind === "run").by;
  await page.locator(".layers select").selectOption(ran);
  await page.locator(".board .rl").first().waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".layers").waitFor({ state: "detached" });
  await page.reload();
  await t.until(async () => (await page.locator(".hex-note").count()) === closed.length);
  assert.ok(!(await page.locator(".board .rh-map .p").first().isVisible()), "names stay hidden");
  t.expectNoErrors(page);
  await leave(page);
});

test("the tools of the map cover nothing that is marked, at a desk and on a phone", async () => {
  await t.putGame(server, "tools", momentOf("18or", "placing-build"));
  for (const size of [[1440, 900], [1280, 800], [390, 844]]) {
    const page = await openAt("tools", ...size);
    if (await page.locator(".to-decision").count()) await page.locator(".to-decision").click();
    await page.locator(".board .mark").first().waitFor();
    const below = await page.locator(".zoom button:visible").evaluateAll((all) => all.flatMap((e) => {
      const b = e.getBoundingClientRect();
      return document.elementsFromPoint(b.x + b.width / 2, b.y + b.height / 2).filter((x) => x.matches(".mark")).map((x) => x.dataset.hex);
    }));
    assert.deepEqual(below, [], size.join("x"));
    await leave(page);
  }
});

for (const title of t.TITLES)
  test(`${title}: a phone shows the whole map, no value or name is cut at its edges`, async () => {
    await t.putGame(server, `whole-${title}`, momentOf(title, "trains-train"));
    const page = await openAt(`whole-${title}`, 390, 844);
    await page.locator("[data-view=map]").click();
    await page.locator(".board .rh-map").waitFor();
    const cut = await page.evaluate(() => {
      const stage = document.querySelector(".board").getBoundingClientRect();
      return [...document.querySelectorAll(".board :is(.p, .y, .z)")].map((e) => [e.textContent, e.getBoundingClientRect()])
        .filter(([, b]) => b.width && (b.left < stage.left - 2 || b.right > stage.right + 2 || b.top < stage.top - 2 || b.bottom > stage.bottom + 2)).map(([text]) => text);
    });
    assert.deepEqual(cut, []);
    await leave(page);
  });

test("arrows at the rim cover no name, and names of harbours none of their circles", async () => {
  await t.putGame(server, "rims", momentOf("18norway", "track-token"));
  const page = await openAt("rims", 1280, 800);
  await page.locator(".rim").first().waitFor();
  const cross = (what, over) => page.evaluate(([w, o]) => {
    const boxes = (of) => [...document.querySelectorAll(of)].map((e) => [e.textContent, e.getBoundingClientRect()]).filter(([, b]) => b.width);
    return boxes(w).flatMap(([name, a]) => boxes(o).filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3).map(() => name));
  }, [what, over]);
  assert.deepEqual(await cross(".board .p", ".rim"), []);
  await page.locator("[data-view=map]").click();
  const harbour = (await page.locator(".board [data-hex]:has(> .s:nth-of-type(8)), .board [data-hex]:has(.s ~ .s ~ .s ~ .s ~ .s ~ .s ~ .s ~ .s)").evaluateAll((all) => all.map((e) => e.dataset.hex)));
  assert.ok(harbour.length > 2, `${harbour.length} harbours`);
  for (const hex of new Set(harbour)) assert.deepEqual(await cross(`.board [data-hex="${hex}"] .p`, `.board [data-hex="${hex}"] .s`), [], hex);
  t.expectNoErrors(page);
  await leave(page);
});

for (const name of ["18norway-trains-sell", "18nl-trains-sell"])
  test(`${name}: on a phone's whole map no value covers another or is larger than a hex, and no name stands nearer to another place than to its own`, async () => {
    const [title, ...rest] = name.split("-");
    await t.putGame(server, `apart-${title}`, momentOf(title, rest.join("-")));
    const page = await openAt(`apart-${title}`, 390, 844);
    if (await page.locator(".to-decision").count()) await page.locator(".to-decision").click();
    await page.locator("[data-view=map]").click();
    await page.locator(".board .p").first().waitFor();
    const { values, astray, large } = await page.evaluate(() => {
      const all = (what) => [...document.querySelectorAll(`.board .rh-map ${what}`)].filter((e) => e.getBoundingClientRect().width);
      const middle = (e) => { const b = e.getBoundingClientRect(); return { x: b.x + b.width / 2, y: b.y + b.height / 2, r: b.width / 2 }; };
      const away = (p, q) => Math.hypot(p.x - q.x, p.y - q.y);
      const discs = all(".z").map((e) => ({ ...middle(e), text: e.textContent }));
      const named = all(".things > g:has(.p)").map((e) => ({ hex: e.dataset.hex, ...middle(document.querySelector(`.board .ground > g[data-hex="${e.dataset.hex}"]`)) }));
      const gap = (b, p) => Math.hypot(Math.max(b.left - p.x, 0, p.x - b.right), Math.max(b.top - p.y, 0, p.y - b.bottom));
      const high = document.querySelector(".board .ground > g[data-hex] path").getBoundingClientRect().height;
      return {
        large: discs.filter((d) => 2 * d.r > high).map((d) => d.text),
        values: discs.flatMap((a, i) => discs.slice(i + 1).filter((b) => away(a, b) < a.r + b.r - 4).map((b) => `${a.text} / ${b.text}`)),
        astray: all(".p").filter((e) => {
          const b = e.getBoundingClientRect(), hex = e.closest("[data-hex]").dataset.hex;
          const own = gap(b, named.find((p) => p.hex === hex));
          return named.some((p) => p.hex !== hex && gap(b, p) < own - 3);
        }).map((e) => e.textContent),
      };
    });
    assert.deepEqual(values, []);
    assert.deepEqual(large, []);
    assert.deepEqual(astray, []);
    await leave(page);
  });

test("4.7: where a map is too small to be read it comes close to where the company has tokens, and no further out to sea than it must", async () => {
  for (const [title, name] of [["18norway", "discard-discard"], ["18scan", "trains-bankrupt"]]) {
    await t.putGame(server, `near-${title}`, momentOf(title, name));
    const page = await openAt(`near-${title}`, 390, 844);
    if (await page.locator(".to-decision").count()) await page.locator(".to-decision").click();
    await page.locator(".board .z").first().waitFor();
    const wide = (await page.locator(".board .ground > g[data-hex] > path").first().boundingBox()).width;
    assert.ok(wide >= 55, `${title}: a hex is ${wide} px wide`);
    await leave(page);
  }
  await t.putGame(server, "coast", momentOf("18norway", "token-pass"));
  const page = await openAt("coast", 1440, 900);
  await page.locator(".board .mini").waitFor();
  const { seen: box, whole } = await page.evaluate(() => {
    const svg = document.querySelector(".board .map svg");
    return { seen: svg.getAttribute("viewBox").split(" ").map(Number), whole: svg.dataset.whole.split(" ").map(Number) };
  });
  assert.ok(box[0] >= whole[0] - 5001, `${box} of ${whole}: two hexes and a half of sea at most, which the small map lies on`);
  await leave(page);
});

test("a word that no mark needs is left out: where no token costs anything none says that it is free", async () => {
  await t.putGame(server, "home", momentOf("18nl", "home-token"));
  const page = await openAt("home", 1440, 900);
  await page.locator(".slot").first().waitFor({ state: "attached" });
  assert.equal(await page.locator(".slot-price").count(), 0);
  assert.equal(await page.locator(".board .p", { hasText: "Nijmegen" }).count(), 1);
  await leave(page);
});

test("4.7: a long name keeps off the ground of a neighbour that has its own: 18Scan's Copenhagen off Kiel", async () => {
  await t.putGame(server, "kiel", momentOf("18scan", "track-lay"));
  for (const [width, height] of [[1440, 900], [1280, 800], [390, 844]]) {
    const page = await openAt("kiel", width, height);
    if (await page.locator(".to-decision").count()) await page.locator(".to-decision").click();
    await page.locator("[data-view=map]").click();
    const name = page.locator(".board .p", { hasText: "Copen" });
    await name.waitFor();
    await page.waitForTimeout(400); // the camera glides
    const { over, side } = await page.evaluate(() => {
      const named = (word) => [...document.querySelectorAll(".board .rh-map .p")].find((e) => e.textContent.includes(word));
      const kiel = named("Kiel"), hex = document.querySelector(`.board .ground > g[data-hex="${kiel.closest("[data-hex]").dataset.hex}"]`).getBoundingClientRect();
      return { over: hex.right - named("Copen").getBoundingClientRect().left, side: hex.height / 2 };
    });
    assert.ok(over < 0.15 * side, `at ${width}x${height} it begins ${over} px before the end of Kiel, whose side is ${side}`);
    t.expectNoErrors(page);
    await leave(page);
  }
});

for (const [title, name] of [["18nl", "dividend-pay"], ["18norway", "dividend-pay"], ["18or", "dividend-divide"], ["1988", "dividend-pay"] /* after its fees */])
  test(`${title}: a phone shows the routes of the run from near while it is divided`, async () => {
    await t.putGame(server, `ran-${title}`, momentOf(title, name));
    const page = await openAt(`ran-${title}`, 390, 844);
    if (await page.locator(".to-decision").count()) await page.locator(".to-decision").click();
    await page.locator(".board .r path").first().waitFor({ state: "attached" });
    const wide = (await page.locator(".board .ground > g[data-hex] > path").first().boundingBox()).width;
    assert.ok(wide >= 55, `a hex is ${wide} px wide`);
    await leave(page);
  });

test("marks lie below names and circles, and a click on them goes to the mark", async () => {
  await t.putGame(server, "below", momentOf("18or", "track-lay"));
  const page = await openAt("below", 1440, 900);
  await page.locator(".board .mark.may").first().waitFor();
  assert.ok(await page.evaluate(() => document.querySelector(".board .mark.may").compareDocumentPosition(document.querySelector(".board .things")) & Node.DOCUMENT_POSITION_FOLLOWING));
  await page.locator(".board .mark.may").first().click(); // a circle lies over its middle
  await page.locator(".board .mark.chosen").waitFor();
  await leave(page);
});

test("the letters in circles that are kept for somebody are dark on their pale discs", async () => {
  await t.putGame(server, "kept", momentOf("18norway", "track-lay"));
  const page = await openAt("kept", 1440, 900);
  const looks = await page.locator(".board .k.w").evaluateAll((all) => all.map((e) => [getComputedStyle(e).opacity, getComputedStyle(e.querySelector("text")).fill].join(" ")));
  assert.deepEqual([...new Set(looks)], ["1 rgb(34, 34, 34)"]);
  await leave(page);
});

for (const title of t.TITLES)
  test(`${title}: drawn anew a hex at a time, the map is the one that the engine draws, at every moment back and forth`, async () => {
    const text = momentOf(title, "end");
    await t.putGame(server, `redrawn-${title}`, text);
    const ask = newEngine();
    ask({ ask: "open", text });
    const log = ask({ ask: "log" });
    const page = await atDesk(`redrawn-${title}`);
    await page.keyboard.press("m");
    await page.locator(".board .map svg").waitFor();
    const runs = log.filter((e) => e.kind === "run").map((e) => e.k + 1);
    const stops = [0.1, 0.5, 0.51, 0.3, 0.9, 0.91].map((part) => Math.floor(part * log.length)).flatMap((at) => [at, runs.findLast((k) => k <= at) ?? at, at + 1]);
    for (const at of stops) {
      const slider = page.locator(".history input[type=range]");
      await slider.fill(String(at));
      await page.locator(".count", { hasText: `${at} / ` }).waitFor();
      const last = log[at - 1];
      const { svg } = ask({ ask: "map", at, line: last?.kind === "run" ? last.line : undefined });
      const [shown, drawn] = await page.evaluate((source) => {
        const template = document.createElement("template");
        template.innerHTML = source;
        /* What the page adds and moves is no part of the picture: marks, places and forms of letters. */
        const bare = (e) => `<${e.tagName} ${[...e.attributes].filter(({ name }) => !/^(x|y|style|class|viewBox|width|height|role|aria-label|data-(?!hex|track|color).*)$/.test(name)).map((a) => `${a.name}=${a.value}`).join(" ")}>${
          e.matches(".p") ? e.dataset.name ?? e.textContent : e.children.length ? [...e.children].filter((c) => !c.matches("title, .slot, .slot-price")).map(bare).join("") : e.textContent}`;
        const layers = (root) => [...root.children].filter((c) => !c.matches("title") && !c.querySelector(".mark") && (c.children.length || c.tagName !== "g")).map(bare);
        return [layers(document.querySelector(".board .map svg")), layers(template.content.querySelector("svg"))];
      }, svg);
      for (const [n, layer] of drawn.entries()) assert.equal(shown[n], layer, `after action ${at}, layer ${n}`);
      assert.equal(shown.length, drawn.length);
    }
    t.expectNoErrors(page);
    await leave(page);
  });

test("4.7: no name covers the bar of a town; a run of two stops is seen whole on a phone", async () => {
  await t.putGame(server, "town-name", momentOf("18scan", "track-pass"));
  const page = await atDesk("town-name");
  const crossed = await page.evaluate(() => {
    const boxes = (what) => [...document.querySelectorAll(`.board ${what}`)].map((e) => e.getBoundingClientRect());
    const name = boxes('.things > g[data-hex="A20"] .p')[0], bar = boxes('.things > g[data-hex="A20"] .o')[0];
    return Math.min(name.right, bar.right) - Math.max(name.left, bar.left) > 1 && Math.min(name.bottom, bar.bottom) - Math.max(name.top, bar.top) > 4;
  });
  assert.equal(crossed, false);
  await leave(page);
  await t.putGame(server, "run-on-phone", momentOf("18scan", "bonus_run-run"));
  const phone = await openAt("run-on-phone", 390, 844, { hasTouch: true });
  await phone.locator(".to-decision").click(); // first it tells what has happened
  await phone.locator(".board .r path").first().waitFor({ state: "attached" });
  const [run, stage] = await phone.evaluate(() => [".board .r path", ".board svg"].map((what) => { const { top, bottom } = document.querySelector(what).getBoundingClientRect(); return { top, bottom }; }));
  assert.ok(run.top > stage.top && run.bottom < stage.bottom, JSON.stringify([run, stage]));
  await leave(phone);
});
