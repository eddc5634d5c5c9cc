// SPDX-License-Identifier: Apache-2.0
// Board.tsx: the map on the stage: what is in view, how pointers and keys move that, and what on it was clicked or
// dragged. The picture (picture.ts), what lies over it (marks.ts) and where the tools find room (rim.ts) are apart.
import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { putMarks, type Mark, type Note } from "./marks";
import { placeNames, sizeLetters } from "./names";
import { drawAnew, groundOf, HEX, hexesOf, routesOf, spotsOf, stickingOut, treeOf, writtenOn, type Box, type Spot } from "./picture";
import { CORNERS, rimOf, SIDES } from "./rim";

/** Where a hex is on the stage, in pixels of it. */
export interface Anchor {
  x: number;
  y: number;
  side: number; // of a hex
  width: number; // of the stage
  height: number;
}

interface BoardProps {
  svg: string;
  marks: Mark[];
  notes?: Note[]; // written on hexes
  hidden?: string; // layers that are not shown
  over: string; // drawn over the map: a tile on trial
  bright?: string[]; // tracks and hexes that matter now; the others fade
  reached?: string[]; // hexes with a rim: where somebody gets
  focus: string[]; // hexes that matter now
  track?: string[]; // where nothing does: where the actor is
  label: string;
  /** city: the free circle of it that was clicked. */
  onHex(hex: string, city?: number): void;
  /** Hexes from which something is dragged to another; it is told of every hex on the way. */
  drag?: { from: string[]; onDrag(from: string, to: string): void };
  onLayers?(): void; // the list of layers is opened or closed
  onLegend?(): void; // likewise what the signs mean
  /** Something beside a hex: it moves with the map. */
  anchor?: string | null;
  beside?(at: Anchor): ComponentChildren;
}

const ZOOM = 1.25;
const SMALL = 60; // pixels: hexes narrower than this cannot be read
const LEAST = 68; // pixels: how wide they are at least when the board has come closer by itself
const COMFORT = 84; // … and at most
const TINY = 10; // pixels: a value is larger than a hex whose side is shorter
const MINI = 168; // pixels: how wide the small map is
const ARROWS = { left: "◂", right: "▸", up: "▴", down: "▾" };

/** What there is to see: the picture as drawn, and what is larger on this screen and sticks out of it. */
function boxOf(svg: SVGSVGElement): Box {
  const [x = 0, y = 0, w = 1, h = 1] = (svg.dataset.whole ?? "").split(" ").map(Number);
  return { x, y, w, h };
}

/** What somebody wants to see, as far as it can be seen: no closer than a twelfth of the map, its middle on the map; null:
 * it is the whole map. */
function held(box: Box, whole: Box): Box | null {
  if (box.w >= whole.w * 1.02 && box.h >= whole.h * 1.02) return null;
  const w = Math.max(box.w, whole.w / 12);
  const h = (w * box.h) / box.w;
  const x = Math.min(Math.max(box.x, whole.x - w / 2), whole.x + whole.w - w / 2);
  const y = Math.min(Math.max(box.y, whole.y - h / 2), whole.y + whole.h - h / 2);
  return { x, y, w, h };
}

const middle = (all: number[]) => (Math.min(...all) + Math.max(...all)) / 2;
const extent = (all: number[]) => Math.max(...all) - Math.min(...all);

/** Those of the spots that a window of this size can show together, as many as possible; one at least. */
function together(spots: Spot[], wide: number, high: number): Spot[] {
  const fit = (all: Spot[]) => extent(all.map((p) => p.x)) <= wide && extent(all.map((p) => p.y)) <= high;
  if (fit(spots)) return spots;
  return spots.map((p) => spots.filter((q) => Math.abs(q.x - p.x) <= wide / 2 && Math.abs(q.y - p.y) <= high / 2))
    .reduce((best, group) => (group.length > best.length ? group : best), spots.slice(0, 1));
}

