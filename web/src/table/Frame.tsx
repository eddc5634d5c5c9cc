// SPDX-License-Identifier: Apache-2.0
// Frame.tsx: what stands round the stage in every moment of every title: the top line, the players, the
// decision with the steps of the turn, and the history.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Choice, LogEntry, View } from "../engine/types";
import type { Seat } from "../keep";
import { useMedia, type Settings } from "../settings";
import { Act, capital, type TableApi } from "./Act";
import type { Game } from "./useGame";
import { Badge, cardsLeft, money, ordinal, said, SeatDot, shade, signed, TrainCard, trainsInShort } from "./parts";
import { isProblem } from "../engine/engine";
import { FullPlayer } from "./Player";
import { lastIncomes } from "./Result";

/** The views that anybody may have on the stage, with their keys; "moment" is what the decision wants. */
const VIEWS: [id: string, word: string, key: string][] = [
  ["moment", "Table", "g"], ["map", "Map", "m"], ["market", "Market", "k"], ["sheet", "Sheet", "s"],
  ["charts", "Charts", "c"],
  ["tiles", "Tiles", "t"], ["trains", "Trains", "j"], ["entities", "Companies", "e"], ["rules", "Rules", "i"], ["log", "Log", "l"],
];

/** Where nothing is laid there are no tiles to look up. */
export const viewsOf = (view: View) => VIEWS.filter(([id]) => id !== "tiles" || view.title.lays_tiles);

/** "operating 3.2" as OR 3.2; other rounds by their name. */
const roundInShort = (round = ""): string => capital(round.replace(/^stock /, "SR ").replace(/^operating /, "OR "));

/** "operating 3.2" as SR 3 ▸ OR 3.1 ▸ OR 3.2, the present one bold; a round of the title's own between its neighbours. */
function RoundTrack({ view }: { view: View }) {
  const own = view.after_round !== undefined;
  const [, kind = "", set = "", nth] = /^(\w+) ?(\d+)?(?:\.(\d+))?/.exec(own ? `operating ${view.after_round}` : view.round) ?? [];
  if (kind !== "stock" && kind !== "operating") return <strong class="rounds">{capital(view.round)}</strong>;
  const last = Math.max(view.set_rounds, Number(nth ?? 0));
  const rounds = [`SR ${set}`, ...Array.from({ length: last }, (_, i) => `OR ${set}.${i + 1}`)];
  const at = kind === "stock" ? 0 : Number(nth);
  const names = own ? [rounds[at], capital(view.round), roundInShort(view.before_round)].filter(Boolean) : rounds;
  const now = own ? 1 : at;
  return (
    <span class={`rounds ${own ? "own" : ""}`} aria-label={`Now ${names[now]}`}>
      {names.map((n, i) => <span key={n}>{i > 0 && <i> ▸ </i>}{i === now ? <strong>{n}</strong> : n}</span>)}
    </span>
  );
}

/** The next two kinds on sale, and what the first of the next kind sets off. */
function TrainStrip({ view }: { view: View }) {
  const next = cardsLeft(view).slice(0, 3); // the third where there is room
  const phases = view.phases;
  return (
    <span class="strip" aria-label="Next trains">
      {next.map((t) => {
        const begins = phases.find((p) => p.begins_with?.includes(t.name) && phases.indexOf(p) > phases.findIndex((x) => x.name === view.phase));
        return (
          <span key={t.name} class={begins?.takes ? "sets-off" : ""}
            title={`${t.name}: ${money(view, t.price)}${begins ? `. The first one: ${begins.effects.join("; ") || "the next phase"}` : ""}`}>
            <TrainCard view={view} train={t.name} /> ×{t.unlimited ? "∞" : t.left}
          </span>
        );
      })}
    </span>
  );
}

const SHORT = 5; // letters: such a word is shown whole

