// SPDX-License-Identifier: Apache-2.0
// Decide.tsx: the panel below the charter or the hand: what is asked, in words; tiles, runs and trains; and every
// choice once more as a list, the second way for whoever plays with keys or listens to the page.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { isProblem, isRefused, type Engine } from "../engine/engine";
import type { Choice, Refusal, View } from "../engine/types";
import { Act, Ahead, capital, isArmed, type TableApi } from "./Act";
import { betweenTurns } from "./Frame";
import { Sales } from "./Hand";
import { MANY, Places } from "./HexChoices";
import { ChartChoices, LineSale } from "./Moments";
import { money, Refused, SeatDot, Sign, TrainCard } from "./parts";
import type { Routes } from "./routes";
import { Dividend, isDividend, RunPanel } from "./RunPanel";
import { Terms } from "./Terms";
import { inShop, TrainShop } from "./TrainShop";
import type { Turn } from "./turn";

/** The step in a sentence, and on demand what is usual there; above a hand, below a charter. */
export function Hint({ table, onRules }: { table: TableApi; onRules(): void }) {
  const { legal, glossary } = table;
  if (!legal.hint) return null;
  return (
    <div class="hint">
      <p><Terms glossary={glossary} text={legal.hint} /></p>
      <details><summary>What can I do here?</summary>
        <p><Terms glossary={glossary} text={legal.help} /></p>
        <button type="button" class="link" onClick={onRules}>The rules</button>
      </details>
    </div>
  );
}

/** Where nobody here is to decide: who is, and whether they are there; and what may be done between turns. */
export function Watching({ table }: { table: TableApi }) {
  const { game, legal } = table;
  const { decider } = game;
  const there = decider?.presence === "open" ? ", and nobody sits there yet" : decider?.presence === "away" ? ", and is not here now" : "";
  return (
    <div class="decide watching">
      <p>{game.botTurn ? `${decider?.name} is a bot.` : <><b>{decider?.shown ?? decider?.name}</b> is to decide{there}.</>}</p>
      {legal.choices.length > 0 && <details class="kind" open><summary>You may, between turns ({legal.choices.length})</summary>
        {legal.choices.map((c) => <Act key={c.line} table={table} choice={c} place="list" />)}</details>}
      {game.waits && <button type="button" onClick={game.goOn}>Let it play on</button>}
    </div>
  );
}

export interface DecideProps {
  table: TableApi;
  hints: boolean;
  phone: boolean; // the panel is a sheet: what else stands over the map stands here
  hex: string | null; // chosen on the board
  routes: Routes;
  turn: Turn;
  beside: boolean; // the choices of the hex stand beside it, on the map
  sort: string; // of choices on hexes, if only one is marked
  onSort(sort: string): void;
  carried: boolean; // things on the stage carry the choices: the list is folded
  ways: boolean; // they are a few ways side by side, without the private companies that could be bought
  trades?: "stock" | "privates"; // they are charters, or private companies, and a company acts
  hand?: string; // whose hand stands above the panel
  onHex(hex: string | null): void;
  onTry(choice: Choice | null): void; // shown on the board while it is looked at
  onRules(): void;
}

