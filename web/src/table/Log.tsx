// SPDX-License-Identifier: Apache-2.0
// Log.tsx: what has happened, a line a turn, by rounds; a turn unfolds into its actions with all that they changed. Who
// points at one sees its tile or routes on the map beside; a click shows the table as it was after it, one on an action
// that was taken back fetches it again.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { isProblem } from "../engine/engine";
import type { LogEntry, StoryLine, Struck, View } from "../engine/types";
import type { TableApi } from "./Act";
import { Board } from "./Board";
import { money, said } from "./parts";

function Entry({ view, entry, now, onGo, onPoint }: { view: View; entry: LogEntry; now: boolean; onGo(at: number): void; onPoint(k: number): void }) {
  const events = entry.events.filter((e) => e.kind !== "round");
  return (
    <li class={`entry ${now ? "now" : ""}`} data-k={entry.k}>
      <button type="button" onClick={() => onGo(entry.k + 1)} title={entry.line} onMouseEnter={() => onPoint(entry.k)} onFocus={() => onPoint(entry.k)}>
        <b>{said(view, entry.by)}:</b> {entry.words}
        {entry.revenue !== undefined && <span class="sum">{money(view, entry.revenue)}</span>}
      </button>
      {events.map((e, i) => (
        <div key={i} class={`event ${e.important ? "important" : ""}`}>
          <span>{e.text}</span>
          {e.amount !== undefined && <span class="sum">{money(view, e.amount)}</span>}
        </div>
      ))}
    </li>
  );
}
/** A long log is not made anew for every action. */
const Remembered = (props: Parameters<typeof Entry>[0]) => useMemo(() => <Entry {...props} />, [props.entry, props.now]);

type StruckLine = { s: Struck; k: number };

/** What was taken back before an action: each a way of its own, or the next step of one. */
function StruckOut({ lines = [], onFetch }: { lines?: StruckLine[]; onFetch(k: number): void }) {
  return (
    <>
      {lines.map(({ s, k }) => (
        <li key={`struck-${k}`} class={`entry struck ${s.number === s.before + 1 ? "first" : ""}`}>
          <button type="button" onClick={() => onFetch(k)} aria-label={`Taken back: ${s.line}. Fetch it again`}
            title={`Taken back. Click to fetch it again: ${s.line}`}><s>{s.line}</s></button>
        </li>
      ))}
    </>
  );
}

/** One turn, folded unless there is a reason to look into it. */
function Turn({ table, turn, entries, open, struck, onFetch, onPoint }: {
  table: TableApi; turn: StoryLine; entries: LogEntry[]; open: boolean; struck: Map<number, StruckLine[]>;
  onFetch(k: number): void; onPoint(k: number): void;
}) {
  const { view, game } = table;
  const [unfolded, setUnfolded] = useState<boolean | null>(null);
  const isOpen = unfolded ?? (open || entries.some((e) => struck.has(e.k)));
  const last = entries.at(-1);
  const who = turn.by.map((id) => said(view, id)).join(", ");
  return (
    <li class="turn" data-turn={turn.from}>
      <p class="turn-head">
        <button type="button" class="link unfold" aria-expanded={isOpen} aria-label={`${entries.length} actions of ${who}`} onClick={() => setUnfolded(!isOpen)}>{isOpen ? "▾" : "▸"}</button>
        <button type="button" class="turn-line" onClick={() => game.go(turn.to)} title="Show the table as it was then"
          onMouseEnter={() => last && onPoint(last.k)} onFocus={() => last && onPoint(last.k)}>
          <span>{who && <b>{who} </b>}{turn.words}</span>
          {turn.notes.map((n, i) => <small key={i} class="note">⚑ {n}</small>)}
        </button>
      </p>
      <ol hidden={!isOpen}>{entries.flatMap((e) => [
        <StruckOut key={`s${e.k}`} lines={struck.get(e.k)} onFetch={onFetch} />,
        <Remembered key={e.k} view={view} entry={e} now={e.k === game.here - 1} onGo={game.go} onPoint={onPoint} />,
      ])}</ol>
    </li>
  );
}

const inWords = (text: string) => ` ${text.split(/[^\p{L}\p{N}&]+/u).join(" ")} `;
/** Has the action to do with this player or company? */
const concerns = (view: View, e: LogEntry, who: string, player: number): boolean =>
  !who || e.by === who || e.company === who || (player >= 0 && e.player === player) || e.events.some((x) => inWords(x.text).includes(inWords(said(view, who))));
const mentions = (e: LogEntry, sought: string): boolean =>
  !sought || [e.by, e.words, e.line, e.round, ...e.events.map((x) => x.text)].join(" ").toLowerCase().includes(sought);

