// SPDX-License-Identifier: Apache-2.0
// guest.mjs: somebody who knows nothing but the screen. He clicks what he sees, by its place, and has no engine, no
// typed action and no record; where he sees nothing to click although it is his turn, the page is at fault. What he
// likes are weights by the kind of thing, so that games go on and come to their end; the rest is chance of a seed.
import assert from "node:assert/strict";
import * as t from "./table.mjs";

/** How much he likes a kind of thing, besides the others that he sees; what is not named here is a title's own. Track goes
 * before the run that stands beside it, or companies stay poor and never come to the trains that end a game. */
const LIKES = {
  pass: 2, bid: 2, raise: 2, take: 6, start: 5, par: 6, buy: 6, sell: 0.4, train: 8, hex: 80, token: 80, run: 40, "run-pay": 60,
  "run-withhold": 4, "run-half": 8, acquire: 0.4, cede: 0.4, accept: 4, decline: 3, fold: 0.5, offer: 0.3, merge: 0.3,
  scrap: 0.2, abandon: 0.3, close: 0.05, remove: 0.3, release: 0.3, bankrupt: 0.2, declare: 0.3, deal: 0.2, sold: 6, once: 6, twice: 6,
};
const USUAL = 3;
/** A game that only dearer trains bring to its end would never end where all is paid out: after so many actions he saves. */
const LATE = 600;
const LIKES_LATE = { ...LIKES, "run-half": 60, "run-pay": 20, "run-withhold": 20, train: 20 };

/** A chain of figures between 0 and 1, the same for the same seed. */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What is seen at this instant: where the game stands, and everything that can be clicked to play. Runs in the page,
 * where it leaves the things for reach(). */
export function look() {
  const text = (selector) => document.querySelector(selector)?.textContent ?? "";
  /** Where its middle can be clicked; what stands in a list that is scrolled is scrolled to. */
  const middle = (element, scroll = element.closest(".actor, .scrolls, .charters, .private-cards")) => {
    const box = element.getBoundingClientRect();
    const at = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const on = document.elementFromPoint(at.x, at.y);
    /* What is drawn may leave clicks to what it is drawn on; a button that its own list covers is not reached. */
    if (on && (element.contains(on) || (element instanceof SVGElement && on.contains(element)))) return at;
    if (!scroll) return undefined;
    element.scrollIntoView({ block: "nearest" });
    return middle(element, null);
  };
  const things = [], elements = [];
  const all = (selector, sort, kind) => {
    for (const e of document.querySelectorAll(selector)) {
      if (!e.checkVisibility() || e.disabled || !middle(e)) continue;
      things.push({ sort, kind: kind ?? e.dataset.kind, n: elements.length, words: (e.getAttribute("aria-label") ?? e.textContent).trim().slice(0, 80) });
      elements.push(e);
    }
  };
  window.guestReaches = (n) => middle(elements[n]);
  all("[data-confirm]", "confirm");
  all("[data-lay]", "lay", "lay");
  all(".disc, .tile-card, [data-turn]", "tile", "tile");
  all(".grid .may button", "cell");
  all("[data-kind^=run]:not([data-confirm], [data-line])", "choice");
  all(".popover button[data-line]:not([data-confirm])", "opened");
  all(":is(.stage, .actor) button[data-line]:not([data-confirm], .price, .tile, .popover *)", "choice");
  all("[data-kind=raise]:not([data-confirm])", "choice");
  all("[data-pass]", "choice", "pass");
  all(".half button[aria-pressed=false]", "choice", "start");
  all(".board .mark.may", "choice", "hex");
  all(".decide details:not([open], .typed, .hint details) > summary", "fold", "fold");
  const inList = [...document.querySelectorAll(".decide details.all [data-kind]")].map((e) => e.dataset.kind);
  const elsewhere = [...document.querySelectorAll("[data-kind]")].filter((e) => !e.closest("details.all")).map((e) => e.dataset.kind);
  const [owns, limit] = text(".actor .charter .limit").split(" of ").map(Number);
  return {
    lastPlace: owns + 1 >= limit, // its next train fills the company
    count: text(".count"), decision: text("[data-decision]"), message: text(".message"), things,
    over: text("[data-decision]") === "The game is over",
    waits: document.querySelector(".thinking, .decide.watching, [data-region=decision][aria-busy=true]") !== null || !document.querySelector("[data-decision]"),
    /** Kinds of actions that nothing but the folded list carries; a company is started on the market, behind Start… */
    onlyListed: [...new Set(inList.filter((k) => k !== "start" && !elsewhere.includes(k) && !elsewhere.includes("raise")))],
  };
}

/** A company that is full never buys the train that ends the game, and if all are full nobody does: its last place is
 * for a train of the bank, no ship and no train of others, as long as he need not buy. */
const fills = (x) => x.kind === "train" && (/ship/.test(x.words) || !/bank/.test(x.words));

/** A hex says what is done there: what he dislikes he dislikes there too. */
const kindOf = ({ kind, words }) => {
  const word = words.split(" ")[0].toLowerCase();
  return kind === "hex" && word in LIKES ? word : kind;
};

