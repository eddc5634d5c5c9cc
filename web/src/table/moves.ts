// SPDX-License-Identifier: Apache-2.0
// moves.ts: how views hold a value of state.ts.
import { useCallback, useRef, useState } from "preact/hooks";

export interface Moves<S> {
  state: S;
  current(): S;
  move<A extends unknown[]>(by: (s: S, ...with_: A) => S, ...with_: A): S;
}

/** A value that moves by functions from one to the next. `current` is the newest one, also for whoever comes before it is drawn: a key
 * that is held down, several rows at once. */
export function useMoves<S>(first: () => S): Moves<S> {
  const [state, set] = useState(first);
  const newest = useRef(state);
  const current = useCallback(() => newest.current, []);
  const move = useCallback(<A extends unknown[]>(by: (s: S, ...with_: A) => S, ...with_: A): S => {
    newest.current = by(newest.current, ...with_);
    set(newest.current);
    return newest.current;
  }, []);
  return { state, current, move };
}
