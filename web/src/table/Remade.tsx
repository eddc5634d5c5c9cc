// SPDX-License-Identifier: Apache-2.0
// Remade.tsx: companies before and after: where shares, money, trains, tokens and rights go when a company is formed,
// taken over, merged or closed. It stands beside a choice that would do it, and over the map once it has been done.
import { useMemo } from "preact/hooks";
import { isProblem, isRefused } from "../engine/engine";
import type { Changes, CompanyState, CompanyView, View } from "../engine/types";
import { capital, lineOf, type TableApi } from "./Act";
import { money, placeOf, privatesInShort, said, trainsInShort } from "./parts";

interface Pair { now: CompanyView; then: CompanyState }

export const sharesDiffer = (now: CompanyView | undefined, then: CompanyState): boolean =>
  now !== undefined && (now.units !== then.units || JSON.stringify(now.shares) !== JSON.stringify(then.shares));

/** The companies of a change, as they are and as they would be. */
export const remade = (view: View, changes: Changes): Pair[] =>
  changes.companies.map((then) => ({ then, now: view.companies.find((c) => c.id === then.id) })).filter((p): p is Pair => p.now !== undefined);

const closes = (p: Pair): boolean => p.then.status === "closed" && p.now.status !== "closed";

function Before({ from, to }: { from: string; to: string }) {
  return from === to ? <td class="num same" colSpan={3}>{to}</td> : <><td class="num">{from}</td><td>→</td><td class="num"><b>{to}</b></td></>;
}

/** A row a matter: what it is now and then. */
export function Reshaped({ view, now, then }: { view: View } & Pair) {
  const gone = closes({ now, then });
  const holders = [...new Set([...Object.keys(now.shares), ...Object.keys(then.shares)])];
  const percent = (n: number | undefined) => (n ? `${n} %` : "–");
  const place = (hex: string) => view.map.find((m) => m.hex === hex)?.place ?? hex;
  const named = view.lines?.filter((l) => [...now.lines, ...then.lines].includes(l.id)).map((l) => `${l.id} ${l.name}`).join(", ");
  const limit = (c: CompanyState) => (gone || c.train_limit === undefined ? [] : [`${c.train_limit}`]);
  const list = (words: string[]) => words.join(", ") || "–";
  const lists: [name: string, from: string[], to: string[]][] = [
    ["trains", trainsInShort(now.trains), trainsInShort(then.trains)],
    ["train limit", limit(now), limit(then)],
    [`${view.token_called}s`, now.tokens.map(place), then.tokens.map(place)],
    ["contracts", now.lines, then.lines], // in short, as on the charter: names would not fit side by side
    [privatesInShort(view), now.privates.map((p) => said(view, p)), then.privates.map((p) => said(view, p))],
  ];
  return (
    <table class="reshaped" data-company={now.id}>
      <caption>{now.id} {now.name !== now.id && <span class="muted">{now.name}</span>} {gone && <b>closes</b>}{now.status === "started" && then.status === "floated" && <b>floats</b>}</caption>
      <tbody>
        {now.units > 0 && <tr class="long" data-row="shares"><th scope="row">shares</th><Before from={`${now.units} of ${100 / now.units} %`} to={`${then.units} of ${100 / then.units} %`} /></tr>}
        {now.units > 0 && holders.map((who) => (
          <tr key={who} data-row={who}><th scope="row">{placeOf(view, now.id, who)}{who === (now.mother ?? now.president) ? " ★" : ""}</th><Before from={percent(now.shares[who])} to={percent(then.shares[who])} /></tr>
        ))}
        <tr data-row="cash"><th scope="row">money</th><Before from={money(view, now.cash)} to={money(view, then.cash)} /></tr>
        {then.price !== undefined && <tr data-row="price"><th scope="row">price</th><Before from={money(view, now.price ?? 0)} to={money(view, then.price)} /></tr>}
        {lists.map(([name, from, to]) => from.join() !== to.join() && (
          <tr key={name} class="long" data-row={name} title={name === "contracts" ? named : undefined}><th scope="row">{name}</th><Before from={list(from)} to={list(to)} /></tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the armed choice would make of companies, or the last action has made of them, if some close by it. */
export function useRemade(table: TableApi | null): { view: View; changes: Changes } | null {
  const here = table?.game.here ?? 0;
  const last = table?.game.log[here - 1];
  const armed = table?.armed ?? null;
  return useMemo(() => {
    if (!table || (!armed && !last?.events.some((e) => e.kind === "closed"))) return null;
    const at = armed ? here : here - 1;
    const changes = table.engine.preview(armed ? [...armed.before, lineOf(armed.choice, armed.amount)] : [last!.line], at);
    if (isProblem(changes) || isRefused(changes) || !changes.companies.some((c) => c.status === "closed")) return null;
    const view = table.engine.view(at);
    return remade(view, changes).some(closes) ? { view, changes } : null;
  }, [table?.engine, here, last, armed]);
}

/** The sheet: those that close on the left, what is made of them on the right. */
export function RemadeSheet({ view, changes, open = false }: { view: View; changes: Changes; open?: boolean }) {
  const pairs = remade(view, changes).filter((p) => closes(p) || sharesDiffer(p.now, p.then) || p.now.status !== p.then.status);
  const gone = pairs.filter(closes), rest = pairs.filter((p) => !closes(p));
  return (
    <details class="remade strip" open={open} data-remade>
      <summary>{capital(changes.also.filter((e) => ["own", "floated"].includes(e.kind)).map((e) => e.text).join(". ") || `${gone.map((p) => p.now.id).join(", ")} closed`)}: before and after</summary>
      <div class="pairs">
        <div>{gone.map((p) => <Reshaped key={p.now.id} view={view} {...p} />)}</div>
        {rest.length > 0 && <><span aria-hidden="true">▸</span><div>{rest.map((p) => <Reshaped key={p.now.id} view={view} {...p} />)}</div></>}
      </div>
    </details>
  );
}
