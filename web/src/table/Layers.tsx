// SPDX-License-Identifier: Apache-2.0
// Layers.tsx: what the map shows beside its ground, switched on and off (key ","); what its signs mean; and the small
// map of an auction, on which a private company that is pointed at shows the hexes it blocks.
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { LogEntry, View } from "../engine/types";
import type { Layer } from "../settings";
import { capital, type TableApi } from "./Act";

/** Private companies that keep hexes closed, or will when somebody has bought them. */
const blocking = (view: View) => view.privates.filter((p) => p.blocks?.length && p.status !== "closed");

/** Which hexes who keeps closed now. */
export const blockedBy = (view: View): { hex: string; words: string }[] =>
  blocking(view).filter((p) => view.players.some((x) => x.name === p.owner)).flatMap((p) => (p.blocks ?? []).map((hex) => ({ hex, words: `⊘ ${p.said ?? p.id}` })));

export function Layers({ view, company, log, layers, onLayers, shownRun, onRun }: {
  view: View; company?: string; log: LogEntry[]; layers: Layer[]; onLayers(layers: Layer[]): void;
  shownRun: string; onRun(company: string): void; // whose last routes are drawn; "": nobody's
}) {
  const ran = [...new Set(log.filter((e) => e.kind === "run").map((e) => e.by))].sort();
  const offered: [Layer, string][] = [["names", "Names"], ["figures", view.title.lays_tiles ? "Coordinates, numbers of tiles" : "Coordinates"]];
  if (blocking(view).length) offered.push(["blocked", `Hexes that ${view.privates_called} block`]);
  if (company) offered.push(["reach", `What ${company} reaches`]);
  return (
    <div class="layers" role="dialog" aria-label="Layers of the map" onClick={(e) => e.stopPropagation()}>
      {offered.map(([l, words]) => (
        <label key={l} class="check"><input type="checkbox" checked={layers.includes(l)}
          onChange={() => onLayers(layers.includes(l) ? layers.filter((x) => x !== l) : [...layers, l])} /> {words}</label>
      ))}
      {ran.length > 0 && (
        <label>Last run of <select value={shownRun} onChange={(e) => onRun(e.currentTarget.value)}>
          <option value="">nobody</option>{ran.map((c) => <option key={c} value={c}>{c}</option>)}
        </select></label>
      )}
    </div>
  );
}

/** What every sign on this map means, each with a hex that shows it; then what else the title has. */
export function Legend({ table, onClose }: { table: TableApi; onClose(): void }) {
  const { engine, view, game } = table;
  const signs = useMemo(() => engine.legend(game.here).map((s) => {
    const svg = engine.hex(s.hex);
    const [x = 0, y = 0] = svg.match(/translate\((-?\d+) (-?\d+)\)/)?.slice(1).map(Number) ?? [];
    return { ...s, svg: `<svg class="rh-map" viewBox="${x - 1050} ${y - 1050} 2100 2100" style="--unit:24">${svg}</svg>` };
  }), [engine, game.here, game.now]);
  return (
    <aside class="legend" role="dialog" aria-label="What the signs mean" tabindex={0} onClick={(e) => e.stopPropagation()}>
      <header><h4>What the signs mean</h4><button type="button" class="link" aria-label="Close" onClick={onClose}>×</button></header>
      <dl>
        {signs.map((s, i) => (
          <div key={i} data-sign={s.sign}><dt aria-hidden="true" dangerouslySetInnerHTML={{ __html: s.svg }} /><dd>{capital(s.words)}</dd></div>
        ))}
      </dl>
      <dl>{view.title.pieces.map((p) => <div key={p.name} data-sign="piece"><dd><b>{p.name}</b> {p.says}</dd></div>)}</dl>
    </aside>
  );
}

/** In an auction: where private companies close hexes, the one that is pointed at brightly. */
export function BlockedMap({ table }: { table: TableApi }) {
  const { engine, view, game } = table;
  const host = useRef<HTMLDivElement>(null);
  const all = blocking(view);
  const ground = JSON.stringify(view.map); // what lies there stays through a whole auction
  const map = useMemo(() => engine.map(game.here), [engine, ground]);
  const lit = all.find((p) => p.id === table.pointed);
  useLayoutEffect(() => {
    const ground = (hex: string) => host.current?.querySelector(`.ground > g[data-hex="${hex}"]`);
    for (const p of all) for (const hex of p.blocks ?? []) ground(hex)?.classList.add("closed");
    for (const g of host.current?.querySelectorAll(".lit") ?? []) g.classList.remove("lit");
    for (const hex of lit?.blocks ?? []) ground(hex)?.classList.add("lit");
  });
  const title = all.length ? `Hexes that ${view.privates_called} block` : "The map";
  return (
    <section class="near blocked-map" aria-label={title}>
      <h4>{lit ? `${lit.said ?? lit.id} blocks ${lit.blocks?.join(", ")}` : title}</h4>
      <div ref={host} aria-hidden="true" dangerouslySetInnerHTML={{ __html: map }} />
    </section>
  );
}