/** The map after an action, with what it moved. */
function MapOf({ table, entry }: { table: TableApi; entry: LogEntry }) {
  const { engine, view } = table;
  const svg = useMemo(() => engine.map(entry.k + 1, entry.kind === "run" ? entry.line : undefined), [engine, entry]);
  const hexes = movedBy(entry);
  return (
    <aside class="log-map" aria-label="The map after that">
      <Board svg={svg} marks={hexes.map((hex) => ({ hex, kind: "moved", label: `${hex}: ${entry.words}` }))} over="" focus={hexes}
        label={`Map of ${view.title.name} after action ${entry.k + 1}`} onHex={() => {}} />
    </aside>
  );
}

/** The hexes on which an action did something. */
export const movedBy = (e: LogEntry | undefined): string[] =>
  [...new Set([e?.hex, ...(e?.events ?? []).map((x) => x.hex)].filter((h) => h !== undefined))];

export function Log({ table, wide, onFetch }: {
  table: TableApi;
  wide: boolean; // there is room for the map beside it
  onFetch(k: number): void; // struck[k] and what leads to it
}) {
  const { engine, view, game } = table;
  const { log, here } = game;
  const list = useRef<HTMLDivElement>(null);
  const [who, setWho] = useState("");
  const [sought, setSought] = useState("");
  const [all, setAll] = useState(false);
  const [pointed, setPointed] = useState<number | null>(null);
  const [painted, setPainted] = useState(false); // the list is there: the map beside it may take its time
  useEffect(() => {
    const wait = window.setTimeout(() => setPainted(true));
    return () => window.clearTimeout(wait);
  }, []);
  useEffect(() => {
    const entry = list.current?.querySelector<HTMLElement>(".entry.now");
    if (entry && list.current) list.current.scrollTop = entry.offsetTop - list.current.clientHeight / 2;
  }, [here, log]);
  const turns = useMemo(() => {
    const story = engine.story({ from: 0, to: log.length, all: true });
    return isProblem(story) ? [] : story.lines;
  }, [engine, log]);
  const player = view.players.findIndex((p) => p.name === who);
  const words = sought.trim().toLowerCase();
  const shown = turns.map((turn) => ({ turn, entries: log.slice(turn.from, turn.to) }))
    .filter(({ entries }) => entries.some((e) => concerns(view, e, who, player) && mentions(e, words)));
  const struck = new Map<number, StruckLine[]>(); // by the action they stand before
  game.struck.forEach((s, k) => struck.set(s.before, [...(struck.get(s.before) ?? []), { s, k }]));
  const rounds = new Map<string, typeof shown>();
  for (const x of shown) rounds.set(x.turn.round, [...(rounds.get(x.turn.round) ?? []), x]);
  const seen = log[pointed ?? here - 1];
  return (
    <div class="log-view">
      <div class="row" role="group" aria-label="What of the log">
        <label>Whose <select value={who} onChange={(e) => setWho(e.currentTarget.value)}>
          <option value="">everybody's</option>
          {view.players.map((p) => <option key={p.name}>{p.name}</option>)}
          {view.companies.filter((c) => c.status !== "unstarted").map((c) => <option key={c.id} value={c.id}>{said(view, c.id)}</option>)}
        </select></label>
        <label>Search <input type="search" size={12} value={sought} onInput={(e) => setSought(e.currentTarget.value)} /></label>
        <label><input type="checkbox" checked={all} onChange={(e) => setAll(e.currentTarget.checked)} /> unfolded</label>
        <span class="muted">{shown.length} of {turns.length} turns</span>
      </div>
      <div class="log" ref={list} tabindex={0} role="region" aria-label="Log">
        {[...rounds].map(([round, those]) => (
          <section key={those[0]?.turn.from}>
            <h3>{round.charAt(0).toUpperCase() + round.slice(1)}</h3>
            <ol>{those.map(({ turn, entries }) => (
              <Turn key={turn.from} table={table} turn={turn} entries={entries} struck={struck} onFetch={onFetch} onPoint={setPointed}
                open={all || words !== "" || (turn.from < here && here <= turn.to)} />
            ))}</ol>
          </section>
        ))}
        <ol><StruckOut lines={struck.get(log.length)} onFetch={onFetch} /></ol>
        {log.length === 0 && game.struck.length === 0 && <p class="muted">Nothing has happened yet.</p>}
        {log.length > 0 && shown.length === 0 && <p class="muted">Nothing of that.</p>}
      </div>
      {wide && seen && (painted ? <MapOf table={table} entry={seen} /> : <aside class="log-map" />)}
    </div>
  );
}
