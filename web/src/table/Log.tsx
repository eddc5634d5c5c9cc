// SPDX-License-Identifier: Apache-2.0
// Log.tsx: what has happened, grouped by round; sums of money stand in a column. A click on an action
// shows the table as it was after it; one on an action that was taken back fetches it again.
import { Fragment } from "preact";
import { memo } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import type { LogEntry, Struck, View } from "../engine/types";
import { money } from "./parts";

function Entry({ view, entry, now, onGo }: { view: View; entry: LogEntry; now: boolean; onGo(at: number): void }) {
  const events = entry.events.filter((e) => e.kind !== "round");
  return (
    <li class={`entry ${now ? "now" : ""}`} data-k={entry.k}>
      <button type="button" onClick={() => onGo(entry.k + 1)} title={entry.line}>
        <b>{entry.by}:</b> {entry.words}
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
const Remembered = memo(Entry, (a, b) => a.entry === b.entry && a.now === b.now);

/** What was taken back before an action: each a way of its own, or the next step of one. */
function StruckOut({ lines = [], onFetch }: { lines?: { s: Struck; k: number }[]; onFetch(k: number): void }) {
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

export function Log({ view, log, struck, at, onGo, onFetch }: {
  view: View;
  log: LogEntry[];
  struck: Struck[];
  at: number;
  onGo(at: number): void;
  onFetch(k: number): void; // struck[k] and what leads to it
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const entry = list.current?.querySelector<HTMLElement>(".entry.now");
    if (entry && list.current) list.current.scrollTop = entry.offsetTop - list.current.clientHeight / 2;
  }, [at, log.length]);
  const rounds: { round: string; entries: LogEntry[] }[] = [];
  for (const entry of log) {
    const last = rounds[rounds.length - 1];
    if (last && last.round === entry.round) last.entries.push(entry);
    else rounds.push({ round: entry.round, entries: [entry] });
  }
  const out = new Map<number, { s: Struck; k: number }[]>(); // by the action they stand before
  struck.forEach((s, k) => out.set(s.before, [...(out.get(s.before) ?? []), { s, k }]));
  return (
    <div class="log" ref={list} tabindex={0} role="region" aria-label="Log">
      {rounds.map((r) => (
        <section key={r.entries[0]?.k}>
          <h3>{r.round.charAt(0).toUpperCase() + r.round.slice(1)}</h3>
          <ol>{r.entries.map((e) => (
            <Fragment key={e.k}>
              <StruckOut lines={out.get(e.k)} onFetch={onFetch} />
              <Remembered view={view} entry={e} now={e.k === at - 1} onGo={onGo} />
            </Fragment>
          ))}</ol>
        </section>
      ))}
      <ol><StruckOut lines={out.get(log.length)} onFetch={onFetch} /></ol>
      {log.length === 0 && struck.length === 0 && <p class="muted">Nothing has happened yet.</p>}
    </div>
  );
}
