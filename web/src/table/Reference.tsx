// SPDX-License-Identifier: Apache-2.0
// Reference.tsx: views in which things are looked up: the tiles with what replaces what, the rules of the title; and
// how what stands in a view is taken along: as a table for other programs, a tile as a picture.
import { useMemo, useState } from "preact/hooks";
import type { TileView } from "../engine/types";
import { InShort } from "../InShort";
import { saveFile } from "../start/files";
import { capital, type TableApi } from "./Act";
import { shade } from "./parts";

// --- taking along ------------------------------------------------------------------------------------

/** A cell of a file of commas: quoted where it must be. */
const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
export const commas = (rows: string[][]): string => rows.map((r) => r.map(cell).join(",")).join("\n") + "\n";

/** The tables round a button, as they are shown. */
function tablesRound(button: Element): string[][] {
  const rows = [...(button.closest(".scrolls")?.querySelectorAll("tr") ?? [])];
  /** Its words, not those of what can be done in it. */
  const words = (of: Element) => {
    const copy = of.cloneNode(true) as Element;
    copy.querySelectorAll(".act, select, .by, .badge").forEach((e) => e.remove());
    return (copy.textContent ?? "").trim().replaceAll(/\s+/g, " ").replace(/ [▴▾]$/, "");
  };
  return rows.map((r) => [...r.children].map(words));
}

/** Buttons that take along what the view shows; rows: if it is no table. */
export function Take({ name, rows }: { name: string; rows?(): string[][] }) {
  const [done, setDone] = useState("");
  const textOf = (e: { currentTarget: Element }) => commas(rows?.() ?? tablesRound(e.currentTarget));
  return (
    <span class="take">
      <button type="button" onClick={(e) => {
        void navigator.clipboard.writeText(textOf(e)).then(() => setDone("copied"), () => setDone("the browser does not let it"));
      }}>Copy</button>
      <button type="button" onClick={(e) => saveFile(`${name}.csv`, textOf(e), "text/csv")}>Save as CSV</button>
      <span role="status">{done}</span>
    </span>
  );
}

/** The same for a picture. */
export function TakePicture({ name, picture }: { name: string; picture(): string }) {
  const [done, setDone] = useState("");
  return (
    <span class="take">
      <button type="button" onClick={() => {
        void navigator.clipboard.writeText(picture()).then(() => setDone("copied"), () => setDone("the browser does not let it"));
      }}>Copy the picture</button>
      <button type="button" onClick={() => saveFile(`${name}.svg`, picture(), "image/svg+xml")}>Save as SVG</button>
      <span role="status">{done}</span>
    </span>
  );
}

// --- tiles -------------------------------------------------------------------------------------------

function TileButton({ table, of, pressed, onPick }: { table: TableApi; of: TileView; pressed: boolean; onPick(tile: string): void }) {
  const left = of.left === undefined ? "∞" : `${of.left}/${of.count}`;
  return (
    <button type="button" class="manifest-tile" data-tile={of.tile} data-left={of.left} aria-pressed={pressed} onClick={() => onPick(of.tile)}>
      <span aria-hidden="true" dangerouslySetInnerHTML={{ __html: table.engine.tile(of.tile, 0) }} />
      <span>{of.tile} <b>{left}</b><span class="sr"> left, {shade(of.color)}</span></span>
    </button>
  );
}

