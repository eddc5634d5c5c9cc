// SPDX-License-Identifier: Apache-2.0
// names.ts: names on the map that cover neither each other nor a value. Letters have a size on the screen, so how much
// room a name takes depends on how close the map is. Each takes the place and form that cost least: near where it is
// drawn, whole, off circles and track and off the ground of others. A name that would cover what is written, or
// that stands nearer to another place, is left out, and the hex still says it when pointed at.
// Values, letters and costs of a hex, which grow likewise, step aside before.

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
  round?: boolean; // a disc: its corners are free
}

interface Spot {
  x: number;
  y: number;
}

const SLACK = 1; // pixels that boxes may share
const AIR = 4; // pixels beside what is written: its casing, and a little more
const EDGE = 870; // units: from the middle of a hex to its edge
const SIDE = 1000; // … and to its corners
const CELL = 1000; // units: track is looked up by squares of this size
const APART = 0.8; // letters: names in one line that are nearer read as one
const EVERY = 100; // units: from one point of a track to the next
const LONG = 10; // letters: longer names have a short form
const VALUES = ".y, .k, .i, .rl, .hs ~ .pl"; // columns of areas, tokens, letters of routes, signs of cities: never covered
const SPARED = ":not(.z) > .s, .d, .o"; // circles, and dots and bars of towns: covered only where there is no other room
const TRACK = ".t, .ls, .ld, .r path"; // of tiles, lines and routes: likewise
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

function offset(e: Element | null): [number, number] {
  const [x = 0, y = 0] = e?.getAttribute("transform")?.match(/-?\d+/g)?.map(Number) ?? [];
  return [x, y];
}

/** Where the hex of a thing is drawn. */
const hexAt = (e: Element): [number, number] => offset(e.closest("g[data-hex]") ?? e);

/** How a thing is moved and scaled that stands in a group of its own in its hex. */
function within(e: Element): [number, number, number] {
  const group = e.parentElement;
  const [x = 0, y = 0, scale = 1] = group?.matches("[data-hex]") ? [] : group?.getAttribute("transform")?.match(/-?[\d.]+/g)?.map(Number) ?? [];
  return [x, y, scale];
}

const middleOf = (b: Box): Spot => ({ x: (b.left + b.right) / 2, y: (b.top + b.bottom) / 2 });
const stepped = (b: Box, dx: number, dy: number): Box => ({ ...b, left: b.left + dx, right: b.right + dx, top: b.top + dy, bottom: b.bottom + dy });

function cross(a: Box, b: Box, slack: number): boolean {
  const [w, h] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
  if (w <= slack || h <= slack) return false;
  return !(a.round && b.round) || Math.hypot(middleOf(a).x - middleOf(b).x, middleOf(a).y - middleOf(b).y) < (a.right - a.left + b.right - b.left) / 2 - slack;
}

/** How much of a box others cover, once for each. */
function covered(box: Box, others: Box[], slack: number): number {
  const share = (o: Box) => ((Math.min(box.right, o.right) - Math.max(box.left, o.left)) * (Math.min(box.bottom, o.bottom) - Math.max(box.top, o.top))) / ((box.right - box.left) * (box.bottom - box.top));
  return others.reduce((sum, o) => sum + (cross(box, o, slack) ? 0.5 + share(o) : 0), 0);
}

/** How far a spot is from a box. */
const gap = (box: Box, { x, y }: Spot): number => Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));

/** The one that costs least: what it costs by itself, and what its place adds, which is only asked of those that could win. */
function least<T extends { cost: number }>(all: readonly T[], more: (one: T) => number): T | undefined {
  let best: T | undefined, price = Infinity;
  for (const one of all) {
    if (one.cost >= price) continue;
    const its = one.cost + more(one);
    if (its < price) [best, price] = [one, its];
  }
  return best;
}

const points = new Map<string, Spot[]>(); // of every shape that was drawn
/** Where a track runs, in its hex. */
function pointsOf(path: SVGGeometryElement): Spot[] {
  const shape = path.getAttribute("d") ?? path.outerHTML;
  let those = points.get(shape);
  if (!those) {
    those = Array.from({ length: Math.floor(path.getTotalLength() / EVERY) }, (_, n) => path.getPointAtLength((n + 0.5) * EVERY)).map(({ x, y }) => ({ x, y }));
    points.set(shape, those);
  }
  return those;
}

