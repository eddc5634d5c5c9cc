// SPDX-License-Identifier: Apache-2.0
// browser.ts: games kept in the browser's own storage (IndexedDB), for the page without a server, as logs: the record
// that a game began as, and the rows of what was done since (keep/live.ts; the print of a unit stands in its last
// row). Tabs tell each other that there is more.
//
// Earlier versions kept whole records in a database of another name. They are taken over one by one, and an old one
// is deleted only after its new form was read back and is the same to the letter.
import type { Answer } from "../engine/engine";
import type { TitleFile } from "../engine/types";
import { KeepTrouble, printOf, type GameCard, type Keep, type Listed, type Play, type Unit } from "../keep";
import { withSeats } from "./http";
import type { Row } from "./live";

interface Log {
  id: string;
  base: string; // the record it began as
  card: GameCard;
  head: number; // the last row
  ply: number; // actions in force
  removed?: number; // when, in milliseconds since 1970: it is in the bin
}

/** A row of a game; the first one of a unit has its key. */
type Stored = Row & { game: string; key?: string };

/** As earlier versions kept it. */
interface Whole {
  id: string;
  revision: number;
  record: string;
  card: GameCard;
  removed?: number;
}

const BIN_MS = 30 * 86_400_000;
const MOST_ROWS = 1000; // to be told at once; whoever lacks more loads the game again
const NEWS = "roundhouse.rows"; // the tabs' channel

const troubleOf = (error: DOMException | null): KeepTrouble =>
  error?.name === "QuotaExceededError"
    ? new KeepTrouble("full", "The browser has no room left for games; what was kept before is " +
        "still there. Remove a game, or save this one as a file.")
    : new KeepTrouble("unreachable", `The browser does not keep games: ${error?.message ?? "no storage"}. ` +
        "A private window may forbid it; save the game as a file.");

const stale = (done: string): KeepTrouble =>
  new KeepTrouble("stale", `This game was played on in another tab; nothing was ${done}: ` +
    "load it again, or keep this play as a new game.");
const gone = (): KeepTrouble => new KeepTrouble("gone", "This game was removed in another tab.");

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(troubleOf(request.error));
  });

function open(name: string, make: (db: IDBDatabase) => void): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => make(request.result);
  return done(request);
}

/** All rows of a game behind `after`. */
const rowsBehind = (store: IDBObjectStore, game: string, after: number): Promise<Stored[]> =>
  done(store.getAll(IDBKeyRange.bound([game, after + 1], [game, Infinity])) as IDBRequest<Stored[]>);

const listed = (log: Log): Listed => ({ ...log.card, seq: log.head });

/** The rows of a unit behind what is there; none if it changes no more than the card. */
function rowsOf({ key, deed, print }: Unit, log: Log, at: number): Stored[] {
  if (deed.kind === "face") return [];
  const unit = log.head + 1;
  const one = { game: log.id, unit, at, print: "", line: "" };
  const rows: Stored[] = deed.kind === "act"
    ? deed.lines.map((line, i) => ({ ...one, seq: unit + i, ply: log.ply + 1 + i, kind: "act", line }))
    : [{ ...one, seq: unit, ply: deed.to, kind: deed.kind }];
  rows[0]!.key = key;
  rows.at(-1)!.print = print;
  return rows;
}

export class BrowserKeep implements Keep {
  readonly where = "browser";
  private opening?: Promise<IDBDatabase>;
  private readonly news = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(NEWS);

  /** rebuild: the record of a game that began as `base` and went on with these rows. */
  constructor(private readonly rebuild: (base: string, rows: Row[]) => Answer<{ text: string }>) {}

  private database(): Promise<IDBDatabase> {
    this.opening ??= (async () => {
      const db = await open("roundhouse-logs", (made) => {
        made.createObjectStore("logs", { keyPath: "id" });
        made.createObjectStore("rows", { keyPath: ["game", "seq"] });
      });
      await takeOver(db);
      return db;
    })();
    this.opening.catch(() => { this.opening = undefined; }); // it may be allowed later
    return this.opening;
  }

  private async all(): Promise<Log[]> {
    const store = (await this.database()).transaction("logs").objectStore("logs");
    return done(store.getAll() as IDBRequest<Log[]>);
  }

  async list(): Promise<Listed[]> {
    return (await this.all()).filter((k) => !k.removed).map(listed).sort((a, b) => b.changed - a.changed);
  }

  async bin(): Promise<Listed[]> {
    return (await this.all()).filter((k) => k.removed && k.removed > Date.now() - BIN_MS)
      .sort((a, b) => b.removed! - a.removed!).map(listed);
  }

  async load(id: string): Promise<{ record: string; seq: number }> {
    const transaction = (await this.database()).transaction(["logs", "rows"]);
    const log = await done(transaction.objectStore("logs").get(id) as IDBRequest<Log | undefined>);
    if (!log || log.removed) throw new KeepTrouble("gone", "This browser keeps no such game; it may have been removed.");
    const rows = await rowsBehind(transaction.objectStore("rows"), id, 0);
    const whole = rows.length ? this.rebuild(log.base, rows) : { text: log.base };
    if ("error" in whole) throw new KeepTrouble("refused", `This game cannot be read: ${whole.error}`);
    const print = rows.filter((r) => r.print).at(-1)?.print;
    if (print && print !== printOf(whole.text))
      throw new KeepTrouble("refused", "This game cannot be read: after its last row it is not what it was when it was played.");
    return { record: withSeats(whole.text, log.card), seq: log.head };
  }

