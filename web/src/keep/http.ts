// SPDX-License-Identifier: Apache-2.0
// http.ts: games kept by the program that serves the page (server/api.h). Who sits where stands in
// comments before the record, so that a record that is exported, or opened at the terminal, has it too.
import { KeepTrouble, type GameCard, type Keep, type Seat, type TroubleKind } from "../keep";
import { seatColor } from "../start/colors";

interface ServerCard {
  id: string;
  revision: number;
  changed: number; // seconds
  title?: string;
  players?: string[];
  bots?: string[];
  seats?: Seat[];
  actions?: number;
  round?: string;
  over?: string;
  result?: string;
}

const KINDS: Record<number, TroubleKind> = {
  404: "gone", 412: "stale", 413: "refused", 422: "refused", 507: "full",
};

const isSeat = (s: unknown): s is Seat =>
  typeof s === "object" && s !== null &&
  ["name", "color", "kind"].every((k) => typeof (s as Record<string, unknown>)[k] === "string");

/** Games begun at the command line say only who is a bot. */
function seatsOf(card: ServerCard): Seat[] {
  const players = card.players ?? [];
  if (card.seats?.length === players.length && card.seats.every(isSeat)) return card.seats;
  const bots = card.bots ?? [];
  return players.map((name, i) => ({
    name, color: seatColor(i), kind: bots.includes(name) ? "greedy" : "human",
  }));
}

/** The record with its seats in front. */
export function withSeats(record: string, seats: Seat[]): string {
  const bots = seats.filter((s) => s.kind !== "human").map((s) => s.name);
  return `# bots:${bots.map((b) => ` ${b}`).join("")}\n# seats: ${JSON.stringify(seats)}\n${record}`;
}

/** The seats that a record carries, if it does. */
export function seatsIn(record: string): Seat[] | undefined {
  const line = /^# seats: (.*)$/m.exec(record.slice(0, 4000))?.[1];
  if (!line) return undefined;
  try {
    const seats: unknown = JSON.parse(line);
    return Array.isArray(seats) && seats.every(isSeat) ? seats : undefined;
  } catch {
    return undefined; // somebody wrote it by hand
  }
}

export class HttpKeep implements Keep {
  readonly where = "server";
  private readonly revision = new Map<string, number>();
  private readonly sent = new Map<string, string>(); // what was sent and not yet answered

  private async ask(path: string, init?: RequestInit): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(`api/games${path}`, init);
    } catch {
      throw new KeepTrouble("unreachable",
        "The program that serves this page does not answer; start it again with `make play`. " +
        "What you play stays in this page meanwhile.");
    }
    if (response.ok) return response;
    const said = (await response.json().catch(() => ({}))) as { error?: string; line?: number };
    const sentence = said.error ?? `the program answers ${response.status}`;
    throw new KeepTrouble(KINDS[response.status] ?? "unreachable",
      said.line ? `line ${said.line}: ${sentence}` : sentence);
  }

  async list(): Promise<GameCard[]> {
    const cards = (await (await this.ask("")).json()) as ServerCard[];
    return cards.map((c) => ({
      id: c.id, title: c.title ?? "", seats: seatsOf(c), actions: c.actions ?? 0,
      round: c.round ?? "", over: Boolean(c.over), result: c.result ?? "", changed: c.changed * 1000,
    }));
  }

  private remember(id: string, response: Response): void {
    const tag = /\d+/.exec(response.headers.get("etag") ?? "");
    if (tag) this.revision.set(id, Number(tag[0]));
  }

  async load(id: string): Promise<string> {
    const response = await this.ask(`/${id}`);
    this.remember(id, response);
    return response.text();
  }

  async save(id: string, record: string, card: GameCard): Promise<void> {
    const known = this.revision.get(id);
    const condition: Record<string, string> =
      known === undefined ? { "If-None-Match": "*" } : { "If-Match": `"${known}"` };
    const body = withSeats(record, card.seats);
    const before = this.sent.get(id);
    this.sent.set(id, body);
    try {
      const response = await this.ask(`/${id}`, {
        method: "PUT",
        keepalive: body.length < 30_000, // also if the page closes meanwhile; browsers allow 64 KiB
        headers: { "Content-Type": "text/plain; charset=utf-8", ...condition },
        body,
      });
      this.remember(id, response);
      this.sent.delete(id);
    } catch (error) {
      if (!(error instanceof KeepTrouble) || error.kind !== "stale" || before === undefined) throw error;
      /* The program may have kept what we sent before, and only its answer was lost: then the newer
       * revision is our own. */
      if ((await this.load(id)) !== before) {
        if (known !== undefined) this.revision.set(id, known);
        throw error;
      }
      this.sent.delete(id);
      await this.save(id, record, card);
    }
  }

  async remove(id: string): Promise<void> {
    await this.ask(`/${id}`, { method: "DELETE" });
    this.revision.delete(id);
  }
}
