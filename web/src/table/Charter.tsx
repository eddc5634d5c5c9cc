// SPDX-License-Identifier: Apache-2.0
// Charter.tsx: a company as its charter: whole for the one that acts, a card in a stock round, half of one for
// those that nobody has started.
import { useEffect, useState } from "preact/hooks";
import { isProblem, isRefused } from "../engine/engine";
import type { Barred, Choice, CompanyView, Greyed, LogEntry, View } from "../engine/types";
import type { Seat } from "../keep";
import { Act, capital, type TableApi } from "./Act";
import { Badge, hasTokens, kindOf, money, ordinal, placeOf, Refused, said, SeatDot, Trains } from "./parts";
import { Says } from "./Says";

/** Lines that only it may run on, each with what it pays a round for that; and what it holds of others. */
function Rights({ view, c }: { view: View; c: CompanyView }) {
  const lines = (view.lines ?? []).filter((l) => c.lines.includes(l.id));
  const held = view.companies.filter((x) => x.id !== c.id && x.shares[c.id]);
  return (
    <>
      {lines.length > 0 && (
        <ul class="contracts" aria-label="Contracts">
          {lines.map((l) => <li key={l.id} data-contract={l.id} style={{ "--line-color": l.color }} title={l.name}><b>{l.id}</b>{l.deposit > 0 && ` ${money(view, l.deposit)}`}</li>)}
        </ul>
      )}
      {c.has && c.has.length > 0 && <p class="muted" data-has>{c.has.join(" · ")}</p>}
      {held.length > 0 && <p class="muted held">holds {held.map((x) => `${x.id} ${x.shares[c.id]}%`).join(", ")}</p>}
    </>
  );
}

/** What a holding has gained or lost since then; nothing where there is no then. */
function Gained({ now, then }: { now: number; then?: number }) {
  if (then === undefined || now === then) return null;
  return <small class={now > then ? "gained plus" : "gained minus"} title="since your last turn">{now > then ? "+" : "−"}{Math.abs(now - then)}</small>;
}

/** Who holds it, the president first; with what has changed since the table was `then`. */
export function Owners({ view, seats, c, brief = false, then }: { view: View; seats: Seat[]; c: CompanyView; brief?: boolean; then?: CompanyView }) {
  const players = new Set(view.players.map((p) => p.name));
  const sells = new Set(view.players.filter((p) => p.sold.includes(c.id)).map((p) => p.name)); // in this round
  const sold = [...new Set([...Object.keys(then?.shares ?? {}).filter((who) => players.has(who)), ...sells])].filter((who) => !c.shares[who]); // who has none any more
  const all = [...Object.entries(c.shares).filter(([, percent]) => percent > 0), ...sold.map((who): [string, number] => [who, 0])];
  const owners = all.filter(([who]) => players.has(who)).sort(([a], [b]) => Number(b === c.president) - Number(a === c.president));
  const rest = all.filter(([who]) => !players.has(who));
  return (
    <p class="owners">
      {!all.length && c.president && <span><SeatDot seats={seats} name={c.president} /> {c.president}</span>}
      {owners.map(([who, percent]) => (
        <span key={who} class={percent ? "" : "none"} title={`${who} ${percent}%`}><SeatDot seats={seats} name={who} /> <span class={brief ? "sr" : ""}>{who}</span> {percent}{who === c.president && !c.mother ? "★" : ""}{sells.has(who) && <small title={`${who} sold of it in this round`}>⊘</small>}<Gained now={percent} then={then?.units === c.units ? then.shares[who] ?? 0 : undefined} /></span>
      ))}
      <span class="muted rest">{rest.map(([who, percent]) => `${placeOf(view, c.id, who)} ${percent}${who === c.mother ? "★" : ""}`).join(" · ")}</span>
    </p>
  );
}

const RUNS = 3; // that a charter remembers
const DIVIDED: Record<string, string> = { pay: "paid", withhold: "kept", half: "half" };

/** Its last runs, the newest first, each with what became of it. */
export function lastRuns(log: LogEntry[], company: string): { round: string; revenue: number; divided: string }[] {
  const runs: { round: string; revenue: number; divided: string }[] = [];
  for (let k = log.length - 1, divided = ""; k >= 0 && runs.length < RUNS; k--) {
    const e = log[k]!;
    if (e.by !== company) continue;
    if (DIVIDED[e.kind]) divided = DIVIDED[e.kind]!;
    if (e.kind !== "run" || e.revenue === undefined) continue;
    runs.push({ round: e.round, revenue: e.revenue, divided });
    divided = "";
  }
  return runs;
}

