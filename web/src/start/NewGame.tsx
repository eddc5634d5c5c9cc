// SPDX-License-Identifier: Apache-2.0
// NewGame.tsx: the form for a new game of one title: who sits where, the options, and the seed. What
// a title offers comes from the engine; whether a choice fits together the engine says too.
import { useEffect, useRef, useState } from "preact/hooks";
import { isProblem, type Engine } from "../engine/engine";
import type { TitleCard, TitleOption } from "../engine/types";
import type { Seat } from "../keep";
import type { NewTable } from "../keep/tables";
import { nameFrom, RulesFields, SeatFor, tableOf, USUAL_RULES, YourName } from "../together/Rules";
import { groupsOf, presetsOf, type Preset } from "../options";
import { BotOptions } from "./BotOptions";
import { COLORS, seatColor } from "./colors";
import type { Offered } from "./own";
import { Picture } from "./Picture";

interface NewGameProps {
  engine: Engine;
  offered: Offered;
  onBegin(record: string, title: string, seats: Seat[]): void;
  onBack(): void;
  /** It becomes a table of several people; the kinds of seats are those of SeatFor. */
  table?: { me: string | undefined; levels: string[]; trouble: string; onMake(table: NewTable, names: string[]): void };
}

const NAMES = ["Anna", "Bo", "Cia", "Dan", "Eva", "Finn", "Gina", "Hugo"];
const SEATS = { here: "roundhouse.seats", table: "roundhouse.table-seats" };

const randomSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000;

/** The seats of last time, as many as the title can have. */
function firstSeats(title: TitleCard, bot: string, table: NewGameProps["table"]): Seat[] {
  let seats: Seat[] = [];
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(table ? SEATS.table : SEATS.here) ?? "[]");
    if (Array.isArray(kept)) seats = kept as Seat[];
  } catch {
    // whoever wrote it, it was not us
  }
  const wanted = Math.min(Math.max(seats.length || 3, title.min_players), title.max_players);
  return Array.from({ length: wanted }, (_, i) => {
    const kept = seats[i];
    return {
      name: kept?.name ?? (i === 0 && table?.me ? table.me.replaceAll(/\s+/g, "-").slice(0, 20) : NAMES[i]!),
      color: kept?.color ?? seatColor(i),
      kind: kept?.kind ?? (table ? (i === 0 ? "me" : "link") : i === 0 ? "human" : bot),
    };
  });
}

function Option({ option, value, onChange }: {
  option: TitleOption;
  value: string;
  onChange(value: string): void;
}) {
  const id = `option-${option.name}`;
  return (
    <div class="option">
      <label for={id}>{option.title}</label>
      <select id={id} value={value} aria-describedby={`${id}-what`}
        onChange={(e) => onChange(e.currentTarget.value)}>
        {option.values.map((v, i) => (
          <option key={v.value} value={v.value}>{v.means}{i === 0 ? " (usual)" : ""}</option>
        ))}
      </select>
      <p id={`${id}-what`} class="quiet">{option.what}</p>
    </div>
  );
}

