// SPDX-License-Identifier: Apache-2.0
// keys.ts: the keys of the moment and of the views; those that go through the game are useGame.ts's, arrows on the map
// Board.tsx's. One key has several meanings, each in its moment: of the rows below the first that has something to do has
// it, so their order matters.
import { useLayoutEffect } from "preact/hooks";
import type { Choice } from "../engine/types";
import type { Chooser } from "./choosing";
import { viewsOf } from "./Frame";
import type { Mark } from "./marks";
import type { Routes } from "./routes";
import type { Turn } from "./turn";
import type { Game } from "./useGame";

/** What keys know of the table, and what they can do there besides clicking what is seen. */
export interface Keyboard {
  game: Game;
  chooser: Chooser;
  routes: Routes;
  turn: Turn;
  mine: Choice[]; // of whoever must decide here and now
  shown: string; // on the stage
  marks: Mark[];
  answers: string; // where what somebody asks is armed
  onHex(hex: string): void;
  onView(id: string): void;
  onLayers(): void;
  onSettings(): void;
  onDrawer?(): void; // of the story, where it is one
  onHold?(): void; // of a replay, where there is one
  onClose(): void; // of all that was opened over the table
}

const FIGURES = [..."123456789"];
/** The n-th of them is had with its figure. */
const THINGS = ".shop .offer [data-line], .stage :is(.charter.card, .private-card) [data-line]";

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const one = (selector: string) => document.querySelector<HTMLElement>(selector);

/** These move something, and go on while they are held. */
const HELD = /^(Arrow|Page|Tab|Home|End|[-+qe]$)/;

/* Any other key that is held is pressed once: what it would play next is another decision, perhaps somebody else's. It is
 * caught before all who listen, and before a button that has the focus. */
window.addEventListener("keydown", (event) => {
  const target = event.target as HTMLElement;
  const writes = target.matches("textarea") || (target.matches("input:not([type=radio], [type=checkbox])") && event.key !== "Enter");
  if (!event.repeat || writes || HELD.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

type Row = [keys: string | string[], deed: (() => void) | false | null | undefined];

/** What each key would do now. */
function rowsOf({ key, shiftKey, target }: KeyboardEvent, at: Keyboard): Row[] {
  const { game, chooser, routes, turn, mine } = at;
  const { armed } = chooser.state;
  const idle = !(target as HTMLElement).closest("button, a, summary, [role=button]"); // these have Enter and Space themselves
  const running = one(".decide .run") !== null;
  const clickOn = (selector: string) => { const e = one(selector); return e && (() => e.click()); };
  const figure = Number(key) - 1;
  const mark = at.shown === "map" ? at.marks.filter((m) => m.kind === "may")[figure] : undefined;
  const thing = all(THINGS)[figure];
  const zoom = one(".zoom");
  const pass = mine.find((c) => c.kind === "pass");
  const answer = mine.find((c) => c.kind === (key === "y" ? "accept" : "decline"));
  const wanted = game.problem ? undefined : viewsOf(game.view).find(([, , k]) => k === key)?.[0];
  return [
    ["Enter", shiftKey && turn.end],
    ["Enter", armed && idle && chooser.confirm],
    ["Enter", !armed && idle && clickOn("[data-kind=run-pay]")],
    [FIGURES, mark && (() => at.onHex(mark.hex))],
    [FIGURES, thing && (() => { thing.focus(); thing.click(); })],
    ["r", turn.repeat],
    ["x", running && (() => routes.clear(false))],
    ["X", running && (() => routes.clear(true))],
    ["v", running && routes.asLastTime],
    [["+", "-", "0"], zoom && (() => all(".zoom button")["+-0".indexOf(key)]?.click())],
    [",", zoom && at.onLayers],
    ["k", clickOn("[data-kind=run-withhold]")],
    ["h", running && (() => one("[data-kind=run-half]")?.click())],
    ["b", running && routes.best],
    [["n", "p"], pass && (() => game.play([pass.line]))],
    [["y", "n"], answer && (() => chooser.arm(answer, at.answers))],
    ["f", game.botTurn && game.finish],
    [" ", idle && at.onHold],
    [" ", idle && game.botTurn && !game.past && (() => game.halt(!game.halted))],
    [key, wanted === "log" && at.onDrawer],
    [key, wanted !== undefined && (() => at.onView(wanted))],
    ["d", () => [...all(".stage [data-line]"), ...all(".decide button")].find((b) => b.checkVisibility())?.focus()],
    ["/", () => {
      const typed = one(".typed") as HTMLDetailsElement | null;
      if (typed) typed.open = true;
      typed?.querySelector("input")?.focus();
    }],
    ["?", at.onSettings],
  ];
}

export function useKeys(at: Keyboard): void {
  /* Anew at every drawing, and before it is painted: what is seen to be armed can be confirmed at once. */
  useLayoutEffect(() => {
    const key = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") {
        at.onClose();
        if (at.game.asks) at.game.keep();
        if (target.matches("input")) target.blur(); // the keys are the table's again
        return at.chooser.forget();
      }
      if (target.matches("input:not([type=radio], [type=checkbox]), select, textarea")) return;
      const deed = rowsOf(event, at).find(([keys, does]) => does && [keys].flat().includes(event.key))?.[1];
      if (!deed) return;
      deed();
      event.preventDefault();
    };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  });
}
