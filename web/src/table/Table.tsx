// SPDX-License-Identifier: Apache-2.0
// Table.tsx: a game on the table. Everything shown comes from the engine; what is chosen goes to it
// as a line of the record.
import { useMemo } from "preact/hooks";
import { isProblem, type Engine } from "../engine/engine";
import type { Seat } from "../keep";

export interface TableProps {
  engine: Engine;
  record: string;
  seats: Seat[];
  /** After every change: the whole record, and where the game stands. */
  onChange(record: string, now: { actions: number; round: string; over: boolean; result: string }): void;
  onLeave(): void;
  /** "Play on from here": a new game with this record. */
  onBranch(record: string, seats: Seat[]): void;
}

export function Table({ engine, record }: TableProps) {
  const map = useMemo(() => {
    const state = engine.open(record);
    return isProblem(state) ? state.error : engine.map();
  }, [engine, record]);
  return <main class="board" dangerouslySetInnerHTML={{ __html: map }} />;
}
