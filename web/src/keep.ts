// SPDX-License-Identifier: Apache-2.0
// keep.ts: where games are kept between visits. The page does not care whether that is the program
// that serves it or the browser itself; what is kept is the record (docs/records.md) and a card with
// what a list of games shows and what a record does not say: who sits where.

import type { TitleFile } from "./engine/types";

/** "human", or the name of a bot (Engine.bots()). */
export type PlayerKind = string;

export interface Seat {
  name: string;
  color: string; // CSS
  kind: PlayerKind;
  shown?: string; // who sits there now, if that is not the record's word
}

export interface GameCard {
  id: string;
  title: string; // id of the title, "18nl"
  called?: string; // what people call this game
  seats: Seat[];
  actions: number;
  round: string; // "operating 3.1"
  over: boolean;
  result: string; // "Anna 9278, Bo 8444", "" while playing
  changed: number; // milliseconds since 1970
}

/** A card in a list of games, and the revision it is of. */
export type Listed = GameCard & { revision: number };

/** A game as it is to be kept. */
export interface Play {
  record: string;
  card: GameCard;
}

/** A change states the revision that it was made from, so that of two pages with one game the one
 * that knows less can neither overwrite nor remove what the other has played; whatever is not done
 * throws a KeepTrouble. */
export interface Keep {
  readonly where: "server" | "browser";
  list(): Promise<Listed[]>;
  load(id: string): Promise<{ record: string; revision: number }>;
  /** From revision 0: a new game. Gives the new revision; the same record once more gives the one it
   * has, for whoever missed the answer. */
  save(play: Play, from: number): Promise<number>;
  /** To the bin, where it stays for thirty days. */
  remove(id: string, revision: number): Promise<void>;
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
