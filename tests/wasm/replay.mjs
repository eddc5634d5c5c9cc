// SPDX-License-Identifier: Apache-2.0
// replay.mjs MODULE RECORD: replays the record in the wasm engine and prints the bytes of the
// final state in hexadecimal. native.c does the same through the same functions, natively; tests/run
// compares the two. The module exports
//
//   rh_wasm_alloc(len) -> pointer               room for len bytes, 0 if there is none
//   rh_wasm_free(pointer)                       gives it back
//   rh_wasm_replay(record, len) -> 0 or not 0   0: every action was accepted
//   rh_wasm_state() -> pointer                  the game after the last replay
//   rh_wasm_state_size() -> bytes
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [moduleFile, recordFile] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1" });
const { instance } = await WebAssembly.instantiate(readFileSync(moduleFile), {
  wasi_snapshot_preview1: wasi.wasiImport,
});
wasi.initialize(instance);
const engine = instance.exports;
const bytes = (at, length) => new Uint8Array(engine.memory.buffer, at >>> 0, length); // after growth too

const record = readFileSync(recordFile);
const at = engine.rh_wasm_alloc(record.length);
if (at === 0) throw new Error("rh_wasm_alloc: no room for the record");
bytes(at, record.length).set(record);
const refused = engine.rh_wasm_replay(at, record.length);
if (refused !== 0) {
  console.error(`${recordFile}: the wasm engine answers ${refused}`);
  process.exit(1);
}
engine.rh_wasm_free(at);
const state = bytes(engine.rh_wasm_state(), engine.rh_wasm_state_size());
console.log(Buffer.from(state).toString("hex"));
