import type { WindowState } from './change-windows.js';
import type { SharedWindow } from './shared-window.js';
import type { Counted } from './shared-windows.js';

/** A request that waits for its decision. */
export interface WaitingTake {
  readonly window: SharedWindow;
  readonly outer: SharedWindow | undefined;
  readonly resolve: (counted: Counted) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gives each request of a batch its decision: the first requests of a window get what it has admitted. A request that its window
 * has admitted, but the outer window has not, is given back.
 */
export function assignDecisions(
  takes: readonly WaitingTake[],
  states: readonly WindowState[],
  giveBack: (window: SharedWindow, at: number) => void,
): void {
  const remaining = new Map(states.map((state) => [state.id, { state, taken: state.taken }]));

  function decide(window: SharedWindow, wants: boolean): Counted {
    const entry = remaining.get(window.id);
    if (!entry) throw new Error('The database did not return a window that it counted in.');
    const admitted = wants && entry.taken > 0;
    if (admitted) entry.taken--;
    return toCounted(window, entry.state, admitted, entry.taken);
  }

  for (const { window, outer, resolve } of takes) {
    const inner = decide(window, true);
    if (!outer) {
      resolve(inner);
      continue;
    }
    const around = decide(outer, inner.admitted);
    if (inner.admitted && !around.admitted) giveBack(window, inner.at);
    resolve(combine(inner, around));
  }
}

/** @param untold The number of admissions whose requests get their decisions later. */
function toCounted(
  { id, limit, seconds }: SharedWindow,
  state: WindowState,
  admitted: boolean,
  untold: number,
): Counted {
  const { at, used, oldest } = state;
  const resetMicros = oldest === null ? 0 : oldest + seconds * 1_000_000 - at;
  const resetSeconds = Math.ceil(resetMicros / 1_000_000);
  return {
    admitted,
    remaining: Math.max(0, limit - used + untold),
    resetSeconds,
    retryAfterSeconds: admitted ? 0 : resetSeconds,
    at,
    resetMicros,
    refusedBy: admitted ? undefined : id,
  };
}

/** Returns the decision if two windows apply: a request is admitted if both admit it, and waits for both. */
function combine(inner: Counted, outer: Counted): Counted {
  const { at } = inner;
  if (inner.admitted && !outer.admitted) return { ...outer, at };
  if (!inner.admitted) {
    // The outer window was not asked, but it may be full too.
    const waitsForOuter = outer.remaining === 0 && outer.resetMicros > inner.resetMicros;
    return waitsForOuter ? { ...outer, at } : inner;
  }
  const stricter = inner.remaining <= outer.remaining ? inner : outer;
  const equal = inner.remaining === outer.remaining;
  const other = stricter === inner ? outer : inner;
  return equal && other.resetMicros > stricter.resetMicros ? { ...other, at } : { ...stricter, at };
}
