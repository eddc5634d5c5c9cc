// SPDX-License-Identifier: Apache-2.0
// Result.tsx: the end of a game: who has what, how it came about, and what decided it; and while it lasts the same
// figures over time.
import { useMemo } from "preact/hooks";
import { isProblem } from "../engine/engine";
import type { Parts, Series } from "../engine/types";
import type { Seat } from "../keep";
import { capital, type TableApi } from "./Act";
import { Chart, type Line } from "./Chart";
import { Badge, money, privatesInShort, said, SeatDot, trainsInShort } from "./parts";
import { Take } from "./Reference";

export function useSeries(table: TableApi): Series | null {
  return useMemo(() => {
    const answer = table.engine.series();
    return isProblem(answer) ? null : answer;
  }, [table.engine, table.game.now]);
}

/** What each player was paid in the last operating round that was over at this moment, or in the first one until now. */
export function lastIncomes(series: Series, here: number): { round: string; of: number[] } | undefined {
  const paid = (r: Series["rounds"][number]) => r.round.startsWith("operating") && r.at < here;
  const over = series.rounds.findLastIndex((r, i) => paid(r) && i < series.rounds.length - 1);
  const k = over < 0 ? series.rounds.findLastIndex(paid) : over;
  return k < 0 ? undefined : { round: series.rounds[k]!.round, of: series.players.map((p) => p.income[k] ?? 0) };
}

function playerLines(table: TableApi, series: Series, what: "worth" | "cash" | "income"): Line[] {
  return series.players.map((p) => ({
    name: p.name, values: p[what], color: table.seats.find((s) => s.name === p.name)?.color ?? "var(--accent)",
  }));
}

/** Of companies that ever had a price. */
function companyLines(table: TableApi, series: Series, what: "price" | "revenue"): Line[] {
  return series.companies.filter((c) => c.price.some((p) => p > 0)).map((c) => ({
    name: c.id, values: c[what], color: table.view.companies.find((x) => x.id === c.id)?.color ?? "var(--accent)",
  }));
}

const common = (table: TableApi, series: Series) => ({
  rounds: series.rounds.map((r) => r.round), phases: series.rounds.map((r) => r.phase), write: (v: number) => money(table.view, v),
});

export function Charts({ table }: { table: TableApi }) {
  const series = useSeries(table);
  if (!series) return null;
  const same = common(table, series);
  /** Every figure of every chart, a row a round. */
  const rows = (): string[][] => {
    const lines: [string, Line[]][] = [
      ...(["worth", "cash", "income"] as const).map((what): [string, Line[]] => [what, playerLines(table, series, what)]),
      ...(["price", "revenue"] as const).map((what): [string, Line[]] => [what, companyLines(table, series, what)]),
    ];
    const columns = lines.flatMap(([what, all]) => all.map((l) => ({ head: `${what} ${l.name}`, values: l.values })));
    return [["round", "phase", "bank", ...columns.map((c) => c.head)],
      ...series.rounds.map((r, i) => [r.round, r.phase, String(r.bank), ...columns.map((c) => String(c.values[i] ?? ""))])];
  };
  return (
    <div class="charts scrolls" role="region" aria-label="Charts" tabindex={0}>
      <p class="strip"><Take name={`${table.view.title.id} charts`} rows={rows} /></p>
      <Chart title="Worth" lines={playerLines(table, series, "worth")} {...same} />
      <Chart title="Cash" lines={playerLines(table, series, "cash")} {...same} />
      <Chart title="Income" lines={playerLines(table, series, "income")} {...same} />
      <Chart title="Prices" lines={companyLines(table, series, "price")} {...same} />
      <Chart title="Revenues" lines={companyLines(table, series, "revenue")} {...same} />
      {!table.view.bank.unlimited && <Chart title="Bank" lines={[{ name: "bank", color: "var(--ink)", values: series.rounds.map((r) => r.bank) }]} {...same} />}
    </div>
  );
}

