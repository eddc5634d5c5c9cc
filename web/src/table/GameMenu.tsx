// SPDX-License-Identifier: Apache-2.0
// GameMenu.tsx: what can be done with a game as a whole: its name, who sits where, sending and saving it, and
// reporting that something in it is wrong.
import { useState } from "preact/hooks";
import { isProblem, type Engine } from "../engine/engine";
import type { Seat } from "../keep";
import { withSeats } from "../keep/http";
import { BotOptions } from "../start/BotOptions";
import { saveFile } from "../start/files";
import { linkOf } from "../start/link";
import { Report } from "./Report";
import type { Game } from "./useGame";

/** A link that was made: copied, or to be copied by hand. */
function Send({ record }: { record(): string }) {
  const [link, setLink] = useState<{ address?: string; told: string } | undefined>();
  const make = async () => {
    const address = await linkOf(record());
    if (!address) return setLink({ told: "This game is too long for a link: save it as a file and send that." });
    const here = /^(127\.|localhost$|\[::1\])/.test(location.hostname) ? " It opens on this machine only; to others send the file." : "";
    try {
      await navigator.clipboard.writeText(address);
      setLink({ address, told: `The link is copied.${here}` });
    } catch {
      setLink({ address, told: `Copy the link.${here}` });
    }
  };
  return (
    <>
      <button type="button" onClick={() => void make()}>Send as a link</button>
      {link && <p role="status">{link.told}</p>}
      {link?.address && <input readOnly value={link.address} aria-label="The link" onFocus={(e) => e.currentTarget.select()} />}
    </>
  );
}

export function GameMenu({ engine, game, seats, called, onSeats, onClose }: {
  engine: Engine;
  game: Game;
  seats: Seat[];
  called: string;
  onSeats(seats: Seat[], called: string): void;
  onClose(): void;
}) {
  const [draft, setDraft] = useState(seats.map((s) => ({ ...s, shown: s.shown ?? s.name })));
  const [name, setName] = useState(called);
  const [why, setWhy] = useState("");
  const fresh = game.actions === 0 && game.struck.length === 0; // nothing has their names in it
  const record = () => {
    const text = engine.record();
    return isProblem(text) ? "" : withSeats(text.text, { seats, called });
  };
  const file = `${game.view.title.id}-${called.replaceAll(/[^\p{L}\p{N}]+/gu, "-") || "game"}`;
  const change = (i: number, seat: Partial<Seat>) => setDraft(draft.map((s, k) => (k === i ? { ...s, ...seat } : s)));
  const take = (e: Event) => {
    e.preventDefault();
    const names = draft.map((s, i) => (fresh ? s.shown.trim().replaceAll(/[\s,]+/g, "-") : seats[i]!.name));
    const refused = fresh && names.some((n, i) => n !== seats[i]!.name) ? game.rename(names) : "";
    setWhy(refused);
    if (refused) return;
    onSeats(draft.map((s, i) => ({
      ...s, name: names[i]!, shown: fresh || s.shown.trim() === names[i] || !s.shown.trim() ? undefined : s.shown.trim(),
    })), name.trim());
    onClose();
  };

  return (
    <section class="settings game-menu" role="dialog" aria-label="This game" onClick={(e) => e.stopPropagation()}>
      <form onSubmit={take}>
        <label>Name of this game <input value={name} maxLength={60} onInput={(e) => setName(e.currentTarget.value)} /></label>
        <ol>
          {draft.map((s, i) => (
            <li key={i}>
              <i style={{ background: s.color }} aria-hidden="true" />
              <input aria-label={`Name of ${seats[i]!.name}`} value={s.shown} maxLength={30} required={fresh}
                onInput={(e) => change(i, { shown: e.currentTarget.value })} />
              <select aria-label={`Who plays for ${seats[i]!.name}`} value={s.kind} onChange={(e) => change(i, { kind: e.currentTarget.value })}>
                <option value="human">a person here</option>
                <BotOptions bots={engine.bots()} />
              </select>
            </li>
          ))}
        </ol>
        {why && <p class="message" role="alert">{why}</p>}
        {!fresh && <p class="muted">The record keeps the names that the game began with; others are shown beside them.</p>}
        <div class="row">
          <button type="submit" class="primary">Take these</button>
          <button type="button" onClick={onClose}>Close</button>
        </div>
      </form>
      <div class="row">
        <Send record={record} />
        <button type="button" onClick={() => saveFile(`${file}.18xx`, record())}>Save as file</button>
        <Report engine={engine} record={record} at={game.here} file={file} />
      </div>
    </section>
  );
}
