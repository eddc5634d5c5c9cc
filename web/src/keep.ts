// SPDX-License-Identifier: Apache-2.0
// keep.ts: where games are kept between visits. The page does not care whether that is the program that serves it
// or the browser itself. A game is a log: what was done at the table is added to it, a unit of lines as a whole or
// not at all, and nothing is ever taken out. Beside it stands a card with what a list of games shows and what a
// record (docs/records.md) does not say: who sits where.

import type { TitleFile } from "./engine/types";
import type { Row } from "./keep/live";

/** "human", or the name of a bot (Engine.bots()). */
export type PlayerKind = string;

export interface Seat {
  name: string;
  color: string; // CSS
  kind: PlayerKind;
  shown?: string; // who sits there now, if that is not the record's word
  presence?: "here" | "away" | "open"; // at a table of several people
}

export interface GameCard {
  id: string;
  title: string; // id of the title, "18nl"
  called?: string; // what people call this game
  seats: Seat[];
  options?: string[]; // house rules that are not as usual, "bank=1000"
  actions: number;
  round: string; // "operating 3.1"
  over: boolean;
  result: string; // "Anna 9278, Bo 8444", "" while playing
  changed: number; // milliseconds since 1970
}

/** A card in a list of games, and the last row that it knows of. */
export type Listed = GameCard & { seq: number };

/** A game as it stands in this page. */
export interface Play {
  record: string;
  card: GameCard;
}

/** What is done at a table. */
export type Deed =
  | { kind: "act"; lines: string[] }
  | { kind: "undo"; to: number } // so many actions stay
  | { kind: "redo"; to: number } // what was taken back last is in force again: so many actions
  | { kind: "face"; setup: string }; // seats or name have changed: the record without its actions

/** A deed that is to be kept. Its key says that it is the same one if it is sent again. */
export interface Unit {
  key: string;
  deed: Deed;
  print: string; // of the game after it: the digest of its record, "1:0f6c…"
  bots?: boolean; // nobody's hand did it
}

/** A change states the row that it follows, so that of two pages with one game the one that knows less can neither
 * overwrite nor remove what the other has played; whatever is not done throws a KeepTrouble. */
export interface Keep {
  readonly where: "server" | "browser";
  list(): Promise<Listed[]>;
  /** The record, with what was taken back, and its last row. */
  load(id: string): Promise<{ record: string; seq: number }>;
  /** A new game; the same once more is answered alike, for whoever missed the answer. Gives its last row. */
  create(play: Play): Promise<number>;
  /** Adds what was done since row `after`; `play` is the game then. Gives the last row. What of it is kept already
   * is not added again. */
  append(play: Play, units: Unit[], after: number): Promise<number>;
  /** Tells rows of a game behind `seq` as they come, whoever made them, until the answer is called; lost: there are
   * too many to be told, or they are no log, and the game is to be loaded again. */
  watch(id: string, seq: number, told: (rows: Row[]) => void, lost: () => void): () => void;
  /** To the bin, where it stays for thirty days. */
  remove(id: string, seq: number): Promise<void>;
  bin(): Promise<Listed[]>;
  putBack(id: string): Promise<void>;
  /** Title files that whoever serves the page wants to be offered. */
  titles(): Promise<TitleFile[]>;
}

export type TroubleKind =
  | "stale" // the game was played on in another page
  | "gone" // there is no such game
  | "refused" // what keeps games says that this is none
  | "full" // no room
  | "differs" // it is kept, and what keeps it came to another position: the game is to be loaded again
  | "unreachable"; // the program is not running, or something else that may pass

export class KeepTrouble extends Error {
  constructor(
    readonly kind: TroubleKind,
    message: string,
  ) {
    super(message);
  }
}

/** A name for a new game; it stands in addresses. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (n) => (n % 36).toString(36)).join("");

/** The digest that a record ends its headers with, as a row has it; "" if it has none. */
export function printOf(record: string): string {
  const check = /^check: (\d+) \d+ ([0-9a-f]{16})$/m.exec(record);
  return check ? `${check[1]}:${check[2]}` : "";
}