/** Tells how many points of the tracks lie in a box. */
function tracksOf(svg: SVGSVGElement): (box: Box) => number {
  const cells = new Map<number, Spot[]>();
  const key = (i: number, k: number) => 1000 * i + k;
  for (const path of svg.parentElement?.querySelectorAll<SVGGeometryElement>(TRACK) ?? []) {
    const [x, y] = offset(path.closest("[transform]"));
    for (const of of pointsOf(path)) {
      const p = { x: of.x + x, y: of.y + y };
      const at = key(Math.floor(p.x / CELL), Math.floor(p.y / CELL));
      const cell = cells.get(at);
      if (cell) cell.push(p);
      else cells.set(at, [p]);
    }
  }
  return (box) => {
    let sum = 0;
    for (let i = Math.floor(box.left / CELL); i * CELL < box.right; i++)
      for (let k = Math.floor(box.top / CELL); k * CELL < box.bottom; k++)
        for (const p of cells.get(key(i, k)) ?? []) if (p.x > box.left && p.x < box.right && p.y > box.top && p.y < box.bottom) sum++;
    return sum;
  };
}

/** "Arnhem & Nijmegen" in two lines; nothing where it is one word. */
function halves(name: string): string[][] {
  const spaces = [...name.matchAll(/ (?![&/])|-(?=\p{L})/gu)].map((m) => m.index);
  const middle = spaces.sort((a, b) => Math.abs(a - name.length / 2) - Math.abs(b - name.length / 2))[0];
  return middle === undefined ? [] : [[name.slice(0, middle + (name[middle] === "-" ? 1 : 0)), name.slice(middle + 1)]];
}

