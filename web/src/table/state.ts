// SPDX-License-Identifier: Apache-2.0
// state.ts: what is on the table, as values, and everything that can happen to it, as functions from one value to the
// next. Nothing here asks the engine, draws or keeps: useGame.ts, choosing.ts and routes.ts ask, and move the state with the answers.
// A click, a bot, a programme and a row of somebody else's log move it by the same functions.
import { redoLine } from "../engine/rows";
import type { Choice, Legal, LogEntry, RunView, State, Struck, View } from "../engine/types";

// --- the game ----------------------------------------------------------------------------------------

/** What the engine says of the game after something has happened. */
export interface After {
  standing: State;
  now: View;
  struck: Struck[];
}

export interface GameState {
  standing: State | null; // null, like now: the record cannot be opened
  now: View | null; // another one whenever something was played or taken back
  log: LogEntry[]; // the actions in force
  struck: Struck[];
  at: number | null; // the moment that is looked at; null: the present
  free: boolean; // bots play although something was taken back here
  halted: boolean;
  hurried: boolean; // bots do without their pauses up to a person's decision
  thinking: boolean; // a bot is, for longer than a moment
  silent: View | null; // where bots have nothing to say
  proof: { of: Legal; legal: Legal } | null; // found later, by a worker
  asks: { to: number; then: string[] } | null; // may this be taken back?
  message: string;
  units: { from: number; to: number }[]; // clicks of this sitting that were several lines: [from, to)
  heights: number[]; // how many actions there were before each undo since the last action
}

export const opened = (after: After | null, log: LogEntry[]): GameState => ({
  standing: after?.standing ?? null, now: after?.now ?? null, struck: after?.struck ?? [], log,
  at: null, free: false, halted: false, hurried: false, thinking: false, silent: null, proof: null, asks: null, message: "", units: [], heights: [],
});

export const said = (s: GameState, message: string): GameState => ({ ...s, message });

/** These entries were played; again: they are what was taken back last, as a whole. */
export const played = (s: GameState, entries: LogEntry[], after: After, again = false): GameState => ({
  ...s, ...after, log: [...s.log, ...entries], at: null, asks: null, heights: entries.length && !again ? [] : s.heights,
});

/** One click was all of these lines, which come next. */
export const asUnit = (s: GameState, lines: number): GameState => ({
  ...s, units: [...s.units, { from: s.log.length, to: s.log.length + lines }],
});

/** Only so many actions stay. Bots wait then, for it may be fetched again. */
export const takenBack = (s: GameState, to: number): GameState => ({
  ...s, log: s.log.slice(0, to), units: s.units.filter((u) => u.from < to), free: false,
  heights: to < s.log.length ? [...s.heights, s.log.length] : s.heights,
});

/** Is the next action that can be fetched again all of what was taken back last? */
export const redoesAll = (s: GameState): boolean => s.heights.at(-1) === s.log.length + 1;
export const fetching = (s: GameState): GameState => ({ ...s, free: false, heights: redoesAll(s) ? s.heights.slice(0, -1) : s.heights });

/** A row that was made elsewhere, and the log after it. */
export const rowTaken = (s: GameState, kind: string, log: LogEntry[]): GameState => ({
  ...s, log,
  heights: kind === "act" ? [] : kind === "undo" ? [...s.heights, s.log.length] : kind === "redo" ? s.heights.slice(0, -1) : s.heights,
});
/** … and all of them: whoever looks at the past goes on looking. */
export const rowsTaken = (s: GameState, after: After, free: boolean): GameState => ({
  ...s, ...after, free, asks: null, units: s.units.filter((u) => u.from < s.log.length),
  at: s.at !== null && s.at < s.log.length ? s.at : null,
});

/** The engine was started anew, with this game. */
export const startedAnew = (s: GameState, log: LogEntry[], after: After, why: string): GameState => ({ ...s, ...after, log, at: null, asks: null, halted: true, message: why });

