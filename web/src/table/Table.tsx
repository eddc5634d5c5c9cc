// SPDX-License-Identifier: Apache-2.0
// Table.tsx: a game on the table: seven regions that keep their places, and a stage in the middle that shows what
// the moment is about. Everything shown comes from the engine; what is chosen goes to it as lines of the record.
import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { isProblem, isRefused, type Engine } from "../engine/engine";
import type { Choice, Legal, LogEntry, Programme, RouteView, RunView, View } from "../engine/types";
import type { Seat } from "../keep";
import { withSeats } from "../keep/http";
import { saveFile } from "../start/files";
import { useMedia, useSettings, type Layer } from "../settings";
import { Act, Ahead, capital, lineOf, misfit, type TableApi } from "./Act";
import { Advice } from "./Advice";
import { Board, type Mark } from "./Board";
import { Charter } from "./Charter";
import { Coach, type Coaching } from "./Coach";
import { Clock, Hammer } from "./Clock";
import { Decide, Hint } from "./Decide";
import { usePanel } from "./fit";
import { DecisionBar, History, JustDone, PhoneNav, PlayersBar, SettingsPanel, Top, viewsOf } from "./Frame";
import { GameMenu } from "./GameMenu";
import { Hand } from "./Hand";
import { Bubble, Popover, WhyBubble } from "./HexChoices";
import { blockedBy, Layers, Legend } from "./Layers";
import { keepDraft, takeDraft } from "./draft";
import { Peek } from "./Peek";
import { ProgrammeBox, useProgrammes } from "./Programmes";
import { Log } from "./Log";
import { useMoves } from "./moves";
import { Banner, LineSale, reshape, SaleStage, SIGNS, useWays, WaysStage, WaysStrip } from "./Moments";
import { RemadeSheet, useRemade } from "./Remade";
import { Charts, Finals, Result } from "./Result";
import { RulesStage, TakePicture, TilesStage } from "./Reference";
import { amountOf, armedWith, disarmed, letGo, rerouted, UNDECIDED } from "./state";
import { EntitiesStage, MarketStage, PrivatesStage, StockStage, TrainsStage } from "./Stages";
import { Sheet } from "./Sheet";
import { lastOwn, Story, type Replay } from "./Story";
import { linesAt, money } from "./parts";
import { useSteady } from "./steady";
import { TakeBack, wayTo } from "./TakeBack";
import { useGlossary } from "./Terms";
import { TileArc, TileCards } from "./TileArc";
import { Meter } from "./TrainShop";
import { TurnNotice } from "./TurnNotice";
import { TrialPanel, type Trial } from "./Trial";
import "./table.css";
import { useGame, type Game, type GameProps } from "./useGame";

/** What a table has besides its game where several people sit far apart (together/SharedTable.tsx). */
export interface Together {
  me?: number; // the seat whose hand and story are shown; none: a spectator
  connection: { words: string; bad: boolean };
  hints: boolean; // a bot may be asked for advice
  programmes: { list: Programme[]; keep(list: Programme[]): void };
  /** What is asked of those at the table. */
  asked(table: TableApi): ComponentChildren;
  talk: ComponentChildren;
  menu(game: Game, onClose: () => void): ComponentChildren;
}

export interface TableProps extends GameProps {
  id: string; // what this browser keeps beside the game goes by it
  /** What keeps the game from being saved; "" if nothing does. */
  trouble: string;
  onLeave(): void;
  /** What people call this game; "" if nothing. */
  called: string;
  onSeats(seats: Seat[], called: string): void;
  /** "Play on from here": a new game with this record; a lesson has none. */
  onBranch?(record: string, seats: Seat[]): void;
  /** "What if": the game as it stands, and the moment as a game that begins there. */
  onTry?(record: string, position: string): void;
  /** Several people play here, each at their own screen. */
  together?: Together;
  /** A lesson is held here. */
  coaching?: Coaching;
  /** This is such a trial. */
  trial?: Trial;
}

/** A company may sell and acquire, and nothing else, and not because there is nothing to do on the map. */
const dealt = (legal: Legal): boolean => !legal.nothing && legal.choices.every((c) => c.by !== legal.actor || ["acquire", "sell", "pass"].includes(c.kind));

/** What the stage shows, if nobody chose a view. */
function momentOf(view: View, legal: Legal, reshaped: boolean): "map" | "stock" | "privates" | "sale" | "ways" | "result" {
  if (view.over) return "result";
  if (legal.sale && !legal.sale.line) return "sale";
  if (reshaped) return "ways";
  if (legal.best || legal.choices.some((c) => c.hex)) return "map";
  const priv = (c: Choice) => view.privates.some((p) => p.id === c.company);
  if (view.round === "auction") return legal.choices.some((c) => c.kind === "par") ? "stock" : "privates";
  if (view.round.startsWith("stock")) return "stock";
  if (legal.step !== "trains" && legal.choices.some((c) => c.kind === "buy")) return "stock"; // a company trades shares
  if (legal.choices.some((c) => c.kind === "acquire") && dealt(legal)) return "privates";
  if (view.round.startsWith("operating")) return "map";
  return legal.choices.some(priv) || view.privates.some((p) => p.status === "unsold") ? "privates" : "map";
}