/** "ran 60", "ran at a loss of 300", or what a company without trains did. */
const earned = (view: View, c: CompanyView, sum: number): string =>
  c.earned ?? `ran ${sum < 0 ? `at a loss of ${money(view, -sum)}` : money(view, sum)}`;

/** With which purchase the trains of a company go: "2 with the first 4". */
function rusts(view: View, trains: string[]): string {
  const kinds = view.bank.trains.filter((t) => (t.rusts_on || t.rusts_with || t.obsolete_on) && trains.some((x) => kindOf(x) === t.name));
  const fates = new Map<string, string[]>();
  for (const t of kinds) {
    const goes = t.rusts_on || t.rusts_with, phase = t.rusts_on ?? t.obsolete_on;
    const first = t.rusts_with ?? view.phases.find((p) => p.name === phase)?.begins_with?.join(" or ");
    const fate = `${goes ? "goes" : "runs once more"} ${first ? `${goes ? "with" : "after"} the first ${first}` : `in phase ${phase}`}`;
    fates.set(fate, [...(fates.get(fate) ?? []), t.name]);
  }
  return [...fates].map(([fate, names]) => `${names.join(", ")} ${names.length > 1 ? fate.replace(/^(go|run)e?s/, "$1") : fate}`).join("; ");
}

/** Some companies never have any. */
const hasTrains = (c: CompanyView): boolean => c.trains.length > 0 || c.train_limit !== 0;

const MOST_FREE = 4; // tokens that are shown one by one

const tokenPrice = (view: View, n: number): string => (n ? money(view, n) : "free");

/** "10 stations left, $25 each"; of a company that has placed none "4 tokens: free, ƒ40, ƒ100, ƒ100". */
function freeTokens(view: View, { token_prices: prices, tokens }: CompanyView): string {
  const alike = prices.length > 1 && prices.every((n) => n === prices[0]);
  return `${prices.length} ${view.token_called}${prices.length === 1 ? "" : "s"}${tokens.length ? " left" : ""}${alike ? `, ${tokenPrice(view, prices[0]!)}${prices[0] ? " each" : ""}` : `: ${prices.map((n) => tokenPrice(view, n)).join(", ")}`}`;
}

/** Those that it may still place, each with its price. */
function FreeTokens({ view, c }: { view: View; c: CompanyView }) {
  const prices = c.token_prices;
  if (prices.length > MOST_FREE || (prices.length > 1 && prices.every((n) => n === prices[0])))
    return <span class="muted" data-free-tokens>{freeTokens(view, c)}</span>;
  return <>{prices.map((n, i) => <span key={i} class="token free" data-free-tokens title="Not placed yet"><Badge view={view} id={c.id} size={22} />{tokenPrice(view, n)}</span>)}</>;
}

/** Where it is on the map, by its name. */
const placeAt = (view: View, hex: string): string => view.map.find((m) => m.hex === hex)?.place ?? hex;

/** A private company by its name, struck through once what it does has been used. */
function Owned({ view, id }: { view: View; id: string }) {
  const used = view.privates.find((p) => p.id === id)?.used;
  return used ? <s title={`has been used: ${used}`} data-used>{said(view, id)}</s> : <>{said(view, id)}</>;
}

