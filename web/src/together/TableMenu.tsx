// SPDX-License-Identifier: Apache-2.0
// TableMenu.tsx: what can be done with a table of several people as a whole: who sits where, links, leaving, a bot for
// somebody, notes of one's own, being told of one's turn, saving the game.
import { useEffect, useState } from "preact/hooks";
import { isProblem, type Engine } from "../engine/engine";
import { BotOptions } from "../start/BotOptions";
import { saveFile } from "../start/files";
import { Report } from "../table/Report";
import type { Game } from "../table/useGame";
import type { AtTable } from "./at";
import { SendLink, wholeAddress } from "./Links";

function Person({ at, seat, bots, onTrouble }: { at: AtTable; seat: number; bots: ReturnType<Engine["bots"]>; onTrouble(s: string): void }) {
  const { id } = at.info;
  const [link, setLink] = useState("");
  const [bot, setBot] = useState("");
  const s = at.news.seats[seat]!;
  const mine = at.you.seats.includes(seat);
  const plays = at.you.seats.length > 0 || at.you.host;
  const run = (work: Promise<unknown>) => { onTrouble(""); work.catch((e: Error) => onTrouble(e.message)); };
  const words = s.kind === "bot" ? `bot: ${s.level}` : s.kind === "open" ? "nobody yet" : `${s.who}${mine ? " (you)" : ""}${s.here ? ", here" : ", not here now"}`;
  return (
    <li data-seat={seat}>
      <p><b>{s.name}</b> {words}</p>
      {plays && (
        <div class="row">
          {mine && at.you.seats.length > 0 && <button type="button" onClick={() => run(at.tables.changeSeat(id, seat, { do: "leave" }))}>Leave this seat</button>}
          {at.you.host && s.kind !== "bot" && !mine && (
            <button type="button" onClick={() => run(at.tables.newLink(id, seat).then((l) => setLink(wholeAddress(l.link))))}>New link</button>
          )}
          {s.kind === "open" && at.you.host && (
            <button type="button" onClick={() => run(at.tables.changeSeat(id, seat, { do: "open" }).then(() => at.tables.list(id, true)))}>Let whoever comes sit here</button>
          )}
          {s.kind !== "open" && !mine && <button type="button" onClick={() => run(at.tables.changeSeat(id, seat, { do: "open" }))}>Open it for somebody else</button>}
          {!mine && (
            <select aria-label={`A bot for ${s.name}`} value={bot} onChange={(e) => {
              const level = e.currentTarget.value;
              setBot("");
              if (level) run(at.tables.changeSeat(id, seat, { do: "bot", level }));
            }}>
              <option value="">{s.kind === "bot" ? "another bot …" : "a bot instead …"}</option>
              <BotOptions bots={bots} />
            </select>
          )}
        </div>
      )}
      {link && <SendLink label={`Link for the seat of ${s.name}`} address={link} words={`Play ${at.info.name} with me`} />}
      {link && <p class="muted">It is shown this once. Whoever had the old link needs this one.</p>}
    </li>
  );
}

/** A note that nobody else sees. */
function Note({ at, onTrouble }: { at: AtTable; onTrouble(s: string): void }) {
  const [text, setText] = useState<string | undefined>();
  const [kept, setKept] = useState("");
  useEffect(() => { at.tables.paper(at.info.id, "note").then(setText, (e: Error) => onTrouble(e.message)); }, [at]);
  if (text === undefined) return null;
  return (
    <div>
      <label>Your notes, which nobody else sees
        <textarea rows={4} value={text} onInput={(e) => { setText(e.currentTarget.value); setKept(""); }} />
      </label>
      <button type="button" onClick={() => at.tables.keepPaper(at.info.id, "note", text).then(() => setKept("Kept."), (e: Error) => onTrouble(e.message))}>Keep the notes</button> <span role="status">{kept}</span>
    </div>
  );
}

function Notify() {
  const can = typeof Notification !== "undefined" && window.isSecureContext;
  const [state, setState] = useState(can ? Notification.permission : "denied");
  if (!can) return <p class="muted">Your turn stands in the page's title. Browsers notify only at addresses with https, or on this machine.</p>;
  if (state === "granted") return <p class="muted">The browser tells you when it is your turn and this page is not in front.</p>;
  return <button type="button" disabled={state === "denied"} onClick={() => void Notification.requestPermission().then(setState)}>{state === "denied" ? "The browser was told not to notify" : "Tell me when it is my turn"}</button>;
}

const UNDO = { those: "those whose actions go", all: "all", majority: "the majority", nobody: "nobody: only one's own turn" };
const WATCH = { link: "whoever has the address", all: "everybody", none: "nobody" };

export function TableMenu({ at, engine, game, onClose, onLeave }: { at: AtTable; engine: Engine; game: Game; onClose(): void; onLeave(): void }) {
  const [trouble, setTrouble] = useState("");
  const { info, news, you } = at;
  const [levels, setLevels] = useState<string[]>([]);
  useEffect(() => { at.tables.about().then((a) => setLevels(a.levels), () => {}); }, [at]);
  const bots = engine.bots().filter((b) => levels.includes(b.name));
  const record = () => {
    const text = engine.record();
    return isProblem(text) ? "" : text.text;
  };
  const run = (work: Promise<unknown>) => { setTrouble(""); work.catch((e: Error) => setTrouble(e.message)); };
  return (
    <section class="settings game-menu table-menu" role="dialog" aria-label="This table" onClick={(e) => e.stopPropagation()}>
      <div>
        <h2>Who sits here</h2>
        <ol>{news.seats.map((s, i) => <Person key={s.name} at={at} seat={i} bots={bots} onTrouble={setTrouble} />)}</ol>
        <p class="muted">An undo beyond one's own actions needs {UNDO[info.policy.undo]}. Watching: {WATCH[info.policy.spectators]}{info.policy.overheard && info.policy.spectators !== "none" && ", who reads what the table says"}.
          A seat is opened, or given to a bot, when the others agree.</p>
        {info.policy.spectators !== "none" && <>
          <p>Address for whoever wants to watch</p>
          <SendLink label="Address to watch" address={wholeAddress(`/g/${info.id}`)} words={`Watch ${info.name}`} />
        </>}
        {trouble && <p class="bad" role="alert">{trouble}</p>}
      </div>
      <div class="col">
        <Notify />
        {you.seats.length > 0 && <Note at={at} onTrouble={setTrouble} />}
        <div class="row">
          <button type="button" onClick={() => saveFile(`${info.title}-${info.id}.18xx`, record())}>Save as file</button>
          <Report engine={engine} record={record} at={game.here} file={`${info.title}-${info.id}`} />
          {you.host && game.actions === 0 && <button type="button" onClick={() => run(at.tables.remove(info.id).then(onLeave))}>Remove this table</button>}
          <button type="button" onClick={onClose}>Close</button>
        </div>
      </div>
    </section>
  );
}
