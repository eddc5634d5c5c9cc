// SPDX-License-Identifier: Apache-2.0
// Says.tsx: what a card of the game does, in the engine's sentences, and on demand every rule of the title's
// ledger that names it.
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useMedia, useWindowSize } from "../settings";
import type { TableApi } from "./Act";

interface Named { id: string; name: string; alias?: string; power?: string; used?: string }

/** What it does; what has been used up is struck through. */
export function Power({ card: { power, used = "" } }: { card: Named }) {
  if (!power) return null;
  return <p class="power" title={power}>{used && <s title="has been used" data-used>{used}</s>}{power.slice(used.length)}</p>;
}

export const MOST_LINES = 16;
const FEW_LINES = 3;

export const cutTo = (texts: HTMLElement[], lines: number): void => texts.forEach((text) => text.style.setProperty("--lines", String(lines)));

/** The largest of low..high that fits, low if none does; what fits fits when it is smaller too. Few are asked, for each
 * time all is laid out anew: first what it was the last time, and its neighbour. */
export function largest(low: number, high: number, fits: (n: number) => boolean, before = low): number {
  let [has, over] = [low, high + 1];
  const ask = (n: number) => {
    if (n <= has || n >= over) return;
    if (fits(n)) has = n;
    else over = n;
  };
  ask(before);
  ask(before + 1);
  while (over - has > 1) ask(Math.floor((has + over) / 2));
  return has;
}

/** Texts that are cut to so many lines take more, a line each in turn, as long as there is room. */
export function growFrom(texts: HTMLElement[], lines: number, room: (text: HTMLElement) => boolean): void {
  for (let cut = texts; cut.length && lines < MOST_LINES; lines++)
    cut = cut.filter((text) => {
      if (text.scrollHeight <= text.clientHeight) return false;
      cutTo([text], lines + 1);
      if (room(text)) return true;
      cutTo([text], lines);
      return false;
    });
}

/** For a box of cards: what they do is cut to as many lines as leave all of the box in view, for all cards alike; then each
 * takes the lines that its own card has left. On a phone the box is longer than the screen anyway. */
export function useLines(table: TableApi): RefObject<HTMLDivElement> {
  const box = useRef<HTMLDivElement>(null);
  const size = useWindowSize();
  const desk = useMedia("(min-width: 1024px)");
  useLayoutEffect(() => {
    const all = box.current;
    if (!all) return;
    const texts = [...all.querySelectorAll<HTMLElement>(".power")];
    if (!desk) return texts.forEach((text) => text.style.removeProperty("--lines"));
    const fits = (lines: number) => { cutTo(texts, lines); return all.scrollHeight <= all.clientHeight; };
    all.classList.remove("tight");
    let lines = largest(1, MOST_LINES, fits);
    if (lines < FEW_LINES) {
      all.classList.add("tight"); // they say more, the rest stands closer
      lines = largest(1, MOST_LINES, fits);
    }
    cutTo(texts, lines);
    const height = (text: HTMLElement) => text.closest("article")?.offsetHeight ?? 0;
    const heights = new Map(texts.map((text) => [text, height(text)]));
    growFrom(texts, lines, (text) => height(text) === heights.get(text) && all.scrollHeight <= all.clientHeight);
  }, [table.legal, desk, size]);
  return box;
}

/** How full a stage may be: each time its cards say less, in table.css. */
const FULL = ["1", "2", "3", "4", "5", "6"];

/** For charters above a market: they say all they can as long as the whole market stays in view below them, and of what
 * those that are not started do as many lines as there is room for. What is armed or pointed at moves nothing. */
export function useRoom(table: TableApi, opened: string | null): RefObject<HTMLDivElement> {
  const box = useRef<HTMLDivElement>(null);
  const size = useWindowSize();
  const desk = useMedia("(min-width: 1024px)");
  const before = useRef({ left: FULL.length, lines: 1 });
  useLayoutEffect(() => {
    const all = box.current;
    if (!all) return;
    const fits = () => all.scrollHeight <= all.clientHeight;
    const say = (left: number) => { all.dataset.brief = FULL.slice(0, FULL.length - left).join(" "); return fits(); };
    const show = (lines: number) => { all.style.setProperty("--lines", String(lines)); return fits(); };
    show(1);
    const left = desk ? largest(0, FULL.length, say, before.current.left) : FULL.length;
    say(left);
    const lines = desk && !all.dataset.brief?.includes("2") ? largest(1, MOST_LINES, show, before.current.lines) : 1;
    show(lines);
    before.current = { left, lines };
  }, [table.legal, opened, desk, size]);
  return box;
}

/** Words by which rules name it; one that is a figure would be found in half of them. */
const wordsFor = (card: Named): string[] =>
  [card.id, card.alias ?? "", card.name].filter((word) => word && !/^\d+$/.test(word));

export function Says({ table, card }: { table: TableApi; card: Named }) {
  const [rules, setRules] = useState<{ id: string; ledger: string }[]>([]);
  const look = (e: Event) => {
    if ((e.currentTarget as HTMLDetailsElement).open) setRules(table.engine.rules(table.view.title.id, wordsFor(card)));
  };
  return (
    <>
      <Power card={card} />
      <details class="rules-say" onToggle={look}>
        <summary>Its rules</summary>
        {rules.length ? <ul>{rules.map((r) => <li key={r.id}><b>{r.id}</b> {r.ledger}</li>)}</ul> : <p class="muted">No rule names it.</p>}
      </details>
    </>
  );
}

/** Trains and whatever else lies on the table, in words. */
export function Pieces({ table }: { table: TableApi }) {
  const { view } = table;
  return (
    <dl class="pieces" aria-label="Trains and other pieces">
      {view.bank.trains.map((t) => <div key={t.name}><dt>{t.name}-{t.called ?? "train"}</dt><dd>{t.says}</dd></div>)}
      {view.title.pieces.map((p) => <div key={p.name}><dt>{p.name}</dt><dd>{p.says}</dd></div>)}
    </dl>
  );
}
