// SPDX-License-Identifier: Apache-2.0
// engine.ts: every question the page asks the engine, typed. An instance has one game with all its
// past; `at` counts actions from the start and may be left out for the present.
import { loadWasm, type Ask } from "./wasm";
import type {
  AheadView, Bot, Changes, Hint, Legal, Lesson, Links, LogEntry, MarketBoard, NewGame, Played, Problem, Programme, Programmed,
  Purse, Refusal, RunView, Series, Income, Sign, State, StoryView, Struck, Term, TileView, TitleCard, TitleFile, View, WhyNot,
} from "./types";

export type Answer<T> = T | Problem;
export type Verdict<T> = T | Problem | { refused: Refusal };

export function isProblem(answer: object): answer is Problem {
  return "error" in answer;
}
export function isRefused(answer: object): answer is { refused: Refusal } {
  return "refused" in answer;
}

/** A fault of ours: the engine came to a state it must not come to. It was started anew, with the game as it was
 * when it was written down last. */
export class EngineFailed extends Error {
  constructor(asked: string) {
    super(`The engine failed at "${asked}" and was started anew; the game is as it was before. Report it, so that it ` +
      "can be mended: the menu of the game saves a file for that.");
  }
}

export class Engine {
  private now: Ask;
  private written?: string; // the record as it was asked for last
  /** Whoever shows the game is told of every failure, whatever was asked: it stands now as it was written down last. */
  onFailed?: (why: string, standing: State) => void;
  constructor(private readonly make: () => Ask) {
    this.now = make();
  }

  private ask = <T>(question: { ask: string; [field: string]: unknown }): T => {
    try {
      const answer = this.now<T>(question);
      if (!isProblem(answer as object)) this.remember(question, answer as { text?: string });
      return answer;
    } catch (e) {
      if (!(e instanceof WebAssembly.RuntimeError) && !(e instanceof RangeError)) throw e;
      this.now = this.make();
      const standing = this.written === undefined ? undefined : this.now<State>({ ask: "open", text: this.written });
      const failed = new EngineFailed(String(question.line ?? question.ask));
      const tell = this.onFailed;
      this.onFailed = undefined; // it asks too: what fails then is not told for ever
      try {
        if (standing) tell?.(failed.message, standing);
      } finally {
        this.onFailed = tell;
      }
      throw failed;
    }
  };

  private remember(question: { ask: string; [field: string]: unknown }, answer: { text?: string }): void {
    if (question.ask === "open" || question.ask === "new") this.written = question.text as string | undefined;
    if (question.ask === "record" && question.actions === undefined) this.written = answer.text;
  }

  /** Another one, with a game of its own. */
  sibling = (): Engine => new Engine(this.make);

  about = (): { version: string } => this.ask({ ask: "about" });
  titles = (): TitleCard[] => this.ask({ ask: "titles" });
  bots = (): Bot[] => this.ask({ ask: "bots" });
  /** Why a bot of this kind did action k; no text: it does not explain itself. */
  reason = (k: number, kind: string): Answer<{ text?: string }> => this.ask({ ask: "reason", at: k, kind });
  /** The card of a title file, if it can be played. */
  title = (file: TitleFile): Answer<TitleCard> => this.ask({ ask: "title", file });
  /** The map of a title as it is printed, or as this game of it begins. */
  card = (title: string, file?: TitleFile, game?: Partial<NewGame>): Answer<{ svg: string }> => this.ask({ ask: "card", title, file, ...game });
  rule = (title: string, id: string): { id: string; ledger: string } =>
    this.ask({ ask: "rule", title, id });
  lesson = (title: string): Answer<Lesson> => this.ask({ ask: "lesson", title });
  /** The rules that mention one of these words; all of them without words. */
  rules = (title: string, words?: string[]): { id: string; ledger: string }[] =>
    this.ask({ ask: "rules", title, words });

  /** Other names for the players of a game in which nobody has acted. */
  rename = (players: string[]): Answer<State> => this.ask({ ask: "rename", players });
  begin = (game: NewGame): Answer<State> => this.ask({ ask: "new", ...game });
  /** A record, or an export of 18xx.games. */
  open = (text: string, name?: string): Answer<State> => this.ask({ ask: "open", text, name });
  /** What a file of another program is, in one paragraph; of a record "". */
  found = (text: string, name?: string): Answer<{ found: string }> => this.ask({ ask: "found", text, name });
  record = (actions?: number): Answer<{ text: string }> => this.ask({ ask: "record", actions });
  /** A moment as a game that begins there, with these statements added (docs/records.md): a trial. */
  position = (at?: number, say?: string[]): Answer<{ text: string }> => this.ask({ ask: "position", at, say });
  exportGame = (): Answer<{ text: string }> => this.ask({ ask: "export" });