/** A private company in three letters, or four where another begins alike. */
function chipOf(view: View, id: string): string {
  const word = said(view, id);
  const alike = view.privates.some((p) => p.id !== id && said(view, p.id).startsWith(word.slice(0, 3)));
  return id.length > 4 && word.length > SHORT ? word.slice(0, alike ? 4 : 3) : word;
}

/** On a phone: six places below the thumb; the last opens the views that have no place of their own. */
const PLACES: [id: string, word: string][] = [["moment", "Act"], ["map", "Map"], ["market", "Market"], ["sheet", "Sheet"], ["story", "Log"]];

export function PhoneNav({ view, shown, onView }: { view: View; shown: string; onView(id: string): void }) {
  const [open, setOpen] = useState(false);
  const others = viewsOf(view).filter(([id]) => id !== "log" && !PLACES.some(([place]) => place === id));
  const go = (id: string) => { setOpen(false); onView(id); };
  const at = shown === "log" ? "story" : shown; // the whole log is reached from there
  return (
    <nav class="phone-nav" aria-label="Views">
      {open && <div class="other-views">{others.map(([id, word]) => <button type="button" key={id} data-view={id} aria-pressed={shown === id} onClick={() => go(id)}>{word}</button>)}</div>}
      {PLACES.map(([id, word]) => (
        <button type="button" key={id} data-view={id} aria-pressed={at === id} onClick={() => go(id)}>{word}</button>
      ))}
      <button type="button" aria-expanded={open} aria-pressed={others.some(([id]) => id === shown)} onClick={() => setOpen(!open)}>More</button>
    </nav>
  );
}

/** On a phone, at the top of the panel: drawn up or down, or tapped, it says how much of that is seen. */
export function Grip({ up, onUp }: { up: boolean; onUp(up: boolean): void }) {
  const from = useRef(0);
  return (
    <button type="button" class="grip" aria-expanded={up} aria-label={up ? "Less of the panel" : "More of the panel"}
      onPointerDown={(e) => { from.current = e.clientY; e.currentTarget.setPointerCapture(e.pointerId); }}
      onPointerUp={(e) => { const by = e.clientY - from.current; onUp(Math.abs(by) < 8 ? !up : by < 0); }}
      onKeyDown={(e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); onUp(!up); } }} />
  );
}

const JUST = 5000; // milliseconds

/** On a phone, where Undo stands behind a menu: what a person did last can be taken back for a while. */
export function JustDone({ game, seats }: { game: Game; seats: Seat[] }) {
  const [done, setDone] = useState<LogEntry | undefined>();
  const before = useRef(game.actions);
  useEffect(() => {
    const fresh = game.log.slice(before.current).findLast((e) => e.player !== undefined && seats[e.player]?.kind === "human");
    before.current = game.actions;
    setDone(fresh);
    const wait = window.setTimeout(() => setDone(undefined), JUST);
    return () => window.clearTimeout(wait);
  }, [game.actions]);
  if (!done || game.past || game.log[done.k] !== done) return null;
  return <p class="just-done" role="status"><span>{said(game.view, done.by)}: {done.words}</span><button type="button" onClick={game.undo}>Undo</button></p>;
}

