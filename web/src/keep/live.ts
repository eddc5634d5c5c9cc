// SPDX-License-Identifier: Apache-2.0
// live.ts: the page's connection to the tables of a server (docs/api.md, "WebSocket"), one for all its games.
//
//   const live = new Live();                              // to the server that the page came from
//   const table = live.watch(id, listener, { have: 12 }); // … which has seen rows 1 to 12
//   await table.act(["Bo bid P3 75"]);                    // resolves when it is kept: the number of its last row
//   await table.undo(11); table.redo(); table.agree(27); table.refuse(27); table.say("Hello");
//   table.leave();
//
// The listener gets the rows of its game by number, without gaps and each once; a row, not the click, moves the
// screen, and whoever clicked gets theirs like everybody else, shortly after the promise has resolved. `table`
// tells who sits there, who is here, what is asked and whose turn it is; `chat` what was said; `state` whether
// there is a connection. `reset`: too many rows are missing, so the record is to be loaded
// (GET games/ID/record?struck, its ETag is the last row) and then table.resume(seq) said.
//
// What was sent is kept under its key until it is answered: after a lost connection, and when the server is busy,
// it is sent again, so nothing is done twice or forgotten; a page that is loaded again finds it in the tab's own store. What is answered no rejects with a TableTrouble; `stale`
// comes after the rows that were missing. Without a connection it is tried again after half a second, then twice
// as long up to 30 s, with chance in it; on `online` and when the page is shown again, at once.
//
// A connection has the session that it began with: after a seat was taken (POST claims) say live.again().

export interface Row {
  seq: number;
  unit: number; // the first row of what was done together
  ply: number; // actions in force after it
  kind: "act" | "undo" | "redo" | "seat" | "ask" | "agree" | "refuse";
  seat?: number; // from 0; none: the table itself
  made?: "bot" | "table" | "taken"; // where nobody's hand did it
  at: number; // milliseconds since 1970
  line: string;
  print: string; // "1:0f6c…": the digest of the game after it, as a record's check line has it
}

export interface TableSeat {
  name: string; // in the record
  kind: "person" | "bot" | "open";
  level?: string; // of a bot
  who?: string; // what the person is called
  here?: boolean; // looks at the table now
}

export interface Asked {
  row: number;
  what: "undo" | "redo" | "bot" | "open";
  to?: number; // undo, redo: actions then in force
  seat?: number;
  level?: string;
  by: number[]; // seats
  needed: number[]; // whose agreement it needs
  agreed: number[];
}

export interface TableNews {
  seats: TableSeat[];
  asked?: Asked;
  due: number[]; // seats that may do something now
  watching: number;
}

export interface Said {
  n: number;
  at: number;
  room: "table" | "watchers";
  who: string;
  text: string;
}

export interface You {
  seats: number[];
  host: boolean;
}

/** The one form of whatever is not done (docs/api.md, "Errors"). */
export interface ErrorWords {
  code: string;
  text: string;
  head?: number;
  rule?: string;
  id?: string;
  line?: number;
  retry_ms?: number;
}

export class TableTrouble extends Error {
  constructor(readonly words: ErrorWords) {
    super(words.id ? `${words.text} (${words.id})` : words.text);
  }
  get code(): string {
    return this.words.code;
  }
}

export interface Listener {
  rows(rows: Row[]): void;
  reset?(): void;
  table?(news: TableNews): void;
  chat?(lines: Said[]): void;
  you?(you: You): void;
  /** One's own programmes, as a text, when one has acted or ended. */
  programmes?(text: string): void;
  /** The game cannot be watched: there is none, or it is not for us. */
  no?(trouble: TableTrouble): void;
  state?(state: LiveState): void;
}

/** open: what others do arrives. off: it is tried again, `why` may say more. */
export type LiveState = { is: "open" } | { is: "off"; why: string };

/** One of a unit of lines; `after`: the last row that was seen, if that is not the last one that came. */
export interface How {
  mode?: "exact" | "still_legal";
  after?: number;
  key?: string; // of something that was sent before, in an earlier page
}

const FIRST_MS = 500;
const LONGEST_MS = 30_000;
const BEAT_MS = 25_000; // unless the server says otherwise

/** 16 random bytes as the interface wants them. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

/** `api/v1/…` of the server that the page came from. */
export const apiAddress = (path: string): string => new URL(`/api/v1/${path}`, location.href).href;

type Message = { type: string; game?: string; [field: string]: unknown };

interface Waiting {
  message: Message;
  resolve(seq: number): void;
  reject(trouble: TableTrouble): void;
}

/** One game that is looked at; made by Live.watch(). */
export class WatchedTable {
  /** The last row that the listener was told. */
  have: number;
  said: number;
  private asking?: Promise<void>; // for rows that did not come
  private lost = false; // too many rows are missing; the page loads the record
  readonly waiting = new Map<string, Waiting>(); // by key

