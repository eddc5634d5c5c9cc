// SPDX-License-Identifier: Apache-2.0
// browser.ts: games kept in the browser's own storage (IndexedDB), for the page without a server.
import type { TitleFile } from "../engine/types";
import { KeepTrouble, type GameCard, type Keep, type Listed, type Play } from "../keep";
import { withSeats } from "./http";

interface Kept {
  id: string;
  revision: number;
  record: string;
  card: GameCard;
  removed?: number; // when, in milliseconds since 1970: it is in the bin
}

const BIN_MS = 30 * 86_400_000;

const troubleOf = (error: DOMException | null): KeepTrouble =>
  error?.name === "QuotaExceededError"
    ? new KeepTrouble("full", "The browser has no room left for games; what was kept before is " +
        "still there. Remove a game, or save this one as a file.")
    : new KeepTrouble("unreachable", `The browser does not keep games: ${error?.message ?? "no storage"}. ` +
        "A private window may forbid it; save the game as a file.");

const stale = (done: string): KeepTrouble =>
  new KeepTrouble("stale", `This game was played on in another tab; nothing was ${done}: ` +
    "load it again, or keep this play as a new game.");

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(troubleOf(request.error));
  });

export class BrowserKeep implements Keep {
  readonly where = "browser";
  private opening?: Promise<IDBDatabase>;

  private database(): Promise<IDBDatabase> {
    this.opening ??= (() => {
      const request = indexedDB.open("roundhouse", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("games", { keyPath: "id" });
      return done(request);
    })();
    return this.opening;
  }

  private async all(): Promise<Kept[]> {
    const store = (await this.database()).transaction("games").objectStore("games");
    return done(store.getAll() as IDBRequest<Kept[]>);
  }

  async list(): Promise<Listed[]> {
    return (await this.all()).filter((k) => !k.removed)
      .map((k) => ({ ...k.card, revision: k.revision })).sort((a, b) => b.changed - a.changed);
  }

  async bin(): Promise<Listed[]> {
    return (await this.all()).filter((k) => k.removed && k.removed > Date.now() - BIN_MS)
      .sort((a, b) => b.removed! - a.removed!).map((k) => ({ ...k.card, revision: k.revision }));
  }

  async load(id: string): Promise<{ record: string; revision: number }> {
    const store = (await this.database()).transaction("games").objectStore("games");
    const kept = await done(store.get(id) as IDBRequest<Kept | undefined>);
    if (!kept || kept.removed) throw new KeepTrouble("gone", "This browser keeps no such game; it may have been removed.");
    return { record: withSeats(kept.record, kept.card), revision: kept.revision };
  }

  /** One transaction, so that two tabs cannot both find the old revision. */
  private async change(id: string, work: (store: IDBObjectStore, kept: Kept | undefined) => void): Promise<void> {
    const transaction = (await this.database()).transaction("games", "readwrite");
    const store = transaction.objectStore("games");
    const kept = await done(store.get(id) as IDBRequest<Kept | undefined>);
    const finished = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(troubleOf(transaction.error));
    });
    work(store, kept);
    await finished;
  }

  async save({ record, card }: Play, from: number): Promise<number> {
    if (from === 0) void navigator.storage?.persist?.(); // not to be thrown away when room is short
    let revision = from + 1;
    await this.change(card.id, (store, kept) => {
      if ((!kept || kept.removed) && from > 0) throw new KeepTrouble("gone", "This game was removed in another tab.");
      if (kept && withSeats(kept.record, kept.card) === withSeats(record, card)) revision = kept.revision; // the answer was missed
      else if (kept && kept.revision !== from) throw stale("overwritten");
      else store.put({ id: card.id, revision, record, card } satisfies Kept);
    });
    return revision;
  }

  async remove(id: string, revision: number): Promise<void> {
    for (const old of await this.all()) // somebody must empty the bin
      if (old.removed && old.removed <= Date.now() - BIN_MS) await this.change(old.id, (store) => store.delete(old.id));
    await this.change(id, (store, kept) => {
      if (!kept || kept.removed) throw new KeepTrouble("gone", "This game was removed in another tab.");
      if (kept.revision !== revision) throw stale("removed");
      store.put({ ...kept, revision: revision + 1, removed: Date.now() } satisfies Kept);
    });
  }

  async putBack(id: string): Promise<void> {
    await this.change(id, (store, kept) => {
      if (!kept?.removed) throw new KeepTrouble("gone", "This game is not in the bin any more.");
      store.put({ ...kept, revision: kept.revision + 1, removed: undefined } satisfies Kept);
    });
  }

  titles = async (): Promise<TitleFile[]> => []; // a folder of files has none to offer
}
