// SPDX-License-Identifier: Apache-2.0
// fit.ts: how much is said where there is little room. What decisions need is never below the fold, so panels, charters and
// cards say all that fits, and what is missed least gives way first. Every question whether something fits lays the page
// out anew, so few are asked, and what fitted before is asked first.
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useMedia, useWindowSize } from "../settings";
import type { TableApi } from "./Act";

const MOST_LINES = 16;
const FEW_LINES = 3;

/** A bar to scroll with takes room itself, and stays where there would be room without it: none while it is measured. */
function withoutBar(box: HTMLElement, measure: () => void): void {
  box.style.overflowY = "hidden";
  measure();
  box.style.removeProperty("overflow-y");
}

const cutTo = (texts: HTMLElement[], lines: number): void => texts.forEach((text) => text.style.setProperty("--lines", String(lines)));

/** The largest of low..high that fits, low if none does; what fits fits when it is smaller too. Few are asked, for each
 * time all is laid out anew: first what it was the last time, and its neighbour. */
function largest(low: number, high: number, fits: (n: number) => boolean, before = low): number {
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
function growFrom(texts: HTMLElement[], lines: number, room: (text: HTMLElement) => boolean): void {
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
 * takes what its own card or the box has left, a line in turn. On a phone the box is longer than the screen anyway. */
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
    withoutBar(all, () => {
      all.classList.remove("tight");
      let lines = largest(1, MOST_LINES, fits);
      if (lines < FEW_LINES) {
        all.classList.add("tight"); // they say more, the rest stands closer
        lines = largest(1, MOST_LINES, fits);
      }
      cutTo(texts, lines);
      growFrom(texts, lines, () => all.scrollHeight <= all.clientHeight);
    });
  }, [table.legal, desk, size]);
  return box;
}

/** How full a stage may be: each time its cards say less, in stage.css. */
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
    const powers = [...all.querySelectorAll<HTMLElement>(".power")];
    delete all.dataset.names;
    powers.forEach((text) => text.style.removeProperty("--lines"));
    withoutBar(all, () => {
      show(1);
      const left = desk ? largest(0, FULL.length, say, before.current.left) : FULL.length;
      say(left);
      const lines = desk && !all.dataset.brief?.includes("2") ? largest(1, MOST_LINES, show, before.current.lines) : 1;
      show(lines);
      for (const whole of desk ? ["halves cards others", "halves cards", "halves others", "halves"] : []) { // names that are not cut, if the rest stays
        all.dataset.names = whole;
        if (fits()) break;
        delete all.dataset.names;
      }
      const least = Math.max(lines, FEW_LINES - 1); // of private companies, in stage.css
      if (desk) {
        growFrom(powers.filter((text) => text.closest(".half")), lines, fits);
        growFrom(powers.filter((text) => text.closest(".private-card")), least, fits);
      }
      before.current = { left, lines };
    });
    if (opened && desk) all.querySelector(".prices")?.scrollIntoView({ block: "nearest" }); // where a price is chosen
  }, [table.legal, opened, desk, size]);
  return box;
}

/** What a panel that is too full leaves out or makes smaller (panel.css), what is missed least first. */
const LESS = ["gaps", "help", "rules", "runs", "lines", "rows", "sum", "names", "small", "scroll", "pairs", "figures", "rusts", "powers", "routes", "where", "minors", "sellers", "slider", "hint", "said", "divisions", "later", "unsold", "holdings", "beside", "place", "short", "deal"];
const FEWEST = 2; // lines of what a card does, at least: one says nothing, or something else

/** How much of LESS could stay in a panel, and what went. */
interface Fitting {
  stays: number;
  gone: string[];
}

/** Leaves out what there is no room for. before: what fitted the last time, which is asked first. */
function fitPanel(all: HTMLElement, phone: boolean, before?: Fitting): Fitting {
  const fits = () => all.scrollHeight <= all.clientHeight;
  const leave = (words: string[]) => { all.dataset.less = words.join(" "); return fits(); };
  const powers = [...all.querySelectorAll<HTMLElement>(".power")];
  all.style.setProperty("--slack", "0px");
  for (const text of powers) text.removeAttribute("data-cut");
  cutTo(powers, FEWEST);
  const without = (stays: number) => LESS.slice(0, LESS.length - stays);
  const stays = phone ? LESS.length : largest(0, LESS.length, (n) => leave(without(n)), before?.stays);
  let gone = without(stays);
  if (!(before?.stays === stays && leave(before.gone))) leave(gone);
  else gone = before.gone;
  growFrom(powers.filter((text) => text.closest("[data-deal]")), FEWEST, fits);
  /* What had to go last may have made room for what went before it; a list that is cut takes it all itself. */
  const cut = gone.includes("short") && all.querySelector(".run > .routes > :nth-child(6)");
  for (const word of fits() && !cut ? [...gone].reverse() : []) {
    const fewer = gone.filter((w) => w !== word);
    if (leave(fewer)) gone = fewer;
    else if (word === "lines" && leave(gone)) {
      const lines = largest(FEWEST, MOST_LINES, (n) => { cutTo(powers, n); return fits(); });
      cutTo(powers, lines);
      growFrom(powers, lines, fits);
    }
  }
  leave(gone);
  for (const text of powers) text.toggleAttribute("data-cut", text.scrollHeight > text.clientHeight + 1);
  const spare = all.getBoundingClientRect().bottom - (all.lastElementChild?.getBoundingClientRect().bottom ?? 0) - 8;
  all.style.setProperty("--slack", `${Math.max(0, spare)}px`);
  return { stays, gone };
}

/** For the panel of whoever acts: where it has too little room it says less; what is armed then moves nothing away.
 * step: what it is about; of: what it shows. */
export function usePanel(step: string, phone: boolean, textSize: number, of: unknown[]): RefObject<HTMLElement> {
  const panel = useRef<HTMLElement>(null);
  const fittings = useRef(new Map<string, Fitting>()); // by step
  const fitted = useRef(""); // what it held when it was fitted, and in how much room
  const size = useWindowSize();
  useLayoutEffect(() => {
    const all = panel.current;
    const content = () => `${phone} ${size} ${textSize} ${all?.innerHTML}`;
    if (!all || fitted.current === content()) return; // as it is it fits
    fittings.current.set(step, fitPanel(all, phone, fittings.current.get(step)));
    fitted.current = content();
  }, [...of, phone, size, textSize]);
  return panel;
}
