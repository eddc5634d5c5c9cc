// SPDX-License-Identifier: Apache-2.0
// options.ts: the options of a title in words: in groups, as presets, and those that are not as usual in a game.
import type { TitleCard, TitleOption } from "./engine/types";

/** What somebody may want without reading every option. */
export interface Preset {
  name: string;
  options: Record<string, string>;
}

/** Options that make our game like another program's go by the name of their family. */
const FAMILIES: Record<string, string> = { "import.18xxgames": "as 18xx.games plays", "import.rails": "as Rails plays" };
const LIKE_18XX = { "import.18xxgames": "on" };

export function presetsOf({ about, imports_18xx }: TitleCard): Preset[] {
  return [
    { name: "As the rulebook", options: {} },
    ...(imports_18xx ? [{ name: "As 18xx.games plays", options: LIKE_18XX }] : []),
    ...(about?.short_game ? [{ name: "Short game", options: about.short_game }] : []),
  ];
}

const EDITION = "Rules of which edition";

/** The rules of an edition, and then the headings that the title has, such as what the table agrees on; each that has options. */
export function groupsOf({ about, options }: TitleCard): { name: string; options: TitleOption[] }[] {
  const groups = about?.groups ?? {};
  const groupOf = (o: TitleOption) => Object.entries(groups).find(([, names]) => names.includes(o.name))?.[0] ?? EDITION;
  return [EDITION, ...Object.keys(groups)].map((name) => ({ name, options: options.filter((o) => groupOf(o) === name) }))
    .filter((g) => g.options.length > 0);
}

/** What "bank=1000" and its like mean: "Money in the bank: $1000 for each, the short game". */
export function houseRules(card: TitleCard | undefined, chosen: string[]): string[] {
  return [...new Set(chosen.map((one) => {
    const [name = "", value = ""] = one.split("=");
    const family = Object.entries(FAMILIES).find(([f]) => name === f || name.startsWith(`${f}.`))?.[1];
    const option = card?.options.find((o) => o.name === name);
    return family ?? (option ? `${option.title}: ${option.values.find((v) => v.value === value)?.means ?? value}` : one);
  }))];
}
