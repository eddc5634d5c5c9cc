// SPDX-License-Identifier: Apache-2.0
// Sheet.tsx: everything at once: rows companies, columns players and everybody else who can hold a share, then what ran
// in which round. Its cells carry the actions of a stock round, like charters and hand do.
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Choice, CompanyView, View } from "../engine/types";
import { Act, capital, type TableApi } from "./Act";
import { Badge, hasTokens, money, privatesInShort, said, signed, Trains, turnOf } from "./parts";
import { Take } from "./Reference";
import { lastIncomes, useSeries } from "./Result";

/** What every company ran in every round, as text: [kept], (half), else paid. */
function runsOf(table: TableApi): { rounds: string[]; runs: Map<string, Map<string, { text: string; sum: number }>> } {
  const runs = new Map<string, Map<string, { text: string; sum: number }>>();
  const rounds: string[] = [];
  const log = table.game.log.slice(0, table.game.here);
  for (const [k, e] of log.entries()) {
    if (e.kind !== "run" || e.revenue === undefined) continue;
    if (!rounds.includes(e.round)) rounds.push(e.round);
    const paid = log.slice(k + 1, k + 4).find((n) => n.by === e.by && ["pay", "withhold", "half"].includes(n.kind))?.kind;
    const text = paid === "withhold" ? `[${e.revenue}]` : paid === "half" ? `(${e.revenue})` : String(e.revenue);
    runs.set(e.by, (runs.get(e.by) ?? new Map()).set(e.round, { text, sum: e.revenue }));
  }
  return { rounds: rounds.toReversed(), runs }; // the last ones are in view, older ones to the right
}

/** A column whose cells are figures: how it is written, and what it is sorted by. */
interface Column {
  key: string;
  head: string;
  value(c: CompanyView, view: View): number | undefined;
}
const held = (who: string) => (c: CompanyView) => c.shares[who];
const own = (c: CompanyView) => c.shares[c.id] ?? c.shares.treasury;
const placeOf = (c: CompanyView, view: View) => turnOf(view, c.id) + 1 || undefined;

function columnsOf(view: View): Column[] {
  /** Where no company has shares there is no column either: it would push the last rounds out of sight. */
  const piles: Column[] = [{ key: "offering", head: "offer", value: held("offering") }, { key: "pool", head: view.pool_called, value: held("pool") }, { key: "treasury", head: "treasury", value: own }];
  return [
    ...view.players.map((p): Column => ({ key: `of ${p.name}`, head: p.name, value: held(p.name) })),
    ...piles.filter((pile) => view.companies.some((c) => pile.value(c, view))),
    { key: "par", head: "par", value: (c) => c.par }, { key: "price", head: "price", value: (c) => c.price },
    { key: "cash", head: "cash", value: (c) => (c.status === "unstarted" ? undefined : c.cash) },
  ];
}

/** A company is started at one of several prices. */
function Starts({ table, c, starts }: { table: TableApi; c: CompanyView; starts: Choice[] }) {
  const armed = table.armed?.place === `sheet-${c.id}` ? table.armed.choice : undefined;
  if (armed) return <Act table={table} choice={armed} place={`sheet-${c.id}`} short kind="choice small" label={armed.words}>{money(table.view, armed.amount ?? 0)}</Act>;
  return (
    <select aria-label={`Start ${c.id} at`} value="" onClick={(e) => e.stopPropagation()} onChange={(e) => {
      const choice = starts.find((s) => s.line === e.currentTarget.value);
      if (choice) table.arm(choice, `sheet-${c.id}`);
    }}>
      <option value="">start</option>
      {starts.map((s) => <option key={s.line} value={s.line}>{money(table.view, s.amount ?? 0)}</option>)}
    </select>
  );
}

/** What can be done in a cell: sell from one's own, buy beside offer, pool or treasury, start beside the par. */
function Actions({ table, c, column }: { table: TableApi; c: CompanyView; column: string }) {
  const those = table.mine.filter((x) => x.company === c.id);
  const buy = those.find((x) => x.kind === "buy" && (x.holder === column || (column === "treasury" && x.holder === c.id)));
  const starts = column === "par" ? those.filter((x) => x.kind === "start" || x.kind === "par") : [];
  const sells = those.filter((x) => x.kind === "sell" && column === `of ${x.by}`);
  const place = `sheet-${c.id}`;
  return (
    <>
      {buy && <Act table={table} choice={buy} place={place} short kind="choice small" label={buy.words}>Buy</Act>}
      {sells.map((s) => <Act key={s.line} table={table} choice={s} place={place} short kind="choice small" label={s.words}>−{s.units ?? 1}</Act>)}
      {starts.length > 0 && <Starts table={table} c={c} starts={starts} />}
    </>
  );
}