const SEA = 2.5 * HEX; // beside the board: the tools and the small map have room on it
/** Where a view of this length begins that shows no more of the sea than that. */
const onBoard = (from: number, length: number, low: number, all: number): number =>
  length >= all + 2 * SEA ? low + (all - length) / 2 : Math.min(Math.max(from, low - SEA), low + all + SEA - length);

/** What is seen closer to these spots, or to the largest group of them that can be read together. */
function closeTo(svg: SVGSVGElement, to: Spot[]): Box {
  const whole = boxOf(svg);
  const { width, height } = svg.getBoundingClientRect();
  const scale = Math.min(width / whole.w, height / whole.h);
  const group = together(to, (width * HEX) / LEAST - 1.5 * HEX, (height * HEX) / LEAST - 1.5 * HEX); // the hexes themselves, and a little
  const [xs, ys] = [group.map((p) => p.x), group.map((p) => p.y)];
  // As close as is comfortable, but no closer than all of it needs.
  const room = Math.max((extent(xs) + 2 * HEX) / width, (extent(ys) + 2 * HEX) / height);
  const unit = Math.min(1 / scale, HEX / LEAST, Math.max(HEX / COMFORT, room));
  const [w, h] = [unit * width, unit * height];
  return { x: onBoard(middle(xs) - w / 2, w, whole.x, whole.w), y: onBoard(middle(ys) - h / 2, h, whole.y, whole.h), w, h };
}

