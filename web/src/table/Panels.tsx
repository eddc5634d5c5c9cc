// SPDX-License-Identifier: Apache-2.0
// Panels.tsx: money and paper: players, companies, privates, trains and phases, the market.
import { useState } from "preact/hooks";
import type { Engine } from "../engine/engine";
import type { Seat } from "../keep";
import type { CompanyView, View } from "../engine/types";
import { Badge, money, Panel } from "./parts";

interface PanelProps {
  view: View;
  seats: Seat[];
}

function Dot({ seats, name }: { seats: Seat[]; name: string }) {
  const seat = seats.find((s) => s.name === name);
  return <span class="dot" style={{ background: seat?.color ?? "var(--muted)" }} aria-hidden="true" />;
}

export function Players({ view, seats }: PanelProps) {
  return (
    <div class="cards">
      {view.players.map((p) => {
        const seat = seats.find((s) => s.name === p.name);
        const turn = view.decision?.player === p.name;
        return (
          <article class={`card ${turn ? "turn" : ""}`} key={p.name}>
            <header>
              <Dot seats={seats} name={p.name} />
              <h4>{p.name}</h4>
              {seat && seat.kind !== "human" && <span class="tag">{seat.kind} bot</span>}
              {p.priority && <span class="tag">priority</span>}
              {p.bankrupt && <span class="tag bad">bankrupt</span>}
              {turn && <span class="tag now">to decide</span>}
            </header>
            <dl class="facts">
              <div><dt>Cash</dt><dd>{money(view, p.cash)}</dd></div>
              <div><dt>Worth</dt><dd>{money(view, p.worth)}</dd></div>
              <div><dt>Place</dt><dd>{p.place}</dd></div>
              <div>
                <dt>Certificates</dt>
                <dd class={p.certificates > p.certificate_limit ? "bad" : ""}>{p.certificates} of {p.certificate_limit}</dd>
              </div>
            </dl>
            <ul class="chips">
              {Object.entries(p.shares).map(([id, percent]) => (
                <li key={id}>
                  <Badge view={view} id={id} size={24} />
                  <span class="sr">{id}</span> {percent}%{p.president_of.includes(id) ? " president" : ""}
                </li>
              ))}
              {p.privates.map((id) => <li key={id} class="private">{id}</li>)}
            </ul>
          </article>
        );
      })}
    </div>
  );
}

function shareList(c: CompanyView): [string, number][] {
  return Object.entries(c.shares).filter(([, percent]) => percent > 0);
}

function Charter({ engine, view, seats, c }: PanelProps & { engine: Engine; c: CompanyView }) {
  const turn = view.decision?.actor === c.id || view.decision?.actor === c.alias;
  return (
    <article class={`card charter ${turn ? "turn" : ""}`} style={{ "--company": c.color }}>
      <header>
        <Badge view={view} id={c.id} />
        <h4>{c.name}</h4>
        {c.price !== undefined && <strong class="price">{money(view, c.price)}</strong>}
      </header>
      <dl class="facts">
        <div><dt>Treasury</dt><dd>{money(view, c.cash)}</dd></div>
        <div><dt>President</dt><dd>{c.president ?? "none"}</dd></div>
        <div><dt>Last run</dt><dd>{money(view, c.last_revenue)}</dd></div>
        <div>
          <dt>Trains</dt>
          <dd>{c.trains.length ? c.trains.map((t) => t.replace(/-\d+$/, "")).join(" ") : "none"} {c.train_limit !== undefined && <span class="muted">of {c.train_limit}</span>}</dd>
        </div>
        <div>
          <dt>Tokens left</dt>
          <dd>{c.tokens_left}{c.next_token ? <span class="muted"> next {money(view, c.next_token)}</span> : null}</dd>
        </div>
        <div><dt>State</dt><dd>{c.status}</dd></div>
      </dl>
      <ul class="shares" aria-label="Shares">
        {shareList(c).map(([holder, percent]) => (
          <li key={holder} title={`${holder}: ${percent}%`}>
            <Dot seats={seats} name={holder} /> {holder} {percent}%
          </li>
        ))}
        {c.privates.map((id) => <li key={id} class="private">{id}</li>)}
      </ul>
      <About engine={engine} view={view} words={[c.id, c.name]} />
    </article>
  );
}

