// SPDX-License-Identifier: Apache-2.0
// Table.tsx: a game on the table. Everything shown comes from the engine; what is chosen goes to it
// as a line of the record. The engine keeps every position of the game, so looking back is a number.
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Bots } from "../engine/bots";
import { isProblem, isRefused, type Engine } from "../engine/engine";
import { prove } from "../engine/prove";
import type { Choice, Legal, LogEntry, RunView, State, Struck, View } from "../engine/types";
import type { Seat } from "../keep";
import { useSettings, type Settings } from "../settings";
import { Board, type Mark } from "./Board";
import { Decide } from "./Decide";
import { Log } from "./Log";
import { Companies, Market, Own, Players, Privates, Trains } from "./Panels";
import { money } from "./parts";
import { ownTurn, redoLine, TakeBack, wayTo } from "./TakeBack";

export interface TableProps {
  engine: Engine;
  record: string;
  seats: Seat[];
  /** After every change: the whole record, and where the game stands. */
  onChange(record: string, now: { actions: number; round: string; over: boolean; result: string }): void;
  onLeave(): void;
  /** "Play on from here": a new game with this record. */
  onBranch(record: string, seats: Seat[]): void;
}

const PAUSES: [string, number][] = [["none", 0], ["short", 250], ["medium", 600], ["long", 1500], ["very long", 4000]];
/** Steps of the search for a run, to try what the page says without a proof: …?steps=1000 */
const STEPS = Number(new URLSearchParams(location.search).get("steps")) || undefined;
const SPREE = 150; // milliseconds: without a pause bots play so long before the table is drawn again

function tabFor(view: View): string {
  if (view.over) return "players";
  if (view.round.startsWith("operating")) return "companies";
  if (view.round.startsWith("stock")) return "players";
  return view.privates.length ? "privates" : "players";
}

/** The first action of the turn that the last action belongs to. */
function turnStart(log: LogEntry[]): number {
  let k = log.length - 1;
  const last = log[k];
  if (!last) return 0;
  while (k > 0 && log[k - 1]?.player === last.player && log[k - 1]?.round === last.round && log[k - 1]?.by === last.by) k--;
  return k;
}

export function SettingsPanel({ settings, change }: { settings: Settings; change(c: Partial<Settings>): void }) {
  return (
    <div class="settings">
      <label>Colours
        <select value={settings.theme} onChange={(e) => change({ theme: e.currentTarget.value as Settings["theme"] })}>
          <option value="auto">as the system</option><option value="light">light</option><option value="dark">dark</option>
        </select>
      </label>
      <label>Text size
        <select value={String(settings.text)} onChange={(e) => change({ text: Number(e.currentTarget.value) })}>
          {[85, 100, 115, 130, 150].map((n) => <option key={n} value={n}>{n}%</option>)}
        </select>
      </label>
      <label>Pause of bots
        <select value={String(settings.pause)} onChange={(e) => change({ pause: Number(e.currentTarget.value) })}>
          {PAUSES.map(([word, ms]) => <option key={ms} value={ms}>{word}</option>)}
        </select>
      </label>
      <label class="check"><input type="checkbox" checked={settings.hints} onChange={(e) => change({ hints: e.currentTarget.checked })} /> Explain each step</label>
      <p class="muted">Keys: ← → one action, Home and End, U undo, R redo, D decision, M map, L log, ? this.</p>
    </div>
  );
}

