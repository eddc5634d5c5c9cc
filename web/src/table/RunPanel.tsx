// SPDX-License-Identifier: Apache-2.0
// RunPanel.tsx: run and pay. The best routes are proposed; a train is picked here, and clicks on cities of the
// map (or the list) lengthen or shorten its route. Each way to divide the revenue is one button.
import { useMemo, useState } from "preact/hooks";
import { isProblem, isRefused } from "../engine/engine";
import type { Changes, Choice, Legal, RunView } from "../engine/types";
import { Act, capital, lineOf, type TableApi } from "./Act";
import { Badge, kindOf, money, Refused, said, SeatDot, signed, trainsByKind } from "./parts";
import type { Routes } from "./routes";

/** Who gets what, and where the price goes, if that is decided with it. */
function Division({ table, changes, company, decided = true }: { table: TableApi; changes: Changes; company: string; decided?: boolean }) {
  const { view, seats } = table;
  const price = changes.prices.find((p) => p.company === company);
  const had = view.companies.find((c) => c.id === company)?.cash;
  const behind = changes.cash.some((c) => c.who === company && c.by !== c.to - (had ?? 0)); // its treasury has the run already
  return (
    <p class="division">
      {changes.cash.map((c) => (
        <span key={c.who}>{view.companies.some((x) => x.id === c.who) ? <Badge view={view} id={c.who} size={18} /> : view.players.some((x) => x.name === c.who) && <SeatDot seats={seats} name={c.who} />} <span><span class="name">{said(view, c.who)}</span> {signed(view, c.by)}{c.who === company && <span class="muted" title="what it has then"> ▸ {money(view, c.to)}{behind && ", run included"}</span>}</span></span>
      ))}
      {price ? <span class="muted price-move" title="its price">{money(view, price.from)} ▸ {money(view, price.to)}</span> : decided && view.companies.find((c) => c.id === company)?.price && <span class="muted price-move">the price stays</span>}
      {changes.also.filter((e) => e.important).map((e, i) => <span key={i} class={e.kind === "own" ? "" : "bad"}>{e.text}</span>)}
    </p>
  );
}

function Divide({ table, run, before, choice }: { table: TableApi; run: RunView; before: string[]; choice: Choice }) {
  const lines = [...before, run.line, choice.line];
  const changes = table.engine.preview(lines);
  if (isProblem(changes) || isRefused(changes)) return null;
  return (
    <div class="divide">
      <button type="button" class={choice.kind === "pay" ? "primary" : ""} data-kind={`run-${choice.kind}`} title={capital(choice.words)}
        onClick={() => table.game.play(lines)}>Run and {choice.short}<kbd aria-hidden="true">{choice.kind === "pay" ? "⏎" : choice.kind === "half" ? "H" : "K"}</kbd></button>
      <Division table={table} changes={changes} company={choice.by} />
    </div>
  );
}

interface Stretch {
  from: number; // the least amount of it
  price: number; // what the company's price becomes
}

/** The amounts from which on the price goes elsewhere. It moves one way only as the amount grows, so the bounds
 * are found by halving. */
function stretches(choice: Choice, priceAt: (amount: number) => number): Stretch[] {
  const { least = 0, most = 0, step = 1 } = choice;
  const found: Stretch[] = [{ from: least, price: priceAt(least) }];
  const last = priceAt(most);
  while (found.at(-1)!.price !== last) {
    const now = found.at(-1)!;
    let [low, high] = [now.from, most]; // low has its price, high another
    while (high - low > step) {
      const middle = low + Math.max(1, Math.floor((high - low) / step / 2)) * step;
      if (priceAt(middle) === now.price) low = middle;
      else high = middle;
    }
    found.push({ from: high, price: priceAt(high) });
  }
  return found;
}