export function Top({ view, called, shown, saved, onView, onLeave, onMenu, menu, onSettings, settingsOpen, onMore, more, connection }: {
  connection?: { words: string; bad: boolean }; // of a table of several people, instead of what is saved
  view: View; called: string; onMenu?(): void; menu: boolean; shown: string; saved: string; onView(id: string): void; onLeave(): void; onSettings(): void; settingsOpen: boolean;
  onMore?(): void; more: boolean; // on a phone: history, undo and settings
}) {
  const phase = view.phases.find((p) => p.name === view.phase);
  const limit = phase?.train_limit;
  const color = view.title.lays_tiles ? phase?.colors.at(-1) : undefined;
  return (
    <header class="top" data-region="top">
      <button type="button" class="link home" onClick={onLeave} title="Back to the start" aria-label="Roundhouse">⌂</button>
      <h1>{view.title.name}</h1>
      {onMenu && <button type="button" class="link game" onClick={onMenu} aria-expanded={menu} aria-label={`This game${called ? `: ${called}` : ""}`}
        title="Name, seats, send, save, report a mistake">{called && <span>{called}</span>} ☰</button>}
      <RoundTrack view={view} />
      <span class="ph muted">{view.phase.length > 1 ? <><span>ph </span><span>{view.phase}</span></> : <span>ph {view.phase}</span>}</span>
      <span class="grow" />
      <span class="phase" title={`The phase, ${color ? "the newest colour of tiles, " : ""}and how many trains a company may have`}>Phase {view.phase}{color && color !== view.phase ? ` · ${shade(color)}` : ""} · {limit === undefined ? "no train limit" : limit === 0 ? "no trains yet" : `${limit} train${limit === 1 ? "" : "s"}`}</span>
      <TrainStrip view={view} />
      <span class="bank"><span class="word">bank </span>{view.bank.unlimited ? <><span class="word">unlimited</span><span class="sign" aria-label="unlimited">∞</span></> : money(view, view.bank.cash)}{view.bank.broken && <i title={view.bank.ends && `The bank is broken: the game ends after this ${view.bank.ends === "set" ? "set of operating rounds" : "operating round"}`}>, {view.bank.ends ? `last ${view.bank.ends}` : "broken"}</i>}</span>
      {connection ? <span class={`saved ${connection.bad ? "bad" : ""}`} role="status" title={connection.words}>{connection.words}</span>
        : <span class={`saved ${saved ? "bad" : ""}`} title={saved}>{saved ? `not saved: ${saved}` : "saved"}</span>}
      <span class="grow" />
      {onMore && <button type="button" class="link more" onClick={onMore} aria-expanded={more} aria-label="History and settings">⋯</button>}
      {!onMore && <nav class="views" aria-label="Views">
        {viewsOf(view).map(([id, word, key]) => (
          <button type="button" key={id} data-view={id} aria-pressed={shown === id} title={`Key ${key.toUpperCase()}`} onClick={() => onView(id)}>{word}</button>
        ))}
      </nav>}
      <button type="button" class="link gear" onClick={onSettings} aria-expanded={settingsOpen} aria-label="Settings" title="Settings, key ?">⚙</button>
    </header>
  );
}

/** What somebody may do although it is not his turn: a quiet button on his card. */
const CHIPS = 2;
export const betweenTurns = (table: TableApi, who: string): Choice[] => {
  const { legal } = table;
  if (!table.can || legal.sale) return []; // there everybody bids
  const choices = legal.choices.filter((c) => c.by === who && !table.mine.includes(c));
  return choices.length <= CHIPS ? choices : [];
};

const PRESENCE = { here: "is here", away: "is not here now", open: "nobody sits here yet" };
const COUNT = 300; // milliseconds in which money is seen to come or go

/** A sum that counts up or down to what it has become, unless somebody wants no motion. */
function Counted({ amount, write }: { amount: number; write(n: number): string }) {
  const [shown, setShown] = useState(amount);
  const was = useRef(amount);
  useEffect(() => {
    const from = was.current;
    was.current = amount;
    if (from === amount || matchMedia("(prefers-reduced-motion: reduce)").matches) return setShown(amount);
    const began = performance.now();
    let frame = requestAnimationFrame(function on(now) {
      const part = Math.min(1, (now - began) / COUNT);
      setShown(Math.round(from + (amount - from) * part));
      if (part < 1) frame = requestAnimationFrame(on);
    });
    return () => { cancelAnimationFrame(frame); setShown(amount); };
  }, [amount]);
  return <>{write(shown)}</>;
}

/** What each player was paid in the last operating round, where there is room to say it; asked once a round. */
function useIncomes({ engine, view, game }: TableApi) {
  const wide = useMedia("(min-width: 1600px)");
  return useMemo(() => {
    const series = wide ? engine.series() : null;
    return series && !isProblem(series) ? lastIncomes(series, game.here) : undefined;
  }, [engine, wide, view.round, game.past, game.actions === 0]);
}

