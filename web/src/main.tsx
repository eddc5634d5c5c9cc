// SPDX-License-Identifier: Apache-2.0
// main.tsx: loads the engine, then shows the page.
import { render } from "preact";
import { App } from "./app";
import { loadEngine } from "./engine/engine";
import { keepSecret } from "./together/secret";
import { applySettings, readSettings } from "./settings";
import "./style.css";

applySettings(readSettings()); // before the first picture
/* The token has let us in (server/token.h) and is a cookie now; whoever looks at the screen, or at the
 * history of this browser, need not see it. */
if (new URLSearchParams(location.search).has("token"))
  history.replaceState(history.state, "", location.pathname + location.hash);
/* A link to a table (/g/ID#s=SECRET) has led here: the secret goes out of the address, and stays in this tab until
 * the seat is taken. */
const linked = new URLSearchParams(location.search).get("table");
if (linked && /^[a-z0-9]+$/i.test(linked)) {
  const secret = new URLSearchParams(location.hash.slice(1)).get("s");
  if (secret) keepSecret(linked, secret);
  history.replaceState(history.state, "", `${location.pathname}#table=${linked}`);
}
/* The page opens without a network too (public/sw.js); in a window that forbids it, it works as before. */
if (import.meta.env.PROD) void navigator.serviceWorker?.register("./sw.js").catch(() => {});
const root = document.getElementById("app")!;
Promise.all([loadEngine(), loadEngine()]).then(
  ([engine, desk]) => {
    root.replaceChildren();
    render(<App engine={engine} desk={desk} />, root);
  },
  (error: unknown) => {
    root.textContent = `The engine could not be loaded: ${String(error)}`;
  },
);
