// SPDX-License-Identifier: Apache-2.0
// MarketGrid.tsx: the market, drawn from its cells, so that a par price is chosen where it stands and a marker
// that would move is seen to move.
import { isProblem, isRefused } from "../engine/engine";
import type { Choice, MarketBoard, MarketCell } from "../engine/types";
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
function placed(board: MarketBoard, ladder: boolean): { columns: number; at(cell: MarketCell): [row: number, column: number] } {
  if (board.rows > 1) return { columns: board.columns, at: (c) => [c.row, c.column] };
  const high = Math.ceil(board.columns / 2);
  if (ladder) return { columns: 2, at: (c) => [high - 1 - (c.column % high), Math.floor(c.column / high)] };
  const columns = board.columns > LONG ? 13 : 9;
  return { columns, at: (c) => [Math.floor(c.column / columns), c.column % columns] };
}

function Markers({ table, cell, ghost }: { table: TableApi; cell: MarketCell; ghost?: string }) {
  const shown = cell.markers.slice(0, 3);
  const title = `${money(table.view, cell.price)}: ${cell.markers.join(", ")}, in this order`;
  return (
    <span class="markers" title={cell.markers.length ? title : undefined} data-count={cell.markers.length}>
      {shown.map((id) => <span key={id} data-company={id}><Badge view={table.view} id={id} size={22} /><span class="sr">{id}</span></span>)}
      {cell.markers.length > 3 && <small>+{cell.markers.length - 3}</small>}
      {ghost && <span class="ghost"><Badge view={table.view} id={ghost} size={22} /></span>}
    </span>
  );
}

/** starting: the par prices that may be chosen now. */
export function MarketGrid({ table, board, starting = [], ringed, ladder = false }: {
  table: TableApi; board: MarketBoard; starting?: Choice[]; ringed?: string; ladder?: boolean;
}) {
  const { columns, at } = placed(board, ladder);
  const rows = Math.max(...board.cells.map((c) => at(c)[0])) + 1;
  const ghosts = table.can ? ghostsOf(table) : new Map<string, string>();
  return (
    <div class={`grid ${ladder ? "rungs" : ""}`} role="group" aria-label="The market" style={{ "--columns": columns, "--rows": rows }}>
      {board.cells.map((cell) => {
        const [row, column] = at(cell);
        const par = cell.par ? starting.find((c) => c.amount === cell.price) : undefined;
        const ring = [ringed, table.moved].some((id) => id !== undefined && cell.markers.includes(id));
        return (
          <div key={`${cell.row}.${cell.column}`} class={`cell ${cell.par ? "par" : ""} ${par ? "may" : ""} ${ring ? "ringed" : ""}`}
            data-zone={cell.zone} data-row={cell.row} data-column={cell.column}
            onDragOver={(e) => { if (par) e.preventDefault(); }} onDrop={() => { if (par) table.arm(par, "market"); }}
            style={{ gridRow: row + 1, gridColumn: column + 1 }}>
            {par ? (
              <Act table={table} choice={par} place="market" short kind="price" label={`${par.words}`}>{cell.price}</Act>
            ) : (
              <span class="price">{cell.price}</span>
            )}
            <Markers table={table} cell={cell} ghost={ghosts.get(`${cell.row}.${cell.column}`)} />
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