/** A list in one line: as many of its things as there is room for; the last says how many more, and which. */
function useFitting<T extends HTMLElement>(names: string[]) {
  const list = useRef<T>(null);
  useLayoutEffect(() => {
    const all = list.current;
    if (!all) return;
    const items = ([...all.children] as HTMLElement[]).slice(0, -1);
    const more = all.lastElementChild as HTMLElement;
    let width = 0; // of the place, when it was fitted
    const fit = () => {
      width = all.parentElement!.clientWidth;
      for (const li of items) li.hidden = false;
      more.hidden = true;
      const over = () => all.scrollWidth > all.clientWidth;
      if (!over()) return;
      /* Nearly as many as end inside; whether they do beside the last word is asked, each time laid out anew. */
      const end = all.getBoundingClientRect().right;
      let shown = items.filter((li) => li.getBoundingClientRect().right <= end).length;
      do {
        items.forEach((li, i) => { li.hidden = i >= shown; });
        more.hidden = false;
        more.textContent = `+${items.length - shown}`;
        more.title = names.slice(shown).join("; ");
      } while (over() && shown-- > 0);
    };
    fit();
    const watch = new ResizeObserver(() => { if (all.parentElement!.clientWidth !== width) fit(); });
    watch.observe(all.parentElement!);
    return () => watch.disconnect();
  }, [names.join()]);
  return list;
}

/** What a player holds, the companies that he presides over first. */
function Holdings({ view, p }: { view: View; p: View["players"][number] }) {
  const presides = (id: string) => p.president_of.includes(id);
  const shares = Object.entries(p.shares).sort(([a], [b]) => Number(presides(b)) - Number(presides(a)));
  const names = [...shares.map(([id, percent]) => `${id} ${percent}%${presides(id) ? ", president" : ""}`), ...[...p.minors, ...p.privates].map((id) => said(view, id))];
  const list = useFitting<HTMLUListElement>(names);
  return (
    <ul class="holdings" ref={list}>
      {shares.map(([id, percent], i) => (
        <li key={id} title={names[i]}>
          <Badge view={view} id={id} size={24} /><span class="sr">{id}</span>
          <span class="percent">{percent}%</span>{presides(id) && <span class="star">★</span>}
        </li>
      ))}
      {p.minors.map((id) => <li key={id} title={view.companies.find((c) => c.id === id)?.name}><Badge view={view} id={id} size={24} /><span class="sr">{said(view, id)}</span></li>)}
      {p.privates.map((id) => <li key={id} class="private" title={said(view, id)}>{chipOf(view, id)}</li>)}
      <li key="" class="muted" />
    </ul>
  );
}

