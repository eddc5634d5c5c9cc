// SPDX-License-Identifier: Apache-2.0
// own.ts: title files that somebody has opened here. They are kept in this browser, so that the form for
// a new game survives a reload; games carry their title themselves (docs/records.md).
import { isProblem, type Engine } from "../engine/engine";
import type { TitleCard, TitleFile } from "../engine/types";

const OWN = "roundhouse.titles";

/** A title that is offered; file: it is somebody's own. */
export interface Offered {
  card: TitleCard;
  file?: TitleFile;
}

/** What stands in addresses: an id, or the name of a file; ids have no points. */
export const keyOf = ({ card, file }: Offered): string => file?.name ?? card.id;

function kept(): TitleFile[] {
  try {
    const files: unknown = JSON.parse(localStorage.getItem(OWN) ?? "[]");
    return Array.isArray(files) ? (files as TitleFile[]).filter((f) => typeof f?.name === "string" && typeof f.text === "string") : [];
  } catch {
    return []; // whoever wrote it, it was not us
  }
}

/** False: the browser does not keep it. */
function keep(files: TitleFile[]): boolean {
  try {
    localStorage.setItem(OWN, JSON.stringify(files));
    return true;
  } catch {
    return false;
  }
}

/** The title of a file, or a sentence. */
export function offer(engine: Engine, file: TitleFile): Offered | { error: string } {
  const name = file.name.includes(".") ? file.name : `${file.name}.json`;
  const card = engine.title({ ...file, name });
  return isProblem(card) ? card : { card, file: { ...file, name } };
}

/** Those of last time; what this program cannot read any more stays where it is and is not offered. */
export const keptTitles = (engine: Engine): Offered[] =>
  kept().map((file) => offer(engine, file)).filter((t): t is Offered => !("error" in t));

/** Keeps it, instead of an older one of the same name. */
export const keepTitle = (file: TitleFile): boolean => keep([...kept().filter((f) => f.name !== file.name), file]);

export const forgetTitle = (name: string): boolean => keep(kept().filter((f) => f.name !== name));
