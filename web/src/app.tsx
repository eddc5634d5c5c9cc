// SPDX-License-Identifier: Apache-2.0
// app.tsx: the page is the start, the form for a new game, or a table; which of them is written in
// the address (#new=18nl, #game=ID), so that reloading, going back and bookmarks work.
import { useCallback, useEffect, useErrorBoundary, useMemo, useState } from "preact/hooks";
import { isProblem, type Engine } from "./engine/engine";
import type { TitleFile } from "./engine/types";
import { newId, printOf, type GameCard, type Keep, type KeepTrouble, type Play, type Seat } from "./keep";
import { chooseKeep, chooseTables } from "./keep/choose";
import { seatsOf, withSeats } from "./keep/http";
import { Saver } from "./keep/saver";
import type { NewTable } from "./keep/tables";
import { saveFile } from "./start/files";
import { Learn } from "./start/Learn";
import { NewGame } from "./start/NewGame";
import { forgetTitle, keepTitle, keptTitles, keyOf, offer, type Offered } from "./start/own";
import { RulePage } from "./start/RulePage";
import { Sent } from "./start/Sent";
import { Start } from "./start/Start";
import "./start/start.css";
import { Table } from "./table/Table";
import { MOST_COMPARED, SEARCH, type Compared, type Trial } from "./table/Trial";
import type { Others } from "./table/useGame";
import { Claim } from "./together/Claim";
import { FromRecord, type OldGame } from "./together/FromRecord";
import { Made, type MadeTable } from "./together/Made";
import { forgetSecret, secretOf } from "./together/secret";
import { SharedTable } from "./together/SharedTable";
import "./together/together.css";

interface OpenGame {
  id: string;
  title: string;
  record: string;
  seats: Seat[];
  called: string;
}

interface Place {
  game?: string;
  title?: string;
  learn?: string; // the title of a lesson
  table?: string; // of several people
  rule?: string; // of a title (start/RulePage.tsx)
  sent?: string; // a game that came with the address (start/link.ts)
}

function placeNow(): Place {
  const words = new URLSearchParams(location.hash.slice(1));
  return { game: words.get("game") ?? undefined, title: words.get("new") ?? undefined, sent: words.get("record") ?? undefined, learn: words.get("learn") ?? undefined, rule: words.get("rule") ?? undefined, table: words.get("table") ?? undefined };
}

const goTo = (hash: string): void => {
  if (location.hash === hash || (hash === "" && location.hash === "")) return;
  location.hash = hash;
};

/** What was played is on this page only: why, and the ways out. */
function SaveTrouble({ play, trouble, keep, onRetry, onCopy, onReload }: {
  play: Play;
  trouble: KeepTrouble;
  keep: Keep;
  onRetry(): void;
  onCopy(): void;
  onReload(): void;
}) {
  const { card } = play;
  const lost = trouble.kind === "stale" || trouble.kind === "gone";
  return (
    <div class="save-trouble" role="alert" data-where={keep.where}>
      <p><b>Not kept yet</b> ({card.called && `${card.called}, `}{card.title}: {card.seats.map((s) => s.name).join(", ")}): {trouble.message}</p>
      {lost ? (
        <>
          {trouble.kind === "stale" && <button type="button" onClick={onReload}>Load it again</button>}
          <button type="button" onClick={onCopy}>Keep this play as a new game</button>
        </>
      ) : (
        <button type="button" onClick={onRetry}>Try again</button>
      )}
      <button type="button" onClick={() => saveFile(`${card.title}-${card.id}.18xx`, withSeats(play.record, card))}>
        Save as file
      </button>
    </div>
  );
}

/** The page itself failed at showing a game. Nothing that was kept is touched. */
function Failed({ why, record, onAgain, onEarlier, onLeave }: {
  why: string;
  record: string;
  onAgain(): void;
  onEarlier(): void;
  onLeave(): void;
}) {
  return (
    <main class="start">
      <h1>This game could not be shown</h1>
      <p class="trouble" role="alert">{why}</p>
      <p>What was played is kept. If it fails again, go on one action earlier, in a game of its own, and send us the file.</p>
      <p class="buttons">
        <button type="button" class="main" onClick={onAgain}>Open it again</button>
        <button type="button" onClick={onEarlier}>One action earlier</button>
        <button type="button" onClick={() => saveFile("mistake.18xx", `# This game could not be shown: ${why.replaceAll(/\s+/g, " ")}\n${record}`)}>Save a report</button>
        <button type="button" onClick={onLeave}>Back to all games</button>
      </p>
    </main>
  );
}

/** engine has the game on the table; desk is for everything else (forms, imports, checks), so that
 * the game on the table is never exchanged under it. */
