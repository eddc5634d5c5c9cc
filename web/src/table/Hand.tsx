// SPDX-License-Identifier: Apache-2.0
// Hand.tsx: what the player in turn holds, with what can be done with it: shares to sell, private companies and
// their powers.
import type { Choice } from "../engine/types";
import { Act, type TableApi } from "./Act";
import { Badge, money } from "./parts";

/** Sales of one holding, a button a number of shares. */
export function Sales({ table, id, sales }: { table: TableApi; id: string; sales: Choice[] }) {
  return (
    <div class="sales">
      <span class="muted">Sell</span>
      {sales.map((s) => <Act key={s.line} table={table} choice={s} place={`hand-${id}`} short kind="choice small" label={s.words}>{s.units ?? 1}</Act>)}
    </div>
  );
}

export function Hand({ table, who }: { table: TableApi; who: string }) {
  const { view } = table;
  const player = view.players.find((p) => p.name === who);
  if (!player) return null;
  const sells = table.mine.filter((c) => c.kind === "sell");
  return (
    <section class="hand" aria-label={`The hand of ${who}`}>
      <header><h3>{table.me !== undefined && who === view.players[table.me]?.name ? "Your hand" : `The hand of ${who}`}</h3><span class="muted">{money(view, player.cash)}</span></header>
      {Object.entries(player.shares).map(([id, percent]) => {
        const c = view.companies.find((x) => x.id === id);
        const sales = sells.filter((s) => s.company === id);
        return (
          <article class="holding" key={id} data-holding={id}>
            <p><Badge view={view} id={id} size={28} /> <b>{id} {percent}%{player.president_of.includes(id) ? " ★" : ""}</b>
              <span class="num muted">{c?.price !== undefined ? `at ${money(view, c.price)}` : ""}</span></p>
            {sales.length > 0 && <Sales table={table} id={id} sales={sales} />}
          </article>
        );
      })}
      {player.privates.map((id) => {
        const p = view.privates.find((x) => x.id === id);
        const uses = table.mine.filter((c) => c.company === id && c.by === who);
        return (
          <article class="holding" key={id} data-holding={id}>
            <p><span class="private">{id}</span> <b>{p?.name}</b></p>
            {p?.power && <p class="power">{p.power}</p>}
            {uses.map((u) => <Act key={u.line} table={table} choice={u} place={`hand-${id}`} short kind="choice small" />)}
          </article>
        );
      })}
      {!Object.keys(player.shares).length && !player.privates.length && <p class="muted">Nothing but money yet.</p>}
    </section>
  );
}
