// SPDX-License-Identifier: Apache-2.0
// parts.tsx: small pieces that many panels show: money, the badge of a company, a refusal.
import type { Refusal, View } from "../engine/types";
import type { Seat } from "../keep";

/** A colour of tiles, spelt like the rest of the page. */
export const shade = (color: string): string => (color === "gray" ? "grey" : color);

/** "privates", "regionals": where there is little room. */
export const privatesInShort = (view: View) => view.privates_called.replace(/ companies$/, "s");

const itemOf = (view: View, id: string) => view.privates.find((p) => p.id === id) ?? view.companies.find((c) => c.id === id);

/** A company in a sentence; whoever is none has only a name. */
export const said = (view: View, id: string): string => itemOf(view, id)?.said ?? id;

/** Its sign beside its name; whoever reads "Hood River" needs no other. */
export const Sign = ({ view, id, title }: { view: View; id: string; title?: string }) =>
  said(view, id) === itemOf(view, id)?.name ? null : <span class="private" title={title}>{said(view, id)}</span>;

/** Who holds shares of a company, as a person says it. */
export const placeOf = (view: View, company: string, holder: string): string =>
  view.companies.find((c) => c.id === company)?.waiting?.[holder] ?? (holder === "offering" ? "offer" : holder === "pool" ? view.pool_called : holder === company ? "treasury" : holder);

/** Money as the title writes it, "ƒ%d"; the minus sign stands in front. No line breaks inside. */
export function money(view: View, amount: number): string {
  const sign = amount < 0 ? "−" : "";
  return sign + view.title.currency.replace("%d", String(Math.abs(amount))).replaceAll(" ", "\u00a0");
}

const ORDINAL = ["", "1st", "2nd", "3rd"];
export const ordinal = (n: number): string => ORDINAL[n] ?? `${n}th`;

export function signed(view: View, amount: number): string {
  return amount > 0 ? `+${money(view, amount)}` : money(view, amount);
}

/** On a board of lines: those that lead over a hex, or have (or could have) high speed through its city. */
export const linesAt = (view: View, hex: string | undefined): string[] =>
  [...new Set([...(view.tracks ?? []).filter((t) => t.hex === hex && t.line !== null).map((t) => t.line!),
    ...(view.map.find((m) => m.hex === hex)?.stops ?? []).flatMap((s) => s.line ?? [])])];

/** Rings around badges: colours alone say nothing to some eyes. */
const DASHES = ["none", "3 3", "8 4", "1 4", "10 3 2 3", "5 2"];

export function Badge({ view, id, size = 30 }: { view: View; id: string; size?: number }) {
  const i = view.companies.findIndex((c) => c.id === id);
  const c = view.companies[i];
  const font = id.length <= 2 ? 15 : id.length === 3 ? 12 : id.length === 4 ? 10 : 8;
  return (
    <svg class="badge" width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <circle cx="20" cy="20" r="18.5" fill={c?.color || "#888"} stroke="currentColor" />
      <circle cx="20" cy="20" r="15.5" fill="none" stroke={c?.text_color || "#fff"} stroke-width="1.6"
        stroke-dasharray={DASHES[i % DASHES.length]} opacity=".75" />
      <text x="20" y="20" dy=".36em" text-anchor="middle" font-size={font} font-weight="700"
        fill={c?.text_color || "#fff"}>{id}</text>
    </svg>
  );
}

/** Why something is not allowed: the sentence, the id of the rule, and the rule itself on demand. */
export function Refused({ refusal }: { refusal: Refusal }) {
  return (
    <div class="refused" role="alert">
      <p>Not allowed: {refusal.text}.</p>
      {refusal.ledger ? (
        <details>
          <summary>Rule {refusal.id}</summary>
          <p>{refusal.ledger}</p>
        </details>
      ) : (
        refusal.id && <p class="muted">Rule {refusal.id}</p>
      )}
    </div>
  );
}

/** Whoever it is, a player or a company. */
export const Who = ({ view, seats, name, size = 18 }: { view: View; seats: Seat[]; name: string; size?: number }) =>
  view.companies.some((c) => c.id === name) ? <Badge view={view} id={name} size={size} /> : <SeatDot seats={seats} name={name} />;

/** Whose it is: the colour of the seat with its initial, for colour alone says nothing to some eyes. */
export function SeatDot({ seats, name }: { seats: Seat[]; name: string }) {
  const seat = seats.find((s) => s.name === name);
  return (
    <span class="dot" style={{ background: seat?.color ?? "var(--muted)" }} aria-hidden="true">
      {seat ? name.charAt(0) : ""}
    </span>
  );
}

/** Its place among the companies that operate, from 0; -1: it does not. */
export const turnOf = (view: View, id: string): number => view.turn_order.indexOf(id);

/** "3-1", the second of the 3-trains, is a "3". */
export const kindOf = (train: string): string => train.replace(/-\d+$/, "");

/** What the bank still has, each card by its front. */
export const cardsLeft = ({ bank: { trains } }: View) => trains.filter((t) => (t.unlimited || t.left > 0) && !trains.some((x) => x.other_face === t.name));

/** A train as a card, in the colour of the phase that brings it; what is no train has its own shape. On the card of
 * one with two sides the other side is small. */
export function TrainCard({ view, train }: { view: View; train: string }) {
  const kind = kindOf(train);
  const facts = view.bank.trains.find((t) => t.name === kind);
  const back = facts?.other_face ?? view.bank.trains.find((t) => t.other_face === kind)?.name;
  /* A kind that belongs to no phase has the colour of the last one before it that does. */
  const kinds = view.bank.trains;
  const begins = (k: string | undefined) => kinds.find((t) => t.name === k)?.begins;
  const named = begins(kind) ?? begins(back) ?? kinds.slice(0, Math.max(0, kinds.findIndex((t) => t.name === kind))).findLast((t) => t.begins)?.begins;
  const phase = view.phases.find((p) => p.name === named);
  return (
    <span class="train-card" data-color={facts?.called ? undefined : phase?.colors.at(-1) ?? "yellow"} data-called={facts?.called} title={back && `The other side of its card: ${back}`}>
      {facts?.called && <span aria-hidden="true">⚓</span>}{kind}{back && <small aria-hidden="true">/{back}</small>}
    </span>
  );
}

/** Are there tokens in this game at all? */
export const hasTokens = (view: View): boolean => view.companies.some((c) => c.tokens.length + c.tokens_left > 0);

/** Equal trains once, with their number. */
export const trainsByKind = (trains: string[]): [kind: string, n: number][] => {
  const kinds = trains.map(kindOf);
  return [...new Set(kinds)].map((kind) => [kind, kinds.filter((k) => k === kind).length]);
};

/** 2×5 3 */
export const trainsInShort = (trains: string[]): string[] => trainsByKind(trains).map(([kind, n]) => (n > 1 ? `${kind}×${n}` : kind));

export function Trains({ view, trains }: { view: View; trains: string[] }) {
  if (!trains.length) return <span class="muted">no train</span>;
  return <span class="trains">{trainsByKind(trains).map(([kind, n]) => <span key={kind} class="of-a-kind"><TrainCard view={view} train={kind} />{n > 1 && `×${n}`}</span>)}</span>;
}