export function TilesStage({ table }: { table: TableApi }) {
  const { engine, game, view } = table;
  const tiles = useMemo(() => engine.tiles(game.here), [engine, game.here, game.now]);
  const [picked, setPicked] = useState<string | null>(null);
  const [only, setOnly] = useState("");
  const [left, setLeft] = useState(false);
  const [letter, setLetter] = useState("");
  const letters = [...new Set(tiles.map((t) => t.letter ?? ""))].filter(Boolean).sort();
  const colors = [...new Set(tiles.map((t) => t.color))];
  const shown = tiles.filter((t) => (!only || t.color === only) && (!left || t.left !== 0) && (!letter || (t.letter ?? "none") === letter));
  const one = tiles.find((t) => t.tile === picked);
  const named = (ids: string[]) => tiles.filter((t) => ids.includes(t.tile));
  /** Where whoever decides could lay it. */
  const now = [...new Set(table.mine.flatMap((c) => (c.kind === "lay" && c.tile === picked && c.hex ? [c.hex] : [])))];
  const place = (h: string) => view.map.find((m) => m.hex === h)?.place;
  return (
    <div class="reference">
      <div class="manifest" role="region" aria-label="Tiles" tabindex={0}>
        <div class="row" role="group" aria-label="Which tiles">
          {["", ...colors].map((c) => <button type="button" key={c} aria-pressed={only === c} onClick={() => setOnly(c)}>{c ? capital(shade(c)) : "All"}</button>)}
          {letters.length > 0 && <label>letter <select value={letter} onChange={(e) => setLetter(e.currentTarget.value)}>
            <option value="">any</option><option value="none">none</option>{letters.map((l) => <option key={l}>{l}</option>)}
          </select></label>}
          <label><input type="checkbox" checked={left} onChange={(e) => setLeft(e.currentTarget.checked)} /> only what is left</label>
          <Take name={`${view.title.id} tiles`} rows={() => [["tile", "color", "left", "count", "on", "replaced by", "replaces"],
            ...shown.map((t) => [t.tile, t.color, String(t.left ?? ""), String(t.count ?? ""), t.on.join(" "), t.up.join(" "), t.down.join(" ")])]} />
        </div>
        {colors.map((c) => shown.some((t) => t.color === c) && (
          <section key={c}>
            <h4>{capital(shade(c))}</h4>
            <div class="row">{shown.filter((t) => t.color === c).map((t) => <TileButton key={t.tile} table={table} of={t} pressed={picked === t.tile} onPick={setPicked} />)}</div>
          </section>
        ))}
      </div>
      <aside class="kin" aria-label="What replaces what">
        {one ? (
          <>
            <h4>Tile {one.tile}</h4>
            <span class="whole" dangerouslySetInnerHTML={{ __html: engine.tile(one.tile, 0) }} />
            <button type="button" onClick={() => saveFile(`tile-${one.tile}.svg`, engine.tile(one.tile, 0), "image/svg+xml")}>Save as SVG</button>
            <p>{one.on.length ? `Lies on ${one.on.map((h) => `${h}${place(h) ? ` ${place(h)}` : ""}`).join(", ")}` : "Lies nowhere."}</p>
            <p data-kin="now">{now.length ? `Can be laid now on ${now.map((h) => `${h}${place(h) ? ` ${place(h)}` : ""}`).join(", ")}.` : "Cannot be laid now."}</p>
            <h4>Replaced by</h4>
            <div class="row" data-kin="up">{named(one.up).map((t) => <TileButton key={t.tile} table={table} of={t} pressed={false} onPick={setPicked} />)}{!one.up.length && <span class="muted">nothing</span>}</div>
            <h4>Replaces</h4>
            <div class="row" data-kin="down">{named(one.down).map((t) => <TileButton key={t.tile} table={table} of={t} pressed={false} onPick={setPicked} />)}{!one.down.length && <span class="muted">what is printed</span>}</div>
          </>
        ) : <p class="muted">Choose a tile to see what replaces it and what it replaces.</p>}
      </aside>
    </div>
  );
}

// --- rules -------------------------------------------------------------------------------------------

/** "18NL-1830.auction-3" stands in the section "1830.auction". */
export const sectionOf = (id: string): string => id.split("-").slice(1, -1).join("-") || id;

/** Where a rule has a page of its own (start/RulePage.tsx). */
export const ruleAddress = (title: string, id: string): string => `#rule=${title}/${encodeURIComponent(id)}`;

/** What the words of the table mean, with a tile where it helps. */
function Words({ table }: { table: TableApi }) {
  const { engine } = table;
  const terms = useMemo(() => [...engine.words()].sort((a, b) => a.term.localeCompare(b.term)), [engine, table.view.title.id]);
  return (
    <details class="words">
      <summary>{terms.length} words of the table</summary>
      <dl>{terms.map((t) => (
        <div key={t.term} data-term={t.term}>
          <dt>{capital(t.term)}</dt>
          <dd>{t.tile && <span class="shown" aria-hidden="true" dangerouslySetInnerHTML={{ __html: engine.tile(t.tile, 0) }} />}{t.says}</dd>
        </div>
      ))}</dl>
    </details>
  );
}

export function RulesStage({ table }: { table: TableApi }) {
  const { engine, view } = table;
  const title = useMemo(() => engine.titles().find((t) => t.id === view.title.id), [engine, view.title.id]);
  const [sought, setSought] = useState("");
  const rules = useMemo(() => engine.rules(view.title.id), [engine, view.title.id]);
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = rules.filter((r) => words.every((w) => `${r.id} ${r.ledger}`.toLowerCase().includes(w)));
  const sections = [...new Set(shown.map((r) => sectionOf(r.id)))];
  return (
    <div class="rules-view scrolls" role="region" aria-label="Rules" tabindex={0}>
      {title?.about?.special && <section data-special><h3>What is different from other 18xx</h3><p>{title.about.special.join(" ")}</p></section>}
      {title && <section><h3>{title.name} in short</h3><InShort title={title} /></section>}
      <Words table={table} />
      <label class="search">Search <input type="search" value={sought} onInput={(e) => setSought(e.currentTarget.value)} /> <span class="muted">{shown.length} of {rules.length} rules</span></label>
      {sections.map((s) => (
        <section key={s}>
          <h4>{capital(s.replaceAll(/\.(?=[a-z])/g, " "))}</h4>
          <ul>{shown.filter((r) => sectionOf(r.id) === s).map((r) => <li key={r.id} data-rule={r.id}><a href={ruleAddress(view.title.id, r.id)} target="_blank" rel="noopener" title="A page of its own, to be sent to somebody"><small>{r.id}</small></a> {r.ledger}</li>)}</ul>
        </section>
      ))}
    </div>
  );
}