export function Charter({ table, c }: { table: TableApi; c: CompanyView }) {
  const { view, seats } = table;
  const runs = lastRuns(table.game.log.slice(0, table.game.here), c.id);
  return (
    <article class="charter" data-charter={c.id} style={{ "--company": c.color }}>
      <header>
        <Badge view={view} id={c.id} size={34} />
        <h3 title={c.name}>{c.name}</h3>
      </header>
      <dl class="figures">
        <div><dt>Treasury</dt><dd class="treasury">{money(view, c.cash)}</dd></div>
        {c.price !== undefined && <div><dt>Price</dt><dd>{money(view, c.price)}</dd></div>}
        {c.par !== undefined && <div><dt>Par</dt><dd>{money(view, c.par)}</dd></div>}
      </dl>
      {hasTrains(c) && <p><Trains view={view} trains={c.trains} /> <span class="muted limit">{c.train_limit !== undefined && c.trains.length > 0 ? `${c.trains.length} of ${c.train_limit}` : ""}</span> {rusts(view, c.trains) && <small class="muted" data-rusts>· {rusts(view, c.trains)}</small>}</p>}
      <p class="tokens">
        {[...new Set(c.tokens)].map((h) => {
          const n = c.tokens.filter((x) => x === h).length;
          return <span key={h} class="token" title={h}><Badge view={view} id={c.id} size={22} /><span class="where">{placeAt(view, h)}</span>{n > 1 && ` ×${n}`}</span>;
        })}
        <FreeTokens view={view} c={c} />
      </p>
      <Owners view={view} seats={seats} c={c} />
      <Rights view={view} c={c} />
      <p class="muted"><span data-runs>{runs.length ? <>ran {runs.map((r, i) => <span key={r.round} title={r.round}>{i > 0 && ", "}{r.revenue < 0 ? `at a loss of ${money(view, -r.revenue)}` : money(view, r.revenue)}{r.divided && ` ${r.divided}`}</span>)}</>
        : c.status === "unstarted" ? "not started" : c.last_revenue ? `${earned(view, c, c.last_revenue)} last` : hasTrains(c) ? "has not run" : ""}{c.upkeep ? ` · a change of phase costs ${money(view, c.upkeep.due)}` : ""}{c.privates.length > 0 && " · "}</span>
        {c.privates.length > 0 && <span class="owns">owns {c.privates.map((p, i) => <span key={p}>{i > 0 && ", "}<Owned view={view} id={p} /></span>)}</span>}</p>
      <Says table={table} card={c} />
    </article>
  );
}

const LONG = 26; // letters of a button on a card

/** What buying would mean for whoever buys, in a few words; brief: where there is little room. */
function consequence(table: TableApi, buy: Choice): { words: string; brief: string } {
  const answer = table.engine.preview([buy.line]);
  if (isProblem(answer) || isRefused(answer)) return { words: "", brief: "" };
  const share = answer.shares.find((s) => s.company === buy.company && s.who === buy.by);
  const president = answer.presidents.find((p) => p.company === buy.company);
  const bought = table.view.companies.find((c) => c.id === buy.company);
  const stays = bought?.mother ?? bought?.president;
  const keeps = !president?.to && stays && stays !== buy.by ? stays : "";
  const becomes = president?.to && (president.to === buy.by ? "you become" : `${president.to} becomes`);
  const begins = buy.kind === "take" && answer.cash.find((c) => c.who === buy.company); // what is paid for it is its own then
  const say = (sign: string) => [share && `you ${share.to}%`, begins && `begins with ${money(table.view, begins.to)}`, becomes ? `${becomes} ${sign}` : keeps && `${keeps} stays ${sign}`].filter(Boolean).join(" · ");
  return { words: say("president"), brief: say("★") };
}

const MOST_INSTEAD = 4;

/** Why a share cannot be bought, beside the pointer: the reason, its rule, and what can be bought instead. */
function WhyNot({ table, grey, at, onClose }: { table: TableApi; grey: Barred; at: { x: number; y: number }; onClose(): void }) {
  const { view } = table;
  useEffect(() => {
    const key = (e: KeyboardEvent) => { if (e.key === "Escape") onClose(); };
    window.addEventListener("click", onClose);
    window.addEventListener("keydown", key);
    return () => { window.removeEventListener("click", onClose); window.removeEventListener("keydown", key); };
  }, []);
  const answer = table.engine.preview([grey.line]);
  const instead = table.mine.filter((c) => c.kind === "buy").slice(0, MOST_INSTEAD);
  return (
    <div class="why-share" role="dialog" aria-label={`Why not ${grey.company}`} onClick={(e) => e.stopPropagation()}
      style={{ left: `min(${Math.max(8, at.x - 140)}px, 100vw - 296px)`, ...(at.y < innerHeight / 2 ? { top: `${at.y + 12}px` } : { bottom: `${innerHeight - at.y + 12}px` }) }}>
      {isRefused(answer) ? <Refused refusal={answer.refused} /> : <p>{capital(grey.why)}.</p>}
      {instead.length > 0 ? <p>Within your reach instead:</p> : <p class="muted">No share can be bought now.</p>}
      {instead.map((c) => <Act key={c.line} table={table} choice={c} place="instead" short label={c.words}><Badge view={view} id={c.company ?? ""} size={22} /> {c.company} {placeOf(view, c.company ?? "", c.holder ?? "")} {c.cost !== undefined && money(view, c.cost)}</Act>)}
    </div>
  );
}

