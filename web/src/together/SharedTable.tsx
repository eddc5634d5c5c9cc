// SPDX-License-Identifier: Apache-2.0
// SharedTable.tsx: a table of several people at this screen: loads the game, listens to what the others do, and puts
// round the table what only such a table has: who is here, what is asked of whom, and what is said.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Engine } from "../engine/engine";
import type { Seat } from "../keep";
import type { TableSeat } from "../keep/live";
import type { Tables } from "../keep/tables";
import { seatColor } from "../start/colors";
import { Table } from "../table/Table";
import type { Shared } from "../table/useGame";
import { AskedCard } from "./Asked";
import { AtTable } from "./at";
import { TableMenu } from "./TableMenu";
import { Talk } from "./Talk";

/** The seats of a table as the table shows them. */
export const seatsAt = (seats: TableSeat[], face?: { color?: string }[]): Seat[] =>
  seats.map((s, i) => ({
    name: s.name, color: face?.[i]?.color ?? seatColor(i), kind: s.level ?? "human",
    shown: s.who && s.who !== s.name ? s.who : undefined,
    presence: s.kind === "open" ? "open" : s.kind === "bot" ? undefined : s.here ? "here" : "away",
  }));

/** "Your turn" is told by the browser if somebody has asked for it; the table itself has it in the page's title. */
function useTurnTold(mine: boolean, title: string): void {
  useEffect(() => {
    if (mine && document.hidden && typeof Notification !== "undefined" && Notification.permission === "granted")
      new Notification("Your turn", { body: title, tag: "roundhouse-turn" });
  }, [mine, title]);
}

interface Opened {
  at: AtTable;
  record: string;
}

export interface SharedTableProps {
  tables: Tables;
  id: string;
  engine: Engine;
  onLeave(): void;
  onNotice(sentence: string): void;
  /** The table cannot be shown. */
  onTrouble(sentence: string): void;
  /** "Play on from here": a new table, or a game of one's own, with this record. */
  onBranch(record: string, title: string, seats: Seat[]): void;
}

/** Loads a table, and loads it again when page and server are not at one. */
function useOpened({ tables, id, onNotice, onTrouble }: SharedTableProps): Opened | undefined {
  const [opened, setOpened] = useState<Opened | undefined>();
  const [, redraw] = useState(0);
  useEffect(() => {
    let at: AtTable | undefined;
    let over = false;
    const load = async () => {
      const [info, { record, seq }] = await Promise.all([tables.show(id), tables.record(id)]);
      const rows = await tables.rows(id, seq);
      if (over) return;
      at = new AtTable(tables, info, seq, rows, () => redraw((n) => n + 1), (why) => {
        at?.leave();
        setOpened(undefined);
        if (why) onNotice(why);
        void load().catch(fail);
      });
      setOpened({ at, record });
    };
    const fail = (e: Error) => { if (!over) onTrouble(e.message); };
    void load().catch(fail);
    return () => {
      over = true;
      at?.leave();
    };
  }, [tables, id]);
  return opened;
}

export function SharedTable(props: SharedTableProps) {
  const opened = useOpened(props);
  if (!opened) return <main class="start"><p role="status"><progress /> Opening the table …</p></main>;
  return <Shown key={opened.at.info.seq} {...props} {...opened} />;
}

function Shown({ engine, at, record, ...p }: SharedTableProps & Opened) {
  const { info, news, you, state } = at;
  const face = info.face?.seats;
  const seats = useMemo(() => seatsAt(news.seats, face), [news.seats, face]);
  const key = you.seats.join();
  const shared = useMemo<Shared>(() => ({ seats: you.seats, calls: info.policy.calls, act: at.act, undo: at.undo, redo: at.redo }), [at, key]);
  const mine = news.due.some((s) => you.seats.includes(s));
  const asked = news.asked?.needed.some((s) => you.seats.includes(s) && !news.asked!.agreed.includes(s)) ?? false;
  useTurnTold(mine || asked, info.name);
  return (
    <Table
      id={info.id}
      engine={engine}
      record={record}
      seats={seats}
      trouble=""
      others={at}
      shared={shared}
      called={info.face?.called ?? ""}
      together={{
        me: you.seats.find((s) => news.due.includes(s)) ?? you.seats[0],
        connection: state.is === "open" ? { words: you.seats.length ? "connected" : "watching", bad: false }
          : { words: state.why ? `not connected (${state.why}), trying again` : "not connected, trying again; nothing is lost", bad: true },
        hints: info.policy.hints,
        programmes: { list: at.programmes, keep: at.keepProgrammes },
        asked: (table) => <AskedCard at={at} table={table} />,
        talk: <Talk at={at} />,
        menu: (game, onClose) => <TableMenu at={at} engine={engine} game={game} onClose={onClose} onLeave={p.onLeave} />,
      }}
      onChange={() => {}}
      onSeats={() => {}}
      onLeave={p.onLeave}
      onBranch={(text, who) => p.onBranch(text, info.title, who)}
    />
  );
}
