// SPDX-License-Identifier: Apache-2.0
// tables.ts: the tables of a server for several people (docs/api.md): which there are, new ones, and who sits where.
// What is played at one goes over the connection of live.ts.
import { Live, type Asked, type Row, type TableSeat, type You } from "./live";
import { answer, request } from "./request";

/** As a list has it. */
export interface TableCard {
  id: string;
  seq: number;
  ply: number;
  changed: number; // milliseconds since 1970
  listed: boolean;
  mine: number[]; // seats, from 0
  open: number[];
  host: boolean; // … is whoever asks
  title: string;
  name: string; // of the title
  seats: TableSeat[];
  face?: { seats: { color?: string }[]; called?: string };
  round: string;
  over: string; // why it is over; "": it is not
  result: string;
  due: number[]; // seats that may do something now
}

export interface Policy {
  undo: "those" | "all" | "majority" | "nobody";
  calls: boolean;
  hints: boolean;
  spectators: "link" | "all" | "none";
  overheard: boolean; // whoever watches reads what the table says
}

/** One table, for whoever opens it. */
export interface TableInfo extends Omit<TableCard, "host" | "mine" | "open"> {
  policy: Policy;
  asked?: Asked;
  you: You;
}

/** for: "me", "link" or "bot LEVEL", by the seats of the record. */
export interface NewTable {
  record: string;
  seats: { for: string }[];
  policy: Partial<Policy>;
  listed: boolean;
  name: string; // of whoever makes it, if the server does not know it yet
}

export interface SeatLink {
  seat: number;
  link: string; // "/g/ID#s=SECRET"
}

/** What a link is good for. */
export interface Invitation {
  game: string;
  seat: number;
  seat_name: string; // in the record
  title: string; // its name
  host: string; // who invites
  mine: boolean; // this browser has the seat already
}

/** A change of a seat, or the wish for one: the others may have to agree. */
export type SeatChange = { do: "leave" } | { do: "open" } | { do: "bot"; level: string };

export class Tables {
  readonly live = new Live();

  /** What the server calls us (none: it does not know us yet), and the levels of its bots. */
  async about(): Promise<{ me?: string; levels: string[] }> {
    const { you, bots } = await answer<{ you?: { name: string }; bots: string[] }>("about");
    return { me: you?.name, levels: bots };
  }
  rename = (name: string): Promise<unknown> => answer("me", "PATCH", { name });

  private async cards(query: string): Promise<TableCard[]> {
    return (await answer<{ games: TableCard[] }>(`games${query}`)).games;
  }
  mine = (): Promise<TableCard[]> => this.cards("?mine");
  listed = (): Promise<TableCard[]> => this.cards("");

  show = (id: string): Promise<TableInfo> => answer(`games/${id}`);
  async record(id: string): Promise<{ record: string; seq: number }> {
    const { text, seq } = await request(`games/${id}/record?struck`);
    return { record: text, seq };
  }
  /** The last rows up to this one, for what they tell besides actions. */
  async rows(id: string, seq: number, most = 900): Promise<Row[]> {
    return (await answer<{ rows?: Row[] }>(`games/${id}/log?after=${Math.max(0, seq - most)}`)).rows ?? [];
  }

  make = (table: NewTable): Promise<{ id: string; links: SeatLink[] }> => answer("games", "POST", table);
  remove = (id: string): Promise<unknown> => answer(`games/${id}`, "DELETE");
  list = (id: string, listed: boolean): Promise<unknown> => answer(`games/${id}`, "PATCH", { listed });

  /** Looks at a link without using it. */
  invitation = (game: string, secret: string): Promise<Invitation> => answer("claims", "POST", { game, secret, look: true });
  claim = (game: string, secret: string, name: string): Promise<unknown> =>
    answer("claims", "POST", { game, secret, name }).then(this.live.again);
  take = (game: string, seat: number, name: string): Promise<unknown> =>
    answer(`games/${game}/seats/${seat}`, "POST", { do: "take", name }).then(this.live.again);
  changeSeat = (game: string, seat: number, change: SeatChange): Promise<unknown> =>
    answer(`games/${game}/seats/${seat}`, "POST", change);
  /** A new link for a seat; the old one is void then. */
  newLink = (game: string, seat: number): Promise<SeatLink> => answer(`games/${game}/seats/${seat}`, "POST", { do: "link" });

  /** One's own papers beside a game. */
  paper = async (game: string, which: "note" | "programmes"): Promise<string> =>
    (await answer<{ text: string }>(`games/${game}/${which}`)).text;
  keepPaper = (game: string, which: "note" | "programmes", text: string): Promise<unknown> =>
    answer(`games/${game}/${which}`, "PUT", { text });
}
