// SPDX-License-Identifier: Apache-2.0
// prove.ts: questions that take long, each asked in a worker of its own, so that neither the page nor a bot waits.
import type { FromBot, ToBot } from "./bot.worker";
import type { Answer } from "./engine";
import type { Hint, Legal } from "./types";

/** Asks about the game of this record; the answer, or whoever calls what is returned, ends the worker. */
function later(record: string, order: ToBot, told: (answer: FromBot) => void): () => void {
  const worker = new Worker(new URL("./bot.worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = (event: MessageEvent<FromBot>) => {
    worker.terminate();
    told(event.data);
  };
  worker.postMessage({ what: "open", record } satisfies ToBot);
  worker.postMessage(order);
  return () => worker.terminate();
}

/** Where the page stopped looking for the best run, goes on until it is proved. */
export const prove = (record: string, found: (legal: Legal) => void): (() => void) =>
  later(record, { what: "prove", id: 0 }, ({ legal }) => { if (legal) found(legal); });

/** What would a club player do? */
export const hint = (record: string, found: (hint: Answer<Hint>) => void): (() => void) =>
  later(record, { what: "hint", id: 0 }, ({ hint: answer }) => { if (answer) found(answer); });
