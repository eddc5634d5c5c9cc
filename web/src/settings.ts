// SPDX-License-Identifier: Apache-2.0
// settings.ts: how this browser shows the page; kept in the browser, not in games. And how large its window is.
import { useEffect, useState } from "preact/hooks";

export interface Settings {
  theme: "auto" | "light" | "dark";
  text: number; // percent
  pause: number; // milliseconds a bot waits before it plays; 0: all of them play on at once
  turns: boolean; // … before a whole turn, not before each action
  sound: boolean; // when it is for a person to decide
  hints: boolean;
  layers: Layer[]; // of the map, that are shown
  advice: boolean; // "What would you do?" although several people play
  /** Whether a click has to be confirmed; "auto": where other people play; "ends": what makes it somebody else's turn. */
  confirm: "auto" | "always" | "ends" | "never";
}

/** What the map shows beside its ground: names, coordinates with numbers of tiles, what private companies block, where
 * the company that acts gets. */
export type Layer = "names" | "figures" | "blocked" | "reach";

const USUAL: Settings = { theme: "auto", text: 100, pause: 0, turns: false, sound: false, hints: true, layers: ["names"], advice: false, confirm: "auto" };
const KEY = "roundhouse.settings";

export function readSettings(): Settings {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return USUAL;
  }
}

export function applySettings(s: Settings): void {
  const root = document.documentElement;
  if (s.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = s.theme;
  root.style.fontSize = `${s.text}%`;
}

export function useSettings(): [Settings, (change: Partial<Settings>) => void] {
  const [settings, set] = useState(readSettings);
  useEffect(() => applySettings(settings), [settings]);
  return [
    settings,
    (change) => {
      const next = { ...settings, ...change };
      try {
        localStorage.setItem(KEY, JSON.stringify(next));
      } catch {
        // a browser that keeps nothing still shows what was chosen
      }
      set(next);
    },
  ];
}

/** Does the window fit this media query? */
export function useMedia(query: string): boolean {
  const [fits, set] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const changed = () => set(media.matches);
    changed();
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, [query]);
  return fits;
}

/** "1440 900", anew whenever the window changes: for what is measured after it has been drawn. */
export function useWindowSize(): string {
  const [size, set] = useState("");
  useEffect(() => {
    const resized = () => { set(`${innerWidth} ${innerHeight}`); };
    addEventListener("resize", resized);
    return () => { removeEventListener("resize", resized); };
  }, []);
  return size;
}
