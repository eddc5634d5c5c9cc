// SPDX-License-Identifier: Apache-2.0
// Act.tsx: one way to act, wherever the thing is that is acted on. The first click arms: the button becomes
// "Confirm" in its place and what would change is shown; Enter or a second click plays; Escape or a click
// elsewhere disarms.
import type { ComponentChildren } from "preact";
import { isProblem, isRefused, type Engine } from "../engine/engine";
import type { Changes, Choice, Legal, View } from "../engine/types";
import type { Seat } from "../keep";
import type { Armed } from "./state";
import type { Glossary } from "./Terms";
import type { Game } from "./useGame";
import { money, Refused, said, signed } from "./parts";

/** What everything on the table needs. */
export interface TableApi {
  engine: Engine;
  game: Game;
  view: View;
  legal: Legal;
  seats: Seat[];
  armed: Armed | null;
  tried: Choice | null; // shown on the map
  /** The choices of whoever must decide; what others may do between turns is not among them. */
  mine: Choice[];
  glossary: Glossary | null;
  /** What the pointer rests on and nothing has been clicked yet: shown on the market. */
  looked: Choice | null;
  look(choice: Choice | null): void;
  /** The private company whose hexes are shown, as the pointer or the keys rest on its card. */
  pointed: string | null;
  point(id: string | null): void;
  /** On a board of lines: only what is on this one is marked; "": all. */
  only: string;
  onOnly(line: string): void;
  /** The table as it was when whoever decides had decided last, until he acts. */
  since: View | null;
  moved?: string; // whose thing the action moved that is looked at: a company, a private company or a player
  me?: number; // the player whose hand and story are shown: whoever decides, or whoever sits at this screen
  can: boolean; // somebody here may act now
  /** amount: of a range, if it was chosen with the same click. */
  arm(choice: Choice, place: string, before?: string[], amount?: number): void;
  disarm(): void;
  amount(amount: number): void;
  confirm(): void;
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function lineOf(choice: Choice, amount: number | null): string {
  return amount === null || choice.before === undefined
    ? choice.line
    : `${choice.before}${amount}${choice.after ?? ""}`;
}

/** What is wrong with an amount that somebody typed; "" if it may be played. */
export function misfit(view: View, { least, most, step = 1 }: Choice, amount: number | null): string {
  if (least === undefined || most === undefined || amount === null) return "";
  if (amount > most) return `${money(view, amount)} is too much: ${money(view, most)} is the most.`;
  if (amount < least) return `${money(view, amount)} is too little: ${money(view, least)} is the least.`;
  const below = least + Math.floor((amount - least) / step) * step;
  return amount === below ? "" : `${money(view, amount)} is between two steps: ${money(view, below)} or ${money(view, below + step)}.`;
}

const fitted = ({ least = 0, most = least, step = 1 }: Choice, n: number): number =>
  Math.min(most, Math.max(least, least + Math.round((n - least) / step) * step));

/** An amount within the legal range; one that was typed stays as it is, and what is wrong with it is said. */
function Stepper({ view, choice, amount, onAmount, onDone }: {
  view: View; choice: Choice; amount: number; onAmount(amount: number): void; onDone(): void;
}) {
  const least = choice.least ?? 0;
  const most = choice.most ?? least;
  const step = choice.step ?? 1;
  const fit = (n: number) => fitted(choice, n);
  const wrong = misfit(view, choice, amount);
  return (
    <div class="stepper">
      <button type="button" onClick={() => onAmount(fit(amount - step))} disabled={amount <= least} aria-label="Less">−</button>
      <input type="number" aria-label="Amount" min={least} max={most} step={step} value={amount}
        aria-invalid={wrong !== ""} onChange={(e) => { if (e.currentTarget.value !== "") onAmount(Math.trunc(Number(e.currentTarget.value))); }}
        onKeyUp={(e) => { if (e.key === "Enter") onDone(); }} />
      <button type="button" onClick={() => onAmount(fit(amount + step))} disabled={amount >= most} aria-label="More">+</button>
      <span class="muted">{money(view, least)} to {money(view, most)}</span>
      {wrong && <p class="bad misfit" role="alert">{wrong}</p>}
      <input type="range" aria-label="Amount, slider" min={least} max={most} step={step} value={amount}
        onInput={(e) => onAmount(fit(Number(e.currentTarget.value)))} />
    </div>
  );
}

/** What a deal brings beyond its price if it is agreed to. */
function Agreed({ view, changes: { prices, presidents, also, banner } }: { view: View; changes: Changes }) {
  const told = [
    ...prices.map((p) => `${p.company}: ${money(view, p.from)} → ${money(view, p.to)}`),
    ...presidents.map((p) => (p.to ? `${p.to} becomes president of ${p.company}` : `${p.company} loses its president`)),
    ...also.filter((e) => e.important).map((e) => e.text), // a train that is scrapped too
    ...(banner ? [banner] : []),
  ];
  return told.length > 0 ? <div data-agreed><p class="muted">If it is agreed to:</p><ul class="notes">{told.map((words) => <li key={words} class="bad">{words}</li>)}</ul></div> : null;
}

/** purses: what everybody has is said before and after. */
export function Effects({ view, changes, more = [], purses = false }: { view: View; changes: Changes; more?: string[]; purses?: boolean }) {
  return (
    <div class="effects">
      {changes.cash.length > 0 && (
        <ul class="ledger">
          {changes.cash.map((c) => (
            <li key={c.who}><span>{said(view, c.who)}</span><span class={c.by < 0 ? "minus" : "plus"}>{signed(view, c.by)}</span><span class="muted" data-purse>{purses && `${money(view, c.to - c.by)} ▸ `}{money(view, c.to)}</span></li>
          ))}
        </ul>
      )}
      <ul class="notes">
        {changes.shares.map((s) => <li key={s.company + s.who}>{s.who} {s.to}% of {s.company}</li>)}
        {changes.prices.map((p) => (
          <li key={p.company}>{p.company}: {p.from ? `${money(view, p.from)} → ` : "starts at "}{p.to ? money(view, p.to) : "no price"}</li>
        ))}
        {changes.presidents.map((p) => (
          <li key={p.company} class={p.from ? "bad" : ""}>{p.to ? `${p.to} becomes president of ${p.company}` : `${p.company} loses its president`}</li>
        ))}
        {changes.also.map((e, i) => <li key={i} data-event={e.kind}>{e.text}</li>)}
        {more.map((words) => <li key={words} data-more>{words}</li>)}
        {changes.banner && <li class="bad" data-banner>{changes.banner}</li>}
      </ul>
      {changes.agreed && <Agreed view={view} changes={changes.agreed} />}
      <p class="muted">Then {changes.next}</p>
    </div>
  );
}

/** What the armed choice would change. */
export function Ahead({ table, armed }: { table: TableApi; armed: Armed }) {
  if (misfit(table.view, armed.choice, armed.amount)) return null; // said beside the field
  const answer = table.engine.preview([...armed.before, lineOf(armed.choice, armed.amount)]);
  if (isProblem(answer)) return <p class="bad">{answer.error}</p>;
  if (isRefused(answer)) return <Refused refusal={answer.refused} />;
  return <Effects view={table.view} changes={answer} />;
}

export const isArmed = (table: TableApi, choice: Choice, place: string): boolean =>
  table.armed?.choice.line === choice.line && table.armed.place === place;

const ANSWERS: Record<string, string> = { accept: "Y", decline: "N" };

/** The button of a choice. `short` places have no room for what would change: it stands in the panel of
 * the actor then. */
export function Act({ table, choice, place, before, label, kind = "choice", short = false, hotkey, children }: {
  table: TableApi; choice: Choice; place: string; before?: string[]; label?: string; kind?: string; short?: boolean;
  hotkey?: string; children?: ComponentChildren;
}) {
  const { armed } = table;
  const on = isArmed(table, choice, place);
  const words = children || capital(choice.words);
  const change = (e: KeyboardEvent | WheelEvent, steps: number) => {
    if (!on || !armed || armed.amount === null || !steps) return;
    e.preventDefault();
    e.stopPropagation();
    table.amount(fitted(choice, armed.amount + steps * (choice.step ?? 1) * (e.shiftKey ? 5 : 1)));
  };
  const look = (c: Choice | null) => { if (place !== "instead") table.look(c); }; // what the hand then shows would move these away
  /* What is clicked in it is not elsewhere; keys and wheel change the amount wherever in it they are. */
  return (
    <div class={`act ${on ? "on" : ""}`} onClick={(e) => { if (on) e.stopPropagation(); }}
      onKeyDown={(e) => change(e, e.key === "ArrowUp" ? 1 : e.key === "ArrowDown" ? -1 : 0)}
      onWheel={(e) => change(e, -Math.sign(e.deltaY || e.deltaX))}>
      <button type="button" class={`${kind} ${on ? "primary" : ""}`} data-kind={choice.kind} data-line={choice.line}
        data-confirm={on ? "" : undefined} aria-pressed={on} aria-disabled={on && armed !== null && misfit(table.view, choice, armed.amount) !== ""}
        onMouseEnter={() => look(choice)} onMouseLeave={() => look(null)} onFocus={() => look(choice)} onBlur={() => look(null)}
        onClick={(e) => {
          e.stopPropagation();
          if (on) table.confirm();
          else table.arm(choice, place, before);
        }}>
        {on ? <>Confirm: {words}</> : words}
        {label && <span class="sr">: {label}</span>}
        {(hotkey ?? ANSWERS[choice.kind]) && !on && <kbd aria-hidden="true">{hotkey ?? ANSWERS[choice.kind]}</kbd>}
        {on && <kbd aria-hidden="true">⏎</kbd>}
      </button>
      {on && armed && choice.least !== undefined && armed.amount !== null && (
        <Stepper view={table.view} choice={choice} amount={armed.amount} onAmount={table.amount} onDone={table.confirm} />
      )}
      {on && armed && !short && <Ahead table={table} armed={armed} />}
    </div>
  );
}