export function NewGame({ engine, offered, onBegin, onBack, table }: NewGameProps) {
  const { card: title, file } = offered;
  const all = useRef(engine.bots()).current;
  const bots = table ? all.filter((b) => table.levels.includes(b.name)) : all; // those that the server has
  const usualBot = bots.find((b) => b.usual)?.name ?? "human";
  const [seats, setSeats] = useState(() => firstSeats(title, usualBot, table));
  const [rules, setRules] = useState(USUAL_RULES);
  const [yourName, setYourName] = useState("");
  const [options, setOptions] = useState<Record<string, string>>({});
  const [preset, setPreset] = useState<Preset>(() => presetsOf(title)[0]!);
  const [seed, setSeed] = useState(() => String(randomSeed()));
  const [order, setOrder] = useState<"drawn" | "entered">("drawn");
  const [trouble, setTrouble] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const change = (i: number, seat: Partial<Seat>) =>
    setSeats(seats.map((s, k) => (k === i ? { ...s, ...seat } : s)));
  const add = () => {
    const free = (n: string) => !seats.some((s) => s.name === n);
    const name = [...NAMES.slice(seats.length), ...NAMES].find(free) ?? `P${seats.length + 1}`;
    const color = COLORS.find((c) => !seats.some((s) => s.color === c.css))?.css ?? seatColor(seats.length);
    setSeats([...seats, { name, color, kind: table ? "link" : usualBot }]);
  };
  const move = (i: number, to: number) => {
    const next = [...seats];
    [next[i], next[to]] = [next[to]!, next[i]!];
    setSeats(next);
  };

  /** What the preset says and what was changed in it, as far as it is not usual. */
  const wanted = { ...preset.options, ...options };
  const chosen = Object.fromEntries(
    Object.entries(wanted).filter(([k, v]) => v !== title.options.find((o) => o.name === k)?.values[0]?.value));
  const changed = Object.keys(chosen).filter((k) => title.options.some((o) => o.name === k)).length;
  const hidden = Object.keys(chosen).length > changed ? `${preset.name}. ` : ""; // it chooses what has no place in the form
  const begin = (e: Event) => {
    e.preventDefault();
    const clean = seats.map((s) => ({ ...s, name: s.name.trim().replaceAll(/\s+/g, "-") }));
    const number = Number(seed);
    if (!/^\d+$/.test(seed.trim()) || number > 0xffffffff) {
      setTrouble("The seed is a whole number from 0 to 4294967295.");
      return;
    }
    const state = engine.begin({
      title: title.id, file, players: clean.map((s) => s.name), seed: number, seats: order, options: chosen,
    });
    const record = isProblem(state) ? state : engine.record();
    if (isProblem(state) || isProblem(record) || !("text" in record)) {
      setTrouble(`The game cannot begin: ${isProblem(record) ? record.error : "no record"}.`);
      return;
    }
    try {
      localStorage.setItem(table ? SEATS.table : SEATS.here, JSON.stringify(clean));
    } catch {
      // a browser that keeps nothing still plays
    }
    const inOrder = state.players.map((name) => clean.find((s) => s.name === name)!);
    if (table) table.onMake(tableOf(record.text, inOrder, rules, nameFrom(table.me, clean, yourName)), state.players);
    else onBegin(record.text, title.id, inOrder);
  };

  const option = (o: TitleOption) => (
    <Option key={o.name} option={o} value={wanted[o.name] ?? o.values[0]?.value ?? ""}
      onChange={(v) => setOptions({ ...options, [o.name]: v })} />
  );

  return (
    <main class="start new-game">
      <p><button type="button" onClick={onBack}>← All titles</button></p>
      <h1 ref={heading} tabIndex={-1}>New {table ? "table" : "game"} of {title.name}</h1>
      <p class="quiet">{title.designer}{file && `, from ${file.name}`}</p>
      <form onSubmit={begin}>
        <fieldset>
          <legend>Seats ({title.min_players} to {title.max_players} players)</legend>
          <ol class="seat-list">
            {seats.map((s, i) => (
              <li key={i}>
                <i style={{ background: s.color }} aria-hidden="true" />
                <input aria-label={`Name of player ${i + 1}`} value={s.name} maxLength={20} required
                  onInput={(e) => change(i, { name: e.currentTarget.value })} />
                {table ? <SeatFor bots={bots} name={s.name} value={s.kind} onChange={(kind) => change(i, { kind })} /> : (
                  <select aria-label={`Who plays for ${s.name}`} value={s.kind}
                    onChange={(e) => change(i, { kind: e.currentTarget.value })}>
                    <option value="human">human, at this screen</option>
                    <BotOptions bots={bots} />
                  </select>
                )}
                <select aria-label={`Colour of ${s.name}`} value={s.color}
                  onChange={(e) => change(i, { color: e.currentTarget.value })}>
                  {COLORS.map((c) => <option key={c.css} value={c.css}>{c.name}</option>)}
                </select>
                <button type="button" aria-label={`Move ${s.name} up`} disabled={i === 0}
                  onClick={() => move(i, i - 1)}>↑</button>
                <button type="button" aria-label={`Remove ${s.name}`}
                  disabled={seats.length <= title.min_players}
                  onClick={() => setSeats(seats.filter((_, k) => k !== i))}>✕</button>
              </li>
            ))}
          </ol>
          <button type="button" onClick={add} disabled={seats.length >= title.max_players}>Add a seat</button>
          <p>
            <label for="seats">Order of the seats</label>{" "}
            <select id="seats" value={order}
              onChange={(e) => setOrder(e.currentTarget.value === "entered" ? "entered" : "drawn")}>
              <option value="drawn">drawn by lot (usual)</option>
              <option value="entered">as entered</option>
            </select>
          </p>
          {table && <YourName me={table.me} seats={seats} value={yourName} onChange={setYourName} />}
          <dl class="bots quiet">
            {bots.map((b) => <div key={b.name}><dt>{b.name}</dt> <dd>{b.brief}</dd></div>)}
            {(bots.find((b) => b.usual)?.styles ?? []).map((s) => <div key={s.name}><dt>{s.name}</dt> <dd>{s.brief}</dd></div>)}
          </dl>
        </fieldset>
        <div class="go">
          <Picture engine={engine} title={offered} game={{ players: seats.map((_, i) => NAMES[i] ?? `P${i}`), seed: Number(seed) || 0, options: chosen }} />
          <p>
            <label for="seed">Seed</label>{" "}
            <input id="seed" inputMode="numeric" value={seed} aria-describedby="seed-what"
              onInput={(e) => setSeed(e.currentTarget.value)} />{" "}
            <button type="button" onClick={() => setSeed(String(randomSeed()))}>Another</button>
          </p>
          <p id="seed-what" class="quiet">Chance begins here: the same seed gives the same seats, cards and bots.</p>
          {table && <RulesFields rules={rules} onChange={setRules} />}
          {(trouble || table?.trouble) && <p class="trouble" role="alert">{trouble || table?.trouble}</p>}
          <button type="submit" class="main primary big">{table ? "Make the table" : "Begin"}</button>
          {presetsOf(title).length > 1 && (
            <p class="presets" role="group" aria-label="Rules">
              {presetsOf(title).map((p) => (
                <button type="button" key={p.name} aria-pressed={p.name === preset.name}
                  onClick={() => { setPreset(p); setOptions({}); }}>{p.name}</button>
              ))}
            </p>
          )}
          {title.options.length > 0 && <p class="quiet">{hidden}{changed === 0 ? `${hidden ? "Other house" : "House"} rules are all as usual; they stand below.` : `${changed} of the house rules below ${changed === 1 ? "is" : "are"} not as usual.`}</p>}
        </div>
        {title.options.length > 0 && (
          <details class="rules">
            <summary>House rules ({title.options.length})</summary>
            {groupsOf(title).map((g) => <fieldset key={g.name}><legend>{g.name}</legend><div class="options">{g.options.map(option)}</div></fieldset>)}
          </details>
        )}
      </form>
      {title.provenance && <p class="provenance"><b>About the data.</b> {title.provenance}</p>}
    </main>
  );
}
