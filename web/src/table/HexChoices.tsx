// SPDX-License-Identifier: Apache-2.0
// HexChoices.tsx: what can be done on hexes besides laying tiles: tokens, works, developments. A click on the map
// opens the few choices of that hex beside it. Where there are many hexes the panel has filters and one list of
// places instead of a button a choice.
import type { ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { isProblem } from "../engine/engine";
import type { Choice } from "../engine/types";
import { Act, capital, type TableApi } from "./Act";
import type { Anchor } from "./Board";

/** More buttons than this nobody reads. */
export const MANY = 12;

/** The choices of a hex, beside it: above where there is no room below. */
export function Popover({ table, choices, at, onClose }: {
  table: TableApi; choices: Choice[]; at: Anchor; onClose(): void;
}) {
  useLayoutEffect(() => {
    const key = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const choice = /^[1-9]$/.test(event.key) ? choices[Number(event.key) - 1] : undefined;
      if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea") || !choice) return;
      event.preventDefault();
      event.stopImmediatePropagation(); // the figure belongs to the popover while it is open
      table.arm(choice, "list");
    };
    window.addEventListener("keydown", key, true);
    return () => window.removeEventListener("keydown", key, true);
  });
  const high = 24 + choices.length * 44;
  const below = at.y + at.side + high < at.height;
  return (
    <div class="popover" role="dialog" aria-label="What can be done here" onClick={(e) => e.stopPropagation()} style={{
      left: `${Math.min(at.width - 264, Math.max(8, at.x - 128))}px`,
      ...(below ? { top: `${at.y + at.side * 0.95}px` } : { bottom: `${at.height - at.y + at.side * 0.95}px` }),
    }}>
      <button type="button" class="link close" aria-label="Close" onClick={onClose}>×</button>
      {choices.map((c, n) => <Act key={c.line} table={table} choice={c} place="list" short hotkey={String(n + 1)} />)}
    </div>
  );
}

/** One sentence beside a hex, with what can be done about it. */
export function Bubble({ at, words, children }: { at: Anchor; words: string; children?: ComponentChildren }) {
  const below = at.y + at.side + 110 < at.height;
  return (
    <div class={`why ${children ? "" : "told"}`} role="status" onClick={(e) => e.stopPropagation()} style={{
      left: `${Math.min(at.width - 288, Math.max(8, at.x - 140))}px`,
      ...(below ? { top: `${at.y + at.side + 6}px` } : { bottom: `${at.height - at.y + at.side + 6}px` }),
    }}>{words} {children}</div>
  );
}

/** Why nothing can be laid on a hex; what forbids all or most of those that could come next there comes first. */
export function WhyBubble({ table, hex, at, onRules, onClose }: {
  table: TableApi; hex: string; at: Anchor; onRules(): void; onClose(): void;
}) {
  const answer = table.engine.why(hex);
  const reasons = isProblem(answer) ? [] : answer.reasons;
  const next = new Set(table.engine.tiles(undefined, hex).map((f) => f.tile));
  const nearest = (tiles: string[]) => tiles.filter((x) => next.has(x)).length;
  const [reason] = [...reasons].sort((a, b) => Number(b.all ?? false) - Number(a.all ?? false) || nearest(b.tiles) - nearest(a.tiles) || b.tiles.length - a.tiles.length);
  const text = isProblem(answer) ? answer.error : reason?.refused.text ?? "nothing can be laid here now";
  return (
    <Bubble at={at} words={`${hex}: ${text}.`}>
      <button type="button" class="link close" aria-label="Close" onClick={onClose}>×</button>
      {reason?.refused.id && <button type="button" class="link" onClick={onRules}>all rules</button>}
    </Bubble>
  );
}

const MOST = 400; // places in a list; before that a sort is picked

/** Things that are left, or places where something can be done. */
const count = (choices: Choice[]): number => (choices[0]?.thing ? new Set(choices.map((c) => c.thing)).size : choices.length);

/** In the panel: which sort is marked on the map, and every place once. */
export function Places({ table, choices, sort, onSort, onHex }: {
  table: TableApi; choices: Choice[]; sort: string; onSort(sort: string): void; onHex(hex: string): void;
}) {
  const sorts = [...new Set(choices.map((c) => c.sort ?? ""))];
  const shown = choices.filter((c) => !sort || c.sort === sort);
  return (
    <section class="kind places">
      <h3>{choices[0]?.heading}</h3>
      {sorts.length > 1 && (
        <div class="row sorts" role="group" aria-label="Marked on the map">
          {["", ...sorts].map((s) => (
            <button type="button" key={s} aria-pressed={sort === s} onClick={() => onSort(s)}>
              {s ? capital(s) : "All"} {count(choices.filter((c) => !s || c.sort === s))}
            </button>
          ))}
        </div>
      )}
      <p class="muted">Choose a marked place on the map{shown.length <= MOST ? ", or here:" : ""}</p>
      {shown.length <= MOST && (
        <select class="hexes" aria-label="A place" value="" onChange={(e) => { if (e.currentTarget.value) onHex(e.currentTarget.value); }}>
          <option value="">a place …</option>
          {shown.map((c) => <option key={c.line} value={c.hex}>{capital(c.words)}</option>)}
        </select>
      )}
      {table.armed && choices.includes(table.armed.choice) && <p>{capital(table.armed.choice.words)}</p>}
    </section>
  );
}
