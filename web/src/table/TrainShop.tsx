// SPDX-License-Identifier: Apache-2.0
// TrainShop.tsx: the trains that can be had, seller by seller, each with what its purchase sets off; and when the
// treasury does not reach, a meter of what there is and what each way to raise money would leave missing.
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { isProblem, isRefused } from "../engine/engine";
import type { Changes, Choice, TrainView } from "../engine/types";
import { Act, capital, isArmed, type TableApi } from "./Act";
import { cardsLeft, kindOf, money, said, SeatDot, TrainCard } from "./parts";

/** "2-trains go: DV ×3, NRS", and whatever else everybody should know; of a deal that is only proposed what it sets off
 * with consent. */
function setsOff({ agreed, ...proposed }: Changes): string[] {
  const changes = agreed ?? proposed;
  const gone = new Map<string, Map<string, number>>();
  for (const { train, from, to } of changes.trains) {
    if (to !== undefined) continue;
    const owners = gone.get(kindOf(train)) ?? new Map<string, number>();
    gone.set(kindOf(train), owners.set(from, (owners.get(from) ?? 0) + 1));
  }
  return [
    ...changes.also.filter((e) => e.kind === "phase").map((e) => capital(e.text)),
    ...[...gone].map(([kind, owners]) =>
      `${kind}-trains go: ${[...owners].map(([who, n]) => (n > 1 ? `${who} ×${n}` : who)).join(", ")}`),
    ...changes.also.filter((e) => e.important && !["phase", "rusted"].includes(e.kind)).map((e) => e.text),
    ...(changes.banner ? [changes.banner.replace(/\.$/, "")] : []),
  ];
}

/** Of offers from one seller those that are two sides of one card stand together. */
function bySides(table: TableApi, offers: Choice[]): Choice[][] {
  const groups: Choice[][] = [];
  for (const c of offers) {
    const kind = kindOf(c.train ?? "");
    const front = table.view.bank.trains.find((t) => t.other_face === kind)?.name;
    const beside = groups.find((g) => kindOf(g[0]?.train ?? "") === front && !g[0]?.trade && !c.trade);
    if (beside) beside.push(c);
    else groups.push([c]);
  }
  return groups;
}

const Left = ({ train }: { train: TrainView }) => (train.unlimited ? null : <span class="left">{` ×${train.left}`}</span>);

function Offer({ table, choice }: { table: TableApi; choice: Choice }) {
  const { view, engine } = table;
  const kind = kindOf(choice.train ?? "");
  const on = isArmed(table, choice, "shop");
  const sets = useMemo(() => {
    const answer = engine.preview([choice.line]);
    if (isProblem(answer) || isRefused(answer)) return { words: [], own: false };
    const then = answer.agreed ?? answer;
    return { words: setsOff(answer), own: then.banner !== undefined || then.also.some((e) => e.kind === "bankrupt") || then.trains.some((x) => x.from === choice.by && x.to === undefined) };
  }, [engine, table.legal, choice.line]);
  const { least = 0, most = 0 } = choice;
  const card = view.bank.trains.find((x) => x.name === kind);
  const face = card?.price;
  const picks: [string, number | undefined][] = [["½", Math.floor(most / 2)], ["all", most], ["face value", face]];
  return (
    <div class="offer" data-train={kind}>
      <Act table={table} choice={choice} place="shop" label={choice.words}>
        <TrainCard view={view} train={kind} />
        <span>{choice.least !== undefined ? `${money(view, least)} to ${money(view, most)}` : money(view, choice.amount ?? 0)}{choice.holder === "bank" && card && <Left train={card} />}</span>
        {choice.power && <span>with {said(view, choice.power)}</span>}
        {choice.trade && <span>and <TrainCard view={view} train={choice.trade} /></span>}
      </Act>
      {on && choice.least !== undefined && (
        <p class="picks">{picks.map(([word, n]) => n !== undefined && n >= least && n <= most && (
          <button type="button" key={word} onClick={() => table.amount(n)}>{word}</button>
        ))}</p>
      )}
      {sets.words.length > 0 && <p class={sets.own ? "sets bad" : "sets"}>{sets.words.join(". ")}</p>}
    </div>
  );
}

/** Is the train bought as soon as the money is there? */
function buys({ engine, view, legal }: TableApi, choice: Choice): boolean {
  const answer = engine.preview([choice.line]);
  if (isProblem(answer) || isRefused(answer)) return false;
  const had = view.companies.find((c) => c.id === legal.company)?.trains ?? [];
  return !!answer.companies.find((c) => c.id === legal.company)?.trains.some((t) => !had.includes(t));
}

const sells = (choices: Choice[]): boolean => choices.some((c) => c.kind === "train" && c.holder === "bank");

/** Can still more money be raised? */
const raising = (choices: Choice[]): boolean => choices.some((c) => !["train", "acquire", "pass", "bankrupt"].includes(c.kind));

const ENOUGH = { kind: "plus", words: "enough" };

/** What somebody may do to raise money, and what would be missing then. */
export function Raise({ table, choice, children }: { table: TableApi; choice: Choice; children?: ComponentChildren }) {
  const { engine, view } = table;
  const heir = useMemo(() => {
    const changes = engine.preview([choice.line]);
    return isProblem(changes) || isRefused(changes) ? undefined : changes.presidents.find((p) => p.company === choice.company)?.to;
  }, [engine, table.legal, choice.line]);
  const left = useMemo(() => {
    const answer = engine.after([choice.line]);
    if (isProblem(answer) || isRefused(answer) || choice.kind === "bankrupt") return undefined;
    if (answer.actor !== table.legal.actor) return buys(table, choice) ? ENOUGH : undefined; // else nobody buys then
    const { missing = 0, own_first: first } = answer.need ?? {};
    if (missing <= 0) return ENOUGH;
    return first ? { kind: "muted", words: `${money(view, missing)} left to raise` }
      : { kind: "bad", words: `${money(view, missing)} still missing${raising(answer.choices) ? "" : ", and no more may be sold"}` };
  }, [engine, table.legal, choice.line]);
  return (
    <div class="offer raise">
      <Act table={table} choice={choice} place="shop" label={children ? choice.words : undefined}>{children}</Act>
      {left && <p class={left.kind}>{left.words}</p>}
      {heir && <p class="bad">{said(view, heir)} becomes president</p>}
    </div>
  );
}

