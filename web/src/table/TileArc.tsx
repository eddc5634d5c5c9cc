// SPDX-License-Identifier: Apache-2.0
// TileArc.tsx: the tile on trial lies in its hex, is turned there and laid. Which one, is chosen from an arc outside
// the neighbours, or on a phone from a row of cards.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { isProblem } from "../engine/engine";
import type { Choice, Links } from "../engine/types";
import type { TableApi } from "./Act";
import type { Anchor } from "./Board";
import { money } from "./parts";

const DISC = 72;
const ROW = 8; // discs in an arc; more stand in a second one

interface Candidate {
  key: string;
  turns: Choice[]; // one a rotation
}

const COLOURS = ["yellow", "green", "brown", "blue", "gray", "grey", "black"];
const rank = ({ turns: [first] }: Candidate) => COLOURS.indexOf(first?.color ?? "");

/** Choices of one hex, a candidate a tile and power; colours stay together. */
function candidatesOf(choices: Choice[]): Candidate[] {
  const all = new Map<string, Choice[]>();
  for (const c of choices) {
    const key = `${c.tile} ${c.power ?? ""}`;
    all.set(key, [...(all.get(key) ?? []), c]);
  }
  return [...all].map(([key, turns]) => ({ key, turns })).sort((a, b) => rank(a) - rank(b));
}

/** How many discs stand in the first arc: where there are too many for one, a colour begins the second. */
function firstRow(candidates: Candidate[]): number {
  if (candidates.length <= ROW) return ROW;
  const other = candidates.findLastIndex((c, n) => n > 0 && n <= ROW && rank(c) !== rank(candidates[n - 1]!));
  return other > 0 && candidates.length - other <= ROW ? other : ROW;
}

/** Where the n-th of so many discs stands: fanned to the side where the stage has room, and inside it. */
function place(at: Anchor, n: number, of: number, first: number): { x: number; y: number } {
  const row = n < first ? 0 : 1 + Math.floor((n - first) / ROW);
  const nth = row === 0 ? n : (n - first) % ROW;
  const inRow = row === 0 ? Math.min(of, first) : Math.min(of - first - (row - 1) * ROW, ROW);
  const radius = 2.75 * at.side + 38 + row * (DISC + 8);
  const towards = Math.atan2(at.height / 2 - at.y, at.width / 2 - at.x);
  const angle = towards + (nth - (inRow - 1) / 2) * ((DISC + 8) / radius);
  const inside = (v: number, most: number) => Math.min(most - DISC / 2 - 4, Math.max(DISC / 2 + 4, v));
  return { x: inside(at.x + radius * Math.cos(angle), at.width), y: inside(at.y + radius * Math.sin(angle), at.height) };
}

const BAR = { width: 240, height: 84 }; // the buttons that turn and lay

/** Where those buttons stand, by the middle of their upper edge: beside the hex, inside the stage, off the discs. */
function besideHex(at: Anchor, discs: { x: number; y: number }[]): { x: number; y: number } {
  const off = at.side * 1.9;
  const places = [
    { x: at.x, y: at.y + off }, { x: at.x, y: at.y - off - BAR.height },
    { x: at.x - off - BAR.width / 2, y: at.y - BAR.height / 2 }, { x: at.x + off + BAR.width / 2, y: at.y - BAR.height / 2 },
    { x: at.x, y: at.y + off + BAR.height }, { x: at.x, y: at.y - off - 2 * BAR.height },
  ].map(({ x, y }) => ({
    x: Math.min(at.width - BAR.width / 2, Math.max(BAR.width / 2, x)), y: Math.min(at.height - BAR.height, Math.max(4, y)),
  }));
  const covers = (p: { x: number; y: number }) =>
    (Math.abs(p.x - at.x) < BAR.width / 2 + at.side / 2 && p.y < at.y + at.side && p.y + BAR.height > at.y - at.side ? 100 : 0) +
    discs.filter((d) => Math.abs(d.x - p.x) < (BAR.width + DISC) / 2 && d.y + DISC / 2 > p.y && d.y - DISC / 2 < p.y + BAR.height).length;
  return places.reduce((best, p) => (covers(p) < covers(best) ? p : best));
}

