// SPDX-License-Identifier: Apache-2.0
// saver.ts: saves the newest state of a game, one save at a time. Bots may act faster than a disk
// writes; what came between is part of what comes next, so only the last is sent. What could not be
// kept stays here and is tried again, unless another page has played on: then a person decides.
import { KeepTrouble, type GameCard, type Keep } from "../keep";

export type SaveState = { is: "kept" } | { is: "saving" } | { is: "trouble"; trouble: KeepTrouble };

const AGAIN_MS = 3000;

export class Saver {
  private next?: { record: string; card: GameCard };
  private busy = false;
  private timer?: ReturnType<typeof setTimeout>;
  private closed = false;

  constructor(
    private readonly keep: Keep,
    private readonly tell: (state: SaveState) => void,
  ) {}

  save(record: string, card: GameCard): void {
    this.next = { record, card };
    if (!this.busy) void this.run();
  }

  /** Not kept yet; for asking before a page closes. */
  get pending(): boolean {
    return this.busy || this.next !== undefined;
  }

  retry = (): void => {
    clearTimeout(this.timer);
    if (this.next && !this.busy) void this.run();
  };

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async run(): Promise<void> {
    this.busy = true;
    clearTimeout(this.timer);
    this.tell({ is: "saving" });
    while (this.next) {
      const now = this.next;
      this.next = undefined;
      try {
        await this.keep.save(now.card.id, now.record, now.card);
      } catch (error) {
        this.next ??= now;
        this.busy = false;
        const trouble = error instanceof KeepTrouble ? error : new KeepTrouble("unreachable", String(error));
        this.tell({ is: "trouble", trouble });
        if (!this.closed && trouble.kind !== "stale" && trouble.kind !== "gone")
          this.timer = setTimeout(this.retry, AGAIN_MS);
        return;
      }
    }
    this.busy = false;
    this.tell({ is: "kept" });
  }
}
