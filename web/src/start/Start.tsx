// SPDX-License-Identifier: Apache-2.0
// Start.tsx: the first screen: games that go on, the titles, files from elsewhere, finished games.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Engine } from "../engine/engine";
import type { TitleCard } from "../engine/types";
import type { Keep, Listed } from "../keep";
import { useSettings } from "../settings";
import { SettingsPanel } from "../table/Frame";
import { readFile, readable, toRecord, type Brought } from "./files";
import { keyOf, offer, type Offered } from "./own";
import { Picture } from "./Picture";
import { Shelf } from "./Shelf";

interface StartProps {
  engine: Engine;
  titles: TitleCard[];
  own: Offered[]; // titles of somebody's own files
  keep: Keep;
  pending: boolean; // something is not kept yet
  trouble: string;
  onTrouble(sentence: string): void;
  onNew(title: Offered): void;
  onTitle(title: Offered): void;
  onForget(title: Offered): void;
  onOpen(id: string): void;
  onImport(game: Brought): void;
}

function Title({ engine, offered, onNew, onForget }: {
  engine: Engine;
  offered: Offered;
  onNew(title: Offered): void;
  onForget?(title: Offered): void;
}) {
  const { card: title, file } = offered;
  const about = title.about;
  const players = title.min_players === title.max_players
    ? `${title.min_players} players` : `${title.min_players} to ${title.max_players} players`;
  return (
    <li class="title" data-title={keyOf(offered)}>
      <Picture engine={engine} title={offered} />
      <div>
        <h3>{title.name}</h3>
        <p class="quiet">by {title.designer}</p>
        <p>{players}{about?.length && `, ${about.length}`}</p>
        {about?.special && <ul class="special">{about.special.map((s) => <li key={s}>{s}</li>)}</ul>}
        {file ? <p class="quiet">From {file.name}.</p> : about?.link
          ? <p><a href={about.link} target="_blank" rel="noreferrer">The rules of {title.name} and their home</a></p>
          : <p class="quiet">We know of no home of these rules on the web.</p>}
        {title.provenance && (
          <details class="quiet">
            <summary>Where the data comes from</summary>
            <p>{title.provenance}</p>
          </details>
        )}
        <p class="buttons">
          <button type="button" class="main" onClick={() => onNew(offered)}>New game of {title.name}</button>
          {onForget && <button type="button" onClick={() => onForget(offered)}>Take it off this list</button>}
        </p>
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

function OwnTitles(p: Pick<StartProps, "engine" | "own" | "onTitle" | "onNew" | "onForget" | "onTrouble">) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const bring = async (file: File | undefined) => {
    if (!file) return;
    p.onTrouble("");
    const read = await readFile(file);
    const title = "error" in read ? read : offer(p.engine, { name: file.name, text: read.text });
    if (input.current) input.current.value = "";
    if ("error" in title) p.onTrouble(`${title.error}. Nothing was changed.`);
    else p.onTitle(title);
  };
  return (
    <section aria-labelledby="own"
      class={over ? "import over" : "import"}
      onDragOver={(e) => { e.preventDefault(); setOver(true); }}
      onDragLeave={() => setOver(false)}
      onDrop={(e) => { e.preventDefault(); setOver(false); void bring(e.dataTransfer?.files[0]); }}>
      <h2 id="own">A title of your own</h2>
      <p>A title file (.json) has its own map, tiles, trains and companies, and may be like one of the titles above.
        Choose one, or drop it here; games of it carry the file with them.</p>
      <p>
        <label class="file">
          <span>Title file</span>{" "}
          <input ref={input} type="file" accept=".json,application/json"
            onChange={(e) => void bring(e.currentTarget.files?.[0])} />
        </label>
      </p>
      {p.own.length > 0 && (
        <ul class="titles">
          {p.own.map((t) => <Title key={keyOf(t)} engine={p.engine} offered={t} onNew={p.onNew} onForget={p.onForget} />)}
        </ul>
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
      {games && <Shelf {...p} titles={[...p.titles, ...p.own.map((t) => t.card)]} games={games.shelf} bin={games.bin} onChanged={refresh} />}
      <section aria-labelledby="titles">
        <h2 id="titles">New game</h2>
        <ul class="titles">
          {p.titles.map((card) => <Title key={card.id} engine={p.engine} offered={{ card }} onNew={p.onNew} />)}
        </ul>
      </section>
      <Import engine={p.engine} titles={p.titles} onImport={p.onImport} onTrouble={p.onTrouble} />
      <OwnTitles {...p} />
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
