// SPDX-License-Identifier: Apache-2.0
// TakeBack.tsx: going back in a game. To the start of one's own turn nothing is asked; further it is
// said what goes. Nothing of it is lost: the record keeps it, struck out, and it can be fetched again.
import { isProblem, type Engine } from "../engine/engine";
import type { LogEntry, Struck, View } from "../engine/types";
import type { Seat } from "../keep";
import { said } from "./parts";
import type { Game } from "./useGame";

/** The first action of the turn of the last action that a person has played, or of the last action
 * where nobody has. */
export function ownTurn(log: LogEntry[], isPerson: (e: LogEntry | undefined) => boolean): number {
  let k = log.length - 1;
  while (k >= 0 && !isPerson(log[k])) k--;
  if (k < 0) k = log.length - 1;
  const last = log[k];
  const same = (e: LogEntry | undefined) => e?.player === last?.player && e?.round === last?.round && e?.by === last?.by;
  while (k > 0 && same(log[k - 1])) k--;
  return Math.max(k, 0);
}

/** The first action of the turn that the last action belongs to. */
export const turnStart = (log: LogEntry[]): number => ownTurn(log, () => true);

/** The way to struck[k], from the action in force that it stands before. */
export function wayTo(struck: Struck[], k: number): string[] {
  const end = struck[k];
  const way: string[] = [];
  for (let i = k, wanted = end?.number ?? 0; end && i >= 0 && struck[i]!.before === end.before && wanted > end.before; i--)
    if (struck[i]!.number === wanted) {
      way.unshift(struck[i]!.line);
      wanted--;
    }
  return way;
}

/** Asks before what others have played goes. */
export function TakeBack({ view, goes, players, onYes, onNo }: { view: View; goes: LogEntry[]; players: string[]; onYes(): void; onNo(): void }) {
  const count = goes.length === 1 ? "1 action" : `${goes.length} actions`;
  const by = new Map<string, number>();
  for (const e of goes) if (e.player !== undefined) by.set(players[e.player] ?? e.by, (by.get(players[e.player] ?? e.by) ?? 0) + 1);
  return (
    <div class="decide past" role="alertdialog" aria-label="Take back?">
      <p>This takes back {count}: {[...by].map(([who, n]) => `${n} of ${who}`).join(", ")}.</p>
      <ol class="goes" tabindex={0} aria-label="What goes">
        {goes.map((e) => <li key={e.k}><b>{said(view, e.by)}:</b> {e.words} <small>({e.round})</small></li>)}
      </ol>
      <p>What goes stays in the log, struck out, and can be fetched again.</p>
      <div class="row">
        <button type="button" class="primary" onClick={onYes}>Take back {count}</button>
        <button type="button" onClick={onNo}>Keep them</button>
      </div>
    </div>
  );
}

/** What can be done from a moment of the past; onBranch: a new game can begin there. */
export function Past({ engine, game, seats, onBranch }: { engine: Engine; game: Game; seats: Seat[]; onBranch?(record: string, seats: Seat[]): void }) {
  return (
    <div class="decide past">
      <p>This is the past. {onBranch && <><i>Play on from here</i> begins a game of its own and leaves this one alone; </>}<i>Take
        back to here</i> goes on in this game, and what goes stays in its log, struck out.</p>
      <div class="row">
        {onBranch && <button type="button" class="primary" onClick={() => {
          const record = engine.record(game.here);
          if (!isProblem(record)) onBranch(record.text, seats);
        }}>Play on from here as a new game</button>}
        <button type="button" onClick={() => game.backOrAsk(game.here)}>Take back to here</button>
        <button type="button" onClick={() => game.go(Infinity)}>Back to now</button>
      </div>
    </div>
  );
}