  constructor(
    private readonly live: Live,
    readonly id: string,
    private readonly listener: Listener,
    from: { have?: number; chat?: number },
  ) {
    this.have = from.have ?? 0;
    this.said = from.chat ?? 0;
    for (const message of live.unanswered(id)) // nobody waits here for what an earlier page sent
      this.waiting.set(message.key as string, { message, resolve: () => {}, reject: (trouble) => listener.no?.(trouble) });
  }

  act = (lines: string[], how: How = {}): Promise<number> => this.submit({ type: "act", lines, mode: how.mode }, how);
  /** to: how many actions stay; without it the last unit goes. Resolves also if the others are only asked. */
  undo = (to?: number, how: How = {}): Promise<number> => this.submit({ type: "undo", to }, how);
  redo = (to?: number, how: How = {}): Promise<number> => this.submit({ type: "redo", to }, how);
  agree = (row: number, how: How = {}): Promise<number> => this.submit({ type: "agree", row }, how);
  refuse = (row: number, how: How = {}): Promise<number> => this.submit({ type: "refuse", row }, how);

  /** A line of chat; what is wrong with it comes to the listener's no(). */
  say(text: string, room: Said["room"] = "table"): void {
    this.live.send({ type: "say", game: this.id, text, room, key: newKey() });
  }

  /** The record was loaded, its last row is this one. */
  resume(seq: number): void {
    this.have = seq;
    this.lost = false;
    this.live.send({ type: "watch", game: this.id, have: seq, chat: this.said });
  }

  /** Nobody looks any more; what has no answer yet is not waited for. */
  leave(): void {
    this.live.drop(this);
  }

  private submit(message: Message, { after = this.have, key = newKey() }: How): Promise<number> {
    const whole = { ...message, game: this.id, after, key };
    return new Promise((resolve, reject) => {
      this.waiting.set(key, { message: whole, resolve, reject });
      this.keepWaiting();
      this.live.send(whole);
    });
  }

  /** What has no answer yet goes out once more, in the order of the clicks. */
  sendAgain(): void {
    for (const { message } of this.waiting.values()) this.live.send(message);
  }

  hear(message: Message): void {
    const { listener } = this;
    switch (message.type) {
      case "rows":
        if (message.you) listener.you?.(message.you as You);
        this.take(message as unknown as RowsSaid);
        break;
      case "table": listener.table?.(message as unknown as TableNews); break;
      case "chat": {
        const lines = (message.chat as Said[]).filter((l) => l.n > this.said);
        this.said = lines.at(-1)?.n ?? this.said;
        if (lines.length) listener.chat?.(lines);
        break;
      }
      case "programmes": listener.programmes?.(message.text as string); break;
      case "done": this.answered(message.key as string)?.resolve(message.seq as number); break;
      case "no": this.refused(message); break;
    }
  }

  state(state: LiveState): void {
    this.listener.state?.(state);
  }

  private answered(key: string): Waiting | undefined {
    const waiting = this.waiting.get(key);
    this.waiting.delete(key);
    if (waiting) this.keepWaiting();
    return waiting;
  }

  private keepWaiting(): void {
    this.live.keepUnanswered(this.id, [...this.waiting.values()].map((w) => w.message));
  }

  private refused(message: Message): void {
    const words = message.error as ErrorWords;
    const waiting = this.waiting.get(message.key as string);
    if (waiting && (words.code === "busy" || words.code === "too_fast")) {
      this.live.later(words.retry_ms ?? FIRST_MS, () => {
        if (this.waiting.has(message.key as string)) this.live.send(waiting.message);
      });
      return;
    }
    if (words.code === "stale") this.take(message as unknown as RowsSaid);
    const trouble = new TableTrouble(words);
    if (waiting) this.answered(message.key as string)?.reject(trouble);
    else this.listener.no?.(trouble);
  }

  /** Passes on what is new; where something is missing it is asked for. */
  private take(said: RowsSaid): void {
    if (this.lost) return;
    if (said.reset || !said.rows) {
      this.lost = true;
      this.listener.reset?.();
      return;
    }
    const rows = said.rows.filter((r) => r.seq > this.have);
    if (rows.length && rows[0]!.seq !== this.have + 1) {
      this.asking ??= this.live.askRows(this.id, this.have)
        .then((found) => { this.asking = undefined; this.take(found); },
          () => { this.asking = undefined; this.live.again(); }); // hello asks for them too
      return;
    }
    this.have = rows.at(-1)?.seq ?? this.have;
    if (rows.length) this.listener.rows(rows);
  }
}

interface RowsSaid {
  rows?: Row[];
  reset?: boolean;
}

/** What a connection is made of, so that tests can be the network. */
export interface LiveParts {
  socket(): WebSocket;
  rows(game: string, after: number): Promise<RowsSaid>;
  random(): number;
  /** What outlives the page, but not its tab. */
  store?: Pick<Storage, "getItem" | "setItem" | "removeItem">;
}