export function PlayersBar({ table }: { table: TableApi }) {
  const { view, seats } = table;
  const incomes = useIncomes(table);
  const bar = useRef<HTMLElement>(null);
  const [full, setFull] = useState<{ who: string; at: DOMRect } | null>(null); // whose card is open, and where
  /* On a phone they scroll sideways: whoever decides is seen. */
  useEffect(() => bar.current?.querySelector(".player.turn")?.scrollIntoView({ inline: "center", block: "nearest" }), [view.decision?.player]);
  return (
    <>
    <section ref={bar} class="players" data-region="players" aria-label="Players" style={{ "--seats": view.players.length }}>
      {view.players.map((p, i) => {
        const seat = seats.find((s) => s.name === p.name);
        const turn = view.decision?.player === p.name && !table.legal.sale?.anyone; // then nobody has the turn
        return (
          <article class={`player ${turn ? "turn" : ""} ${table.moved === p.name ? "moved" : ""}`} key={p.name} data-player={p.name} style={{ "--seat": seat?.color ?? "var(--accent)" }}>
            <div class="who">
              <SeatDot seats={seats} name={p.name} />
              {seat?.presence && <i class={`presence ${seat.presence}`} role="img" aria-label={PRESENCE[seat.presence]} title={PRESENCE[seat.presence]} />}
              <button type="button" class="name" aria-expanded={full?.who === p.name} title={`All about ${p.name}`}
                onClick={(e) => setFull(full?.who === p.name ? null : { who: p.name, at: e.currentTarget.closest("article")!.getBoundingClientRect() })}><b>{seat?.shown ?? p.name}</b></button>{seat?.shown && <small class="muted">({p.name})</small>}
              {p.priority && <span class="flag" title="Has the priority">⚑</span>}
              {turn && <span class="muted deciding" role="img" aria-label="to decide" title="to decide">▶</span>}
              <span class="muted tags">
                {turn && <span class="word" aria-hidden="true">to decide</span>}
                {[p.passed && !turn && <span title="passed">–<span class="long"> passed</span></span>, seat && seat.kind !== "human" && (seat.kind === "coach" ? "plays along" : `${seat.kind} bot`), p.bankrupt && <span title="bankrupt"><span class="sign" aria-hidden="true">✗</span><span class="long">bankrupt</span></span>, p.priority && !turn && "priority"]
                  .filter((tag) => tag !== false && tag !== undefined).map((tag, i) => <span key={i} class={tag === "priority" ? "word" : ""}>{(i > 0 || turn) && <span class={i ? "" : "word"}> · </span>}{tag}</span>)}
              </span>
              {betweenTurns(table, p.name).map((c) => <Act key={c.line} table={table} choice={c} place="chip" short kind="chip" label={c.words}>{c.company ? said(view, c.company) : c.heading}</Act>)}
              <strong class="cash" title={p.free !== undefined ? `${money(view, p.cash - p.free)} are bound by bids` : undefined}>{p.free !== undefined && `${p.free} of `}<Counted amount={p.cash} write={(n) => money(view, n)} /></strong>
            </div>
            <div class="what">
              <span class="muted worth"><span><span class="word">worth </span>{money(view, p.worth)}<span class="place"> · {ordinal(p.place)}</span></span><i> · </i><span><span class={p.certificates > p.certificate_limit ? "bad" : ""}>{p.certificates} of {p.certificate_limit}</span>{incomes && <span data-income title={`Paid in ${incomes.round}`}> · last {signed(view, incomes.of[i] ?? 0)}</span>}</span></span>
              <Holdings view={view} p={p} />
            </div>
          </article>
        );
      })}
    </section>
    {full && <FullPlayer table={table} {...full} onClose={() => setFull(null)} />}
    </>
  );
}

/** How the steps of a company's turn that are behind went: what it did in each, or why there was nothing to decide. */
function stepsBehind(view: View, log: LogEntry[], actor: string): Map<string, string> {
  const told = new Map<string, string>();
  for (const entry of [...log].reverse()) {
    for (const e of entry.events) if (e.who === actor && e.step && !told.has(e.step)) told.set(e.step, e.text);
    if (entry.round !== log.at(-1)?.round || (entry.by !== actor && view.companies.some((c) => c.id === entry.by))) break; // the turn before it
    if (entry.by === actor) told.set(entry.step, [`${said(view, actor)}: ${entry.words}`, told.get(entry.step)].filter(Boolean).join("; "));
  }
  return told;
}