export function Companies({ engine, view, seats }: PanelProps & { engine: Engine }) {
  const order = new Map(view.market_order.map((id, i) => [id, i]));
  const begun = view.companies
    .filter((c) => c.status !== "unstarted" && c.status !== "closed")
    .sort((a, b) => (order.get(a.id) ?? 99) - (order.get(b.id) ?? 99));
  const rest = view.companies.filter((c) => c.status === "unstarted" || c.status === "closed");
  return (
    <>
      <div class="cards">{begun.map((c) => <Charter key={c.id} engine={engine} view={view} seats={seats} c={c} />)}</div>
      {begun.length === 0 && <p class="muted">No company has begun yet.</p>}
      {rest.length > 0 && (
        <Panel title="Not in play">
          <ul class="chips">
            {rest.map((c) => (
              <li key={c.id}>
                <Badge view={view} id={c.id} size={24} /> {c.name}
                {c.home && <span class="muted"> {c.home}</span>}
                {c.status === "closed" && <span class="tag">closed</span>}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

/** The rules that speak of a company, looked up when somebody opens the line. */
function About({ engine, view, words, power }: { engine: Engine; view: View; words: string[]; power?: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="about" onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>{power ?? "What the rules say"}</summary>
      {open && (
        <ul class="rules" tabindex={0} aria-label="Rules">
          {engine.rules(view.title.id, words).map((r) => <li key={r.id}>{r.ledger} <span class="muted">{r.id}</span></li>)}
        </ul>
      )}
    </details>
  );
}

export function Privates({ engine, view, seats }: PanelProps & { engine: Engine }) {
  return (
    <ul class="privates">
      {view.privates.map((p) => (
        <li key={p.id} class={`card ${p.status === "closed" ? "gone" : ""}`}>
          <div class="row">
            <strong>{p.id}</strong> <span>{p.name}</span><span class="grow" />
            {p.status === "closed" ? <span class="tag">closed</span>
              : p.status === "owned" && p.owner ? <span><Dot seats={seats} name={p.owner} /> {p.owner}</span>
                : <span class="tag now">for sale</span>}
          </div>
          <div class="row muted">
            <span>{p.ask !== undefined && p.ask !== p.price ? `now ${money(view, p.ask)} (${money(view, p.price)})` : `price ${money(view, p.price)}`}</span>
            <span>pays {money(view, p.revenue)}</span>
            {Object.entries(p.bids ?? {}).map(([name, bid]) => (
              <span key={name} class="bid"><Dot seats={seats} name={name} /> {name} bids {money(view, bid)}</span>
            ))}
          </div>
          {p.status !== "closed" && <About engine={engine} view={view} words={[p.id, p.alias ?? "", p.name]} power={p.power} />}
        </li>
      ))}
    </ul>
  );
}

export function Trains({ view }: PanelProps) {
  const phase = view.phases.findIndex((p) => p.name === view.phase);
  const next = view.phases[phase + 1];
  return (
    <>
      <Panel title={`Phase ${view.phase}`}>
        <p>
          {view.phases[phase]?.colors.length ? `Tiles: ${view.phases[phase]?.colors.join(", ")}. ` : ""}
          {view.phases[phase] && `${view.phases[phase]?.train_limit === undefined ? "No train limit" : `Train limit ${view.phases[phase]?.train_limit}`}, ${view.phases[phase]?.operating_rounds} operating round${view.phases[phase]?.operating_rounds === 1 ? "" : "s"} a set.`}
        </p>
        {next && (
          <>
            <h4>Phase {next.name} {next.begins_with ? `begins with the first ${next.begins_with}-train` : "comes next"}</h4>
            <ul>{next.effects.length ? next.effects.map((e) => <li key={e}>{e}</li>) : <li>nothing changes at once</li>}</ul>
          </>
        )}
      </Panel>
      <table class="list">
        <thead><tr><th>Train</th><th class="num">Price</th><th class="num">Left</th><th>Until</th></tr></thead>
        <tbody>
          {view.bank.trains.map((t) => (
            <tr key={t.name} class={t.left === 0 && !t.unlimited ? "gone" : ""}>
              <td><strong>{t.name}</strong></td>
              <td class="num">{money(view, t.price)}</td>
              <td class="num">{t.unlimited ? "∞" : t.left}</td>
              <td>{t.rusts_on ? `phase ${t.rusts_on}` : t.obsolete_on ? `runs once more in ${t.obsolete_on}` : "for ever"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl class="facts">
        <div><dt>Bank</dt><dd>{view.bank.unlimited ? "without limit" : money(view, view.bank.cash)}{view.bank.broken && <span class="tag bad">broken</span>}</dd></div>
        <div><dt>Trains in the pool</dt><dd>{view.pool.trains.map((t) => t.replace(/-\d+$/, "")).join(" ") || "none"}</dd></div>
      </dl>
    </>
  );
}

export function Market({ view, svg }: { view: View; svg: string }) {
  return (
    <>
      <div class="market" role="region" tabindex={0} aria-label="The market" dangerouslySetInnerHTML={{ __html: svg }} />
      <ol class="chips order" aria-label="Order of the companies">
        {view.market_order.map((id) => {
          const c = view.companies.find((x) => x.id === id);
          return <li key={id}><Badge view={view} id={id} size={24} /><span class="sr">{id}</span> {c?.price !== undefined && money(view, c.price)}</li>;
        })}
      </ol>
    </>
  );
}

/** What only this title has, in the words of positions: statements that begin with the same word
 * are a table, the others a list. */
export function Own({ view }: { view: View }) {
  if (!view.lines) return <Statements view={view} />;
  return (
    <>
      <table class="list">
        <thead><tr><th>Line</th><th>Contract</th><th class="num">A round</th></tr></thead>
        <tbody>
          {view.lines.map((l) => (
            <tr key={l.id}>
              <td><span class="swatch" style={{ background: l.color }} aria-hidden="true" /> {l.name} <span class="muted">{l.id}</span></td>
              <td>{l.holder ? <><Badge view={view} id={l.holder} size={22} /> {l.holder}</> : <span class="muted">nobody</span>}</td>
              <td class="num">{l.deposit ? money(view, l.deposit) : ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl class="facts wide">{(view.figures ?? []).map((f) => <div key={f.name}><dt>{f.name}</dt><dd>{money(view, f.value)}</dd></div>)}</dl>
      <details><summary>Everything else, as positions say it</summary><Statements view={view} /></details>
    </>
  );
}

function Statements({ view }: { view: View }) {
  const kinds = new Map<string, string[][]>();
  for (const line of view.own ?? []) {
    const [word = "", ...rest] = line.split(" ");
    kinds.set(word, [...(kinds.get(word) ?? []), rest]);
  }
  const single = [...kinds].filter(([, rows]) => rows.length === 1);
  const many = [...kinds].filter(([, rows]) => rows.length > 1);
  const badge = (word: string) => (view.companies.some((c) => c.id === word) ? <Badge view={view} id={word} size={22} /> : null);
  return (
    <>
      {single.length > 0 && (
        <ul class="own">{single.map(([word, rows]) => <li key={word}>{badge(word)} {word} {rows[0]?.join(" ")}</li>)}</ul>
      )}
      {many.map(([word, rows]) => (
        <Panel key={word} title={`${word.charAt(0).toUpperCase()}${word.slice(1)} (${rows.length})`}>
          <table class="list">
            <tbody>
              {rows.map((row) => (
                <tr key={row.join(" ")}>{row.map((cell, i) => <td key={i} class={/^-?\d+$/.test(cell) ? "num" : ""}>{badge(cell)} {cell}</td>)}</tr>
              ))}
            </tbody>
          </table>
        </Panel>
      ))}
    </>
  );
}
