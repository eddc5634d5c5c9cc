// SPDX-License-Identifier: Apache-2.0
// Player.tsx: all about one player: what each holding is worth, what counts against the limit, what selling would bring,
// income, presidencies. It opens below the bar of the players.
import { useEffect, useMemo } from "preact/hooks";
import type { TableApi } from "./Act";
import { Badge, money, said, SeatDot } from "./parts";
import { lastIncomes, useSeries } from "./Result";

const WIDE = 400; // pixels

export function FullPlayer({ table, who, at, onClose }: { table: TableApi; who: string; at: DOMRect; onClose(): void }) {
  const { view, seats, engine, game } = table;
  const series = useSeries(table);
  const purses = useMemo(() => engine.purses(game.here), [engine, game.here, game.now]);
  useEffect(() => {
    const key = (e: KeyboardEvent) => { if (e.key === "Escape") onClose(); };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, []);
  const i = view.players.findIndex((p) => p.name === who);
  const p = view.players[i];
  if (!p) return null;
  const could = purses[i]?.could;
  const income = series ? lastIncomes(series, game.here)?.of[i] : undefined;
  const row = (words: string, value: string, title?: string) => <div title={title}><dt>{words}</dt><dd>{value}</dd></div>;
  return (
    <section class="full-player" role="dialog" aria-label={`All about ${who}`} data-full={who}
      style={{ top: `${at.bottom + 4}px`, left: `${Math.max(8, Math.min(at.left, innerWidth - WIDE - 8))}px`, width: `min(${WIDE}px, calc(100vw - 16px))` }} onClick={(e) => e.stopPropagation()}>
      <header><h3><SeatDot seats={seats} name={who} /> {who}</h3><button type="button" class="link" aria-label="Close" onClick={onClose}>×</button></header>
      <dl class="figures">
        {row("Cash", money(view, p.cash))}
        {could !== undefined && row("Could raise", money(view, could), "Cash after selling all that can be sold, the dearest first, now or in the next stock round")}
        {row("Worth", money(view, p.worth))}
        {income !== undefined && row("Last income", money(view, income), `Dividends and ${view.privates_called}, in the last round`)}
        {row("Certificates", `${p.certificates} of ${p.certificate_limit}`, "Those that count against the limit")}
        {p.uncounted > 0 && row("Not counted", String(p.uncounted), "Certificates that do not count against the limit")}
      </dl>
      <table class="list">
        <tbody>
          {Object.entries(p.shares).map(([id, percent]) => {
            const c = view.companies.find((x) => x.id === id);
            const { value, certificates = 0, uncounted } = p.holdings[id] ?? {};
            return (
              <tr key={id}>
                <th scope="row"><Badge view={view} id={id} size={22} /> {id}{p.president_of.includes(id) && <span title="president"> ★</span>}</th>
                <td class="num">{percent}%</td><td class="muted" data-certificates={certificates}>{certificates} cert.{uncounted && ", not counted"}</td><td class="num">{c?.price !== undefined && money(view, c.price)}</td><td class="num"><b>{value !== undefined && money(view, value)}</b></td>
              </tr>
            );
          })}
          {p.minors.map((id) => <tr key={id}><th scope="row"><Badge view={view} id={id} size={22} /> {said(view, id)}</th><td colSpan={4}>{view.companies.find((c) => c.id === id)?.name}</td></tr>)}
          {p.privates.map((id) => {
            const x = view.privates.find((y) => y.id === id);
            return <tr key={id}><th scope="row"><span class="private">{said(view, id)}</span></th><td colSpan={3}>{x?.said !== x?.name && x?.name}</td><td class="num">{!!x?.revenue && `pays ${money(view, x.revenue)}`}</td></tr>;
          })}
        </tbody>
      </table>
      {!Object.keys(p.shares).length && !p.privates.length && !p.minors.length && <p class="muted">Nothing but money yet.</p>}
    </section>
  );
}
