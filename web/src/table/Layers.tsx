// SPDX-License-Identifier: Apache-2.0
// Layers.tsx: what the map shows beside its ground, switched on and off (key ","); and the small map of an auction, on
// which a private company that is pointed at shows the hexes it blocks.
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { LogEntry, View } from "../engine/types";
import type { Layer } from "../settings";
import type { TableApi } from "./Act";

const WORDS: Record<Layer, string> = { names: "Names", figures: "Coordinates, numbers of tiles", blocked: "What private companies block" };

/** Private companies that keep hexes closed, or will when somebody has bought them. */
const blocking = (view: View) => view.privates.filter((p) => p.blocks?.length && p.status !== "closed");

/** Which hexes who keeps closed now. */
export const blockedBy = (view: View): { hex: string; words: string }[] =>
  blocking(view).filter((p) => view.players.some((x) => x.name === p.owner)).flatMap((p) => (p.blocks ?? []).map((hex) => ({ hex, words: `⊘ ${p.id}` })));

export function Layers({ view, log, layers, onLayers, shownRun, onRun }: {
  view: View; log: LogEntry[]; layers: Layer[]; onLayers(layers: Layer[]): void;
  shownRun: string; onRun(company: string): void; // whose last routes are drawn; "": nobody's
}) {
  const ran = [...new Set(log.filter((e) => e.kind === "run").map((e) => e.by))].sort();
  const offered = (Object.keys(WORDS) as Layer[]).filter((l) => l !== "blocked" || blocking(view).length > 0);
  return (
    <div class="layers" role="dialog" aria-label="Layers of the map" onClick={(e) => e.stopPropagation()}>
      {offered.map((l) => (
        <label key={l} class="check"><input type="checkbox" checked={layers.includes(l)}
          onChange={() => onLayers(layers.includes(l) ? layers.filter((x) => x !== l) : [...layers, l])} /> {WORDS[l]}</label>
      ))}
      {ran.length > 0 && (
        <label>Last run of <select value={shownRun} onChange={(e) => onRun(e.currentTarget.value)}>
          <option value="">nobody</option>{ran.map((c) => <option key={c} value={c}>{c}</option>)}
        </select></label>
      )}
    </div>
  );
}

/** In an auction: where private companies close hexes, the one that is pointed at brightly. */
export function BlockedMap({ table }: { table: TableApi }) {
  const { engine, view, game } = table;
  const host = useRef<HTMLDivElement>(null);
  const all = blocking(view);
  const map = useMemo(() => (all.length ? engine.map(game.here) : ""), [engine, game.here, game.now, all.length]);
  const lit = all.find((p) => p.id === table.pointed);
  useLayoutEffect(() => {
    const ground = (hex: string) => host.current?.querySelector(`.ground > g[data-hex="${hex}"]`);
    for (const p of all) for (const hex of p.blocks ?? []) ground(hex)?.classList.add("closed");
    for (const g of host.current?.querySelectorAll(".lit") ?? []) g.classList.remove("lit");
    for (const hex of lit?.blocks ?? []) ground(hex)?.classList.add("lit");
  });
  if (!map) return null;
  return (
    <section class="near blocked-map" aria-label={`Hexes that ${view.privates_called} block`}>
      <h4>{lit ? `${lit.id} blocks ${lit.blocks?.join(", ")}` : `Hexes that ${view.privates_called} block`}</h4>
      <div ref={host} aria-hidden="true" dangerouslySetInnerHTML={{ __html: map }} />
    </section>
  );
}
