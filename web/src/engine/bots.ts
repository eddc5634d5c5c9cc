// SPDX-License-Identifier: Apache-2.0
// bots.ts: the page's side of the worker. A thought that was overtaken by undo is dropped.
import type { FromBot, ToBot } from "./bot.worker";

const PATIENCE = 100; // milliseconds

export class Bots {
  private worker?: Worker;
  private thought = 0;
  private told = -1; // actions in the worker's game; -1: it has none, or another
  private answer?: { id: number; done: (lines: string[]) => void; fail: (why: string) => void };
  private busy = 0; // the thought that the worker is at; 0: none
  private patience?: number;

  private send(order: ToBot): void {
    if (!this.worker) {
      this.worker = new Worker(new URL("./bot.worker.ts", import.meta.url), { type: "module" });
      this.worker.onmessage = (event: MessageEvent<FromBot>) => {
        const { id, lines, error } = event.data;
        if (this.busy === id) this.busy = 0;
        if (this.answer?.id !== id) return;
        if (lines) this.answer.done(lines);
        else this.answer.fail(error ?? "the bot has no answer");
      };
    }
    this.worker.postMessage(order);
  }

  /** Thinks about a game of so many actions: the next one, or what bots do in so many milliseconds. If the worker knows all but the last, that one is
   * enough, else the whole record is sent. */
  think(
    game: { actions: number; last?: string; record(): string },
    kinds: string[],
    ms: number,
  ): Promise<string[]> {
    window.clearTimeout(this.patience);
    if (this.busy) this.end(); // what it is at is wanted no more
    if (this.told !== game.actions) {
      if (game.last !== undefined && this.told === game.actions - 1)
        this.send({ what: "play", line: game.last });
      else this.send({ what: "open", record: game.record() });
      this.told = game.actions;
    }
    const id = this.busy = ++this.thought;
    return new Promise((done, fail) => {
      this.answer = {
        id,
        done: (lines) => {
          if (ms > 0) this.told = game.actions + lines.length; // it has played them
          done(lines);
        },
        fail: (why) => fail(new Error(why)),
      };
      this.send({ what: "think", id, kinds, ms });
    });
  }

  /** The past has changed: the next thought begins with the whole record. */
  forget(): void {
    this.told = -1;
    this.thought++;
    this.answer = undefined;
  }

  /** Nobody waits for its thought any more: a short one comes to its end, for a new worker costs more than that. */
  leave(): void {
    window.clearTimeout(this.patience);
    this.patience = window.setTimeout(() => { if (this.busy) this.end(); }, PATIENCE);
  }

  end(): void {
    window.clearTimeout(this.patience);
    this.worker?.terminate();
    this.worker = undefined;
    this.busy = 0;
    this.forget();
  }
}
