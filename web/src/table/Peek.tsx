// SPDX-License-Identifier: Apache-2.0
// Peek.tsx: what a thing is or would do, without touching it. Whoever holds Space sees the effects of the choice under
// the pointer, or all about the hex there; a finger that stays on a thing for half a second sees the same, and whatever
// else a pointer would be told; letting go plays nothing.
import { useEffect, useState } from "preact/hooks";
import { isProblem, isRefused } from "../engine/engine";
import type { HexView } from "../engine/types";
import { capital, Effects, lineOf, type TableApi } from "./Act";
import { blockedBy } from "./Layers";
import { money, Refused } from "./parts";

const LONG = 500; // milliseconds a finger stays, or a pointer over a map whose letters are left out
const SLIP = 10; // pixels it may move
const WIDE = 288, HIGH = 230; // pixels of the bubble, at most

interface Place {
  x: number;
  y: number;
}

function Hex({ table, of }: { table: TableApi; of: HexView }) {
  const { view } = table;
  const blocks = blockedBy(view).filter((b) => b.hex === of.hex);
  const stops = of.stops.filter((s) => s.kind !== "junction");
  return (
    <>
      <h4>{of.hex} {of.place ?? ""}</h4>
      <ul class="notes">
        {stops.map((s, i) => (
          <li key={i}>{s.kind} {money(view, s.value)}{s.tokens?.some(Boolean) ? `: ${s.tokens.map((c) => c ?? "free").join(", ")}` : ""}</li>
        ))}
        {of.tile !== undefined && <li>tile {of.tile}</li>}
        {!!of.cost && <li>ground costs {money(view, of.cost)}</li>}
        {of.fee && <li>{of.fee}</li>}
        {blocks.map((b) => <li key={b.words} class="bad">{b.words}: nobody builds here now</li>)}
        {!stops.length && of.tile === undefined && !of.cost && !blocks.length && <li class="muted">nothing built yet</li>}
      </ul>
    </>
  );
}

/** What is told of the thing that was pressed or is pointed at; nothing: there is nothing to tell. */
function About({ table, of }: { table: TableApi; of: Element }) {
  const { view, legal, engine, armed } = table;
  const line = of.closest("[data-line]")?.getAttribute("data-line");
  const choice = legal.choices.find((c) => c.line === line);
  const hex = view.map.find((m) => m.hex === of.closest(".board [data-hex]")?.getAttribute("data-hex"));
  if (choice) {
    const mine = armed?.choice.line === line ? armed : null;
    const answer = engine.preview([...(mine?.before ?? []), lineOf(choice, mine?.amount ?? null)]);
    return (
      <>
        <h4>{capital(choice.words)}</h4>
        {isProblem(answer) ? answer.error : isRefused(answer) ? <Refused refusal={answer.refused} /> : <Effects view={view} changes={answer} />}
      </>
    );
  }
  const words = of.closest("[title]")?.getAttribute("title");
  return words ? <>{words}</> : hex ? <Hex table={table} of={hex} /> : null;
}

const tells = (e: Element): boolean => e.closest(".table [data-line], .table [title], .board [data-hex]") !== null;

export function Peek({ table }: { table: TableApi }) {
  const [at, setAt] = useState<(Place & { of: Element }) | null>(null);
  useEffect(() => {
    let pointer: Place = { x: 0, y: 0 };
    let wait = 0;
    let held = false; // a finger shows it: letting go is no click
    const show = ({ x, y }: Place) => {
      const of = document.elementFromPoint(x, y);
      if (of && tells(of)) setAt({ x, y, of });
      return of !== null && tells(of);
    };
    const forget = () => { window.clearTimeout(wait); setAt(null); };
    const down = (e: PointerEvent) => {
      forget();
      held = false;
      if (e.pointerType !== "touch" || !e.isPrimary) return;
      pointer = { x: e.clientX, y: e.clientY };
      wait = window.setTimeout(() => { held = show(pointer); }, LONG);
    };
    const move = (e: PointerEvent) => {
      if (Math.hypot(e.clientX - pointer.x, e.clientY - pointer.y) <= SLIP && e.pointerType === "touch") return;
      pointer = { x: e.clientX, y: e.clientY };
      if (!held) forget();
      /* From afar the map leaves letters out: whoever rests on a hex reads them. */
      if (e.pointerType === "mouse" && !e.buttons && (e.target as Element).closest?.('.map[data-level="far"] [data-hex]'))
        wait = window.setTimeout(() => show(pointer), LONG);
    };
    const up = () => forget();
    const swallow = (e: Event) => {
      if (!held) return;
      e.preventDefault();
      e.stopPropagation();
      if (e.type === "click") held = false;
    };
    const key = (e: KeyboardEvent) => {
      const target = e.target as HTMLElement;
      if (e.key !== " " || e.defaultPrevented || target.closest("button, a, summary, input, select, textarea, [role=button]")) return;
      e.preventDefault(); // the page does not scroll
      if (!e.repeat) show(pointer);
    };
    const keyUp = (e: KeyboardEvent) => { if (e.key === " ") forget(); };
    window.addEventListener("pointerdown", down, true);
    window.addEventListener("pointermove", move, true);
    window.addEventListener("pointerup", up, true);
    window.addEventListener("pointercancel", up, true);
    window.addEventListener("click", swallow, true);
    window.addEventListener("contextmenu", swallow, true);
    window.addEventListener("keydown", key);
    window.addEventListener("keyup", keyUp);
    return () => {
      window.clearTimeout(wait);
      window.removeEventListener("pointerdown", down, true);
      window.removeEventListener("pointermove", move, true);
      window.removeEventListener("pointerup", up, true);
      window.removeEventListener("pointercancel", up, true);
      window.removeEventListener("click", swallow, true);
      window.removeEventListener("contextmenu", swallow, true);
      window.removeEventListener("keydown", key);
      window.removeEventListener("keyup", keyUp);
    };
  }, []);
  useEffect(() => setAt(null), [table.game.now]);
  if (!at) return null;
  const below = at.y + HIGH + 24 < innerHeight;
  return (
    <div class="peek" role="status" style={{
      left: `${Math.min(innerWidth - WIDE - 8, Math.max(8, at.x - WIDE / 2))}px`, width: `${WIDE}px`,
      ...(below ? { top: `${at.y + 24}px` } : { bottom: `${innerHeight - at.y + 24}px` }),
    }}><About table={table} of={at.of} /></div>
  );
}
