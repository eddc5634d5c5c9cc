// SPDX-License-Identifier: Apache-2.0
// The page is plain files with relative addresses, so that it runs from `roundhouse play`, from any
// folder of any web server, and from `vite dev` alike. The engine comes from build-wasm/.
import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: false },
  server: { fs: { allow: [".."] } },
  worker: { format: "es" },
});