/** Revenues round by round as one small line. */
function Small({ values }: { values: number[] }) {
  const most = Math.max(1, ...values);
  const points = values.map((v, i) => `${(100 * i) / Math.max(1, values.length - 1)},${20 - (18 * v) / most}`).join(" ");
  return <svg class="small-line" viewBox="0 0 100 22" width="100" height="22" aria-hidden="true"><polyline points={points} fill="none" stroke="currentColor" stroke-width="1.5" /></svg>;
}

/** What a player has, part by part, in words and as a bar. */
function PartsOf({ table, parts, worth, behind }: { table: TableApi; parts: Parts; worth: number; behind: number }) {
  const { view } = table;
  return (
    <span class="parts">{behind > 0 && `${money(view, behind)} behind · `}cash {money(view, parts.cash)}, paper {money(view, worth - parts.cash)}{worth > parts.cash ? ": " : ""}
      {Object.entries(parts.shares).map(([id, value]) => <span key={id} data-part={id}><Badge view={view} id={id} size={22} /><span class="sr">{id}</span> {money(view, value)} </span>)}
      {parts.privates > 0 && <span>{privatesInShort(view)} {money(view, parts.privates)}</span>}
    </span>
  );
}

function PartsBar({ table, parts, color, most }: { table: TableApi; parts: Parts; color: string; most: number }) {
  const share = (amount: number) => `${(100 * Math.max(0, amount)) / most}%`;
  const colorOf = (id: string) => table.view.companies.find((c) => c.id === id)?.color ?? "var(--muted)";
  return (
    <>
      <span style={{ width: share(parts.cash), background: color }} title={`cash ${money(table.view, parts.cash)}`} />
      {Object.entries(parts.shares).map(([id, value]) => <span key={id} class="paper" style={{ width: share(value), background: colorOf(id) }} title={`${id} ${money(table.view, value)}`} />)}
      <span class="paper" style={{ width: share(parts.privates), background: "var(--muted)" }} title={`privates ${money(table.view, parts.privates)}`} />
    </>
  );
}

/** What somebody may want of a game that is over. */
export interface Afterwards {
  /** A new game from this record. */
  branch(record: string, seats: Seat[]): void;
  save(record: string): void;
}

/** The same people, bots and house rules at the same title, with another seed. */
function again(table: TableApi): { record: string; seats: Seat[] } | { error: string } {
  const { view, seats, engine } = table;
  const next = engine.sibling();
  const state = next.begin({
    title: view.title.id, players: seats.map((s) => s.name), seed: crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000, seats: "drawn",
    options: Object.fromEntries(view.title.options.map((o) => [o.slice(0, o.indexOf("=")), o.slice(o.indexOf("=") + 1)])),
  });
  const record = isProblem(state) ? state : next.record();
  if (isProblem(state) || isProblem(record)) return isProblem(record) ? record : { error: "the game cannot begin" };
  return { record: record.text, seats: state.players.map((name) => seats.find((s) => s.name === name)!) };
}

function After({ table, afterwards: { branch, save } }: { table: TableApi; afterwards: Afterwards }) {
  const { engine, game, seats } = table;
  const rounds = game.log.filter((e, k) => k > 0 && e.round !== game.log[k - 1]!.round);
  const whole = (at?: number, use: (record: string) => void = save) => {
    const record = engine.record(at);
    if (isProblem(record)) game.say(record.error);
    else use(record.text);
  };
  return (
    <div class="row afterwards">
      <button type="button" onClick={() => game.go(0)}>Look through the game</button>
      <select aria-label="Play on from a round" value="" onChange={(e) => { if (e.currentTarget.value) whole(Number(e.currentTarget.value), (record) => branch(record, seats)); }}>
        <option value="">Play on from a round …</option>
        {rounds.map((e) => <option key={e.k} value={e.k}>{capital(e.round)}</option>)}
      </select>
      <button type="button" onClick={() => whole()}>Save the record</button>
      <button type="button" onClick={() => {
        const next = again(table);
        if ("error" in next) game.say(next.error);
        else branch(next.record, next.seats);
      }}>Same table again</button>
    </div>
  );
}