interface Trial {
  candidates: Candidate[];
  which: number;
  turns: Choice[];
  tile: Choice | undefined; // as it lies in the hex
  links: string[]; // places that the company would reach newly
  pick(n: number): void;
  rotate(by: number): void;
  lay(): void;
}

interface TilesProps {
  table: TableApi;
  hex: string;
  choices: Choice[];
  onTry(choice: Choice | null): void;
}

/** A candidate, and how it is turned; undefined: the way that joins most of the own track. */
interface Lying {
  which: number;
  turn?: number;
}
const FIRST: Lying = { which: 0 };
const NOTHING: Links = { joins: 0, links: [] };

/** The turn that reaches most places, and of those that meets most of the own track. */
function bestTurn(turns: Choice[], links: Links[]): number {
  const good = (c: Choice) => { const { joins, links: places } = links[c.rotation ?? 0] ?? NOTHING; return places.length * 10 + joins; };
  return turns.reduce((best, c, n) => (good(c) > good(turns[best]!) ? n : best), 0);
}

function useTrial({ table, hex, choices, onTry }: TilesProps): Trial {
  const candidates = useMemo(() => candidatesOf(choices), [hex, table.legal]);
  const [{ which, turn: turned }, setAt] = useState<Lying>(() => { // with what was on trial before the page was loaded again
    const at = candidates.findIndex((c) => c.turns.some((x) => x.line === table.tried?.line));
    return at < 0 ? FIRST : { which: at, turn: candidates[at]!.turns.findIndex((x) => x.line === table.tried?.line) };
  });
  const fresh = useRef(true);
  useEffect(() => {
    if (!fresh.current) setAt(FIRST);
    fresh.current = false;
  }, [hex, table.legal]);
  const turns = candidates[which]?.turns ?? [];
  const links = useMemo(() => {
    const answer = turns[0]?.tile && table.legal.company ? table.engine.links(hex, turns[0].tile) : [];
    return isProblem(answer) ? [] : answer;
  }, [hex, table.legal, turns[0]?.tile]);
  const turn = turned ?? bestTurn(turns, links);
  const tile = turns[turn % Math.max(1, turns.length)];
  useEffect(() => onTry(tile ?? null), [tile?.line]);
  const pick = (n: number) => {
    if (!candidates[n]) return;
    setAt({ which: n });
  };
  const rotate = (by: number) => setAt((a) => ({ ...a, turn: ((a.turn ?? turn) + by + turns.length) % Math.max(1, turns.length) }));
  const lay = () => { if (tile) table.game.play([tile.line]); };

  // Before anything is painted: an Enter that comes with the tile lays it, and never runs the trains behind it.
  useLayoutEffect(() => {
    const key = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea")) return;
      if (event.key === "q") rotate(-1);
      else if (event.key === "e") rotate(1);
      else if (/^[1-9]$/.test(event.key)) pick(Number(event.key) - 1);
      else if (event.key === "Enter" && !target.matches("button:not(:is(.disc, .tile-card)[aria-pressed=true]), summary, a")) lay(); // also after a click on its disc
      else return;
      event.preventDefault();
      event.stopImmediatePropagation(); // these letters belong to the tile while it is on trial
    };
    const wheeled = (event: Event) => rotate((event as CustomEvent<number>).detail);
    window.addEventListener("keydown", key, true);
    window.addEventListener("turn-tile", wheeled);
    return () => {
      window.removeEventListener("keydown", key, true);
      window.removeEventListener("turn-tile", wheeled);
    };
  });

  return { candidates, which, turns, tile, links: links[tile?.rotation ?? 0]?.links ?? [], pick, rotate, lay };
}

