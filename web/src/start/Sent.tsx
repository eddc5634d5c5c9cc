// SPDX-License-Identifier: Apache-2.0
// Sent.tsx: somebody has sent a game as a link; it is shown before it is taken, for a link may come from anybody.
import { useEffect, useState } from "preact/hooks";
import { isProblem, type Engine } from "../engine/engine";
import type { TitleCard } from "../engine/types";
import { toRecord, type Brought } from "./files";
import { recordOf } from "./link";

export function Sent({ engine, titles, letters, onOpen, onLeave }: {
  engine: Engine;
  titles: TitleCard[];
  letters: string;
  onOpen(game: Brought): void;
  onLeave(): void;
}) {
  const [game, setGame] = useState<{ brought: Brought; words: string } | { error: string } | undefined>();
  useEffect(() => {
    void recordOf(letters).then((read) => {
      const brought = "error" in read ? read : toRecord(engine, titles, "The game in this link", read.text);
      if (isProblem(brought)) return setGame(brought);
      const view = engine.view();
      const name = titles.find((t) => t.id === brought.title)?.name ?? brought.title;
      const played = view.over ? "finished" : view.round;
      setGame({ brought, words: `${name}: ${view.players.map((p) => p.name).join(", ")}; ${played}, ${engine.log().length} actions.` });
    });
  }, [letters]);
  return (
    <main class="start">
      <h1>A game was sent to you</h1>
      {!game && <p role="status"><progress /> Reading it …</p>}
      {game && ("error" in game ? <p class="trouble" role="alert">{game.error}</p> : <p>{game.brought.called && <b>{game.brought.called}. </b>}{game.words}</p>)}
      <p class="buttons">
        {game && "brought" in game && <button type="button" class="main" onClick={() => onOpen(game.brought)}>Open this game</button>}
        <button type="button" onClick={onLeave}>{game && "brought" in game ? "Leave it" : "To the first screen"}</button>
      </p>
      <p class="quiet">Opened, it becomes a game of yours; whoever sent it does not see what you play.</p>
    </main>
  );
}
