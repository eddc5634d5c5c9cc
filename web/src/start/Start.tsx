// SPDX-License-Identifier: Apache-2.0
// Start.tsx: the first screen: games that go on, the titles, files from elsewhere, finished games.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { InShort } from "../InShort";
import type { Engine } from "../engine/engine";
import type { TitleCard } from "../engine/types";
import type { Keep, Listed } from "../keep";
import { useSettings } from "../settings";
import { SettingsPanel } from "../table/Frame";
import news from "../../../CHANGELOG.md?raw"; // its newest entries: vite.config.ts
import { gamesOf, readFile, readable, toRecord, type Brought } from "./files";
import { keyOf, offer, type Offered } from "./own";
import { Lobby } from "../together/Lobby";
import type { Tables } from "../keep/tables";
import { Picture } from "./Picture";
import { Shelf } from "./Shelf";

interface StartProps {
  engine: Engine;
  titles: TitleCard[];
  own: Offered[]; // titles of somebody's own files
  keep: Keep;
  tables?: Tables; // of several people, if the server has them
  onTable(id: string): void;
  pending: boolean; // something is not kept yet
  trouble: string;
  onTrouble(sentence: string): void;
  onNew(title: Offered): void;
  onLearn(title: string): void;
  onTitle(title: Offered): void;
  onForget(title: Offered): void;
  onOpen(id: string): void;
  onImport(game: Brought): void;
  onImportAll(games: Brought[]): Promise<void>;
}

function Title({ engine, offered, makes, onNew, onLearn, onForget }: {
  engine: Engine;
  offered: Offered;
  makes: "game" | "table";
  onNew(title: Offered): void;
  onLearn?(title: string): void;
  onForget?(title: Offered): void;
}) {
  const { card: title, file } = offered;
  const about = title.about;
  const players = title.min_players === title.max_players
    ? `${title.min_players} players` : `${title.min_players} to ${title.max_players} players`;
  return (
    <li class="title" data-title={keyOf(offered)}>
      {/* The map of the smallest game: the largest has hexes too small to be made out. */}
      <Picture engine={engine} title={offered} game={{ players: Array.from({ length: title.min_players }, (_, i) => `P${i}`), seed: 1, options: {} }} />
      <h3>{title.name}</h3>
      <p class="facts">{players}{about?.length && `, ${about.length}`}</p>
      {about?.special && <ul class="special">{about.special.map((s) => <li key={s}>{s}</li>)}</ul>}
      <p class="buttons">
        <button type="button" class="main primary" onClick={() => onNew(offered)}>New {makes} of {title.name}</button>
        {title.lesson && onLearn && <button type="button" onClick={() => onLearn(title.id)}>Learn it in 10 minutes</button>}
        {onForget && <button type="button" onClick={() => onForget(offered)}>Take it off this list</button>}
      </p>
      <footer class="quiet">
        <p>by {title.designer}{file && `, from ${file.name}`}</p>
        {!file && <p>{about?.link
          ? <a href={about.link} target="_blank" rel="noreferrer">The rules of {title.name} and their home</a>
          : "We know of no home of these rules on the web."}</p>}
        {about?.short && <details class="short"><summary>In short, for whoever knows another 18xx</summary><InShort title={title} /></details>}
        {title.provenance && (
          <details>
            <summary>Where the data comes from</summary>
            <p>{title.provenance}</p>
          </details>
        )}
      </footer>
    </li>
  );
}

/** What may be brought: games, all games of somebody, or titles. */
type Bring = (files: Iterable<File> | null | undefined, titleOnly?: boolean) => Promise<void>;

