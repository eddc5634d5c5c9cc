// SPDX-License-Identifier: Apache-2.0
// useGame.ts: a game on the table: what was played, where somebody looks, and the bots that play on. The
// engine keeps every position of the game, so looking back is a number; what is played goes to it as
// lines of the record, one click as one unit. What becomes of the state then is said in state.ts.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Bots } from "../engine/bots";
import { EngineFailed, isProblem, isRefused, type Engine } from "../engine/engine";
import { prove } from "../engine/prove";
import { playRow } from "../engine/rows";
import type { Legal, LogEntry, Refusal, State, Struck, View } from "../engine/types";
import { printOf, type Deed, type Seat } from "../keep";
import type { Row } from "../keep/live";
import { capital } from "./Act";
import { useMoves } from "./moves";
import * as T from "./state";
import { ownTurn, turnStart } from "./TakeBack";

/** Steps of the search for a run, to try what the page says without a proof: …?steps=1000 */
const STEPS = Number(new URLSearchParams(location.search).get("steps")) || undefined;
/** Milliseconds that bots play without a pause before the table is drawn again: where only bots sit people watch
 * them; where a person sits everything until that person's decision is one stretch, and the story tells it. */
const SPREE = 150;
const STRETCH = 10_000;
const UNIT_LINES = 64; // kept together at most (server/table.h)

export interface GameProps {
  engine: Engine;
  record: string;
  seats: Seat[];
  prepared?: boolean; // nobody thinks here: what the others play is written down
  adrift?: boolean; // somebody else has played on: until it is said what becomes of ours nobody plays by itself
  /** What was done here, and the game then. */
  onChange(changed: Changed): void;
  /** What others do in this game: another tab, or friends. */
  others?: Others;
  /** Several people play, each at their own screen. */
  shared?: Shared;
}

/** A table of several people: what is done here is asked of whoever keeps it, and comes back as rows like everything
 * that the others do; each promise resolves when it has. */
export interface Shared {
  seats: number[]; // from 0: those of whoever sits here; none: a spectator
  calls: boolean; // the table itself calls out
  /** anyTime: also if others have acted meanwhile. */
  act(lines: string[], anyTime: boolean): Promise<void>;
  undo(to: number): Promise<void>; // or asks those whom it concerns
  redo(): Promise<void>;
}

export interface Changed {
  record: string;
  now: { actions: number; round: string; over: boolean; result: string; options: string[] };
  deeds: Deed[];
  bots: boolean; // nobody's hand did it
}

export interface Others {
  /** Calls `take` with every row that was not made here, until the answer is called. */
  listen(take: (rows: Row[]) => void): () => void;
  /** This page and the log are not the same game any more: it is to be loaded again. */
  lost(why: string): void;
}

export interface Game {
  problem: string; // the record cannot be opened
  view: View; // of the moment that is looked at
  now: View; // of the present; another one whenever something was played or taken back
  legal: Legal;
  log: LogEntry[];
  struck: Struck[];
  actions: number;
  here: number; // the moment that is looked at
  past: boolean; // … which is not the present
  decider: Seat | undefined;
  botTurn: boolean;
  away: boolean; // it is for somebody at another screen to decide
  sending: boolean; // what was done here is on its way
  clock: Legal["clock"];
  calls: boolean; // a bot would have to make the call that the clock is for
  held: boolean; // the clock stands: bots are halted, or have not spoken yet
  pondering: boolean; // bots may speak out of turn and think about it
  waits: boolean; // bots wait, for something was taken back here
  halted: boolean;
  adrift: boolean;
  thinking: boolean;
  redo: string | undefined;
  message: string;
  asks: { to: number; then: string[] } | null; // may this be taken back?
  /** itself: a programme does, nobody's hand. */
  play(lines: string[], itself?: boolean): void;
  back(to: number, then?: string[]): void;
  backOrAsk(to: number, then?: string[]): void;
  keep(): void; // … no, it may not
  undo(): void;
  undoTurn(): void;
  redoOne(): void;
  go(to: number): void;
  goOn(): void;
  halt(yes: boolean): void;
  paced: boolean; // bots make pauses
  finish(): void; // … not up to the next decision of a person
  say(message: string): void;
  rename(players: string[]): string; // before the first action; "" or why not
  save(): void; // once more: seats or name have changed
}

/** How bots play: milliseconds before they do; turns: as much as belongs to one turn. */
export interface Pace {
  pause: number;
  turns: boolean;
}

/** Of what bots would play, what one actor does in a row. */
const firstTurn = (lines: string[]): string[] => {
  const actor = (line: string) => line.split(" ", 1)[0];
  const end = lines.findIndex((l) => actor(l) !== actor(lines[0]!));
  return end < 0 ? lines : lines.slice(0, end);
};

