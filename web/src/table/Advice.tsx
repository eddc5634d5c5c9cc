// SPDX-License-Identifier: Apache-2.0
// Advice.tsx: "What would you do?": the three best choices of a bot, what each brings beside the first, in money and
// chances. It thinks in a worker, so that the table stays awake.
import { useEffect, useRef, useState } from "preact/hooks";
import { isProblem } from "../engine/engine";
import { hint } from "../engine/prove";
import type { Hint } from "../engine/types";
import { capital, type TableApi } from "./Act";
import { money } from "./parts";

export function Advice({ table }: { table: TableApi }) {
  const { engine, game, view } = table;
  const [advice, setAdvice] = useState<Hint | "thinking" | undefined>();
  const end = useRef<() => void>();
  const forget = () => {
    end.current?.();
    end.current = undefined;
    setAdvice(undefined);
  };
  useEffect(() => forget, [game.now]); // what was good before this is old

  const ask = () => {
    const record = engine.record();
    if (isProblem(record)) return game.say(record.error);
    setAdvice("thinking");
    end.current = hint(record.text, (found) => {
      if (isProblem(found)) game.say(found.error);
      setAdvice(isProblem(found) ? undefined : found);
    });
  };
  if (advice === undefined) return <button type="button" class="link advice" onClick={ask}>What would you do?</button>;
  if (advice === "thinking") return <p class="advice" role="status"><progress /> Thinking … <button type="button" class="link" onClick={forget}>Never mind</button></p>;
  return (
    <section class="advice" aria-label="What a club player would do">
      <ol>
        {advice.choices.map((c, i) => (
          <li key={c.line}>{capital(c.words)}
            {c.rollouts > 0 && <small class="muted"> {i > 0 && c.gain !== 0 ? `${money(view, Math.abs(c.gain))} ${c.gain < 0 ? "less" : "more"}, ` : ""}ahead in {c.ahead} of 100</small>}</li>
        ))}
      </ol>
    </section>
  );
}
