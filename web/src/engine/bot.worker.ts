// SPDX-License-Identifier: Apache-2.0
// bot.worker.ts: bots think here, so that the page stays awake. The worker has an engine of its own
// and is told of every action; a record sets it anew.
import { Engine, isProblem } from "./engine";
import { loadWasm } from "./wasm";

export type ToBot =
  | { what: "open"; record: string }
  | { what: "play"; line: string }
  | { what: "think"; id: number; kind: string; seed: number };
export type FromBot = { id: number; line?: string; error?: string };

let engine: Engine | undefined;
const waiting: ToBot[] = [];

function obey(order: ToBot, e: Engine): void {
  if (order.what === "open") e.open(order.record);
  else if (order.what === "play") e.play(order.line);
  else {
    const answer = e.bot(order.kind, order.seed);
    const reply: FromBot = isProblem(answer)
      ? { id: order.id, error: answer.error }
      : { id: order.id, line: answer.line };
    postMessage(reply);
  }
}

onmessage = (event: MessageEvent<ToBot>) => {
  if (engine) obey(event.data, engine);
  else waiting.push(event.data);
};

void loadWasm().then((ask) => {
  engine = new Engine(ask);
  for (const order of waiting) obey(order, engine);
});