const ALL_LAYERS: Layer[] = ["names", "figures"]; // of the picture
const REPLAY = 900; // milliseconds an action is looked at
const STEPS_AHEAD = 300_000; // of the search: a hint must not make anybody wait

/** The run that comes if the steps before it are passed, looked for when there is time. */
function useAhead(engine: Engine, legal: Legal | null, can: boolean): { before: string[]; legal: Legal } | null {
  const [found, setFound] = useState<{ of: Legal; before: string[]; legal: Legal } | null>(null);
  useEffect(() => {
    if (!can || !legal?.company || legal.best) return;
    const wait = window.setTimeout(() => {
      const { before, legal: then } = engine.ahead(STEPS_AHEAD);
      if (then?.best?.routes.length) setFound({ of: legal, before, legal: then });
    }, 60);
    return () => window.clearTimeout(wait);
  }, [engine, legal, can]);
  return found?.of === legal ? found : null;
}

const MOST_PASSES = 16; // of one turn

/** The passes that end the turn after these lines; as many as there are before something must be decided. */
function passesAfter(engine: Engine, actor: string, lines: string[]): string[] {
  const passes: string[] = [];
  while (passes.length < MOST_PASSES) {
    const then = engine.after([...lines, ...passes], STEPS_AHEAD);
    const pass = isProblem(then) || isRefused(then) || then.actor !== actor ? undefined : then.choices.find((c) => c.kind === "pass" && c.by === actor);
    if (!pass) break;
    passes.push(pass.line);
  }
  return passes;
}

/** How this company divided what it ran for last, if it did. */
const lastDivision = (log: LogEntry[], company: string | undefined): string | undefined =>
  log.findLast((e) => e.by === company && ["pay", "withhold", "half"].includes(e.kind))?.line;

/** Who is to decide at another screen, and whether they are there. */
function Waits({ table }: { table: TableApi }) {
  const seat = table.game.decider;
  const { presence } = seat ?? {};
  return <><b>{seat?.shown ?? seat?.name}</b> is to decide{presence === "open" ? ", and nobody sits there yet" : presence === "away" ? ", and is not here now" : ""}.</>;
}

/** Drawn up or down, or tapped: how much of the sheet is seen. */
function Grip({ up, onUp }: { up: boolean; onUp(up: boolean): void }) {
  const from = useRef(0);
  return (
    <button type="button" class="grip" aria-expanded={up} aria-label={up ? "Less of the panel" : "More of the panel"}
      onPointerDown={(e) => { from.current = e.clientY; e.currentTarget.setPointerCapture(e.pointerId); }}
      onPointerUp={(e) => { const by = e.clientY - from.current; onUp(Math.abs(by) < 8 ? !up : by < 0); }}
      onKeyDown={(e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); onUp(!up); } }} />
  );
}

/** A route that is dragged. */
interface Dragged {
  from: string; // the hex where it was taken up
  middle: boolean; // … which is none of its ends
  train: string;
  run: RunView; // the routes as they were
  to: string; // the hex under the pointer
  why: string; // what forbids it there, if anything does
  stops: Mark[]; // where it can be let go, and for what
}

/** Takes a route up at a hex: the one of the train that was picked, if it passes there; and where it can be drawn. */
function takeUp(engine: Engine, view: View, run: RunView, train: string, from: string): Dragged | null {
  const there = run.routes.filter((r) => r.way.includes(from));
  const ends = (r: RouteView) => r.way[0] === from || r.way.at(-1) === from;
  const route = there.find((r) => r.train === train) ?? there.find(ends) ?? there[0];
  if (!route) return null;
  const middle = !ends(route);
  const stops = view.map.filter((m) => m.hex !== from && m.stops.some((s) => s.kind !== "junction")).flatMap(({ hex, place = "" }): Mark[] => {
    const then = engine.reroute(run.line, route.train, hex, { from: middle ? from : undefined });
    return isProblem(then) || then.refused || then.line === run.line ? []
      : [{ hex, kind: "stop", sign: money(view, then.revenue), label: `${hex} ${place}: ${money(view, then.revenue)}` }];
  });
  return { from, middle, train: route.train, run, to: from, why: "", stops };
}

