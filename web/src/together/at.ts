// SPDX-License-Identifier: Apache-2.0
// at.ts: somebody at a table of several people: what the connection has told so far, and what can be done there.
// What is done is asked of the server; its rows move the game, also for whoever clicked.
import type { Programme } from "../engine/types";
import { TableTrouble, type LiveState, type Row, type Said, type TableNews, type WatchedTable, type You } from "../keep/live";
import type { TableInfo, Tables } from "../keep/tables";
import type { Others } from "../table/useGame";


/** What a row tells besides actions, and when. */
export interface Happening {
  seq: number;
  at: number;
  seat?: number;
  kind: Row["kind"];
  line: string;
}

/** Somebody was first; their rows are on the table already. */
const late = (e: unknown): never => {
  throw e instanceof TableTrouble && e.code === "stale" ? new Error("the others were first: look again, and decide anew") : e;
};

export class AtTable implements Others {
  news: TableNews;
  you: You;
  said: Said[] = [];
  happened: Happening[] = [];
  programmes: Programme[] = [];
  state: LiveState = { is: "off", why: "" };
  trouble = "";
  private readonly watched: WatchedTable;
  private readonly inner = new Set<number>(); // actions that were made together with the one before them
  private heard: Row[] = [];
  private take?: (rows: Row[]) => void;
  private waiting: { seq: number; done(): void }[] = [];

  /** seq: the last row of the record that is shown; rows: the last ones up to it. changed: there is something new to
   * show. gone: the game is to be loaded again, or cannot be watched any more; why, for people. */
  constructor(readonly tables: Tables, readonly info: TableInfo, seq: number, rows: Row[],
      private readonly changed: () => void, private readonly gone: (why: string) => void) {
    this.news = { seats: info.seats, asked: info.asked, due: info.due, watching: 0 };
    this.you = info.you;
    this.note(rows.filter((r) => r.seq <= seq));
    this.watched = tables.live.watch(info.id, {
      rows: (fresh) => this.hear(fresh),
      reset: () => this.gone(""),
      table: (news) => { this.news = news; this.you = { ...this.you }; this.changed(); },
      chat: (lines) => { this.said = [...this.said, ...lines]; this.changed(); },
      you: (you) => { this.you = you; this.changed(); },
      programmes: (text) => { this.takeProgrammes(text); this.changed(); },
      no: (trouble) => { this.trouble = trouble.message; this.changed(); },
      state: (state) => { this.state = state; this.changed(); },
    }, { have: seq });
    this.state = tables.live.state;
    if (this.you.seats.length)
      tables.paper(info.id, "programmes").then((text) => { this.takeProgrammes(text); this.changed(); }, () => {});
  }

  leave(): void {
    this.watched.leave();
  }

  // What useGame wants of others.

  listen = (take: (rows: Row[]) => void): (() => void) => {
    this.take = take;
    this.hear([]);
    return () => { this.take = undefined; };
  };
  lost = (why: string): void => this.gone(why && `This page did not show the game as it is kept (${why}). It was loaded again.`);

  // What is done here; each resolves when its rows are on the table, and rejects with a TableTrouble.

  act = (lines: string[], anyTime: boolean): Promise<void> =>
    this.watched.act(lines, { mode: anyTime ? "still_legal" : "exact" }).then(this.reached, late);
  /** to: how many actions stay, or as many as the click that goes with them began with. */
  undo = (to: number): Promise<void> => {
    while (to > 0 && this.inner.has(to)) to--;
    return this.watched.undo(to).then(this.reached, late);
  };
  redo = (): Promise<void> => this.watched.redo().then(this.reached, late);
  answer = (row: number, yes: boolean): Promise<void> =>
    (yes ? this.watched.agree(row) : this.watched.refuse(row)).then(this.reached, late);

  say(text: string, room: Said["room"]): void {
    this.watched.say(text, room);
  }

  keepProgrammes = (list: Programme[]): void => {
    this.programmes = list;
    this.changed();
    const forms = list.map(({ says: _, ...form }) => form);
    this.tables.keepPaper(this.info.id, "programmes", forms.length ? JSON.stringify(forms) : "")
      .catch((e: Error) => this.complain(e.message));
  };

  complain = (trouble: string): void => {
    this.trouble = trouble;
    this.changed();
  };

  private takeProgrammes(text: string): void {
    try {
      const list: unknown = JSON.parse(text || "[]");
      this.programmes = Array.isArray(list) ? (list as Programme[]) : [];
    } catch {
      this.programmes = [];
    }
  }

  private reached = (seq: number): Promise<void> =>
    this.watched.have >= seq ? Promise.resolve() : new Promise((done) => { this.waiting.push({ seq, done }); });

  /** Rows go to the table as soon as there is one. */
  private hear(rows: Row[]): void {
    this.note(rows);
    this.heard.push(...rows);
    if (!this.take || !this.heard.length) return;
    const { heard } = this;
    this.heard = [];
    this.take(heard);
    const last = heard.at(-1)!.seq;
    this.waiting.filter((w) => w.seq <= last).forEach((w) => w.done());
    this.waiting = this.waiting.filter((w) => w.seq > last);
    this.changed();
  }

  private note(rows: Row[]): void {
    for (const { seq, unit, ply, at, seat, kind, line } of rows)
      if (kind === "act") {
        if (seq === unit) this.inner.delete(ply - 1);
        else this.inner.add(ply - 1);
      } else this.happened.push({ seq, at, seat, kind, line: kind === "undo" || kind === "redo" ? String(ply) : line });
  }
}
