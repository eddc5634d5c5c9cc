// SPDX-License-Identifier: Apache-2.0
// Moments.tsx: what only some titles have, drawn from what the engine says of it and from nothing else: a sale to
// whoever bids most, a few ways to choose between with what each changes, and choices that stand on a chart.
import { useMemo } from "preact/hooks";
import { isProblem, isRefused } from "../engine/engine";
import type { Changes, Choice, CompanyView, PrivateView, Sale, View } from "../engine/types";
import { Act, Ahead, capital, Effects, isArmed, type TableApi } from "./Act";
import { CharterCard } from "./Charter";
import { Badge, money, said, SeatDot, Sign, signed, trainsInShort, Who } from "./parts";
import { Reshaped, remade, sharesDiffer } from "./Remade";
import { useLines } from "./fit";
import { Power, Says } from "./Says";
import { Upkeep } from "./Stages";

/** A sum that is bid with one click, and another one. */
function Raises({ table, choice, place, bid }: { table: TableApi; choice: Choice; place: string; bid: number }) {
  const { view } = table;
  const { least = 0, most = least, step = 1 } = choice;
  const sums = [least, least + step, least + 4 * step].filter((n) => n <= most);
  const armedAt = (where: string) => (table.armed?.choice.line === choice.line && table.armed.place === where ? table.armed.amount : null);
  const own = armedAt(place), other = armedAt(`${place}-any`);
  return (
    <div class="raises">
      {sums.map((n) => (
        <button type="button" key={n} class={own === n ? "primary" : ""} data-kind="raise" data-amount={n} data-confirm={own === n ? "" : undefined}
          aria-pressed={own === n}
          onClick={(e) => {
            e.stopPropagation();
            if (own === n) table.confirm();
            else table.arm(choice, place, [], n);
          }}>
          {own === n ? "Confirm " : bid > 0 ? <b>+{n - bid}</b> : null} {money(view, n)}<span class="sr"> bid by {choice.by}</span>
        </button>
      ))}
      {most > least + step && <Act table={table} choice={choice} place={`${place}-any`} short label={choice.words}>{other !== null ? money(view, other) : <span><span class="word">Other </span>…</span>}</Act>}
    </div>
  );
}

/** A player, or a company that bids for itself. */
const Bidder = ({ table: { view, seats }, name }: { table: TableApi; name: string }) => <Who view={view} seats={seats} name={name} size={22} />;

/** What stands, whose it is, and what has been called. */
function Standing({ table, sale }: { table: TableApi; sale: Sale }) {
  const { view } = table;
  return (
    <div class="standing">
      <p class="stands">
        {sale.bidder ? <><Bidder table={table} name={sale.bidder} /> <b>{sale.bidder}</b> {sale.chooses && sale.bid === 0 ? "leads with" : "has bid"} <strong data-bid>{money(view, sale.bid)}</strong></>
          : <span data-bid>no bid yet; the least is <strong>{money(view, sale.least)}</strong></span>}
      </p>
      {sale.calls.length > 0 && (
        <ol class="calls" aria-label="What has been called">
          <li data-heard="yes">open</li>
          {sale.calls.map((c) => <li key={c.words} data-heard={c.heard ? "yes" : "no"}>{c.words}</li>)}
        </ol>
      )}
      {sale.out.length > 0 && <p class="muted">Out: {sale.out.map((p) => <s key={p}>{p} </s>)}</p>}
    </div>
  );
}

const itemOf = (view: View, id: string): PrivateView | CompanyView | undefined =>
  view.privates.find((p) => p.id === id) ?? view.companies.find((c) => c.id === id);

function Item({ table, sale, id, price, affordable, large }: {
  table: TableApi; sale: Sale; id: string; price: number; affordable?: boolean; large: boolean;
}) {
  const { view } = table;
  const item = itemOf(view, id);
  const take = table.mine.find((c) => c.company === id && c.kind === "take");
  const calls = table.mine.filter((c) => c.company === id && c.least === undefined && c !== take);
  return (
    <article class={`private-card item ${large ? "large" : ""} ${affordable === false ? "beyond" : ""}`} data-item={id}>
      <header><Sign view={view} id={id} /><h4>{item?.name}</h4><strong class="price">{money(view, price)}</strong></header>
      <div class="figures-line">
        {affordable !== undefined && !take && <p class={affordable ? "tick plus" : "tick muted"} data-affordable={affordable}>{affordable ? "✓ you could pay it" : "– too dear for you now"}</p>}
        {item && "revenue" in item && item.revenue > 0 && <p class="muted pays">pays {money(view, item.revenue)}<span class="word"> a round</span></p>}
      </div>
      {item && (sale.item === undefined ? <Says table={table} card={item} /> : <Power card={item} />)}
      {large && <Standing table={table} sale={sale} />}
      {large && calls.map((c) => <Act key={c.line} table={table} choice={c} place="sale-call" short />)}
      {take && <Act table={table} choice={take} place={`item-${id}`} short label={take.words}>Take {money(view, take.amount ?? price)}</Act>}
    </article>
  );
}

