// SPDX-License-Identifier: Apache-2.0
// TurnNotice.tsx: tells people that it is for them to decide: in the title of the page, as a badge on its icon, with a
// sound if they chose one; and at one screen whose turn has come.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Seat } from "../keep";
import type { Game } from "./useGame";

const SHOWN = 800; // milliseconds

/** Two soft notes; a browser that wants a click first stays silent. */
function ring(): void {
  try {
    const audio = new AudioContext();
    for (const [n, pitch] of [660, 880].entries()) {
      const tone = audio.createOscillator(), volume = audio.createGain();
      const at = audio.currentTime + n * 0.15;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.15, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + 0.3);
      tone.onended = () => { if (n === 1) void audio.close(); };
    }
  } catch {
    // no sound here
  }
}

export function TurnNotice({ game, seats, title, sound }: { game: Game; seats: Seat[]; title: string; sound: boolean }) {
  const who = !game.botTurn && !game.calls && !game.away && !game.now.over ? game.decider : undefined;
  const people = seats.filter((s) => s.kind === "human").length;
  const far = seats.some((s) => s.presence); // the others have screens of their own
  const last = useRef(who?.name);
  const [now, setNow] = useState("");
  useEffect(() => {
    const before = document.title;
    document.title = who ? `● Your turn: ${title}` : title;
    if (who) void navigator.setAppBadge?.(1)?.catch(() => {});
    return () => {
      document.title = before;
      if (who) void navigator.clearAppBadge?.()?.catch(() => {});
    };
  }, [who !== undefined, title]);
  useEffect(() => {
    if (who?.name === last.current) return;
    last.current = who?.name;
    setNow(""); // who has acted already is not called any more
    if (!who) return;
    if (sound) ring();
    if (people < 2) return;
    setNow(who.shown ?? who.name);
    const wait = window.setTimeout(() => setNow(""), SHOWN);
    return () => window.clearTimeout(wait);
  }, [who?.name]);
  return now ? <p class="now-seat" role="status" style={{ "--seat": who?.color ?? "var(--accent)" }}>{far ? "Your turn," : "Now"} {now}</p> : null;
}