function useBring(p: StartProps): { bring: Bring; reading: string; took: number; waiting: Brought | undefined; leave(): void } {
  const [reading, setReading] = useState("");
  const [took, setTook] = useState(0); // games that went on the shelf
  const [waiting, setWaiting] = useState<Brought | undefined>();

  const shelve = async (games: Brought[]) => {
    await p.onImportAll(games);
    setTook((n) => n + games.length);
  };
  /* Each gives "", or a sentence why not. */
  const takeAll = async (name: string, records: string[]) => {
    const games = records.map((text, i) => toRecord(p.engine, p.titles, `game ${i + 1} of ${name}`, text));
    await shelve(games.filter((g): g is Brought => !("error" in g)));
    return games.flatMap((g) => ("error" in g ? [g.error] : [])).join(" ");
  };
  const takeTitle = (name: string, text: string) => {
    const title = offer(p.engine, { name, text });
    if ("error" in title) return `${title.error}. Nothing was changed.`;
    p.onTitle(title);
    return "";
  };
  /* One game is opened; several go on the shelf. */
  const take = async (name: string, text: string, alone: boolean) => {
    const records = gamesOf(text);
    if (records) return takeAll(name, records);
    const game = toRecord(p.engine, p.titles, name, text);
    /* A title file is JSON that says so itself; anything else is told what is wrong with it as a game. */
    if ("error" in game) return /"(map|like)"\s*:/.test(text) ? takeTitle(name, text) : game.error;
    if (!alone) await shelve([game]);
    else if (game.found) setWaiting(game);
    else p.onImport(game);
    return "";
  };
  const bring: Bring = async (files, titleOnly) => {
    const all = [...files ?? []], wrong: string[] = [];
    if (!all.length) return;
    p.onTrouble("");
    setWaiting(undefined);
    setTook(0);
    for (const file of all) {
      setReading(file.name);
      /* The word must be on the screen before a long game is replayed. */
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
      const read = await readFile(file);
      const why = "error" in read ? `${read.error} Nothing was changed. ${readable(p.titles)}`
        : titleOnly ? takeTitle(file.name, read.text) : await take(file.name, read.text, all.length === 1);
      if (why) wrong.push(why);
    }
    setReading("");
    if (wrong.length) p.onTrouble(wrong.join(" "));
  };
  return { bring, reading, took, waiting, leave: () => setWaiting(undefined) };
}

/** Files may be dropped anywhere on this screen. */
function useDrop(bring: Bring): boolean {
  const [over, setOver] = useState(false);
  const take = useRef(bring);
  take.current = bring;
  useLayoutEffect(() => { /* before the screen is seen, so that no drop comes too early */
    const drag = (e: DragEvent) => {
      e.preventDefault();
      setOver(e.type === "dragover");
      if (e.type === "drop") void take.current(e.dataTransfer?.files);
    };
    const kinds = ["dragover", "dragleave", "drop"] as const;
    kinds.forEach((kind) => addEventListener(kind, drag));
    return () => kinds.forEach((kind) => removeEventListener(kind, drag));
  }, []);
  return over;
}

function FileField({ label, accept, bring }: { label: string; accept: string; bring: Bring }) {
  return (
    <label class="file">
      <span>{label}</span>{" "}
      <input type="file" multiple accept={accept} onChange={(e) => {
        const input = e.currentTarget;
        void bring(input.files).then(() => { input.value = ""; });
      }} />
    </label>
  );
}

