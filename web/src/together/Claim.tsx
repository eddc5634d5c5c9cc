// SPDX-License-Identifier: Apache-2.0
// Claim.tsx: a seat link was opened: who invites, which game, which seat; with a name it is taken.
import { useEffect, useState } from "preact/hooks";
import type { Invitation, Tables } from "../keep/tables";

export function Claim({ tables, id, secret, onTaken, onWatch, onLeave }: {
  tables: Tables; id: string; secret: string; onTaken(): void; onWatch(): void; onLeave(): void;
}) {
  const [seat, setSeat] = useState<Invitation | undefined>();
  const [known, setKnown] = useState<string | undefined>();
  const [name, setName] = useState("");
  const [trouble, setTrouble] = useState("");
  const [dead, setDead] = useState(false);
  useEffect(() => {
    Promise.all([tables.invitation(id, secret), tables.about()]).then(([found, { me }]) => {
      if (found.mine) return onTaken();
      setSeat(found);
      setKnown(me);
      setName(me ?? "");
    }, (e: Error) => { setDead(true); setTrouble(e.message); });
  }, [tables, id, secret]);
  const take = (e: Event) => {
    e.preventDefault();
    setTrouble("");
    tables.claim(id, secret, name.trim()).then(onTaken, (error: Error) => setTrouble(error.message));
  };
  if (dead)
    return (
      <main class="start claim">
        <h1>This link does not open a seat</h1>
        <p class="trouble" role="alert">{trouble.charAt(0).toUpperCase() + trouble.slice(1)}.</p>
        <p>Ask whoever sent it for a new link: the host finds it under ☰ at the table.</p>
        <p class="buttons">
          <button type="button" class="main" onClick={onWatch}>Watch the table</button>
          <button type="button" onClick={onLeave}>To the first screen</button>
        </p>
      </main>
    );
  if (!seat) return <main class="start"><p role="status"><progress /> Looking at the link …</p></main>;
  return (
    <main class="start claim">
      <h1>{seat.host} invites you to play {seat.title}</h1>
      <p>The seat is called <b>{seat.seat_name}</b> in the game. Taken, it is yours on this browser; open the link here again
        to come back.</p>
      <form onSubmit={take}>
        {known ? <p>You are known here as <b>{known}</b>.</p> : (
          <p><label for="claim-name">Your name, which the others see</label>{" "}
            <input id="claim-name" value={name} maxLength={40} required autoFocus onInput={(e) => setName(e.currentTarget.value)} /></p>
        )}
        {trouble && <p class="trouble" role="alert">{trouble}</p>}
        <p class="buttons">
          <button type="submit" class="main primary big">Take the seat</button>
          <button type="button" onClick={onLeave}>Not now</button>
        </p>
      </form>
    </main>
  );
}