export function App({ engine, desk }: { engine: Engine; desk: Engine }) {
  const titles = useMemo(() => desk.titles(), [desk]);
  const [own, setOwn] = useState(() => keptTitles(desk));
  const keep = useMemo(() => chooseKeep(desk), [desk]);
  const tables = useMemo(chooseTables, []);
  const [place, setPlace] = useState(placeNow);
  const [game, setGame] = useState<OpenGame | undefined>();
  const [unreadable, setUnreadable] = useState<{ id: string; why: string; record: string } | undefined>();
  const [trouble, setTrouble] = useState("");
  const [notice, setNotice] = useState("");
  const [, redraw] = useState(0);
  const saver = useMemo(() => new Saver(keep, () => redraw((n) => n + 1), sessionStorage), [keep]);

  useEffect(() => {
    const moved = () => setPlace(placeNow());
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);

  /** Offers a title of somebody's own, instead of an older one of the same name. */
  const takeTitle = (title: Offered) => {
    setOwn((had) => [...had.filter((t) => keyOf(t) !== keyOf(title)), title]);
    if (title.file && !keepTitle(title.file))
      setTrouble(`The browser has no room to keep ${title.file.name}: open it again after a reload. Games of it are kept.`);
  };
  /* `roundhouse play mine.json`: the program has a title for us. */
  useEffect(() => {
    const take = (file: TitleFile) => {
      const title = offer(desk, file);
      if ("error" in title) setTrouble(title.error);
      else takeTitle(title);
    };
    keep.titles().then((files) => files.forEach(take), () => {}); // the list of games says that nobody answers
  }, [desk, keep]);

  /* A page with play that is nowhere else asks before it closes. */
  useEffect(() => {
    const leaving = (e: BeforeUnloadEvent) => {
      if (saver.pending) e.preventDefault();
    };
    addEventListener("beforeunload", leaving);
    addEventListener("pagehide", saver.takeShelter);
    return () => {
      removeEventListener("beforeunload", leaving);
      removeEventListener("pagehide", saver.takeShelter);
    };
  }, [saver]);

  const open = useCallback(async (id: string) => {
    setUnreadable(undefined);
    try {
      /* What this page has played and could not keep is newer than what is kept. */
      const unkept = saver.unkept(id);
      const { record, seq } = unkept ? { ...unkept, seq: undefined } : await keep.load(id);
      const state = desk.open(record, "the saved game");
      if (isProblem(state)) {
        setUnreadable({ id, why: state.error, record });
        return;
      }
      if (seq !== undefined) saver.opened(id, seq);
      setTrouble("");
      setGame({ id, title: state.title, record, seats: unkept?.card.seats ?? seatsOf(state.seats ?? []),
        called: unkept?.card.called ?? state.called ?? "" });
    } catch (e) {
      setTrouble(e instanceof Error ? e.message : String(e));
      goTo("");
    }
  }, [desk, keep, saver]);

  useEffect(() => {
    if (place.game === undefined) {
      setGame(undefined);
      setUnreadable(undefined);
    } else if (place.game !== game?.id) {
      setGame(undefined);
      void open(place.game);
    }
  }, [place, open]);

  /** Puts a game on the shelf; a sentence if it is none. */
  const shelve = async ({ record, title, seats, called }: Omit<OpenGame, "id">): Promise<{ id: string } | { error: string }> => {
    const state = desk.open(record);
    if (isProblem(state)) return state;
    const id = newId();
    const card: GameCard = {
      id, title, seats, called, actions: state.actions, round: desk.view().round, options: desk.view().title.options,
      over: state.over, result: state.result, changed: Date.now(),
    };
    await saver.save({ record, card });
    return { id };
  };

  /** A new game on the shelf and on the table; where it cannot be kept it is played all the same. */
  const begin = async (record: string, title: string, seats: Seat[], called = "") => {
    const kept = await shelve({ record, title, seats, called });
    if (isProblem(kept)) return setTrouble(kept.error);
    const { id } = kept;
    setTrouble("");
    setGame({ id, title, record, seats, called });
    goTo(`#game=${id}`);
  };

  /* Tables of several people: a game that is to become one, and one that was made. */
  const [old, setOld] = useState<OldGame | undefined>();
  const [made, setMade] = useState<MadeTable | undefined>();
  const [{ me, levels }, setAbout] = useState<{ me?: string; levels: string[] }>({ levels: [] });
  useEffect(() => { tables?.about().then(setAbout, () => {}); }, [tables, place]); // that nobody answers others say
  const make = (table: NewTable, names: string[], title: string) => {
    setTrouble("");
    tables?.make(table).then(({ id, links }) => {
      setOld(undefined);
      setMade(links.length ? { id, links, names, title } : undefined);
      tables.live.again();
      goTo(`#table=${id}`);
    }, (e: Error) => setTrouble(e.message));
  };
  /** Something brought, or a branch: here it is asked whether it becomes a table. */
  const bring = (game: OldGame) => {
    if (tables) setOld(game);
    else void begin(game.record, game.title, game.seats, game.called);
  };
  useEffect(() => { setOld(undefined); }, [place]);

  const [trial, setTrial] = useState<{ engine: Engine; of: string; records: string[]; changes: string[]; panel: Trial["panel"]; compared: Compared[] } | undefined>();
  useEffect(() => { setTrial(undefined); }, [place]);
  const [failure, recover] = useErrorBoundary();
  const again = () => {
    recover();
    setGame(undefined);
    if (place.game) void open(place.game);
  };
  const earlier = () => {
    const state = game && desk.open(game.record);
    const record = state && !isProblem(state) ? desk.record(Math.max(0, state.actions - 1)) : undefined;
    recover();
    if (game && record && !isProblem(record)) void begin(record.text, game.title, game.seats, game.called);
    else goTo("");
  };

  const shown = game && place.game === game.id ? game : undefined;
  const unkept = saver.troubles.find((x) => x.play.card.id === shown?.id)?.trouble;
  const others = useMemo((): Others | undefined => {
    const id = shown?.id;
    if (id === undefined) return undefined;
    const lost = (why: string) => {
      if (why) setNotice(`This page did not show the game as it is kept (${why}). It was loaded again.`);
      saver.forget(id);
      setGame(undefined);
      void open(id);
    };
    return { lost, listen: (rows) => saver.show(id, { rows, lost }) };
  }, [shown?.id, saver, open]);
  const troubles = saver.troubles.slice(0, 1).map(({ play, trouble }) => (
    <SaveTrouble key={play.card.id} play={play} trouble={trouble} keep={keep} onRetry={saver.retry}
      onCopy={() => {
        saver.forget(play.card.id);
        void begin(play.record, play.card.title, play.card.seats, play.card.called);
      }}
      onReload={() => {
        saver.forget(play.card.id);
        if (shown?.id !== play.card.id) return goTo(`#game=${play.card.id}`);
        setGame(undefined);
        void open(play.card.id);
      }} />
  ));
  const page = () => {
    if (shown && trial?.of === shown.id) {
      const { records, changes } = trial;
      const say = (statement: string): string => {
        const before = trial.engine.record(), next = trial.engine.position(undefined, [statement]);
        if (isProblem(before)) return before.error;
        if (isProblem(next)) return next.error;
        /* What was played before the change is there again when the change is taken back. */
        setTrial({ ...trial, records: [...records.slice(0, -1), before.text, next.text], changes: [...changes, statement] });
        return "";
      };
      return (
        <Table
          key={`${shown.id} ${records.length}`}
          id={shown.id}
          engine={trial.engine}
          record={records.at(-1)!}
          seats={shown.seats.map((s) => ({ ...s, kind: "human" }))}
          trouble=""
          called={shown.called}
          trial={{
            changes, say, panel: trial.panel, compared: trial.compared,
            set: (part) => setTrial({ ...trial, panel: { ...trial.panel, ...part } }),
            keep: (one) => setTrial({ ...trial, compared: [trial.compared[0]!, ...[...trial.compared.slice(1), one].slice(1 - MOST_COMPARED)] }),
            takeBack: () => setTrial({ ...trial, records: records.slice(0, -1), changes: changes.slice(0, -1) }),
            leave: () => setTrial(undefined),
            begin: (record) => { setTrial(undefined); void begin(record, shown.title, shown.seats, shown.called); },
          }}
          onChange={() => {}}
          onSeats={() => {}}
          onTry={() => {}}
          onLeave={() => { setTrial(undefined); goTo(""); }}
          onBranch={(record, seats) => { setTrial(undefined); void begin(record, shown.title, seats, shown.called); }}
        />
      );
    }
    if (shown)
      return (
        <Table
          key={shown.id}
          id={shown.id}
          engine={engine}
          record={shown.record}
          seats={shown.seats}
          trouble={unkept?.message ?? ""}
          adrift={unkept?.kind === "stale" || unkept?.kind === "gone"}
          others={others}
          onChange={({ record, now, deeds, bots }) => {
            const { id, title, seats, called } = shown;
            const card: GameCard = { id, title, seats, called, ...now, changed: Date.now() };
            void saver.save({ record, card }, deeds, printOf(record), bots);
          }}
          called={shown.called}
          onSeats={(seats, called) => setGame({ ...shown, seats, called })}
          onLeave={() => goTo("")}
          onBranch={(record, seats) => void begin(record, shown.title, seats)}
          onTry={(record, position) => {
            setGame({ ...shown, record }); // where the game goes on
            const beside = engine.sibling();
            const incomes = isProblem(beside.open(position)) ? [] : beside.incomes(0, SEARCH);
            setTrial({ engine: beside, of: shown.id, records: [position], changes: [], panel: {}, compared: [{ words: "in the game", incomes }] });
          }}
        />
      );
    if (unreadable)
      return (
        <main class="start">
          <h1>This game cannot be read</h1>
          <p class="trouble" role="alert">{unreadable.why}</p>
          <p>It is left as it is, and no other game is touched. Save it as a file to look at it or to mend it:
            the sentence above names the line.</p>
          <p class="buttons">
            <button type="button" class="main"
              onClick={() => saveFile(`game-${unreadable.id}.18xx`, unreadable.record)}>Save as file</button>
            <button type="button" onClick={() => goTo("")}>Back to all games</button>
          </p>
        </main>
      );
    if (place.game !== undefined)
      return <main class="start"><p role="status"><progress /> Opening the game …</p></main>;
    if (tables && old)
      return <FromRecord engine={desk} game={old} me={me} levels={levels} onLeave={() => setOld(undefined)}
        onMake={(table) => make(table, old.seats.map((s) => s.name), old.title)}
        onKeep={() => { setOld(undefined); void begin(old.record, old.title, old.seats.map((s) => ({ ...s, presence: undefined })), old.called); }} />;
    if (tables && place.table !== undefined) {
      const id = place.table;
      const secret = secretOf(id);
      if (made?.id === id) return <Made made={made} onTable={() => setMade(undefined)} />;
      const drop = () => { forgetSecret(id); redraw((n) => n + 1); };
      if (secret)
        return <Claim tables={tables} id={id} secret={secret} onTaken={drop} onWatch={drop} onLeave={() => { drop(); goTo(""); }} />;
      return <SharedTable key={id} tables={tables} id={id} engine={engine} onLeave={() => goTo("")} onNotice={setNotice}
        onTrouble={(why) => { setTrouble(`This table cannot be shown: ${why}.`); goTo(""); }}
        onBranch={(record, title, seats) => setOld({ record, title, seats })} />;
    }
    if (place.learn !== undefined)
      return <Learn key={place.learn} engine={engine} title={place.learn} onLeave={() => goTo("")} onPlay={() => goTo(`#new=${place.learn}`)} />;
    if (place.rule !== undefined) return <RulePage engine={desk} titles={titles} of={place.rule} onLeave={() => goTo("")} />;
    if (place.sent !== undefined)
      return <Sent engine={desk} titles={titles} letters={place.sent} onLeave={() => goTo("")}
        onOpen={(g) => void begin(g.record, g.title, g.seats, g.called)} />;
    const wanted = [...titles.map((card): Offered => ({ card })), ...own].find((t) => keyOf(t) === place.title);
    if (wanted)
      return (
        <NewGame key={keyOf(wanted)} engine={desk} offered={wanted} onBack={() => goTo("")}
          onBegin={(record, title, seats) => void begin(record, title, seats)}
          table={tables && { me, levels, trouble, onMake: (table, names) => make(table, names, wanted.card.name) }} />
      );
    return (
      <Start engine={desk} titles={titles} keep={keep} pending={saver.pending} trouble={trouble} onTrouble={setTrouble}
        own={own}
        onLearn={(title) => goTo(`#learn=${title}`)}
        onNew={(title) => goTo(`#new=${encodeURIComponent(keyOf(title))}`)}
        onTitle={takeTitle}
        onForget={(title) => {
          setOwn(own.filter((t) => t !== title));
          forgetTitle(keyOf(title));
        }}
        tables={tables} onTable={(id) => goTo(`#table=${id}`)}
        onOpen={(id) => goTo(`#game=${id}`)}
        onImportAll={async (all) => { for (const g of all) await shelve({ ...g, called: g.called ?? "" }); }}
        onImport={bring} />
    );
  };
  if (failure)
    return <Failed why={String(failure)} record={game?.record ?? ""} onAgain={again} onEarlier={earlier}
      onLeave={() => { recover(); setGame(undefined); goTo(""); }} />;
  return (
    <>
      {page()}
      {troubles}
      {notice && (
        <p class="notice" role="status">{notice} <button type="button" onClick={() => setNotice("")}>Close</button></p>
      )}
    </>
  );
}
