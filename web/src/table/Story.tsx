// SPDX-License-Identifier: Apache-2.0
// Story.tsx: what has happened since one's last turn, in the few lines that the engine makes of it; each unfolds, and
// all of it can be seen once more on the table.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { isProblem } from "../engine/engine";
import type { LogEntry, MarketBoard, StoryLine } from "../engine/types";
import { capital, type TableApi } from "./Act";
import { houseRules } from "../options";
import { useWindowSize } from "../settings";
import { BlockedMap } from "./Layers";
import { MarketGrid } from "./MarketGrid";
import { Badge, linesAt, said, SeatDot, signed } from "./parts";
import { Lines } from "./Stages";
import type { Game } from "./useGame";

/** What happened is shown once more, action by action. */
export interface Replay {
  speed: number;
  held: boolean;
}
const SPEEDS = [1, 4, 16];
const LOOKED_AT = 900; // milliseconds: an action at the first speed
const PAST = 30; // actions before the moment that is looked at

/** A replay goes on by itself until it has come to the present, or somebody else plays. */
export function useReplay({ past, here, go }: Game): [Replay | null, (replay: Replay | null) => void] {
  const [replay, setReplay] = useState<Replay | null>(null);
  useEffect(() => {
    if (!replay || replay.held) return;
    if (!past) return setReplay(null);
    const wait = window.setTimeout(() => go(here + 1), LOOKED_AT / replay.speed);
    return () => window.clearTimeout(wait);
  }, [replay, past, here]);
  return [replay, setReplay];
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

/** Why a bot did this, if it is one that explains itself. */
function Reason({ table, entry }: { table: TableApi; entry: LogEntry }) {
  const kind = entry.player === undefined ? undefined : table.seats[entry.player]?.kind;
  const reason = useMemo(() => (kind === undefined || kind === "human" ? {} : table.engine.reason(entry.k, kind)), [entry.k, entry.words, kind]);
  return isProblem(reason) || !("text" in reason) || !reason.text ? null : <small class="note why">{reason.text}</small>;
}

/** One line; several actions in it unfold. */
function Line({ table, line }: { table: TableApi; line: StoryLine }) {
  const { game, view, seats } = table;
  const [open, setOpen] = useState(false);
  const isPlayer = (by: string) => view.players.some((p) => p.name === by);
  const [first] = line.by;
  const parts = game.log.slice(line.from, line.to);
  const last = parts[parts.length - 1];
  return (
    <div class="story-line" data-story={`${line.from}-${line.to}`}>
      <button type="button" class="turn-line" onClick={() => game.go(line.to)} title="Show the table as it was then">
        {first !== undefined && (isPlayer(first) ? <SeatDot seats={seats} name={first} /> : <Badge view={view} id={first} size={22} />)}
        <span>{line.by.length > 0 && <b>{line.by.map((who) => said(table.view, who)).join(", ")} </b>}{line.words}
          {line.notes.map((n, j) => <small key={j} class="note">{n}</small>)}
          {last && <Reason table={table} entry={last} />}</span>
      </button>
      {parts.length > 1 && (
        <button type="button" class="link unfold" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span aria-hidden="true">{open ? "▾" : "▸"}</span>{parts.length}<span class="sr"> actions</span></button>
      )}
      {open && <ol class="parts">{parts.map((e) => <li key={e.k}><button type="button" class="link" onClick={() => game.go(e.k + 1)}>{said(table.view, e.by)}: {e.words}</button><Reason table={table} entry={e} /></li>)}</ol>}
    </div>
  );
}

export function Story({ table, board, replay, onReplay, onLog, onDecide, onClose, children }: {
  table: TableApi; board: MarketBoard | null; /* none: the stage shows it */ replay: Replay | null; onReplay(replay: Replay | null): void;
  onLog(): void; onDecide?(): void; // where it is all that is shown
  onClose?(): void; // where it lies over the stage
  children?: ComponentChildren;
}) {
  const { game, view, legal, engine } = table;
  const { me } = table;
  const story = useMemo(() => {
    const answer = engine.story(game.past || me === undefined ? { from: Math.max(0, game.here - PAST), to: game.here } : { player: me });
    return isProblem(answer) ? { from: 0, to: 0, money: undefined, lines: [] } : answer;
  }, [engine, game.now, game.here, me]);
  /** What can be done on each line of a board of lines, while something can be. */
  const onLines = useMemo(() => {
    const counts = new Map<string, number>();
    for (const c of table.mine) for (const line of linesAt(view, c.hex)) counts.set(line, (counts.get(line) ?? 0) + 1);
    return view.lines && !game.past && (counts.size > 0 || legal.sale?.line) ? counts : null;
  }, [view, table.mine, legal, game.past]);
  const small = board && !onLines && legal.company !== undefined && !game.past ? near(board, legal.company) : null;
  /** The stage shows what is sold, and no map. */
  const sold = view.round === "auction" || (!view.round.startsWith("stock") && table.mine.some((c) => ["bid", "take"].includes(c.kind)));
  const house = useMemo(() => houseRules(engine.titles().find((t) => t.id === view.title.id), view.title.options), [engine, view.title.id]);
  const name = me !== undefined ? view.players[me]?.name : undefined;
  /** What does not fit is the oldest; on a phone it is read from the beginning. */
  const told = useRef<HTMLDivElement>(null);
  const size = useWindowSize();
  useLayoutEffect(() => {
    const all = told.current;
    if (!all || onDecide) return;
    all.style.paddingBottom = "0";
    all.style.setProperty("--got", `${all.querySelector<HTMLElement>(".got")?.offsetHeight ?? 0}px`);
    all.scrollTop = all.scrollHeight;
    if (!all.scrollTop) return;
    /* No line is cut through: below what stays at the head the next whole one begins. */
    const head = [".got", "h4"].reduce((y, what) => y + (all.querySelector<HTMLElement>(what)?.offsetHeight ?? 0), all.getBoundingClientRect().top);
    const over = [...all.querySelectorAll(".story-line")].map((line) => line.getBoundingClientRect().top - head).find((y) => y >= 0) ?? 0;
    all.style.paddingBottom = `${over}px`;
    all.scrollTop = all.scrollHeight;
  }, [story, !onDecide, small !== null, size]);
  const rounds: StoryLine[][] = [];
  for (const line of story.lines)
    if (rounds.at(-1)?.[0]?.round === line.round) rounds.at(-1)!.push(line);
    else rounds.push([line]);
  return (
    <aside class="story" data-region="story" aria-label="Story">
      <header><h3>{game.past ? "Before this" : "Since your last turn"}</h3><button type="button" class="link" onClick={onLog}>Log</button>{onClose && <button type="button" class="link" onClick={onClose} aria-label="Close the story">✕</button>}</header>
      <div class="told" ref={told}>
        {story.from === 0 && house.length > 0 && <p class="house-rules"><b>House rules</b> {house.join("; ")}</p>}
        {!!story.money && <p class={`got ${story.money < 0 ? "minus" : "plus"}`}>{name} {signed(view, story.money)}</p>}
        {rounds.map((lines) => (
          <section key={lines[0]!.from}>
            <h4>{capital(lines[0]!.round)}</h4>
            {lines.map((line) => <Line key={line.from} table={table} line={line} />)}
          </section>
        ))}
        {story.lines.length === 0 && <p class="muted">Nothing has happened since.</p>}
      </div>
      {replay ? (
        <div class="replay" role="group" aria-label="Replay">
          <button type="button" onClick={() => onReplay({ ...replay, held: !replay.held })}>{replay.held ? "▶ Go on" : "❚❚ Pause"}</button>
          {SPEEDS.map((n) => <button type="button" key={n} aria-pressed={replay.speed === n} onClick={() => onReplay({ ...replay, speed: n })}>{n}×</button>)}
          <button type="button" onClick={() => { onReplay(null); game.go(Infinity); }}>To now</button>
        </div>
      ) : !game.past && story.to - story.from > 1 && (
        <button type="button" class="replays" onClick={() => { game.go(story.from); onReplay({ speed: 1, held: false }); }}>▶ Replay what happened ({story.to - story.from} actions)</button>
      )}
      {!game.past && legal.next.length > 0 && (
        <p class="next"><b>Next</b> {legal.next.map((who) => <span key={who}>{said(view, who)}</span>)}</p>
      )}
      {children}
      {onDecide && <button type="button" class="primary to-decision" onClick={onDecide}>To my decision</button>}
      {onLines && (
        <section class="near lines-box" aria-label="Lines and contracts">
          <h4>Lines and contracts</h4>
          <Lines view={view} brief can={onLines.size > 0 ? (line) => onLines.get(line) ?? 0 : undefined} only={table.only} onOnly={table.onOnly} />
        </section>
      )}
      {sold && !onDecide && <BlockedMap table={table} />}
      {small && (
        <section class="near" aria-label="The market near the company">
          <h4>Market near {said(view, legal.company ?? "")}</h4>
          <MarketGrid table={table} board={small} ringed={legal.company} />
        </section>
      )}
    </aside>
  );
}
