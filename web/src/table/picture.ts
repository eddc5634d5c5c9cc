// SPDX-License-Identifier: Apache-2.0
// picture.ts: the picture of the map as the engine draws it. The one on the screen becomes the next, a hex at a time; and
// it tells where hexes lie and what is written where, as values without elements. Only stickingOut and writtenOn have it
// laid out: they are asked when all has been moved.

export interface Spot {
  x: number;
  y: number;
}

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export const HEX = 2000; // units: a hex in the picture, from corner to corner

/** The picture as a tree of its own, without the title that would follow the pointer everywhere. */
export function treeOf(svg: string): SVGSVGElement | null {
  const template = document.createElement("template");
  template.innerHTML = svg;
  const tree = template.content.querySelector("svg");
  tree?.querySelector(":scope > title")?.remove();
  return tree;
}

/** Puts what is drawn otherwise into the picture on the screen, a hex at a time; the rest keeps its letters and places.
 * before: what is on the screen, as it was drawn. */
export function drawAnew(shown: Element, before: Element, now: Element): void {
  const [there, old, wanted] = [shown, before, now].map((e) => [...e.children]) as [Element[], Element[], Element[]];
  if (there.length !== old.length) return shown.replaceChildren(...wanted.map((e) => document.importNode(e, true)));
  const same = (e: Element | undefined, of: Element | undefined) => e !== undefined && of !== undefined && e.isEqualNode(of);
  let first = 0, last = 0; // so many are as they were, at either end
  while (same(wanted[first], old[first])) first++;
  while (last < Math.min(old.length, wanted.length) - first && same(wanted.at(-1 - last), old.at(-1 - last))) last++;
  const [gone, come] = [there.slice(first, there.length - last), wanted.slice(first, wanted.length - last)];
  if (gone.length !== come.length) {
    for (const e of come) shown.insertBefore(document.importNode(e, true), gone[0] ?? there[first] ?? null);
    return gone.forEach((e) => e.remove());
  }
  come.forEach((e, i) => {
    const was = old[first + i]!;
    if (e.isEqualNode(was)) return;
    const layer = e.tagName === "g" && !e.hasAttribute("data-hex") && e.children.length > 0;
    if (layer && e.cloneNode(false).isEqualNode(was.cloneNode(false))) drawAnew(gone[i]!, was, e);
    else gone[i]!.replaceWith(document.importNode(e, true));
  });
}

/** Its ground once more, with nothing on it that can be found or clicked. */
export function groundOf(tree: SVGSVGElement): string {
  const ground = [...tree.querySelectorAll(".ground > g[data-hex]")].map((g) => `<g transform="${g.getAttribute("transform")}">${g.innerHTML}</g>`);
  return `<g class="ground">${ground.join("")}</g>`;
}

/** Where a thing, or the hex of one, is drawn. */
function placeOf(e: Element): Spot[] {
  const [x, y] = e.getAttribute("transform")?.match(/-?\d+/g)?.map(Number) ?? [];
  return x === undefined || y === undefined ? [] : [{ x, y }];
}

/** Where these hexes lie. */
export const spotsOf = (svg: SVGSVGElement, hexes: string[]): Spot[] =>
  hexes.flatMap((hex) => { const g = svg.querySelector(`.ground > g[data-hex="${hex}"]`); return g ? placeOf(g) : []; });

/** Where the hexes lie through which routes are drawn. */
export const routesOf = (svg: SVGSVGElement): Spot[] => [...svg.querySelectorAll(".r path")].flatMap(placeOf);

/** Where all hexes lie, and which of them have a name. */
export function hexesOf(svg: SVGSVGElement): (Spot & { named: boolean })[] {
  const named = new Set([...svg.querySelectorAll(".things > g[data-hex]:has(.p)")].map((g) => g.getAttribute("data-hex")));
  return [...svg.querySelectorAll(".ground > g[data-hex]")].flatMap((g) => placeOf(g).map((p) => ({ ...p, named: named.has(g.getAttribute("data-hex")) })));
}

const onScreen = (svg: SVGSVGElement, what: string): DOMRect[] =>
  [...svg.querySelectorAll(what)].map((e) => e.getBoundingClientRect()).filter((b) => b.width > 0);

/** By how much values and names stick out of the place of the map, in pixels. */
export function stickingOut(svg: SVGSVGElement) {
  const place = svg.getBoundingClientRect();
  const boxes = onScreen(svg, ".p, .y, .z");
  const most = (out: (b: DOMRect) => number) => Math.max(0, ...boxes.map(out));
  return {
    left: most((b) => place.left - b.left), right: most((b) => b.right - place.right),
    top: most((b) => place.top - b.top), bottom: most((b) => b.bottom - place.bottom),
  };
}

/** What values, names and keys cover; seen: what is in view; scale: how many pixels a unit is. */
export function writtenOn(svg: SVGSVGElement, seen: Box, scale: number): Box[] {
  const { left, top } = svg.getBoundingClientRect();
  return onScreen(svg, ".p, .y, .z, .mark-key")
    .map((e) => ({ x: seen.x + (e.left - left) / scale, y: seen.y + (e.top - top) / scale, w: e.width / scale, h: e.height / scale }));
}
