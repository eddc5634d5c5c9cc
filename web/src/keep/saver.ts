// SPDX-License-Identifier: Apache-2.0
// saver.ts: keeps what is played, one request at a time for all games. Bots may act faster than a disk writes; what
// came between goes together with what comes next. What could not be kept stays here, also when its table is left,
// and is tried again, unless another page has played on: then a person decides, or, if only bots had played here,
// the game is loaded as it is.
//
// A request without an answer may have been heard. So it is sent again as it was until there is one, and only then
// what is newer: a game is never taken for somebody else's because an answer was lost. While anything waits, the
// tab's own storage has it too, so that it survives a reload.
//
// What another page adds to the game on the table is passed on as long as nothing of ours waits for its answer.
import { KeepTrouble, newId, type Deed, type Keep, type Play, type Unit } from "../keep";
import { newKey, type Row } from "./live";

const AGAIN_MS = 3000;
const SHELTER = "roundhouse.unkept";
const NEW = -1; // row of a game that is not kept yet

/** What was done, and the game after it. */
interface Batch {
  play: Play;
  units: Unit[];
}

interface Game {
  seq: number; // the last row that this page knows; NEW: the game is not kept yet
  sent?: Batch; // not answered yet
  next?: Batch; // what came since
  trouble?: KeepTrouble;
  rests?: boolean; // after trouble, until it is tried again
}

/** As pages of earlier versions left it in their tab. */
interface OldGame {
  revision: number;
  sent?: Play;
  next?: Play;
}

/** Whoever shows a game: rows of others are to be played; or the game is to be loaded again, `why` for people. */
export interface Shower {
  rows(rows: Row[]): void;
  lost(why: string): void;
}

/** It may be better soon; otherwise a person must decide. */
const passes = (trouble: KeepTrouble): boolean => trouble.kind !== "stale" && trouble.kind !== "gone";

const together = (a: Batch | undefined, b: Batch | undefined): Batch | undefined =>
  a && b ? { play: b.play, units: [...a.units, ...b.units] } : (b ?? a);

export class Saver {
  private readonly games = new Map<string, Game>();
  private running?: Promise<void>;
  private timer?: ReturnType<typeof setTimeout>;
  private shown?: { id: string; to: Shower; heard: Row[]; stop?(): void };

  /** changed: there is trouble, or none any more, or all is kept. shelter: survives a reload. */
  constructor(
    private readonly keep: Keep,
    private readonly changed: () => void,
    private readonly shelter?: Storage,
  ) {
    this.comeBack();
  }

  /** This page shows the game as it is after this row. */
  opened(id: string, seq: number): void {
    this.games.set(id, { seq });
  }

  /** Passes on what others add to this game from now on, until the answer is called. */
  show(id: string, to: Shower): () => void {
    const shown: Saver["shown"] = { id, to, heard: [] };
    this.shown = shown;
    this.listen();
    return () => {
      shown.stop?.();
      if (this.shown === shown) this.shown = undefined;
    };
  }

  /** A new game, or what was done in one: the game then, and its print. Resolves when nothing more can be done now:
   * it is kept, or there is trouble. */
  save(play: Play, deeds: Deed[] = [], print = "", bots = false): Promise<void> {
    const game = this.games.get(play.card.id) ?? { seq: NEW };
    this.games.set(play.card.id, game);
    const last = deeds.length - 1;
    const units = deeds.map((deed, i): Unit => ({ key: newKey(), deed, print: i === last ? print : "", bots }));
    game.next = together(game.next, { play, units });
    if (game.trouble && passes(game.trouble)) game.rests = false;
    return this.run();
  }

  /** What was played in a game and is not kept yet. */
  unkept(id: string): Play | undefined {
    const game = this.games.get(id);
    return (game?.next ?? game?.sent)?.play;
  }

  get pending(): boolean {
    return [...this.games.values()].some((g) => g.sent ?? g.next);
  }

  /** Play that is on this page only, and why. */
  get troubles(): { play: Play; trouble: KeepTrouble }[] {
    return [...this.games.values()].flatMap((g) => {
      const batch = g.next ?? g.sent;
      return batch && g.trouble ? [{ play: batch.play, trouble: g.trouble }] : [];
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
      .map(([id, { seq, sent, next }]) => [id, { seq, sent, next }]);
    try {
      if (waiting.length) this.shelter?.setItem(SHELTER, JSON.stringify(waiting));
      else this.shelter?.removeItem(SHELTER);
    } catch {
      // no room there: it is still in the page, which asks before it closes
    }
  };

  private comeBack(): void {
    try {
      const waiting = JSON.parse(this.shelter?.getItem(SHELTER) ?? "[]") as [string, Game | OldGame][];
      for (const [id, game] of waiting)
        if ("seq" in game) this.games.set(id, game);
        else this.takeOver((game.next ?? game.sent)!);
    } catch {
      // whoever wrote it, it was not us
    }
    if (this.games.size) void this.run();
  }

  /** What a page of an earlier version could not keep becomes a game of its own. */
  private takeOver({ record, card }: Play): void {
    const id = newId();
    this.games.set(id, { seq: NEW, next: { play: { record, card: { ...card, id } }, units: [] } });
  }

  /** Of a game that is not kept yet nobody else can know. */
  private listen(): void {
    const { shown } = this;
    const game = shown && this.games.get(shown.id);
    if (!shown || shown.stop || !game || game.seq === NEW) return;
    shown.stop = this.keep.watch(shown.id, game.seq,
      (rows) => { shown.heard.push(...rows); this.passOn(); },
      () => { if (this.shown === shown) shown.to.lost(""); });
  }

  /** What was heard and is not our own. */
  private passOn(): void {
    const { shown } = this;
    const game = shown && this.games.get(shown.id);
    if (!shown || !game || game.sent || game.next) return;
    const rows = shown.heard.filter((r) => r.seq > game.seq);
    shown.heard = [];
    if (!rows.length) return;
    game.seq = rows.at(-1)!.seq;
    shown.to.rows(rows);
  }

  private run(): Promise<void> {
    this.running ??= this.sendAll().finally(() => { this.running = undefined; });
    return this.running;
  }

  private async sendAll(): Promise<void> {
    clearTimeout(this.timer);
    const waits = (): [string, Game] | undefined => [...this.games].find(([, g]) => (g.sent ?? g.next) && !g.rests);
    for (let game = waits(); game; game = waits()) await this.send(...game);
    if ([...this.games.values()].some((g) => g.trouble && passes(g.trouble)))
      this.timer = setTimeout(this.retry, AGAIN_MS);
    this.takeShelter();
    this.listen();
    this.passOn();
    this.changed();
  }

  private async send(id: string, game: Game): Promise<void> {
    if (!game.sent) {
      game.sent = game.next;
      game.next = undefined;
    }
    const { play, units } = game.sent!;
    try {
      game.seq = game.seq === NEW ? await this.keep.create(play) : await this.keep.append(play, units, game.seq);
      game.sent = undefined;
      game.trouble = undefined;
    } catch (error) {
      game.trouble = error instanceof KeepTrouble ? error : new KeepTrouble("unreachable", String(error));
      game.rests = true;
      if (game.trouble.kind === "unreachable") return;
      game.next = together(game.sent, game.next); // it was heard and not kept
      game.sent = undefined;
      const differs = game.trouble.kind === "differs";
      if (differs || (game.trouble.kind === "stale" && game.next!.units.every((u) => u.bots))) {
        this.games.delete(id);
        if (this.shown?.id === id) this.shown.to.lost(differs ? game.trouble.message : "");
      }
    }
  }
}
