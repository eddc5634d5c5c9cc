// SPDX-License-Identifier: Apache-2.0
// Hand.tsx: what the player in turn holds, with what can be done with it: shares to sell, private companies and
// their powers.
import { isProblem, isRefused } from "../engine/engine";
import type { Choice } from "../engine/types";
import { Act, capital, type TableApi } from "./Act";
import { Badge, money, SeatDot, Sign } from "./parts";
import { Power, Says } from "./Says";
import { Raise } from "./TrainShop";

/** What a sale would do: where the price goes, and who presides then. */
function Sold({ table, sale }: { table: TableApi; sale: Choice }) {
  const { view } = table;
  const changes = table.engine.preview([sale.line]);
  if (isProblem(changes) || isRefused(changes)) return null;
  const price = changes.prices.find((p) => p.company === sale.company);
  const heir = changes.presidents.find((p) => p.company === sale.company);
  return (
    <p class="sold">
      <span>{capital(sale.words)}</span>
      <span class="muted">{price ? `${money(view, price.from)} ▾ ${money(view, price.to)}` : "the price stays for now"}</span>
      {heir && <span class="bad">{heir.to ? `${heir.to} becomes president` : "it loses its president"}</span>}
    </p>
  );
}

/** Sales of one holding, a button a number of shares. */
export function Sales({ table, id, sales }: { table: TableApi; id: string; sales: Choice[] }) {
  if (table.legal.need)
    return <div class="sales raises-money">{sales.map((s) => <Raise key={s.line} table={table} choice={s}>{capital(s.words.split(" ")[0] ?? "")} {s.units ?? 1}</Raise>)}</div>;
  const looked = sales.find((s) => s.line === (table.armed?.choice ?? table.looked)?.line);
  return (
    <>
      <div class="sales">
        <span class="muted">{capital(sales[0]?.words.split(" ")[0] ?? "")}</span>
        {sales.map((s) => <Act key={s.line} table={table} choice={s} place={`hand-${id}`} short kind="choice small" label={s.words}>{s.units ?? 1}{s.by === s.company && s.brings !== undefined && <small class="muted"> {money(table.view, s.brings)}</small>}</Act>)}
      </div>
      {looked && <Sold table={table} sale={looked} />}
    </>
  );
}

/** What is offered to one of several others: a button a person. */
function Offers({ table, id, offers }: { table: TableApi; id: string; offers: Choice[] }) {
  if (!offers.length) return null;
  return (
    <div class="sales">
      <span class="muted">Offer to</span>
      {offers.map((o) => (
        <Act key={o.line} table={table} choice={o} place={`hand-${id}`} short kind="choice small" label={o.words}><SeatDot seats={table.seats} name={o.holder ?? ""} />{o.holder}</Act>
      ))}
    </div>
  );
}

/** Why a holding cannot be sold now, beside the button that waits for it. */
function Unsold({ why }: { why: string }) {
  return (
    <div class="sales unsold">
      <button type="button" class="choice small" disabled>Sell</button>
      <span class="muted">{why}</span>
    </div>
  );
}

export function Hand({ table, who }: { table: TableApi; who: string }) {
  const { view } = table;
  const player = view.players.find((p) => p.name === who);
  if (!player) return null;
  const sells = table.mine.filter((c) => c.kind === "sell");
  const seller = table.legal.player !== undefined && view.players[table.legal.player]?.name === who; // it is asked for him
  /* What somebody else would sell him. */
  const deal = view.privates.find((p) => p.id === view.deal?.what && !player.privates.includes(p.id));
  return (
    <section class="hand" aria-label={`The hand of ${who}`}>
      <header><h3>{table.me !== undefined && who === view.players[table.me]?.name ? "Your hand" : `The hand of ${who}`}</h3>
        <span class="muted">{player.free !== undefined ? <span data-free>{money(view, player.free)} free, {money(view, player.cash - player.free)} bid</span> : money(view, player.cash)}</span></header>
      {seller && table.legal.no_sale && <p class="muted no-sale">{capital(table.legal.no_sale)}.</p>}
      {deal && <article class="holding" data-deal={deal.id}>
        <p><Sign view={view} id={deal.id} /> <b>{deal.name}</b></p>
        <p class="muted">offered · face {money(view, deal.price)} · pays {money(view, deal.revenue)}</p>
        <Power card={deal} />
      </article>}
      {Object.entries(player.shares).map(([id, percent]) => {
        const c = view.companies.find((x) => x.id === id);
        const sales = sells.filter((s) => s.company === id && s.by === who);
        const unsold = sales.length || !seller ? undefined : table.legal.unsold?.find((u) => u.company === id);
        const stays = unsold?.why ?? (seller ? table.legal.no_sale : undefined);
        const { units, value } = player.holdings[id] ?? { units: 0 };
        return (
          <article class={`holding ${sales.length ? "sells" : ""}`} key={id} data-holding={id} title={stays && `Not for sale now: ${stays}`}>
            <p><Badge view={view} id={id} size={28} /> <b>{id} {percent}%{player.president_of.includes(id) ? " ★" : ""}</b>
              <span class="num muted">{c?.price === undefined ? "" : value === undefined ? `at ${money(view, c.price)}` : `${units} × ${c.price} = ${money(view, value)}`}</span></p>
            {sales.length > 0 && <Sales table={table} id={id} sales={sales} />}
            {unsold && <Unsold why={unsold.why} />}
          </article>
        );
      })}
      {player.minors.map((id) => {
        const c = view.companies.find((x) => x.id === id);
        return c && <article class="holding minor" key={id} data-holding={id}><p><Badge view={view} id={id} size={28} /> <b>{c.name}</b><span class="num muted" title="its treasury">has {money(view, c.cash)}</span></p></article>;
      })}
      {player.privates.map((id) => {
        const p = view.privates.find((x) => x.id === id);
        const uses = table.mine.filter((c) => c.company === id && c.by === who);
        const offers = uses.filter((c) => c.holder !== undefined && view.players.some((x) => x.name === c.holder));
        return (
          <article class="holding" key={id} data-holding={id}>
            <p><Sign view={view} id={id} /> <b>{p?.name}</b></p>
            {p && <Says table={table} card={p} />}
            {uses.filter((u) => !offers.includes(u)).map((u) => <Act key={u.line} table={table} choice={u} place={`hand-${id}`} short kind="choice small" />)}
            <Offers table={table} id={id} offers={offers} />
          </article>
        );
      })}
      {!Object.keys(player.shares).length && !player.privates.length && !player.minors.length && <p class="muted">Nothing but money yet.</p>}
      {/* Behind all that brings money. */}
      {table.mine.filter((c) => c.kind === "bankrupt").map((c) => <Raise key={c.line} table={table} choice={c} />)}
    </section>
  );
}