export const lookedAt = (s: GameState, to: number): GameState => {
  const k = Math.max(0, Math.min(s.log.length, to));
  return { ...s, at: k === s.log.length ? null : k, asks: null };
};
export const here = (s: GameState): number => s.at ?? s.log.length;

export const redoOf = (s: GameState): string | undefined => redoLine(s.struck, s.log.length);

/** Where the last click of a person began; what bots did since goes with it. */
export function lastClick(s: GameState, isPerson: (e: LogEntry | undefined) => boolean): number {
  let k = s.log.length - 1;
  while (k > 0 && !isPerson(s.log[k])) k--;
  return s.units.find((u) => u.from <= k && k < u.to)?.from ?? k;
}

/** Where the round before the moment that is looked at begins, and the one after it. */
const begins = (log: LogEntry[]) => (e: LogEntry, k: number): boolean => e.round !== log[k - 1]?.round;
export const roundBefore = (s: GameState): number => s.log.findLastIndex((e, k) => k < here(s) && begins(s.log)(e, k));
export function roundAfter(s: GameState): number {
  const k = s.log.findIndex((e, i) => i > here(s) && begins(s.log)(e, i));
  return k < 0 ? s.log.length : k;
}

// --- what is being chosen ----------------------------------------------------------------------------

/** A choice that the next click there, or Enter, would play. */
export interface Armed {
  choice: Choice;
  amount: number | null;
  place: string; // where it was armed: the same choice may stand in two places
  before: string[]; // lines that go before it in the same unit: passes, the run before a dividend
}

export interface Choosing {
  hex: string | null; // on the map
  sort: string; // of choices on hexes, if only one is marked
  only: string; // the line whose choices alone are marked
  tried: Choice | null; // shown on the map
  armed: Armed | null;
  looked: Choice | null; // the pointer rests on it: the market shows where it leads
  edited: RunView | null; // routes that differ from the best
  train: string; // whose route clicks change
  routeMessage: string;
}

/** Where a decision begins. */
export const UNDECIDED: Choosing = { hex: null, sort: "", only: "", tried: null, armed: null, looked: null, edited: null, train: "", routeMessage: "" };

export const armedWith = (c: Choosing, armed: Armed): Choosing => ({ ...c, armed, tried: armed.choice });
export const disarmed = (c: Choosing): Choosing => ({ ...c, armed: null, tried: null });
export const amountOf = (c: Choosing, amount: number): Choosing => ({ ...c, armed: c.armed && { ...c.armed, amount } });
/** Lets go of everything that is only pointed at; routes that were drawn stay. */
export const letGo = (c: Choosing): Choosing => ({ ...disarmed(c), hex: null, looked: null, routeMessage: "" });
/** A route was changed, or could not be. */
export const rerouted = (c: Choosing, train: string, edited: RunView | string): Choosing =>
  typeof edited === "string" ? { ...c, train, routeMessage: edited } : { ...c, train, edited, routeMessage: "" };

/** What is being chosen, as it is kept for whoever closes the page: in lines of the record. */
export interface Draft {
  actions: number; // in the game: it belongs to that decision only
  hex: string | null;
  tried?: string;
  armed?: { line: string; amount: number | null; place: string; before: string[] };
  run?: string; // routes that differ from the best
  train: string;
}

/** Nothing is worth keeping: null. */
export function draftOf({ hex, tried, armed, edited, train }: Choosing, actions: number): Draft | null {
  if (hex === null && !armed && !edited) return null;
  return { actions, hex, tried: tried?.line, armed: armed ? { ...armed, line: armed.choice.line } : undefined, run: edited?.line, train };
}

/** The same again, if the choices are still there; edited: the routes that it kept. */
export function drafted(d: Draft, choices: Choice[], edited: RunView | null): Choosing {
  const find = (line: string | undefined) => choices.find((c) => c.line === line) ?? null;
  const choice = find(d.armed?.line);
  const armed = d.armed && choice ? { choice, amount: d.armed.amount, place: d.armed.place, before: d.armed.before } : null;
  return { ...UNDECIDED, hex: d.hex, tried: find(d.tried), armed, edited, train: d.train };
}