/** Whoever may bid now, each with the sums that are quickly bid. */
function Bidders({ table, sale }: { table: TableApi; sale: Sale }) {
  const { view, legal } = table;
  const bids = (table.can ? legal.choices : []).filter((c) => c.least !== undefined && (sale.anyone || table.mine.includes(c)));
  return (
    <div class="bidders">
      {bids.map((c) => (
        <section key={c.by} class="bidder" data-bidder={c.by}>
          <p><Bidder table={table} name={c.by} /> <b>{said(view, c.by)}</b> <span class="muted range"><span class="word">may bid </span>{money(view, c.least ?? 0)} to {money(view, c.most ?? 0)}</span></p>
          <Raises table={table} choice={c} place={`sale-${c.by}`} bid={sale.bidder ? sale.bid : 0} />
        </section>
      ))}
    </div>
  );
}

/** One thing after the other, or the right to choose among all that is left. */
export function SaleStage({ table, sale }: { table: TableApi; sale: Sale }) {
  const first = sale.items.find((i) => i.id === sale.item);
  const rest = sale.items.filter((i) => i !== first);
  const choosing = table.mine.some((c) => c.kind === "take");
  return (
    <div class="sale scrolls" ref={useLines(table)} role="region" aria-label="What is sold" tabindex={0}>
      <section class="bidding">
        {first ? <Item table={table} sale={sale} {...first} large /> : (
          <article class="private-card large">
            <header><h4>{choosing ? "Take what you like" : "The right to choose one of these"}</h4></header>
            {!choosing && <Standing table={table} sale={sale} />}
          </article>
        )}
        {!choosing && <Bidders table={table} sale={sale} />}
      </section>
      <h4>{first ? "Then, in this order" : "What is left"}</h4>
      <div class={`items ${first ? "small" : ""}`}>{rest.map((i) => <Item key={i.id} table={table} sale={sale} {...i} large={false} />)}</div>
    </div>
  );
}

/** The right to a line; the map shows the line. */
export function LineSale({ table, sale }: { table: TableApi; sale: Sale }) {
  const { view, legal } = table;
  return (
    <section class="line-sale" aria-label="The contract on sale">
      <div><h3>{sale.name}</h3><Standing table={table} sale={sale} /></div>
      <Bidders table={table} sale={sale} />
      <dl class="figures">
        {legal.prospect && (
          <div data-prospect><dt>{said(view, legal.company ?? "")} could run</dt><dd>{money(view, legal.prospect.with)}</dd><dt>without it {money(view, legal.prospect.without)}</dt></div>
        )}
        {sale.figures.map((f) => <div key={f.name} data-figure={f.name}><dt>{f.name}</dt><dd>{money(view, f.value)}</dd></div>)}
      </dl>
    </section>
  );
}

// --- a few ways ------------------------------------------------------------------------------------

interface Way {
  choice: Choice;
  changes: Changes;
}

/** What each of the few choices would change; nothing where they are no alternatives. Private companies that could be
 * bought as well stand in the panel. */
export function useWays(table: TableApi | null): Way[] {
  return useMemo(() => {
    if (!table?.legal.alternatives) return [];
    const ways = table.mine.filter((c) => c.kind !== "acquire").map((choice) => ({ choice, changes: table.engine.preview([choice.line]) }));
    return ways.filter((w): w is Way => !isProblem(w.changes) && !isRefused(w.changes));
  }, [table?.engine, table?.legal, table?.can]);
}

/** Do they make other companies of what there is? Then they have the stage. */
export const reshape = (view: View, ways: Way[]): boolean =>
  ways.some((w) => w.changes.companies.some((c) => sharesDiffer(view.companies.find((x) => x.id === c.id), c)));

/** What companies that sell trains have left: "H keeps 2, S3". */
const keeping = (view: View, changes: Changes): string[] =>
  view.companies.flatMap((c) => {
    const sold = changes.trains.filter((x) => x.from === c.id).map((x) => x.train);
    const left = c.trains.filter((x) => !sold.includes(x));
    return !sold.length ? [] : [left.length ? `${said(view, c.id)} keeps ${trainsInShort(left).join(", ")}` : `${said(view, c.id)} has no train then`];
  });

function WayCard({ table, way, whole, onAlways }: { table: TableApi; way: Way; whole: boolean; onAlways?(): void }) {
  const { view } = table;
  const { choice, changes } = way;
  const companies = remade(view, changes).filter((c) => c.then.id === table.legal.company || c.then.status === "closed" || sharesDiffer(c.now, c.then));
  const paid = changes.cash.filter((c) => view.players.some((p) => p.name === c.who));
  const begins = changes.also.find((e) => e.kind === "round"); // the last of a round: what the next one pays is not the choice's doing
  return (
    <article class="way" data-way={choice.line}>
      <Act table={table} choice={choice} place="way" short kind="choose" />
      {whole && companies.map((c) => <Reshaped key={c.then.id} view={view} now={c.now} then={c.then} />)}
      {whole && paid.length > 0 && <p class="division">{begins && <b>Then {begins.text}:</b>} {paid.map((c) => <span key={c.who}><SeatDot seats={table.seats} name={c.who} /> <span>{c.who} {signed(view, c.by)}</span></span>)}</p>}
      {whole ? <ul class="notes">{changes.also.filter((e) => e.important || e.kind === "paid").map((e, i) => <li key={i}>{capital(e.text)}</li>)}</ul>
        : <Effects view={view} changes={changes} purses more={choice.kind === "accept" ? keeping(view, changes) : []} />}
      {choice.kind === "decline" && onAlways && <button type="button" class="link" data-kind="always" onClick={onAlways}>Always refuse, this whole game</button>}
    </article>
  );
}

