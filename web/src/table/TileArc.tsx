// SPDX-License-Identifier: Apache-2.0
// TileArc.tsx: the tiles that can be laid on a hex stand in an arc outside its neighbours, the one on trial lies in
// the hex; it is turned there, and laid from below it.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Choice } from "../engine/types";
import type { TableApi } from "./Act";
import type { Anchor } from "./Board";
import { money } from "./parts";

const DISC = 72;
const ROW = 8; // discs in an arc; more stand in a second one

interface Candidate {
  key: string;
  turns: Choice[]; // one a rotation
}

/** Choices of one hex, a candidate a tile and power. */
function candidatesOf(choices: Choice[]): Candidate[] {
  const all = new Map<string, Choice[]>();
  for (const c of choices) {
    const key = `${c.tile} ${c.power ?? ""}`;
    all.set(key, [...(all.get(key) ?? []), c]);
  }
  return [...all].map(([key, turns]) => ({ key, turns }));
}

/** Where the n-th of so many discs stands: fanned to the side where the stage has room, and inside it. */
function place(at: Anchor, n: number, of: number): { x: number; y: number } {
  const inRow = Math.min(of, ROW);
  const radius = 2.75 * at.side + 38 + Math.floor(n / ROW) * (DISC + 8);
  const towards = Math.atan2(at.height / 2 - at.y, at.width / 2 - at.x);
  const angle = towards + ((n % ROW) - (inRow - 1) / 2) * ((DISC + 8) / radius);
  const inside = (v: number, most: number) => Math.min(most - DISC / 2 - 4, Math.max(DISC / 2 + 4, v));
  return { x: inside(at.x + radius * Math.cos(angle), at.width), y: inside(at.y + radius * Math.sin(angle), at.height) };
}

export function TileArc({ table, hex, choices, at, onTry }: {
  table: TableApi; hex: string; choices: Choice[]; at: Anchor; onTry(choice: Choice | null): void;
}) {
  const { engine, view } = table;
  const candidates = useMemo(() => candidatesOf(choices), [hex, table.legal]);
  const [which, setWhich] = useState(0);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    setWhich(0);
    setTurn(0);
  }, [hex, table.legal]);
  const turns = candidates[which]?.turns ?? [];
  const trial = turns[turn % Math.max(1, turns.length)];
  useEffect(() => onTry(trial ?? null), [trial?.line]);
  const pick = (n: number) => {
    if (!candidates[n]) return;
    setWhich(n);
    setTurn(0);
  };
  const rotate = (by: number) => setTurn((n) => (n + by + turns.length) % Math.max(1, turns.length));
  const lay = () => { if (trial) table.game.play([trial.line]); };

  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea")) return;
      if (event.key === "q") rotate(-1);
      else if (event.key === "e") rotate(1);
      else if (/^[1-9]$/.test(event.key)) pick(Number(event.key) - 1);
      else if (event.key === "Enter" && !target.matches("button, summary, a")) lay();
      else return;
      event.preventDefault();
      event.stopImmediatePropagation(); // these letters belong to the tile while it is on trial
    };
    const turned = (event: Event) => rotate((event as CustomEvent<number>).detail);
    window.addEventListener("keydown", key, true);
    window.addEventListener("turn-tile", turned);
    return () => {
      window.removeEventListener("keydown", key, true);
      window.removeEventListener("turn-tile", turned);
    };
  });

  if (!trial) return null;
  const name = view.map.find((m) => m.hex === hex)?.place;
  /* On the other side of the hex than the arc. */
  const down = at.height / 2 - at.y > at.height / 5;
  const below = down ? Math.max(4, at.y - at.side * 1.9 - 76) : Math.min(at.y + at.side * 1.9, at.height - 84);
  return (
    <div class="arc" onClick={(e) => e.stopPropagation()}>
      {candidates.map((c, n) => {
        const spot = place(at, n, candidates.length);
        const first = c.turns[0]!;
        return (
          <button type="button" key={c.key} class="disc" data-tile={first.tile} aria-pressed={n === which} style={{ left: `${spot.x}px`, top: `${spot.y}px` }} onClick={() => pick(n)}>
            <span class="key" aria-hidden="true">{n < 9 ? n + 1 : ""}</span>
            <span class="picture" aria-hidden="true" dangerouslySetInnerHTML={{ __html: engine.tile(first.tile ?? "", (n === which ? trial : first).rotation ?? 0) }} />
            <small><span class="sr">Tile </span>{first.tile}{first.left !== undefined ? ` ×${first.left}` : ""}{first.power ? ` ${first.power}` : ""}</small>
          </button>
        );
      })}
      <div class="lay" style={{ left: `${Math.min(at.width - 120, Math.max(120, at.x))}px`, top: `${below}px` }}>
        {turns.length > 1 && <button type="button" onClick={() => rotate(-1)}>⟲<kbd aria-hidden="true">Q</kbd><span class="sr">Turn left</span></button>}
        <button type="button" class="primary" data-lay={trial.line} onClick={lay}>Lay<kbd aria-hidden="true">⏎</kbd></button>
        {turns.length > 1 && <button type="button" onClick={() => rotate(1)}>⟳<kbd aria-hidden="true">E</kbd><span class="sr">Turn right</span></button>}
        <p>{hex}{name ? ` ${name}` : ""} · {trial.cost ? money(view, trial.cost) : "free"}{trial.power ? ` · with ${trial.power}` : ""}</p>
      </div>
    </div>
  );
}