/** Beside the ranking: who presides over what, and what each company has left. Who won and why it ended says the stage,
 * with what the companies earned. */
export function Finals({ table }: { table: TableApi }) {
  const { view, seats, game } = table;
  const left = view.companies.filter((c) => c.price !== undefined && !["unstarted", "closed"].includes(c.status))
    .sort((a, b) => (b.price ?? 0) - (a.price ?? 0));
  const trains = left.some((c) => c.trains.length);
  return (
    <section class="finals" aria-label="What the companies have at the end">
      <h3>The companies at the end</h3>
      {left.length > 0 ? <table class="list">
        <thead><tr><th>Company</th><th>President</th><th class="num">Treasury</th>{trains && <th class="num">Trains</th>}</tr></thead>
        <tbody>
          {left.map((c) => (
            <tr key={c.id} data-final={c.id} title={c.name}>
              <td><Badge view={view} id={c.id} size={20} /> {c.id}</td>
              <td>{c.president ? <><SeatDot seats={seats} name={c.president} /> {said(view, c.president)}</> : "–"}</td>
              <td class="num">{money(view, c.cash)}</td>
              {trains && <td class="num">{trainsInShort(c.trains).join(" ") || "–"}</td>}
            </tr>
          ))}
        </tbody>
      </table> : <p>No company is left.</p>}
      <p class="muted">{game.log.length} actions in {new Set(game.log.map((e) => e.round)).size} rounds.</p>
    </section>
  );
}

export function Result({ table, afterwards }: { table: TableApi; afterwards?: Afterwards }) {
  const { view, seats } = table;
  const series = useSeries(table);
  const ranked = [...view.players].sort((a, b) => a.place - b.place);
  const most = Math.max(1, ...ranked.map((p) => p.worth));
  const first = ranked[0]?.worth ?? 0;
  const winners = ranked.filter((p) => p.place === 1).map((p) => p.name);
  const partsOf = (name: string) => series?.players.find((p) => p.name === name)?.parts;
  return (
    <section class="result scores scrolls" aria-label="Final scores" tabindex={0}>
      <h3>Final scores</h3>
      <p><strong>{winners.join(" and ")} win{winners.length === 1 ? "s" : ""} with {money(view, first)}.</strong> {series?.end ?? view.over_by}.</p>
      {afterwards && <After table={table} afterwards={afterwards} />}
      <table class="list">
        <tbody>
          {ranked.map((p) => {
            const color = seats.find((s) => s.name === p.name)?.color ?? "var(--accent)";
            const parts = partsOf(p.name);
            return (
              <tr key={p.name} data-rank={p.place}>
                <td class="num">{p.place}.</td>
                <td><SeatDot seats={seats} name={p.name} /> {p.name}</td>
                <td class="num"><strong>{money(view, p.worth)}</strong></td>
                <td class="bar">{parts && <PartsBar table={table} parts={parts} color={color} most={most} />}</td>
                <td class="muted">{parts ? <PartsOf table={table} parts={parts} worth={p.worth} behind={first - p.worth} /> : p.worth < first && `${money(view, first - p.worth)} behind`}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {series && <Chart title="Worth" lines={playerLines(table, series, "worth")} {...common(table, series)} />}
      {series?.deciding && (
        <section>
          <h3>What decided it</h3>
          <ul class="deciding">{series.deciding.map((d) => <li key={d}>{capital(d)}.</li>)}</ul>
        </section>
      )}
      {series && (
        <table class="list companies">
          <thead><tr><th>Company</th><th class="num">paid in all</th><th class="num">last price</th><th class="num">best run</th><th>runs</th></tr></thead>
          <tbody>
            {series.companies.filter((c) => c.price.some((x) => x > 0)).map((c) => (
              <tr key={c.id}><td><Badge view={view} id={c.id} size={22} /> {c.id}</td><td class="num">{money(view, c.paid)}</td>
                <td class="num">{c.price.at(-1) ? money(view, c.price.at(-1)!) : "closed"}</td><td class="num">{money(view, Math.max(0, ...c.revenue))}</td><td><Small values={c.revenue} /></td></tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