/** undefined: the engine failed, and what came of it is said (Engine.onFailed). */
function unlessFailed<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (e) {
    if (e instanceof EngineFailed) return undefined;
    throw e;
  }
}

const refusal = ({ text, id }: Refusal): string => `Not allowed: ${text} (${id})`;

/** What was played, in parts that can be kept as a whole. */
const actsOf = (lines: string[]): Deed[] =>
  Array.from({ length: Math.ceil(lines.length / UNIT_LINES) }, (_, i) => ({
    kind: "act", lines: lines.slice(i * UNIT_LINES, (i + 1) * UNIT_LINES),
  }));

export function useGame({ engine, record, seats, prepared, adrift = false, onChange, others, shared }: GameProps, pace: Pace): Game {
  const start = useMemo(() => engine.open(record), []);
  const problem = isProblem(start) ? start.error : "";
  const none = problem !== "";
  const { state, current, move } = useMoves(() =>
    isProblem(start) ? T.opened(null, []) : T.opened({ standing: start, now: engine.view(), struck: engine.struck() }, engine.log()));
  const { now, log, struck, at, halted, free } = state;
  const actions = log.length;
  const here = T.here(state);
  const [sending, setSending] = useState(false);
  const bots = useRef<Bots | null>(null);
  const changed = useRef(onChange);
  changed.current = onChange;
  useLayoutEffect(() => {
    engine.onFailed = (why, standing) => {
      bots.current?.forget();
      move(T.startedAnew, engine.log(), { standing, now: engine.view(), struck: engine.struck() }, why);
    };
    return () => { engine.onFailed = undefined; };
  }, [engine]);

  const view = useMemo(() => (at === null ? now : engine.view(at)), [engine, at, now]);
  const decider = seats.find((s) => s.name === now?.decision?.player);
  const isBot = (name: string | undefined) => (seats.find((s) => s.name === name)?.kind ?? "human") !== "human";
  const clock = useMemo(() => (none ? undefined : engine.decision().clock), [engine, none, now]);
  /** A call that a bot would make waits while people may still speak. */
  const calls = !shared && clock !== undefined && isBot(decider?.name) && seats.some((s) => s.kind === "human");
  const botTurn = isBot(decider?.name) && !now?.over && !calls && !(shared && clock);
  const watches = shared?.seats.length === 0;
  const all = useMemo(
    () => (none ? null : watches || (botTurn && !shared) || now?.over ? engine.decision() : engine.legal(STEPS)),
    [engine, none, now, botTurn, watches],
  );
  /** What a bot may do out of turn is the bot's business. */
  const botsMay = !shared && !botTurn && !now?.over && (all?.choices ?? []).some((c) => isBot(c.by));
  /** At a table of several people: what is for this screen to do. A company acts by whoever decides for it. */
  const own = shared?.seats.map((i) => seats[i]?.name).join("\n");
  const isOwn = (by: string | undefined) => own?.split("\n").includes(seats.some((s) => s.name === by) ? by! : decider?.name ?? "") ?? true;
  const listed = useMemo(() => {
    if (!all || !(botsMay || shared)) return all;
    const call = shared?.calls ? all.clock?.line : undefined;
    return {
      ...all, ...(isOwn(decider?.name) ? {} : { greyed: undefined, unstarted: undefined, unsold: undefined, no_sale: undefined }),
      choices: all.choices.filter((c) => (shared ? isOwn(c.by) && c.line !== call : !isBot(c.by))),
    };
  }, [all, botsMay, own, shared?.calls]);
  const away = shared !== undefined && !(clock ? listed?.choices.length : isOwn(decider?.name));
  const legal = state.proof?.of === listed ? state.proof.legal : listed;
  useEffect(() => {
    if (!listed?.best || listed.proved) return;
    const text = engine.record();
    if (!isProblem(text)) return prove(text.text, (found) => move((s) => ({ ...s, proof: { of: listed, legal: found } })));
  }, [engine, listed]);
  const say = useCallback((message: string) => { move(T.said, message); }, [move]);
  const write = useCallback((deeds: Deed[], byBots = false) => {
    const text = engine.record();
    const { standing, now: shown } = current();
    if (isProblem(text) || !standing || !shown) return;
    const { actions: count, over, result } = standing;
    changed.current({ record: text.text, now: { actions: count, round: shown.round, over, result, options: shown.title.options }, deeds, bots: byBots });
  }, [engine, current]);

  /** Plays these lines, then shows the table; false: one was not allowed, and those behind it were not
   * played. from: where the game stands before them, if that is not shown yet, and what was done to come there;
   * as: what they are, if they are not simply played. */
  const playAll = useCallback((lines: string[], { from, done = [], as, byBots }: {
    from?: State; done?: Deed[]; as?: Deed; byBots?: boolean } = {}): boolean => unlessFailed(() => {
    let standing = from;
    let after: View | undefined;
    let trouble = "";
    const entries: LogEntry[] = [];
    for (const [i, line] of lines.entries()) {
      const answer = engine.play(line, i === lines.length - 1);
      if (isProblem(answer)) trouble = answer.error;
      else if (isRefused(answer)) trouble = refusal(answer.refused);
      if (isProblem(answer) || isRefused(answer)) break;
      entries.push(answer.entry);
      standing = answer;
      after = answer.view;
    }
    move(T.said, trouble);
    if (standing) {
      move(T.played, entries, { standing, now: after ?? engine.view(), struck: engine.struck() }, as !== undefined);
      write([...done, ...(as ? [as] : actsOf(entries.map((e) => e.line)))], byBots);
    }
    return !trouble;
  }) ?? false, [engine, move, write]);
  const letBots = useCallback((yes: boolean) => { move((s) => ({ ...s, free: yes })); }, [move]);

  /** At a table of several people: one thing at a time is on its way. */
  const busy = useRef(false);
  const send = useCallback((work: () => Promise<void>) => {
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    say("");
    work().catch((e: unknown) => say(e instanceof Error ? capital(e.message) : String(e)))
      .finally(() => { busy.current = false; setSending(false); });
  }, [say]);

  /** One click: all of its lines or none. */
  const play = useCallback((lines: string[], itself = false) => {
    if (shared) return send(() => shared.act(lines, clock !== undefined || away));
    if (lines.length > 1) {
      const answer = engine.preview(lines);
      if (isProblem(answer)) return say(answer.error);
      if (isRefused(answer)) return say(refusal(answer.refused));
      move(T.asUnit, lines.length);
    }
    if (playAll(lines, { byBots: itself })) letBots(true);
  }, [engine, playAll, shared, clock, away]);

  const back = useCallback((to: number, then: string[] = []) => {
    const { length } = current().log;
    if (shared) // what was taken back is fetched again if the way to it is free at once
      return send(async () => {
        if (to < length) await shared.undo(to);
        if (then.length && current().log.length === to) await shared.act(then, false);
      });
    if (to < 0 || to > length || (to === length && !then.length)) return;
    const standing = engine.back(to);
    if (isProblem(standing)) return say(standing.error);
    move(T.takenBack, to);
    bots.current?.forget();
    playAll(then, { from: standing, done: to < length ? [{ kind: "undo", to }] : [] });
  }, [engine, playAll, shared]);
  const isPerson = useCallback(
    (e: LogEntry | undefined) => (shared ? shared.seats.includes(e?.player ?? -1) : e?.player === undefined || (seats[e.player]?.kind ?? "human") === "human"), [seats, shared]);
  /** Of several people whoever has done nothing yet asks for what was done last. */
  const ours = useCallback((): typeof isPerson => (current().log.some(isPerson) ? isPerson : () => true), [isPerson]);
  const undo = useCallback(() => back(T.lastClick(current(), shared ? ours() : isPerson)), [back, isPerson, shared]);
  const undoTurn = useCallback(() => back(shared ? ownTurn(current().log, ours()) : turnStart(current().log)), [back, isPerson, shared]);
  /** The log can say that all of what was taken back last is in force again; a part of it is played once more. */
  const redoOne = useCallback(() => {
    const s = current();
    const line = T.redoOf(s);
    if (line === undefined) return;
    if (shared) return send(shared.redo);
    move(T.fetching);
    bots.current?.forget();
    playAll([line], { as: T.redoesAll(s) ? { kind: "redo", to: s.log.length + 1 } : undefined });
  }, [playAll, shared]);
  /** Nothing is asked within one's own turn. */
  const backOrAsk = useCallback((to: number, then: string[] = []) => {
    if (shared || to >= ownTurn(current().log, isPerson)) back(to, then); // there the others are asked
    else move((s) => ({ ...s, asks: { to, then } }));
  }, [back, isPerson, shared]);

  /** Rows that were made elsewhere. */
  const take = useCallback((rows: Row[]) => {
    let standing: State | undefined;
    try {
      for (const row of rows) {
        const after = [...current().log];
        const then = playRow(engine, row, after);
        if (then && isProblem(then)) return others?.lost(`"${row.line || row.kind}": ${then.error}`);
        standing = then ?? standing;
        move(T.rowTaken, row.kind, after);
      }
    } catch (e) {
      return others?.lost(String(e));
    }
    const text = engine.record();
    const print = rows.at(-1)?.print;
    if (isProblem(text) || (print && print !== printOf(text.text))) return others?.lost("it is another position here");
    if (!standing) return; // about seats, say
    bots.current?.forget();
    move(T.rowsTaken, { standing, now: engine.view(), struck: engine.struck() }, rows.at(-1)?.kind === "act");
  }, [engine, others]);
  useEffect(() => others?.listen(take), [others, take]);

  const go = useCallback((to: number) => { move(T.lookedAt, to); }, [move]);

  // Bots. They wait where something was taken back, for it may be fetched again.
  const redo = T.redoOf(state);
  const waits = !shared && redo !== undefined && !free;
  const pause = state.hurried ? 0 : pace.pause;
  useEffect(() => { if (!botTurn && current().hurried) move((s) => ({ ...s, hurried: false })); }, [botTurn]);
  useLayoutEffect(() => { // they think while the page paints what was done before
    if (!(botTurn || botsMay) || shared || prepared || at !== null || halted || waits || adrift) return;
    bots.current ??= new Bots();
    let wanted = true;
    const began = performance.now();
    const slow = window.setTimeout(() => move((s) => ({ ...s, thinking: true })), 400);
    const game = {
      actions,
      last: log[actions - 1]?.line,
      record: () => {
        const r = engine.record();
        return isProblem(r) ? "" : r.text;
      },
    };
    const turns = pause > 0 && pace.turns;
    const spree = turns ? SPREE : pause > 0 ? 0 : seats.some((s) => s.kind === "human") ? STRETCH : SPREE;
    let pending = true;
    const playBots = (all: string[]) => {
      const lines = turns ? firstTurn(all) : all;
      if (lines.length < all.length) bots.current?.forget(); // the worker has gone further
      if (playAll(lines, { byBots: true })) letBots(true);
      else bots.current?.forget();
    };
    bots.current.think(game, seats.map((s) => s.kind), spree).then(
      (lines) => {
        if (!lines.length) { if (wanted) move((s) => ({ ...s, silent: now })); return; }
        const rest = pause - (performance.now() - began);
        const go = () => { if (wanted) playBots(lines); else if (spree) bots.current?.forget(); };
        if (rest > 0) window.setTimeout(go, rest);
        else go();
      },
      (error: unknown) => { if (wanted) say(String(error)); },
    ).finally(() => { pending = false; window.clearTimeout(slow); move((s) => (s.thinking ? { ...s, thinking: false } : s)); });
    return () => {
      wanted = false;
      if (pending && spree > SPREE) bots.current?.leave();
      window.clearTimeout(slow);
    };
  }, [botTurn, botsMay, at, halted, now, waits, adrift, pause, pace.turns]);
  useEffect(() => () => bots.current?.end(), []);

  // Keys that go through the game.
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea")) return;
      if (event.key.startsWith("Arrow") && target.closest(".market, .sheet, .rules, .log, .map")) return; // they scroll
      const { at, asks } = current();
      if (/^[uUR]$/.test(event.key) && (at !== null || asks)) return; // what they change is not seen, or being asked for
      switch (event.key) {
        case "ArrowLeft": go(T.here(current()) - 1); break;
        case "ArrowRight": go(T.here(current()) + 1); break;
        case "ArrowUp": go(T.roundBefore(current())); break;
        case "ArrowDown": go(T.roundAfter(current())); break;
        case "Home": go(0); break;
        case "End": go(Infinity); break;
        case "u": undo(); break;
        case "U": undoTurn(); break;
        case "R": redoOne(); break;
        default: return;
      }
      event.preventDefault();
    };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, [go, undo, undoTurn, redoOne]);

  /** Bots that may speak out of turn have not said yet whether they do. */
  const unsaid = botsMay && state.silent !== now;
  return {
    problem, view: view!, now: now!, legal: legal!, log, struck, actions, here, past: at !== null,
    decider, botTurn, away, sending, clock, calls, held: halted || waits || adrift || unsaid, pondering: unsaid && !halted && !waits && !adrift && !prepared, waits, halted, adrift,
    thinking: state.thinking, redo, message: state.message, asks: state.asks,
    play, back, backOrAsk, undo, undoTurn, redoOne, go,
    rename: (players) => {
      const standing = engine.rename(players);
      if (isProblem(standing)) return standing.error;
      bots.current?.forget();
      move(T.played, [], { standing, now: engine.view(), struck: engine.struck() });
      return "";
    },
    save: () => {
      const setup = engine.record(0);
      if (!isProblem(setup)) write([{ kind: "face", setup: setup.text }]);
    },
    keep: () => { move((s) => ({ ...s, asks: null })); }, goOn: () => letBots(true), halt: (yes) => { move((s) => ({ ...s, halted: yes })); }, say,
    paced: pause > 0, finish: () => { move((s) => ({ ...s, hurried: true, halted: false })); },
  };
}