export function Meter({ table }: { table: TableApi }) {
  const { view, seats, legal, mine } = table;
  const need = legal.need!;
  const who = legal.player !== undefined ? view.players[legal.player]?.name ?? "" : "";
  const raises = mine.filter((c) => inShop(table, c) && !["train", "bankrupt"].includes(c.kind) && !inHand(table, c));
  const { missing, own_first: first } = need;
  const cash = first ? 0 : Math.min(need.cash, Math.max(0, need.price - need.treasury));
  const part = (amount: number) => ({ width: `${(100 * Math.max(0, amount)) / need.price}%` });
  return (
    <>
    <section class="meter" aria-label="What the train costs and what there is">
      <p><b>{capital(said(view, legal.company ?? ""))} must buy {need.train ? <TrainCard view={view} train={kindOf(need.train)} /> : "a train"}</b><strong>{money(view, need.price)}</strong></p>
      <p class="bar" aria-hidden="true"><span class="treasury" style={part(need.treasury)} /><span class="cash" style={part(cash)} /><span class="missing" style={part(missing)} /></p>
      <dl>
        <div><dt>{said(view, legal.company ?? "")}</dt><dd>{money(view, need.treasury)}</dd></div>
        <div><dt><SeatDot seats={seats} name={who} /> {who}</dt><dd>{money(view, need.cash)}</dd></div>
        <div class={missing > 0 ? "bad" : ""}><dt>{first ? "to be raised" : "missing"}</dt><dd>{money(view, missing)}</dd></div>
      </dl>
    </section>
    {/* What the president sells of his own lies in his hand. */}
    {first && raises.length > 0 && <p class="muted first">{who} pays only what {said(view, legal.company ?? "")} cannot raise:</p>}
    {mine.some((c) => c.kind === "bankrupt") && !raises.length && !sells(mine) && <p class="nothing">{who} cannot raise what is missing by any sale that the rules allow.</p>}
    {raises.map((c) => <Raise key={c.line} table={table} choice={c} />)}
    </>
  );
}

/** Is it sold from the hand of a player who must raise money? */
export const inHand = (table: TableApi, c: Choice): boolean =>
  table.legal.need !== undefined && c.kind === "sell" && table.view.players.some((p) => p.name === c.by && p.shares[c.company ?? ""] !== undefined);

/** The choices that the shop shows; the others stay with the panel. */
export const inShop = (table: TableApi, c: Choice): boolean =>
  c.kind === "train" || (table.legal.need !== undefined && !["pass", "acquire"].includes(c.kind));

export function TrainShop({ table }: { table: TableApi }) {
  const { view, legal, mine } = table;
  const trains = mine.filter((c) => c.kind === "train");
  const me = legal.player !== undefined ? view.players[legal.player]?.name : undefined;
  const presides = (id: string) => view.companies.find((c) => c.id === id)?.president;
  const rank = (seller: string) => (seller === "bank" ? 0 : seller === "pool" ? 1 : presides(seller) === me ? 2 : 3);
  const sellers = [...new Set(trains.map((c) => c.holder ?? "bank"))].sort((a, b) => rank(a) - rank(b));
  const sold = new Set(trains.filter((c) => c.holder === "bank").map((c) => kindOf(c.train ?? "")));
  const has = view.companies.find((c) => c.id === legal.company)?.cash ?? 0;
  const later = cardsLeft(view).filter((x) => !sold.has(x.name));
  return (
    <section class="kind shop" aria-label="Trains for sale">
      {sellers.map((s) => (
        <div key={s} class="seller">
          <h3>{s === "bank" ? `From the ${view.trains_lie}` : s === "pool" ? `From the ${view.pool_called}` : `From ${said(view, s)}${presides(s) && presides(s) !== me ? `, if ${presides(s)} agrees` : ""}`}</h3>
          {bySides(table, trains.filter((c) => (c.holder ?? "bank") === s)).map((sides) => sides.length === 1
            ? <Offer key={sides[0]!.line} table={table} choice={sides[0]!} />
            : (
              <div key={sides[0]!.line} class="two-sided" data-sides={sides.map((c) => kindOf(c.train ?? "")).join(" ")}>
                <p class="muted" title={view.bank.trains.find((t) => t.name === kindOf(sides[0]!.train ?? ""))?.says}>Two sides of one card: choose one</p>
                <div class="sides">{sides.map((c) => <Offer key={c.line} table={table} choice={c} />)}</div>
              </div>
            ))}
        </div>
      ))}
      {later.length > 0 && (
        <p class="later muted">{!sold.size ? `${view.trains_lie === "bank" ? "With the bank" : `In the ${view.trains_lie}`}: ` : later.every((x) => x.later) ? "Later: " : "Others: "}{later.map((x, i) => (
          <span key={x.name} data-later={x.later ? "" : undefined}>{!sold.size && x.later && i > 0 && !later[i - 1]!.later && "Later: "}<TrainCard view={view} train={x.name} /> {money(view, x.price)}<Left train={x} />{!x.later && !legal.need && has < x.price && ", too dear"}</span>
        ))}</p>
      )}
    </section>
  );
}
