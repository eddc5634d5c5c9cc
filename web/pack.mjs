// SPDX-License-Identifier: Apache-2.0
// pack.mjs DIR: finishes the built page. Its service worker (public/sw.js) is told the names of all files;
// beside every file that shrinks its packed forms are put, which a browser gets if it can unpack them
// (server/site.c; other web servers can be told to).
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const folder = process.argv[2];
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((f) => f.isFile()).map((f) => join(f.parentPath ?? f.path, f.name).slice(join(folder, "/").length)).sort();

const worker = join(folder, "sw.js");
const named = files.filter((file) => file !== "sw.js" && file !== "index.html");
const print = createHash("sha256");
for (const file of files) print.update(file).update(readFileSync(join(folder, file)));
writeFileSync(worker, readFileSync(worker, "utf8")
  .replace("const FILES = [];", `const FILES = ${JSON.stringify(["./", ...named.map((f) => `./${f}`)])};`)
  .replace('const PRINT = "";', `const PRINT = "${print.digest("hex").slice(0, 16)}";`));

for (const file of files) {
  if (!/\.(js|css|svg|wasm|webmanifest)$/.test(file)) continue;
  const path = join(folder, file);
  execFileSync("zopfli", [path]); // PATH.gz, smaller than zlib makes it
  writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
}
