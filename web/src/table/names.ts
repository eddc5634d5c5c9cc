// SPDX-License-Identifier: Apache-2.0
// names.ts: names on the map that cover neither each other nor a value. Letters have a size on the screen, so how much
// room a name takes depends on how close the map is. For each the first form is taken that is free: as drawn, above
// its city, in two lines, shortened, a little aside; a name without any room is left out, and the hex still says it when pointed at.
// Values, letters and costs of a hex, which grow likewise, step aside before.

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const SLACK = 1; // pixels that boxes may share
const AIR = 4; // pixels beside what is written at marks: its casing, and a little more
const EDGE = 870; // units: from the middle of a hex to its edge
const LONG = 10; // letters: longer names have a short form
const VALUES = ".y, .k, .i, .hs ~ .pl"; // columns of areas, tokens, signs of cities: never covered
const SPARED = ":not(.z) > .s, .d"; // circles and towns: covered only where there is no other room
const ASIDE = [".z", ".x", ".u"]; // values, letters and costs step aside, the first first
/** Where in its hex a thing may step, in units. */
const STEPS = [300, 420, 540, 660, 780].flatMap((r) => Array.from({ length: 24 }, (_, n) => [r * Math.cos(n * Math.PI / 12), r * Math.sin(n * Math.PI / 12)] as const));

const pen = document.createElement("canvas").getContext("2d");
const widths = new Map<string, number>();
/** Of the text in a font of one pixel. */
function widthOf(text: string): number {
  let width = widths.get(text);
  if (width === undefined) {
    if (pen) pen.font = "100px 'DejaVu Sans', Verdana, sans-serif";
    width = (pen?.measureText(text).width ?? text.length * 60) / 100;
    widths.set(text, width);
  }
  return width;
}

/** Where the hex of a thing is drawn. */
function hexAt(e: Element): [number, number] {
  const [x = 0, y = 0] = (e.closest("g[data-hex]") ?? e).getAttribute("transform")?.match(/-?\d+/g)?.map(Number) ?? [];
  return [x, y];
}

/** How a thing is moved and scaled that stands in a group of its own in its hex. */
function within(e: Element): [number, number, number] {
  const group = e.parentElement;
  const [x = 0, y = 0, scale = 1] = group?.matches("[data-hex]") ? [] : group?.getAttribute("transform")?.match(/-?[\d.]+/g)?.map(Number) ?? [];
  return [x, y, scale];
}

const cross = (a: Box, b: Box, slack: number): boolean =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack;

/** "Arnhem & Nijmegen" in two lines; nothing where it is one word. */
function halves(name: string): string[][] {
  const spaces = [...name.matchAll(/ (?![&/])|-(?=\p{L})/gu)].map((m) => m.index);
  const middle = spaces.sort((a, b) => Math.abs(a - name.length / 2) - Math.abs(b - name.length / 2))[0];
  return middle === undefined ? [] : [[name.slice(0, middle + (name[middle] === "-" ? 1 : 0)), name.slice(middle + 1)]];
}

/** "Copen. / Odense": both of two places; nothing where it is one. */
function bothOf(name: string): string[][] {
  const parts = name.split(/( [&/] )/);
  return parts.length === 3 ? [[parts.map((part) => (part.length > 7 ? `${part.slice(0, 5)}.` : part)).join("")]] : [];
}

