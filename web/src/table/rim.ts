// SPDX-License-Identifier: Apache-2.0
// rim.ts: where there is room over the map for what belongs to no hex of it: the tools, the small map, and the arrows
// that count what is marked out of view. Each lies where it covers least, a mark last of all. Only geometry, in units of
// the picture: it touches no page, and asks what is written on the map, which has it laid out, only for an arrow.
import { HEX, type Box, type Spot } from "./picture";

const HEAVY = 4; // what has a name counts as so many blank hexes where something must be covered
const ARROW = { w: 64, h: 40 }; // pixels: an arrow, and a little air
const ALONG = [50, 40, 60, 30, 70, 20, 80]; // percent of a side: where it may stand, the first first

export const SIDES = ["left", "right", "up", "down"] as const;
/** Where tools may lie, in a column or a row, the first first. */
export const CORNERS = ["column left upper", "column right upper", "column left lower", "column right lower", "left upper", "right upper", "left lower", "right lower"];
const MINIS = ["right lower", "left lower", "right upper", "left upper"]; // likewise the small map

interface Sight {
  seen: Box; // what is in view
  scale: number; // how many pixels a unit is
  hexes: (Spot & { named: boolean })[]; // all of the map
  marked: Spot[]; // what is counted out of view and covered last
  tools: { w: number; h: number }; // pixels, however they lie now
  mini: { w: number; h: number }; // pixels
  stay: string | undefined; // the tools stay where they are
  written(): Box[]; // what arrows should not cover; asked once at most
}

interface Rim {
  tools: string; // one of CORNERS
  mini: string; // a corner, or "": it has no room
  arrows: { count: number; along: number }[]; // one a side: how many are marked beyond it, and how far along it that is said, in percent
}

/** Tells of a box whether it leaves another free. */
const apart = ({ x, y, w, h }: Box) => (b: Box) => b.x + b.w <= x || b.x >= x + w || b.y + b.h <= y || b.y >= y + h;
/** Tells of a hex whether it lies below a box. */
const below = ({ x, y, w, h }: Box) => (p: Spot) => Math.hypot(p.x - Math.min(Math.max(p.x, x), x + w), p.y - Math.min(Math.max(p.y, y), y + h)) < HEX * 0.46;
const least = <T>(these: T[], cost: (one: T) => number): T | undefined => these.reduce<T | undefined>((best, one) => (best === undefined || cost(one) < cost(best) ? one : best), undefined);

/** Where all that lies. */
export function rimOf({ seen, scale, hexes, marked, tools, mini, stay, written }: Sight): Rim {
  const most = HEAVY * hexes.length; // no box costs more that covers no mark
  const covers = (box: Box) => {
    const under = below(box);
    return hexes.reduce((sum, p) => sum + (under(p) ? (p.named ? HEAVY : 1) : 0), 0) + most * marked.filter(under).length;
  };
  const inCorner = (at: string, w: number, h: number): Box =>
    ({ x: at.includes("left") ? seen.x : seen.x + seen.w - w, y: at.includes("upper") ? seen.y : seen.y + seen.h - h, w, h });

  const [long, short] = [Math.max(tools.w, tools.h), Math.min(tools.w, tools.h)].map((px) => (px + 12) / scale) as [number, number];
  const toolsIn = (at: string) => (at.startsWith("column") ? inCorner(at, short, long) : inCorner(at, long, short));
  const minis = MINIS.map((at) => ({ at, box: inCorner(at, mini.w / scale, mini.h / scale) }));
  const marks = marked.map((p) => ({ x: p.x - HEX / 2, y: p.y - HEX / 2, w: HEX, h: HEX }));
  /** Where the small map covers least beside tools that lie there, if anywhere: it covers nothing that is marked. */
  const miniBeside = (at: string) => least(minis.filter(({ box }) => [toolsIn(at), ...marks].every(apart(box))), ({ box }) => covers(box));
  const costOfMini = (at: string) => {
    const beside = miniBeside(at);
    return beside ? covers(beside.box) : most;
  };
  const corner = stay || least(CORNERS, (at) => covers(toolsIn(at)) * (most + 1) + costOfMini(at))!; // the small map decides between equals
  const small = miniBeside(corner);

  /** Beyond which side a hex is: of those in a corner the first, so that each counts once. */
  const sideOf = (p: Spot) => [p.x < seen.x, p.x > seen.x + seen.w, p.y < seen.y, p.y > seen.y + seen.h].indexOf(true);
  const counts = SIDES.map((_, n) => marked.filter((p) => sideOf(p) === n).length);
  const there = counts.some(Boolean) ? [toolsIn(corner), ...(small ? [small.box] : []), ...written()] : [];
  const [w, h] = [ARROW.w / scale, ARROW.h / scale];
  const free = (n: number, percent: number) => {
    const [dx, dy] = [n === 0 ? 0 : n === 1 ? seen.w - w : (seen.w * percent) / 100 - w / 2, n === 2 ? 0 : n === 3 ? seen.h - h : (seen.h * percent) / 100 - h / 2];
    return there.filter(apart({ x: seen.x + dx, y: seen.y + dy, w, h })).length;
  };
  const arrows = counts.map((count, n) => ({ count, along: count && ALONG.reduce((best, along) => (free(n, along) > free(n, best) ? along : best)) }));
  return { tools: corner, mini: small?.at ?? "", arrows };
}
