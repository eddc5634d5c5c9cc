// SPDX-License-Identifier: Apache-2.0
// steady.ts: what was clicked is confirmed where it was clicked, and the mouse need not move. "Confirm: …" is longer than
// the words it stands for: where it would go to another line it has the line to itself on which it was, what stood
// beside it there comes after it, and at the foot of a card it does not move up to make room for an amount.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Armed } from "./state";

/** Gives the handler of clicks on the table, before anybody else gets them. */
export function useSteady(armed: Armed | null): (e: MouseEvent) => void {
  const pressed = useRef<{ x: number; y: number; top: number; first: HTMLElement[]; foot: HTMLElement | null } | null>(null);
  useLayoutEffect(() => {
    const button = document.querySelector("[data-confirm]");
    const at = pressed.current;
    pressed.current = null;
    if (!armed || !button || !at) return;
    const { left, right, top, bottom } = button.getBoundingClientRect();
    if (at.x >= left && at.x <= right && at.y >= top && at.y <= bottom) return;
    const { first, foot } = at;
    for (const e of first) e.dataset.first = "";
    if (foot) {
      foot.style.marginTop = "0";
      foot.style.marginTop = `${Math.max(0, at.top - button.getBoundingClientRect().top)}px`;
    }
    return () => {
      for (const e of first) delete e.dataset.first;
      if (foot) foot.style.marginTop = "";
    };
  }, [armed?.choice.line, armed?.place]);
  return (e) => {
    const act = (e.target as HTMLElement).closest<HTMLElement>(".act");
    const item = act?.closest<HTMLElement>(".discard, .offer") ?? act;
    if (!item || !e.detail) return;
    const { top } = item.getBoundingClientRect();
    /* Lines above it stay above it, and the words that its line begins with. */
    const first = ([...item.parentElement!.children] as HTMLElement[])
      .filter((s) => s === item || !(s.matches("button") || s.querySelector("button")) || s.getBoundingClientRect().bottom <= top);
    pressed.current = { x: e.clientX, y: e.clientY, top, first, foot: item.closest(".private-card .buttons") };
  };
}