/** The ways side by side; behind them the companies whose turn comes next. */
const MOST_COLUMNS = 3; // beside more of them, where others change several companies, the pass stands in the bar alone

export function WaysStage({ table, ways }: { table: TableApi; ways: Way[] }) {
  const { view, legal } = table;
  const shown = ways.length > MOST_COLUMNS && ways.some((w) => w.changes.companies.length > 1) ? ways.filter((w) => w.choice.kind !== "pass") : ways;
  const next = legal.next.map((id) => view.companies.find((c) => c.id === id)).filter((c): c is CompanyView => c !== undefined);
  return (
    <div class="ways-stage scrolls" role="region" aria-label="What each choice changes" tabindex={0}>
      <div class="ways">{shown.map((w) => <WayCard key={w.choice.line} table={table} way={w} whole />)}</div>
      {next.length > 0 && (
        <>
          <h4>Next</h4>
          <div class="charters">{next.slice(0, 6).map((c) => <CharterCard key={c.id} table={table} c={c} order={-1} />)}</div>
        </>
      )}
    </div>
  );
}

/** Over the map, where the ways are about a place and not about shares. */
export function WaysStrip({ table, ways, onAlways }: { table: TableApi; ways: Way[]; onAlways?(): void }) {
  return <div class="ways strip" role="group" aria-label="What can be chosen">{ways.map((w) => <WayCard key={w.choice.line} table={table} way={w} whole={false} onAlways={onAlways} />)}</div>;
}

// --- what a step comes from --------------------------------------------------------------------------

export const SIGNS = { stays: "✓", open: "?", goes: "✗" };

/** Over the map: what has come about, and where cities are given up which of them can stay. */
export function Banner({ table }: { table: TableApi }) {
  const { legal, view } = table;
  const place = (hex: string) => view.map.find((m) => m.hex === hex)?.place ?? hex;
  return (
    <section class="banner strip" aria-label="What has come about">
      <p data-banner><b>{legal.banner}</b></p>
      {legal.fates && (
        <ul class="fates">
          {[...new Set(legal.fates.map((f) => f.why))].map((why) => {
            const alike = legal.fates!.filter((f) => f.why === why);
            return <li key={why} data-fate={alike[0]!.fate}><b>{SIGNS[alike[0]!.fate]} {alike.map((f) => place(f.hex)).join(", ")}</b> {why}</li>;
          })}
        </ul>
      )}
      {legal.fates && view.companies.some((c) => c.upkeep) && <details><summary>What a change of phase costs</summary><Upkeep view={view} /></details>}
    </section>
  );
}

// --- a chart of choices ------------------------------------------------------------------------------

/** Choices where they stand on a chart, row by row. */
export function ChartChoices({ table, choices }: { table: TableApi; choices: Choice[] }) {
  const { view } = table;
  const tokens = table.legal.chart ?? [];
  const rows = [...new Set([...choices.map((c) => c.cell!.row), ...tokens.map((x) => x.row)])].sort((a, b) => a - b);
  return (
    <section class="kind boxes" aria-label={choices[0]?.heading}>
      <h3>{choices[0]?.heading}</h3>
      {rows.map((r) => {
        const row = choices.filter((c) => c.cell!.row === r);
        return (
          <div key={r} class="box-row">
            <small class="muted">{row[0]?.cell?.head}</small>
            <div class="cells">{row.map((c) => (
              <div key={c.line} style={{ gridColumn: c.cell!.column + 1 }}>
                <Act table={table} choice={c} place="list" short kind="box" label={c.words}>{isArmed(table, c, "list") ? "✓" : c.amount}{c.cost !== undefined && c.cost !== c.amount && <small title={`costs ${money(view, c.cost)}`}>{c.cost}</small>}</Act>
              </div>
            ))}
            {tokens.filter((x) => x.row === r).map((x) => <span key={x.company} class="on-box" style={{ gridColumn: x.column + 1 }} title={x.company}><Badge view={view} id={x.company} size={16} /></span>)}</div>
          </div>
        );
      })}
      {tokens.length > 0 && <p data-lobbies>Asked first: {tokens.map((x) => said(view, x.company)).join(", then ")}.</p>}
      {choices.some((c) => c.cost !== undefined && c.cost !== c.amount) && <p class="muted">Small: what it costs {said(view, table.legal.company ?? "")}.</p>}
      {table.armed && choices.includes(table.armed.choice) && <><p>{capital(table.armed.choice.words)}</p><Ahead table={table} armed={table.armed} /></>}
    </section>
  );
}
