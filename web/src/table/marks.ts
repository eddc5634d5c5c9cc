// SPDX-License-Identifier: Apache-2.0
// marks.ts: what lies over the picture of the map and can be clicked or read there: marks on hexes, free circles with
// their prices, keys and signs, notes, a tile on trial. Apart from Board.tsx because it knows neither what is in view nor
// who clicks: it puts elements into the picture and takes them off again. Where what is written at marks finds room,
// names.ts says.
import { HEX } from "./picture";

export interface Mark {
  hex: string;
  label: string; // for screen readers
  kind: "may" | "chosen" | "about" | "moved" | "stop"; // stop: what is dragged can be let go there
  /** Free circles of cities that can be taken there, and what that costs; "": nothing does. */
  circles?: { city: number; price: string }[];
  power?: boolean; // a private company allows it: a second ring
  sign?: string; // a letter on it, for colour alone says nothing to some eyes
}

export interface Note {
  hex: string;
  words: string;
}

const KEYS = 9; // marks that a figure chooses
const NS = "http://www.w3.org/2000/svg";

const group = () => document.createElementNS(NS, "g");

function add(to: Element, name: string, of: Record<string, string | number>, text = ""): Element {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(of)) element.setAttribute(key, String(value));
  element.textContent = text;
  to.append(element);
  return element;
}

/** Puts all that over the picture, and gives what takes it off again. Every mark is a button of its own, so that keys
 * reach it. */
export function putMarks(svg: SVGSVGElement, over: string, marks: Mark[], notes: Note[]): () => void {
  const [below, layer, onTop] = [group(), group(), group()];
  layer.innerHTML = over;
  const extra: Element[] = [below, layer, onTop];
  for (const [n, mark] of marks.entries()) {
    const ground = svg.querySelector(`.ground > g[data-hex="${mark.hex}"]`);
    const shape = ground?.querySelector("path");
    if (!ground || !shape) continue;
    const button = document.createElementNS(NS, "path");
    button.setAttribute("d", shape.getAttribute("d") ?? "");
    button.setAttribute("transform", ground.getAttribute("transform") ?? "");
    button.setAttribute("class", `mark ${mark.kind}`);
    button.setAttribute("data-hex", mark.hex);
    button.setAttribute("tabindex", "0");
    button.setAttribute("role", "button");
    button.setAttribute("aria-label", mark.label);
    if (mark.sign) add(button, "title", {}, mark.label);
    (mark.kind === "may" ? below : onTop).append(button);
    if (mark.power)
      add(onTop, "path", { class: "mark-power", d: shape.getAttribute("d") ?? "", transform: `${ground.getAttribute("transform") ?? ""} scale(0.86)` });
    if (n < KEYS && mark.kind === "may" && !mark.circles?.length)
      add(onTop, "text", { class: "mark-key", transform: ground.getAttribute("transform") ?? "", "data-corners": 480, "aria-hidden": "true" }, String(n + 1));
    for (const { city, price } of mark.circles ?? []) {
      const circle = svg.querySelector(`.things [data-hex="${mark.hex}"] circle[data-free="${city}"]`);
      if (!circle?.parentElement) continue;
      const [x, y, r] = ["cx", "cy", "r"].map((name) => Number(circle.getAttribute(name)));
      extra.push(add(circle.parentElement, "circle", { class: "slot", "data-city": city, cx: x!, cy: y!, r: r! * 1.15 }));
      if (!price) continue;
      const shrunk = /scale\(([\d.]+)\)/.exec(circle.parentElement.getAttribute("transform") ?? "")?.[1] ?? "1"; // a ring of small circles
      extra.push(add(circle.parentElement, "text", { class: "slot-price", "data-round": `${x} ${y} ${r! * 1.25}`, style: `font-size: calc(11px * var(--unit) / ${shrunk})` }, price));
    }
    if (mark.sign) add(onTop, "text", { class: `sign ${mark.kind}`, transform: ground.getAttribute("transform") ?? "", "data-round": "0 0 300 560" }, mark.sign);
  }
  for (const { hex, words } of notes) {
    const place = svg.querySelector(`.ground > g[data-hex="${hex}"]`)?.getAttribute("transform");
    if (place) add(onTop, "text", { class: "hex-note", transform: place, y: HEX / 3 }, words);
  }
  svg.querySelector(".things")?.before(below); // names and circles are not dimmed
  svg.append(layer, onTop);
  return () => extra.forEach((e) => e.remove());
}
