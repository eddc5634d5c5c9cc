// SPDX-License-Identifier: Apache-2.0
// make.mjs [TITLE…]: chooses the games whose first rounds a test plays by clicks (TITLE.18xx here):
// of many games of bots the one that soonest has seen everything a beginner meets: auction, shares,
// a tile, a token, a run, a dividend, a train. Run it again when a change of rules breaks one.
import { writeFileSync } from "node:fs";
import { choiceOf, newEngine } from "../engine.mjs";
import { TITLES } from "../table.mjs";

const SEEDS = 150, MOST = 160;
const WITHOUT_TILES = ["1988"]; // lines are there; companies bid for contracts instead
const enough = (seen, title) =>
  seen.run && seen.train && (seen.pay || seen.withhold || seen.half || seen.divide) && seen.buy + seen.start > 0 &&
  (WITHOUT_TILES.includes(title) ? seen.tender : seen.lay && seen.token);

function play(title, seed) {
  const ask = newEngine(), seen = { buy: 0, start: 0 };
  ask({ ask: "new", title, players: ["Anna", "Bo", "Cia"], seed: 1 });
  for (let n = 1; n <= MOST; n++) {
    const bot = ask({ ask: "bot", kind: "steady", seed });
    const legal = ask({ ask: "legal" });
    if (!bot.line) return undefined;
    const word = bot.line.split(" ")[1];
    let choice = choiceOf(legal, bot.line)?.choice, line = bot.line;
    if (word === "run") {
      choice = { kind: "run" };
      line = legal.best.line; // what the table proposes
    } else if (!choice) { // one of several equal trains
      choice = legal.choices.find((c) => c.kind === word);
      line = choice?.line;
    }
    const state = line && ask({ ask: "do", line });
    if (!state?.ok || state.over) return undefined;
    seen[choice.kind] = (seen[choice.kind] ?? 0) + 1;
    if (enough(seen, title)) return { actions: n, record: ask({ ask: "record" }).text };
  }
  return undefined;
}

for (const title of process.argv.length > 2 ? process.argv.slice(2) : TITLES) {
  let best;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const game = play(title, seed);
    if (game && (!best || game.actions < best.actions)) best = game;
  }
  console.log(title, best?.actions ?? "none");
  if (best) writeFileSync(new URL(`${title}.18xx`, import.meta.url), best.record);
}
