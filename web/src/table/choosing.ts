// SPDX-License-Identifier: Apache-2.0
// choosing.ts: what somebody is about to do and has not done: a hex that was clicked, a choice that waits for its second
// click, routes that were changed. It ends with its decision and survives a reload. Whether a choice is to be clicked
// twice is decided here.
import { useCallback, useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { isProblem, isRefused, type Engine } from "../engine/engine";
import type { Seat } from "../keep";
import type { Settings } from "../settings";
import { lineOf, misfit, type TableApi } from "./Act";
import { keepDraft, takeDraft } from "./draft";
import { useMoves, type Moves } from "./moves";
import { armedWith, disarmed, letGo, UNDECIDED, type Choosing } from "./state";
import type { Game } from "./useGame";

export interface Chooser extends Moves<Choosing>, Pick<TableApi, "arm" | "disarm" | "confirm"> {
  set(part: Partial<Choosing>): void;
  /** Lets go of everything that is only pointed at. */
  forget(): void;
}

export function useChoosing({ engine, game, seats, can, confirming, draft }: {
  engine: Engine; game: Game; seats: Seat[]; can: boolean;
  confirming: Settings["confirm"];
  draft: string; // this browser keeps it by this name; "": nowhere
}): Chooser {
  const { view, legal, now, past } = game;
  const moves = useMoves(() => UNDECIDED);
  const { state, move } = moves;
  const { armed } = state;

  const drafts = can && draft !== "";
  const draftTaken = useRef(false);
  useEffect(() => {
    move(() => (drafts && !draftTaken.current ? takeDraft(draft, engine, legal, game.actions) : UNDECIDED));
    draftTaken.current ||= drafts;
  }, [now]);
  const forget = useCallback(() => { move(letGo); }, [move]);
  const lastSeen = useRef(past);
  useEffect(() => {
    if (lastSeen.current !== past) forget();
    lastSeen.current = past;
  }, [past, forget]);
  /* It survives a reload, also one in the same moment; what belongs to a decision that is over goes with it. */
  useLayoutEffect(() => {
    if (draftTaken.current && drafts) keepDraft(draft, state, game.actions);
  }, [state]);

  const people = seats.filter((s) => s.kind === "human").length;
  /** Is this to be clicked twice? What ruins somebody always is. */
  const confirms = (lines: string[]): boolean => {
    if (confirming === "always" || (confirming === "auto" && people > 1)) return true;
    const then = engine.preview(lines);
    if (isProblem(then) || isRefused(then)) return false;
    if (then.also.some((e) => e.kind === "bankrupt") || then.companies.some((c) => c.status === "closed")) return true;
    const next = confirming === "ends" ? engine.after(lines, 1) : null;
    return next !== null && !isProblem(next) && !isRefused(next) && next.player !== legal?.player;
  };
  return {
    ...moves, forget,
    set: (part) => { move((c) => ({ ...c, ...part })); },
    arm: (choice, place, before = [], amount) => {
      const lines = [...before, lineOf(choice, amount ?? null)];
      if ((choice.least === undefined || amount !== undefined) && (choice.kind === "pass" || !confirms(lines))) return game.play(lines);
      move(armedWith, { choice, amount: amount ?? choice.least ?? null, place, before });
    },
    disarm: () => { move(disarmed); },
    confirm: () => {
      if (armed && !misfit(view, armed.choice, armed.amount)) game.play([...armed.before, lineOf(armed.choice, armed.amount)]);
    },
  };
}