function Scores({ view, seats }: { view: View; seats: Seat[] }) {
  const ranked = [...view.players].sort((a, b) => a.place - b.place);
  return (
    <section class="scores" aria-label="Final scores">
      <h3>Final scores</h3>
      <table class="list">
        <tbody>
          {ranked.map((p) => (
            <tr key={p.name}>
              <td class="num">{p.place}.</td>
              <td><span class="dot" style={{ background: seats.find((s) => s.name === p.name)?.color }} /> {p.name}</td>
              <td class="num"><strong>{money(view, p.worth)}</strong></td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="muted">The end: {view.over_by}.</p>
    </section>
  );
}

export function Table(props: TableProps) {
  const { engine, seats } = props;
  const [settings, changeSettings] = useSettings();
  const [opened] = useState(() => engine.open(props.record));
  const [actions, setActions] = useState(isProblem(opened) ? 0 : opened.actions);
  const [now, setNow] = useState(() => (isProblem(opened) ? null : engine.view())); // the present
  const [at, setAt] = useState<number | null>(null); // null: the present
  const [hex, setHex] = useState<string | null>(null);
  const [tried, setTried] = useState<Choice | null>(null);
  const [edited, setEdited] = useState<RunView | null>(null); // routes that differ from the best
  const [train, setTrain] = useState("");
  const [routeMessage, setRouteMessage] = useState("");
  const [struck, setStruck] = useState<Struck[]>(() => (isProblem(opened) ? [] : engine.struck()));
  const [goOn, setGoOn] = useState(false); // bots play although something was taken back here
  const [asks, setAsks] = useState<{ to: number; then: string[] } | null>(null); // may this go?
  const [message, setMessage] = useState("");
  const [tab, setTab] = useState("");
  const [options, setOptions] = useState(false);
  const [large, setLarge] = useState<"map" | "market">("map"); // what has the large place
  const [halted, setHalted] = useState(false); // bots wait
  const [thinking, setThinking] = useState(false);
  const [proof, setProof] = useState<{ of: Legal; legal: Legal } | null>(null); // found later, by the worker
  const [played] = useState(() => (isProblem(opened) ? [] : engine.log()));
  const log = useRef<LogEntry[]>(played);
  const bots = useRef<Bots | null>(null);
  const callbacks = useRef(props);
  callbacks.current = props;

  const here = at ?? actions;
  const view = useMemo(() => (at === null ? now : engine.view(at)), [engine, at, now]);
  const decider = seats.find((s) => s.name === now?.decision?.player);
  const botTurn = decider !== undefined && decider.kind !== "human" && !now?.over;
  const listed = useMemo(
    () => (isProblem(opened) ? null : botTurn || now?.over ? engine.decision() : engine.legal(STEPS)),
    [engine, now, botTurn],
  );
  const legal = proof?.of === listed ? proof.legal : listed;
  useEffect(() => {
    if (!listed?.best || listed.proved) return;
    const record = engine.record();
    if (!isProblem(record)) return prove(record.text, (found) => setProof({ of: listed, legal: found }));
  }, [engine, listed]);

  const changed = useCallback((state: State, after: View) => {
    setActions(state.actions);
    setNow(after);
    setStruck(engine.struck());
    setAsks(null);
    setHex(null);
    setTried(null);
    setEdited(null);
    setTrain("");
    setRouteMessage("");
    setAt(null);
    const record = engine.record();
    const { actions, over, result } = state;
    if (!isProblem(record)) callbacks.current.onChange(record.text, { actions, round: after.round, over, result });
  }, [engine]);

  /** Plays these lines, then shows the table; false: one was not allowed, and those behind it were not
   * played. from: where the game stands before them, if that is not shown yet. */
  const playAll = useCallback((lines: string[], from?: State): boolean => {
    let state = from;
    let after: View | undefined;
    let trouble = "";
    for (const [i, line] of lines.entries()) {
      const answer = engine.play(line, i === lines.length - 1);
      if (isProblem(answer)) trouble = answer.error;
      else if (isRefused(answer)) trouble = `Not allowed: ${answer.refused.text} (${answer.refused.id})`;
      if (isProblem(answer) || isRefused(answer)) break;
      log.current.push(answer.entry);
      state = answer;
      after = answer.view;
    }
    setMessage(trouble);
    if (state) changed(state, after ?? engine.view());
    return !trouble;
  }, [engine, changed]);
  const play = useCallback((lines: string[]) => {
    if (playAll(lines)) setGoOn(true);
    else bots.current?.forget();
  }, [playAll]);

  /** Takes back to there, and plays these lines again. */
  const back = useCallback((to: number, then: string[] = []) => {
    if (to < 0 || to > log.current.length || (to === log.current.length && !then.length)) return;
    const state = engine.back(to);
    if (isProblem(state)) return setMessage(state.error);
    log.current = log.current.slice(0, to);
    bots.current?.forget();
    setGoOn(false);
    playAll(then, state);
  }, [engine, playAll]);
  const isPerson = useCallback((e: LogEntry | undefined) => e?.player === undefined || (seats[e.player]?.kind ?? "human") === "human", [seats]);
  /** The last decision of a person; what bots did since goes with it. */
  const undo = useCallback(() => {
    let k = log.current.length - 1;
    while (k > 0 && !isPerson(log.current[k])) k--;
    back(k);
  }, [back, isPerson]);
  const redo = redoLine(struck, actions);
  const redoOne = useCallback(() => {
    if (redo !== undefined) back(actions, [redo]);
  }, [redo, actions, back]);
  /** Nothing is asked within one's own turn. */
  const backOrAsk = useCallback((to: number, then: string[] = []) => {
    if (to >= ownTurn(log.current, isPerson)) back(to, then);
    else setAsks({ to, then });
  }, [back, isPerson]);
  const shownAt = useRef(here); // a key that is held down comes again before the table is drawn
  shownAt.current = here;
  const go = useCallback((to: number) => {
    const k = Math.max(0, Math.min(actions, to));
    shownAt.current = k;
    setAt(k === actions ? null : k);
    setAsks(null);
    setHex(null);
    setTried(null);
  }, [actions]);

  // Bots. They wait where something was taken back, for it may be fetched again.
  const waits = redo !== undefined && !goOn;
  useEffect(() => {
    if (!botTurn || at !== null || halted || waits) return;
    bots.current ??= new Bots();
    let wanted = true;
    const began = performance.now();
    const slow = window.setTimeout(() => setThinking(true), 400);
    const game = {
      actions,
      last: log.current[actions - 1]?.line,
      record: () => {
        const r = engine.record();
        return isProblem(r) ? "" : r.text;
      },
    };
    const spree = settings.pause === 0 ? SPREE : 0;
    bots.current.think(game, seats.map((s) => s.kind), 1, spree).then(
      (lines) => {
        const rest = settings.pause - (performance.now() - began);
        window.setTimeout(() => { if (wanted) play(lines); else if (spree) bots.current?.forget(); }, Math.max(0, rest));
      },
      (error: unknown) => { if (wanted) setMessage(String(error)); },
    ).finally(() => { window.clearTimeout(slow); setThinking(false); });
    return () => {
      wanted = false;
      window.clearTimeout(slow);
    };
  }, [botTurn, at, halted, now, waits, settings.pause]);
  useEffect(() => () => bots.current?.end(), []);

  // Keys that work everywhere.
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea")) return;
      if (event.key.startsWith("Arrow") && target.closest(".market, .chart, .rules, .log")) return; // they scroll
      const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();
      switch (event.key) {
        case "ArrowLeft": go(shownAt.current - 1); break;
        case "ArrowRight": go(shownAt.current + 1); break;
        case "Home": go(0); break;
        case "End": go(actions); break;
        case "u": undo(); break;
        case "r": redoOne(); break;
        case "d": focus(".decide button"); break;
        case "m": focus(".board .mark, .board .map"); break;
        case "l": setTab("log"); break;
        case "?": setOptions((o) => !o); break;
        case "Escape": setHex(null); setTried(null); setAsks(null); break;
        default: return;
      }
      event.preventDefault();
    };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, [actions, go, redoOne, undo]);

  const marks = useMemo<Mark[]>(() => {
    if (!legal || at !== null) return [];
    const ways = new Map<string, string[]>();
    for (const c of legal.choices)
      if (c.hex)
        ways.set(c.hex, [...(ways.get(c.hex) ?? []), c.kind]);
    return [...ways].map(([h, kinds]) => {
      const place = view?.map.find((m) => m.hex === h)?.place ?? "";
      return { hex: h, kind: h === hex ? "chosen" : "may", label: `${h} ${place}: ${kinds.length} × ${kinds[0]}` };
    });
  }, [legal, at, hex, view]);

  const run = edited ?? legal?.best ?? null;
  const trial = useMemo(
    () => (at === null && tried?.kind === "lay" && tried.hex && tried.tile ? engine.hex(tried.hex, tried.tile, tried.rotation) : ""),
    [engine, at, tried],
  );
  /** The routes to be decided on, or those of the action that was played last. */
  const past = log.current[here - 1];
  const routes = at === null && run ? (run.routes.length ? run.line : undefined) : past?.kind === "run" ? past.line : undefined;
  const map = useMemo(() => (isProblem(opened) ? "" : engine.map(here, routes)), [engine, here, now, routes]);

  const reroute = useCallback((h: string) => {
    const of = train || run?.routes[0]?.train;
    if (!run || !of) return;
    const answer = engine.reroute(run.line, of, h);
    setTrain(of);
    setRouteMessage(isProblem(answer) ? answer.error : "");
    if (!isProblem(answer)) setEdited(answer);
  }, [engine, run, train]);
  const chooseHex = useCallback((h: string) => {
    if (at !== null || !legal || botTurn) return;
    if (legal.best) return reroute(h);
    setTried(null);
    setHex((old) => (old === h ? null : h));
  }, [at, legal, botTurn, reroute]);

  if (isProblem(opened) || !view || !now || !legal)
    return (
      <main class="broken">
        <h1>This game cannot be shown</h1>
        <p>{isProblem(opened) ? opened.error : ""}</p>
        <button type="button" onClick={props.onLeave}>Back to the start</button>
      </main>
    );

  const focus = marks.length ? marks.map((m) => m.hex) : run ? run.routes.flatMap((r) => r.stops.map((x) => x.hex)) : [];
  const usual = tabFor(view);
  const shown = tab || usual;
  const tabs: [string, string][] = [["players", "Players"], ["companies", "Companies"], ["market", "Market"]];
  if (view.privates.length) tabs.push(["privates", "Privates"]);
  tabs.push(["trains", "Trains"]);
  if (view.own?.length) tabs.push(["own", view.title.name]);
  tabs.push(["log", "Log"]);
  const anyBots = seats.some((s) => s.kind !== "human");

  return (
    <div class="table">
      <header class="top">
        <button type="button" class="link home" onClick={props.onLeave} title="Back to the start">Roundhouse</button>
        <h1>{view.title.name}</h1>
        <span class="where">{view.round} · phase {view.phase}{view.bank.unlimited ? "" : ` · bank ${money(view, view.bank.cash)}`}</span>
        <span class="grow" />
        <button type="button" onClick={() => setOptions(!options)} aria-expanded={options}>Settings</button>
      </header>
      {options && <SettingsPanel settings={settings} change={changeSettings} />}
      <h2 class={`line ${at !== null ? "past" : ""}`} aria-live="polite" data-decision style={{ "--seat": decider?.color ?? "var(--accent)" }}>
        {at !== null ? `Looking back: after action ${at} of ${actions}` : now.over ? "The game is over" : legal.decision}
        {thinking && at === null && <span class="thinking"> thinking …</span>}
        {legal.cash !== undefined && at === null && !now.over && <span class="purse">{legal.actor} has {money(view, legal.cash)}</span>}
      </h2>
      {message && <p class="message" role="alert">{message} <button type="button" class="link" onClick={() => setMessage("")}>close</button></p>}
      <main class="middle">
        <div class="large">
          {large === "map" ? (
          <Board svg={map} marks={marks} over={trial} focus={focus} label={`Map of ${view.title.name}`} onHex={chooseHex} />
          ) : (
            <div class="board chart" role="region" tabindex={0} aria-label="The market" dangerouslySetInnerHTML={{ __html: engine.market(here) }} />
          )}
          <div class="which" role="group" aria-label="Large view">
            <button type="button" aria-pressed={large === "map"} onClick={() => setLarge("map")}>Map</button>
            <button type="button" aria-pressed={large === "market"} onClick={() => setLarge("market")}>Market</button>
          </div>
        </div>
        <aside class="side">
          {asks && <TakeBack goes={log.current.slice(asks.to)} onYes={() => back(asks.to, asks.then)} onNo={() => setAsks(null)} />}
          {at === null && view.over && <Scores view={view} seats={seats} />}
          {!asks && at === null && !view.over && !botTurn && (
            <Decide engine={engine} view={view} legal={legal} hints={settings.hints} hex={hex} run={run}
              train={train} routeMessage={routeMessage} onTrain={setTrain} onStop={reroute}
              onHex={setHex} onTry={setTried} onRun={(r) => { setEdited(r); setRouteMessage(""); }} onPlay={(line) => play([line])} />
          )}
          {!asks && at === null && botTurn && (
            <div class="decide watching">
              <p>{decider?.name} is a bot.</p>
              {waits && <button type="button" onClick={() => setGoOn(true)}>Let it play on</button>}
            </div>
          )}
          {!asks && at !== null && (
            <div class="decide past">
              <p>This is the past. <i>Play on from here</i> begins a game of its own and leaves this one alone; <i>Take
                back to here</i> goes on in this game, and what goes stays in its log, struck out.</p>
              <div class="row">
                <button type="button" class="primary" onClick={() => {
                  const record = engine.record(at);
                  if (!isProblem(record)) props.onBranch(record.text, seats);
                }}>Play on from here</button>
                <button type="button" onClick={() => backOrAsk(at)}>Take back to here</button>
                <button type="button" onClick={() => setAt(null)}>To the present</button>
              </div>
            </div>
          )}
          <div class="tabs" role="tablist" aria-label="Panels" onKeyDown={(e) => {
            const i = tabs.findIndex(([id]) => id === shown);
            const step = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
            const next = tabs[(i + step + tabs.length) % tabs.length];
            if (!step || !next) return;
            e.preventDefault();
            e.stopPropagation();
            setTab(next[0]);
            document.getElementById(`tab-${next[0]}`)?.focus();
          }}>
            {tabs.map(([id, word]) => (
              <button type="button" role="tab" key={id} id={`tab-${id}`} aria-selected={shown === id} aria-controls="panel" tabindex={shown === id ? 0 : -1} onClick={() => setTab(id)}>{word}</button>
            ))}
          </div>
          <div class="tabpanel" role="tabpanel" id="panel" aria-labelledby={`tab-${shown}`}>
            {shown === "players" && <Players view={view} seats={seats} />}
            {shown === "companies" && <Companies engine={engine} view={view} seats={seats} />}
            {shown === "market" && <Market view={view} svg={engine.market(here)} />}
            {shown === "privates" && <Privates engine={engine} view={view} seats={seats} />}
            {shown === "trains" && <Trains view={view} seats={seats} />}
            {shown === "own" && <Own view={view} />}
            {shown === "log" && <Log view={view} log={log.current.slice()} struck={struck} at={here} onGo={go}
              onFetch={(k) => backOrAsk(struck[k]!.before, wayTo(struck, k))} />}
          </div>
        </aside>
      </main>
      <footer class="history" aria-label="History">
        <button type="button" onClick={() => go(0)} disabled={here === 0} class="ends" aria-label="To the start">|◀</button>
        <button type="button" onClick={() => go(here - 1)} disabled={here === 0} aria-label="One action back">◀</button>
        <input type="range" min={0} max={actions} value={here} aria-label="Action" aria-valuetext={`after action ${here} of ${actions}`} onInput={(e) => go(Number(e.currentTarget.value))} />
        <button type="button" onClick={() => go(here + 1)} disabled={here === actions} aria-label="One action on">▶</button>
        <button type="button" onClick={() => go(actions)} class="ends" disabled={at === null} aria-label="To the present">▶|</button>
        <span class="count">{here} / {actions}</span>
        <button type="button" onClick={undo} disabled={actions === 0 || at !== null}>Undo</button>
        <button type="button" onClick={() => back(turnStart(log.current))} disabled={actions === 0 || at !== null}>Undo turn</button>
        <button type="button" onClick={redoOne} disabled={redo === undefined || at !== null}>Redo</button>
        {anyBots && <button type="button" onClick={() => setHalted(!halted)} aria-pressed={halted}>{halted ? "Bots go on" : "Halt bots"}</button>}
      </footer>
    </div>
  );
}
