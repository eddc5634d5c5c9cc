// SPDX-License-Identifier: Apache-2.0
// modules.mjs: modules of the page in Node, for tests that need no browser.
import { build } from "esbuild";

/** Everything that these modules of web/src export ("./keep/live"). */
export async function load(...modules) {
  const { outputFiles } = await build({
    stdin: {
      contents: modules.map((m) => `export * from "${m}";`).join("\n"),
      resolveDir: new URL("../src", import.meta.url).pathname,
    },
    bundle: true, format: "esm", write: false, platform: "neutral", loader: { ".wasm": "empty" }, // nobody asks the engine
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
}