export function Board({ svg, marks, notes = [], hidden = "", over, bright = [], reached = [], focus, track = [], label, onHex, onLayers, onLegend, drag, anchor = null, beside }: BoardProps) {
  const host = useRef<HTMLDivElement>(null);
  const sight = useRef<Box>({ x: 0, y: 0, w: 0, h: 0 }); // what is in view …
  const frame = useRef<SVGRectElement>(null); // … on the small map
  const marked = useRef<string[]>([]);
  marked.current = marks.length ? marks.map((m) => m.hex) : focus; // a line on sale has no marks
  const [mini, setMini] = useState({ whole: "0 0 1 1", ground: "" });
  const [corner, setCorner] = useState("");
  const tools = useRef<HTMLDivElement>(null);
  const [toolsAt, setToolsAt] = useState(CORNERS[0]!);
  const [open, setOpen] = useState(false); // on a phone: the tools are unfolded
  const [beyond, setBeyond] = useState(""); // marks out of view, by side, and how far along it, in percent, that is said
  const dragging = useRef(drag);
  dragging.current = drag;
  const view = useRef<Box | null>(null); // null: the whole map
  const own = useRef(false); // the person has chosen what is in view
  const [zoomed, setZoomed] = useState(false);
  const [at, setAt] = useState<Anchor | null>(null);
  const hexChosen = useRef(onHex);
  hexChosen.current = onHex;
  const anchored = useRef(anchor);
  anchored.current = anchor;

  const map = useCallback(() => host.current?.querySelector<SVGSVGElement>("svg") ?? null, []);
  const drawFrame = useCallback(() => {
    const { x, y, w, h } = sight.current;
    for (const [name, value] of Object.entries({ x, y, width: w, height: h })) frame.current?.setAttribute(name, String(value));
  }, []);
  useLayoutEffect(drawFrame, [zoomed, corner]); // the small map has just come

  const show = useCallback(
    (box: Box | null) => {
      const svgElement = map();
      if (!svgElement) return;
      const { width, height } = svgElement.getBoundingClientRect(); // all that is asked before anything is moved: once laid out
      const { offsetWidth = 0, offsetHeight = 0 } = tools.current ?? {};
      if (svgElement.dataset.place !== `${width} ${height}`) {
        svgElement.dataset.place = `${width} ${height}`;
        svgElement.dataset.whole = svgElement.dataset.drawn;
        svgElement.dataset.tries = "2"; // what sticks out grows when the map shrinks to show it
      }
      const whole = boxOf(svgElement);
      box = box && held(box, whole);
      view.current = box;
      const b = box ?? whole;
      const inView = `${b.x} ${b.y} ${b.w} ${b.h}`;
      if (svgElement.getAttribute("viewBox") !== inView) svgElement.setAttribute("viewBox", inView);
      /* How much is written depends on how large a hex is, and letters have a size on the screen. */
      const scale = Math.min(width / b.w, height / b.h) || 1;
      const side = (HEX / 2) * scale;
      svgElement.style.setProperty("--unit", String(1 / scale));
      if (host.current) host.current.dataset.level = side < 26 ? "far" : side <= 44 ? "mid" : "near";
      host.current?.toggleAttribute("data-tiny", side < TINY);
      if (svgElement.dataset.named !== String(scale)) {
        sizeLetters(svgElement, 1 / scale, side < 26, side < TINY);
        placeNames(svgElement, 1 / scale, side < 26);
      }
      svgElement.dataset.named = String(scale);
      const tries = Number(svgElement.dataset.tries);
      if (!box && width && tries) {
        svgElement.dataset.tries = String(tries - 1);
        const { left, right, top, bottom } = stickingOut(svgElement);
        if (left + right + top + bottom > 1) {
          svgElement.dataset.whole = [whole.x - left / scale, whole.y - top / scale, whole.w + (left + right) / scale, whole.h + (top + bottom) / scale].join(" ");
          return show(null);
        }
      }
      const [spot] = anchored.current ? spotsOf(svgElement, [anchored.current]) : [];
      const beside = spot ? { x: width / 2 + (spot.x - b.x - b.w / 2) * scale, y: height / 2 + (spot.y - b.y - b.h / 2) * scale, side, width, height } : null;
      setAt((old) => (JSON.stringify(old) === JSON.stringify(beside) ? old : beside));
      setZoomed(box !== null);
      /* What is marked and out of view is counted at the rim, beside the tools and the small map. */
      const seen = { w: width / scale, h: height / scale, x: b.x + b.w / 2 - width / scale / 2, y: b.y + b.h / 2 - height / scale / 2 };
      const rim = rimOf({
        seen, scale, hexes: hexesOf(svgElement), marked: spotsOf(svgElement, marked.current),
        tools: { w: offsetWidth, h: offsetHeight }, mini: { w: MINI, h: (MINI * whole.h) / whole.w },
        stay: own.current ? svgElement.dataset.tools : undefined, // while somebody moves the map
        written: () => writtenOn(svgElement, seen, scale),
      });
      svgElement.dataset.tools = rim.tools;
      setToolsAt(rim.tools);
      setCorner(rim.mini);
      setBeyond(rim.arrows.map(({ count, along }) => `${count},${along}`).join(" "));
      sight.current = seen;
      drawFrame();
    },
    [map],
  );

  /** Zooms about a point of the screen, or about the middle. */
  const zoom = useCallback(
    (factor: number, at?: { x: number; y: number }) => {
      const svgElement = map();
      if (!svgElement) return;
      const old = view.current ?? boxOf(svgElement);
      let fx = 0.5;
      let fy = 0.5;
      const matrix = svgElement.getScreenCTM();
      if (at && matrix) {
        const p = new DOMPoint(at.x, at.y).matrixTransform(matrix.inverse());
        fx = (p.x - old.x) / old.w;
        fy = (p.y - old.y) / old.h;
      }
      const w = old.w / factor;
      const h = old.h / factor;
      show({ x: old.x + (old.w - w) * fx, y: old.y + (old.h - h) * fy, w, h });
    },
    [map, show],
  );

  const pan = useCallback(
    (dx: number, dy: number) => {
      const svgElement = map();
      if (!svgElement) return;
      const old = view.current ?? boxOf(svgElement);
      show({ ...old, w: view.current ? old.w : old.w / 1.03, x: old.x + dx * old.w, y: old.y + dy * old.h });
    },
    [map, show],
  );

  /** To what is marked beyond a side of the view. */
  const look = (side: (typeof SIDES)[number]) => {
    const svgElement = map();
    const box = view.current;
    if (!svgElement || !box) return;
    const out = spotsOf(svgElement, marked.current).filter((p) => ({
      left: p.x < box.x, right: p.x > box.x + box.w, up: p.y < box.y, down: p.y > box.y + box.h,
    })[side]);
    if (out.length) show(closeTo(svgElement, out));
  };

  // The picture itself. What is moved by this and by what follows is shown once, when its marks are on it.
  const drawn = useRef<SVGSVGElement | null>(null); // as the engine drew it
  useLayoutEffect(() => {
    const before = drawn.current;
    const now = drawn.current = treeOf(svg);
    if (!host.current || !now) return;
    const viewBox = now.getAttribute("viewBox") ?? "0 0 1 1";
    let svgElement = map();
    if (svgElement && before?.getAttribute("viewBox") === viewBox) {
      drawAnew(svgElement, before, now);
      svgElement.dataset.tries = "1";
    } else {
      svgElement = document.importNode(now, true);
      host.current.replaceChildren(svgElement);
      svgElement.dataset.whole = svgElement.dataset.drawn = viewBox;
      svgElement.removeAttribute("width");
      svgElement.removeAttribute("height");
      svgElement.setAttribute("role", "group");
    }
    svgElement.setAttribute("aria-label", label);
    setMini({ whole: viewBox, ground: groundOf(now) });
  }, [svg, label, map]);

  const shining = bright.join(" ");
  useLayoutEffect(() => {
    host.current?.classList.toggle("faded", shining !== "");
    const these = new Set(shining.split(" "));
    for (const thing of host.current?.querySelectorAll<SVGElement>("[data-track], [data-hex]") ?? [])
      thing.classList.toggle("bright", these.has(thing.dataset.track ?? thing.dataset.hex ?? ""));
  }, [svg, shining]);

  const within = reached.join(" ");
  useLayoutEffect(() => {
    const these = new Set(within.split(" "));
    for (const ground of host.current?.querySelectorAll<SVGElement>(".ground > g[data-hex]") ?? [])
      ground.classList.toggle("reached", these.has(ground.dataset.hex ?? ""));
  }, [svg, label, within]);

  // On a small screen or a long map the board comes closer to where something is to be done, unless
  // somebody has zoomed or moved it.
  const near = focus.join(" ");
  const home = track.join(" ");
  const blind = useRef(false); // it was not on the screen when it was aimed
  const aim = useCallback(() => {
    const svgElement = map();
    if (!svgElement || own.current) return;
    const whole = boxOf(svgElement);
    const { width, height } = svgElement.getBoundingClientRect();
    const scale = Math.min(width / whole.w, height / whole.h);
    blind.current = !(scale > 0);
    /* Where nothing else matters, routes that are drawn do. */
    const at = blind.current || HEX * scale >= SMALL ? [] : near ? spotsOf(svgElement, near.split(" ")) : routesOf(svgElement);
    if (!at.length && !blind.current && HEX * scale < SMALL) at.push(...spotsOf(svgElement, home.split(" ")));
    view.current = at.length ? closeTo(svgElement, at) : null;
  }, [near, home, map]);
  useLayoutEffect(aim, [aim, svg]);
  const aimed = useRef(aim);
  aimed.current = aim;

  /* Letters have a size on the screen: when the place of the map grows or shrinks they are measured anew. */
  useEffect(() => {
    const place = new ResizeObserver(([now]) => {
      const svgElement = map();
      if (!svgElement || !now || (!blind.current && svgElement.dataset.place === `${now.contentRect.width} ${now.contentRect.height}`)) return;
      const wide = svgElement.dataset.place?.split(" ")[0] ?? "";
      /* Also where its marks brought it onto the screen and it was measured with them, and where a phone was turned. */
      if (blind.current || wide !== String(now.contentRect.width)) aimed.current();
      show(view.current);
    });
    if (host.current) place.observe(host.current);
    return () => place.disconnect();
  }, [map, show]);

  /* A hex that was chosen elsewhere, from a list, comes into view. */
  const wasAnchor = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (anchor === wasAnchor.current) return;
    wasAnchor.current = anchor;
    const box = view.current;
    const svgElement = map();
    const [spot] = anchor && svgElement ? spotsOf(svgElement, [anchor]) : [];
    const seen = !box || !spot
      || (Math.abs(spot.x - box.x - box.w / 2) < box.w / 2 - HEX / 2 && Math.abs(spot.y - box.y - box.h / 2) < box.h / 2 - HEX / 2);
    if (!seen) view.current = { ...box, x: spot.x - box.w / 2, y: spot.y - box.h / 2 };
  }, [anchor, map]);

  // What lies over it.
  useLayoutEffect(() => {
    const svgElement = map();
    if (!svgElement) return;
    delete svgElement.dataset.named; // names make room for what is written at marks
    return putMarks(svgElement, over, marks, notes);
  }, [svg, label, over, marks, notes, map]);
  useLayoutEffect(() => show(view.current), [svg, label, over, marks, notes, anchor, aim, show]);

  // Wheel, drag, pinch, keys.
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const pointers = new Map<number, { x: number; y: number }>();
    let moved = false;
    let spread = 0;
    let dragged = ""; // the hex from which something is dragged
    const hexUnder = (x: number, y: number) =>
      document.elementsFromPoint(x, y).find((e) => element.contains(e) && e.closest("[data-hex]"))?.closest("[data-hex]")?.getAttribute("data-hex") ?? "";
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const over = (event.target as Element).closest("[data-hex]")?.getAttribute("data-hex");
      if (over && over === anchored.current) { // the tile on trial is turned
        window.dispatchEvent(new CustomEvent("turn-tile", { detail: event.deltaY < 0 ? -1 : 1 }));
        return;
      }
      own.current = true;
      zoom(event.deltaY < 0 ? 1.12 : 1 / 1.12, { x: event.clientX, y: event.clientY });
    };
    const down = (event: PointerEvent) => {
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (pointers.size === 1) moved = false;
      spread = 0;
      const under = pointers.size === 1 && dragging.current ? hexUnder(event.clientX, event.clientY) : "";
      dragged = dragging.current?.from.includes(under) ? under : "";
    };
    const move = (event: PointerEvent) => {
      const old = pointers.get(event.pointerId);
      const svgElement = map();
      if (!old || !svgElement) return;
      const now = { x: event.clientX, y: event.clientY };
      const far = Math.hypot(now.x - old.x, now.y - old.y) > 4;
      if (pointers.size === 1 && dragged) {
        const to = hexUnder(now.x, now.y);
        if (!far && !moved) return;
        moved = own.current = true;
        if (to) dragging.current?.onDrag(dragged, to);
        return;
      }
      if (pointers.size === 1 && (far || moved)) {
        moved = own.current = true;
        const box = view.current ?? boxOf(svgElement);
        const scale = svgElement.getScreenCTM()?.a ?? 1;
        show({
          ...box,
          w: view.current ? box.w : box.w / 1.03,
          x: box.x - (now.x - old.x) / scale,
          y: box.y - (now.y - old.y) / scale,
        });
        pointers.set(event.pointerId, now);
      } else if (pointers.size === 2) {
        moved = own.current = true;
        pointers.set(event.pointerId, now);
        const [a, b] = [...pointers.values()];
        if (!a || !b) return;
        const wide = Math.hypot(a.x - b.x, a.y - b.y);
        if (spread) zoom(wide / spread, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
        spread = wide;
      }
    };
    const up = (event: PointerEvent) => {
      pointers.delete(event.pointerId);
      spread = 0;
    };
    const click = (event: MouseEvent) => {
      if (moved) return;
      const hex = (event.target as Element).closest("[data-hex]")?.getAttribute("data-hex");
      /* The mark of the hex lies over its circles. */
      const slot = hex && [...element.querySelectorAll<SVGElement>(`[data-hex="${hex}"] .slot`)].find((s) => {
        const box = s.getBoundingClientRect();
        return Math.hypot(event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2) <= box.width / 2;
      });
      if (hex) hexChosen.current(hex, slot ? Number(slot.dataset.city) : undefined);
    };
    const key = (event: KeyboardEvent) => {
      const hex = (event.target as Element).getAttribute?.("data-hex");
      const step = 0.12;
      if ((event.key === "Enter" || event.key === " ") && hex) hexChosen.current(hex);
      else if (event.key === "+" || event.key === "=") zoom(ZOOM);
      else if (event.key === "-") zoom(1 / ZOOM);
      else if (event.key === "0") show(null);
      else if (event.key === "ArrowLeft") pan(-step, 0);
      else if (event.key === "ArrowRight") pan(step, 0);
      else if (event.key === "ArrowUp") pan(0, -step);
      else if (event.key === "ArrowDown") pan(0, step);
      else return;
      if (!hex || event.key.startsWith("Arrow")) own.current = event.key !== "0";
      event.preventDefault();
      event.stopPropagation();
    };
    element.addEventListener("wheel", wheel, { passive: false });
    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", move);
    element.addEventListener("click", click);
    element.addEventListener("keydown", key);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", up);
    return () => {
      element.removeEventListener("wheel", wheel);
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("click", click);
      element.removeEventListener("keydown", key);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", up);
    };
  }, [map, pan, show, zoom]);

  return (
    <div class="board">
      <div class="map" ref={host} data-hidden={hidden} tabindex={0} role="region" aria-label={`${label}: arrow keys move, + and - zoom, 0 shows all`} />
      <div ref={tools} class={`zoom ${toolsAt} ${open ? "open" : ""}`}>
        <button type="button" onClick={() => { own.current = true; zoom(ZOOM); }} aria-label="Zoom in">+</button>
        <button type="button" onClick={() => { own.current = true; zoom(1 / ZOOM); }} aria-label="Zoom out">−</button>
        <button type="button" onClick={() => { own.current = true; show(null); }} disabled={!zoomed} aria-label="Show the whole map">⤢</button>
        {onLayers && <button type="button" onClick={onLayers} aria-label="Layers of the map" title="Layers of the map, key ,">≡</button>}
        {onLegend && <button type="button" onClick={onLegend} aria-label="What the signs mean" title="What the signs mean">?</button>}
        <button type="button" class="fold" onClick={() => setOpen(!open)} aria-expanded={open} aria-label="Zoom, layers and signs of the map">{open ? "×" : "±"}</button>
      </div>
      {zoomed && corner && (
        <svg class={`mini ${corner}`} viewBox={mini.whole} aria-hidden="true" style={{ width: `${MINI}px` }} onClick={(e) => {
          const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(e.currentTarget.getScreenCTM()?.inverse());
          const box = view.current;
          own.current = true;
          if (box) show({ ...box, x: p.x - box.w / 2, y: p.y - box.h / 2 });
        }}>
          <g dangerouslySetInnerHTML={{ __html: mini.ground }} />
          <rect ref={frame} class="frame" />
        </svg>
      )}
      {zoomed && SIDES.map((side, n) => {
        const [count = 0, along] = beyond.split(" ")[n]?.split(",").map(Number) ?? [];
        return count > 0 && (
          <button type="button" key={side} class={`rim ${side}`} style={{ [n < 2 ? "top" : "left"]: `${along}%` }} aria-label={`${count} more marked: ${side}`} onClick={() => look(side)}>{ARROWS[side]} {count}</button>
        );
      })}
      {at && beside?.(at)}
    </div>
  );
}