export function Start(p: StartProps) {
  const [games, setGames] = useState<{ shelf: Listed[]; bin: Listed[] } | undefined>();
  const [listTrouble, setListTrouble] = useState("");
  const [settings, changeSettings] = useSettings();
  const asked = useRef(0);
  const refresh = () => {
    const mine = ++asked.current; // an answer that was overtaken would bring back what has been removed since
    Promise.all([p.keep.list(), p.keep.bin()]).then(
      ([shelf, bin]) => { if (mine === asked.current) { setGames({ shelf, bin }); setListTrouble(""); } },
      (e: unknown) => { if (mine === asked.current) { setGames({ shelf: [], bin: [] }); setListTrouble(e instanceof Error ? e.message : String(e)); } },
    );
  };
  useEffect(refresh, [p.keep, p.pending]);
  const trouble = p.trouble || listTrouble;
  const { bring, reading, took, waiting, leave } = useBring({ ...p, onImportAll: (all) => p.onImportAll(all).then(refresh) });
  const over = useDrop(bring);
  /* Wherever on this long screen it was dropped, what it led to is seen. */
  const told = useRef<HTMLParagraphElement>(null), asks = useRef<HTMLElement>(null);
  useEffect(() => told.current?.scrollIntoView({ block: "nearest" }), [trouble]);
  useEffect(() => { if (reading || waiting) asks.current?.scrollIntoView({ block: "nearest" }); }, [reading, waiting]);
  return (
    <main class={over ? "start over" : "start"}>
      <header class="masthead">
        <img src="icon.svg" alt="" width="56" height="56" />
        <div>
          <h1>Roundhouse</h1>
          <p>Railway games of the 18xx family, at one table: people, bots, or both.</p>
        </div>
        <details><summary>Settings</summary><SettingsPanel settings={settings} change={changeSettings} /></details>
      </header>
      {trouble && <p class="trouble" role="alert" ref={told}>{trouble}</p>}
      {p.tables && <Lobby tables={p.tables} engine={p.engine} offered={[...p.titles.map((card) => ({ card })), ...p.own]} onOpen={p.onTable} onTrouble={p.onTrouble} />}
      {games && <Shelf {...p} offered={[...p.titles.map((card) => ({ card })), ...p.own]} games={games.shelf} bin={games.bin} onChanged={refresh} />}
      <section aria-labelledby="titles">
        <h2 id="titles">{p.tables ? "New table" : "New game"}</h2>
        <ul class="titles">
          {p.titles.map((card) => <Title key={card.id} engine={p.engine} offered={{ card }} makes={p.tables ? "table" : "game"} onNew={p.onNew} onLearn={p.onLearn} />)}
        </ul>
      </section>
      <div class="beside">
        <section aria-labelledby="import" class="import" ref={asks}>
          <h2 id="import">Import a game</h2>
          <p>{readable(p.titles)} Choose files, or drop them anywhere on this page.</p>
          <p><FileField label="File to import" accept=".18xx,.json,.txt,text/plain,application/json" bring={bring} /></p>
          <p role="status">{reading && <><progress /> Reading and replaying {reading} …</>}{waiting?.found}{took > 0 && `${took === 1 ? "1 game was" : `${took} games were`} taken, and can be opened above.`}</p>
          {waiting && (
            <p>
              <button type="button" class="main" onClick={() => p.onImport(waiting)}>Open this game</button>{" "}
              <button type="button" onClick={leave}>Leave it</button>
            </p>
          )}
        </section>
        <section aria-labelledby="own" class="import">
          <h2 id="own">A title of your own</h2>
          <p>A title file (.json) has its own map, tiles, trains and companies, and may be like one of the titles above;
            games of it carry the file with them.</p>
          <p><FileField label="Title file" accept=".json,application/json" bring={(files) => bring(files, true)} /></p>
          {p.own.length > 0 && (
            <ul class="titles">
              {p.own.map((t) => <Title key={keyOf(t)} engine={p.engine} offered={t} makes={p.tables ? "table" : "game"} onNew={p.onNew} onForget={p.onForget} />)}
            </ul>
          )}
        </section>
        <details class="news">
          <summary>What is new</summary>
          <ul>{news.split("\n").map((n) => <li key={n}>{n}</li>)}</ul>
        </details>
      </div>
      <footer class="quiet">
        <p>
          {p.tables ? "Tables are kept by the server of this page. Games that you keep for yourself are kept in this browser."
            : p.keep.where === "server"
            ? "Games are kept on this machine, in a file of the program that serves this page."
            : "Games are kept in this browser. Save what matters as a file: who clears the browser's data clears them too."}
        </p>
      </footer>
    </main>
  );
}
