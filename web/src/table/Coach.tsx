// SPDX-License-Identifier: Apache-2.0
// Coach.tsx: a first game with prompts (titles/ID/lesson.json). Each prompt is tied to one thing on the table, which
// is ringed; whoever does something else sees what it does, reads why not, and it is taken back. The others at the
// table play what is written down.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Choice, LessonStep } from "../engine/types";
import type { TableApi } from "./Act";

export interface Coaching {
  steps: LessonStep[];
  first: number; // the step to begin with, for whoever comes back
  before: number; // steps of the parts before this one
  all: number; // steps of all parts
  last: boolean; // no part follows
  onStep(step: number): void; // it is reached
  onEnd(): void;
  onLeave(): void;
}

/** Shown, and not scrolled away if another one is there. */
function seen(selector: string): HTMLElement | SVGElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement | SVGElement>(selector)].filter((e) => e.checkVisibility());
  return all.find(inWindow) ?? all[0];
}

/** Is its middle where somebody can click? */
function inWindow(e: Element): boolean {
  const box = e.getBoundingClientRect();
  const on = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return on !== null && (e.contains(on) || (on.contains(e) && !on.matches("[data-region]"))); // a region alone: its rim
}

/** What is to be clicked next on the way to this action, the first of what is wanted. */
function wayTo([line = "", ...rest]: string[], choice: Choice | undefined, ranged: Choice | undefined): Element | undefined {
  const quoted = CSS.escape(line);
  const sum = ranged?.before && line.slice(ranged.before.length, line.length - (ranged.after?.length ?? 0));
  const raise = sum && ranged && seen(`[data-bidder="${CSS.escape(ranged.by)}"] [data-kind=raise][data-amount="${sum}"]`);
  if (raise) return raise;
  if (choice?.kind === "lay") {
    const lay = seen("[data-lay]");
    if (lay?.dataset.lay === line) return lay;
    const disc = seen(`[data-tile="${CSS.escape(choice.tile ?? "")}"]`);
    if (disc?.getAttribute("aria-pressed") === "true") return seen("[data-turn]") ?? disc;
    if (disc) return disc;
  }
  const kind = / (pay|withhold|half)\b/.exec([line, ...rest].join(" "))?.[1];
  return seen(`[data-line="${quoted}"][data-confirm]`) ?? seen("[data-confirm]") ?? seen(`[data-line="${quoted}"]`) ?? seen(`[data-pass="${quoted}"]`)
    ?? (choice?.hex ? seen(`.mark[data-hex="${choice.hex}"]`) : undefined)
    ?? (choice?.kind === "start" ? seen(`[aria-label="Start ${choice.company}"]`) : undefined)
    ?? (kind ? seen(`[data-kind="run-${kind}"]`) : undefined) ?? (/ run /.test(line) ? seen('[data-kind="run"]') : undefined)
    ?? seen('[data-kind="run-pay"]') ?? seen('[data-view="moment"]');
}

/** Is this what the prompt asks for? Of a run only that it is one: the best is proposed. */
const same = (played: string, wanted: string): boolean =>
  played === wanted || (/ run /.test(wanted) && played.startsWith(wanted.replace(/ run .*/, " run ")));