/** A dividend of any amount: a slider whose track shows where the price goes. */
function Payout({ table, lines, choice }: { table: TableApi; lines: string[]; choice: Choice }) {
  const { view, engine } = table;
  const { least = 0, most = 0, step = 1 } = choice;
  const [amount, setAmount] = useState(most);
  const now = view.companies.find((c) => c.id === choice.by)?.price ?? 0;
  const changesAt = (n: number) => (lines.length ? engine.preview([...lines, lineOf(choice, n)]) : divided(table, lineOf(choice, n), choice.by));
  const bounds = useMemo(() => stretches(choice, (n) => {
    const answer = changesAt(n);
    return isProblem(answer) || isRefused(answer) ? now : answer.prices.find((p) => p.company === choice.by)?.to ?? now;
  }), [engine, table.legal, lines.join("\n"), choice.line]);
  const changes = changesAt(amount);
  const at = (n: number) => `${(100 * (n - least)) / Math.max(1, most - least)}%`;
  const moves = (price: number) => (price < now ? "down" : price === now ? "same" : "up");
  if (isProblem(changes) || isRefused(changes)) return null;
  return (
    <div class="payout">
      <p><b>{capital(choice.heading)}: {money(view, amount)}</b> <span class="muted">of {money(view, most)}</span></p>
      <div class="thresholds" aria-hidden="true">
        {bounds.map((b, i) => (
          <span key={b.from} data-moves={moves(b.price)} style={{ left: at(b.from), width: `calc(${at(bounds[i + 1]?.from ?? most)} - ${at(b.from)})` }}>{money(view, b.price)}</span>
        ))}
      </div>
      <input type="range" aria-label="Dividend" min={least} max={most} step={step} value={amount} list="thresholds"
        aria-valuetext={money(view, amount)} onInput={(e) => setAmount(Number(e.currentTarget.value))} />
      <datalist id="thresholds">{bounds.map((b) => <option key={b.from} value={b.from} />)}</datalist>
      <div class="row">{bounds.map((b) => (
        <button type="button" key={b.from} aria-pressed={amount === b.from} onClick={() => setAmount(b.from)}>{money(view, b.from)}<small> ▸ {money(view, b.price)}</small></button>
      ))}</div>
      <Division table={table} changes={changes} company={choice.by} />
      <button type="button" class="primary" data-kind="run-pay" onClick={() => table.game.play([...lines, lineOf(choice, amount)])}>
        {lines.length ? "Run and pay" : "Pay"} {money(view, amount)}<kbd aria-hidden="true">⏎</kbd></button>
    </div>
  );
}

/** Is it a way to divide the revenue? A company may also buy things in that step, for a sum within a range. */
export const isDividend = (c: Choice): boolean => c.short !== undefined || (c.least !== undefined && c.company === undefined);

/** What dividing changes, the run included if it has just been done and the company was paid for it then; a fee of the
 * run is behind. */
function divided(table: TableApi, line: string, company: string) {
  const { log, here } = table.game;
  const run = log[here - 1];
  const ran = run?.kind === "run" && run.by === company ? table.engine.preview([run.line], here - 1) : null;
  const paid = ran && !isProblem(ran) && !isRefused(ran) && ran.cash.some((c) => c.who === company && c.by > 0);
  return paid ? table.engine.preview([run!.line, line], here - 1) : table.engine.preview([line]);
}

/** Where the run is behind and only the dividend is to be decided. */
export function Dividend({ table, choices }: { table: TableApi; choices: Choice[] }) {
  return (
    <section class={choices[0]?.least === undefined ? "kind" : "kind run"}>
      <div class="divides">
        {choices.map((c) => {
          if (c.least !== undefined) return <Payout key={c.line} table={table} lines={[]} choice={c} />;
          const changes = divided(table, c.line, c.by);
          return <div key={c.line} class="divide"><Act table={table} choice={c} place="list" />{!isProblem(changes) && !isRefused(changes) && <Division table={table} changes={changes} company={c.by} />}</div>;
        })}
      </div>
    </section>
  );
}

const SHORT = 6; // letters: longer names of stops are cut where there is little room

/** What all routes bring; where there is little room with short names. */
function Shared({ line }: { line: string }) {
  const cut = line.replace(/\p{L}+(?= \d+(,| =))/gu, (name) => (name.length > SHORT ? `${name.slice(0, SHORT - 2)}.` : name));
  return cut === line ? <span>{line}</span> : <><span class="word">{line}</span><span class="brief" aria-hidden="true" title={line}>{cut}</span></>;
}