  view = (at?: number): View => this.ask({ ask: "view", at });
  /** With the routes of a run, if `line` is one. */
  map = (at?: number, line?: string): string => this.ask<{ svg: string }>({ ask: "map", at, line }).svg;
  market = (at?: number): string => this.ask<{ svg: string }>({ ask: "market", at }).svg;
  hex = (hex: string, tile?: string, rotation?: number): string =>
    this.ask<{ svg: string }>({ ask: "hex", hex, tile, rotation }).svg;
  /** What a tile would join for the company that decides, by its rotation. */
  links = (hex: string, tile: string): Answer<Links[]> => this.ask({ ask: "links", hex, tile });
  tile = (tile: string, rotation: number): string =>
    this.ask<{ svg: string }>({ ask: "tile", tile, rotation }).svg;
  /** The routes of `line` after a click on a hex, for one train; from: after the middle of its route there was drawn to
   * the hex; again: a stop at its end is reached by the next track that is worth the same, before it is taken off;
   * without a hex it stands idle; without a train they are as they are. */
  reroute = (line: string, train?: string, hex?: string, { from, again }: { from?: string; again?: boolean } = {}): Answer<RunView> =>
    this.ask({ ask: "reroute", line, train, hex, from, again });
  /** The hexes that a train of the company could come to. */
  reach = (company: string, at?: number): Answer<string[]> => this.ask({ ask: "reach", company, at });
  /** What the signs on the map mean. */
  legend = (at?: number): Sign[] => this.ask({ ask: "legend", at });
  log = (from = 0): LogEntry[] => this.ask({ ask: "log", from });

  /** What has happened, in a few lines: since the last turn of a player, or between two moments; all: a line a turn. */
  story = (of: { player: number } | { from: number; to: number; all?: boolean }): Answer<StoryView> => this.ask({ ask: "story", ...of });

  /** limit: steps of the search for the best run, if not the usual number. */
  legal = (limit?: number): Legal => this.ask({ ask: "legal", limit });
  /** What would be legal after these lines. */
  after = (lines: string[], limit?: number): Verdict<Legal> => this.ask({ ask: "legal", after: lines, limit });
  /** The run that comes if the steps before it are passed. */
  ahead = (limit: number): AheadView => this.ask({ ask: "ahead", limit });
  /** What the words of the table and of the title mean. */
  words = (): Term[] => this.ask({ ask: "words" });
  /** The tiles of the supply, and which replaces which; hex: only those that fit in the place of what lies there. */
  tiles = (at?: number, hex?: string): TileView[] => this.ask({ ask: "tiles", at, hex });
  /** The market, cell by cell. */
  board = (at?: number): MarketBoard => this.ask({ ask: "board", at });
  /** What the trains of every company could earn now, each found within so many steps. */
  incomes = (at: number, limit: number): Income[] => this.ask({ ask: "incomes", at, limit });
  /** What each player could have in cash if it were his turn to sell, now or in the next stock round. */
  purses = (at: number): Purse[] => this.ask({ ask: "purses", at });
  /** What everybody had when each round ended. */
  series = (): Answer<Series> => this.ask({ ask: "series" });
  /** The pending decision without its choices. */
  decision = (): Legal => this.ask({ ask: "decision" });
  why = (hex: string): Answer<WhyNot> => this.ask({ ask: "why", hex });
  /** What these lines, one after the other, would change; at: what they did change then. */
  preview = (lines: string[], at?: number): Verdict<Changes> => this.ask({ ask: "preview", lines, at });
  /** Whoever plays on at once does without the view. */
  play = (line: string, view = true): Verdict<Played> => this.ask({ ask: "do", line, view });
  back = (to: number): Answer<State> => this.ask({ ask: "back", to });
  /** What was taken back, in the order of the record. */
  struck = (): Struck[] => this.ask({ ask: "struck" });
  programmes = (list: Programme[]): Answer<Programmed> => this.ask({ ask: "programmes", list });
  /** What the bots at the table do next, by the kinds of all seats; no line: it is for people to act. */
  bot = (kinds: string[]): Answer<{ line?: string }> => this.ask({ ask: "bot", kinds });
  /** "What would you do?": what a bot of this level would do for whoever decides, and what it thinks next best. */
  hint = (level: string): Answer<Hint> => this.ask({ ask: "hint", level });
}

export async function loadEngine(): Promise<Engine> {
  return new Engine(await loadWasm());
}
