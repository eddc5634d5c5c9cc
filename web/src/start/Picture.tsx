// SPDX-License-Identifier: Apache-2.0
// Picture.tsx: the map of a title as the engine draws it. It is made when the browser has nothing
// else to do, so that the page answers at once, and shown as an image: thousands of shapes that
// nobody clicks do not belong in the document.
import { useEffect, useState } from "preact/hooks";
import colours from "../colours.css?raw";
import { isProblem, type Engine } from "../engine/engine";
import mapColours from "../map.css?raw";
import type { Offered } from "./own";

/* An image sees nothing of the page but whether it is light or dark. */
const inColour = (svg: string): string => svg.replace("</style>", `${colours}${mapColours}</style>`);

const drawn = new Map<string, string>();

const later: (work: () => void) => void =
  "requestIdleCallback" in window
    ? (work) => requestIdleCallback(work, { timeout: 1500 })
    : (work) => setTimeout(work, 50);

/** game: what the form of a new game says, for a map that is not the same for all. */
export function Picture({ engine, title, game }: { engine: Engine; title: Offered; game?: Parameters<Engine["card"]>[2] }) {
  const { card, file } = title;
  const drawing = `${file?.text ?? card.id}${JSON.stringify(game ?? "")}`; // a file may come again under its name with another text
  const [url, setUrl] = useState(drawn.get(drawing));
  useEffect(() => {
    let wanted = true;
    const have = drawn.get(drawing);
    if (have) setUrl(have);
    else later(() => {
      if (!wanted) return;
      const picture = engine.card(card.id, file, game);
      if (isProblem(picture)) return;
      const made = URL.createObjectURL(new Blob([inColour(picture.svg)], { type: "image/svg+xml" }));
      drawn.set(drawing, made);
      setUrl(made);
    });
    return () => { wanted = false; };
  }, [engine, drawing]);
  return (
    <span class="picture">
      {url ? <img src={url} alt={`The map of ${card.name}`} /> : <span class="quiet">drawing the map …</span>}
    </span>
  );
}
