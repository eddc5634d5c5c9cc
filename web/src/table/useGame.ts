// SPDX-License-Identifier: Apache-2.0
// useGame.ts: a game on the table: what was played, where somebody looks, and the bots that play on. The
// engine keeps every position of the game, so looking back is a number; what is played goes to it as
// lines of the record, one click as one unit.
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Bots } from "../engine/bots";
import { EngineFailed, isProblem, isRefused, type Engine } from "../engine/engine";
import { prove } from "../engine/prove";
import { playRow, redoLine } from "../engine/rows";
import type { Legal, LogEntry, State, Struck, View } from "../engine/types";
import { printOf, type Deed, type Seat } from "../keep";
import type { Row } from "../keep/live";
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
  /** What was done here, and the game then. */
  onChange(changed: Changed): void;
  /** What others do in this game: another tab, or friends. */
  others?: Others;
}

export interface Changed {
  record: string;
  now: { actions: number; round: string; over: boolean; result: string };
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
  clock: Legal["clock"];
  calls: boolean; // a bot would have to make the call that the clock is for
  held: boolean; // the clock stands: bots are halted, or have not spoken yet
  waits: boolean; // bots wait, for something was taken back here
  halted: boolean;
  thinking: boolean;
  redo: string | undefined;
  message: string;
  asks: { to: number; then: string[] } | null; // may this be taken back?
  play(lines: string[]): void;
  back(to: number, then?: string[]): void;
  backOrAsk(to: number, then?: string[]): void;
  keep(): void; // … no, it may not
  undo(): void;
  undoTurn(): void;
  redoOne(): void;
  go(to: number): void;
  goOn(): void;
  halt(yes: boolean): void;
  say(message: string): void;
  rename(players: string[]): boolean; // before the first action
  save(): void; // once more: seats or name have changed
}

function tryLine(engine: Engine, line: string, view: boolean): ReturnType<Engine["play"]> | EngineFailed {
  try {
    return engine.play(line, view);
  } catch (e) {
    if (e instanceof EngineFailed) return e;
    throw e;
  }
}

/** What was played, in parts that can be kept as a whole. */
const actsOf = (lines: string[]): Deed[] =>
  Array.from({ length: Math.ceil(lines.length / UNIT_LINES) }, (_, i) => ({
    kind: "act", lines: lines.slice(i * UNIT_LINES, (i + 1) * UNIT_LINES),
  }));

