// SPDX-License-Identifier: Apache-2.0
// pack.mjs DIR: beside every file of the built page that shrinks its packed forms, which a browser gets
// if it can unpack them (server/site.c; other web servers can be told to).
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const folder = process.argv[2];
for (const file of readdirSync(folder, { recursive: true })) {
  if (!/\.(js|css|svg|wasm)$/.test(file)) continue;
  const path = join(folder, file), bytes = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(bytes));
}