/** "Copen. / Odense", "'s-Herto. & Oss": both of two places; nothing where it is one. */
function bothOf(name: string): string[][] {
  const parts = name.split(/( [&/] )/);
  return parts.length === 3 ? [[parts.map((part) => (part.length > 7 ? `${part.slice(0, part[2] === "-" ? 8 : 5)}.` : part)).join("")]] : [];
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
export function sizeLetters(svg: SVGSVGElement, unit: number, far: boolean, tiny: boolean): void {
  for (const [what, afar, close] of LETTERS)
    for (const text of svg.parentElement?.querySelectorAll<SVGTextElement>(what) ?? []) {
      const drawn = Number(text.dataset.size ??= text.getAttribute("font-size") ?? "0");
      const least = tiny ? null : far ? afar : close;
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
  const slack = SLACK * unit;
  const boxAround = (e: SVGGraphicsElement): Box => {
    const b = e.getBBox();
    const [x, y] = hexAt(e);
    const [tx, ty, scale] = within(e);
    const by = e.matches(".z, .y") ? grown : e.matches(".rl") ? Math.max(1, (9.1 * unit) / 150) : scale;
    const [w, h] = [(b.width * by) / 2, (b.height * by) / 2];
    const [mx, my] = [x + tx + (b.x + b.width / 2) * scale, y + ty + (b.y + b.height / 2) * scale];
    return { left: mx - w, right: mx + w, top: my - h, bottom: my + h, round: e.matches(".z, .k, .rl, .s, .d") };
  };
  const boxes = (what: string): Box[] => [...svg.querySelectorAll<SVGGraphicsElement>(what)].map(boxAround);
  const taken = boxes(VALUES);
  const spared = boxes(SPARED);
  const tracks = tracksOf(svg);
  const ground = svg.querySelector<SVGGraphicsElement>(".ground > g[data-hex] > path")?.getBBox();
  /** Whether the edge of a hex strikes through this box; from the middle of the hex. */
  const onEdge = (box: Box): boolean => {
    const inside = (x: number, y: number) => {
      const [along, across] = ground && ground.width < ground.height ? [Math.abs(y), Math.abs(x)] : [Math.abs(x), Math.abs(y)];
      return across < EDGE && EDGE * along + (SIDE / 2) * across < EDGE * SIDE;
    };
    const { x } = middleOf(box);
    const corners = [[box.left, box.top], [box.right, box.top], [box.left, box.bottom], [box.right, box.bottom], [x, box.top], [x, box.bottom]].filter(([cx = 0, cy = 0]) => inside(cx, cy)).length;
    return corners > 0 && corners < 6;
  };
  /* All is measured before anything is moved, so that it is laid out once. */
  const stepping = ASIDE.flatMap((what) => [...svg.querySelectorAll<SVGGraphicsElement>(what)].map((thing) => ({ what, thing, box: boxAround(thing) })));
  const slots = [...svg.querySelectorAll<SVGGraphicsElement>(".slot")].map((e) => middleOf(boxAround(e)));
  const atMarks = [...svg.querySelectorAll<SVGTextElement>("[data-round], [data-corners]")].map((text) => ({ text, drawn: text.getBBox() }));
  for (const { what, thing, box } of stepping) {
    const [x, y] = hexAt(thing);
    if (box.left === box.right) continue; // it is not shown
    const { x: mx, y: my } = middleOf(box);
    const stay = { dx: 0, dy: 0, cost: 0 };
    const steps = STEPS.map(([sx, sy]) => [x + sx - mx, y + sy - my] as const).map(([dx, dy]) => ({ dx, dy, cost: Math.hypot(dx, dy) / 300 }));
    const [values, circles] = [taken, spared].map((all) => all.filter((other) => gap(other, { x, y }) < 2 * SIDE)) as [Box[], Box[]];
    const { dx, dy } = least([stay, ...steps], ({ dx, dy }) => {
      const there = stepped(box, dx, dy);
      return 50 * covered(there, values, slack) + 10 * covered(there, circles, slack) + (onEdge(stepped(there, -x, -y)) ? 2 : 0) + 0.1 * tracks(there);
    }) ?? stay;
    thing.style.translate = dx || dy ? `${Math.round(dx)}px ${Math.round(dy)}px` : "";
    (what === ".z" ? taken : spared).push(stepped(box, dx, dy));
  }
  /* What is written at marks comes before names: round a circle (or beside as many as a
   * city has), away from the middle of its hex first, or in a corner. */
  for (const { text, drawn: { width, height } } of atMarks) {
    const [cx = 0, cy = 0, r = 0, side = r] = text.dataset.round?.split(" ").map(Number) ?? [];
    const corner = Number(text.dataset.corners);
    const [tx, ty, scale] = within(text);
    const above: [number, number] = [0, (-EDGE - ty) / scale - height / 2 - cy]; // its hex
    const [right, low] = [side + width / 2, r + height / 2];
    const round: [number, number][] = [[0, -low], [right, 0], [-right, 0], [0, low], ...[[-1, -1], [1, -1], [-1, 1], [1, 1]].map(([h = 0, v = 0]): [number, number] => [h * (right - 0.3 * side), v * (low - 0.3 * r)]), above];
    const inward = ([dx, dy]: [number, number]) => 1 - (cx * dx + cy * dy) / (Math.hypot(cx, cy) * Math.hypot(dx, dy) || 1);
    const spots = corner ? [[-1, -1], [1, -1], [-1, 1], [1, 1]].map(([h = 0, v = 0]) => ({ x: h * corner, y: v * corner, cost: 0 }))
      : round.map((to) => ({ x: cx + to[0], y: cy + to[1], cost: inward(to) + Math.hypot(...to) / (side + r) }));
    const [hx, hy] = hexAt(text);
    const [ox, oy] = [hx + tx + cx * scale, hy + ty + cy * scale];
    const boxAt = ({ x, y }: Spot): Box => {
      const [mx, my, w, h] = [hx + tx + x * scale, hy + ty + y * scale, (width * scale) / 2, (height * scale) / 2];
      return { left: mx - w, right: mx + w, top: my - 0.75 * h, bottom: my + 0.75 * h };
    };
    const [own, ...others] = [...slots].sort((a, b) => Math.hypot(a.x - ox, a.y - oy) - Math.hypot(b.x - ox, b.y - oy));
    const at = least(spots.map((spot, n) => ({ ...spot, cost: spot.cost + n / 8 })), (spot) => {
      const box = boxAt(spot);
      return 50 * covered(box, taken, slack) + 10 * covered(box, spared, slack) + (onEdge(stepped(box, -hx, -hy)) ? 4 : 0) + 0.5 * tracks(box) + (own && others.some((o) => gap(box, o) < gap(box, own)) ? 8 : 0);
    }) ?? spots[0]!;
    const box = boxAt(at);
    taken.push({ ...box, left: box.left - AIR * unit, right: box.right + AIR * unit });
    text.setAttribute("x", String(at.x));
    text.setAttribute("y", String(at.y + 0.3 * height));
  }
  const red = [...svg.querySelectorAll('.ground > g[data-hex]:has(path[data-color="red"])')];
  const places = new Map([...svg.querySelectorAll("text.p:not(.pn)"), ...red].map((e) => hexAt(e)).map(([x, y]) => [`${x} ${y}`, { x, y }]));
  const [rim = 0, , across = Infinity] = svg.dataset.drawn?.split(" ").map(Number) ?? [];
  const named: Box[] = [];
  /** How much two names read as one: they stand in one line, and little is between them. */
  const joined = (box: Box): number => named.filter((o) => Math.min(box.bottom, o.bottom) - Math.max(box.top, o.top) > 0.4 * size
    && Math.max(box.left - o.right, o.left - box.right) < APART * size).length;
  /* Cities before mere ground. */
  for (const text of [...svg.querySelectorAll<SVGTextElement>("text.p:not(.pn)"), ...svg.querySelectorAll<SVGTextElement>("text.pn")]) {
    const name = text.dataset.name ??= text.textContent ?? "";
    const drawn = Number(text.dataset.y ??= text.getAttribute("y") ?? "0");
    const [x, y] = hexAt(text);
    const drawnX = Number(text.dataset.x ??= text.getAttribute("x") ?? "0");
    const short = far ? (name.split(/[ -]/).find((w) => w.length > 3) ?? name).slice(0, 3) : shortOf(name);
    const ways: string[][] = far ? [[short]] : name.length > LONG ? [[name], ...halves(name), ...bothOf(name), [short]] : [[name]];
    const rows = [drawn, -Math.abs(drawn) + 0.3 * size];
    for (let at = -EDGE - 0.3 * size; at <= EDGE + size; at += 0.4 * size) rows.push(at);
    const halfOf = (lines: string[]) => (Math.max(...lines.map(widthOf)) * size) / 2;
    const forms = ways.flatMap((lines, n) => {
      const half = halfOf(lines);
      const asides = [0, -1, 1, -2, 2, -3, 3].map((k) => k * size).concat(-half, half);
      return rows.flatMap((at) => asides.map((aside) => ({
        lines, at, aside, half, cost: (n > 0 && lines[0] === short ? (n > 2 ? 12 : 6) : 1.5 * n) + (0.5 * (Math.abs(aside) + Math.abs(at - drawn)) + Math.max(0, half - EDGE)) / size,
      })));
    });
    const boxOf = ({ lines, at, aside, half }: (typeof forms)[number]): Box => {
      const middle = x + drawnX + aside;
      return { left: middle - half, right: middle + half, top: y + at - 0.8 * size, bottom: y + at + (lines.length - 1) * size + 0.22 * size };
    };
    const most = Math.max(...ways.map(halfOf)), wide = most + Math.max(most, 3 * size), high = EDGE + 3 * size;
    const reach: Box = { left: x + drawnX - wide, right: x + drawnX + wide, top: y - high, bottom: y + high };
    const [values, circles] = [taken, spared].map((all) => all.filter((other) => cross(reach, other, slack))) as [Box[], Box[]];
    const others = [...places.values()].filter((p) => (p.x !== x || p.y !== y) && gap(reach, p) < 2 * SIDE);
    /* A name is read as that of the place it stands nearest to; on the ground of another it is in the way. */
    const form = least(forms, (form) => {
      const box = boxOf(form), own = gap(box, { x, y });
      if (own > SIDE + 0.3 * size || values.some((other) => cross(box, other, slack)) || others.some((p) => gap(box, p) < own)) return Infinity;
      const ground = others.reduce((sum, p) => sum + Math.min(1, Math.max(0, (EDGE - gap(box, p)) / (0.2 * EDGE))), 0);
      const away = ways.length > 1 && own > 0.8 * EDGE ? 6 : 0; // a shorter form first, for it reads as that of the hex it lies on
      const cut = box.left < rim || box.right > rim + across ? 4 : 0; // there the picture may end
      return cut + away + 20 * covered(box, circles, slack) + (3 * EVERY * tracks(box)) / size + 2 * ground + 2 * joined(box);
    });
    text.style.display = form ? "" : "none";
    if (!form) continue;
    const box = boxOf(form);
    named.push(box);
    taken.push({ ...box, left: box.left - AIR * unit, right: box.right + AIR * unit });
    const written = [...[drawnX + form.aside, form.at, size].map(Math.round), ...form.lines].join("\n");
    if (text.dataset.written === written) continue; // as before: it need not be laid out again
    text.dataset.written = written;
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
