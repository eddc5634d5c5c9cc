// SPDX-License-Identifier: Apache-2.0
// Learn.tsx: a title's lesson, part by part; whoever leaves comes back to the same prompt.
import { useState } from "preact/hooks";
import { isProblem, type Engine } from "../engine/engine";
import type { LessonStep } from "../engine/types";
import { Table } from "../table/Table";
import { seatColor } from "./colors";

interface Progress {
  part: number;
  step: number;
}

const keyOf = (title: string): string => `roundhouse.lesson.${title}`;

function progressOf(title: string): Progress {
  try {
    return { part: 0, step: 0, ...(JSON.parse(localStorage.getItem(keyOf(title)) ?? "{}") as Partial<Progress>) };
  } catch {
    return { part: 0, step: 0 };
  }
}

function remember(title: string, progress: Progress | undefined): void {
  try {
    if (progress) localStorage.setItem(keyOf(title), JSON.stringify(progress));
    else localStorage.removeItem(keyOf(title));
  } catch {
    // a browser that keeps nothing still teaches
  }
}

/** What is played before this step. */
const linesBefore = (steps: LessonStep[], step: number): string[] =>
  steps.slice(0, step).flatMap((s) => [...(s.do ?? []), ...(s.then ?? [])]);

export function Learn({ engine, title, onLeave, onPlay }: { engine: Engine; title: string; onLeave(): void; onPlay(): void }) {
  const [lesson] = useState(() => engine.lesson(title));
  const [{ part, step }, setProgress] = useState(() => progressOf(title));
  const now = isProblem(lesson) ? undefined : lesson.parts[part];
  if (isProblem(lesson) || !now)
    return (
      <main class="start">
        <h1>{isProblem(lesson) ? lesson.error : "You have seen how it goes"}</h1>
        <p class="buttons">
          {!isProblem(lesson) && <button type="button" class="main" onClick={() => { remember(title, undefined); onPlay(); }}>A game of your own</button>}
          <button type="button" onClick={() => { remember(title, undefined); onLeave(); }}>To the first screen</button>
        </p>
      </main>
    );
  const record = `${now.record.join("\n")}\n\n${linesBefore(now.steps, step).join("\n")}\n`;
  const players = /^players: (.*)$/m.exec(record)?.[1]?.split(", ") ?? [];
  const count = (parts: typeof lesson.parts) => parts.reduce((sum, p) => sum + p.steps.length, 0);
  const go = (to: Progress) => {
    remember(title, to);
    setProgress(to);
  };
  return (
    <Table
      key={part}
      id=""
      engine={engine}
      record={record}
      prepared
      seats={players.map((name, i) => ({ name, color: seatColor(i), kind: name === lesson.player ? "human" : "coach" }))}
      trouble=""
      called="Lesson"
      coaching={{
        steps: now.steps, first: step, before: count(lesson.parts.slice(0, part)), all: count(lesson.parts), last: part + 1 === lesson.parts.length,
        onStep: (reached) => remember(title, { part, step: reached }),
        onEnd: () => go({ part: part + 1, step: 0 }),
        onLeave,
      }}
      onChange={() => {}}
      onSeats={() => {}}
      onLeave={onLeave}
    />
  );
}
