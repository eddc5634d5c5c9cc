// SPDX-License-Identifier: Apache-2.0
// Programmes.tsx: what people at the table want to be done for them: presets of the forms that the engine knows
// (docs/programmes.md), seen as chips, ended by themselves with a reason. They are no part of the game: this
// browser keeps them beside it.
import { useEffect, useRef, useState } from "preact/hooks";
import { isProblem, type Engine } from "../engine/engine";
import type { Programme } from "../engine/types";
import type { TableApi } from "./Act";
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

/** Plays what programmes want, one action at a time. */
export function useProgrammes(engine: Engine, game: Game, id: string): Programmes {
  const [list, setList] = useState(() => stored(id));
  const chain = useRef({ actions: -1, length: 0 });
  const change = (next: Programme[]) => {
    setList(next);
    try {
      if (next.length) localStorage.setItem(`roundhouse.programmes.${id}`, JSON.stringify(next));
      else localStorage.removeItem(`roundhouse.programmes.${id}`);
    } catch {
      // a browser that keeps nothing still plays
    }
  };
  useEffect(() => {
    if (list.some((p) => p.seen > game.actions && !p.ended))
      return change(list.map((p) => (p.seen > game.actions && !p.ended ? { ...p, ended: "something was taken back" } : p)));
    const running = list.filter((p) => !p.ended);
    if (game.problem || game.past || game.waits || game.halted || !running.length) return;
    const answer = engine.programmes(running);
    if (isProblem(answer)) return game.say(answer.error);
    const length = chain.current.actions === game.actions ? chain.current.length : 0;
    const told = running.map((p, i): Programme => {
      const now = answer.list[i];
      const ended = now?.ended ?? (answer.line !== undefined && length >= CHAIN ? `${CHAIN} actions in a row` : undefined);
      return { ...p, seen: game.actions, times: now?.times ?? p.times, ended,
        lines: p.lines && now?.lines !== undefined ? p.lines.slice(p.lines.length - now.lines) : p.lines };
    });
    const next = list.map((p) => (p.ended ? p : told.shift()!));
    if (JSON.stringify(next) !== JSON.stringify(list)) change(next);
    if (answer.line === undefined || length >= CHAIN) return;
    chain.current = { actions: game.actions + 1, length: length + 1 };
    game.play([answer.line]);
  }, [game.now, list, game.past, game.waits, game.halted]);
  return {
    list,
    add: (p) => change([...list.filter((x) => !x.ended), p]),
    drop: (i) => change(list.filter((_, k) => k !== i)),
  };
}

/** What a chip says. */
function words(p: Programme): string {
  switch (p.do) {
    case "pass": return "passes until something concerns it";
    case "buy": return `buys ${p.company}${p.until?.price ? ` up to ${p.until.price}` : ""}, then passes`;
    case "bid": return `bids ${p.company ? `on ${p.company} ` : ""}up to ${p.most}`;
    case "answer": return "declines every deal";
    case "operate": return `repeats ${p.company}'s turn: best run, ${p.pay}, nothing built or bought${(p.times ?? 1) > 1 ? `, ${p.times} times` : ""}`;
    case "run": return `runs ${p.company}'s best${(p.times ?? 1) > 1 ? `, ${p.times} times` : ""}`;
    case "skip token": return `no token for ${p.company}${(p.times ?? 1) > 1 ? `, ${p.times} times` : ""}`;
    default: return p.do;
  }
}

/** The presets of the moment, for whoever decides. */
function presets({ view, legal, game }: TableApi, amount: number, thing: string): { label: string; form: Omit<Programme, "player" | "seen"> }[] {
  const deals = { label: "Decline every deal", form: { do: "answer" } };
  if (view.round.startsWith("stock"))
    return [
      { label: "Pass until something concerns me", form: { do: "pass" } },
      ...(thing ? [{ label: `Buy ${thing}${amount ? ` up to ${amount}` : ""}, then pass`, form: { do: "buy", company: thing, until: amount ? { price: amount } : {} } }] : []),
      deals,
    ];
  if (legal.company && view.round.startsWith("operating")) {
    const company = legal.company;
    const last = [...game.log].reverse().find((e) => e.by === company && ["pay", "withhold", "half"].includes(e.kind));
    const pay = last?.kind ?? "pay";
    return [
      { label: `Repeat ${company}'s turn (${pay})`, form: { do: "operate", company, pay, times: Math.max(1, amount) } },
      { label: `No token for ${company}`, form: { do: "skip token", company, times: Math.max(1, amount) } },
      { label: `Run ${company}'s best by itself`, form: { do: "run", company, times: Math.max(1, amount) } },
      deals,
    ];
  }
  const bids = legal.choices.some((c) => c.kind === "bid");
  return bids && amount ? [{ label: `Bid ${thing ? `on ${thing} ` : ""}up to ${amount}`, form: { do: "bid", company: thing || undefined, most: amount } }] : [];
}

export function ProgrammeBox({ table, programmes }: { table: TableApi; programmes: Programmes }) {
  const { view, legal, game } = table;
  const [open, setOpen] = useState(false);
  const [amount, setAmount] = useState("");
  const [thing, setThing] = useState("");
  const who = legal.player !== undefined ? view.players[legal.player]?.name : undefined;
  const things = view.round.startsWith("stock") ? view.companies.map((c) => c.id)
    : [...new Set(legal.choices.flatMap((c) => (c.kind === "bid" && c.company ? [c.company] : [])))];
  const many = view.round.startsWith("operating");
  return (
    <section class="programmes" aria-label="Programmes">
      <ul>
        {programmes.list.map((p, i) => (
          <li key={i} class={p.ended ? "ended" : ""}>
            <span><b>{p.player}</b> {words(p)}{p.ended && <small>. Stopped: {p.ended}.</small>}</span>
            <button type="button" class="link" aria-label={`Remove: ${p.player} ${words(p)}`} onClick={() => programmes.drop(i)}>×</button>
          </li>
        ))}
      </ul>
      {table.can && who && !open && <button type="button" class="link" onClick={() => setOpen(true)}>Programme …</button>}
      {table.can && who && open && (
        <div class="presets">
          {!many && things.length > 0 && (
            <select aria-label="What" value={thing} onChange={(e) => setThing(e.currentTarget.value)}>
              <option value="">…</option>{things.map((c) => <option key={c}>{c}</option>)}
            </select>
          )}
          <label>{many ? "times" : "up to"} <input size={4} inputMode="numeric" value={amount} onInput={(e) => setAmount(e.currentTarget.value)} /></label>
          {presets(table, Number(amount) || 0, thing).map(({ label, form }) => (
            <button type="button" key={label} onClick={() => { programmes.add({ ...form, player: who, seen: game.actions }); setOpen(false); }}>{label}</button>
          ))}
          <button type="button" class="link" onClick={() => setOpen(false)}>Close</button>
        </div>
      )}
    </section>
  );
}
