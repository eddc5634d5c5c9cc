// SPDX-License-Identifier: Apache-2.0
// draft.ts: what somebody was about to decide when the page was closed. It stays in this browser, beside the game.
import { isProblem, type Engine } from "../engine/engine";
import type { Legal } from "../engine/types";
import { draftOf, drafted, UNDECIDED, type Choosing, type Draft } from "./state";

const keyOf = (id: string): string => `roundhouse.draft.${id}`;

export function keepDraft(id: string, choosing: Choosing, actions: number): void {
  const draft = draftOf(choosing, actions);
  try {
    if (draft) localStorage.setItem(keyOf(id), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(id));
  } catch {
    // a browser that keeps nothing still shows it
  }
}

/** What was being chosen at this very decision; nothing, if the game went on. */
export function takeDraft(id: string, engine: Engine, legal: Legal, actions: number): Choosing {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(id)) ?? "null") as Draft | null;
    if (draft?.actions !== actions) return UNDECIDED;
    const run = draft.run === undefined ? null : engine.reroute(draft.run);
    return drafted(draft, legal.choices, run && !isProblem(run) ? run : null);
  } catch {
    return UNDECIDED;
  }
}