/** A ring round an element, wherever it moves; the prompt keeps to the other half of the window. */
function useRing(find: () => Element | undefined): preact.RefObject<HTMLDivElement> {
  const ring = useRef<HTMLDivElement>(null);
  const now = useRef(find);
  now.current = find;
  useEffect(() => {
    let frame = 0;
    const follow = () => {
      const thing = now.current();
      if (thing && !inWindow(thing) && !document.querySelector(".coach")?.contains(thing)) thing.scrollIntoView({ block: "nearest" });
      const box = thing?.getBoundingClientRect();
      const style = ring.current?.style;
      if (style) {
        style.display = box?.width ? "block" : "none";
        if (box) {
          style.left = `${box.left - 5}px`;
          style.top = `${box.top - 5}px`;
          style.width = `${box.width + 10}px`;
          style.height = `${box.height + 10}px`;
          ring.current?.classList.toggle("inside", thing?.closest(".coach") != null);
          if (!thing?.closest(".coach"))
            document.querySelector<HTMLElement>(".coach")?.classList.toggle("high", box.top > innerHeight / 2);
        }
      }
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, []);
  return ring;
}

/** onHex: where on the map the next click belongs, if it does. */
export function Coach({ table, coaching, onHex }: { table: TableApi; coaching: Coaching; onHex(hex: string): void }) {
  const { game, legal } = table;
  const [at, setAt] = useState(coaching.first);
  const [wrong, setWrong] = useState("");
  const step = coaching.steps[at];
  const wanted = step?.do ?? [];
  const began = useRef(game.log.length);
  const done = game.log.length - began.current;
  const next = () => {
    if (at + 1 === coaching.steps.length) return coaching.onEnd();
    setAt(at + 1);
    coaching.onStep(at + 1);
  };
  useEffect(() => {
    if (!step || game.past) return;
    if (done < 0) { // what earlier prompts asked for was taken back: they ask for it again
      let to = at;
      for (; to > 0 && began.current > game.log.length; to--)
        began.current -= (coaching.steps[to - 1]!.do ?? []).length + (coaching.steps[to - 1]!.then ?? []).length;
      if (began.current < game.log.length) game.back(began.current);
      setWrong("");
      setAt(to);
      return coaching.onStep(to);
    }
    const played = game.log.slice(began.current);
    const stray = played.findIndex((e, i) => !same(e.line, wanted[i] ?? ""));
    if (stray >= 0 && stray < wanted.length) {
      const entry = played[stray]!;
      const reason = Object.entries(step.other ?? {}).find(([kind]) => kind === entry.kind)?.[1];
      return setWrong(`${entry.by}: ${entry.words}. ${entry.events[0]?.text ? `${entry.events[0].text}. ` : ""}${reason ?? "It is legal, but not what this lesson shows."}`);
    }
    setWrong(""); // by Undo too what was wrong is taken back
    if (!done || played.length < wanted.length) return;
    const then = step.then ?? [];
    began.current = game.log.length + then.length;
    if (then.length) game.play(then);
    next();
  }, [game.now]);
  const rest = wanted.slice(Math.max(0, done));
  const line = rest[0] ?? "";
  const choice = legal.choices.find((c) => c.line === line);
  useEffect(() => onHex(choice?.hex ?? ""), [choice?.hex]);
  /* A sum within a range: its line is that of no choice, or that of the least sum. */
  const ranged = legal.choices.find((c) => c.before !== undefined && line.startsWith(c.before));
  const ring = useRing(() => (wrong || !line ? seen("[data-coach]") : wayTo(rest, choice, ranged)));
  const spoken = useRing(() => (step?.look && !wrong ? seen(step.look) : undefined));
  if (!step) return null;
  return (
    <>
      <div class="coach-spoken" ref={spoken} aria-hidden="true" />
      <div class="coach-ring" ref={ring} aria-hidden="true" />
      <aside class="coach" role="dialog" aria-label="Lesson" aria-live="polite" onClick={(e) => e.stopPropagation()}>
        <p class="muted">{coaching.before + at + 1} of {coaching.all} <button type="button" class="link" onClick={coaching.onLeave}>Leave the lesson</button></p>
        {wrong ? (
          <>
            <p>{wrong}</p>
            <button type="button" class="primary" data-coach onClick={() => { setWrong(""); game.back(began.current); }}>Take it back</button>
          </>
        ) : (
          <>
            <p>{step.say}</p>
            {!wanted.length && <button type="button" class="primary" data-coach onClick={next}>{at + 1 < coaching.steps.length ? "Next" : coaching.last ? "The end" : "Later …"}</button>}
          </>
        )}
      </aside>
    </>
  );
}
