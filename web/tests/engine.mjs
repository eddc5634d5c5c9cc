// SPDX-License-Identifier: Apache-2.0
// engine.mjs: the page's engine in Node, for tests that want to know what the page should know.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./table.mjs";

const none = () => 8; // the engine does no I/O
const module = new WebAssembly.Module(readFileSync(join(ROOT, "build-wasm/roundhouse.wasm")));

/** A function from question to answer (screen/screen.h), with a game of its own. */
export function newEngine() {
  const wasi = new Proxy({}, { get: () => none });
  const e = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi }).exports;
  e._initialize();
  return (question) => {
    const bytes = Buffer.from(JSON.stringify(question));
    const at = e.rh_wasm_alloc(bytes.length);
    new Uint8Array(e.memory.buffer, at, bytes.length).set(bytes);
    const answer = e.rh_wasm_ask(at, bytes.length) >>> 0;
    const memory = new Uint8Array(e.memory.buffer);
    const text = Buffer.from(memory.subarray(answer, memory.indexOf(0, answer))).toString();
    e.rh_wasm_free(at);
    return JSON.parse(text);
  };
}

/** The choice of legal() that a line belongs to, and the amount it names. */
export function choiceOf(legal, line) {
  for (const c of legal.choices) {
    if (c.line === line) return { choice: c, amount: c.least };
    if (c.before !== undefined && line.startsWith(c.before) && line.endsWith(c.after ?? "")) {
      const amount = Number(line.slice(c.before.length, line.length - (c.after ?? "").length));
      if (Number.isInteger(amount)) return { choice: c, amount };
    }
  }
  return undefined;
}
