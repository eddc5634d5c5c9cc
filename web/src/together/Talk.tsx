// SPDX-License-Identifier: Apache-2.0
// Talk.tsx: what is said at a table, and what has happened there besides actions: who came and went, what was asked and
// answered. Whoever plays speaks at the table or to all who watch; whoever watches, to all.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Said } from "../keep/live";
import type { AtTable, Happening } from "./at";

const clock = (ms: number): string => new Date(ms).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });

/** A row that is no action, in words. */
function wordsOf(at: AtTable, { seat, kind, line }: Happening): string {
  const named = (n: number | undefined) => (n === undefined ? "Somebody" : at.news.seats[n]?.who ?? at.news.seats[n]?.name ?? "Somebody");
  const inRecord = (n: string | undefined) => at.news.seats[Number(n)]?.name ?? "?";
  const [first, second, ...rest] = line.split(" ");
  switch (kind) {
    case "undo": return `${named(seat)} took back what came after action ${line}`;
    case "redo": return `${named(seat)} has put in force again what was taken back, up to action ${line}`;
    case "seat":
      if (second === "person") return `${rest.join(" ")} sits down as ${inRecord(first)}`;
      if (second === "bot") return `A bot (${rest.join(" ")}) plays ${inRecord(first)}`;
      return second === "link" ? `The seat of ${inRecord(first)} has a new link; the old one is void` : `The seat of ${inRecord(first)} is open`;
    case "ask": return first === "seat"
      ? `${named(seat)} asks: ${line.endsWith(" open") ? "the seat" : "a bot on the seat"} of ${inRecord(second)}${line.endsWith(" open") ? " for somebody else" : ""}`
      : `${named(seat)} asks to ${first === "undo" ? "take back" : "have again"} what came after action ${second}`;
    case "agree": return `${named(seat)} agrees`;
    case "refuse": return `${named(seat)} says no`;
    default: return line;
  }
}

type Entry = { key: string; at: number } & ({ said: Said } | { words: string });

export function Talk({ at }: { at: AtTable }) {
  const [text, setText] = useState("");
  const [room, setRoom] = useState<Said["room"]>("table");
  const list = useRef<HTMLOListElement>(null);
  const plays = at.you.seats.length > 0 || at.you.host;
  const entries: Entry[] = [
    ...at.said.map((said) => ({ key: `said ${said.n}`, at: said.at, said })),
    ...at.happened.map((h) => ({ key: `row ${h.seq}`, at: h.at, words: wordsOf(at, h) })),
  ].sort((a, b) => a.at - b.at);
  useEffect(() => { list.current?.scrollTo({ top: list.current.scrollHeight }); }, [entries.length]);
  const say = (e: Event) => {
    e.preventDefault();
    if (!text.trim()) return;
    at.complain("");
    at.say(text.trim(), plays ? room : "watchers");
    setText("");
  };
  return (
    <section class="talk" aria-label="Talk at the table">
      <h4>Talk{at.news.watching > 0 && <small class="muted"> · open on {at.news.watching} screen{at.news.watching === 1 ? "" : "s"}</small>}</h4>
      <ol ref={list} tabindex={0} aria-label="What was said" aria-live="polite">
        {entries.map((e) => "said" in e ? (
          <li key={e.key} data-said={e.said.n}><b>{e.said.who}</b>{e.said.room === "watchers" && <small class="muted"> to all</small>} {e.said.text} <time class="muted">{clock(e.at)}</time></li>
        ) : <li key={e.key} class="muted">{e.words} <time>{clock(e.at)}</time></li>)}
        {entries.length === 0 && <li class="muted">Nothing yet.</li>}
      </ol>
      {at.trouble && <p class="bad" role="alert">{at.trouble}</p>}
      <form onSubmit={say}>
        <input aria-label="Say something" value={text} maxLength={500} placeholder={plays ? "Say something" : "Say something to all"} onInput={(e) => setText(e.currentTarget.value)} />
        {plays && <select aria-label="To whom" value={room} onChange={(e) => setRoom(e.currentTarget.value as Said["room"])}>
          <option value="table">the table</option><option value="watchers">all, also who watches</option>
        </select>}
        <button type="submit">Say</button>
      </form>
    </section>
  );
}
