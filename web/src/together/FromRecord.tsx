// SPDX-License-Identifier: Apache-2.0
// FromRecord.tsx: a game that is there already becomes a table: who sits on which of its seats from now on.
import { useState } from "preact/hooks";
import type { Engine } from "../engine/engine";
import type { Seat } from "../keep";
import type { NewTable } from "../keep/tables";
import { nameFrom, RulesFields, SeatFor, tableOf, USUAL_RULES, YourName } from "./Rules";

export interface OldGame {
  record: string;
  title: string;
  seats: Seat[];
  called?: string;
}

export function FromRecord({ engine, game, me, levels, onMake, onKeep, onLeave }: {
  engine: Engine; game: OldGame; me: string | undefined; levels: string[];
  onMake(table: NewTable): void;
  onKeep(): void; // in this browser, for oneself
  onLeave(): void;
}) {
  const [seats, setSeats] = useState(() => game.seats.map((s, i): Seat => ({ ...s, kind: s.kind !== "human" ? s.kind : i === 0 ? "me" : "link" })));
  const [rules, setRules] = useState(USUAL_RULES);
  const [name, setName] = useState("");
  const bots = engine.bots().filter((b) => levels.includes(b.name));
  const make = (e: Event) => {
    e.preventDefault();
    onMake(tableOf(game.record, seats, rules, nameFrom(me, seats, name), game.called));
  };
  return (
    <main class="start new-game">
      <h1>A table from this game</h1>
      <p class="quiet">The game itself stays as it is; the table goes on from here on its own.</p>
      <form onSubmit={make}>
        <fieldset>
          <legend>Seats</legend>
          <ol class="seat-list">
            {seats.map((s, i) => (
              <li key={s.name}>
                <i style={{ background: s.color }} aria-hidden="true" /><b>{s.name}</b>
                <SeatFor bots={bots} name={s.name} value={s.kind} onChange={(kind) => setSeats(seats.map((x, k) => (k === i ? { ...x, kind } : x)))} />
              </li>
            ))}
          </ol>
          <YourName me={me} seats={seats} value={name} onChange={setName} />
        </fieldset>
        <div class="go">
          <RulesFields rules={rules} onChange={setRules} />
          <button type="submit" class="main primary big">Make the table</button>
          <p class="buttons">
            <button type="button" onClick={onKeep}>Keep it in this browser instead</button>
            <button type="button" onClick={onLeave}>Leave it</button>
          </p>
        </div>
      </form>
    </main>
  );
}