export function useGame({ engine, record, seats, prepared, onChange, others }: GameProps, pause: number): Game {
  const [opened] = useState(() => engine.open(record));
  const problem = isProblem(opened) ? opened.error : "";
  const [actions, setActions] = useState(isProblem(opened) ? 0 : opened.actions);
  const [now, setNow] = useState(() => (problem ? null : engine.view()));
  const [at, setAt] = useState<number | null>(null); // null: the present
  const [struck, setStruck] = useState<Struck[]>(() => (problem ? [] : engine.struck()));
  const [free, setFree] = useState(false); // bots play although something was taken back here
  const [asks, setAsks] = useState<Game["asks"]>(null);
  const [message, setMessage] = useState("");
  const [halted, setHalted] = useState(false);
  const [thinking, setThinking] = useState(false);
  const [silent, setSilent] = useState<View | null>(null); // where bots have nothing to say
  const [proof, setProof] = useState<{ of: Legal; legal: Legal } | null>(null); // found later, by the worker
  const [played] = useState(() => (problem ? [] : engine.log()));
  const log = useRef<LogEntry[]>(played);
  const units = useRef<{ from: number; to: number }[]>([]); // clicks of this sitting that were several lines: [from, to)
  const heights = useRef<number[]>([]); // how many actions there were before each undo since the last action
  const bots = useRef<Bots | null>(null);
  const changed = useRef(onChange);
  changed.current = onChange;

  const here = at ?? actions;
  const none = problem !== "";
  const view = useMemo(() => (at === null ? now : engine.view(at)), [engine, at, now]);
  const decider = seats.find((s) => s.name === now?.decision?.player);
  const isBot = (name: string | undefined) => (seats.find((s) => s.name === name)?.kind ?? "human") !== "human";
  const clock = useMemo(() => (none ? undefined : engine.decision().clock), [engine, none, now]);
  /** A call that a bot would make waits while people may still speak. */
  const calls = clock !== undefined && isBot(decider?.name) && seats.some((s) => s.kind === "human");
  const botTurn = isBot(decider?.name) && !now?.over && !calls;
  const all = useMemo(
    () => (none ? null : botTurn || now?.over ? engine.decision() : engine.legal(STEPS)),
    [engine, none, now, botTurn],
  );
  /** What a bot may do out of turn is the bot's business. */
  const botsMay = !botTurn && !now?.over && (all?.choices ?? []).some((c) => isBot(c.by));
  const listed = useMemo(
    () => (all && botsMay ? { ...all, choices: all.choices.filter((c) => !isBot(c.by)) } : all),
    [all, botsMay],
  );
  const legal = proof?.of === listed ? proof.legal : listed;
  useEffect(() => {
    if (!listed?.best || listed.proved) return;
    const text = engine.record();
    if (!isProblem(text)) return prove(text.text, (found) => setProof({ of: listed, legal: found }));
  }, [engine, listed]);
  const standing = useRef<State | null>(isProblem(opened) ? null : opened);
  const write = useCallback((round: string, deeds: Deed[], byBots = false) => {
    const text = engine.record();
    if (isProblem(text) || !standing.current) return;
    const { actions: count, over, result } = standing.current;
    changed.current({ record: text.text, now: { actions: count, round, over, result }, deeds, bots: byBots });
  }, [engine]);
  const writeFace = useCallback((round: string) => {
    const setup = engine.record(0);
    if (!isProblem(setup)) write(round, [{ kind: "face", setup: setup.text }]);
  }, [engine, write]);
  const show = useCallback((state: State, after: View) => {
    setActions(state.actions);
    setNow(after);
    setStruck(engine.struck());
    setAsks(null);
    standing.current = state;
  }, [engine]);
  const settle = useCallback((state: State, after: View) => {
    show(state, after);
    setAt(null);
  }, [show]);

  /** Plays these lines, then shows the table; false: one was not allowed, and those behind it were not
   * played. from: where the game stands before them, if that is not shown yet, and what was done to come there;
   * as: what they are, if they are not simply played. */
  const playAll = useCallback((lines: string[], { from, done = [], as, byBots }: {
    from?: State; done?: Deed[]; as?: Deed; byBots?: boolean } = {}): boolean => {
    let state = from;
    let after: View | undefined;
    let trouble = "";
    const begins = log.current.length;
    for (const [i, line] of lines.entries()) {
      const answer = tryLine(engine, line, i === lines.length - 1);
      if (answer instanceof EngineFailed) { // it has the game as it was written down last
        log.current = engine.log();
        setActions(log.current.length);
        setNow(engine.view());
        bots.current?.forget();
        setHalted(true);
        setMessage(answer.message);
        return false;
      }
      if (isProblem(answer)) trouble = answer.error;
      else if (isRefused(answer)) trouble = `Not allowed: ${answer.refused.text} (${answer.refused.id})`;
      if (isProblem(answer) || isRefused(answer)) break;
      log.current.push(answer.entry);
      state = answer;
      after = answer.view;
    }
    setMessage(trouble);
    if (state) {
      after ??= engine.view();
      settle(state, after);
      const lines = log.current.slice(begins).map((e) => e.line);
      if (lines.length && !as) heights.current = [];
      write(after.round, [...done, ...(as ? [as] : actsOf(lines))], byBots);
    }
    return !trouble;
  }, [engine, settle, write]);

  /** One click: all of its lines or none. */
  const play = useCallback((lines: string[]) => {
    if (lines.length > 1) {
      const answer = engine.preview(lines);
      if (isProblem(answer)) return setMessage(answer.error);
      if (isRefused(answer)) return setMessage(`Not allowed: ${answer.refused.text} (${answer.refused.id})`);
      units.current.push({ from: log.current.length, to: log.current.length + lines.length });
    }
    if (playAll(lines)) setFree(true);
  }, [engine, playAll]);

  const back = useCallback((to: number, then: string[] = []) => {
    if (to < 0 || to > log.current.length || (to === log.current.length && !then.length)) return;
    const state = engine.back(to);
    if (isProblem(state)) return setMessage(state.error);
    const goes = to < log.current.length;
    if (goes) heights.current.push(log.current.length);
    log.current = log.current.slice(0, to);
    units.current = units.current.filter((u) => u.from < to);
    bots.current?.forget();
    setFree(false);
    playAll(then, { from: state, done: goes ? [{ kind: "undo", to }] : [] });
  }, [engine, playAll]);
  const isPerson = useCallback(
    (e: LogEntry | undefined) => e?.player === undefined || (seats[e.player]?.kind ?? "human") === "human", [seats]);
  /** The last click of a person; what bots did since goes with it. */
  const undo = useCallback(() => {
    let k = log.current.length - 1;
    while (k > 0 && !isPerson(log.current[k])) k--;
    back(units.current.find((u) => u.from <= k && k < u.to)?.from ?? k);
  }, [back, isPerson]);
  const undoTurn = useCallback(() => back(turnStart(log.current)), [back]);
  const redo = redoLine(struck, actions);
  /** The log can say that all of what was taken back last is in force again; a part of it is played once more. */
  const redoOne = useCallback(() => {
    if (redo === undefined) return;
    const whole = heights.current.at(-1) === actions + 1;
    if (whole) heights.current.pop();
    bots.current?.forget();
    setFree(false);
    playAll([redo], { as: whole ? { kind: "redo", to: actions + 1 } : undefined });
  }, [redo, actions, playAll]);
  /** Nothing is asked within one's own turn. */
  const backOrAsk = useCallback((to: number, then: string[] = []) => {
    if (to >= ownTurn(log.current, isPerson)) back(to, then);
    else setAsks({ to, then });
  }, [back, isPerson]);

  /** Rows that were made elsewhere. Whoever looks at the past goes on looking. */
  const take = useCallback((rows: Row[]) => {
    let state: State | undefined;
    try {
      for (const row of rows) {
        const before = log.current.length;
        const then = playRow(engine, row, log.current);
        if (then && isProblem(then)) return others?.lost(`"${row.line || row.kind}": ${then.error}`);
        state = then ?? state;
        if (row.kind === "act") heights.current = [];
        if (row.kind === "undo") heights.current.push(before);
        if (row.kind === "redo") heights.current.pop();
      }
    } catch (e) {
      return others?.lost(String(e));
    }
    const text = engine.record();
    const print = rows.at(-1)?.print;
    if (isProblem(text) || (print && print !== printOf(text.text))) return others?.lost("it is another position here");
    if (!state) return; // about seats, say
    units.current = units.current.filter((u) => u.from < state.actions);
    bots.current?.forget();
    setFree(rows.at(-1)?.kind === "act");
    show(state, engine.view());
    setAt((shown) => (shown !== null && shown < state.actions ? shown : null));
  }, [engine, others, show]);
  useEffect(() => others?.listen(take), [others, take]);

  const shownAt = useRef(here); // a key that is held down comes again before the table is drawn
  shownAt.current = here;
  const go = useCallback((to: number) => {
    const k = Math.max(0, Math.min(actions, to === Infinity ? actions : to));
    shownAt.current = k;
    setAt(k === actions ? null : k);
    setAsks(null);
  }, [actions]);
  const step = useCallback((by: number) => go(shownAt.current + by), [go]);

  // Bots. They wait where something was taken back, for it may be fetched again.
  const waits = redo !== undefined && !free;
  useEffect(() => {
    if (!(botTurn || botsMay) || prepared || at !== null || halted || waits) return;
    bots.current ??= new Bots();
    let wanted = true;
    const began = performance.now();
    const slow = window.setTimeout(() => setThinking(true), 400);
    const game = {
      actions,
      last: log.current[actions - 1]?.line,
      record: () => {
        const r = engine.record();
        return isProblem(r) ? "" : r.text;
      },
    };
    const spree = pause > 0 ? 0 : seats.some((s) => s.kind === "human") ? STRETCH : SPREE;
    let pending = true;
    const playBots = (lines: string[]) => {
      if (playAll(lines, { byBots: true })) setFree(true);
      else bots.current?.forget();
    };
    bots.current.think(game, seats.map((s) => s.kind), spree).then(
      (lines) => {
        if (!lines.length) { if (wanted) setSilent(now); return; }
        const rest = pause - (performance.now() - began);
        window.setTimeout(() => { if (wanted) playBots(lines); else if (spree) bots.current?.forget(); }, Math.max(0, rest));
      },
      (error: unknown) => { if (wanted) setMessage(String(error)); },
    ).finally(() => { pending = false; window.clearTimeout(slow); setThinking(false); });
    return () => {
      wanted = false;
      if (pending && spree > SPREE) bots.current?.end(); // nobody waits for the end of a long thought
      window.clearTimeout(slow);
    };
  }, [botTurn, botsMay, at, halted, now, waits, pause]);
  useEffect(() => () => bots.current?.end(), []);

  // Keys that go through the game.
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea")) return;
      if (event.key.startsWith("Arrow") && target.closest(".market, .sheet, .rules, .log, .map")) return; // they scroll
      switch (event.key) {
        case "ArrowLeft": step(-1); break;
        case "ArrowRight": step(1); break;
        case "ArrowUp": go(log.current.findLastIndex((e, k) => k < shownAt.current && e.round !== log.current[k - 1]?.round)); break;
        case "ArrowDown": { // to where the next round begins
          const next = log.current.findIndex((e, k) => k > shownAt.current && e.round !== log.current[k - 1]?.round);
          go(next < 0 ? Infinity : next);
          break;
        }
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
  }, [go, step, undo, undoTurn, redoOne]);

  return {
    problem, view: view!, now: now!, legal: legal!, log: log.current, struck, actions, here, past: at !== null,
    decider, botTurn, clock, calls, held: halted || waits || (botsMay && silent !== now), waits, halted, thinking, redo, message, asks,
    play, back, backOrAsk, undo, undoTurn, redoOne, go,
    rename: (players) => {
      const state = engine.rename(players);
      setMessage(isProblem(state) ? state.error : "");
      if (isProblem(state)) return false;
      bots.current?.forget();
      settle(state, engine.view());
      return true;
    },
    save: () => writeFace(now?.round ?? ""),
    keep: () => setAsks(null), goOn: () => setFree(true), halt: setHalted, say: setMessage,
  };
}
