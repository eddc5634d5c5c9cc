// SPDX-License-Identifier: Apache-2.0
// Stages.tsx: what the large place shows besides the map: the charters over the market in a stock round, the
// private companies in an auction, and the views that anybody may look at any time.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Choice, MarketBoard, PrivateView, View } from "../engine/types";
import { Act, capital, type TableApi } from "./Act";
import { Charter, CharterCard, HalfCard } from "./Charter";
import { isLadder, MarketGrid, Zones } from "./MarketGrid";
import { useMedia } from "../settings";
import { Badge, money, SeatDot, shade, Sign, Trains, turnOf, Who } from "./parts";
import { Take, TakePicture } from "./Reference";
import { useLines, useRoom } from "./fit";
import { Pieces, Says } from "./Says";

const begun = (view: View) => view.companies.filter((c) => c.status !== "unstarted" && c.status !== "closed");

/** Companies by price, then those without one in the order in which they operate. */
function inOrder(view: View) {
  const order = [...view.market_order, ...view.turn_order, ...view.companies.map((c) => c.id)];
  return begun(view).sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}

/** A private company that somebody else owns and that can be had: as small as a company that is not started. */
function OfferedCard({ table, p }: { table: TableApi; p: PrivateView }) {
  const { view, seats } = table;
  return (
    <div class="half offered" data-private={p.id} title={p.power ? `${p.name}: ${p.power}` : p.name}>
      <span class="words"><span class="id"><Sign view={view} id={p.id} /> <b>{p.name}</b></span>
        <small class="muted">{p.owner && <><Who view={view} seats={seats} name={p.owner} /> {p.owner}</>}{p.revenue > 0 && ` · pays ${money(view, p.revenue)}`}</small></span>
      {table.mine.filter((c) => c.company === p.id).map((c) => (
        <Act key={c.line} table={table} choice={c} place={`private-${p.id}`} short kind="choice small" label={c.words}>
          {c.kind === "acquire" ? `Buy${c.least !== undefined ? "…" : ` ${money(view, c.amount ?? 0)}`}` : undefined}
        </Act>
      ))}
    </div>
  );
}

/** What the bank gives the company for a share that is free. */
const gets = (view: View, c: Choice) => (!c.cost && c.treasury ? ` · ${c.company} gets ${money(view, c.treasury)}` : "");

/** What a price for a company would cost and leave, of the one that is looked at. */
function Founding({ table, company, starting }: { table: TableApi; company: string; starting: Choice[] }) {
  const { view } = table;
  const of = (c: Choice | null | undefined) => starting.find((s) => s.line === c?.line);
  const choice = of(table.armed?.choice) ?? of(table.looked);
  const left = choice?.floats_after ?? 0;
  const units = view.companies.find((c) => c.id === company)?.units;
  return (
    <p class="founding"><b>{company}</b>{choice === undefined ? <>: choose its price on the market</> : (
      <span data-founding> at {money(view, choice.amount ?? 0)}{` · ${choice.cost ? `costs you ${money(view, choice.cost)}` : "the share is free"}${gets(view, choice)}`}
        {choice.more !== undefined && ` · you could then pay ${choice.more} more`}
        {choice.floats_after !== undefined && (left > 0 ? ` · floats when ${left} more ${left === 1 ? "is" : "are"} sold` : " · floats at once")}
        {choice.president !== undefined && units && ` · ${100 / units}% each, president ${choice.president}%`}</span>
    )}</p>
  );
}

