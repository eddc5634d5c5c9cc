// SPDX-License-Identifier: Apache-2.0
// choose.ts: who keeps the games is written in the page by whoever serves it (server/site.c).
import type { Keep } from "../keep";
import { BrowserKeep } from "./browser";
import { HttpKeep } from "./http";

export const chooseKeep = (): Keep =>
  document.querySelector<HTMLMetaElement>('meta[name="keep"]')?.content === "server"
    ? new HttpKeep()
    : new BrowserKeep();
