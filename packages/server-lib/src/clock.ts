/** Microseconds since 1970, as an integer: the one form in which times are kept and compared. */
export type Micros = number;

/** The two clocks: one tells what time it is, the other how much has passed. */
export interface Clock {
  /** The time of day. */
  now(): Micros;
  /** Milliseconds on a clock that never goes back. */
  elapsed(): number;
}

/** How far the finer clock may drift from the time of day before it is set anew. */
const drift: Micros = 20_000;

/** Set back by less than this, the clock waits until it is caught up with; set back further, it follows. */
const setBack: Micros = 1_000_000;

/** The machine's clock, or one made from a function like `Date.now` (fractions are microseconds). */
export function createClock(milliseconds?: () => number): Clock {
  if (milliseconds) return { now: () => Math.round(milliseconds() * 1000), elapsed: milliseconds };
  return createSystemClock(Date.now, () => performance.now());
}

/**
 * Microseconds out of two clocks in milliseconds: one that tells the time of day, coarsely, and one that is fine and
 * steady but tells nothing else.
 */
export function createSystemClock(day: () => number, steady: () => number): Clock {
  let origin = day() - steady();
  let last: Micros = 0;

  function read(): Micros {
    const fine = Math.round((origin + steady()) * 1000);
    const coarse = Math.round(day() * 1000);
    if (Math.abs(fine - coarse) < drift) return fine;
    origin = day() - steady();
    return coarse;
  }

  return {
    now() {
      const at = read();
      if (at > last || last - at > setBack) last = at;
      return last;
    },
    elapsed: steady,
  };
}

/** What seconds are written as: most are asked for again, those of things that were made long ago too. */
const written = new Map<number, string>();
const mostWritten = 1_000;

/** `2026-01-31T09:05:07.004213Z`. */
export function formatTimestamp(at: Micros): string {
  const second = Math.floor(at / 1_000_000);
  let text = written.get(second);
  if (text === undefined) {
    if (written.size === mostWritten) written.clear();
    text = new Date(second * 1000).toISOString().slice(0, 20);
    written.set(second, text);
  }
  return `${text}${String(at - second * 1_000_000).padStart(6, '0')}Z`;
}