export function StockStage({ table, board }: { table: TableApi; board: MarketBoard }) {
  const { view } = table;
  const parOnly = table.mine.find((c) => c.kind === "par")?.company;
  const [starts, setStarts] = useState<string | null>(null);
  useEffect(() => setStarts(null), [table.game.now]);
  useEffect(() => { // first what is armed is let go of, then the choice of a price
    const key = (e: KeyboardEvent) => { if (e.key === "Escape" && !table.armed) setStarts(null); };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, [table.armed]);
  /* Many: those on which nothing can be done now stand last. */
  const acts = (id: string) => Number(!table.mine.some((x) => x.company === id));
  const order = inOrder(view);
  /* A company that trades in others: only those that it can trade in. */
  const trades = table.legal.company !== undefined && order.some((c) => c.id !== table.legal.company && !acts(c.id));
  const started = trades ? order.filter((c) => !acts(c.id)) : order.length > 6 && table.mine.length > 0 ? [...order].sort((a, b) => acts(a.id) - acts(b.id)) : order;
  const rest = view.companies.filter((c) => c.status === "unstarted" || (c.status === "closed" && table.mine.some((x) => x.company === c.id)));
  /** What else can be had now: minor companies, and private ones that are not in the own hand. */
  const taken = view.companies.filter((c) => c.status === "unstarted" && table.mine.some((x) => x.company === c.id && x.kind === "take"));
  const offered = view.privates.filter((p) => (p.owner !== table.game.decider?.name && table.mine.some((x) => x.company === p.id)) || table.legal.untaken?.some((x) => x.company === p.id));
  const ofOthers = offered.filter((p) => view.players.some((x) => x.name === p.owner));
  const listed = table.legal.company === undefined ? ofOthers : []; // in a company's turn the panel has them
  const halves = rest.filter((c) => !taken.includes(c) && (table.legal.company === undefined || !acts(c.id)));
  const whys = new Set(table.legal.unstarted?.map((x) => x.why)); // of all the same: it is said once
  const opened = starts ?? parOnly ?? null;
  const ladder = useMedia("(min-width: 1024px)") && isLadder(board);
  const cards = started.length + (halves.length > 0 ? 1 : 0) + (ladder ? 0 : taken.length + offered.length - ofOthers.length);
  const starting = table.mine.filter((c) => (c.kind === "start" || c.kind === "par") && c.company === opened);
  return (
    <div class={`stock ${table.legal.company ? "trade" : ""} ${trades && started.length > 3 ? "four" : ""} ${cards > 6 && !table.legal.company ? "dense" : ""} ${opened ? "starting" : ""} ${ladder ? "ladder" : ""} ${parOnly ? "at-once" : ""}`} ref={useRoom(table, opened)} role="region" aria-label="Charters and market" tabindex={0}>
      <div class="charters">
        {started.map((c) => <CharterCard key={c.id} table={table} c={c} order={turnOf(view, c.id)} />)}
        {taken.map((c) => <CharterCard key={c.id} table={table} c={c} order={-1} />)}
        {halves.length > 0 && (
          <section class={`unstarted ${halves.length > 6 ? "many" : ""}`} aria-label="Not started">
            <h4>Not started{whys.size === 1 && <span class="reason">: {[...whys]}</span>}</h4>
            <div class="halves">{halves.map((c) => (
              <HalfCard key={c.id} table={table} c={c} opened={opened === c.id} onStart={(id) => { table.disarm(); setStarts(starts === id ? null : id); }} />
            ))}</div>
          </section>
        )}
        {offered.filter((p) => !ofOthers.includes(p)).map((p) => <PrivateCard key={p.id} table={table} p={p} />)}
        {listed.length > 0 && (
          <section class="unstarted privates" aria-label={`${capital(table.view.privates_called)} of others`}>
            <h4>{capital(table.view.privates_called)} of others</h4>
            <div class="halves">{listed.map((p) => <OfferedCard key={p.id} table={table} p={p} />)}</div>
          </section>
        )}
      </div>
      <div class={`prices ${board.rows === 1 ? "narrow" : ""}`}>
        {opened && starting.length > 0 && <Founding table={table} company={opened} starting={starting} />}
        <MarketGrid table={table} board={board} starting={starting} ringed={table.armed?.choice.company ?? table.pointed ?? undefined} ladder={ladder} />
        <Zones board={board} />
      </div>
    </div>
  );
}

const SEARCH = 100_000; // steps for a company: a look at the market makes nobody wait

/** What each company could run now, the most first: nothing comes of it, but everybody may know. */
function Incomes({ table }: { table: TableApi }) {
  const { engine, game, view } = table;
  const incomes = useMemo(() => engine.incomes(game.here, SEARCH).sort((a, b) => b.revenue - a.revenue), [engine, game.here, game.now]);
  const most = Math.max(1, incomes[0]?.revenue ?? 0);
  if (!incomes.length) return null;
  return (
    <section class="incomes" aria-label="What each could run now">
      <h4>Could run now</h4>
      <ol>{incomes.map((i) => (
        <li key={i.company} data-income={i.company}>
          <Badge view={view} id={i.company} size={24} /><span class="sr">{i.company}</span>
          <span class="bar" aria-hidden="true"><i style={{ width: `${(100 * Math.max(0, i.revenue)) / most}%` }} /></span>
          <b>{money(view, i.revenue)}</b>{!i.proved && <small class="muted"> at least</small>}
        </li>
      ))}</ol>
    </section>
  );
}

/** What a change of phase costs each company. */
export function Upkeep({ view }: { view: View }) {
  const due = view.companies.filter((c) => c.upkeep);
  if (!due.length) return null;
  return (
    <section class="upkeep" aria-label="What a change of phase costs">
      <h4>What a change of phase costs</h4>
      <table class="list">
        <thead><tr><th>Company</th><th class="num">pays</th><th class="num">has</th><th>so it</th></tr></thead>
        <tbody>{due.map((c) => (
          <tr key={c.id} data-upkeep={c.id}>
            <th scope="row"><Badge view={view} id={c.id} size={22} /> {c.id}</th><td class="num">{money(view, c.upkeep!.due)}</td><td class="num">{money(view, c.cash)}</td>
            <td class={c.upkeep!.ruined ? "bad" : ""}>{c.upkeep!.ruined ? "goes bankrupt" : c.upkeep!.sells ? `sells ${c.upkeep!.sells} own share${c.upkeep!.sells === 1 ? "" : "s"}` : `keeps ${money(view, c.cash - c.upkeep!.due)}`}</td>
          </tr>
        ))}</tbody>
      </table>
    </section>
  );
}

export function MarketStage({ table, board }: { table: TableApi; board: MarketBoard }) {
  return (
    <div class="market stock" role="region" aria-label="Market" tabindex={0}>
      <div class="prices">
        <MarketGrid table={table} board={board} />
        <Zones board={board} />
        <ol class="order chips" aria-label="Order of the companies">
          {table.view.market_order.map((id) => {
            const c = table.view.companies.find((x) => x.id === id);
            return <li key={id}><Badge view={table.view} id={id} size={24} /><span class="sr">{id}</span> {c?.price !== undefined && money(table.view, c.price)}</li>;
          })}
        </ol>
        <div class="beside"><Incomes table={table} /><Upkeep view={table.view} /></div>
        <TakePicture name={`${table.view.title.id} market`} picture={() => table.engine.market(table.game.here)} />
      </div>
    </div>
  );
}

function PrivateCard({ table, p }: { table: TableApi; p: PrivateView }) {
  const { view, seats } = table;
  const choices = table.mine.filter((c) => c.company === p.id);
  const bids = Object.entries(p.bids ?? {}).sort(([, a], [, b]) => b - a);
  const barred = table.legal.untaken?.find((x) => x.company === p.id);
  return (
    <article class={`private-card ${p.status} ${barred ? "greyed" : ""} ${bids.length > 1 ? "duel" : ""} ${table.moved === p.id ? "moved" : ""}`} data-private={p.id}
      onMouseEnter={() => table.point(p.id)} onMouseLeave={() => table.point(null)} onFocusCapture={() => table.point(p.id)}>
      <header>
        <Sign view={view} id={p.id} /><h4>{p.name}</h4>
        {p.status === "closed" ? <span class="tag">closed</span>
          : p.owner === "pool" ? <span class="owner">{capital(view.pool_called)}</span>
            : p.owner && p.status === "owned" ? <span class="owner"><Who view={view} seats={seats} name={p.owner} /> {p.owner}</span> : null}
      </header>
      <p class="muted">{p.ask !== undefined && p.ask !== p.price ? `now ${money(view, p.ask)} (${money(view, p.price)})` : `price ${money(view, p.price)}`}{p.revenue > 0 && ` · pays ${money(view, p.revenue)}`}</p>
      <Says table={table} card={p} />
      <Falls view={view} p={p} />
      {bids.length > 0 && <ol class="bids" aria-label="Bids">{bids.map(([who, bid]) => <li key={who} class={who === bids[0]?.[0] ? "leads" : ""}><SeatDot seats={seats} name={who} /> {who} {money(view, bid)}</li>)}</ol>}
      <div class="buttons">{choices.map((c) => (
        <Act key={c.line} table={table} choice={c} place={`private-${p.id}`} short label={c.words}>
          {c.least !== undefined && table.armed?.choice.line === c.line ? `${c.kind === "bid" ? "Bid" : "Buy"} ${money(view, table.armed.amount ?? c.least)}` : c.kind === "acquire" && c.least !== undefined ? `Buy ${view.title.currency.replace("%d", `${c.least}–${c.most}`)}` : ["take", "buy", "acquire"].includes(c.kind) ? `Buy ${money(view, c.cost ?? c.amount ?? p.price)}` : c.kind === "bid" ? `Bid ${money(view, c.least ?? c.amount ?? 0)} or more` : undefined}
        </Act>
      ))}{barred && <><button type="button" disabled>Buy {money(view, p.price)}</button><small class="muted">{capital(barred.why)}</small></>}</div>
    </article>
  );
}

export function PrivatesStage({ table }: { table: TableApi }) {
  const dealt = (p: PrivateView) => table.legal.company !== undefined && table.mine.some((c) => c.company === p.id); // in the turn of a company
  const rank = (p: PrivateView) => (dealt(p) ? 0 : { unsold: 1, owned: 2, closed: 3 }[p.status]);
  const cards = [...table.view.privates].sort((a, b) => rank(a) - rank(b));
  const minors = table.view.companies.filter((c) => table.mine.some((x) => x.company === c.id && x.kind === "take"));
  return (
    <div class="private-cards" ref={useLines(table)} role="region" aria-label={capital(table.view.privates_called)} tabindex={0}>
      {cards.map((p) => <PrivateCard key={p.id} table={table} p={p} />)}
      {minors.map((c) => <CharterCard key={c.id} table={table} c={c} order={-1} />)}
    </div>
  );
}

const FALLS = 4; // prices of a track that are written out

/** Where the price of a private company goes if all pass, again and again: 60 → 55 → … */
function Falls({ view, p }: { view: View; p: PrivateView }) {
  if (!p.falls || p.ask === undefined) return null;
  const { by, to, then } = p.falls;
  const shown = to.length > FALLS + 1 ? to.slice(0, FALLS) : to;
  return (
    <p class="falls" data-falls title={`${[p.ask, ...to].map((n) => money(view, n)).join(" → ")}; at ${money(view, 0)} ${then}`}>
      <b>{money(view, p.ask)}</b>{shown.map((n) => <span key={n}> → {n}</span>)}{shown.length < to.length && " → …"}<span> → {then}</span>
      <small class="muted">falls by {money(view, by)} if all pass</small>
    </p>
  );
}

/** All companies as full charters, and the private ones. */
export function EntitiesStage({ table }: { table: TableApi }) {
  return (
    <div class="entities scrolls" role="region" aria-label="Companies" tabindex={0}>
      <div class="charters">{[...inOrder(table.view), ...table.view.companies.filter((c) => c.status === "unstarted")].map((c) => <Charter key={c.id} table={table} c={c} />)}</div>
      <div class="private-cards">{table.view.privates.map((p) => <PrivateCard key={p.id} table={table} p={p} />)}</div>
      <Pieces table={table} />
      {table.view.own?.length ? <Own view={table.view} /> : null}
    </div>
  );
}

/** "4, 5 or 6" */
const either = (words: string[]) => words.join(", ").replace(/, ([^,]*)$/, " or $1");

export function TrainsStage({ view }: { view: View }) {
  const tiles = view.title.lays_tiles;
  const now = view.phases.findIndex((p) => p.name === view.phase);
  return (
    <div class="trains-view scrolls" role="region" aria-label="Trains and phases" tabindex={0}>
      <table class="list">
        <thead><tr><th>Train</th><th class="num">Price</th><th class="num">Left</th><th>Until</th></tr></thead>
        <tbody>
          {view.bank.trains.map((t) => (
            <tr key={t.name} class={t.left === 0 && !t.unlimited ? "gone" : ""}>
              <td><Trains view={view} trains={[t.name]} /> <small class="muted" data-says>{t.says}</small></td>
              <td class="num">{money(view, t.price)}{t.trade_in && <small class="muted"> or {money(view, t.trade_price ?? 0)} and a {either(t.trade_in)}</small>}</td>
              <td class="num">{t.unlimited ? "∞" : t.count === undefined ? t.left : `${t.left} of ${t.count}`}</td>
              <td>{t.rusts_on ? `phase ${t.rusts_on}` : t.rusts_with ? `the first ${t.rusts_with}` : t.obsolete_on ? `runs once more in phase ${t.obsolete_on}` : "for ever"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table class="list">
        <thead><tr><th>Phase</th><th>begins with</th>{tiles && <th>tiles</th>}<th class="num">trains</th><th class="num">ORs</th><th>what changes</th></tr></thead>
        <tbody>
          {view.phases.map((p, i) => (
            <tr key={p.name} class={p.name === view.phase ? "now" : ""}>
              <td><strong>{p.name}</strong></td><td>{p.begins_with ? `the first ${p.begins_with.join(" or ")}` : i ? "" : "the game"}</td>{tiles && <td>{p.colors.map(shade).join(", ")}</td>}
              <td class="num">{p.train_limit ?? "no limit"}{p.other_limits.map((l) => <small class="muted other-limit">{l.of} {l.trains}</small>)}</td><td class="num">{p.operating_rounds}</td><td>{i === now + 1 ? <b data-next>{p.effects.join("; ")}</b> : p.effects.join("; ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>Trains in the {view.pool_called}: <Trains view={view} trains={view.pool.trains} /> <Take name={`${view.title.id} trains`} /></p>
    </div>
  );
}

/** The lines with their contracts; can: how much can be done on each now; a click on such a line leaves only it marked; brief: names have the room. */
export function Lines({ view, can, brief = false, only = "", onOnly }: { view: View; can?(line: string): number; brief?: boolean; only?: string; onOnly?(line: string): void }) {
  return (
    <table class="list lines">
      <thead><tr><th>Line</th><th>{brief ? "held" : "Contract"}</th><th class="num">{brief ? "fee" : "A round"}</th>{can && <th class="num">can</th>}</tr></thead>
      <tbody>
        {(view.lines ?? []).map((l) => (
          <tr key={l.id} data-line={l.id} class={only === l.id ? "now" : ""}>
            <td title={l.name}><span class="swatch" style={{ background: l.color }} aria-hidden="true" /> {onOnly && can?.(l.id)
              ? <button type="button" class="link" aria-pressed={only === l.id} title="Mark only what is on this line" onClick={() => onOnly(only === l.id ? "" : l.id)}>{l.name}</button> : l.name} <span class="muted">{l.id}</span></td>
            <td>{l.holder ? <><Badge view={view} id={l.holder} size={22} /> <span class="id">{l.holder}</span></> : <span class="muted">nobody</span>}</td>
            <td class="num">{l.deposit ? money(view, l.deposit) : ""}</td>
            {can && <td class="num">{can(l.id) || ""}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What only this title has: its lines with their contracts, and everything else as positions say it. */
export function Own({ view }: { view: View }) {
  if (!view.lines) return <Statements view={view} />;
  return (
    <>
      <Lines view={view} />
      <dl class="figures">{(view.figures ?? []).map((f) => <div key={f.name}><dt>{f.name}</dt><dd>{money(view, f.value)}</dd></div>)}</dl>
      <details><summary>Everything else, as positions say it</summary><Statements view={view} /></details>
    </>
  );
}

/** Statements that begin with the same word are a table, the others a list. */
function Statements({ view }: { view: View }) {
  const kinds = new Map<string, string[][]>();
  for (const line of view.own ?? []) {
    const [word = "", ...rest] = line.split(" ");
    kinds.set(word, [...(kinds.get(word) ?? []), rest]);
  }
  const badge = (word: string) => (view.companies.some((c) => c.id === word) ? <Badge view={view} id={word} size={22} /> : null);
  return (
    <>
      {[...kinds].map(([word, rows]) => rows.length === 1 ? (
        <p key={word} class="own">{badge(word)} {word} {rows[0]?.join(" ")}</p>
      ) : (
        <section key={word}>
          <h4>{`${word.charAt(0).toUpperCase()}${word.slice(1)} (${rows.length})`}</h4>
          <table class="list">
            <tbody>
              {rows.map((row) => (
                <tr key={row.join(" ")}>{row.map((cell, i) => <td key={i} class={/^-?\d+$/.test(cell) ? "num" : ""}>{badge(cell)} {cell}</td>)}</tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </>
  );
}
