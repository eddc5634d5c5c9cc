// SPDX-License-Identifier: Apache-2.0
// http.ts: games kept by the program that serves the page (server/api.h). Who sits where stands in
// comments before the record, so that a record that is exported, or opened at the terminal, has it too.
import { KeepTrouble, type GameCard, type Keep, type Listed, type Play, type Seat, type TroubleKind, type Unit } from "../keep";
import type { TitleFile } from "../engine/types";
import { seatColor } from "../start/colors";

interface ServerCard {
  id: string;
  revision: number;
  changed: number; // seconds
  title?: string;
  called?: string;
  seats?: { name: string; kind?: string; color?: string; shown?: string }[];
  players?: string[]; // a card that an earlier version has made may have only these
  bots?: string[];
  actions?: number;
  round?: string;
  over?: string;
  result?: string;
}

const KINDS: Record<number, TroubleKind> = {
  404: "gone", 412: "stale", 413: "refused", 422: "refused", 507: "full",
};

/** The seats of a card or of a record that was opened; whoever has no colour gets the usual one. */
export const seatsOf = (seats: { name: string; kind?: string; color?: string; shown?: string }[]): Seat[] =>
  seats.map((s, i) => ({ name: s.name, kind: s.kind ?? "human", color: s.color ?? seatColor(i), shown: s.shown }));

const playersOf = (c: ServerCard) =>
  (c.players ?? []).map((name) => ({ name, kind: c.bots?.includes(name) ? "greedy" : "human" }));

/** The record with its seats and its name in front. */
export function withSeats(record: string, { seats, called }: Pick<GameCard, "seats" | "called">): string {
  const bots = seats.filter((s) => s.kind !== "human").map((s) => s.name);
  return `# bots:${bots.map((b) => ` ${b}`).join("")}\n# seats: ${JSON.stringify(seats)}\n${called ? `# game: ${called}\n` : ""}${record}`;
}

export class HttpKeep implements Keep {
  readonly where = "server";

  /** Every answer is read to its end: one that is not keeps its connection. */
  private async ask(path: string, init?: RequestInit): Promise<{ text: string; revision: number }> {
    let response: Response, text: string;
    try {
      response = await fetch(`api/${path}`, init);
      text = await response.text();
    } catch {
      throw new KeepTrouble("unreachable",
        "The program that serves this page does not answer; start it again with `make play`. " +
        "What you play stays in this page meanwhile.");
    }
    if (response.ok)
      return { text, revision: Number(/\d+/.exec(response.headers.get("etag") ?? "")?.[0] ?? 0) };
    let said: { error?: string; line?: number } = {};
    try {
      said = JSON.parse(text) as typeof said;
    } catch {
      // not from our program; its number must do
    }
    const sentence = said.error ?? `the program answers ${response.status}`;
    throw new KeepTrouble(KINDS[response.status] ?? "unreachable",
      said.line ? `line ${said.line}: ${sentence}` : sentence);
  }

  private async cards(path: string): Promise<Listed[]> {
    const cards = JSON.parse((await this.ask(path)).text) as ServerCard[];
    return cards.map((c) => ({
      id: c.id, seq: c.revision, title: c.title ?? "", called: c.called, seats: seatsOf(c.seats ?? playersOf(c)), actions: c.actions ?? 0,
      round: c.round ?? "", over: Boolean(c.over), result: c.result ?? "", changed: c.changed * 1000,
    }));
  }

  list = (): Promise<Listed[]> => this.cards("games");
  bin = (): Promise<Listed[]> => this.cards("bin");

  async titles(): Promise<TitleFile[]> {
    return JSON.parse((await this.ask("titles")).text) as TitleFile[];
  }

  async load(id: string): Promise<{ record: string; seq: number }> {
    const { text, revision } = await this.ask(`games/${id}`);
    return { record: text, seq: revision };
  }

  create = (play: Play): Promise<number> => this.put(play, { "If-None-Match": "*" });

  append = (play: Play, _: Unit[], after: number): Promise<number> => this.put(play, { "If-Match": `"${after}"` });

  watch = (): (() => void) => () => {}; // whoever is behind is told when they change something

  private async put({ record, card }: Play, condition: Record<string, string>): Promise<number> {
    const { revision } = await this.ask(`games/${card.id}`, {
      method: "PUT",
      headers: { "Content-Type": "text/plain; charset=utf-8", ...condition },
      body: withSeats(record, card),
    });
    return revision;
  }

  async remove(id: string, revision: number): Promise<void> {
    await this.ask(`games/${id}`, { method: "DELETE", headers: { "If-Match": `"${revision}"` } });
  }

  async putBack(id: string): Promise<void> {
    await this.ask(`bin/${id}`, { method: "POST" });
  }
}
