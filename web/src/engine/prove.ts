// SPDX-License-Identifier: Apache-2.0
// prove.ts: where the page stopped looking for the best run, a worker goes on; it has nothing else to
// do, so that no bot waits for it.
import type { FromBot, ToBot } from "./bot.worker";
import type { Legal } from "./types";

/** Tells what was found when it is proved; the answer ends the search. */
export function prove(record: string, found: (legal: Legal) => void): () => void {
  const worker = new Worker(new URL("./bot.worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = (event: MessageEvent<FromBot>) => {
    worker.terminate();
    if (event.data.legal) found(event.data.legal);
  };
  worker.postMessage({ what: "open", record } satisfies ToBot);
  worker.postMessage({ what: "prove", id: 0 } satisfies ToBot);
  return () => worker.terminate();
}
