// SPDX-License-Identifier: Apache-2.0
// app.tsx: the page is either the start or a table.
import { useState } from "preact/hooks";
import { isProblem, type Engine } from "./engine/engine";
import type { Seat } from "./keep";
import { Table } from "./table/Table";

export interface OpenGame {
  id: string;
  record: string;
  seats: Seat[];
}

/** Until the start screen is there: a new game of 18NL. */
function firstGame(engine: Engine): OpenGame {
  const players = ["Anna", "Bo", "Cia"];
  const state = engine.begin({ title: "18nl", players, seed: 1 });
  if (isProblem(state)) throw new Error(state.error);
  const record = engine.record();
  if (isProblem(record)) throw new Error(record.error);
  const colors = ["#3b6fb6", "#c2571a", "#3f8f4f"];
  return {
    id: "first",
    record: record.text,
    seats: players.map((name, i) => ({ name, color: colors[i] ?? "#777", kind: "human" })),
  };
}

export function App({ engine }: { engine: Engine }) {
  const [game] = useState(() => firstGame(engine));
  return (
    <Table
      key={game.id}
      engine={engine}
      record={game.record}
      seats={game.seats}
      onChange={() => undefined}
      onLeave={() => undefined}
      onBranch={() => undefined}
    />
  );
}