export function Table(props: TableProps) {
  const { engine, seats } = props;
  const [settings, changeSettings] = useSettings();
  const game = useGame(props, settings);
  const { view, legal, now, past, botTurn, here } = game;
  const { together } = props;
  const programmes = useProgrammes(engine, game, props.trial ? "" : props.id, together?.programmes);
  const phone = useMedia("(max-width: 1023px)");
  const narrow = useMedia("(max-width: 1279px)"); // the story is a drawer
  /** Whoever opens a game on a phone first reads what has happened. */
  const [chosenView, setChosenView] = useState(() =>
    props.trial?.changes.at(-1)?.startsWith("tile ") ? "map" : phone && !props.trial && !game.problem && game.legal.player !== undefined && lastOwn(game.log, game.legal.player) < game.log.length ? "story" : "moment");
  const [pointed, point] = useState<string | null>(null);
  const [layering, setLayering] = useState(false); // the list of layers is open
  const [legend, setLegend] = useState(false); // what the signs mean is told
  const [shownRun, setShownRun] = useState(""); // whose last routes the map shows
  const [shownRoutes, setShownRoutes] = useState(""); // a run that somebody looks at, in a trial
  const [drawer, setDrawer] = useState(false);
  const [more, setMore] = useState(false); // a phone shows history and settings
  const [up, setUp] = useState(false); // the sheet of a phone is drawn up
  const [options, setOptions] = useState(false);
  const [menu, setMenu] = useState(false);
  const { state: choosing, current, move } = useMoves(() => UNDECIDED);
  const { hex, sort, only, tried, edited, train, routeMessage, armed, looked } = choosing;
  const look = useCallback((choice: Choice | null) => { move((c) => (c.looked === choice ? c : { ...c, looked: choice })); }, [move]);
  const setHex = useCallback((h: string | null) => { move((c) => ({ ...c, hex: h })); }, [move]);
  const setSort = useCallback((wanted: string) => { move((c) => ({ ...c, sort: wanted })); }, [move]);
  const setTried = useCallback((choice: Choice | null) => { move((c) => ({ ...c, tried: choice })); }, [move]);
  const setTrain = useCallback((of: string) => { move((c) => ({ ...c, train: of })); }, [move]);
  const bestRoutes = useCallback(() => { move((c) => ({ ...c, edited: null, routeMessage: "" })); }, [move]);
  const [timed, setTimed] = useState<boolean | null>(null); // does the clock run? null: where a bot would call
  const [replay, setReplay] = useState<Replay | null>(null);
  const can = !game.problem && !past && !botTurn && !game.away && !now.over && !game.asks;

  const forget = useCallback(() => { move(letGo); }, [move]);
  /* Whoever changes seats or name has played nothing, but it is to be kept. */
  const sat = useRef({ seats, called: props.called });
  useEffect(() => {
    if (sat.current.seats !== seats || sat.current.called !== props.called) game.save();
    sat.current = { seats, called: props.called };
  }, [seats, props.called]);
  const opened = useRef(false);
  const shownNow = useRef(""); // on the stage
  const drafts = can && !props.trial && !props.coaching;
  const draftTaken = useRef(false);
  useEffect(() => {
    move(() => (drafts && !draftTaken.current ? takeDraft(props.id, engine, legal, game.actions) : UNDECIDED));
    draftTaken.current ||= drafts;
    setDrawer(can && narrow && !phone && game.log.at(-1)?.player !== legal?.player); // a turn begins
    if (can && opened.current) setChosenView("moment"); // whoever looks elsewhere is brought back by the own decision
    opened.current = true;
  }, [now]);
  const lastSeen = useRef(past);
  useEffect(() => {
    if (lastSeen.current !== past) forget();
    lastSeen.current = past;
  }, [past, forget]);
  /* It survives a reload, also one in the same moment; what belongs to a decision that is over goes with it. */
  useLayoutEffect(() => {
    if (draftTaken.current && drafts) keepDraft(props.id, choosing, game.actions);
  }, [choosing]);
  // A replay goes on by itself until it has come to the present, or somebody else plays.
  useEffect(() => {
    if (!replay || replay.held) return;
    if (!past) return setReplay(null);
    const wait = window.setTimeout(() => game.go(here + 1), REPLAY / replay.speed);
    return () => window.clearTimeout(wait);
  }, [replay, past, here]);

  const people = seats.filter((s) => s.kind === "human").length;
  /** Is this to be clicked twice? What ruins somebody always is. */
  const confirms = useCallback((lines: string[]): boolean => {
    if (settings.confirm === "always" || (settings.confirm === "auto" && people > 1)) return true;
    const then = engine.preview(lines);
    if (isProblem(then) || isRefused(then)) return false;
    if (then.also.some((e) => e.kind === "bankrupt") || then.companies.some((c) => c.status === "closed")) return true;
    const next = settings.confirm === "ends" ? engine.after(lines, 1) : null;
    return next !== null && !isProblem(next) && !isRefused(next) && next.player !== legal?.player;
  }, [engine, settings.confirm, people, legal]);
  const arm = useCallback((choice: Choice, place: string, before: string[] = [], amount?: number) => {
    const lines = [...before, lineOf(choice, amount ?? null)];
    if ((choice.least === undefined || amount !== undefined) && (choice.kind === "pass" || !confirms(lines))) return game.play(lines);
    move(armedWith, { choice, amount: amount ?? choice.least ?? null, place, before });
  }, [game, confirms]);
  const disarm = useCallback(() => { move(disarmed); }, [move]);
  const confirm = useCallback(() => {
    if (armed && !misfit(view, armed.choice, armed.amount)) game.play([...armed.before, lineOf(armed.choice, armed.amount)]);
  }, [armed, game]);

  const ahead = useAhead(engine, legal, can);
  const panel = usePanel(legal?.step ?? "", phone, settings.text, [legal, ahead, hex]);
  const steady = useSteady(armed);
  const run = legal ? edited ?? legal.best ?? null : null;
  const board = useMemo(() => (game.problem ? null : engine.board(here)), [engine, here, now]);
  /** What the action moved that was played last before the moment that is looked at. */
  const moved = past ? game.log[here - 1] : undefined;
  const marks = useMemo<Mark[]>(() => {
    const hexes = [...new Set([moved?.hex, ...(moved?.events ?? []).map((e) => e.hex)].filter((h) => h !== undefined))];
    if (hexes.length) return hexes.map((h) => ({ hex: h, kind: "moved", label: `${h}: ${moved?.words}` }));
    if (!legal || !can) return [];
    const ways = new Map<string, string[]>();
    for (const c of legal.choices)
      if (c.hex && (!sort || c.sort === sort) && (!only || linesAt(view, c.hex).includes(only)))
        ways.set(c.hex, [...(ways.get(c.hex) ?? []), c.kind]);
    const fated = new Map(legal.fates?.map((f) => [f.hex, f.fate]));
    const fates: Mark[] = (legal.fates ?? []).filter((f) => !ways.has(f.hex)).map((f) => ({ hex: f.hex, kind: "about", sign: SIGNS[f.fate], label: `${f.hex}: ${f.why}` }));
    const about: Mark[] = legal.hex && !ways.has(legal.hex) ? [{ hex: legal.hex, kind: "about", label: `${legal.hex}: what is decided here` }] : [];
    return about.concat(fates, [...ways].map(([h, kinds]) => {
      const place = view.map.find((m) => m.hex === h)?.place ?? "";
      const fate = fated.get(h);
      const circles = legal.choices.filter((c) => c.hex === h && c.city !== undefined && (!sort || c.sort === sort))
        .map((c) => ({ city: c.city ?? 0, price: !c.cost ? "free" : c.usual && c.cost > c.usual && c.cost % c.usual === 0 ? `${c.cost / c.usual} × ${money(view, c.usual)}` : money(view, c.cost) }));
      const all = legal.choices.filter((c) => c.hex === h && (!sort || c.sort === sort));
      const scraps = all.every((c) => c.kind === "scrap");
      const power = all.some((c) => c.power !== undefined);
      return { hex: h, sign: scraps ? "×" : fate && SIGNS[fate], power, kind: h === hex ? "chosen" : "may", label: scraps ? capital(all[0]!.words) : `${h} ${place}: ${kinds.length} × ${kinds[0]}`, circles };
    }));
  }, [legal, can, hex, view, sort, only, moved]);
  const notes = useMemo(() => (view && settings.layers.includes("blocked") ? blockedBy(view) : []), [view, settings.layers]);
  const reached = useMemo(() => {
    const hexes = legal?.company && settings.layers.includes("reach") ? engine.reach(legal.company, here) : [];
    return isProblem(hexes) ? [] : hexes;
  }, [engine, legal?.company, here, now, settings.layers]);
  const trial = useMemo(
    () => (can && tried?.kind === "lay" && tried.hex && tried.tile ? engine.hex(tried.hex, tried.tile, tried.rotation) : ""),
    [engine, can, tried],
  );
  /** The routes to be decided on, or those of the action that was played last. */
  const last = game.log[here - 1];
  /* While it is decided how a run is divided it stays in view, also after fees that were paid from it. */
  const divided = !past && legal?.choices.some((c) => c.kind === "pay") && game.log.findLast((e) => e.kind === "run" && e.by === legal.company && e.round === last?.round)?.line;
  const shownLast = shownRun ? game.log.slice(0, here).findLast((e) => e.kind === "run" && e.by === shownRun)?.line : divided;
  const routes = shownRoutes ? shownRoutes : !past && run ? (run.routes.length ? run.line : undefined) : last?.kind === "run" ? last.line : shownLast || undefined;
  /** The map is drawn when it is looked at. */
  const map = useMemo(() => {
    let drawn: string | undefined;
    return () => (drawn ??= engine.map(here, routes));
  }, [engine, here, now, routes]);

  /** again: a click on the map, which leads the end of a route by other tracks before it takes it off. */
  const reroute = useCallback((h: string, again = false) => {
    const of = train || run?.routes[0]?.train;
    if (!run || !of) return;
    const answer = engine.reroute(run.line, of, h, { again });
    move(rerouted, of, isProblem(answer) ? answer.error : answer);
  }, [engine, run, train]);
  /** A route without its stops: the train stands idle; all of them: every train does. */
  const clear = useCallback((all: boolean) => {
    let cleared = run;
    for (const { train: of } of all ? run?.routes ?? [] : run?.routes.filter((r) => r.train === (train || run.routes[0]?.train)) ?? []) {
      const answer = engine.reroute(cleared?.line ?? "", of);
      if (!isProblem(answer)) cleared = answer;
    }
    if (cleared) move(rerouted, train, cleared);
  }, [engine, run, train]);
  /** The routes of the last run, if they can be run again. */
  const asLastTime = useCallback(() => {
    const line = legal?.best && game.log.findLast((e) => e.kind === "run" && e.by === legal.company)?.line; // not of a run that comes later
    const answer = line && engine.reroute(line);
    if (answer && !isProblem(answer)) move(rerouted, "", answer);
  }, [engine, game, legal]);
  /** A route is dragged, by an end or by its middle: from the routes as they were when it was taken up. */
  const [dragged, setDragged] = useState<Dragged | null>(null);
  useEffect(() => {
    const up = () => setDragged(null);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", up);
    return () => { window.removeEventListener("pointerup", up); window.removeEventListener("pointercancel", up); };
  }, []);
  const handles = useMemo(() => (run && can && legal?.best ? [...new Set(run.routes.flatMap((r) => r.way))] : []), [run, can, legal]);
  const drag = useMemo(() => (handles.length ? {
    from: handles,
    onDrag: (from: string, to: string) => {
      if (!run || dragged?.to === to) return;
      const taken = dragged?.from === from ? dragged : takeUp(engine, view, run, train, from);
      if (!taken) return;
      const answer = from === to ? taken.run : engine.reroute(taken.run.line, taken.train, to, { from: taken.middle ? from : undefined });
      setDragged({ ...taken, to, why: isProblem(answer) ? answer.error : answer.refused?.text ?? "" });
      move(rerouted, taken.train, isProblem(answer) ? answer.error : answer);
    },
  } : undefined), [engine, run, train, dragged, view, handles.join(" ")]);
  const mine = useMemo(
    () => (legal ? legal.choices.filter((c) => c.by === legal.actor || c.by === now.decision?.player || (together && game.clock)) : []), [legal, now]);
  const chooseHex = useCallback((h: string, city?: number) => {
    if (props.trial) setHex(h);
    if (!can || !legal) return;
    if (legal.best) return reroute(h, true);
    disarm();
    if (current().hex === h && legal.choices.some((c) => c.hex === h && c.kind === "lay")) window.dispatchEvent(new CustomEvent("turn-tile", { detail: 1 }));
    setHex(h);
    /* One thing to do there is meant by the click itself. */
    const here = mine.filter((c) => c.hex === h && (city === undefined || c.city === undefined || c.city === city));
    if (here.length === 1 && here[0] && here[0].kind !== "lay") arm(here[0], "list");
  }, [can, legal, mine, reroute, disarm, arm]);

  const pass = can ? mine.find((c) => c.kind === "pass") : undefined;
  /** Passes the rest of the turn, if nothing else must be decided in it. */
  const endTurn = useCallback(() => {
    const actor = legal?.actor ?? "";
    const lines = can ? passesAfter(engine, actor, []) : [];
    const then = lines.length ? engine.after(lines, STEPS_AHEAD) : null;
    if (then && !isProblem(then) && !isRefused(then) && then.actor !== actor) game.play(lines);
  }, [engine, game, legal, can]);
  /** The run that comes, divided as last time, and nothing else. */
  const runs = legal?.best ? { before: [] as string[], legal } : ahead;
  const division = can && runs?.legal.best?.routes.length ? lastDivision(game.log, legal?.company) : undefined;
  const repeat = useCallback(() => {
    if (!runs?.legal.best || division === undefined) return;
    const lines = [...runs.before, runs.legal.best.line, division];
    game.play([...lines, ...passesAfter(engine, legal?.actor ?? "", lines)]);
  }, [engine, game, legal, runs, division]);

  /** The answer to what somebody asks for. */
  const consent = (key: string) => mine.find((c) => c.kind === (key === "y" ? "accept" : "decline"));
  // Keys of the moment and of the views; what is seen to be armed can be confirmed at once.
  useLayoutEffect(() => {
    const key = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") {
        setLayering(false);
        setLegend(false);
        setOptions(false);
        setMenu(false);
        if (game.asks) game.keep();
        if (target.matches("input")) target.blur(); // the keys are the table's again
        return forget();
      }
      if (target.matches("input:not([type=radio], [type=checkbox]), select, textarea")) return;
      const pick = (selector: string) => document.querySelector<HTMLElement>(selector);
      const shown = view && viewsOf(view).find(([, , k]) => k === event.key);
      const running = pick(".decide .run");
      const idle = !target.closest("button, a, summary, [role=button]");
      const nth = /^[1-9]$/.test(event.key) && shownNow.current === "map" ? marks.filter((m) => m.kind === "may")[Number(event.key) - 1] : undefined;
      /* … or the n-th thing that can be had. */
      const things = ".shop .offer [data-line], .stage :is(.charter.card, .private-card) [data-line]";
      const nthButton = /^[1-9]$/.test(event.key) && !nth ? document.querySelectorAll<HTMLElement>(things)[Number(event.key) - 1] : undefined;
      if (event.key === "Enter" && event.shiftKey) endTurn();
      else if (event.key === "Enter" && armed && idle) confirm();
      else if (event.key === "Enter" && !armed && idle && pick("[data-kind=run-pay]")) pick("[data-kind=run-pay]")?.click();
      else if (nth) chooseHex(nth.hex);
      else if (nthButton) { nthButton.focus(); nthButton.click(); }
      else if (event.key === "r" && division !== undefined) repeat();
      else if (running && event.key === "x") clear(false);
      else if (running && event.key === "X") clear(true);
      else if (running && event.key === "v") asLastTime();
      else if (["+", "-", "0"].includes(event.key) && pick(".zoom")) document.querySelectorAll<HTMLElement>(".zoom button")["+-0".indexOf(event.key)]?.click();
      else if (event.key === "," && pick(".zoom")) setLayering((open) => !open);
      else if (event.key === "k" && pick("[data-kind=run-withhold]")) pick("[data-kind=run-withhold]")?.click();
      else if (running && event.key === "h") pick("[data-kind=run-half]")?.click();
      else if (running && event.key === "b") bestRoutes();
      else if ((event.key === "n" || event.key === "p") && pass) game.play([pass.line]);
      else if ((event.key === "y" || event.key === "n") && consent(event.key)) arm(consent(event.key)!, ways.length ? "way" : "list");
      else if (event.key === "f" && botTurn) game.finish();
      else if (event.key === " " && idle && replay) setReplay({ ...replay, held: !replay.held });
      else if (event.key === " " && idle && botTurn && !past) game.halt(!game.halted);
      else if (shown?.[0] === "log" && narrow && !phone) setDrawer((d) => !d);
      else if (shown) setChosenView(shown[0]);
      else if (event.key === "d")
        [...document.querySelectorAll<HTMLElement>(".stage [data-line]"), ...document.querySelectorAll<HTMLElement>(".decide button")]
          .find((b) => b.checkVisibility())?.focus();
      else if (event.key === "/") {
        const typed = pick(".typed") as HTMLDetailsElement | null;
        if (typed) typed.open = true;
        typed?.querySelector("input")?.focus();
      } else if (event.key === "?") setOptions((o) => !o);
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, [armed, confirm, forget, pass, game, narrow, phone, marks, chooseHex, endTurn, repeat, clear, asLastTime, replay, mine, arm]);

  const glossary = useGlossary(engine, view?.title.id);
  const own = legal ? lastOwn(game.log, legal.player) : 0;
  const since = useMemo(() => (can && own > 0 && game.log.at(-1)?.player !== legal?.player ? engine.view(own) : null), [engine, can, own, now]);
  const table: TableApi | null = view && legal ? {
    engine, game, view, legal, seats, armed, tried, mine: can ? mine : [], can, arm, disarm, confirm,
    amount: (amount) => { move(amountOf, amount); },
    me: together ? together.me : legal.player,
    glossary, moved: moved && (moved.company ?? moved.by), looked, look, since, pointed, point,
    only, onOnly: (line) => { move((c) => ({ ...c, only: line, hex: null })); setChosenView("moment"); },
  } : null;
  const ways = useWays(table);
  const made = useRemade(table);
  if (game.problem || !table || !now || !board)
    return (
      <main class="broken">
        <h1>This game cannot be shown</h1>
        <p>{game.problem}</p>
        <button type="button" onClick={props.onLeave}>Back to the start</button>
      </main>
    );

  const moment = past ? (view.round.startsWith("stock") ? "stock" : view.round === "auction" ? "privates" : view.over ? "result" : "map") : momentOf(view, legal, reshape(view, ways));
  const shown = chosenView === "moment" ? moment : chosenView;
  shownNow.current = shown;
  const mapAlone = phone && chosenView === "map" && ways.length > 0; // beside what is asked there is no room for it
  const line = legal.sale?.line;
  const bright = line ? (view.tracks ?? []).filter((x) => x.line === line) : [];
  const focus = bright.length ? bright.flatMap((x) => [x.hex, x.from, x.to]) : marks.length ? marks.map((m) => m.hex) : run ? run.routes.flatMap((r) => r.stops.map((x) => x.hex)) : [];
  const lays = hex === null ? [] : table.mine.filter((c) => c.kind === "lay" && c.hex === hex);
  /** Other things to do on the chosen hex. */
  const works = hex === null || lays.length ? [] : table.mine.filter((c) => c.hex === hex && (!sort || c.sort === sort));
  const barred = hex !== null && !lays.length && !works.length && !phone && table.mine.some((c) => c.kind === "lay");
  const company = view.companies.find((c) => c.id === legal.company);
  const hand = table.me !== undefined ? view.players[table.me]?.name : undefined;
  const anyBots = seats.some((s) => s.kind !== "human");

  const stage = () => {
    switch (shown) {
      case "stock": return <StockStage table={table} board={board} />;
      case "market": return <MarketStage table={table} board={board} />;
      case "privates": return <PrivatesStage table={table} />;
      case "sale": return legal.sale && <SaleStage table={table} sale={legal.sale} />;
      case "ways": return <>{!past && legal.banner && <Banner table={table} />}<WaysStage table={table} ways={ways} /></>;
      case "sheet": return <Sheet table={table} />;
      case "entities": return <EntitiesStage table={table} />;
      case "charts": return <Charts table={table} />;
      case "tiles": return <TilesStage table={table} />;
      case "rules": return <RulesStage table={table} />;
      case "trains": return <TrainsStage view={view} />;
      case "result": return <Result table={table} afterwards={together || props.trial || !props.onBranch ? undefined : {
        branch: props.onBranch, save: (record) => saveFile(`${view.title.id}-${props.called.replaceAll(/[^\p{L}\p{N}]+/gu, "-") || "game"}.18xx`, withSeats(record, props)),
      }} />;
      case "story": return <Story table={table} board={board} replay={replay} onReplay={setReplay} onLog={() => setChosenView("log")} onDecide={can ? () => setChosenView("moment") : undefined}>
        {!props.trial && !props.coaching && <ProgrammeBox table={table} programmes={programmes} />}{together?.talk}</Story>;
      case "log": return <Log table={table} wide={!phone} onFetch={(k) => game.backOrAsk(game.struck[k]!.before, wayTo(game.struck, k))} />;
      default: return <>
        {!past && !phone && can && legal.sale?.line && shown === moment && <LineSale table={table} sale={legal.sale} />}
        {!past && legal.banner && shown === moment && <Banner table={table} />}
        {chosenView === "map" && !phone && <p class="strip taking"><TakePicture name={`${view.title.id} map`} picture={map} /></p>}
        {made && <RemadeSheet key={`${here} ${armed !== null}`} {...made} open={past || armed !== null} />}
        {legend && <Legend table={table} onClose={() => setLegend(false)} />}
        {layering && <Layers view={view} company={legal.company} log={game.log} layers={settings.layers} onLayers={(layers) => changeSettings({ layers })} shownRun={shownRun} onRun={setShownRun} />}
        <Board svg={map()} marks={dragged?.stops ?? marks} notes={notes} hidden={ALL_LAYERS.filter((l) => !settings.layers.includes(l)).join(" ")} onLayers={() => setLayering(!layering)} onLegend={() => setLegend(!legend)} reached={reached} bright={past ? [] : bright.flatMap((x) => [x.id, x.hex, x.from, x.to])} over={trial} focus={focus} label={`Map of ${view.title.name}`} onHex={chooseHex} drag={drag}
        anchor={dragged ? (dragged.why && dragged.to) || null : (lays.length || works.length || barred) && !phone ? hex : null} beside={(at) => dragged
          ? <Bubble at={at} words={`${dragged.to}: ${dragged.why}.`} /> : hex && (lays.length
          ? <TileArc table={table} hex={hex} choices={lays} at={at} onTry={setTried} />
          : barred ? <WhyBubble table={table} hex={hex} at={at} onRules={() => setChosenView("rules")} onClose={() => setHex(null)} />
          : <Popover table={table} choices={works} at={at} onClose={() => setHex(null)} />)} />
      </>;
    }
  };

  return (
    <div class={`table ${props.trial ? "trial" : ""} ${drawer ? "drawer" : ""} ${more ? "more" : ""} ${up ? "up" : ""}`} onClickCapture={steady} onClick={() => { if (armed) disarm(); }}>
      <Top view={view} shown={chosenView} saved={props.trial ? "a trial" : props.trouble} connection={together?.connection} onView={setChosenView} onLeave={props.onLeave}
        called={props.called} onMenu={() => { setMenu(!menu); setOptions(false); }} menu={menu}
        onSettings={() => { setOptions(!options); setMenu(false); }} settingsOpen={options} more={more} onMore={phone ? () => setMore(!more) : undefined} />
      {menu && together?.menu(game, () => setMenu(false))}
      {menu && !together && <GameMenu engine={engine} game={game} seats={seats} called={props.called} onSeats={props.onSeats} onClose={() => setMenu(false)} />}
      {options && <SettingsPanel settings={settings} change={changeSettings} />}
      <PlayersBar table={table} />
      <DecisionBar table={table} onPass={(c) => game.play([c.line])} />
      <section ref={panel} class="actor" data-region="actor" aria-label="Who acts" onClick={(e) => e.stopPropagation()}>
        {phone && <Grip up={up} onUp={setUp} />}
        {props.trial && <TrialPanel table={table} hex={hex} trial={props.trial} routes={shownRoutes} onRoutes={(line) => { setShownRoutes(line); if (line) setChosenView("map"); }} />}
        {game.message && <p class="message" role="alert">{game.message} <button type="button" class="link" onClick={() => game.say("")}>close</button></p>}
        {armed && !["list", "tiles", "run", "shop"].includes(armed.place) && (
          <section class="confirming" aria-label="What it changes"><h3>{capital(armed.choice.words)}</h3><Ahead table={table} armed={armed} /></section>
        )}
        {together?.asked(table)}
        {game.asks && <TakeBack view={view} goes={game.log.slice(game.asks.to)} players={seats.map((s) => s.shown ?? s.name)} onYes={() => game.back(game.asks!.to, game.asks!.then)} onNo={game.keep} />}
        {!game.asks && !past && (botTurn || game.away) && !now.over && (
          <div class="decide watching">
            <p>{botTurn ? `${game.decider?.name} is a bot.` : <Waits table={table} />}</p>
            {legal.choices.length > 0 && <details class="kind" open><summary>You may, between turns ({legal.choices.length})</summary>
              {legal.choices.map((c) => <Act key={c.line} table={table} choice={c} place="list" />)}</details>}
            {game.waits && <button type="button" onClick={game.goOn}>Let it play on</button>}
          </div>
        )}
        {can && settings.hints && !legal.company && <Hint table={table} onRules={() => setChosenView("rules")} />}
        {can && legal.need && <Meter table={table} />}
        {!game.asks && !past && !view.over && (company && !(can && legal.need) ? <Charter table={table} c={company} /> : hand && <Hand table={table} who={hand} />)}
        {!game.asks && !past && view.over && <Finals table={table} />}
        {game.clock && together && !past && <Hammer key={game.actions} clock={game.clock} />}
        {can && game.clock && !together && (
          <Clock key={game.actions} clock={game.clock} running={timed ?? game.calls} held={game.held} onRun={setTimed}
            onCall={(line) => game.play([line])} />
        )}
        {can && phone && hex && lays.length > 0 && (
          <TileCards table={table} hex={hex} choices={lays} onTry={setTried} onLeave={() => setHex(null)} />
        )}
        {can && !(phone && lays.length > 0) && (
          <Decide table={table} phone={phone} hints={settings.hints} hex={hex} run={run} train={train} routeMessage={routeMessage} ahead={ahead}
            beside={!phone && works.length > 0 && shown === "map"} sort={sort} onSort={setSort}
            trades={legal.company === undefined ? undefined : shown === "stock" || shown === "privates" ? shown : undefined} hand={company && !legal.need ? undefined : hand}
            carried={["stock", "privates"].includes(shown) || legal.sale !== undefined || (ways.length > 0 && !(phone && shown === "ways"))} ways={ways.length > 0} onTrain={setTrain} onStop={reroute} onHex={(h) => (h === null ? setHex(null) : chooseHex(h))} onTry={setTried}
            onRepeat={division !== undefined ? repeat : undefined} onRules={() => setChosenView("rules")} onBest={bestRoutes} />
        )}
        {can && !props.coaching && (!together || together.hints) && (settings.advice || together || seats.filter((s) => s.kind === "human").length < 2) && <Advice table={table} />}
        {!game.asks && past && (
          <div class="decide past">
            <p>This is the past. {props.onBranch && <><i>Play on from here</i> begins a game of its own and leaves this one alone; </>}<i>Take
              back to here</i> goes on in this game, and what goes stays in its log, struck out.</p>
            <div class="row">
              {props.onBranch && <button type="button" class="primary" onClick={() => {
                const record = engine.record(here);
                if (!isProblem(record)) props.onBranch?.(record.text, seats);
              }}>Play on from here as a new game</button>}
              <button type="button" onClick={() => game.backOrAsk(here)}>Take back to here</button>
              <button type="button" onClick={() => game.go(Infinity)}>Back to now</button>
            </div>
          </div>
        )}
      </section>
      <main class="stage" data-region="stage" data-stage={shown}>
        {!past && ways.length > 0 && shown === moment && shown !== "ways" && !mapAlone && <WaysStrip table={table} ways={ways}
          onAlways={() => hand && programmes.add({ do: "answer", player: hand, seen: game.actions })} />}
        {stage()}
      </main>
      {!phone && <Story table={table} board={board} replay={replay} onReplay={setReplay} onLog={() => setChosenView("log")}>{!props.trial && !props.coaching && <ProgrammeBox table={table} programmes={programmes} />}{together?.talk}</Story>}
      <History table={table} anyBots={anyBots} onTry={props.trial || !props.onTry ? undefined : () => {
        const record = engine.record(), position = engine.position(here);
        if (isProblem(position)) game.say(position.error);
        else if (!isProblem(record)) props.onTry?.(record.text, position.text);
      }} />
      {!props.trial && !props.coaching && <TurnNotice game={game} seats={seats} title={view.title.name} sound={settings.sound} />}
      <Peek table={table} />
      {props.coaching && <Coach table={table} coaching={props.coaching} />}
      {phone && !together && !props.coaching && <JustDone game={game} seats={seats} />}
      {phone && <PhoneNav view={view} shown={chosenView} onView={(id) => { setChosenView(id); setMore(false); }} />}
    </div>
  );
}
