// SPDX-License-Identifier: Apache-2.0
// http.ts: games kept by the program that serves the page (docs/api.md), whose seats are all its owner's. What is
// done is sent as a request, so that it is known at once whether anybody heard it; what other pages do arrives over
// the connection of live.ts. Who sits where stands in comments before the record, so that a record that is exported,
// or opened at the terminal, has it too.
import { KeepTrouble, type GameCard, type Keep, type Listed, type Play, type Seat, type TroubleKind, type Unit } from "../keep";
import type { TitleFile } from "../engine/types";
import { seatColor } from "../start/colors";
import { Live, TableTrouble, type Row } from "./live";
import { request } from "./request";

interface SeatWords {
  name: string;
  kind?: string;
  color?: string;
  shown?: string;
}

/** As the program lists a game. */
interface ServerCard {
  id: string;
  seq: number;
  ply: number;
  changed: number;
  title: string;
  seats: { name: string; kind: string; level?: string }[];
  options?: string[];
  face?: { seats: SeatWords[]; called?: string }; // what comments of the record say
  round: string;
  over: string;
  result: string;
}

const KINDS: Record<string, TroubleKind> = {
  stale: "stale", no_game: "gone", refused: "refused", unreadable: "refused", too_large: "refused", full: "full",
};

const STALE = "this game was played on elsewhere; nothing was overwritten: load it again, or keep this play as a new game.";

/** The seats of a card or of a record that was opened; whoever has no colour gets the usual one. */
export const seatsOf = (seats: SeatWords[]): Seat[] =>
  seats.map((s, i) => ({ name: s.name, kind: s.kind ?? "human", color: s.color ?? seatColor(i), shown: s.shown }));

/** The record with its seats and its name in front. */
export function withSeats(record: string, { seats, called }: Pick<GameCard, "seats" | "called">): string {
  const bots = seats.filter((s) => s.kind !== "human").map((s) => s.name);
  return `# bots:${bots.map((b) => ` ${b}`).join("")}\n# seats: ${JSON.stringify(seats)}\n${called ? `# game: ${called}\n` : ""}${record}`;
}

const ABSENT = "The program that serves this page does not answer; start it again with `make play`. " +
  "What you play stays in this page meanwhile.";

function troubleOf({ words }: TableTrouble): KeepTrouble {
  if (words.code === "silent") return new KeepTrouble("unreachable", ABSENT);
  return new KeepTrouble(KINDS[words.code] ?? "unreachable", words.line ? `line ${words.line}: ${words.text}` : words.text);
}

export class HttpKeep implements Keep {
  readonly where = "server";
  private live?: Live;

  private async ask(path: string, method = "GET", body?: object): Promise<{ text: string; seq: number }> {
    return request(path, method, body).catch((e: unknown) => { throw e instanceof TableTrouble ? troubleOf(e) : e; });
  }

  private async answer<T>(path: string, method?: string, body?: object): Promise<T> {
    return JSON.parse((await this.ask(path, method, body)).text) as T;
  }

  private async cards(query: string): Promise<Listed[]> {
    const all: ServerCard[] = [];
    for (let from: string | undefined = ""; from !== undefined;) {
      const page: { games: ServerCard[]; next?: string } = await this.answer(`games?${query}${from}`);
      all.push(...page.games);
      from = page.next && `&${page.next}`;
    }
    return all.map((c) => ({
      id: c.id, seq: c.seq, title: c.title, called: c.face?.called, actions: c.ply, round: c.round, changed: c.changed, options: c.options,
      seats: seatsOf(c.face?.seats ?? c.seats.map((s) => ({ name: s.name, kind: s.level }))),
      over: c.over !== "", result: c.result,
    }));
  }

  list = (): Promise<Listed[]> => this.cards("mine");
  bin = (): Promise<Listed[]> => this.cards("mine&removed");

  async titles(): Promise<TitleFile[]> {
    const about = await this.answer<{ title_files: string[]; title_names: string[] }>("about");
    return about.title_names.map((name, i) => ({ name, text: about.title_files[i]! }));
  }

  async load(id: string): Promise<{ record: string; seq: number }> {
    const { text, seq } = await this.ask(`games/${id}/record?struck`);
    return { record: text, seq };
  }

  async create({ record, card }: Play): Promise<number> {
    const { seq } = await this.answer<{ seq: number }>("games", "POST", {
      id: card.id, record: withSeats(record, card), seats: card.seats.map(() => ({ for: "me" })), policy: { spectators: "none" },
    });
    return seq;
  }

  async append({ card }: Play, units: Unit[], after: number): Promise<number> {
    let seq = after;
    for (const { key, deed, print } of units) {
      if (deed.kind === "face") {
        await this.ask(`games/${card.id}`, "PATCH", { face: withSeats("", card), players: card.seats.map((s) => s.name) });
        continue;
      }
      const kept = await this.answer<{ seq: number; print: string }>(`games/${card.id}/log`, "POST", { after: seq, key, ...deed })
        .catch((e: KeepTrouble) => { throw e.kind === "stale" ? new KeepTrouble("stale", STALE) : e; });
      if (print && print !== kept.print)
        throw new KeepTrouble("differs", "the program came to another position than this page");
      seq = kept.seq;
    }
    return seq;
  }

  watch(id: string, seq: number, told: (rows: Row[]) => void, lost: () => void): () => void {
    this.live ??= new Live();
    const table = this.live.watch(id, { rows: told, reset: lost }, { have: seq });
    return () => table.leave();
  }

  async remove(id: string, seq: number): Promise<void> {
    await this.ask(`games/${id}?after=${seq}`, "DELETE");
  }

  async putBack(id: string): Promise<void> {
    await this.ask(`bin/${id}`, "POST");
  }
}
