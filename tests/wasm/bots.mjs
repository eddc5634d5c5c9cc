// SPDX-License-Identifier: Apache-2.0
// bots.mjs MODULE NATIVE: what a bot of level "club" does in every title, in the wasm engine, after the
// game was opened again from its record, and natively (native.c): three times the same.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const ACTIONS = 100, EVERY = 25; // by steady players, but one in 25 by a club player

const [moduleFile, native] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1" });
const { instance } = await WebAssembly.instantiate(readFileSync(moduleFile), {
  wasi_snapshot_preview1: wasi.wasiImport,
});
wasi.initialize(instance);
const engine = instance.exports;

const questions = [], answers = [];
function ask(question) {
  const text = JSON.stringify(question), bytes = new TextEncoder().encode(text);
  const at = engine.rh_wasm_alloc(bytes.length);
  new Uint8Array(engine.memory.buffer, at >>> 0, bytes.length).set(bytes);
  const memory = () => new Uint8Array(engine.memory.buffer);
  const from = engine.rh_wasm_ask(at, bytes.length) >>> 0;
  const answer = Buffer.from(memory().subarray(from, memory().indexOf(0, from))).toString();
  engine.rh_wasm_free(at);
  questions.push(text);
  answers.push(answer);
  return JSON.parse(answer);
}

let failed = 0, passed = 0;
function holds(fine, what) {
  if (fine) passed++;
  else console.error(`bots.mjs: it does not hold that ${what}`);
  failed += fine ? 0 : 1;
}

for (const title of ask({ ask: "titles" })) {
  ask({ ask: "new", title: title.id, players: ["Anna", "Bo", "Cia"].slice(0, title.max_players), seed: 5 });
  for (let k = 1; k <= ACTIONS; k++) {
    const { line } = ask({ ask: "bot", kind: k % EVERY === 0 ? "club" : "steady", seed: 5 });
    ask({ ask: "do", line, view: false });
  }
  const { line } = ask({ ask: "bot", kind: "club", seed: 5 });
  ask({ ask: "open", text: ask({ ask: "record" }).text });
  const again = ask({ ask: "bot", kind: "club", seed: 5 }).line;
  holds(line !== undefined && line === again, `${title.id}: a reloaded game goes on alike: "${line}", "${again}"`);
}

const other = spawnSync(native, { input: questions.map((q) => q + "\n").join(""), maxBuffer: 1 << 30 });
const natively = other.stdout.toString().split("\0");
const bots = questions.flatMap((q, i) => (q.startsWith('{"ask":"bot"') ? [i] : []));
const differs = bots.find((i) => natively[i] !== answers[i]);
holds(other.status === 0, "the native engine answers everything");
holds(differs === undefined, `both engines choose alike: ${answers[differs]} in wasm, ${natively[differs]} natively`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
