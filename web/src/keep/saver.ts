// SPDX-License-Identifier: Apache-2.0
// saver.ts: saves what is played, one request at a time for all games. Bots may act faster than a disk
// writes; what came between is part of what comes next, so only the newest waits. What could not be
// kept stays here, also when its table is left, and is tried again, unless another page has played on:
// then a person decides.
//
// A request without an answer may have been heard. So it is sent again as it was until there is one,
// and only then what is newer: a game is never taken for somebody else's because an answer was lost.
// While anything waits, the tab's own storage has it too, so that it survives a reload.
import { KeepTrouble, type Keep, type Play } from "../keep";

const AGAIN_MS = 3000;
const SHELTER = "roundhouse.unkept";

interface Game {
  revision: number; // that this page has seen last; 0: it is new
  sent?: Play; // not answered yet
  next?: Play; // the newest
  trouble?: KeepTrouble;
  rests?: boolean; // after trouble, until it is tried again
}

/** It may be better soon; otherwise a person must decide. */
const passes = (trouble: KeepTrouble): boolean => trouble.kind !== "stale" && trouble.kind !== "gone";

export class Saver {
  private readonly games = new Map<string, Game>();
  private running?: Promise<void>;
  private timer?: ReturnType<typeof setTimeout>;

  /** changed: there is trouble, or none any more, or all is kept. shelter: survives a reload. */
  constructor(
    private readonly keep: Keep,
    private readonly changed: () => void,
    private readonly shelter?: Storage,
  ) {
    this.comeBack();
  }

  /** This page shows the game as it is at this revision. */
  opened(id: string, revision: number): void {
    this.games.set(id, { revision });
  }

  /** Resolves when nothing more can be done now: it is kept, or there is trouble. */
  save(play: Play): Promise<void> {
    const game = this.games.get(play.card.id) ?? { revision: 0 };
    this.games.set(play.card.id, game);
    game.next = play;
    if (game.trouble && passes(game.trouble)) game.rests = false;
    return this.run();
  }

  /** What was played in a game and is not kept yet. */
  unkept(id: string): Play | undefined {
    const game = this.games.get(id);
    return game?.next ?? game?.sent;
  }

  get pending(): boolean {
    return [...this.games.values()].some((g) => g.sent ?? g.next);
  }

  /** Play that is on this page only, and why. */
  get troubles(): { play: Play; trouble: KeepTrouble }[] {
    return [...this.games.values()].flatMap((g) => {
      const play = g.next ?? g.sent;
      return play && g.trouble ? [{ play, trouble: g.trouble }] : [];
    });
  }

  retry = (): void => {
    for (const game of this.games.values())
      if (game.trouble && passes(game.trouble)) game.rests = false;
    void this.run();
  };

  /** A person has decided: it is kept elsewhere, or not at all. */
  forget(id: string): void {
    this.games.delete(id);
    this.takeShelter();
    this.changed();
  }

  /** The page goes: whatever has no answer yet is there for the next one. */
  takeShelter = (): void => {
    const waiting = [...this.games].filter(([, g]) => g.sent ?? g.next)
      .map(([id, { revision, sent, next }]) => [id, { revision, sent, next }]);
    try {
      if (waiting.length) this.shelter?.setItem(SHELTER, JSON.stringify(waiting));
      else this.shelter?.removeItem(SHELTER);
    } catch {
      // no room there: it is still in the page, which asks before it closes
    }
  };

  private comeBack(): void {
    try {
      const waiting = JSON.parse(this.shelter?.getItem(SHELTER) ?? "[]") as [string, Game][];
      for (const [id, game] of waiting) this.games.set(id, game);
    } catch {
      // whoever wrote it, it was not us
    }
    if (this.games.size) void this.run();
  }

  private run(): Promise<void> {
    this.running ??= this.sendAll().finally(() => { this.running = undefined; });
    return this.running;
  }

  private async sendAll(): Promise<void> {
    clearTimeout(this.timer);
    const waits = (): Game | undefined => [...this.games.values()].find((g) => (g.sent ?? g.next) && !g.rests);
    for (let game = waits(); game; game = waits()) {
      await this.send(game);
    }
    if ([...this.games.values()].some((g) => g.trouble && passes(g.trouble)))
      this.timer = setTimeout(this.retry, AGAIN_MS);
    this.takeShelter();
    this.changed();
  }

  private async send(game: Game): Promise<void> {
    if (!game.sent) {
      game.sent = game.next;
      game.next = undefined;
    }
    try {
      game.revision = await this.keep.save(game.sent!, game.revision);
      game.sent = undefined;
      game.trouble = undefined;
    } catch (error) {
      game.trouble = error instanceof KeepTrouble ? error : new KeepTrouble("unreachable", String(error));
      game.rests = true;
      if (game.trouble.kind === "unreachable") return;
      game.next ??= game.sent; // it was heard and not kept
      game.sent = undefined;
    }
  }
}