/** The candidate: how many are left, and the key that picks it. */
function Candidates({ table, trial, name, at }: {
  table: TableApi; trial: Trial; name: string; at?(n: number): { x: number; y: number };
}) {
  return (
    <>
      {trial.candidates.map((c, n) => {
        const spot = at?.(n);
        const first = c.turns[0]!;
        return (
          <button type="button" key={c.key} class={name} data-tile={first.tile} aria-pressed={n === trial.which}
            style={spot ? { left: `${spot.x}px`, top: `${spot.y}px` } : {}} onClick={() => trial.pick(n)}>
            <span class="key" aria-hidden="true">{n < 9 ? n + 1 : ""}</span>
            <span class="picture" aria-hidden="true" dangerouslySetInnerHTML={{ __html: table.engine.tile(first.tile ?? "", ((n === trial.which && trial.tile) || first).rotation ?? 0) }} />
            <small><span class="sr">Tile </span>{first.tile}{first.left !== undefined ? ` ×${first.left}` : ""}{first.power ? ` ${first.power}` : ""}</small>
          </button>
        );
      })}
    </>
  );
}

const TOLD = 3; // places

function effectOf(table: TableApi, hex: string, tile: Choice, links: string[]): string {
  const name = table.view.map.find((m) => m.hex === hex)?.place;
  const { lays } = table.legal;
  return `${lays ? `tile ${lays.nth} of ${lays.of} · ` : ""}${hex}${name ? ` ${name}` : ""} · ${tile.cost ? money(table.view, tile.cost) : "free"}${tile.power ? ` · with ${tile.power}` : ""}${
    links.length ? ` · would link ${links.slice(0, TOLD).join(", ")}${links.length > TOLD ? ` and ${links.length - TOLD} more` : ""}` : ""}`;
}

/** Round the hex, on the stage. */
export function TileArc({ at, ...props }: TilesProps & { at: Anchor }) {
  const trial = useTrial(props);
  const { tile, turns } = trial;
  if (!tile) return null;
  const first = firstRow(trial.candidates);
  const discs = trial.candidates.map((_, n) => place(at, n, trial.candidates.length, first));
  const bar = besideHex(at, discs);
  return (
    <div class="arc" onClick={(e) => e.stopPropagation()}>
      <Candidates table={props.table} trial={trial} name="disc" at={(n) => discs[n]!} />
      <div class="lay" style={{ left: `${bar.x}px`, top: `${bar.y}px` }}>
        {turns.length > 1 && <button type="button" onClick={() => trial.rotate(-1)}>⟲<kbd aria-hidden="true">Q</kbd><span class="sr">Turn left</span></button>}
        <button type="button" class="primary" data-lay={tile.line} onClick={trial.lay}>Lay<kbd aria-hidden="true">⏎</kbd></button>
        {turns.length > 1 && <button type="button" data-turn onClick={() => trial.rotate(1)}>⟳<kbd aria-hidden="true">E</kbd><span class="sr">Turn right</span></button>}
        <p>{effectOf(props.table, props.hex, tile, trial.links)}</p>
      </div>
    </div>
  );
}

/** In the sheet of a phone. */
export function TileCards({ onLeave, ...props }: TilesProps & { onLeave(): void }) {
  const trial = useTrial(props);
  const { tile, turns } = trial;
  if (!tile) return null;
  return (
    <section class="tile-cards" aria-label="Tiles for the hex">
      <p>{effectOf(props.table, props.hex, tile, trial.links)}</p>
      <div class="cards">
        <Candidates table={props.table} trial={trial} name="tile-card" />
      </div>
      <div class="row">
        <button type="button" onClick={onLeave}>Not here</button>
        {turns.length > 1 && <button type="button" data-turn onClick={() => trial.rotate(1)}>⟳ turn</button>}
        <button type="button" class="primary" data-lay={tile.line} onClick={trial.lay}>Lay tile {tile.tile}</button>
      </div>
    </section>
  );
}
