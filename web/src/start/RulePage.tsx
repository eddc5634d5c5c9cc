// SPDX-License-Identifier: Apache-2.0
// RulePage.tsx: a rule of a title at an address of its own, "#rule=18nl/18NL-AUCT-5", so that it can be sent to whoever
// asks; with the rules beside it.
import { useMemo } from "preact/hooks";
import type { Engine } from "../engine/engine";
import type { TitleCard } from "../engine/types";
import { ruleAddress, sectionOf } from "../table/Reference";

export function RulePage({ engine, titles, of, onLeave }: { engine: Engine; titles: TitleCard[]; of: string; onLeave(): void }) {
  const [title = "", id = ""] = of.split("/");
  const card = titles.find((t) => t.id === title);
  const rules = useMemo(() => (card ? engine.rules(title) : []), [engine, card, title]);
  const rule = rules.find((r) => r.id === id);
  const beside = rules.filter((r) => r !== rule && sectionOf(r.id) === sectionOf(id));
  return (
    <main class="start rule-page">
      <h1>{card ? `${card.name}: rule ${id}` : "Rule"}</h1>
      {rule ? <p class="rule" data-rule={rule.id}>{rule.ledger}</p> : <p class="trouble" role="alert">There is no rule {id || "without an id"} of {card?.name ?? (title || "no title")}.</p>}
      {beside.length > 0 && <section><h2>Beside it</h2><ul>{beside.map((r) => <li key={r.id}><a href={ruleAddress(title, r.id)}>{r.id}</a> {r.ledger}</li>)}</ul></section>}
      <p class="buttons"><button type="button" class="main" onClick={onLeave}>To all games</button></p>
    </main>
  );
}