function shortOf(name: string): string {
  const first = name.split(/ [&(]|,/)[0] ?? name;
  return first.length <= LONG ? first : `${first.slice(0, LONG - 2)}.`;
}

/** What else is written on the map, with the least size of its letters in pixels, from afar and otherwise; nothing:
 * it is left out there. Values stay, whatever else goes. */
const LETTERS: [what: string, far: number | null, near: number][] = [
  [".u text", null, 10], // what ground costs
  [".x", null, 9], // letters of cities
  [".k text", null, 8], // tokens
  [".rh-map > text.i, [data-track] text", null, 9], // pills on tracks
  [".hs ~ .pl + text.i", null, 0], // those of cities: their colour says it
  ["g:not(.k) > circle.s + text.i", 9, 10], // values of cities on boards of lines
  [".q", null, 9], // coordinates and tile numbers
];
const FLOOR = 9;

/** No letter is smaller than can be read: it grows, or from afar it goes. */
export function sizeLetters(svg: SVGSVGElement, unit: number, far: boolean): void {
  for (const [what, afar, close] of LETTERS)
    for (const text of svg.parentElement?.querySelectorAll<SVGTextElement>(what) ?? []) {
      const drawn = Number(text.dataset.size ??= text.getAttribute("font-size") ?? "0");
      const least = far ? afar : close;
      text.style.display = least === null && drawn / unit < FLOOR ? "none" : "";
      const grows = least !== null && drawn / unit < least;
      text.style.fontSize = grows ? `${Math.round(least * unit)}px` : "";
      const pill = text.previousElementSibling;
      /* A disc is larger than its figure anyway, and leaves the lines beside it to be seen. A letter of the hex has none. */
      if (pill instanceof SVGElement && pill.matches(text.matches(".i") ? ".pl, circle.s" : ".pl")) pill.style.transform = grows ? `scale(${((pill.matches(".pl") ? 1 : 0.8) * least * unit) / drawn})` : "";
    }
}

/** Gives every name of the picture its form; unit: how many units of the picture a pixel is. */
export function placeNames(svg: SVGSVGElement, unit: number, far: boolean): void {
  const size = (far ? 9 : 11) * unit;
  const grown = Math.max(1, (10 * unit) / 165); // values have a size on the screen too
  const boxAround = (e: SVGGraphicsElement): Box => {
    const b = e.getBBox();
    const [x, y] = hexAt(e);
    const [tx, ty, scale] = within(e);
    const by = e.matches(".z, .y") ? grown : scale;
    const [w, h] = [(b.width * by) / 2, (b.height * by) / 2];
    const [mx, my] = [x + tx + (b.x + b.width / 2) * scale, y + ty + (b.y + b.height / 2) * scale];
    return { left: mx - w, right: mx + w, top: my - h, bottom: my + h };
  };
  const boxes = (what: string): Box[] => [...svg.querySelectorAll<SVGGraphicsElement>(what)].map(boxAround);
  const taken = boxes(VALUES);
  const spared = boxes(SPARED);
  const free = (box: Box, of: Box[]) => !of.some((other) => cross(box, other, SLACK * unit));
  for (const what of ASIDE)
    for (const thing of svg.querySelectorAll<SVGGraphicsElement>(what)) {
      const [x, y] = hexAt(thing);
      const box = boxAround(thing);
      if (box.left === box.right) continue; // it is not shown
      const [mx, my] = [(box.left + box.right) / 2 - x, (box.top + box.bottom) / 2 - y];
      const stepped = ([dx, dy]: readonly [number, number]) => ({ left: box.left + dx, right: box.right + dx, top: box.top + dy, bottom: box.bottom + dy });
      const clear = (by: readonly [number, number]) => free(stepped(by), taken) && free(stepped(by), spared);
      const near = () => STEPS.map(([sx, sy]) => [sx - mx, sy - my] as const).sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
      const [dx, dy] = clear([0, 0]) ? [0, 0] : near().find(clear) ?? near().find((by) => free(stepped(by), taken)) ?? [0, 0];
      thing.style.translate = dx || dy ? `${Math.round(dx)}px ${Math.round(dy)}px` : "";
      (what === ".z" ? taken : spared).push(stepped([dx, dy]));
    }
  /* What is written at marks comes before names: round a circle (or beside as many as a
   * city has), away from the middle of its hex first, or in a corner. */
  for (const text of svg.querySelectorAll<SVGTextElement>("[data-round], [data-corners]")) {
    const { width, height } = text.getBBox();
    const [cx = 0, cy = 0, r = 0, side = r] = text.dataset.round?.split(" ").map(Number) ?? [];
    const far = Number(text.dataset.corners);
    const [tx, ty, scale] = within(text);
    const above = [cx, (-EDGE - ty) / scale - height / 2]; // its hex
    const round: [number, number][] = [[0, -r - height / 2], [side + width / 2, 0], [-side - width / 2, 0], [0, r + height / 2]];
    const away = ([dx, dy]: [number, number]) => Math.sign(Math.round(cx * dx + cy * dy));
    const spots = far ? [[-far, -far], [far, -far], [-far, far], [far, far]] : round.sort((a, b) => away(b) - away(a)).map(([dx, dy]) => [cx + dx, cy + dy]).concat([above]);
    const [hx, hy] = hexAt(text);
    const boxAt = ([x = 0, y = 0]: number[]): Box => {
      const [mx, my, w, h] = [hx + tx + x * scale, hy + ty + y * scale, (width * scale) / 2, (height * scale) / 2];
      return { left: mx - w, right: mx + w, top: my - 0.75 * h, bottom: my + 0.75 * h };
    };
    const clear = spots.filter((at) => free(boxAt(at), taken));
    const onEdge = (box: Box) => (box.top < hy - EDGE && box.bottom > hy - EDGE) || (box.top < hy + EDGE && box.bottom > hy + EDGE);
    const spare = clear.filter((spot) => free(boxAt(spot), spared));
    const at = spare.find((spot) => !onEdge(boxAt(spot))) ?? spare[0] ?? clear[0] ?? spots[0]!;
    const box = boxAt(at);
    taken.push({ ...box, left: box.left - AIR * unit, right: box.right + AIR * unit });
    text.setAttribute("x", String(at[0]));
    text.setAttribute("y", String(at[1]! + 0.3 * height));
  }
  /* Cities before mere ground. */
  for (const text of [...svg.querySelectorAll<SVGTextElement>("text.p:not(.pn)"), ...svg.querySelectorAll<SVGTextElement>("text.pn")]) {
    const name = text.dataset.name ??= text.textContent ?? "";
    const drawn = Number(text.dataset.y ??= text.getAttribute("y") ?? "0");
    const [x, y] = hexAt(text);
    const drawnX = Number(text.dataset.x ??= text.getAttribute("x") ?? "0");
    const boxOf = (lines: string[], at: number, aside: number): Box => {
      const half = (Math.max(...lines.map(widthOf)) * size) / 2;
      const middle = x + drawnX + aside;
      return { left: middle - half, right: middle + half, top: y + at - 0.8 * size, bottom: y + at + (lines.length - 1) * size + 0.22 * size };
    };
    const short = far ? (name.split(/[ -]/).find((w) => w.length > 3) ?? name).slice(0, 3) : shortOf(name);
    const ways: string[][] = far ? [[short]] : name.length > LONG ? [[name], ...halves(name), ...bothOf(name), [short]] : [[name]];
    const spots = [drawn, -Math.abs(drawn) + 0.3 * size, Math.abs(drawn) + 0.6 * size, -Math.abs(drawn) - 0.6 * size];
    const outside = [EDGE + 0.9 * size, -EDGE - 0.3 * size]; // of the hex: where it is full of circles
    const formsAt = (aside: number) => [spots, outside].flatMap((all) => ways.flatMap((lines) => all.map((at) => ({ lines, at, aside, box: boxOf(lines, at, aside) })))).filter((f) => free(f.box, taken));
    const forms = formsAt(0);
    const form = forms.find((f) => free(f.box, spared)) ?? [-2, 2, -3, 3].flatMap((n) => formsAt(n * size)).find((f) => free(f.box, spared)) ?? forms[0];
    text.style.display = form ? "" : "none";
    if (!form) continue;
    taken.push(form.box);
    text.setAttribute("x", String(Math.round(drawnX + form.aside)));
    text.setAttribute("y", String(Math.round(form.at)));
    text.replaceChildren(...form.lines.map((line, n) => {
      const span = document.createElementNS("http://www.w3.org/2000/svg", "tspan");
      span.textContent = line;
      span.setAttribute("x", text.getAttribute("x") ?? "0");
      if (n) span.setAttribute("dy", String(Math.round(size)));
      return span;
    }));
  }
}
