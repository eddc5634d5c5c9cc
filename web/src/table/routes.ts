// SPDX-License-Identifier: Apache-2.0
// routes.ts: a run before it is run. The best routes are proposed; clicks on cities, keys and dragging change them, and
// after each change the engine says what they earn or what forbids it. RunPanel.tsx and the map show what came of it.
import { useEffect, useState } from "preact/hooks";
import { isProblem, type Engine } from "../engine/engine";
import type { RouteView, RunView, View } from "../engine/types";
import type { Mark } from "./marks";
import type { Moves } from "./moves";
import { money } from "./parts";
import { rerouted, type Choosing } from "./state";
import type { Game } from "./useGame";

/** A route that is dragged, by an end or by its middle: from the routes as they were when it was taken up. */
interface Dragged {
  from: string; // the hex where it was taken up
  middle: boolean; // … which is none of its ends
  train: string;
  run: RunView; // the routes as they were
  to: string; // the hex under the pointer
  why: string; // what forbids it there, if anything does
  stops: Mark[]; // where it can be let go, and for what
}

export interface Routes {
  run: RunView | null; // as they stand now: the best, if nobody changed them; null: nothing is run
  train: string; // whose route clicks change
  message: string; // why the last click changed nothing
  pick(train: string): void;
  /** again: a click on the map, which leads the end of a route by other tracks before it takes it off. */
  reroute(hex: string, again?: boolean): void;
  /** A route without its stops: the train stands idle; all of them: every train does. */
  clear(all: boolean): void;
  /** The routes of the last run, if they can be run again. */
  asLastTime(): void;
  best(): void;
  dragged: Dragged | null;
  /** What the map drags; undefined: nothing can be. */
  drag?: { from: string[]; onDrag(from: string, to: string): void };
}

/** Takes a route up at a hex: the one of the train that was picked, if it passes there; and where it can be drawn. */
function takeUp(engine: Engine, view: View, run: RunView, train: string, from: string): Dragged | null {
  const there = run.routes.filter((r) => r.way.includes(from));
  const ends = (r: RouteView) => r.way[0] === from || r.way.at(-1) === from;
  const route = there.find((r) => r.train === train) ?? there.find(ends) ?? there[0];
  if (!route) return null;
  const middle = !ends(route);
  const stops = view.map.filter((m) => m.hex !== from && m.stops.some((s) => s.kind !== "junction")).flatMap(({ hex, place = "" }): Mark[] => {
    const then = engine.reroute(run.line, route.train, hex, { from: middle ? from : undefined });
    return isProblem(then) || then.refused || then.line === run.line ? []
      : [{ hex, kind: "stop", sign: money(view, then.revenue), label: `${hex} ${place}: ${money(view, then.revenue)}` }];
  });
  return { from, middle, train: route.train, run, to: from, why: "", stops };
}

/** can: somebody here may act now. */
export function useRoutes(engine: Engine, { view, legal, log }: Game, can: boolean, { state, move }: Moves<Choosing>): Routes {
  const { edited, train, routeMessage } = state;
  const run = legal ? edited ?? legal.best ?? null : null;
  const first = run?.routes[0]?.train; // whose route it is if no train was picked
  const [dragged, setDragged] = useState<Dragged | null>(null);
  useEffect(() => {
    const up = () => setDragged(null);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", up);
    return () => { window.removeEventListener("pointerup", up); window.removeEventListener("pointercancel", up); };
  }, []);
  const handles = run && can && legal?.best ? [...new Set(run.routes.flatMap((r) => r.way))] : [];
  return {
    run, train, message: routeMessage, dragged,
    pick: (of) => { move((c) => ({ ...c, train: of })); },
    reroute: (hex, again = false) => {
      const of = train || first;
      if (!run || !of) return;
      const answer = engine.reroute(run.line, of, hex, { again });
      move(rerouted, of, isProblem(answer) ? answer.error : answer);
    },
    clear: (all) => {
      let cleared = run;
      for (const { train: of } of run?.routes.filter((r) => all || r.train === (train || first)) ?? []) {
        const answer = engine.reroute(cleared?.line ?? "", of);
        if (!isProblem(answer)) cleared = answer;
      }
      if (cleared) move(rerouted, train, cleared);
    },
    asLastTime: () => {
      const line = legal?.best && log.findLast((e) => e.kind === "run" && e.by === legal.company)?.line; // not of a run that comes later
      const answer = line && engine.reroute(line);
      if (answer && !isProblem(answer)) move(rerouted, "", answer);
    },
    best: () => { move((c) => ({ ...c, edited: null, routeMessage: "" })); },
    drag: !handles.length ? undefined : {
      from: handles,
      onDrag: (from, to) => {
        if (!run || dragged?.to === to) return;
        const taken = dragged?.from === from ? dragged : takeUp(engine, view, run, train, from);
        if (!taken) return;
        const answer = from === to ? taken.run : engine.reroute(taken.run.line, taken.train, to, { from: taken.middle ? from : undefined });
        setDragged({ ...taken, to, why: isProblem(answer) ? answer.error : answer.refused?.text ?? "" });
        move(rerouted, taken.train, isProblem(answer) ? answer.error : answer);
      },
    },
  };
}
