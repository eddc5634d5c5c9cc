// SPDX-License-Identifier: Apache-2.0
// InShort.tsx: the rules of a title in the same twelve lines for every title, for whoever knows another 18xx. What they
// say stands in the title's own file.
import type { TitleCard } from "./engine/types";
import { capital } from "./table/Act";

const LINES: [key: string, about: string][] = [
  ["capital", "Capital"], ["shares", "Shares"], ["paid", "Who is paid"], ["order", "Selling and buying"], ["sale", "A sale moves the price"],
  ["round_end", "End of a stock round"], ["price", "Paying and keeping"], ["privates", "Private companies"], ["trains", "Trains between companies"],
  ["forced", "What is forced"], ["end", "The end"],
];

export function InShort({ title }: { title: TitleCard }) {
  const { about } = title;
  if (!about?.short) return null;
  const players = title.min_players === title.max_players ? `${title.min_players}` : `${title.min_players} to ${title.max_players}`;
  return (
    <dl class="in-short" aria-label={`${title.name} in short`}>
      <div><dt>Players and length</dt><dd>{players} players{about.length && `, ${about.length}`}.</dd></div>
      {LINES.map(([key, word]) => about.short?.[key] && <div key={key} data-short={key}><dt>{capital((key === "privates" && title.privates_called) || word)}</dt><dd>{about.short[key]}</dd></div>)}
    </dl>
  );
}
