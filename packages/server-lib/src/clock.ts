/** Microseconds since 1970, as an integer. All times are stored and compared in this unit. */
export type Micros = number;

/** The time of day, and a clock to measure durations with. */
export interface Clock {
  /** Returns the time of day. */
  now(): Micros;
  /** Returns milliseconds on a monotonic clock. */
  elapsed(): number;
}

/** How far the monotonic clock can drift from the time of day before it is synchronized again. */
const maxDrift: Micros = 20_000;

/**
 * How far the time of day can be set back while `now()` stays at the latest time it returned. If it is set back further,
 * `now()` follows.
 */
const maxHeldBack: Micros = 1_000_000;

/** Returns the clock of the machine, or one over a function like `Date.now`, whose fractions are microseconds. */
export function createClock(milliseconds?: () => number): Clock {
  if (milliseconds) return { now: () => Math.round(milliseconds() * 1000), elapsed: milliseconds };
  return createSystemClock(Date.now, () => performance.now());
}

/**
 * Returns a clock with a resolution of microseconds.
 *
 * @param timeOfDay Milliseconds since 1970, such as `Date.now`.
 * @param monotonic Milliseconds with fractions since any moment, such as `performance.now`.
 */
export function createSystemClock(timeOfDay: () => number, monotonic: () => number): Clock {
  let origin = timeOfDay() - monotonic();

  function read(): Micros {
    const fine = Math.round((origin + monotonic()) * 1000);
    const coarse = Math.round(timeOfDay() * 1000);
    if (Math.abs(fine - coarse) < maxDrift) return fine;
    origin = timeOfDay() - monotonic();
    return coarse;
  }

  return { now: neverEarlier(read), elapsed: monotonic };
}

/** A clock that is corrected by that of a database, so that the times of all its instances agree. */
export interface CorrectedClock extends Clock {
  /**
   * Measures the difference to the database's clock, and corrects this one by it.
   *
   * @param readTime Reads the time of day of the database.
   */
  synchronize(readTime: () => Promise<Micros>): Promise<void>;
}

/** Returns a clock that can be corrected. Corrections move `now()` back only if they are larger than a second. */
export function createCorrectedClock(own: Clock): CorrectedClock {
  let offset: Micros = 0;
  const now = neverEarlier(() => own.now() + offset);
  return {
    now,
    elapsed: own.elapsed,
    async synchronize(readTime) {
      const sentAt = own.now();
      const time = await readTime();
      const receivedAt = own.now();
      const measured = Math.round(time - (sentAt + receivedAt) / 2);
      // The measurement is no more exact than half of the time that it took.
      if (Math.abs(measured - offset) > (receivedAt - sentAt) / 2) offset = measured;
    },
  };
}

/** Returns times that stay at the latest one while the clock is set back by up to {@link maxHeldBack}. */
function neverEarlier(read: () => Micros): () => Micros {
  let latest: Micros = 0;
  return () => {
    const time = read();
    if (time > latest || latest - time > maxHeldBack) latest = time;
    return latest;
  };
}

/** Formats a time as ISO 8601 in UTC with microseconds: `2026-01-31T09:05:07.004213Z`. */
export function formatTimestamp(time: Micros): string {
  const second = Math.floor(time / 1_000_000);
  const micros = String(time - second * 1_000_000).padStart(6, '0');
  return `${new Date(second * 1000).toISOString().slice(0, 20)}${micros}Z`;
}
