// SPDX-License-Identifier: Apache-2.0
// BotOptions.tsx: the bots that may sit on a seat, as options of a select: the levels, and each in the styles it has.
import type { Bot } from "../engine/types";

export function BotOptions({ bots }: { bots: Bot[] }) {
  return (
    <>
      {bots.map((b) => <option key={b.name} value={b.name} title={b.brief}>bot: {b.name}</option>)}
      {bots.filter((b) => b.styles).map((b) => (
        <optgroup key={b.name} label={`${b.name}, in a style`}>
          {b.styles!.map((s) => <option key={s.name} value={s.name} title={s.brief}>bot: {s.name}</option>)}
        </optgroup>
      ))}
    </>
  );
}
