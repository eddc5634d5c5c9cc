// SPDX-License-Identifier: Apache-2.0
// Clock.tsx: what is played for the table when nobody acts, and the seconds until then. The engine
// knows no time; the page keeps it, where a bot would have to make the call or people want it kept.
import { useEffect, useState } from "preact/hooks";
import type { Legal } from "../engine/types";

export function Clock({ clock, running, held, onRun, onCall }: {
  clock: NonNullable<Legal["clock"]>;
  running: boolean;
  held: boolean; // bots are halted, or have not spoken yet
  onRun(running: boolean): void;
  onCall(line: string): void;
}) {
  const [left, setLeft] = useState(clock.seconds);
  useEffect(() => {
    if (!running || held) return;
    const tick = window.setTimeout(() => (left > 1 ? setLeft(left - 1) : onCall(clock.line)), 1000);
    return () => window.clearTimeout(tick);
  }, [running, held, left]);
  // Whoever is about to decide gets the whole time again.
  useEffect(() => {
    const again = (e: Event) => { if ((e.target as HTMLElement).closest?.(".decide")) setLeft(clock.seconds); };
    for (const kind of ["pointerdown", "keydown", "input"]) window.addEventListener(kind, again);
    return () => { for (const kind of ["pointerdown", "keydown", "input"]) window.removeEventListener(kind, again); };
  }, [clock.seconds]);
  return (
    <div class="clock" role="timer">
      <span>{running ? `${left} s until: ` : "No clock runs: "}{clock.words}</span>
      <button type="button" onClick={() => { onRun(!running); setLeft(clock.seconds); }}>{running ? "Stop the clock" : "Run the clock"}</button>
    </div>
  );
}

/** The same at a table of several people, which keeps the time itself; here it is a guess. */
export function Hammer({ clock }: { clock: NonNullable<Legal["clock"]> }) {
  const [left, setLeft] = useState(clock.seconds);
  useEffect(() => {
    const tick = window.setInterval(() => setLeft((n) => Math.max(0, n - 1)), 1000);
    return () => window.clearInterval(tick);
  }, []);
  return <div class="clock" role="timer"><span>{left} s until the table makes its call: {clock.words}</span></div>;
}
