// SPDX-License-Identifier: Apache-2.0
// files.ts: games as files: saved to the person's disk, and read from it.
import { isProblem, type Engine } from "../engine/engine";
import type { TitleCard } from "../engine/types";
import type { Seat } from "../keep";
import { seatsOf } from "../keep/http";

export function saveFile(name: string, text: string, type = "text/plain"): void {
  const link = document.createElement("a");
  const url = URL.createObjectURL(new Blob([text], { type }));
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const MOST = 16 * 1024 * 1024; // the longest export seen has 2 MB

/** The text of a file, or a sentence why it cannot be a game. */
export async function readFile(file: File): Promise<{ text: string } | { error: string }> {
  if (file.size > MOST)
    return { error: `${file.name} has ${Math.round(file.size / 1048576)} MB; no game is so long.` };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.length === 0) return { error: `${file.name} is empty.` };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { error: `${file.name} is no text file, so it is no game this table can read.` };
  }
}

/** What can be read, for whoever brought something else. */
export function readable(titles: TitleCard[]): string {
  const imported = titles.filter((t) => t.imports_18xx).map((t) => t.name);
  return `The table reads records of Roundhouse (.18xx)${imported.length
    ? ` and games of ${imported.join(" and ")} exported from 18xx.games (.json)`
    : ""}.`;
}

export interface Brought {
  record: string;
  title: string;
  seats: Seat[];
  called?: string;
  /** What it is, for people, if another program wrote it; otherwise "". */
  found: string;
}

/** Games of a file that has all of somebody's games, as records with their seats; none: it is no such file. */
export function gamesOf(text: string): string[] | undefined {
  try {
    const { roundhouse_games: games } = JSON.parse(text) as { roundhouse_games?: unknown };
    return Array.isArray(games) && games.every((g) => typeof g === "string") ? games : undefined;
  } catch {
    return undefined;
  }
}

export const allGames = (records: string[]): string => JSON.stringify({ roundhouse_games: records }, null, 1);

/** A record of whatever was brought, or a sentence. */
export function toRecord(engine: Engine, titles: TitleCard[], name: string, text: string):
    Brought | { error: string } {
  const refused = (why: string) =>
    ({ error: `${name} could not be imported: ${why}. Nothing was changed. ${readable(titles)}` });
  const told = engine.found(text, name);
  if (isProblem(told)) return refused(told.error);
  const state = engine.open(text, name);
  if (isProblem(state)) return refused(state.error);
  const record = engine.record();
  if (isProblem(record)) return { error: `${name}: ${record.error}.` };
  return { record: record.text, title: state.title, seats: seatsOf(state.seats ?? []), called: state.called, found: told.found };
}
