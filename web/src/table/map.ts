// SPDX-License-Identifier: Apache-2.0
// map.ts: what the map shows at this moment beside its ground: where something can be done or has happened, whose routes,
// the tile on trial, and what was switched on (Layers.tsx). Board.tsx draws it and knows none of the reasons.
import { useMemo } from "preact/hooks";
import { isProblem, type Engine } from "../engine/engine";
import type { Choice, Legal, LogEntry, RunView, View } from "../engine/types";
import type { Layer } from "../settings";
import { capital } from "./Act";
import { blockedBy } from "./Layers";
import type { Mark } from "./marks";
import { SIGNS } from "./Moments";
import { linesAt, money } from "./parts";
import type { Choosing } from "./state";
import type { Game } from "./useGame";

const ALL_LAYERS: Layer[] = ["names", "figures"]; // of the picture

/** "2 × ƒ40" where a token costs more than it usually does. */
const priceOf = (view: View, { cost, usual }: Choice): string =>
  !cost ? "free" : usual && cost > usual && cost % usual === 0 ? `${cost / usual} × ${money(view, usual)}` : money(view, cost);

/** What the action moved that is looked at; else, of the choices that there are, the hexes of those that are not filtered
 * out, and what is about a hex without being a choice. */
function marksOf(view: View, legal: Legal | null, { hex, sort, only }: Choosing, moved: LogEntry | undefined): Mark[] {
  const hexes = [...new Set([moved?.hex, ...(moved?.events ?? []).map((e) => e.hex)].filter((h) => h !== undefined))];
  if (hexes.length) return hexes.map((h) => ({ hex: h, kind: "moved", label: `${h}: ${moved?.words}` }));
  if (!legal) return [];
  const ways = new Map<string, string[]>();
  for (const c of legal.choices)
    if (c.hex && (!sort || c.sort === sort) && (!only || linesAt(view, c.hex).includes(only)))
      ways.set(c.hex, [...(ways.get(c.hex) ?? []), c.kind]);
  const paid = legal.choices.some((c) => c.kind === "pass" || (c.city !== undefined && c.cost)); // whoever must place it for nothing needs no word of prices
  const fated = new Map(legal.fates?.map((f) => [f.hex, f.fate]));
  const fates: Mark[] = (legal.fates ?? []).filter((f) => !ways.has(f.hex)).map((f) => ({ hex: f.hex, kind: "about", sign: SIGNS[f.fate], label: `${f.hex}: ${f.why}` }));
  const about: Mark[] = legal.hex && !ways.has(legal.hex) ? [{ hex: legal.hex, kind: "about", label: `${legal.hex}: what is decided here` }] : [];
  return about.concat(fates, [...ways].map(([h, kinds]) => {
    const place = view.map.find((m) => m.hex === h)?.place ?? "";
    const fate = fated.get(h);
    const all = legal.choices.filter((c) => c.hex === h && (!sort || c.sort === sort));
    const circles = all.filter((c) => c.city !== undefined).map((c) => ({ city: c.city ?? 0, price: paid ? priceOf(view, c) : "" }));
    const scraps = all.every((c) => c.kind === "scrap");
    const power = all.some((c) => c.power !== undefined);
    return { hex: h, sign: scraps ? "×" : fate && SIGNS[fate], power, kind: h === hex ? "chosen" : "may", label: scraps ? capital(all[0]!.words) : `${h} ${place}: ${kinds.length} × ${kinds[0]}`, circles };
  }));
}

/** Whose routes are drawn, as a line: those that somebody asked to see, those to be decided on, or those of the action
 * that was played last. */
function drawn({ log, here, past, legal }: Game, run: RunView | null, company: string, asked: string): string | undefined {
  const last = log[here - 1];
  /* While it is decided how a run is divided it stays in view, also after fees that were paid from it. */
  const divided = !past && legal?.choices.some((c) => c.kind === "pay") && log.findLast((e) => e.kind === "run" && e.by === legal.company && e.round === last?.round)?.line;
  const shown = company ? log.slice(0, here).findLast((e) => e.kind === "run" && e.by === company)?.line : divided;
  return asked ? asked : !past && run ? (run.routes.length ? run.line : undefined) : last?.kind === "run" ? last.line : shown || undefined;
}

interface Shown {
  engine: Engine;
  game: Game;
  can: boolean; // somebody here may act now
  choosing: Choosing;
  run: RunView | null; // the routes as they stand now
  layers: Layer[];
  company: string; // whose last routes are shown; "": nobody's
  asked: string; // a run that somebody looks at, in a trial
  free: boolean; // in a trial a tile is laid whoever may act
}

/** Gives what Board.tsx takes; the picture is drawn when it is looked at. */
export function useMap({ engine, game, can, choosing, run, layers, company, asked, free }: Shown) {
  const { view, legal, now, past, here } = game;
  const { hex, sort, only, tried } = choosing;
  /** What the action moved that was played last before the moment that is looked at. */
  const moved = past ? game.log[here - 1] : undefined;
  const marks = useMemo(() => marksOf(view, can ? legal : null, choosing, moved), [legal, can, hex, view, sort, only, moved]);
  const notes = useMemo(() => (view && layers.includes("blocked") ? blockedBy(view) : []), [view, layers]);
  const reached = useMemo(() => {
    const hexes = legal?.company && layers.includes("reach") ? engine.reach(legal.company, here) : [];
    return isProblem(hexes) ? [] : hexes;
  }, [engine, legal?.company, here, now, layers]);
  const over = useMemo(
    () => ((can || free) && tried?.kind === "lay" && tried.hex && tried.tile ? engine.hex(tried.hex, tried.tile, tried.rotation) : ""),
    [engine, can, free, tried],
  );
  const routes = drawn(game, run, company, asked);
  const picture = useMemo(() => {
    let svg: string | undefined;
    return () => (svg ??= engine.map(here, routes));
  }, [engine, here, now, routes]);
  const line = legal?.sale?.line;
  const bright = line ? (view.tracks ?? []).filter((x) => x.line === line) : [];
  const focus = bright.length ? bright.flatMap((x) => [x.hex, x.from, x.to]) : marks.length ? marks.map((m) => m.hex) : run ? run.routes.flatMap((r) => r.stops.map((x) => x.hex)) : [];
  const track = can && legal?.company ? view.map.filter((m) => m.stops.some((s) => s.beside === legal.company || s.tokens?.includes(legal.company!))).map((m) => m.hex) : [];
  return {
    picture, moved, marks, notes, reached, over, focus, track,
    bright: past ? [] : bright.flatMap((x) => [x.id, x.hex, x.from, x.to]),
    hidden: ALL_LAYERS.filter((l) => !layers.includes(l)).join(" "),
  };
}
