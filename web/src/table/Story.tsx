// SPDX-License-Identifier: Apache-2.0
// Story.tsx: what has happened since one's last turn, told by turns and not by bookkeeping; bidding is one line.
import type { ComponentChildren } from "preact";
import type { LogEntry, MarketBoard } from "../engine/types";
import type { TableApi } from "./Act";
import { MarketGrid } from "./MarketGrid";
import { Badge, money, SeatDot } from "./parts";

const LINES = 12;
const BIDDING = ["bid", "pass", "tender"];

export interface Told {
  from: number; // the first action of it
  to: number; // the one after the last
  by: string[];
  words: string;
  notes: string[]; // events that everybody should know
  revenue?: number;
  round: string;
}

const notesOf = (entries: LogEntry[]): string[] =>
  entries.flatMap((e) => e.events.filter((x) => x.important).map((x) => x.text));

/** Actions as a few lines: a turn a line, a stretch of done one line. */
export function tell(log: LogEntry[], from: number, to: number): Told[] {
  const told: Told[] = [];
  for (let k = from; k < to;) {
    const first = log[k]!;
    let end = k + 1;
    while (end < to && log[end]!.round === first.round && BIDDING.includes(first.kind) && BIDDING.includes(log[end]!.kind)) end++;
    const bidding = end - k >= 4 && log.slice(k, end).some((e) => e.kind !== "pass");
    if (!bidding) {
      end = k + 1;
      while (end < to && log[end]!.round === first.round && log[end]!.by === first.by) end++;
    }
    const entries = log.slice(k, end);
    const by = [...new Set(entries.map((e) => e.by))];
    const done = entries.filter((e) => e.kind !== "pass"); // what was done, or bid
    told.push({
      from: k, to: end, by, round: first.round,
      words: bidding ? `${done.length} bids; last ${done.at(-1)!.by}: ${done.at(-1)!.words}`
        : (done.length ? done : entries).map((e) => e.words).join(", "),
      notes: notesOf(entries),
      revenue: entries.find((e) => e.revenue !== undefined)?.revenue,
    });
    k = end;
  }
  return told;
}

/** Where this player has decided last before now; the start where never. */
export function lastOwn(log: LogEntry[], player: number | undefined): number {
  let k = log.length;
  while (k > 0 && log[k - 1]?.player === player) k--; // the turn that goes on
  while (k > 0 && log[k - 1]?.player !== player) k--;
  return player === undefined ? 0 : k;
}

function near(board: MarketBoard, company: string): MarketBoard | null {
  const at = board.cells.find((c) => c.markers.includes(company));
  if (!at) return null;
  const left = Math.max(0, Math.min(at.column - 3, board.columns - 6));
  const top = Math.max(0, Math.min(at.row - 1, board.rows - 3));
  const cells = board.cells
    .filter((c) => c.column >= left && c.column < left + 6 && c.row >= top && c.row < top + 3)
    .map((c) => ({ ...c, column: c.column - left, row: c.row - top }));
  return { ...board, cells, columns: 6, rows: 3 };
}

export function Story({ table, board, onLog, onDecide, children }: {
  table: TableApi; board: MarketBoard; onLog(): void; onDecide?(): void; // where it is all that is shown
  children?: ComponentChildren;
}) {
  const { game, view, seats, legal } = table;
  const me = legal.player;
  const log = game.log.slice(0, game.here);
  const all = tell(log, game.past ? Math.max(0, log.length - 30) : lastOwn(log, me), log.length);
  const told = all.slice(-LINES);
  const isPlayer = (by: string) => view.players.some((p) => p.name === by);
  const small = legal.company !== undefined && !game.past ? near(board, legal.company) : null;
  return (
    <aside class="story" data-region="story" aria-label="Story">
      <header><h3>{game.past ? "Before this" : "Since your last turn"}</h3><button type="button" class="link" onClick={onLog}>Log</button></header>
      <div class="told">
        {all.length > told.length && <p class="muted">… {all.length - told.length} more turns in the log</p>}
        {told.map((t, i) => (
          <div key={t.from}>
            {(i === 0 || told[i - 1]?.round !== t.round) && <h4>{t.round.charAt(0).toUpperCase() + t.round.slice(1)}</h4>}
            <button type="button" class="turn-line" onClick={() => game.go(t.to)} title="Show the table as it was then">
              {t.by.slice(0, 1).map((b) => isPlayer(b) ? <SeatDot key={b} seats={seats} name={b} /> : <Badge key={b} view={view} id={b} size={22} />)}
              <span><b>{t.by.join(", ")}</b> {t.words}
                {t.notes.map((n, j) => <small key={j} class="note">{n}</small>)}</span>
              {t.revenue !== undefined && <strong class="num">{money(view, t.revenue)}</strong>}
            </button>
          </div>
        ))}
        {told.length === 0 && <p class="muted">Nothing has happened since.</p>}
      </div>
      {children}
      {onDecide && <button type="button" class="primary to-decision" onClick={onDecide}>To my decision</button>}
      {small && (
        <section class="near" aria-label="The market near the company">
          <h4>Market near {legal.company}</h4>
          <MarketGrid table={table} board={small} />
        </section>
      )}
    </aside>
  );
}