  /** One transaction, so that two tabs cannot both find the old head. */
  private async change(id: string,
      work: (logs: IDBObjectStore, rows: IDBObjectStore, log: Log | undefined) => void | Promise<void>): Promise<void> {
    const transaction = (await this.database()).transaction(["logs", "rows"], "readwrite");
    const finished = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(troubleOf(transaction.error));
    });
    finished.catch(() => {}); // told below, or by what `work` throws
    const logs = transaction.objectStore("logs");
    const log = await done(logs.get(id) as IDBRequest<Log | undefined>);
    try {
      await work(logs, transaction.objectStore("rows"), log);
    } catch (error) {
      if (error instanceof KeepTrouble) transaction.abort();
      throw error;
    }
    await finished;
    this.news?.postMessage(id);
  }

  async create({ record, card }: Play): Promise<number> {
    void navigator.storage?.persist?.(); // not to be thrown away when room is short
    let seq = 0;
    await this.change(card.id, (logs, _, log) => {
      if (log && (log.base !== record || log.removed)) throw stale("overwritten");
      seq = log?.head ?? 0; // the answer was missed
      if (!log) logs.put({ id: card.id, base: record, card, head: 0, ply: card.actions } satisfies Log);
    });
    return seq;
  }

  async append({ card }: Play, units: Unit[], after: number): Promise<number> {
    let head = after;
    await this.change(card.id, async (logs, rows, log) => {
      if (!log || log.removed) throw gone();
      const known = new Set((log.head > after ? await rowsBehind(rows, card.id, after) : []).map((r) => r.key));
      const left = units.filter((u) => !known.has(u.key)); // of the others only the answer was missed
      if (left.length === units.length ? log.head !== after : left.length > 0) throw stale("overwritten");
      const at = Date.now();
      for (const unit of left) {
        for (const row of rowsOf(unit, log, at)) {
          rows.add(row);
          log.head = row.seq;
          log.ply = row.ply;
        }
        if (unit.deed.kind === "face" && log.head === 0 && log.ply === 0) log.base = unit.deed.setup; // names of players
      }
      logs.put({ ...log, card });
      head = log.head;
    });
    return head;
  }

  watch(id: string, seq: number, told: (rows: Row[]) => void, lost: () => void): () => void {
    let have = seq;
    const look = async () => {
      const store = (await this.database()).transaction("rows").objectStore("rows");
      const rows = (await rowsBehind(store, id, have)).filter((r) => r.seq > have);
      if (!rows.length) return;
      have = rows.at(-1)!.seq;
      if (rows.length > MOST_ROWS) lost();
      else told(rows);
    };
    const hear = (e: MessageEvent) => {
      if (e.data === id) void look();
    };
    this.news?.addEventListener("message", hear);
    return () => this.news?.removeEventListener("message", hear);
  }

  async remove(id: string, seq: number): Promise<void> {
    for (const old of await this.all()) // somebody must empty the bin
      if (old.removed && old.removed <= Date.now() - BIN_MS)
        await this.change(old.id, (logs, rows) => {
          logs.delete(old.id);
          rows.delete(IDBKeyRange.bound([old.id, 0], [old.id, Infinity]));
        });
    await this.change(id, (logs, _, log) => {
      if (!log || log.removed) throw gone();
      if (log.head !== seq) throw stale("removed");
      logs.put({ ...log, removed: Date.now() } satisfies Log);
    });
  }

  async putBack(id: string): Promise<void> {
    await this.change(id, (logs, _, log) => {
      if (!log?.removed) throw new KeepTrouble("gone", "This game is not in the bin any more.");
      logs.put({ ...log, removed: undefined } satisfies Log);
    });
  }

  titles = async (): Promise<TitleFile[]> => []; // a folder of files has none to offer
}

/** Takes over what earlier versions kept. A page of theirs may still be open in another tab and keep on writing: what
 * it writes is taken over at the next visit, beside the game if that was played on here. */
async function takeOver(db: IDBDatabase): Promise<void> {
  const old = await open("roundhouse", (made) => made.createObjectStore("games", { keyPath: "id" }));
  const whole = await done(old.transaction("games").objectStore("games").getAll() as IDBRequest<Whole[]>);
  const find = (id: string) => done(db.transaction("logs").objectStore("logs").get(id) as IDBRequest<Log | undefined>);
  for (const { id, revision, record, card, removed } of whole) {
    const there = await find(id);
    const name = !there || there.base === record ? id : `${id}-${revision}`;
    const logs = db.transaction("logs", "readwrite").objectStore("logs");
    if (!(await done(logs.get(name)))) // another tab may be at it too
      await done(logs.add({ id: name, base: record, card: { ...card, id: name }, head: 0, ply: card.actions, removed } satisfies Log));
    if ((await find(name))?.base === record)
      await done(old.transaction("games", "readwrite").objectStore("games").delete(id));
  }
  old.close();
}
