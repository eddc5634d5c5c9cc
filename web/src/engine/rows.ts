// SPDX-License-Identifier: Apache-2.0
// rows.ts: rows of a log (keep/live.ts) played on the engine.
import type { Row } from "../keep/live";
import { isProblem, isRefused, type Answer, type Engine } from "./engine";
import type { LogEntry, State, Struck } from "./types";

/** What was taken back last at the end of the game. */
export const redoLine = (struck: Struck[], actions: number): string | undefined =>
  struck.filter((s) => s.before === actions && s.number === actions + 1).at(-1)?.line;

/** Plays one row; `log` has the actions in force and is changed with them. The state then, undefined if the row moves
 * nothing; or why it does not fit the game. */
export function playRow(engine: Engine, row: Row, log: LogEntry[]): Answer<State> | undefined {
  const play = (line: string | undefined): Answer<State> => {
    const answer = line === undefined ? { error: "nothing was taken back there" } : engine.play(line, false);
    if (isRefused(answer)) return { error: answer.refused.text };
    if (!isProblem(answer)) log.push(answer.entry);
    return answer;
  };
  if (row.kind === "act") return play(row.line);
  if (row.kind === "undo") {
    const state = engine.back(row.ply);
    if (!isProblem(state)) log.length = row.ply;
    return state;
  }
  if (row.kind !== "redo") return undefined;
  let state: Answer<State> = { error: "nothing was taken back there" };
  while (log.length < row.ply) {
    state = play(redoLine(engine.struck(), log.length));
    if (isProblem(state)) break;
  }
  return state;
}

/** The record of a game that began as `base` and went on with these rows, or a sentence that names the row. */
export function recordOfRows(engine: Engine, base: string, rows: Row[]): Answer<{ text: string }> {
  const opened = engine.open(base);
  if (isProblem(opened)) return opened;
  const log = engine.log();
  for (const row of rows) {
    const state = playRow(engine, row, log);
    if (state && isProblem(state)) return { error: `row ${row.seq}, "${row.line || row.kind}": ${state.error}` };
  }
  return engine.record();
}
