// SPDX-License-Identifier: Apache-2.0
// Trial.tsx: "what if": a moment of a game beside the game, in which anything may be changed. Every change is a
// statement of the position language (docs/records.md), so what no game can come to is refused here with the same
// sentence; actions may be played too. Nothing of it is sent or kept until somebody makes a game of it.
import { useEffect, useMemo, useState } from "preact/hooks";
import { isProblem } from "../engine/engine";
import type { Choice, Income } from "../engine/types";
import type { TableApi } from "./Act";
import { Badge, kindOf, money, signed } from "./parts";

/** What every company could run at one moment of a trial. */
export interface Compared {
  words: string;
  incomes: Income[];
}

export const SEARCH = 100_000; // steps for a company
export const MOST_COMPARED = 3;

export interface Trial {
  changes: string[];
  panel: Record<string, string>; // what is chosen in the panel stays from one change to the next
  set(part: Record<string, string>): void; // … and is another choice now
  /** The game as it stands first, then what was kept on the way. */
  compared: Compared[];
  keep(compared: Compared): void;
  /** "" or why not. */
  say(statement: string): string;
  takeBack(): void;
  leave(): void;
  begin(record: string): void;
}

/** The tiles that fit there, turned and laid by clicks; what a position cannot have is refused with its sentence. */
function LayAnything({ table, hex, onTry, say }: { table: TableApi; hex: string | null; onTry(choice: Choice | null): void; say(statement: string): void }) {
  const [tile, setTile] = useState("");
  const there = table.view.map.find((m) => m.hex === hex);
  const lies = there?.tile, lay = there?.rotation ?? 0;
  const [turn, setTurn] = useState(lay);
  const fits = useMemo(() => (hex === null ? [] : table.engine.tiles(undefined, hex)), [table.engine, hex, table.game.now]);
  useEffect(() => { setTile(""); setTurn(lay); }, [hex]);
  const chosen = tile || lies;
  useEffect(() => {
    const moved = tile || turn !== lay;
    onTry(hex !== null && chosen && moved ? { line: "", kind: "lay", heading: "", by: "", words: "", hex, tile: chosen, rotation: turn } : null);
  }, [hex, tile, turn]);
  if (hex === null) return <p class="muted">Click a hex to lay or turn a tile there.</p>;
  return (
    <fieldset>
      <legend>A tile on {hex}</legend>
      <div class="fitting" role="group" aria-label={`Tiles that fit on ${hex}`}>
        {fits.map((f) => (
          <button type="button" key={f.tile} data-tile={f.tile} aria-pressed={f.tile === tile} disabled={f.left === 0} onClick={() => { setTile(f.tile); setTurn(0); }}>
            <span aria-hidden="true" dangerouslySetInnerHTML={{ __html: table.engine.tile(f.tile, f.tile === tile ? turn : 0) }} />{f.tile}
          </button>
        ))}
        {!fits.length && <span class="muted">No tile fits in its place.</span>}
      </div>
      {chosen && <button type="button" onClick={() => setTurn((turn + 1) % 6)}>Turn</button>}
      {chosen && <button type="button" onClick={() => say(`tile ${chosen} ${hex} r${turn}`)}>{tile ? "Lay it" : `Turn what lies there, r${turn}`}</button>}
    </fieldset>
  );
}

/** What each company could run here, beside what it could in the game and wherever somebody said so; a click on a sum of
 * this moment draws its routes. */
function Compare({ table, trial, routes, onRoutes }: { table: TableApi; trial: Trial; routes: string; onRoutes(line: string): void }) {
  const { view, engine, game } = table;
  const here = useMemo(() => engine.incomes(game.here, SEARCH), [engine, game.here, game.now]);
  const of = (all: Income[], id: string) => all.find((i) => i.company === id)?.revenue;
  const ids = view.companies.map((c) => c.id).filter((id) => [here, ...trial.compared.map((c) => c.incomes)].some((all) => of(all, id) !== undefined));
  const first = trial.compared[0]?.incomes ?? [];
  if (!ids.length) return null;
  return (
    <section class="compare" aria-label="What each could run">
      <table class="list">
        <thead><tr><th>Could run</th>{trial.compared.map((c, i) => <th key={i} class="num">{c.words}</th>)}<th class="num">here</th><th class="num"><span class="sr">more or less</span></th></tr></thead>
        <tbody>{ids.map((id) => {
          const now = here.find((i) => i.company === id);
          const by = (now?.revenue ?? 0) - (of(first, id) ?? 0);
          return (
            <tr key={id} data-compare={id}>
              <th scope="row"><Badge view={view} id={id} size={22} /> {id}</th>
              {trial.compared.map((c, i) => <td key={i} class="num">{of(c.incomes, id) === undefined ? "–" : money(view, of(c.incomes, id)!)}</td>)}
              <td class="num">{now ? <button type="button" class="link" aria-pressed={routes === now.line} title="Draws its routes on the map" onClick={() => onRoutes(routes === now.line ? "" : now.line)}>{money(view, now.revenue)}</button> : "–"}</td>
              <td class={`num ${by < 0 ? "minus" : "plus"}`}>{by !== 0 && signed(view, by)}</td>
            </tr>
          );
        })}</tbody>
      </table>
      <button type="button" onClick={() => trial.keep({ words: trial.changes.at(-1) ?? "here", incomes: here })}>Keep these sums to compare</button>
    </section>
  );
}

