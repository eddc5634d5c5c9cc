// SPDX-License-Identifier: Apache-2.0
// Chart.tsx: lines over the rounds of a game, drawn by hand: what a library would do more, nobody needs here. Every
// line has its name at its end and a stroke of its own, for colour alone says nothing to some eyes.
import { useState } from "preact/hooks";

export interface Line {
  name: string;
  color: string;
  values: number[]; // one a round
}

const HEIGHT = 260;
const LEFT = 46;
const RIGHT = 70;
const BELOW = 24;
const ROW = 13; // of names of phases, above the lines
const LETTER = 7;
const MOST_ROUNDS = 9; // that are named below
const STROKES = ["", "7 4", "2 3", "10 3 2 3", "4 2", "1 4", "12 4", "6 2 2 2"];

/** A step of 1, 2 or 5 times a power of ten, so that there are about four. */
function stepOf(most: number): number {
  const raw = Math.max(1, most / 4);
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * ([1, 2, 5, 10].find((n) => n * power >= raw) ?? 10);
}

/** Names at the ends of lines, moved apart where they would cover each other. */
function apart(ends: { name: string; y: number }[]): Map<string, number> {
  let last = -Infinity;
  return new Map([...ends].sort((a, b) => a.y - b.y).map(({ name, y }) => {
    last = Math.max(y, last + 13);
    return [name, last];
  }));
}

export function Chart({ title, lines, rounds, phases, write }: {
  title: string; lines: Line[]; rounds: string[]; phases: string[]; write(value: number): string;
}) {
  const [at, setAt] = useState<number | null>(null);
  const most = Math.max(1, ...lines.flatMap((l) => l.values));
  const step = stepOf(most);
  const WIDTH = innerWidth < 600 ? 370 : 720; // in units of letters, which are as large on a phone
  const x = (i: number) => LEFT + (i * (WIDTH - LEFT - RIGHT)) / Math.max(1, rounds.length - 1);
  const begins = phases.map((p, i) => ({ p, i })).filter(({ p, i }) => i === 0 || phases[i - 1] !== p).map(({ p, i }, n) => ({ i, name: n ? p : `phase ${p}` }));
  /* Names of short phases take the second row. */
  const rows = begins.reduce<number[]>((all, { i }, n) => {
    const before = begins[n - 1];
    return [...all, before && all[n - 1] === 0 && x(before.i) + before.name.length * LETTER > x(i) ? 1 : 0];
  }, []);
  const above = ROW * (1 + Math.max(0, ...rows)) + 6;
  const y = (v: number) => HEIGHT - BELOW - (Math.max(0, v) * (HEIGHT - BELOW - above)) / most;
  /* Of the names of rounds those that do not run into the one before. */
  const ticks = rounds.slice(0, -1).map((r, i) => ({ i, name: r.replace("stock", "SR").replace("operating", "OR") }))
    .filter(({ i }) => i % Math.ceil(rounds.length / MOST_ROUNDS) === 0)
    .reduce<{ i: number; name: string }[]>((all, t) => {
      const last = all.at(-1);
      return last && x(last.i) + (last.name.length + 1) * LETTER > x(t.i) ? all : [...all, t];
    }, []);
  const names = apart(lines.map((l) => ({ name: l.name, y: y(l.values.at(-1) ?? 0) })));
  const shown = at ?? rounds.length - 1;
  return (
    <figure class="chart">
      <figcaption><b>{title}</b> <span class="muted">{rounds[shown]}: {lines.map((l) => `${l.name} ${write(l.values[shown] ?? 0)}`).join(" · ")}</span></figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${title}, by round`}
        onPointerMove={(e) => {
          const box = e.currentTarget.getBoundingClientRect();
          const part = ((e.clientX - box.left) / box.width * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
          setAt(Math.max(0, Math.min(rounds.length - 1, Math.round(part * (rounds.length - 1)))));
        }}
        onPointerLeave={() => setAt(null)}>
        {begins.map(({ i }, n) => <rect key={i} class={n % 2 ? "band odd" : "band"} x={x(i)} y={0} width={(begins[n + 1] ? x(begins[n + 1]!.i) : WIDTH - RIGHT) - x(i)} height={HEIGHT - BELOW} />)}
        {begins.map(({ i, name }, n) => <text key={i} class="axis" x={x(i) + 3} y={12 + ROW * rows[n]!}>{name}</text>)}
        {ticks.map(({ i, name }) => <text key={i} class="axis" x={x(i)} y={HEIGHT - 8}>{name}</text>)}
        {Array.from({ length: Math.floor(most / step) + 1 }, (_, n) => n * step).map((v) => (
          <g key={v}><line class="rule" x1={LEFT} x2={WIDTH - RIGHT} y1={y(v)} y2={y(v)} /><text class="axis" x={LEFT - 4} y={y(v) + 4} text-anchor="end">{v}</text></g>
        ))}
        {lines.map((l, n) => (
          <g key={l.name} data-line-of={l.name}>
            <polyline points={l.values.map((v, i) => `${x(i)},${y(v)}`).join(" ")} stroke={l.color} stroke-dasharray={STROKES[n % STROKES.length]} />
            <text class="axis" x={WIDTH - RIGHT + 5} y={(names.get(l.name) ?? 0) + 4} >{l.name}</text>
          </g>
        ))}
        {at !== null && <line class="at" x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT - BELOW} />}
      </svg>
    </figure>
  );
}
