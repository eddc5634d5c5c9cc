// SPDX-License-Identifier: Apache-2.0
// Decide.tsx: the decision that pends. One line says whose it is and what it is about; buttons stand
// only for what is legal; what a choice would change is shown before it is confirmed.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { isProblem, isRefused, type Engine } from "../engine/engine";
import type { Changes, Choice, Legal, Refusal, RunView, View } from "../engine/types";
import { Badge, money, Refused, signed } from "./parts";

export interface DecideProps {
  engine: Engine;
  view: View;
  legal: Legal;
  hints: boolean;
  hex: string | null; // chosen on the board
  run: RunView | null; // the routes as they stand now
  train: string; // whose route clicks change
  routeMessage: string;
  onTrain(train: string): void;
  onStop(hex: string): void;
  onHex(hex: string | null): void;
  onTry(choice: Choice | null): void; // shown on the board while it is looked at
  onRun(run: RunView | null): void;
  onPlay(line: string): void;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function lineOf(choice: Choice, amount: number | null): string {
  return amount === null || choice.before === undefined
    ? choice.line
    : `${choice.before}${amount}${choice.after ?? ""}`;
}

/** An amount within the legal range. */
function Stepper({ view, choice, amount, onAmount }: {
  view: View; choice: Choice; amount: number; onAmount(amount: number): void;
}) {
  const least = choice.least ?? 0;
  const most = choice.most ?? least;
  const step = choice.step ?? 1;
  const fit = (n: number) =>
    Math.min(most, Math.max(least, least + Math.round((n - least) / step) * step));
  return (
    <div class="stepper">
      <button type="button" onClick={() => onAmount(fit(amount - step))} disabled={amount <= least} aria-label="Less">−</button>
      <input type="number" aria-label="Amount" min={least} max={most} step={step} value={amount}
        onChange={(e) => onAmount(fit(Number(e.currentTarget.value)))} />
      <button type="button" onClick={() => onAmount(fit(amount + step))} disabled={amount >= most} aria-label="More">+</button>
      <input type="range" aria-label="Amount, slider" min={least} max={most} step={step} value={amount}
        onInput={(e) => onAmount(fit(Number(e.currentTarget.value)))} />
      <span class="muted">{money(view, least)} to {money(view, most)}</span>
    </div>
  );
}

function Effects({ view, changes }: { view: View; changes: Changes }) {
  return (
    <div class="effects">
      {changes.cash.length > 0 && (
        <ul class="ledger">
          {changes.cash.map((c) => (
            <li key={c.who}><span>{c.who}</span><span class={c.by < 0 ? "minus" : "plus"}>{signed(view, c.by)}</span><span class="muted">{money(view, c.to)}</span></li>
          ))}
        </ul>
      )}
      <ul class="notes">
        {changes.prices.map((p) => (
          <li key={p.company}>{p.company}: {p.from ? `${money(view, p.from)} → ` : "starts at "}{p.to ? money(view, p.to) : "no price"}</li>
        ))}
        {changes.presidents.map((p) => (
          <li key={p.company}>{p.to ? `${p.to} becomes president of ${p.company}` : `${p.company} loses its president`}</li>
        ))}
        {changes.also.map((e, i) => <li key={i} class={e.kind}>{e.text}</li>)}
      </ul>
      <p class="muted">Then {changes.next}</p>
    </div>
  );
}

/** Choices that differ only in what stands on the button. */
function Buttons({ choices, chosen, onChoose }: {
  choices: Choice[]; chosen: Choice | null; onChoose(choice: Choice): void;
}) {
  return (
    <>
      {choices.map((c) => (
        <button type="button" key={c.line} class="choice" aria-pressed={chosen?.line === c.line}
          data-kind={c.kind} data-line={c.line} onClick={() => onChoose(c)}>
          {capital(c.words)}
        </button>
      ))}
    </>
  );
}

function Tiles({ engine, view, choices, chosen, onChoose, onTry }: {
  engine: Engine; view: View; choices: Choice[]; chosen: Choice | null;
  onChoose(choice: Choice): void; onTry(choice: Choice | null): void;
}) {
  return (
    <div class="tiles">
      {choices.map((c) => (
        <button type="button" key={c.line} class="tile" aria-pressed={chosen?.line === c.line} data-kind="lay"
          data-line={c.line}
          aria-label={`Tile ${c.tile}, rotation ${c.rotation}${c.power ? `, with ${c.power}` : ""}${c.cost ? `, costs ${money(view, c.cost)}` : ""}`}
          onClick={() => onChoose(c)} onFocus={() => onTry(c)} onMouseEnter={() => onTry(c)} onMouseLeave={() => onTry(chosen)}>
          <span dangerouslySetInnerHTML={{ __html: engine.tile(c.tile ?? "", c.rotation ?? 0) }} />
          <small>{c.tile}{c.left !== undefined ? ` · ${c.left} left` : ""}{c.power ? ` · ${c.power}` : ""}</small>
        </button>
      ))}
    </div>
  );
}

function WhyNot({ engine, hex }: { engine: Engine; hex: string }) {
  const answer = engine.why(hex);
  if (isProblem(answer)) return <p>{answer.error}</p>;
  return (
    <div class="whynot">
      {answer.reasons.map((r) => (
        <div key={r.refused.rule + r.refused.id}>
          <Refused refusal={r.refused} />
          <p class="muted">{r.all ? "All tiles" : `Tile${r.tiles.length === 1 ? "" : "s"} ${r.tiles.join(", ")}`}</p>
        </div>
      ))}
    </div>
  );
}

function Lays(props: DecideProps & { choices: Choice[]; chosen: Choice | null; onChoose(choice: Choice): void }) {
  const { engine, view, choices, hex, onHex } = props;
  const [why, setWhy] = useState(false);
  useEffect(() => setWhy(false), [hex]);
  const hexes = [...new Set(choices.map((c) => c.hex ?? ""))];
  const place = (h: string) => view.map.find((m) => m.hex === h)?.place;
  const here = choices.filter((c) => c.hex === hex);
  return (
    <section class="kind">
      <h3>Lay track</h3>
      {hex === null ? (
        <p class="muted">Choose a marked hex on the map or here.</p>
      ) : (
        <p>
          <strong>{hex}</strong> {place(hex)} {here[0]?.cost ? <span class="tag">costs {money(view, here[0].cost)}</span> : here.length ? <span class="tag">free</span> : null}{" "}
          <button type="button" class="link" onClick={() => onHex(null)}>other hexes</button>
        </p>
      )}
      {hex === null && (
        <div class="hexes">
          {hexes.map((h) => (
            <button type="button" key={h} class="choice small" data-kind="lay-hex" data-hex={h} onClick={() => onHex(h)}>
              {h}{place(h) ? ` ${place(h)}` : ""}
            </button>
          ))}
        </div>
      )}
      {hex !== null && here.length > 0 && (
        <Tiles engine={engine} view={view} choices={here} chosen={props.chosen} onChoose={props.onChoose} onTry={props.onTry} />
      )}
      {hex !== null && here.length === 0 && <p>No tile can be laid here now.</p>}
      {hex !== null && (
        <button type="button" class="link" onClick={() => setWhy(!why)} aria-expanded={why}>
          {here.length ? "Why not another tile?" : "Why not?"}
        </button>
      )}
      {hex !== null && why && <WhyNot engine={engine} hex={hex} />}
    </section>
  );
}

/** The routes as they stand, with their breakdown. A train is picked here; clicks on cities of the map
 * (or the list) then lengthen or shorten its route. */
function Run({ view, legal, run, train, message, onTrain, onStop, onRun, onConfirm }: {
  view: View; legal: Legal; run: RunView; train: string; message: string;
  onTrain(train: string): void; onStop(hex: string): void; onRun(run: RunView | null): void; onConfirm(line: string): void;
}) {
  const best = legal.best;
  const less = best ? best.revenue - run.revenue : 0;
  const changed = best !== undefined && run.line !== best.line;
  const trains = view.companies.find((c) => c.id === legal.company)?.trains ?? [];
  const idle = trains.filter((t) => !run.routes.some((r) => r.train === t));
  const stops = view.map.filter((m) => m.stops.some((s) => s.kind !== "junction"));
  return (
    <section class="kind run">
      <h3>Run the trains</h3>
      <p class="sum">
        <strong>{money(view, run.revenue)}</strong>{" "}
        {less > 0 ? <span class="minus">{money(view, less)} less than the best</span> : <span class="plus">{legal.proof}</span>}
      </p>
      <ol class="routes">
        {run.routes.map((r, i) => (
          <li key={r.train}>
            <label>
              <input type="radio" name="train" checked={train === r.train} onChange={() => onTrain(r.train)} aria-label={`Change the route of train ${r.train}`} />
              <span class="letter" style={{ background: r.color }}>{String.fromCharCode(65 + i)}</span>
              <span>{run.breakdown[i] ?? r.words}</span>
            </label>
          </li>
        ))}
        {idle.map((t) => (
          <li key={t}>
            <label><input type="radio" name="train" checked={train === t} onChange={() => onTrain(t)} aria-label={`Give train ${t} a route`} /> <span class="muted">{t} stands idle</span></label>
          </li>
        ))}
        {run.breakdown.slice(run.routes.length).map((line) => <li key={line} class="shared">{line}</li>)}
      </ol>
      {train && (
        <label class="muted change">To change it click cities on the map, or
          <select value="" onChange={(e) => { if (e.currentTarget.value) onStop(e.currentTarget.value); }} aria-label="Add or take off a stop">
            <option value="">a stop here</option>
            {stops.map((m) => <option key={m.hex} value={m.hex}>{m.hex} {m.place ?? ""}</option>)}
          </select>
        </label>
      )}
      {message && <p class="bad" role="alert">{message}</p>}
      {run.refused && <Refused refusal={run.refused} />}
      {changed && <button type="button" class="link" onClick={() => onRun(null)}>Back to the best routes</button>}
      <button type="button" class="choice" data-kind="run" disabled={run.refused !== undefined} onClick={() => onConfirm(run.line)}>
        Run for {money(view, run.revenue)}
      </button>
    </section>
  );
}

export function Decide(props: DecideProps) {
  const { engine, view, legal, onTry, onPlay } = props;
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [amount, setAmount] = useState<number | null>(null);
  const [typed, setTyped] = useState("");
  const [refusal, setRefusal] = useState<Refusal | string | null>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    setChosen(null);
    setAmount(null);
    setRefusal(null);
  }, [legal]);
  // One thing to do on a hex: it is looked at directly.
  useEffect(() => {
    const only = props.hex === null ? [] : legal.choices.filter((c) => c.hex === props.hex && c.kind !== "lay");
    if (only.length === 1 && only[0] && !legal.choices.some((c) => c.hex === props.hex && c.kind === "lay")) choose(only[0]);
  }, [props.hex, legal]);
  // Who plays with the keys stays at the decision when the next one comes.
  const fresh = useRef(true);
  useEffect(() => {
    if (!fresh.current && document.activeElement === document.body) panel.current?.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
    fresh.current = false;
  }, [legal]);
  useLayoutEffect(() => {
    if (chosen) confirm.current?.focus();
  }, [chosen]);

  const choose = (c: Choice) => {
    setChosen(c);
    setAmount(c.least ?? null);
    setRefusal(null);
    onTry(c);
  };
  const cancel = () => {
    setChosen(null);
    onTry(null);
    panel.current?.querySelector<HTMLElement>("button")?.focus();
  };

  const line = chosen && lineOf(chosen, amount);
  const answer = line ? engine.preview(line) : null;
  const mine = legal.choices.filter((c) => c.by === legal.actor || c.by === view.decision?.player);
  const others = legal.choices.filter((c) => !mine.includes(c));
  const lays = mine.filter((c) => c.kind === "lay");
  const runs = mine.some((c) => c.kind === "run");
  const passes = mine.filter((c) => c.kind === "pass");
  const unlaid = mine.filter((c) => c.kind !== "lay" && c.kind !== "run" && c.kind !== "pass");
  // A click on the map narrows tokens and works down to that hex.
  const there = props.hex === null ? [] : unlaid.filter((c) => c.hex === props.hex);
  const rest = there.length ? there : unlaid;
  const headings = [...new Set(rest.map((c) => c.heading))];
  const tryTyped = () => {
    const by = typed.trim();
    if (!by) return;
    for (const whole of [by, `${legal.actor ?? ""} ${by}`]) {
      const verdict = engine.preview(whole);
      if (isRefused(verdict)) return setRefusal(verdict.refused);
      if (!isProblem(verdict)) {
        setTyped("");
        return onPlay(whole);
      }
      setRefusal(verdict.error);
    }
  };

  return (
    <div class="decide" ref={panel} onKeyDown={(e) => { if (e.key === "Escape" && chosen) { cancel(); e.stopPropagation(); } }}>
      {props.hints && legal.hint && <p class="hint">{legal.hint}</p>}
      {chosen && line && answer && (
        <section class="confirm" aria-label="Confirm">
          <h3>{legal.company && <Badge view={view} id={legal.company} size={24} />} {capital(chosen.words)}{amount !== null && chosen.least !== undefined ? `: ${money(view, amount)}` : ""}</h3>
          {chosen.least !== undefined && amount !== null && <Stepper view={view} choice={chosen} amount={amount} onAmount={setAmount} />}
          {isProblem(answer) ? <p>{answer.error}</p> : isRefused(answer) ? <Refused refusal={answer.refused} /> : <Effects view={view} changes={answer} />}
          <div class="row">
            <button type="button" class="primary" ref={confirm} data-confirm disabled={isProblem(answer) || isRefused(answer)} onClick={() => onPlay(line)}>Confirm</button>
            <button type="button" onClick={cancel}>Cancel</button>
          </div>
        </section>
      )}
      {runs && props.run && !chosen && (
        <Run view={view} legal={legal} run={props.run} train={props.train} message={props.routeMessage}
          onTrain={props.onTrain} onStop={props.onStop} onRun={props.onRun}
          onConfirm={(l) => choose({ line: l, kind: "run", heading: "Run", by: legal.actor ?? "", words: "run the trains" })} />
      )}
      {there.length > 0 && (
        <p><strong>{props.hex}</strong> {view.map.find((m) => m.hex === props.hex)?.place} <button type="button" class="link" onClick={() => props.onHex(null)}>everywhere</button></p>
      )}
      {lays.length > 0 && there.length === 0 && <Lays {...props} choices={lays} chosen={chosen} onChoose={choose} />}
      {headings.map((h) => (
        <section class="kind" key={h}>
          <h3>{h}</h3>
          <Grouped legal={legal} choices={rest.filter((c) => c.heading === h)} chosen={chosen} onChoose={choose} />
        </section>
      ))}
      {passes.length > 0 && (
        <section class="kind"><Buttons choices={passes} chosen={chosen} onChoose={choose} /></section>
      )}
      {others.length > 0 && (
        <details class="kind">
          <summary>Others may, between turns ({others.length})</summary>
          <Buttons choices={others} chosen={chosen} onChoose={choose} />
        </details>
      )}
      <details class="typed">
        <summary>Type an action</summary>
        <form class="row" onSubmit={(e) => { e.preventDefault(); tryTyped(); }}>
          <input aria-label="An action in the notation of records" value={typed} placeholder={mine[0]?.line ?? ""} onInput={(e) => setTyped(e.currentTarget.value)} />
          <button type="submit">Play</button>
        </form>
        {refusal && (typeof refusal === "string" ? <p role="alert">{refusal}</p> : <Refused refusal={refusal} />)}
      </details>
    </div>
  );
}

/** Par prices of one company, shares to sell of one company: one line that opens. */
function Grouped({ legal, choices, chosen, onChoose }: {
  legal: Legal; choices: Choice[]; chosen: Choice | null; onChoose(choice: Choice): void;
}) {
  const groups = [...new Set(choices.map((c) => c.group))];
  if (groups.length === 1) return <Buttons choices={choices} chosen={chosen} onChoose={onChoose} />;
  return (
    <>
      {groups.map((g) => {
        const members = choices.filter((c) => c.group === g);
        if (g === undefined || members.length === 1)
          return <Buttons key={String(g)} choices={members} chosen={chosen} onChoose={onChoose} />;
        return (
          <details key={g} class="group">
            <summary>{capital(legal.groups.find((x) => x.group === g)?.words ?? "")}</summary>
            <Buttons choices={members} chosen={chosen} onChoose={onChoose} />
          </details>
        );
      })}
    </>
  );
}