/** Where one share or several can be bought: how many, for how much in all, and what each costs. */
function Several({ view, buy }: { view: View; buy: Choice }) {
  const units = buy.units ?? 1, cost = buy.cost ?? 0;
  const verb = buy.words.replace(/ (a|\d+) shares? .*/, "");
  return <>{capital(verb)} <b>{units} share{units === 1 ? "" : "s"}</b> for <b>{money(view, cost)}</b>{units > 1 && cost % units === 0 && `, ${money(view, cost / units)} each`}</>;
}

/** A card of a stock round: what it is worth, who holds it, and its buttons. */
export function CharterCard({ table, c, order }: { table: TableApi; c: CompanyView; order: number }) {
  const { view, seats, legal } = table;
  const buys = table.mine.filter((x) => x.kind === "buy" && x.company === c.id);
  const other = table.mine.filter((x) => x.company === c.id && !["buy", "sell", "start", "par"].includes(x.kind));
  const grey = (legal.greyed ?? []).filter((g) => g.company === c.id);
  const sources = [...new Set([...buys.map((b) => b.holder ?? ""), ...grey.map((g) => g.holder)])];
  const forSale = ["offering", "pool", c.id].some((holder) => c.shares[holder]);
  const begun = c.status !== "unstarted";
  const then = table.since?.companies.find((x) => x.id === c.id);
  const [asked, setAsked] = useState<{ grey: Greyed; at: { x: number; y: number } } | null>(null);
  useEffect(() => setAsked(null), [legal]);
  const ways = buys.length ? buys : other.filter((x) => x.kind === "take");
  const says = ways[0] ? consequence(table, ways.find((x) => x === table.armed?.choice) ?? ways[0]) : { words: grey[0]?.why ?? "", brief: "" };
  const ask = (g: Greyed | undefined) => (e: MouseEvent) => {
    if (!g) return;
    e.stopPropagation();
    const box = (e.currentTarget as HTMLElement).getBoundingClientRect(); // who uses the keys has no pointer
    setAsked(asked?.grey === g ? null : { grey: g, at: { x: e.clientX || box.x + box.width / 2, y: e.clientY || box.bottom } });
  };
  return (
    <article class={`charter card ${buys.length || other.length || !sources.length ? "" : "greyed"} ${table.moved === c.id ? "moved" : ""} ${table.legal.actor === c.id ? "acting" : ""} ${buys.some((b) => b.line === table.armed?.choice.line) ? "armed" : ""}`} data-charter={c.id} style={{ "--company": c.color }}
      onMouseEnter={() => table.point(c.id)} onMouseLeave={() => table.point(null)}>
      <header>
        <Badge view={view} id={c.id} size={30} />
        <h4 title={c.power ? `${c.name}: ${c.power}` : c.name}>{c.name}</h4>
        {c.price !== undefined && <strong class="price">{then?.price !== undefined && then.price !== c.price && <s class="muted" title="at your last turn">{then.price}</s>} {money(view, c.price)}</strong>}
      </header>
      <p class={`muted foot ${begun ? "" : "home"}`}>{[order >= 0 && c.status !== "started" && !view.round.startsWith("operating") && `acts ${ordinal(order + 1)}`, !begun && c.home && `home ${placeAt(view, c.home)}`, c.par !== undefined && `par ${money(view, c.par)}`, c.tokens.length + c.tokens_left > 0 ? `${c.tokens_left} ${view.token_called}${c.tokens_left === 1 ? "" : "s"}` : hasTokens(view) && `no ${view.token_called}s`].filter(Boolean).join(" · ")}{c.tokens_left > 0 && <span class="word"> left</span>}</p>
      {begun && <p class="means"><strong>{money(view, c.cash)}</strong> {hasTrains(c) && (c.trains.length ? <Trains view={view} trains={c.trains} /> : c.status !== "started" && <span class="muted">no train,</span>)} <span class="muted">{c.last_revenue ? earned(view, c, c.last_revenue) : [c.status === "started" && "not floated", hasTrains(c) && "no run"].filter(Boolean).join(", ")}</span></p>}
      <Owners view={view} seats={seats} c={c} brief then={then} />
      <div class="buttons">
        {sources.map((holder) => {
          const here = buys.filter((b, i) => b.holder === holder && (b.by === c.id || buys.findIndex((x) => x.holder === holder) === i)); // its own shares by their number
          const from = placeOf(view, c.id, holder);
          if (here.length) return here.map((buy) => <Act key={buy.line} table={table} choice={buy} place={`charter-${c.id}`} short label={buy.words}><span>{here.length > 1 ? <Several view={view} buy={buy} /> : <>{buy.by === c.id ? capital(buy.words.split(" ")[0]!) : <span class="word">Buy </span>} {from} {buy.cost !== undefined ? money(view, buy.cost) : ""}</>}</span></Act>);
          const g = grey.find((x) => x.holder === holder);
          return <div class="act barred" key={holder} title={g?.why} onClick={ask(g)}><button type="button" class="choice" disabled title={g?.why}>{sources.length > 2 ? capital(from) : <span><span class="word">Buy </span>{from}</span>}</button></div>;
        })}
        {other.map((o) => <Act key={o.line} table={table} choice={o} place={`charter-${c.id}`} short label={o.words}>{o.kind === "take" && o.amount !== undefined ? `Buy ${money(view, o.amount)}` : o.words.length > LONG ? `${o.heading}${o.least !== undefined ? "…" : ""}` : capital(o.words)}</Act>)}
        {!sources.length && !other.length && !forSale && order >= 0 && <span class="muted none">nothing for sale</span>}
      </div>
      {ways.length || !grey[0] ? <p class="says" title={says.words}><span class="word">{says.words}</span>{says.brief && <span class="brief" aria-hidden="true">{says.brief}</span>}</p>
        : <button type="button" class="says no link" title="Why, and what instead" onClick={ask(grey[0])}><span>{says.words}</span></button>}
      {asked && <WhyNot table={table} {...asked} onClose={() => setAsked(null)} />}
    </article>
  );
}

