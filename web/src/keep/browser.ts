// SPDX-License-Identifier: Apache-2.0
// browser.ts: games kept in the browser's own storage (IndexedDB), for the page without a server.
import { KeepTrouble, type GameCard, type Keep } from "../keep";
import { withSeats } from "./http";

interface Kept {
  id: string;
  revision: number;
  record: string;
  card: GameCard;
}

const troubleOf = (error: DOMException | null): KeepTrouble =>
  error?.name === "QuotaExceededError"
    ? new KeepTrouble("full", "The browser has no room left for games; what was kept before is " +
        "still there. Remove a game, or save this one as a file.")
    : new KeepTrouble("unreachable", `The browser does not keep games: ${error?.message ?? "no storage"}. ` +
        "A private window may forbid it; save the game as a file.");

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(troubleOf(request.error));
  });

export class BrowserKeep implements Keep {
  readonly where = "browser";
  private readonly revision = new Map<string, number>();
  private opening?: Promise<IDBDatabase>;

  private database(): Promise<IDBDatabase> {
    this.opening ??= (() => {
      const request = indexedDB.open("roundhouse", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("games", { keyPath: "id" });
      return done(request);
    })();
    return this.opening;
  }

  async list(): Promise<GameCard[]> {
    const store = (await this.database()).transaction("games").objectStore("games");
    const all = await done(store.getAll() as IDBRequest<Kept[]>);
    return all.map((k) => k.card).sort((a, b) => b.changed - a.changed);
  }

  async load(id: string): Promise<string> {
    const store = (await this.database()).transaction("games").objectStore("games");
    const kept = await done(store.get(id) as IDBRequest<Kept | undefined>);
    if (!kept) throw new KeepTrouble("gone", "This browser keeps no such game; it may have been removed.");
    this.revision.set(id, kept.revision);
    return withSeats(kept.record, kept.card.seats);
  }

  /** One transaction, so that two tabs cannot both find the old revision. */
  async save(id: string, record: string, card: GameCard): Promise<void> {
    const transaction = (await this.database()).transaction("games", "readwrite");
    const store = transaction.objectStore("games");
    const known = this.revision.get(id) ?? 0;
    const kept = await done(store.get(id) as IDBRequest<Kept | undefined>);
    if (kept && kept.revision !== known && kept.record !== record)
      throw new KeepTrouble("stale", "This game was played on in another tab; nothing was overwritten: " +
        "load it again, or keep this play as a new game.");
    if (!kept && known > 0)
      throw new KeepTrouble("gone", "This game was removed in another tab.");
    const revision = (kept?.revision ?? 0) + 1;
    const finished = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(troubleOf(transaction.error));
    });
    store.put({ id, revision, record, card } satisfies Kept);
    await finished;
    this.revision.set(id, revision);
  }

  async remove(id: string): Promise<void> {
    const transaction = (await this.database()).transaction("games", "readwrite");
    await done(transaction.objectStore("games").delete(id));
    this.revision.delete(id);
  }
}
