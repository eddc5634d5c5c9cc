// SPDX-License-Identifier: Apache-2.0
// choose.ts: who keeps the games is written in the page by whoever serves it (server/site.c).
import type { Engine } from "../engine/engine";
import { recordOfRows } from "../engine/rows";
import type { Keep } from "../keep";
import { BrowserKeep } from "./browser";
import { HttpKeep } from "./http";
import { Tables } from "./tables";

const keeper = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[name="keep"]')?.content.trim();

/** Tables of several people, if the server has them. What one plays for oneself the browser keeps there. */
export const chooseTables = (): Tables | undefined => (keeper() === "tables" ? new Tables() : undefined);

/** engine: for games that have to be played again from their rows. */
export const chooseKeep = (engine: Engine): Keep =>
  keeper() === "server"
    ? new HttpKeep()
    : new BrowserKeep((base, rows) => recordOfRows(engine, base, rows));
