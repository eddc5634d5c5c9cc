// SPDX-License-Identifier: Apache-2.0
// MarketGrid.tsx: the market, drawn from its cells, so that a par price is chosen where it stands and a marker
// that would move is seen to move.
import { isProblem, isRefused } from "../engine/engine";
import type { Choice, MarketBoard, MarketCell, View } from "../engine/types";
import { Act, lineOf, type TableApi } from "./Act";
import { Badge, money } from "./parts";

/** Where the markers would go by what is armed, or only looked at. */
function ghostsOf(table: TableApi): Map<string, string> {
  const { armed, looked } = table;
  const line = armed ? lineOf(armed.choice, armed.amount) : looked?.line;
  const changes = line === undefined || (!armed && looked?.kind === "lay") ? null : table.engine.preview([...(armed?.before ?? []), line]);
  if (!changes || isProblem(changes) || isRefused(changes)) return new Map();
  const moved = (c: { id: string; row?: number; column?: number }) => {
    const now = table.view.companies.find((x) => x.id === c.id);
    return now?.row !== c.row || now?.column !== c.column;
  };
  return new Map(changes.companies.filter((c) => c.row !== undefined && moved(c)).map((c) => [`${c.row}.${c.column}`, c.id]));
}

/** A line of many prices is a ladder of two columns where it stands beside something, the dearest on top. */
export const isLadder = (board: MarketBoard): boolean => board.rows === 1 && board.columns > LONG;
const LONG = 30;

/** A market of one row is a line of prices: it is wrapped, so that its cells stay readable. */
function placed(board: MarketBoard, ladder: boolean): { columns: number; at(cell: Place): [row: number, column: number] } {
  if (board.rows > 1) return { columns: board.columns, at: (c) => [c.row, c.column] };
  const first = board.left_end && leftEnd(board).column < 0 ? 1 : 0; // where companies close is a space too
  const high = Math.ceil((board.columns + first) / 2);
  const columns = Math.ceil((board.columns + first) / 3);
  return ladder ? { columns: 2, at: ({ column: n }) => [high - 1 - ((n + first) % high), Math.floor((n + first) / high)] }
    : { columns, at: ({ column: n }) => [Math.floor((n + first) / columns), (n + first) % columns] };
}
const MOST = 3; // markers that a cell shows; how many more there are stands in the place of one
type Place = Pick<MarketCell, "row" | "column">;
const leftEnd = (board: MarketBoard): Place => ({ row: 0, column: Math.min(...board.cells.map((c) => c.column)) - 1 });

function Markers({ table, cell, ghost, ringed }: { table: TableApi; cell: MarketCell; ghost?: string; ringed?: string }) {
  const { markers } = cell;
  const first = markers.slice(0, markers.length > MOST ? MOST - 1 : MOST);
  const shown = ringed !== undefined && markers.includes(ringed) && !first.includes(ringed) ? [...first.slice(0, -1), ringed] : first; // whoever is spoken of is seen
  const seen = ringed !== undefined && shown.includes(ringed) ? ringed : shown[0]; // alone in a cell that is too narrow
  const marker = (id: string) => <span key={id} class={id === seen ? "seen" : ""} data-company={id}><Badge view={table.view} id={id} size={22} /><span class="sr">{id}</span></span>;
  return (
    <span class="markers" title={markers.length === 1 ? `${money(table.view, cell.price)}: ${markers[0]}` : undefined} data-count={markers.length}>
      {shown.map(marker)}
      {markers.length > MOST && <small class="wide">+{markers.length - shown.length}</small>}
      {markers.length > 2 && <small class="slim">+{markers.length - 1}</small>}
      {ghost && <span class="ghost"><Badge view={table.view} id={ghost} size={22} /></span>}
      {markers.length > 1 && ( // it opens over what stands there, by pointer, tap or key
        <button type="button" class="stack" aria-label={`${money(table.view, cell.price)}: ${markers.join(", ")}, in this order`} onClick={(e) => { e.stopPropagation(); e.currentTarget.focus(); }}>
          <ol>{markers.map((id) => <li key={id}><Badge view={table.view} id={id} size={22} /> {id}</li>)}</ol>
        </button>
      )}
    </span>
  );
}

/** What a price for a company costs whoever starts it, and how much could then be paid; the label of its button says it whole. */
const termsOf = (view: View, par: Choice): string =>
  [par.cost ? `costs ${money(view, par.cost)}` : "free", !par.cost && par.treasury ? `gets ${money(view, par.treasury)}` : par.more !== undefined && `then ${par.more} more`].filter(Boolean).join("\n");

/** starting: the par prices that may be chosen now. */
export function MarketGrid({ table, board, starting = [], ringed, ladder = false }: {
  table: TableApi; board: MarketBoard; starting?: Choice[]; ringed?: string; ladder?: boolean;
}) {
  const { columns, at } = placed(board, ladder);
  const rows = Math.max(...board.cells.map((c) => at(c)[0])) + 1;
  const ghosts = table.can ? ghostsOf(table) : new Map<string, string>();
  return (
    <div class={`grid ${ladder ? "rungs" : ""} ${rows < 5 ? "few" : ""}`} role="group" aria-label="The market" style={{ "--columns": columns, "--rows": rows }}>
      {board.left_end && board.rows === 1 && <div class="cell end" data-zone="red" data-left-end style={{ gridRow: at(leftEnd(board))[0] + 1, gridColumn: at(leftEnd(board))[1] + 1 }}><span class="price">{board.left_end}</span></div>}
      {board.cells.map((cell) => {
        const [row, column] = at(cell);
        const par = cell.par ? starting.find((c) => c.amount === cell.price) : undefined;
        const ring = [ringed, table.moved].some((id) => id !== undefined && cell.markers.includes(id));
        return (
          <div key={`${cell.row}.${cell.column}`} class={`cell ${cell.par ? "par" : ""} ${par ? "may" : ""} ${ring ? "ringed" : ""}`}
            data-opens={`${row < rows / 2 ? "down" : "up"} ${column < columns / 2 ? "right" : "left"}`} data-zone={cell.zone} data-row={cell.row} data-column={cell.column}
            onDragOver={(e) => { if (par) e.preventDefault(); }} onDrop={() => { if (par) table.arm(par, "market"); }}
            style={{ gridRow: row + 1, gridColumn: column + 1 }}>
            {par ? (
              <Act table={table} choice={par} place="market" short kind="price" label={`${par.words}`}>{cell.price}<span class="terms" aria-hidden="true">{termsOf(table.view, par)}</span></Act>
            ) : (
              <span class="price">{cell.price}</span>
            )}
            <Markers table={table} cell={cell} ghost={ghosts.get(`${cell.row}.${cell.column}`)} ringed={ringed} />
          </div>
        );
      })}
    </div>
  );
}

export function Zones({ board }: { board: MarketBoard }) {
  const zones = board.zones.filter((z) => z.words);
  return (
    <ul class="zones" aria-label="What the colours mean">
      {board.cells.some((c) => c.par) && <li><span class="cell par" aria-hidden="true" /> par prices</li>}
      {zones.map((z) => <li key={z.name}><span class="cell" data-zone={z.name} aria-hidden="true" /> {z.words}</li>)}
    </ul>
  );
}
