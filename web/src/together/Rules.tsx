// SPDX-License-Identifier: Apache-2.0
// Rules.tsx: what is agreed on for a table of several people before it begins, and who sits on which seat.
import type { Bot } from "../engine/types";
import type { Seat } from "../keep";
import type { NewTable, Policy } from "../keep/tables";
import { withSeats } from "../keep/http";
import { BotOptions } from "../start/BotOptions";

export type TableRules = Pick<Policy, "undo" | "hints" | "spectators" | "overheard">;
export const USUAL_RULES: TableRules = { undo: "those", hints: false, spectators: "link", overheard: false };

/** Whom a seat of a new table is for; anything else is a bot. */
export function SeatFor({ bots, name, value, onChange }: { bots: Bot[]; name: string; value: string; onChange(value: string): void }) {
  return (
    <select aria-label={`Who plays for ${name}`} value={value} onChange={(e) => onChange(e.currentTarget.value)}>
      <option value="me">me</option>
      <option value="link">a friend, by link</option>
      <option value="open">whoever comes</option>
      <BotOptions bots={bots} />
    </select>
  );
}

/** A game becomes a table: seats by the kinds of SeatFor. */
export function tableOf(record: string, seats: Seat[], rules: TableRules, name: string, called = ""): NewTable {
  return {
    record: withSeats(record, { seats: seats.map((s) => ({ ...s, kind: "human", shown: undefined })), called }),
    seats: seats.map(({ kind }) => ({ for: kind === "me" || kind === "link" || kind === "open" ? kind : `bot ${kind}` })),
    policy: rules, name, listed: seats.some((s) => s.kind === "open") || rules.spectators === "all",
  };
}

/** What whoever makes a table is called: known here, or as the seat. */
export const nameFrom = (me: string | undefined, seats: Seat[], typed: string): string =>
  me ?? (typed.trim() || seats.find((s) => s.kind === "me")?.name || "");

export function RulesFields({ rules, onChange }: { rules: TableRules; onChange(rules: TableRules): void }) {
  return (
    <fieldset class="agreed">
      <legend>At this table</legend>
      <p><label for="rule-undo">Taking back what others have answered to</label>
        <select id="rule-undo" value={rules.undo} onChange={(e) => onChange({ ...rules, undo: e.currentTarget.value as TableRules["undo"] })}>
          <option value="those">if those agree whose actions go (usual)</option>
          <option value="all">if all agree</option>
          <option value="majority">if most agree</option>
          <option value="nobody">never</option>
        </select></p>
      <p><label for="rule-watch">Who may watch</label>
        <select id="rule-watch" value={rules.spectators} onChange={(e) => onChange({ ...rules, spectators: e.currentTarget.value as TableRules["spectators"] })}>
          <option value="link">whoever has the address (usual)</option>
          <option value="all">everybody: it stands in the list</option>
          <option value="none">nobody</option>
        </select></p>
      {rules.spectators !== "none" && <p><label><input type="checkbox" checked={rules.overheard} onChange={(e) => onChange({ ...rules, overheard: e.currentTarget.checked })} /> Whoever watches reads what the table says</label></p>}
      <p><label><input type="checkbox" checked={rules.hints} onChange={(e) => onChange({ ...rules, hints: e.currentTarget.checked })} /> Players may ask a bot for advice</label></p>
    </fieldset>
  );
}

/** Asked once, where nothing else says it. */
export function YourName({ me, seats, value, onChange }: { me: string | undefined; seats: Seat[]; value: string; onChange(value: string): void }) {
  if (me || seats.some((s) => s.kind === "me")) return null;
  return (
    <p><label for="your-name">Your name, which the others see</label>{" "}
      <input id="your-name" value={value} maxLength={40} required onInput={(e) => onChange(e.currentTarget.value)} /></p>
  );
}