export function TrialPanel({ table, hex, trial, onTry, routes, onRoutes }: {
  table: TableApi; hex: string | null; trial: Trial; onTry(choice: Choice | null): void; routes: string; onRoutes(line: string): void; // of a run that the map shows
}) {
  const { view, legal, engine } = table;
  const [why, setWhy] = useState("");
  const { set } = trial;
  const { who = view.players[0]?.name ?? "", company = legal.company ?? view.companies[0]?.id ?? "", cash = "", shares = "", trains = "" } = trial.panel;
  const [free, setFree] = useState("");
  const say = (statement: string) => setWhy(trial.say(statement));
  const companies = view.companies.map((c) => c.id);
  const own = view.companies.find((c) => c.id === company)?.trains ?? [];
  const people = view.players.map((p) => p.name);
  const pick = (label: string, value: string, all: string[], set: (v: string) => void) => (
    <select aria-label={label} value={value} onChange={(e) => set(e.currentTarget.value)}>{all.map((x) => <option key={x}>{x}</option>)}</select>
  );
  return (
    <section class="trial-panel" aria-label="Trial">
      <p><b>A trial.</b> Nothing of it is sent or kept.</p>
      <div class="row">
        <button type="button" class="primary" onClick={trial.leave}>Back to the game</button>
        <button type="button" onClick={() => {
          const record = engine.record();
          if (!isProblem(record)) trial.begin(record.text);
        }}>Play on from here</button>
      </div>
      {why && <p class="message" role="alert">{why}</p>}
      <Compare table={table} trial={trial} routes={routes} onRoutes={onRoutes} />
      {view.title.lays_tiles && <LayAnything table={table} hex={hex} onTry={onTry} say={say} />}
      <fieldset>
        <legend>A company</legend>
        {pick("Company", company, companies, (v) => set({ company: v }))}
        {view.bank.trains.map((t) => (
          <button type="button" key={t.name} data-give={t.name} onClick={() => say(`${company} trains ${[...own.map(kindOf), t.name].join(" ")}`)}>+ {t.name}</button>
        ))}
        <span class="field">
          <label>trains <input value={trains} size={8} placeholder="2 3, none" onInput={(e) => set({ trains: e.currentTarget.value })} /></label>
          <button type="button" onClick={() => say(`${company} trains ${trains.replaceAll(",", " ").trim() || "none"}`)}>Give</button>
        </span>
        <button type="button" onClick={() => say(`${company} to act; step run`)}>Let it run now</button>
      </fieldset>
      <fieldset>
        <legend>Money and shares</legend>
        {pick("Whose", who, [...people, ...companies], (v) => set({ who: v }))}
        <span class="field">
          <label>cash <input value={cash} size={5} inputMode="numeric" onInput={(e) => set({ cash: e.currentTarget.value })} /></label>
          <button type="button" disabled={!cash} onClick={() => say(`${who} cash ${cash}`)}>Set</button>
        </span>
        <span class="field">
          <label>shares of {company} <input value={shares} size={2} inputMode="numeric" onInput={(e) => set({ shares: e.currentTarget.value })} /></label>
          <button type="button" disabled={!shares} onClick={() => say(`${who} ${company} ${shares}`)}>Hold</button>
        </span>
      </fieldset>
      <form onSubmit={(e) => { e.preventDefault(); say(free); }}>
        <label>A statement <input value={free} placeholder={`phase ${view.phase}`} onInput={(e) => setFree(e.currentTarget.value)} /></label>
        <button type="submit" disabled={!free}>Say it</button>
      </form>
      {trial.changes.length > 0 && (
        <>
          <ol class="changes">{trial.changes.map((c, i) => <li key={i}>{c}</li>)}</ol>
          <button type="button" onClick={trial.takeBack}>Take back the last change{table.game.actions > 0 && " and what was played since"}</button>
        </>
      )}
    </section>
  );
}