export function Sheet({ table }: { table: TableApi }) {
  const { view, engine, game } = table;
  const [sort, setSort] = useState({ key: "order", down: false });
  const [only, setOnly] = useState(false);
  const [changes, setChanges] = useState(false);
  const columns = columnsOf(view);
  /** In a game without tokens there is no column of noughts, which would push the last rounds out of sight. */
  const tokens = hasTokens(view);
  const { rounds, runs } = useMemo(() => runsOf(table), [game.log, game.here]);
  const halved = [...runs.values()].some((of) => [...of.values()].some((r) => r.text.startsWith("(")));
  const series = useSeries(table);
  const incomes = series && lastIncomes(series, game.here);
  const purses = useMemo(() => engine.purses(game.here), [engine, game.here, game.now]);
  /** The table as it was when the last round ended. */
  const before = useMemo(() => {
    const k = game.log.findLastIndex((e, i) => i > 0 && i < game.here && e.round !== game.log[i - 1]?.round);
    return changes && k > 0 ? engine.view(k) : null;
  }, [engine, game.log, game.here, changes]);

  /** Whoever has private companies: players, companies, and where they lie else. */
  const lie = [...view.players.map((p): [string, string[]] => [p.name, p.privates]), ...view.companies.map((c): [string, string[]] => [c.id, c.privates]),
    [view.pool_called, view.privates.filter((p) => p.owner === "pool").map((p) => p.id)] as [string, string[]]].filter(([, ids]) => ids.length);

  const valueOf = (c: CompanyView, key: string): number | undefined =>
    key === "order" ? placeOf(c, view) : columns.find((x) => x.key === key)?.value(c, view) ?? runs.get(c.id)?.get(key)?.sum;
  const rows = view.companies.filter((c) => !only || (c.status !== "unstarted" && c.status !== "closed")).sort((a, b) => {
    const [x, y] = [valueOf(a, sort.key), valueOf(b, sort.key)];
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
    return sort.down ? y - x : x - y;
  });
  const head = (key: string, words: string, cls = "num") => (
    <th key={key} class={cls} aria-sort={sort.key === key ? (sort.down ? "descending" : "ascending") : undefined}>
      <button type="button" class="link" title={`Sort by ${words}`} onClick={() => setSort({ key, down: sort.key === key ? !sort.down : key !== "order" })}>{words}{sort.key === key ? (sort.down ? " ▾" : " ▴") : ""}</button>
    </th>
  );
  const cell = (c: CompanyView, column: Column) => {
    const value = column.value(c, view);
    const was = before?.companies.find((x) => x.id === c.id);
    const by = before && was ? (value ?? 0) - (column.value(was, before) ?? 0) : 0;
    return (
      <td key={column.key} class="num">{value === undefined || value === 0 && column.key.startsWith("of ") ? "" : column.key === "cash" ? money(view, value) : value}{`of ${c.president}` === column.key && !c.mother ? "★" : ""}
        {by !== 0 && <small class={`by ${by < 0 ? "minus" : "plus"}`}>{column.key === "cash" ? signed(view, by) : `${by > 0 ? "+" : "−"}${Math.abs(by)}`}</small>}
        <Actions table={table} c={c} column={column.key} /></td>
    );
  };
  const foot = (words: ComponentChildren, of: (i: number) => string, cls = "") => (
    <tr class={cls}><th scope="row">{words}</th>{view.players.map((p, i) => <td key={p.name} class="num">{of(i)}</td>)}</tr>
  );
  return (
    <div class="sheet scrolls" role="region" aria-label="Sheet" tabindex={0}>
      <table class="list">
        <thead>
          <tr>{head("order", "order", "")}{columns.map((x) => head(x.key, x.head))}<th>trains</th>{tokens && <th class="num">{view.token_called}s left</th>}
            {rounds.map((r) => head(r, r.replace("operating ", "OR ")))}</tr>
        </thead>
        <tbody>
          {rows.map((c) => (
            <tr key={c.id} class={c.status === "closed" ? "gone" : c.status === "unstarted" ? "muted" : ""} data-row-of={c.id}>
              <th scope="row"><Badge view={view} id={c.id} size={22} /> {said(view, c.id)}{placeOf(c, view) !== undefined && <small class="muted" title="its place in the order of operating"> {placeOf(c, view)}.</small>}</th>
              {columns.map((x) => cell(c, x))}
              <td>{c.trains.length ? <Trains view={view} trains={c.trains} /> : ""}</td>{tokens && <td class="num">{c.tokens_left}</td>}
              {rounds.map((r) => <td key={r} class="num">{runs.get(c.id)?.get(r)?.text ?? ""}</td>)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {foot("cash", (i) => money(view, view.players[i]!.cash))}
          {purses.some((p) => p.could !== undefined) && foot(<span title="Cash after selling all that can be sold, the dearest first">could raise <br /><small class="muted">in a stock round</small></span>, (i) => (purses[i]?.could === undefined ? "" : money(view, purses[i].could)))}
          {foot("worth", (i) => money(view, view.players[i]!.worth), "worth")}
          {foot("certificates", (i) => `${view.players[i]!.certificates} of ${view.players[i]!.certificate_limit}`)}
          {incomes && foot("last income", (i) => money(view, incomes.of[i] ?? 0))}
          {lie.length > 0 && <tr><th scope="row">{privatesInShort(view)}</th>
            <td colSpan={columns.length + (tokens ? 2 : 1) + rounds.length} data-privates>{lie.map(([who, ids]) => `${capital(who)} ${ids.map((id) => said(view, id)).join(", ")}`).join(" · ")}</td></tr>}
        </tfoot>
      </table>
      <div class="row sheet-tools">
        <label><input type="checkbox" checked={only} onChange={(e) => setOnly(e.currentTarget.checked)} /> hide what has not started</label>
        <label><input type="checkbox" checked={changes} onChange={(e) => setChanges(e.currentTarget.checked)} /> change since the last round</label>
        <span class="muted">Revenues: [kept], {halved && "(half), "}else paid. ★ president.</span> <Take name={`${view.title.id} sheet`} />
      </div>
    </div>
  );
}