function Tiles({ table, choices, onTry }: { table: TableApi; choices: Choice[]; onTry(choice: Choice | null): void }) {
  const { view, engine } = table;
  const chosen = table.armed?.choice ?? null;
  return (
    <div class="tiles">
      {choices.map((c) => (
        <button type="button" key={c.line} class="tile" aria-pressed={isArmed(table, c, "tiles")} data-kind="lay" data-line={c.line}
          data-confirm={isArmed(table, c, "tiles") ? "" : undefined}
          aria-label={`${isArmed(table, c, "tiles") ? "Confirm: " : ""}Tile ${c.tile}, rotation ${c.rotation}${c.power ? `, with ${c.power}` : ""}${c.cost ? `, costs ${money(view, c.cost)}` : ""}`}
          onClick={(e) => { e.stopPropagation(); if (isArmed(table, c, "tiles")) table.confirm(); else table.arm(c, "tiles"); }}
          onFocus={() => onTry(c)} onMouseEnter={() => onTry(c)} onMouseLeave={() => onTry(chosen)}>
          <span dangerouslySetInnerHTML={{ __html: engine.tile(c.tile ?? "", c.rotation ?? 0) }} />
          <small>{isArmed(table, c, "tiles") ? "Lay ⏎" : `${c.tile}${c.left !== undefined ? ` ×${c.left}` : ""}${c.power ? ` · ${c.power}` : ""}`}</small>
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

/** Private companies whose power lays a tile: where, each with a button. Their hexes have a second ring on the map. */
function Powers({ table, choices, onHex }: { table: TableApi; choices: Choice[]; onHex(hex: string): void }) {
  const { view } = table;
  const ids = [...new Set(choices.map((c) => c.power).filter((p) => p !== undefined))];
  return (
    <>{ids.map((id) => {
      const p = view.privates.find((x) => x.id === id);
      const hexes = [...new Set(choices.filter((c) => c.power === id).map((c) => c.hex ?? ""))];
      return (
        <article key={id} class="holding using" data-power={id}>
          <p><Sign view={view} id={id} /> <b>{p?.name}</b></p>
          {p?.power && <p class="power" title={p.power}>{p.power}</p>}
          <div class="sales">{hexes.slice(0, 6).map((h) => <button type="button" key={h} class="small" onClick={() => onHex(h)}>use {hexes.length === 1 ? "here" : "in"}: {h}</button>)}</div>
        </article>
      );
    })}</>
  );
}

function Lays({ table, choices, hex, onHex, onTry }: Pick<DecideProps, "table" | "hex" | "onHex" | "onTry"> & { choices: Choice[] }) {
  const { engine, view } = table;
  const [why, setWhy] = useState(false);
  useEffect(() => setWhy(false), [hex]);
  const hexes = [...new Set(choices.map((c) => c.hex ?? ""))];
  const place = (h: string) => view.map.find((m) => m.hex === h)?.place;
  const price = (n: number) => (n ? money(view, n) : "free");
  const costs = choices.map((c) => c.cost ?? 0);
  const [least, most] = [Math.min, Math.max].map((f) => costs.reduce((a, b) => f(a, b), costs[0] ?? 0)) as [number, number];
  const here = choices.filter((c) => c.hex === hex);
  return (
    <section class="kind">
      {hex === null ? (
        <>
          {(table.legal.lays || least > 0) && <p data-lays><b>{table.legal.lays ? `Tile ${table.legal.lays.nth} of ${table.legal.lays.of}` : "One tile"}</b> · {least === most ? price(least) : `${price(least)} to ${price(most)}`}</p>}
          <Powers table={table} choices={choices} onHex={onHex} />
          <p class="muted">{hexes.length === 1 ? "One hex is" : `${hexes.length} hexes are`} marked on the map. Choose {hexes.length === 1 ? "it" : "one"} there, or here:</p>
          <select class="hexes" aria-label="A hex for track" value="" onChange={(e) => { if (e.currentTarget.value) onHex(e.currentTarget.value); }}>
            <option value="">a hex …</option>
            {hexes.map((h) => <option key={h} value={h}>{h}{place(h) ? ` ${place(h)}` : ""}</option>)}
          </select>
        </>
      ) : (
        <p>
          <strong>{hex}</strong> {place(hex)} {here[0]?.cost ? <span class="tag">costs {money(view, here[0].cost)}</span> : here.length ? <span class="tag">free</span> : null}{" "}
          <button type="button" class="link" onClick={() => onHex(null)}>other hexes</button>
        </p>
      )}
      {here.length > 0 && <Tiles table={table} choices={here} onTry={onTry} />}
      {table.armed?.place === "tiles" && <Ahead table={table} armed={table.armed} />}
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

/** ": the price falls to $80", if several choices all say it: once is enough then. */
function sameTail(choices: Choice[]): string {
  const tail = /: .*/.exec(choices[0]?.words ?? "")?.[0] ?? "";
  return choices.length > 1 && choices.every((c) => c.words.endsWith(tail)) ? tail : "";
}

/** Par prices of one company, shares to sell of one company: one line that opens. */
function Grouped({ table, choices, tail }: { table: TableApi; choices: Choice[]; tail: string }) {
  const groups = [...new Set(choices.map((c) => c.group))];
  const one = (c: Choice) => <Act key={c.line} table={table} choice={c} place="list">{tail && capital(c.words.slice(0, -tail.length))}</Act>;
  const [first] = choices;
  if (groups.length === 1 && first?.kind === "sell" && choices.length > 2) return <Sales table={table} id={first.company ?? ""} sales={choices} />;
  if (groups.length === 1) return <>{choices.map(one)}</>;
  return (
    <>
      {groups.map((g) => {
        const members = choices.filter((c) => c.group === g);
        if (g === undefined || members.length === 1) return <>{members.map(one)}</>;
        return (
          <details key={g} class="group">
            <summary>{capital(table.legal.groups.find((x) => x.group === g)?.words ?? "")}</summary>
            {members.map(one)}
          </details>
        );
      })}
    </>
  );
}

const MOST_LINES = 400; // that the action line completes

const MOST_INSTEAD = 4; // choices that a refusal offers

/** An action in the notation of records. */
function Typed({ table, example }: { table: TableApi; example: string }) {
  const { engine, legal, game } = table;
  const [typed, setTyped] = useState("");
  const [refusal, setRefusal] = useState<Refusal | string | null>(null);
  useEffect(() => setRefusal(null), [legal]);
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => { if (refusal) box.current?.scrollIntoView({ block: "end" }); }, [refusal]); // it stands at the foot of the panel
  const lines = useMemo(() => legal.choices.slice(0, MOST_LINES).map((c) => c.line), [legal]);
  /** Legal choices of the verb that was typed; the company that it named first. */
  const words = typed.trim().split(/\s+/);
  const instead = table.mine.filter((c) => words.includes(c.kind)).sort((a, b) => Number(words.includes(b.company ?? "")) - Number(words.includes(a.company ?? ""))).slice(0, MOST_INSTEAD);
  const tryTyped = () => {
    const by = typed.trim();
    if (!by) return;
    /* Who names nobody speaks for whoever is asked; he is told what is wrong with that. */
    const named = [...table.view.players.map((p) => p.name), ...table.view.companies.map((c) => c.id)].includes(words[0]!);
    for (const whole of [by, `${legal.actor ?? ""} ${by}`]) {
      const verdict = engine.preview([whole]);
      if (isRefused(verdict)) return setRefusal(verdict.refused);
      if (!isProblem(verdict)) {
        setTyped("");
        return game.play([whole]);
      }
      if (named === (whole === by)) setRefusal(verdict.error);
    }
  };
  return (
    <details class="typed" ref={box}>
      <summary>Type an action</summary>
      <form class="row" onSubmit={(e) => { e.preventDefault(); tryTyped(); }}>
        <input aria-label="An action in the notation of records" list="action-lines" value={typed} placeholder={example} onInput={(e) => setTyped(e.currentTarget.value)} />
        <datalist id="action-lines">{lines.map((line) => <option key={line} value={line} />)}</datalist>
        <button type="submit">Play</button>
      </form>
      {refusal && (typeof refusal === "string" ? <p role="alert">{refusal}</p> : <Refused refusal={refusal} />)}
      {refusal && instead.length > 0 && (
        <div class="instead"><p>What can be done instead:</p>{instead.map((c) => <Act key={c.line} table={table} choice={c} place="instead" short />)}</div>
      )}
    </details>
  );
}

/** Private companies that can be bought, each with whose it is. */
function Acquired({ table, choices }: { table: TableApi; choices: Choice[] }) {
  const { view, seats } = table;
  if (!choices.length) return null;
  return (
    <section class="kind acquired">
      <h3>{choices[0]!.heading}</h3>
      <div class="sales">
        {choices.map((c) => {
          const p = view.privates.find((x) => x.id === c.company);
          return (
            <Act key={c.line} table={table} choice={c} place="acquire" short kind="choice small" label={c.words}>
              <Sign view={view} id={c.company ?? ""} title={p && `${p.name}. ${p.power ?? ""}`} />{p?.owner && (p.owner === "pool" ? <small>{capital(view.pool_called)}</small> : <SeatDot seats={seats} name={p.owner} />)}
              <span class="name">{p?.name}{p?.has?.[0] && <small class="muted"> {p.has[0]}</small>}</span>
              <span class="num">{c.least !== undefined ? view.title.currency.replace("%d", `${c.least}–${c.most}`) : money(view, c.amount ?? 0)}</span>
            </Act>
          );
        })}
      </div>
    </section>
  );
}

/** Trains of which one must go: each with its button. */
function Discards({ table, choices }: { table: TableApi; choices: Choice[] }) {
  if (!choices.length) return null;
  return (
    <section class="kind discards" aria-label={choices[0]!.heading}>
      {choices.map((c) => (
        <div key={c.line} class="discard">
          <TrainCard view={table.view} train={c.train ?? ""} />
          <Act table={table} choice={c} place="list" short label={c.words}>Discard</Act>
        </div>
      ))}
    </section>
  );
}

const place = (view: View, hex: string | null) => view.map.find((m) => m.hex === hex)?.place;

export function Decide(props: DecideProps) {
  const { table, hex, routes, turn: { ahead, repeat } } = props;
  const { view, legal, mine } = table;
  const panel = useRef<HTMLDivElement>(null);
  // Who plays with the keys stays at the decision when the next one comes.
  const fresh = useRef(true);
  useEffect(() => {
    if (!fresh.current && document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
    fresh.current = false;
  }, [legal]);

  const others = legal.choices.filter((c) => !mine.includes(c) && (props.phone || !betweenTurns(table, c.by).includes(c)));
  const lays = mine.filter((c) => c.kind === "lay");
  const shop = legal.step === "trains";
  const divides = legal.step === "dividend" ? mine.filter(isDividend) : [];
  const discards = mine.filter((c) => c.kind === "discard");
  const unlaid = mine.filter((c) => !divides.includes(c) && c.kind !== "discard" && c.kind !== "lay" && c.kind !== "run" && c.kind !== "pass" && !(shop && inShop(table, c)) && !c.cell);
  const charted = mine.filter((c) => c.cell);
  // A click on the map narrows tokens and works down to that hex.
  const there = hex === null ? [] : unlaid.filter((c) => c.hex === hex);
  const placed = unlaid.filter((c) => c.hex !== undefined);
  const many = placed.length > MANY;
  /* What private companies can be bought for stands in one row. */
  /* In the turn of a company the stage has charters and what nobody holds, or every private company. */
  const onStage = (c: Choice) => c.kind !== "sell" && (view.companies.some((x) => x.id === c.company)
    || view.privates.some((p) => p.id === c.company && (props.trades === "privates" || !view.players.some((x) => x.name === p.owner))));
  const acquired = (props.carried && !props.ways && !props.trades) || there.length ? [] : unlaid.filter((c) => c.kind === "acquire" && !(props.trades && onStage(c)));
  /* What the hand above has a button for is not said twice. */
  const held = (c: Choice) => !props.carried && c.by === props.hand && view.players.some((p) => p.name === c.by && p.privates.includes(c.company ?? ""));
  const rest = (there.length ? (props.beside ? [] : there) : many ? unlaid.filter((c) => c.hex === undefined) : unlaid).filter((c) => !held(c));
  const headings = [...new Set(rest.map((c) => c.heading))];
  const listed = (choices: Choice[]) => headings.filter((h) => choices.some((c) => c.heading === h)).map((h) => {
    const alike = choices.filter((c) => c.heading === h);
    const tail = sameTail(alike);
    return (
      <section class="kind" key={h}>
        <h3>{h}{tail}</h3>
        <Grouped table={table} choices={alike} tail={tail} />
      </section>
    );
  });
  /* A company that trades has no hand: what it sells, and what is on no card, stands here. */
  const loose = props.trades ? rest.filter((c) => !onStage(c) && !acquired.includes(c)) : [];
  const carried = rest.filter((c) => !loose.includes(c) && !acquired.includes(c));
  return (
    <div class="decide" ref={panel} tabindex={-1}>
      {props.hints && legal.company && !legal.need && !routes.run && !divides.some((c) => c.least !== undefined) && <Hint table={table} onRules={props.onRules} />}
      {legal.nothing && (props.phone || !props.hints || legal.hint !== legal.nothing) && <p class="nothing">{legal.nothing}</p>}
      {/* On a phone hints give way, but not why somebody must act. */}
      {props.phone && !legal.need && !legal.nothing && (discards.length > 0 || (shop && !mine.some((c) => c.kind === "pass"))) && <p class="nothing">{legal.hint}</p>}
      {routes.run && <RunPanel table={table} legal={legal} run={routes.run} routes={routes} />}
      {many && (there.length === 0 || props.beside) && (
        <Places table={table} choices={placed} sort={props.sort} onSort={props.onSort} onHex={props.onHex} />
      )}
      {there.length > 0 && (
        <p><strong>{hex}</strong> {place(view, hex)} <button type="button" class="link" onClick={() => props.onHex(null)}>everywhere</button></p>
      )}
      {lays.length > 0 && there.length === 0 && <Lays table={table} choices={lays} hex={hex} onHex={props.onHex} onTry={props.onTry} />}
      {ahead?.legal.best && hex === null && <RunPanel table={table} legal={ahead.legal} run={ahead.legal.best} before={ahead.before} />}
      {repeat && hex === null && <button type="button" data-kind="repeat" class="repeat" onClick={repeat}
        title="Runs the best routes, divides as last time, builds and buys nothing">Repeat last turn<kbd aria-hidden="true">R</kbd></button>}
      {divides.length > 0 && <Dividend table={table} choices={divides} />}
      {props.phone && legal.sale?.line && <LineSale table={table} sale={legal.sale} />}
      <Discards table={table} choices={discards} />
      {charted.length > 0 && <ChartChoices table={table} choices={charted} />}
      {shop && <TrainShop table={table} />}
      {listed(loose)}
      {carried.length > 0 && (props.carried ? <details class="all"><summary>{loose.length ? "The others" : "All actions"} as a list</summary>{listed(carried)}</details> : listed(carried))}
      <Acquired table={table} choices={acquired} />
      {others.length > 0 && (
        <details class="kind">
          <summary>Others may{legal.sale ? "" : ", between turns"} ({others.length})</summary>
          {others.map((c) => <Act key={c.line} table={table} choice={c} place="list" />)}
        </details>
      )}
      <Typed table={table} example={mine[0]?.line ?? ""} />
    </div>
  );
}
