// SPDX-License-Identifier: Apache-2.0
// Says.tsx: what a card of the game does, in the engine's sentences, and on demand every rule of the title's
// ledger that names it.
import { useState } from "preact/hooks";
import { capital, type TableApi } from "./Act";

interface Named { id: string; name: string; alias?: string; power?: string; used?: string; kind?: string; has?: string[] }

/** What it does; what has been used up is struck through; before it what goes with a private company. */
export function Power({ card: { power, used = "", kind, has } }: { card: Named }) {
  if (!power) return null;
  return <>{kind === "private" && has?.[0] && <p class="muted" data-has>{capital(has.join(" · "))}</p>}<p class="power" title={power}>{used && <s title="has been used" data-used>{used}</s>}{power.slice(used.length)}</p></>;
}

/** Words by which rules name it; one that is a figure would be found in half of them. */
const wordsFor = (card: Named): string[] =>
  [card.id, card.alias ?? "", card.name].filter((word) => word && !/^\d+$/.test(word));

export function Says({ table, card }: { table: TableApi; card: Named }) {
  const [rules, setRules] = useState<{ id: string; ledger: string }[]>([]);
  const look = (e: Event) => {
    if ((e.currentTarget as HTMLDetailsElement).open) setRules(table.engine.rules(table.view.title.id, wordsFor(card)));
  };
  return (
    <>
      <Power card={card} />
      <details class="rules-say" onToggle={look}>
        <summary>Its rules</summary>
        {rules.length ? <ul>{rules.map((r) => <li key={r.id}><b>{r.id}</b> {r.ledger}</li>)}</ul> : <p class="muted">No rule names it.</p>}
      </details>
    </>
  );
}

/** Trains and whatever else lies on the table, in words. */
export function Pieces({ table }: { table: TableApi }) {
  const { view } = table;
  return (
    <dl class="pieces" aria-label="Trains and other pieces">
      {view.bank.trains.map((t) => <div key={t.name}><dt>{t.name}-{t.called ?? "train"}</dt><dd>{t.says}</dd></div>)}
      {view.title.pieces.map((p) => <div key={p.name}><dt>{p.name}</dt><dd>{p.says}</dd></div>)}
    </dl>
  );
}
