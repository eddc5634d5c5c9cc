// SPDX-License-Identifier: Apache-2.0
// Lobby.tsx: the tables of the server that the page came from: one's own, those where it is one's turn first, those
// with open seats, and those that can be watched.
import { useEffect, useState } from "preact/hooks";
import type { Engine } from "../engine/engine";
import type { TableCard, Tables } from "../keep/tables";
import type { Offered } from "../start/own";
import { Picture } from "../start/Picture";
import { seatsAt } from "./SharedTable";

const AGAIN_MS = 8000;

const isMyTurn = (c: TableCard): boolean => !c.over && c.due.some((s) => c.mine.includes(s));
const whoseTurn = (c: TableCard): string =>
  c.due.map((s) => c.seats[s]?.who ?? c.seats[s]?.name ?? "?").join(", ");

function Card({ card, engine, offered, tables, me, onOpen, onTrouble }: {
  card: TableCard; engine: Engine; offered: Offered[]; tables: Tables; me: string | undefined; onOpen(id: string): void; onTrouble(s: string): void;
}) {
  const [taking, setTaking] = useState<number | undefined>();
  const [name, setName] = useState("");
  const title = offered.find((t) => t.card.id === card.title);
  const mine = card.mine.length > 0 || card.host;
  const turn = isMyTurn(card);
  const take = (seat: number, as: string) => tables.take(card.id, seat, as).then(() => onOpen(card.id), (e: Error) => onTrouble(e.message));
  return (
    <li class={`kept table-card ${turn ? "my-turn" : ""}`} data-table={card.id}>
      {title && <Picture engine={engine} title={title} />}
      <h3>{card.face?.called || card.name}{turn && <span class="tag now">your turn</span>}</h3>
      <p class="seats">
        {seatsAt(card.seats, card.face?.seats).map((s, i) => (
          <span class="seat" key={s.name}>
            <i style={{ background: s.color }} aria-hidden="true" />
            {s.presence === "open" ? <em>{s.name}: {card.open.includes(i) ? "open" : "not taken yet"}</em> : s.shown ?? s.name}{s.kind !== "human" && <small> {s.kind}</small>}{card.mine.includes(i) && <small> (you)</small>}
          </span>
        ))}
      </p>
      <p>{card.over ? card.result : `${card.round || "not begun"}, ${card.ply} actions${turn || !card.due.length ? "" : `; ${whoseTurn(card)} to decide`}`}</p>
      <p class="buttons">
        <button type="button" class={`main ${mine ? "primary" : ""}`} onClick={() => onOpen(card.id)}>{card.over ? "Look back" : mine ? "To the table" : "Watch"}</button>
        {!mine && !card.over && card.open.map((seat) => (
          <button type="button" class="primary" key={seat} onClick={() => (me ? void take(seat, me) : setTaking(seat))}>Sit down as {card.seats[seat]?.name}</button>
        ))}
      </p>
      {taking !== undefined && (
        <form onSubmit={(e) => { e.preventDefault(); void take(taking, name.trim()); }}>
          <label>Your name, which the others see <input value={name} maxLength={40} required onInput={(e) => setName(e.currentTarget.value)} /></label>{" "}
          <button type="submit" class="primary">Take the seat</button>
        </form>
      )}
    </li>
  );
}

export function Lobby(p: { tables: Tables; engine: Engine; offered: Offered[]; onOpen(id: string): void; onTrouble(s: string): void }) {
  const [found, setFound] = useState<{ mine: TableCard[]; others: TableCard[]; me?: string } | undefined>();
  useEffect(() => {
    const look = () => {
      if (document.hidden) return;
      Promise.all([p.tables.mine(), p.tables.listed(), p.tables.about()]).then(([mine, listed, { me }]) => {
        mine.sort((a, b) => Number(!!a.over) - Number(!!b.over) || Number(isMyTurn(b)) - Number(isMyTurn(a)) || b.changed - a.changed);
        setFound({ mine, others: listed.filter((c) => !mine.some((m) => m.id === c.id)), me });
      }, (e: Error) => p.onTrouble(e.message));
    };
    look();
    const timer = setInterval(look, AGAIN_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [p.tables]);
  const turns = found?.mine.filter(isMyTurn).length ?? 0;
  useEffect(() => {
    const before = document.title;
    if (turns) document.title = `● Your turn${turns > 1 ? ` (${turns})` : ""}: Roundhouse`;
    return () => { document.title = before; };
  }, [turns]);
  if (!found) return <p role="status"><progress /> Looking for tables …</p>;
  const cards = (list: TableCard[]) => <ul class="shelf">{list.map((c) => <Card key={c.id} {...p} card={c} me={found.me} />)}</ul>;
  const open = found.others.filter((c) => c.open.length && !c.over);
  const watch = found.others.filter((c) => !open.includes(c));
  return (
    <>
      <section aria-labelledby="my-tables">
        <h2 id="my-tables">Your tables{found.me && <small class="quiet"> as {found.me}</small>}</h2>
        {found.mine.length ? cards(found.mine) : <p>None yet. Begin one below, and send your friends a link each; nobody needs an account.</p>}
      </section>
      {open.length > 0 && <section aria-labelledby="open-seats"><h2 id="open-seats">Open seats</h2>{cards(open)}</section>}
      {watch.length > 0 && <section aria-labelledby="to-watch"><h2 id="to-watch">Tables to watch</h2>{cards(watch)}</section>}
    </>
  );
}