/** Who decides for whom, what about, where the turn stands, and the one button that goes on without. */
export function DecisionBar({ table, onPass }: { table: TableApi; onPass(choice: Choice): void }) {
  const { game, view, legal, seats } = table;
  const who = legal.player !== undefined ? view.players[legal.player]?.name : undefined;
  const seat = seats.find((s) => s.name === game.decider?.name);
  const pass = table.can ? table.mine.find((c) => c.kind === "pass") : undefined;
  const [first, ...rest] = legal.decision.split(": ");
  /* Where everybody may speak, whoever sits at this screen. */
  const head = table.can && game.clock && table.me !== undefined && table.me !== legal.player ? view.players[table.me]?.name : first;
  const behind = stepsBehind(view, game.log, legal.turn_of ?? legal.actor ?? "");
  /* A long turn shows where it stands and what comes. */
  const done = legal.turn.filter((s) => s.state === "done").length;
  const hidden = legal.turn.length > 7 ? Math.min(Math.max(0, done - 2), legal.turn.length - 7) : 0;
  const steps = legal.turn.slice(hidden);
  const list = useFitting<HTMLOListElement>([...(legal.turn_of ? [legal.turn_of] : []), ...steps.map((s) => s.words)]);
  const trains = view.companies.find((c) => c.id === legal.actor)?.trains ?? [];
  return (
    <section class={`decision ${game.past ? "past" : ""}`} data-region="decision" aria-label="The decision" aria-busy={game.pondering} style={{ "--seat": seat?.color ?? "var(--accent)" }}>
      <h2 data-decision aria-live="polite">
        {game.past ? `Looking back: after action ${game.here} of ${game.actions}`
          : game.now.over ? "The game is over"
            : rest.length === 0 ? <span class="about">{first}</span>
              : <><b>{head?.replace(", for ", " for ") || who}</b>: <span class="about">{rest.join(": ")}</span></>}
        {game.thinking && !game.past && <span class="thinking"> thinking …</span>}
        {game.sending && <span class="thinking"> sending …</span>}
      </h2>
      {!game.past && legal.turn.length > 0 && (
        <ol class="pills" aria-label={`Steps of the turn${legal.turn_of ? ` of ${said(view, legal.turn_of)}` : ""}`} ref={list}>
          {legal.turn_of && <li key="of" class="of" data-turn-of>{said(view, legal.turn_of)}</li>}
          {steps.map((s, i) => (
            s.state === "done" ? <li key={i} data-state="done" tabindex={0} title={behind.get(s.step) ?? "there was nothing to decide"}><span>✓ </span><span>{s.words}</span></li>
              : <li key={i} data-state={s.state}>{s.words}</li>
          ))}
          <li key="more" class="muted" />
        </ol>
      )}
      {legal.passing && pass && !game.past && <span class="passing" data-passing>{legal.passing}</span>}
      {legal.has && !game.past && <span class="purse">{capital(said(view, legal.actor ?? ""))} {legal.has}</span>}
      {legal.cash !== undefined && !game.past && !game.now.over && <span class="purse"><span class="name">{capital(said(view, legal.actor ?? ""))} has </span>{legal.free !== undefined && `${legal.free} free of `}{money(view, legal.cash)}{trains.length > 0 && <span class="trains"> · {trainsInShort(trains).join(" ")}</span>}</span>}
      {pass && !game.past && (
        <button type="button" class={`pass ${pass.words.indexOf(":") < 0 && pass.words.length > 24 ? "long" : ""}`} data-pass={pass.line} title={capital(pass.words)} onClick={() => onPass(pass)}>{capital(pass.words.split(":")[0]!)}<kbd aria-hidden="true">N</kbd></button>
      )}
    </section>
  );
}