/** A sort that asks to be finished goes before anything else; what a click on a hex has opened, mostly. */
const FINISH = ["confirm", "lay", "cell", "opened"];

export class Guest {
  own = []; // where in the game the actions begin that he clicked
  onlyListed = new Map(); // kind → the decision in which nothing but the list had it

  constructor(page, seed) {
    this.page = page;
    this.random = chance(seed);
  }

  /** What he sees as soon as it is a person's turn, or the game is over. */
  async turn() {
    return t.until(async () => {
      const seen = await this.page.evaluate(look).catch(() => undefined); // the page is just loading
      return seen && (seen.over || !seen.waits) ? seen : undefined;
    });
  }

  pick(things, weight) {
    const sum = things.reduce((n, x) => n + weight(x), 0);
    let at = this.random() * sum;
    return things.find((x) => (at -= weight(x)) < 0) ?? things.at(-1);
  }

  /** The next thing to click. Of one kind there may be many: the kind is chosen first. */
  choose(seen) {
    for (const sort of FINISH) {
      const those = seen.things.filter((x) => x.sort === sort);
      const tiles = seen.things.filter((x) => x.sort === "tile");
      if (sort === "lay" && those.length && tiles.length && this.random() < 0.5) return this.pick(tiles, () => 1);
      if (those.length && (sort !== "opened" || this.random() < 0.8)) return this.pick(those, () => 1);
    }
    const waits = seen.lastPlace && seen.things.some((x) => x.kind === "pass");
    const things = waits ? seen.things.filter((x) => !fills(x)) : seen.things;
    const kinds = [...new Set(things.map(kindOf))].map((kind) => ({ kind }));
    const likes = this.own.length < LATE ? LIKES : LIKES_LATE;
    const kind = this.pick(kinds, (x) => likes[x.kind] ?? USUAL)?.kind;
    return this.pick(things.filter((x) => kindOf(x) === kind), () => 1);
  }

  /** One action, with as many clicks as it takes; false: the game is over. */
  async act() {
    const first = await this.turn();
    if (first.over) return false;
    const trail = [];
    for (let seen = first, clicks = 0; ; clicks++) {
      for (const kind of seen.onlyListed) if (!this.onlyListed.has(kind)) this.onlyListed.set(kind, seen.decision);
      const thing = this.choose(seen);
      const way = () => `${seen.decision}\nafter ${first.count}: ${trail.join(" → ")}\nseen: ${seen.things.map((x) => `${x.kind}: ${x.words}`).join("; ")}\n${seen.message}`;
      if (!thing || clicks === 40) {
        await this.page.screenshot({ path: `${t.SHOTS}/guest.png` });
        assert.fail(`${thing ? "clicks lead nowhere" : "nothing can be clicked"}: ${way()}`);
      }
      trail.push(`${thing.kind} “${thing.words}”`);
      const at = await this.page.evaluate((n) => window.guestReaches(n), thing.n);
      if (at) await this.page.mouse.click(at.x, at.y); // else the table has just been drawn again
      seen = await this.turn(first.count);
      assert.equal(seen.message, "", `what was offered is refused: ${way()}`);
      if (seen.count !== first.count) {
        this.own.push(Number(first.count.split(" / ")[1]));
        this.last = { before: first, after: seen };
        return !seen.over;
      }
    }
  }

  /** Takes his last click back, and stands where he stood before it. */
  async undo() {
    await this.page.getByRole("button", { name: /^Undo(?! turn)/ }).click();
    const { before } = this.last;
    const seen = await t.until(async () => {
      const now = await this.turn();
      return now.count === before.count && now;
    });
    assert.equal(seen.decision, before.decision);
    this.own.pop();
  }

  /** Loads the page again, which shows the same. */
  async reload() {
    const before = await this.turn();
    await this.page.locator(".saved:not(.bad)").waitFor();
    await this.page.reload();
    const after = await this.turn();
    assert.deepEqual([after.count, after.decision], [before.count, before.decision]);
  }

  /** Plays so many actions of people or to the end, with an undo and a reload now and then; true: it is over. */
  async play(actions, { undoEvery = 25, reloadEvery = 60 } = {}) {
    for (let n = 1; n <= actions; n++) {
      if (!(await this.act())) return true;
      if (n % undoEvery === 0) await this.undo();
      if (n % reloadEvery === 0) await this.reload();
    }
    return false;
  }
}

/** The words of the actions that he clicked himself, with how often, most first. One click may be several actions of
 * one actor, up to the next click. */
export function kindsOf(guest, lines) {
  const kinds = new Map();
  for (const [i, from] of guest.own.entries()) {
    const actor = lines[from].split(" ")[0];
    for (let k = from; k < (guest.own[i + 1] ?? lines.length) && lines[k].split(" ")[0] === actor; k++) {
      const word = lines[k].split(" ")[1];
      kinds.set(word, (kinds.get(word) ?? 0) + 1);
    }
  }
  return [...kinds].sort(([, a], [, b]) => b - a);
}
