// SPDX-License-Identifier: Apache-2.0
// turn.ts: several steps of a turn with one click or key: the run that comes if the steps before it are passed, the rest
// of the turn passed, the last turn once more. What would come is asked of the engine; nothing is played that leaves
// something to decide.
import { useEffect, useState } from "preact/hooks";
import { isProblem, isRefused, type Engine } from "../engine/engine";
import type { Legal, LogEntry } from "../engine/types";
import type { Game } from "./useGame";

const STEPS_AHEAD = 300_000; // of the search: a hint must not make anybody wait
const MOST_PASSES = 16; // of one turn

/** A run, and the lines before it. */
interface Ahead {
  before: string[];
  legal: Legal;
}

export interface Turn {
  /** The run that comes if the steps before it are passed. */
  ahead: Ahead | null;
  /** Passes the rest of the turn, if nothing else must be decided in it. */
  end(): void;
  /** The run that comes, divided as last time, and nothing else; only where there is one and how it was divided is known. */
  repeat?(): void;
}

/** The run that comes if the steps before it are passed, looked for when there is time. */
function useAhead(engine: Engine, legal: Legal | null, can: boolean): Ahead | null {
  const [found, setFound] = useState<{ of: Legal; before: string[]; legal: Legal } | null>(null);
  useEffect(() => {
    if (!can || !legal?.company || legal.best) return;
    const wait = window.setTimeout(() => {
      const { before, legal: then } = engine.ahead(STEPS_AHEAD);
      if (then?.best?.routes.length) setFound({ of: legal, before, legal: then });
    }, 60);
    return () => window.clearTimeout(wait);
  }, [engine, legal, can]);
  return found?.of === legal ? found : null;
}

/** The passes that end the turn after these lines; as many as there are before something must be decided. */
function passesAfter(engine: Engine, actor: string, lines: string[]): string[] {
  const passes: string[] = [];
  while (passes.length < MOST_PASSES) {
    const then = engine.after([...lines, ...passes], STEPS_AHEAD);
    const pass = isProblem(then) || isRefused(then) || then.actor !== actor ? undefined : then.choices.find((c) => c.kind === "pass" && c.by === actor);
    if (!pass) break;
    passes.push(pass.line);
  }
  return passes;
}

/** How this company divided what it ran for last, if it did. */
const lastDivision = (log: LogEntry[], company: string | undefined): string | undefined =>
  log.findLast((e) => e.by === company && ["pay", "withhold", "half"].includes(e.kind))?.line;

/** can: somebody here may act now. */
export function useTurn(engine: Engine, game: Game, can: boolean): Turn {
  const { legal } = game;
  const ahead = useAhead(engine, legal, can);
  const actor = legal?.actor ?? "";
  const runs: Ahead | null = legal?.best ? { before: [], legal } : ahead;
  const best = runs?.legal.best;
  const division = can && best?.routes.length ? lastDivision(game.log, legal?.company) : undefined;
  return {
    ahead,
    end: () => {
      const lines = can ? passesAfter(engine, actor, []) : [];
      const then = lines.length ? engine.after(lines, STEPS_AHEAD) : null;
      if (then && !isProblem(then) && !isRefused(then) && then.actor !== actor) game.play(lines);
    },
    repeat: !runs || !best || division === undefined ? undefined : () => {
      const lines = [...runs.before, best.line, division];
      game.play([...lines, ...passesAfter(engine, actor, lines)]);
    },
  };
}
