// SPDX-License-Identifier: Apache-2.0
// Asked.tsx: what somebody wants that the others must agree to, as a card for those who are asked, for whoever asks,
// and for those who only see it.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Asked } from "../keep/live";
import { capital, type TableApi } from "../table/Act";
import { said } from "../table/parts";
import type { AtTable } from "./at";

const names = (at: AtTable, seats: number[]): string =>
  seats.map((s) => at.news.seats[s]?.who ?? at.news.seats[s]?.name ?? "?").join(", ");

/** "take back 3 actions", for whoever reads it. */
export function wishOf(at: AtTable, asked: Pick<Asked, "what" | "to" | "seat" | "level">, actions: number): string {
  const count = Math.abs(actions - (asked.to ?? 0));
  const seat = at.news.seats[asked.seat ?? 0]?.name;
  switch (asked.what) {
    case "undo": return `take back ${count === 1 ? "the last action" : `the last ${count} actions`}`;
    case "redo": return `have ${count === 1 ? "what was taken back" : `${count} actions that were taken back`} in force again`;
    case "bot": return `have a bot (${asked.level}) on the seat of ${seat}`;
    case "open": return `open the seat of ${seat} for somebody else`;
  }
}

export function AskedCard({ at, table }: { at: AtTable; table: TableApi }) {
  const { asked } = at.news;
  const [sent, setSent] = useState(0);
  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.scrollIntoView({ block: "nearest" }), [asked?.row]); // a phone's sheet may be scrolled
  if (!asked) return null;
  const left = asked.needed.filter((s) => !asked.agreed.includes(s));
  const forMe = left.some((s) => at.you.seats.includes(s));
  const own = asked.by.some((s) => at.you.seats.includes(s));
  const goes = asked.what === "undo" ? table.game.log.slice(asked.to) : [];
  const answer = (yes: boolean) => () => {
    setSent(asked.row);
    at.answer(asked.row, yes).catch((e: Error) => { setSent(0); table.game.say(capital(e.message)); });
  };
  return (
    <section ref={card} class="decide past asked" role="alertdialog" aria-label="Asked of the table" data-asked={asked.what}>
      <p><b>{own ? "You want" : `${names(at, asked.by)} wants`}</b> to {wishOf(at, asked, table.game.actions)}.</p>
      {goes.length > 0 && (
        <ol class="goes" tabindex={0} aria-label="What goes">
          {goes.map((e) => <li key={e.k}><b>{said(table.view, e.by)}:</b> {e.words} <small>({e.round})</small></li>)}
        </ol>
      )}
      {goes.length > 0 && <p class="muted">What goes stays in the log, struck out.</p>}
      {!forMe && <p class="muted">{left.length ? `${names(at, left)} ${left.length === 1 ? "is" : "are"} asked.` : ""}</p>}
      <div class="row">
        {forMe && <button type="button" class="primary" disabled={sent === asked.row} onClick={answer(true)}>Agree</button>}
        {forMe && <button type="button" disabled={sent === asked.row} onClick={answer(false)}>Refuse</button>}
        {own && <button type="button" disabled={sent === asked.row} onClick={answer(false)}>No longer</button>}
      </div>
    </section>
  );
}
