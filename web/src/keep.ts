// SPDX-License-Identifier: Apache-2.0
// keep.ts: where games are kept between visits. The page does not care whether that is the program
// that serves it or the browser itself; what is kept is the record (docs/records.md) and a card with
// what a list of games shows and what a record does not say: who sits where.

/** "human", or the name of a bot (Engine.bots()). */
export type PlayerKind = string;

export interface Seat {
  name: string;
  color: string; // CSS
  kind: PlayerKind;
}

export interface GameCard {
  id: string;
  title: string; // id of the title, "18nl"
  seats: Seat[];
  actions: number;
  round: string; // "operating 3.1"
  over: boolean;
  result: string; // "Anna 9278, Bo 8444", "" while playing
  changed: number; // milliseconds since 1970
}

export interface Keep {
  list(): Promise<GameCard[]>;
  load(id: string): Promise<string>; // the record
  save(id: string, record: string, card: GameCard): Promise<void>;
  remove(id: string): Promise<void>;
}