const usualParts: LiveParts = {
  socket: () => new WebSocket(apiAddress("live").replace(/^http/, "ws"), "roundhouse.1"),
  rows: async (game, after) => (await fetch(apiAddress(`games/${game}/log?after=${after}`))).json() as Promise<RowsSaid>,
  random: Math.random,
  get store() {
    try {
      return globalThis.sessionStorage;
    } catch {
      return undefined; // a browser may forbid it
    }
  },
};

export class Live {
  private readonly tables = new Map<string, WatchedTable>();
  private socket?: WebSocket;
  private open = false; // welcomed
  private wait = FIRST_MS;
  private why = "";
  private timer?: ReturnType<typeof setTimeout>;
  private beat?: ReturnType<typeof setInterval>;
  private heard = 0;

  constructor(private readonly parts: LiveParts = usualParts) {
    globalThis.addEventListener?.("online", this.hurry);
    globalThis.document?.addEventListener("visibilitychange", this.hurry);
  }

  /** Looks at a game, from the row and the line of chat that the page has; a second look replaces the first. */
  watch(id: string, listener: Listener, from: { have?: number; chat?: number } = {}): WatchedTable {
    const table = new WatchedTable(this, id, listener, from);
    this.tables.set(id, table);
    if (this.open) {
      this.send({ type: "watch", game: id, have: table.have, chat: table.said });
      table.sendAgain();
    } else this.connect();
    return table;
  }

  drop(table: WatchedTable): void {
    if (this.tables.get(table.id) !== table) return;
    this.tables.delete(table.id);
    this.send({ type: "leave", game: table.id });
    if (this.tables.size === 0) this.end();
  }

  get state(): LiveState {
    return this.open ? { is: "open" } : { is: "off", why: this.why };
  }

  /** Connects anew, with the session that the page has by now. */
  again = (): void => {
    this.end();
    this.connect();
  };

  // For WatchedTable.

  send(message: Message): void {
    if (this.open) this.socket!.send(JSON.stringify(message)); // otherwise `welcome` sends it
  }
  /** What was sent at a table and has no answer, by this page or by the one before it in this tab. */
  unanswered(game: string): Message[] {
    try {
      return JSON.parse(this.parts.store?.getItem(`roundhouse.sent.${game}`) ?? "[]") as Message[];
    } catch {
      return [];
    }
  }
  keepUnanswered(game: string, messages: Message[]): void {
    const name = `roundhouse.sent.${game}`;
    try {
      if (messages.length) this.parts.store?.setItem(name, JSON.stringify(messages));
      else this.parts.store?.removeItem(name);
    } catch {
      // no room: then it lives as long as the page
    }
  }
  askRows = (game: string, after: number): Promise<RowsSaid> => this.parts.rows(game, after);
  later(ms: number, work: () => void): void {
    setTimeout(work, ms * (0.5 + this.parts.random()));
  }

  private connect(): void {
    if (this.socket || this.tables.size === 0) return;
    clearTimeout(this.timer);
    const socket = this.parts.socket();
    this.socket = socket;
    this.heard = Date.now();
    socket.onopen = () => {
      const games = [...this.tables.values()].map((t) => ({ id: t.id, have: t.have, chat: t.said }));
      socket.send(JSON.stringify({ type: "hello", games }));
    };
    socket.onmessage = (e) => {
      if (socket === this.socket) this.hear(JSON.parse(e.data as string) as Message);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lose();
    };
  }

  private hear(message: Message): void {
    this.heard = Date.now();
    switch (message.type) {
      case "welcome":
        this.open = true;
        this.wait = FIRST_MS;
        this.why = "";
        this.startBeat((message.beat as number | undefined) ?? BEAT_MS);
        this.tellState();
        for (const table of this.tables.values()) table.sendAgain();
        return;
      case "bye":
        this.why = message.why as string;
        this.lose(message.retry_ms as number | undefined);
        return;
      case "beat":
        return;
    }
    this.tables.get(message.game ?? "")?.hear(message);
  }

  private startBeat(ms: number): void {
    clearInterval(this.beat);
    this.beat = setInterval(() => {
      if (Date.now() - this.heard > 2.5 * ms) this.lose(0); // as a laptop that slept finds it
      else this.send({ type: "beat" });
    }, ms);
  }

  /** The connection is lost; after a while, or after so many milliseconds, there is another. */
  private lose(ms?: number): void {
    this.end();
    const wait = ms ?? this.wait * (0.5 + this.parts.random() / 2);
    this.wait = Math.min(2 * this.wait, LONGEST_MS);
    this.timer = setTimeout(() => this.connect(), wait);
    this.tellState();
  }

  private end(): void {
    const { socket } = this;
    this.socket = undefined;
    this.open = false;
    clearTimeout(this.timer);
    clearInterval(this.beat);
    socket?.close();
  }

  private hurry = (): void => {
    if (globalThis.document?.hidden) return;
    if (!this.socket) this.connect();
    else if (this.open && Date.now() - this.heard > 2 * BEAT_MS) this.again();
  };

  private tellState(): void {
    for (const table of this.tables.values()) table.state(this.state);
  }
}
