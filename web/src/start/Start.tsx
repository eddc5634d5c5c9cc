// SPDX-License-Identifier: Apache-2.0
// Start.tsx: the first screen: games that go on, the titles, files from elsewhere, finished games.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Engine } from "../engine/engine";
import type { TitleCard } from "../engine/types";
import type { Keep, Listed } from "../keep";
import { useSettings } from "../settings";
import { SettingsPanel } from "../table/Table";
import { readFile, readable, toRecord, type Brought } from "./files";
import { Picture } from "./Picture";
import { Shelf } from "./Shelf";

interface StartProps {
  engine: Engine;
  titles: TitleCard[];
  keep: Keep;
  pending: boolean; // something is not kept yet
  trouble: string;
  onTrouble(sentence: string): void;
  onNew(title: string): void;
  onOpen(id: string): void;
  onImport(game: Brought): void;
}

function Title({ engine, title, onNew }: { engine: Engine; title: TitleCard; onNew(title: string): void }) {
  const about = title.about;
  const players = title.min_players === title.max_players
    ? `${title.min_players} players` : `${title.min_players} to ${title.max_players} players`;
  return (
    <li class="title" data-title={title.id}>
      <Picture engine={engine} title={title.id} name={title.name} />
      <div>
        <h3>{title.name}</h3>
        <p class="quiet">by {title.designer}</p>
        <p>{players}{about?.length && `, ${about.length}`}</p>
        {about?.special && <ul class="special">{about.special.map((s) => <li key={s}>{s}</li>)}</ul>}
        {about?.link
          ? <p><a href={about.link} target="_blank" rel="noreferrer">The rules of {title.name} and their home</a></p>
          : <p class="quiet">We know of no home of these rules on the web.</p>}
        {title.provenance && (
          <details class="quiet">
            <summary>Where the data comes from</summary>
            <p>{title.provenance}</p>
          </details>
        )}
        <p><button type="button" class="main" onClick={() => onNew(title.id)}>New game of {title.name}</button></p>
      </div>
    </li>
  );
}

function Import(p: Pick<StartProps, "engine" | "titles" | "onImport" | "onTrouble">) {
  const [reading, setReading] = useState("");
  const [over, setOver] = useState(false);
  const [waiting, setWaiting] = useState<Brought | undefined>();
  const input = useRef<HTMLInputElement>(null);

  const bring = async (file: File | undefined) => {
    if (!file) return;
    p.onTrouble("");
    setWaiting(undefined);
    setReading(file.name);
    /* The word must be on the screen before a long game is replayed. */
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    const read = await readFile(file);
    const game = "error" in read
      ? { error: `${read.error} Nothing was changed. ${readable(p.titles)}` }
      : toRecord(p.engine, p.titles, file.name, read.text);
    setReading("");
    if (input.current) input.current.value = "";
    if ("error" in game) p.onTrouble(game.error);
    else if (game.found) setWaiting(game);
    else p.onImport(game);
  };

  return (
    <section aria-labelledby="import"
      class={over ? "import over" : "import"}
      onDragOver={(e) => { e.preventDefault(); setOver(true); }}
      onDragLeave={() => setOver(false)}
      onDrop={(e) => { e.preventDefault(); setOver(false); void bring(e.dataTransfer?.files[0]); }}>
      <h2 id="import">Import a game</h2>
      <p>{readable(p.titles)} Choose a file, or drop one here.</p>
      <p>
        <label class="file">
          <span>File to import</span>{" "}
          <input ref={input} type="file" accept=".18xx,.json,.txt,text/plain,application/json"
            onChange={(e) => void bring(e.currentTarget.files?.[0])} />
        </label>
      </p>
      <p role="status">{reading && <><progress /> Reading and replaying {reading} …</>}{waiting?.found}</p>
      {waiting && (
        <p>
          <button type="button" class="main" onClick={() => p.onImport(waiting)}>Open this game</button>{" "}
          <button type="button" onClick={() => setWaiting(undefined)}>Leave it</button>
        </p>
      )}
    </section>
  );
}

export function Start(p: StartProps) {
  const [games, setGames] = useState<{ shelf: Listed[]; bin: Listed[] } | undefined>();
  const [listTrouble, setListTrouble] = useState("");
  const [settings, changeSettings] = useSettings();
  const refresh = () => {
    Promise.all([p.keep.list(), p.keep.bin()]).then(
      ([shelf, bin]) => { setGames({ shelf, bin }); setListTrouble(""); },
      (e: unknown) => { setGames({ shelf: [], bin: [] }); setListTrouble(e instanceof Error ? e.message : String(e)); },
    );
  };
  useEffect(refresh, [p.keep, p.pending]);
  const trouble = p.trouble || listTrouble;
  return (
    <main class="start">
      <header>
        <h1>Roundhouse</h1>
        <p>Railway games of the 18xx family, at one table: people, bots, or both.</p>
        <details><summary>Settings</summary><SettingsPanel settings={settings} change={changeSettings} /></details>
      </header>
      {trouble && <p class="trouble" role="alert">{trouble}</p>}
      {games && <Shelf {...p} games={games.shelf} bin={games.bin} onChanged={refresh} />}
      <section aria-labelledby="titles">
        <h2 id="titles">New game</h2>
        <ul class="titles">
          {p.titles.map((t) => <Title key={t.id} engine={p.engine} title={t} onNew={p.onNew} />)}
        </ul>
      </section>
      <Import engine={p.engine} titles={p.titles} onImport={p.onImport} onTrouble={p.onTrouble} />
      <footer class="quiet">
        <p>
          {p.keep.where === "server"
            ? "Games are kept on this machine, in a file of the program that serves this page."
            : "Games are kept in this browser. Save what matters as a file: who clears the browser's data clears them too."}
        </p>
      </footer>
    </main>
  );
}
