/** Microseconds since 1970, as an integer. All times are stored and compared in this unit. */
export type Micros = number;

/** A call in the future. */
export interface Timer {
  /** Cancels the call, unless it was made. */
  cancel(): void;
}

/**
 * The purpose of a timer, which a clock that a test controls has to know:
 * - `pause`: the code that sets the timer waits for it and for nothing else.
 * - `deadline`: the call ends a wait of the code that sets the timer, such as for a response.
 * - `repeat`: the call repeats work, such as a search for emails to send. It may be late or early.
 */
export type TimerKind = 'pause' | 'deadline' | 'repeat';

/** A clock with timers, such as one that a test moves. */
export interface ClockSource {
  /** Returns milliseconds since 1970. Fractions are microseconds. */
  now(): number;
  /** Calls a function once after a number of milliseconds. */
  setTimeout(callback: () => unknown, milliseconds: number, kind?: TimerKind): Timer;
}

/** The time of day, a clock to measure durations with, and timers. */
export interface Clock {
  /** Returns the time of day. */
  now(): Micros;
  /** Returns milliseconds on a monotonic clock. */
  elapsed(): number;
  /** Calls a function once after a number of milliseconds. The timer does not keep the process alive. */
  setTimeout(callback: () => unknown, milliseconds: number, kind?: TimerKind): Timer;
  /** Calls a function repeatedly. The timer does not keep the process alive. */
  setInterval(callback: () => unknown, milliseconds: number): Timer;
  /** Resolves after a number of milliseconds. With real timers, the process stays alive until then. */
  pause(milliseconds: number): Promise<void>;
}

/**
 * The real timers and the monotonic time, captured when this module is loaded. A host's tests may replace the global ones, and a
 * write that depended on fake timers would never settle.
 */
const { setTimeout: setRealTimeout, clearTimeout: clearRealTimeout, setImmediate } = globalThis;
const monotonicNow = performance.now.bind(performance);

/** How far the monotonic clock can drift from the time of day before it is synchronized again. */
const maxDrift: Micros = 20_000;

/**
 * How far the time of day can be set back while `now()` stays at the latest time it returned. If it is set back further,
 * `now()` follows.
 */
const maxHeldBack: Micros = 1_000_000;

/**
 * Returns the clock of the machine, one that is moved by a test, or one with real timers over a function like `Date.now`, whose
 * fractions are microseconds.
 */
export function createClock(source?: (() => number) | ClockSource): Clock {
  if (source === undefined) return createSystemClock(Date.now, monotonicNow);
  if (typeof source === 'function') return withRealTimers(microsOf(source), source);
  const elapsed = () => source.now();
  const setTimeout: Clock['setTimeout'] = (...timer) => source.setTimeout(...timer);
  return {
    now: microsOf(elapsed),
    elapsed,
    setTimeout,
    setInterval: createSetInterval(setTimeout),
    // On a clock that a test controls, work takes no time, so a pause that is as long as the work would have no length.
    pause: (milliseconds) =>
      new Promise(
        (resolve) => void (milliseconds >= 1 ? setTimeout(resolve, milliseconds, 'pause') : setImmediate(resolve)),
      ),
  };
}

const microsOf = (milliseconds: () => number) => (): Micros => Math.round(milliseconds() * 1000);

function withRealTimers(now: () => Micros, elapsed: () => number): Clock {
  const setTimeout: Clock['setTimeout'] = (callback, milliseconds) => {
    const timer = setRealTimeout(callback, milliseconds).unref();
    return { cancel: () => clearRealTimeout(timer) };
  };
  return {
    now,
    elapsed,
    setTimeout,
    setInterval: createSetInterval(setTimeout),
    pause: (milliseconds) => new Promise((resolve) => setRealTimeout(resolve, milliseconds)),
  };
}

function createSetInterval(setTimeout: Clock['setTimeout']): Clock['setInterval'] {
  return (callback, milliseconds) => {
    let timer = setTimeout(repeat, milliseconds, 'repeat');
    function repeat(): unknown {
      timer = setTimeout(repeat, milliseconds, 'repeat');
      return callback();
    }
    return { cancel: () => timer.cancel() };
  };
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

  return withRealTimers(neverEarlier(read), monotonic);
}

/**
 * The clock of the machine, for code that waits for other processes or measures this one, which take real time whatever the
 * clock of an instance says. `scripts/lint-timers.mjs` lists the modules that may use it, and why.
 */
export const systemClock: Clock = createClock();

/** A clock that is corrected by the clock of a database, so that the times of all instances of the database agree. */
export interface CorrectedClock extends Clock {
  /**
   * Measures the difference to the clock of the database, and corrects this clock by the difference.
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
    ...own,
    now,
    async synchronize(readTime) {
      const sentAt = own.now();
      const time = await readTime();
      const receivedAt = own.now();
      const measured = Math.round(time - (sentAt + receivedAt) / 2);
      // The error of the measurement is at most half of the time that the measurement took.
      if (Math.abs(measured - offset) > (receivedAt - sentAt) / 2) offset = measured;
    },
  };
}

/** Returns a clock that stays at its latest time while the given clock is set back by up to {@link maxHeldBack}. */
function neverEarlier(read: () => Micros): () => Micros {
  let latest: Micros = 0;
  return () => {
    const time = read();
    if (time > latest || latest - time > maxHeldBack) latest = time;
    return latest;
  };
}

/** The second that was formatted last, and its text. Answers that are recorded together have the same second. */
const formatted = { second: Number.NaN, text: '' };

/** Formats a time as ISO 8601 in UTC with microseconds: `2026-01-31T09:05:07.004213Z`. */
export function formatTimestamp(time: Micros): string {
  const second = Math.floor(time / 1_000_000);
  if (second !== formatted.second) {
    // First the text: a time that has none throws.
    formatted.text = new Date(second * 1000).toISOString().slice(0, 20);
    formatted.second = second;
  }
  return `${formatted.text}${String(time - second * 1_000_000).padStart(6, '0')}Z`;
}

/** Formats the date of a time in UTC: `2026-01-31`. */
export function dateOf(time: Micros): string {
  return formatTimestamp(time).slice(0, 10);
}
