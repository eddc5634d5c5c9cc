// SPDX-License-Identifier: Apache-2.0
// The page is plain files with relative addresses, so that it runs from `roundhouse play`, from any
// folder of any web server, and from `vite dev` alike. The engine comes from build-wasm/.
import { defineConfig } from "vite";

const NEWEST = 10; // entries of the changelog that the first screen shows: the page need not carry all of them

/** CHANGELOG.md as text becomes its newest entries, one a line. */
const news = {
  name: "news",
  transform(code: string, id: string) {
    if (!id.endsWith("CHANGELOG.md?raw")) return null;
    const text = JSON.parse(code.replace(/^export default /, "")) as string;
    const entries = (text.split(/^## .*$/m)[1] ?? "").split(/^(?:- |### .*$)/m).map((s) => s.replaceAll(/\s+/g, " ").replaceAll("`", "").trim());
    return `export default ${JSON.stringify(entries.filter(Boolean).slice(0, NEWEST).join("\n"))}`;
  },
};

export default defineConfig({
  plugins: [news],
  base: "./",
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: false },
  server: { fs: { allow: [".."] } },
  worker: { format: "es" },
});
