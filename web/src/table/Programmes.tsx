// SPDX-License-Identifier: Apache-2.0
// Programmes.tsx: what people at the table want to be done for them, of what the engine says makes sense now
// (docs/programmes.md), seen as chips, ended by themselves with a reason. They are no part of the game: this
// browser keeps them beside it and plays them, or at a table of several people its server does both.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { isProblem, type Engine } from "../engine/engine";
import type { Preset, Programme } from "../engine/types";
import { capital, type TableApi } from "./Act";
import type { Game } from "./useGame";

const CHAIN = 64; // most actions of programmes after one of a person

export interface Programmes {
  list: Programme[];
  add(p: Programme): void;
  drop(i: number): void;
}

const stored = (id: string): Programme[] => {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(`roundhouse.programmes.${id}`) ?? "[]");
    return Array.isArray(list) ? (list as Programme[]) : [];
  } catch {
    return [];
  }
};

/** Plays what programmes want, one action at a time; served: whoever keeps them does so. */
export function useProgrammes(engine: Engine, game: Game, id: string, served?: { list: Programme[]; keep(list: Programme[]): void }): Programmes {
  const [own, setList] = useState(() => (served ? [] : stored(id)));
  const list = served?.list ?? own;
  const chain = useRef({ actions: -1, length: 0 });
  const change = (next: Programme[]) => {
    if (served) return served.keep(next);
    setList(next);
    try {
      if (next.length) localStorage.setItem(`roundhouse.programmes.${id}`, JSON.stringify(next));
      else localStorage.removeItem(`roundhouse.programmes.${id}`);
    } catch {
      // a browser that keeps nothing still plays
    }
  };
  useEffect(() => {
    if (served) return;
    if (list.some((p) => p.seen > game.actions && !p.ended))
      return change(list.map((p) => (p.seen > game.actions && !p.ended ? { ...p, ended: "something was taken back" } : p)));
    const running = list.filter((p) => !p.ended);
    if (game.problem || game.past || game.halted || game.adrift || !running.length) return;
    const answer = engine.programmes(running);
    if (isProblem(answer)) return game.say(answer.error);
    const length = chain.current.actions === game.actions ? chain.current.length : 0;
    const told = running.map((p, i): Programme => {
      const now = answer.list[i];
      const ended = now?.ended ?? (answer.line !== undefined && length >= CHAIN ? `${CHAIN} actions in a row` : undefined);
      return { ...p, says: now?.says ?? p.says, seen: game.actions, times: now?.times ?? p.times, ended,
        lines: p.lines && now?.lines !== undefined ? p.lines.slice(p.lines.length - now.lines) : p.lines };
    });
    const next = list.map((p) => (p.ended ? p : told.shift()!));
    if (JSON.stringify(next) !== JSON.stringify(list)) change(next);
    if (answer.line === undefined || length >= CHAIN) return;
    chain.current = { actions: game.actions + 1, length: length + 1 };
    game.play([answer.line], true);
  }, [game.now, list, game.past, game.halted, game.adrift]);
  const told = useMemo(() => (!game.problem && (served || list.some((p) => !p.says)) ? inWords(engine, list) : list), [engine, list, game.now]);
  return {
    list: told,
    add: (p) => change([...list.filter((x) => !x.ended), p]),
    drop: (i) => change(list.filter((_, k) => k !== i)),
  };
}

/** Those that others keep come without their words, and those that have just been made. */
function inWords(engine: Engine, list: Programme[]): Programme[] {
  const running = list.filter((p) => !p.ended);
  const answer = running.length ? engine.programmes(running) : { list: [] };
  const says = isProblem(answer) ? [] : answer.list.map((p) => p.says);
  return list.map((p) => (p.ended ? p : { ...p, says: says.shift() ?? p.says }));
}

/** The form with the number in its place. */
const filled = ({ form, number }: Preset, n: number) =>
  !number || !n ? form : number.field === "price" ? { ...form, until: { price: n } } : { ...form, [number.field]: n };

export function ProgrammeBox({ table, programmes }: { table: TableApi; programmes: Programmes }) {
  const { view, game, engine } = table;
  const [open, setOpen] = useState(false);
  const [amount, setAmount] = useState("");
  const who = table.me !== undefined ? view.players[table.me]?.name : undefined;
  const presets = useMemo(() => {
    const answer = open ? engine.programmes([]) : null;
    return answer && !isProblem(answer) ? answer.presets : [];
  }, [engine, open, game.now]);
  const n = /^\s*\d+\s*$/.test(amount) ? Number(amount) : 0; // 0: none, or none that can be counted in
  const numbers = [...new Set(presets.flatMap((p) => (p.number ? [p.number.words] : [])))];
  return (
    <section class="programmes" aria-label="Programmes">
      <ul>
        {programmes.list.map((p, i) => (
          <li key={i} class={p.ended ? "ended" : ""}>
            <span><b>{p.player}</b> {p.says ?? p.do}{p.ended && <small>. Stopped: {p.ended}.</small>}</span>
            <button type="button" class="link" aria-label={`Remove: ${p.player} ${p.says ?? p.do}`} onClick={() => programmes.drop(i)}>×</button>
          </li>
        ))}
      </ul>
      {table.can && who && !open && <button type="button" class="link" onClick={() => setOpen(true)}>Programme …</button>}
      {table.can && who && open && (
        <div class="presets">
          {numbers.length > 0 && <label>{capital(numbers.join(", "))} <input size={4} inputMode="numeric" value={amount} onInput={(e) => setAmount(e.currentTarget.value)} /></label>}
          {presets.map((p) => (
            <button type="button" key={p.words} disabled={p.number && !n && (p.number.field === "most" || amount.trim() !== "")}
              onClick={() => { programmes.add({ ...filled(p, n), player: who, seen: game.actions }); setOpen(false); }}>
              {p.words}{p.number && n ? (p.number.field === "times" ? `, ${n} ${p.number.words}` : ` ${p.number.words} ${n}`) : ""}
            </button>
          ))}
          <button type="button" class="link" onClick={() => setOpen(false)}>Close</button>
        </div>
      )}
    </section>
  );
}