export function History({ table, anyBots, onTry, drawer }: {
  table: TableApi; anyBots: boolean; onTry?(): void;
  drawer?: { open: boolean; toggle(): void }; // the story, where it is one
}) {
  const { game } = table;
  const { here, actions, past } = game;
  const rounds: number[] = [];
  game.log.forEach((e, k) => { if (k > 0 && game.log[k - 1]?.round !== e.round) rounds.push(k); });
  return (
    <footer class="history" data-region="history" aria-label="History">
      <button type="button" onClick={() => game.go(0)} disabled={here === 0} class="ends" aria-label="To the start">|◀</button>
      <button type="button" onClick={() => game.go(here - 1)} disabled={here === 0} aria-label="One action back">◀</button>
      <span class="slider">
        <input type="range" min={0} max={actions} value={here} aria-label="Action" aria-valuetext={`after action ${here} of ${actions}`} onInput={(e) => game.go(Number(e.currentTarget.value))} />
        <span class="ticks" aria-hidden="true">{actions > 0 && rounds.map((k) => <i key={k} style={{ left: `${(100 * k) / actions}%` }} />)}</span>
      </span>
      <button type="button" onClick={() => game.go(here + 1)} disabled={here === actions} aria-label="One action on">▶</button>
      <button type="button" onClick={() => game.go(Infinity)} class="ends" disabled={!past} aria-label="To the present">▶|</button>
      <span class="count">{here} / {actions}</span>
      <button type="button" onClick={game.undo} disabled={actions === 0 || past}>Undo<kbd aria-hidden="true">U</kbd></button>
      <button type="button" onClick={game.undoTurn} disabled={actions === 0 || past}>Undo turn<kbd aria-hidden="true">⇧U</kbd></button>
      <button type="button" onClick={game.redoOne} disabled={game.redo === undefined || past}>Redo<kbd aria-hidden="true">⇧R</kbd></button>
      {drawer && <button type="button" onClick={drawer.toggle} aria-pressed={drawer.open} data-drawer>Story<kbd aria-hidden="true">L</kbd></button>}
      {onTry && <button type="button" onClick={onTry} title="What if: change anything, beside the game">Try …</button>}
      {anyBots && game.botTurn && game.paced && !past && <button type="button" onClick={game.finish} title="Bots play on at once, up to your decision">Finish<kbd aria-hidden="true">F</kbd></button>}
      {anyBots && <button type="button" onClick={() => game.halt(!game.halted)} aria-pressed={game.halted}>{game.halted ? "Bots go on" : "Halt bots"}</button>}
    </footer>
  );
}

const PAUSES: [string, number][] = [["none: at once", 0], ["short", 250], ["medium", 600], ["long", 1500], ["very long", 4000]];

export function SettingsPanel({ settings, change }: { settings: Settings; change(c: Partial<Settings>): void }) {
  return (
    <div class="settings" role="dialog" aria-label="Settings">
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
      {settings.pause > 0 && <label>… before
        <select value={settings.turns ? "turn" : "action"} onChange={(e) => change({ turns: e.currentTarget.value === "turn" })}>
          <option value="action">every action</option><option value="turn">every turn</option>
        </select>
      </label>}
      <label>Confirm what is clicked
        <select value={settings.confirm} onChange={(e) => change({ confirm: e.currentTarget.value as Settings["confirm"] })}>
          <option value="auto">where other people play</option><option value="always">always</option><option value="ends">only what ends my turn</option><option value="never">never</option>
        </select>
      </label>
      <label class="check"><input type="checkbox" checked={settings.hints} onChange={(e) => change({ hints: e.currentTarget.checked })} /> Explain each step (for newcomers)</label>
      <label class="check"><input type="checkbox" checked={settings.sound} onChange={(e) => change({ sound: e.currentTarget.checked })} /> A sound when somebody here is to decide</label>
      <label class="check"><input type="checkbox" checked={settings.advice} onChange={(e) => change({ advice: e.currentTarget.checked })} /> Advice of a bot although other people play</label>
      <p class="muted">
        Keys: Enter confirms, Esc lets go, N goes on without. {VIEWS.map(([, word, key]) => `${key.toUpperCase()} ${word}`).join(", ")}. ← →
        one action, ↑ ↓ one round, Home and End, 1 to 9 marked hexes, tiles, and the n-th purchase of cards and trains, Q E turn, ⇧Enter ends the turn, R repeats the last, X ⇧X B V
        routes: clear, clear all, best, as last time, K H keep all or half of a run, Y N answer what is asked, F bots play on to my decision,
        Space holds bots or a replay, held it shows what the choice under the pointer would do, ',' layers of the map, U undo, ⇧U undo the turn, ⇧R redo, D decision, / type an action, ? this.
      </p>
    </div>
  );
}