export function HalfCard({ table, c, onStart, opened }: { table: TableApi; c: CompanyView; onStart(id: string): void; opened: boolean }) {
  const { view, legal } = table;
  const starts = table.mine.filter((x) => (x.kind === "start" || x.kind === "par") && x.company === c.id);
  const grey = legal.unstarted?.find((g) => g.company === c.id);
  const least = starts.length ? Math.min(...starts.map((s) => s.cost ?? 0)) : 0;
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  useEffect(() => setAt(null), [legal]);
  const whole = c.kind === "minor"; // it is bought by its name and at one price
  const price = least || grey?.cost;
  const from = price ? `${whole ? "" : "from "}${money(view, price)}` : "";
  return (
    <div class="half" data-charter={c.id} draggable={starts.length > 0} onDragStart={() => { if (!opened) onStart(c.id); }} style={{ "--company": c.color }} title={c.power ? `${c.name}: ${c.power}` : c.name}>
      <Badge view={view} id={c.id} size={28} />
      <span class="words"><b>{whole || !c.home ? c.name : placeAt(view, c.home)}</b>
        <small class="muted">{c.status === "closed" ? "closed" : starts.length ? from || "free share" : <>{price ? <span>{money(view, price)} · </span> : null}{grey
          ? <button type="button" class="link" title={grey.why} onClick={(e) => { e.stopPropagation(); setAt(at ? null : { x: e.clientX, y: e.clientY }); }}>not now</button> : "not now"}</>}</small></span>
      {c.token_prices.length > 0 && <small class="muted tokens">{freeTokens(view, c)}</small>}
      {c.power && <p class="power">{c.power}</p>}
      {starts.length > 0 && <button type="button" class="link" aria-pressed={opened} onClick={(e) => { e.stopPropagation(); onStart(c.id); }} aria-label={`Start ${c.id}`}>Start…</button>}
      {grey && at && <WhyNot table={table} grey={grey} at={at} onClose={() => setAt(null)} />}
    </div>
  );
}