export function RunPanel({ table, legal, run, before = [], routes }: {
  table: TableApi; legal: Legal; run: RunView; before?: string[];
  routes?: Routes; // they can be changed
}) {
  const { view } = table;
  const best = legal.best;
  const less = best ? best.revenue - run.revenue : 0;
  const last = view.companies.find((c) => c.id === legal.company)?.last_revenue ?? 0;
  const changed = best !== undefined && run.line !== best.line;
  const trains = view.companies.find((c) => c.id === legal.company)?.trains ?? [];
  const idle = trains.filter((t) => !run.routes.some((r) => r.train === t));
  const stops = view.map.filter((m) => m.stops.some((s) => s.kind !== "junction"));
  const next = run.refused ? undefined : table.engine.after([...before, run.line]);
  const divides = next && !isProblem(next) && !isRefused(next) && next.step === "dividend" && next.actor === legal.actor
    ? next.choices.filter(isDividend) : [];
  /* Sound routes may still be less than the rules demand. */
  const refused = run.refused ?? (next && isRefused(next) ? next.refused : undefined);
  const alone: Choice = { line: run.line, kind: "run", heading: "Run", by: legal.actor ?? "", words: "run the trains" };
  /* Where nothing is decided after the run, what it brings to whom. */
  const after = !refused && divides.length === 0 ? table.engine.preview([...before, run.line]) : null;
  const divided = after && !isProblem(after) && !isRefused(after) && after.cash.length ? after : null;
  return (
    <section class={`kind run ${before.length ? "ahead" : ""}`}>
      <h3>{before.length ? "Or go on: run" : "Run:"} <strong>{money(view, run.revenue)}</strong></h3>
      <p class="sum">{last > 0 && !before.length && <span class="muted">last {money(view, last)} · </span>}{less > 0 ? <span class="minus">{money(view, less)} less than the best</span> : <span class="plus">{legal.proof}</span>}</p>
      <ol class="routes" tabindex={0}>
        {run.routes.map((r, i) => (
          <li key={r.train}>
            <label>
              {routes && <input type="radio" name="train" checked={routes.train === r.train} onChange={() => routes.pick(r.train)} aria-label={`Change the route of train ${r.train}`} />}
              <span class="letter" style={{ background: r.color }}>{String.fromCharCode(65 + i)}</span>
              <span>{run.breakdown[i] ?? r.words}</span>
            </label>
          </li>
        ))}
        {idle.length > 0 && (
          <li class="idle muted">
            {routes ? idle.map((t) => <label key={t}><input type="radio" name="train" checked={routes.train === t} onChange={() => routes.pick(t)} aria-label={`Give train ${t} a route`} /> {kindOf(t)}-train</label>)
              : trainsByKind(idle).map(([kind, n]) => `${n > 1 ? `${n} × ` : ""}${kind}-train`).join(", ")}{" "}
            {idle.length === 1 ? "stands idle" : "stand idle"}
          </li>
        )}
        {run.breakdown.slice(run.routes.length).map((line) => <li key={line} class="shared" data-sum={line.replaceAll(/\s/g, "\u00a0").endsWith(`:\u00a0${money(view, run.revenue)}`) ? "" : undefined}><Shared line={line} /></li>)}
      </ol>
      {routes?.train && (
        <label class="muted change">To change it click cities on the map, or
          <select value="" onChange={(e) => { if (e.currentTarget.value) routes.reroute(e.currentTarget.value); }} aria-label="Add or take off a stop">
            <option value="">a stop here</option>
            {stops.map((m) => <option key={m.hex} value={m.hex}>{m.hex} {m.place ?? ""}</option>)}
          </select>
        </label>
      )}
      {routes?.message && <p class="bad" role="alert">{routes.message}</p>}
      {refused && <Refused refusal={refused} />}
      {refused && !run.refused && best && less > 0 && <button type="button" disabled data-demanded>Run: the rules demand {money(view, best.revenue)}</button>}
      {changed && <button type="button" class="link" onClick={routes?.best}>Back to the best routes</button>}
      <div class="divides">
        {divides.map((c) => c.least !== undefined
          ? <Payout key={run.line} table={table} lines={[...before, run.line]} choice={c} />
          : <Divide key={c.line} table={table} run={run} before={before} choice={c} />)}
        {divided && <Division table={table} changes={divided} company={legal.actor ?? ""} decided={false} />}
        {!refused && !divides.length && <Act table={table} choice={alone} place="run" before={before}>Run for {money(view, run.revenue)}</Act>}
      </div>
      {!refused && !before.length && divides.length > 0 && <Act table={table} choice={alone} place="run">Only run</Act>}
    </section>
  );
}
