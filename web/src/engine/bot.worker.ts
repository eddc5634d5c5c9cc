// SPDX-License-Identifier: Apache-2.0
// bot.worker.ts: bots think here, so that the page stays awake. The worker has an engine of its own
// and is told of every action; a record sets it anew.
import { Engine, isProblem, type Answer } from "./engine";
import type { Hint, Legal } from "./types";
import { loadWasm } from "./wasm";

export type ToBot =
  | { what: "open"; record: string }
  | { what: "play"; line: string }
  /** kinds: who plays each seat, "human" or a bot. ms: plays on for so long while bots act, for people
   * who watch without a pause; 0: one action. No line in the answer: people are to act. */
  | { what: "think"; id: number; kinds: string[]; ms: number }
  /** Looks for the best run for as long as it takes. */
  | { what: "prove"; id: number }
  | { what: "hint"; id: number };
export type FromBot = { id: number; lines?: string[]; error?: string; legal?: Legal; hint?: Answer<Hint> };

/** Steps: minutes of work. Who waits for it ends the worker when the game moves on. */
const LONG = 1_000_000_000;

let engine: Engine | undefined;
const waiting: ToBot[] = [];

function think(order: ToBot & { what: "think" }, e: Engine): FromBot {
  const until = performance.now() + order.ms;
  const lines: string[] = [];
  do {
    const answer = e.bot(order.kinds);
    if (isProblem(answer)) return lines.length ? { id: order.id, lines } : { id: order.id, error: answer.error };
    if (answer.line === undefined) break;
    lines.push(answer.line);
    if (order.ms === 0) break; // the page tells us when it is played
    const state = e.play(answer.line, false);
    if (!("ok" in state) || state.over) break;
  } while (performance.now() < until);
  return { id: order.id, lines };
}

function obey(order: ToBot, e: Engine): void {
  if (order.what === "open") e.open(order.record);
  else if (order.what === "play") e.play(order.line, false);
  else if (order.what === "prove") postMessage({ id: order.id, legal: e.legal(LONG) } satisfies FromBot);
  else if (order.what === "hint") postMessage({ id: order.id, hint: e.hint("club") } satisfies FromBot);
  else postMessage(think(order, e));
}

onmessage = (event: MessageEvent<ToBot>) => {
  if (engine) obey(event.data, engine);
  else waiting.push(event.data);
};

void loadWasm().then((make) => {
  engine = new Engine(make);
  for (const order of waiting) obey(order, engine);
});
