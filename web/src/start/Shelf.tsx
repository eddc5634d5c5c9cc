// SPDX-License-Identifier: Apache-2.0
// Shelf.tsx: the games that are kept: those that go on, and those that are over, with their results.
import { useState } from "preact/hooks";
import { isProblem, type Engine } from "../engine/engine";
import type { Keep, Listed } from "../keep";
import { houseRules } from "../options";
import { allGames, saveFile } from "./files";
import type { Offered } from "./own";
import { Picture } from "./Picture";

interface ShelfProps {
  bin: Listed[];
  engine: Engine;
  offered: Offered[];
  keep: Keep;
  games: Listed[];
  onOpen(id: string): void;
  onChanged(): void;
  onTrouble(sentence: string): void;
}

const when = (ms: number): string =>
  new Date(ms).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

/** "Anna 9278, Bo 8444" as a list with places. */
function Result({ result }: { result: string }) {
  return (
    <ol class="result">
      {result.split(", ").map((one) => {
        const at = one.lastIndexOf(" ");
        return <li key={one}><span>{one.slice(0, at)}</span> <b>{one.slice(at + 1)}</b></li>;
      })}
    </ol>
  );
}

function Game(p: ShelfProps & { game: Listed }) {
  const { game, engine, keep } = p;
  const [asks, setAsks] = useState(false);
  const offered = p.offered.find((t) => t.card.id === game.title);
  const name = offered?.card.name ?? (game.title || "unknown");
  const file = `${game.title || "game"}-${game.id}`;

  const run = (work: () => Promise<void>) => () => {
    work().catch((e: unknown) => p.onTrouble(e instanceof Error ? e.message : String(e)));
  };
  const saveRecord = run(async () => saveFile(`${file}.18xx`, (await keep.load(game.id)).record));
  const saveExport = run(async () => {
    const state = engine.open((await keep.load(game.id)).record);
    const text = isProblem(state) ? state : engine.exportGame();
    if (isProblem(text)) p.onTrouble(`This game cannot be written for 18xx.games: ${text.error}.`);
    else if ("text" in text) saveFile(`${file}.json`, text.text, "application/json");
  });
  const remove = run(async () => {
    await keep.remove(game.id, game.seq);
    p.onChanged();
  });

  return (
    <li class="kept" data-game={game.id}>
      {offered && <Picture engine={engine} title={offered} />}
      <h3>{game.called || name}</h3>
      {game.called && <p class="quiet">{name}</p>}
      <p class="seats">
        {game.seats.map((s) => (
          <span class="seat" key={s.name}>
            <i style={{ background: s.color }} aria-hidden="true" />
            {s.shown ?? s.name}{s.kind !== "human" && <small> {s.kind}</small>}
          </span>
        ))}
      </p>
      {game.over ? <Result result={game.result} /> : <p>{game.round || "not begun"}, {game.actions} actions</p>}
      {!!game.options?.length && <p class="quiet house-rules">{houseRules(offered?.card, game.options).join("; ")}</p>}
      <p class="quiet">{when(game.changed)}</p>
      <p class="buttons">
        <button type="button" class="main primary" onClick={() => p.onOpen(game.id)}>
          {game.over ? "Look back" : "Continue"}
        </button>
        <button type="button" onClick={saveRecord}>Save as file</button>
        {offered?.card.imports_18xx && <button type="button" onClick={saveExport}>For 18xx.games</button>}
        {asks ? (
          <>
            <button type="button" class="danger" onClick={remove}>Remove it</button>
            <button type="button" onClick={() => setAsks(false)}>Keep it</button>
          </>
        ) : (
          <button type="button" onClick={() => setAsks(true)}>Remove …</button>
        )}
      </p>
    </li>
  );
}

function Removed(p: ShelfProps) {
  const putBack = (id: string) => () => {
    p.keep.putBack(id).then(p.onChanged, (e: unknown) => p.onTrouble(e instanceof Error ? e.message : String(e)));
  };
  return (
    <details class="bin">
      <summary>Removed games ({p.bin.length})</summary>
      <p class="quiet">They stay here for thirty days.</p>
      <ul>
        {p.bin.map((g) => (
          <li key={g.id} data-removed={g.id}>
            {p.offered.find((t) => t.card.id === g.title)?.card.name ?? g.title}: {g.seats.map((s) => s.name).join(", ")},{" "}
            {g.actions} actions, {when(g.changed)}{" "}
            <button type="button" onClick={putBack(g.id)}>Put it back</button>
          </li>
        ))}
      </ul>
    </details>
  );
}

const MOST = 6; // at once: what is below, a new game first of all, is not to be far away

function Games({ id, heading, list, ...p }: ShelfProps & { id: string; heading: string; list: Listed[] }) {
  const [all, setAll] = useState(false);
  if (!list.length) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <ul class="shelf">{list.slice(0, all ? undefined : MOST).map((g) => <Game key={g.id} {...p} game={g} />)}</ul>
      {list.length > MOST && <p><button type="button" aria-expanded={all} onClick={() => setAll(!all)}>{all ? "Fewer games" : `All ${list.length} games`}</button></p>}
    </section>
  );
}

export function Shelf(p: ShelfProps) {
  const saveAll = () => {
    Promise.all(p.games.map(async (g) => (await p.keep.load(g.id)).record)).then(
      (records) => saveFile(`roundhouse-games-${new Date().toISOString().slice(0, 10)}.json`, allGames(records), "application/json"),
      (e: unknown) => p.onTrouble(e instanceof Error ? e.message : String(e)));
  };
  return (
    <>
      <Games {...p} id="continue" heading="Continue" list={p.games.filter((g) => !g.over)} />
      <Games {...p} id="finished" heading="Finished games" list={p.games.filter((g) => g.over)} />
      {p.games.length > 0 && <p><button type="button" onClick={saveAll}>Save all games as one file</button></p>}
      {p.bin.length > 0 && <Removed {...p} />}
    </>
  );
}
