// SPDX-License-Identifier: Apache-2.0
// wasm.ts: the C engine as a function from question to answer, both JSON (screen/screen.h). The
// same code runs in the page and in the worker; each has a module, and so a game, of its own.
import url from "../../../build-wasm/roundhouse.wasm?url";

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  rh_wasm_alloc(length: number): number;
  rh_wasm_free(at: number): void;
  rh_wasm_ask(at: number, length: number): number;
}

export type Ask = <T>(question: object) => T;

// The engine does no I/O; the C library's stderr is all that could ever ask for it.
const wasi = { fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8 };

let compiled: Promise<WebAssembly.Module> | undefined;

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.headers.get("content-type") === "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** Makes engines; each has a game of its own. */
export async function loadWasm(): Promise<() => Ask> {
  compiled ??= compile();
  const module = await compiled;
  return () => begin(new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi }).exports as unknown as Exports);
}

function begin(engine: Exports): Ask {
  engine._initialize();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  return <T>(question: object): T => {
    const bytes = encoder.encode(JSON.stringify(question));
    const at = engine.rh_wasm_alloc(bytes.length);
    if (at === 0) throw new Error("the engine has no memory left");
    new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
    const answer = engine.rh_wasm_ask(at, bytes.length) >>> 0;
    const memory = new Uint8Array(engine.memory.buffer); // it may have grown
    const text = decoder.decode(memory.subarray(answer, memory.indexOf(0, answer)));
    engine.rh_wasm_free(at);
    return JSON.parse(text) as T;
  };
}
