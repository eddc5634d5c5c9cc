// SPDX-License-Identifier: Apache-2.0
// Picture.tsx: the map of a title as the engine draws it. It is made when the browser has nothing
// else to do, so that the page answers at once, and shown as an image: thousands of shapes that
// nobody clicks do not belong in the document.
import { useEffect, useState } from "preact/hooks";
import { isProblem, type Engine } from "../engine/engine";

const drawn = new Map<string, string>();

const later: (work: () => void) => void =
  "requestIdleCallback" in window
    ? (work) => requestIdleCallback(work, { timeout: 1500 })
    : (work) => setTimeout(work, 50);

export function Picture({ engine, title, name }: { engine: Engine; title: string; name: string }) {
  const [url, setUrl] = useState(drawn.get(title));
  useEffect(() => {
    if (url) return;
    let wanted = true;
    later(() => {
      if (!wanted) return;
      const card = engine.card(title);
      if (isProblem(card)) return;
      const made = URL.createObjectURL(new Blob([card.svg], { type: "image/svg+xml" }));
      drawn.set(title, made);
      setUrl(made);
    });
    return () => { wanted = false; };
  }, [engine, title, url]);
  return (
    <span class="picture">
      {url ? <img src={url} alt={`The map of ${name}`} /> : <span class="quiet">drawing the map …</span>}
    </span>
  );
}
