import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClockSource, TimerKind } from '../../base/clock.js';
import { nextTurn, ownWork } from '../../base/event-loop.js';

/** A duration: milliseconds, or an object with units. */
export type Duration =
  | number
  | {
      days?: number;
      hours?: number;
      minutes?: number;
      seconds?: number;
      milliseconds?: number;
    };

/** The clock of a test instance. Its time changes only when the test changes it. */
export interface TestClock {
  /** Returns the current time of the clock. */
  now(): Date;
  /**
   * Sets the time, and runs the background work that becomes due, as {@link advance} does. Set the time back only before the
   * first request: rate limits count on a clock that moves forward.
   */
  set(time: Date | string | number): Promise<void>;
  /**
   * Moves the time forward, and runs the background work that becomes due, such as webhooks, emails and the deletion of expired
   * answers. It runs in the order of its due times, each at its due time. Await the call: it resolves when the work is done, and
   * rejects if some of it fails. Repeated work, such as a check for emails every second, runs less often in a long move, and once more at
   * its end.
   *
   * `advance(0)` runs what is due now.
   *
   * @example
   * await test.clock.advance({ minutes: 5 });
   */
  advance(duration: Duration): Promise<void>;
}

const milliseconds = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1_000, milliseconds: 1 };

/** How late repeated work can be: a share of the time that the move has covered. */
const maxLateness = 1 / 4;

/** A callback whose promise is not settled. */
interface Task {
  /** The number of pauses on this clock that it waits for. */
  pauses: number;
  /** The number of its deadlines. While it has a deadline, it may wait for something else than this clock, such as a response. */
  deadlines: number;
}

/** A callback that will be called. */
interface Call {
  due: number;
  readonly callback: () => unknown;
  readonly kind: TimerKind | undefined;
  /** When it was added, and how many calls were added before. */
  addedAt: number;
  readonly number: number;
  /** The task that has set the timer, if it was a task. */
  readonly owner: Task | undefined;
}

/** A change of the time, which lasts until everything that becomes due has run. */
interface Move {
  readonly from: number;
  to: number;
  /** How many calls were added before it. */
  readonly number: number;
  /** The tasks of earlier moves that do not wait for this clock. This move does not wait for them, unless a deadline ends. */
  readonly ignored: Set<Task>;
  /** The tasks of which a deadline has ended. */
  readonly ended: Set<Task>;
}

/** Creates a clock and the source of time for the option `clock` of `createAskwell`. */
export function createTestClock(start: Date | string | number): { clock: TestClock; source: ClockSource } {
  const timeline = new Timeline(parseTime('now', start));
  return {
    clock: {
      now: () => new Date(timeline.time),
      set: (next) => timeline.move(parseTime('clock.set', next)),
      advance: (duration) => timeline.move(timeline.end + parseDuration(duration)),
    },
    source: {
      now: () => timeline.time,
      setTimeout: (...timer) => timeline.setTimeout(...timer),
    },
  };
}

class Timeline {
  time: number;
  /** The time when all moves have ended. */
  end: number;
  /** The next calls, by their due times. Those that are due at the same time are in the order in which they were added. */
  readonly #calls: Call[] = [];
  readonly #tasks = new Set<Task>();
  readonly #currentTask = new AsyncLocalStorage<Task>();
  readonly #moves = new Set<Move>();
  /** How many calls were added. */
  #count = 0;
  #failures: unknown[] = [];
  /** Called when a task may have ended or begun to wait for the clock. */
  #waiting: (() => void)[] = [];

  constructor(start: number) {
    this.time = start;
    this.end = start;
  }

  readonly setTimeout: ClockSource['setTimeout'] = (callback, delay, kind) => {
    const current = this.#currentTask.getStore();
    const owner = current && this.#tasks.has(current) ? current : undefined;
    const due = this.time + Math.max(delay, 0) * (kind === 'repeat' ? this.#delays(delay) : 1);
    const call: Call = { due, callback, kind, owner, addedAt: this.time, number: this.#count++ };
    this.#calls.splice(this.#calls.findLastIndex((other) => other.due <= due) + 1, 0, call);
    if (owner) this.#noteTimer(owner, kind);
    return { cancel: () => this.#remove(call) };
  };

  async move(to: number): Promise<void> {
    this.#setBack(this.time - to);
    const isWorking = (task: Task): boolean => task.pauses === 0;
    const move: Move = {
      from: this.time,
      to,
      number: this.#count,
      ignored: new Set([...this.#tasks].filter(isWorking)),
      ended: new Set(),
    };
    this.end = to;
    this.#moves.add(move);
    for (let call = this.#next(move); call; call = this.#next(move)) {
      this.#remove(call);
      this.#run(call);
      if (call.owner && call.kind === 'deadline') move.ended.add(call.owner);
      // Code that waited for this call continues at this time.
      if (call.owner ? this.#tasks.has(call.owner) : call.kind === 'pause') await nextTurn(ownWork);
      const tasks = this.#workingTasks(move);
      if (tasks) await tasks;
    }
    this.#moves.delete(move);
    this.#throwFailure();
  }

  /** Moves the time back. Timers measure durations, so they are as far away as before. */
  #setBack(difference: number): void {
    if (difference <= 0) return;
    this.time -= difference;
    for (const call of this.#calls) {
      call.due -= difference;
      call.addedAt -= difference;
    }
    for (const move of this.#moves) move.to -= difference;
  }

  /** Returns after how many delays work is repeated. The last one of a move is always made. */
  #delays(delay: number): number {
    const move = [...this.#moves].at(-1);
    if (!move) return 1;
    const longest = Math.min((this.time - move.from) * maxLateness, move.to - this.time);
    return delay > 0 ? Math.max(Math.floor(longest / delay), 1) : 1;
  }

  /** Goes to the time of the next call of a move, or to its end. There, all work that was not repeated then follows. */
  #next({ to, number }: Move): Call | undefined {
    const [next] = this.#calls;
    this.time = Math.max(this.time, Math.min(next?.due ?? to, to));
    if (next && next.due <= to) return next;
    return this.#calls.find((call) => call.kind === 'repeat' && (call.number < number || call.addedAt < to));
  }

  #remove(call: Call): void {
    const at = this.#calls.indexOf(call);
    if (at < 0) return;
    this.#calls.splice(at, 1);
    if (call.kind === 'pause' && call.owner) call.owner.pauses--;
    if (call.kind === 'deadline' && call.owner) call.owner.deadlines--;
  }

  #run({ callback, kind }: Call): void {
    if (kind === 'pause') {
      callback();
      return;
    }
    const task: Task = { pauses: 0, deadlines: 0 };
    this.#tasks.add(task);
    try {
      const result = this.#currentTask.run(task, callback);
      if (result instanceof Promise) {
        result.catch((error: unknown) => void this.#failures.push(error)).finally(() => this.#endTask(task));
        return;
      }
    } catch (error) {
      this.#failures.push(error);
    }
    this.#endTask(task);
  }

  #endTask(task: Task): void {
    this.#tasks.delete(task);
    // While the storage is enabled, Node calls a hook for each promise.
    if (this.#tasks.size === 0) this.#currentTask.disable();
    this.#notify();
  }

  /** Notes that a task waits for this clock, or has another deadline. */
  #noteTimer(task: Task, kind: TimerKind | undefined): void {
    if (kind === 'pause') task.pauses++;
    if (kind === 'pause') for (const { ignored } of this.#moves) ignored.delete(task);
    if (kind === 'deadline') task.deadlines++;
    this.#notify();
  }

  #notify(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resolves when each task has ended or waits for the clock. Undefined if no task is running. */
  #workingTasks({ ignored, ended }: Move): Promise<void> | undefined {
    const isIgnored = (task: Task): boolean => ignored.has(task) && (task.deadlines > 0 || !ended.has(task));
    const isDone = (): boolean => [...this.#tasks].every((task) => task.pauses > 0 || isIgnored(task));
    if (isDone()) return undefined;
    return new Promise((resolve) => {
      const check = (): void => void (isDone() ? resolve() : this.#waiting.push(check));
      this.#waiting.push(check);
    });
  }

  #throwFailure(): void {
    const failures = this.#failures;
    this.#failures = [];
    if (failures.length > 1) throw new AggregateError(failures, 'Several callbacks of the clock failed.');
    for (const failure of failures) throw failure;
  }
}

function parseTime(source: string, time: Date | string | number): number {
  const parsed = new Date(time).getTime();
  if (Number.isNaN(parsed)) throw new TypeError(`${source}: expected a date or a time, got ${JSON.stringify(time)}.`);
  return parsed;
}

function parseDuration(duration: Duration): number {
  const length = typeof duration === 'number' ? duration : sumOf(duration);
  if (Number.isFinite(length) && length >= 0) return length;
  throw new TypeError(
    `clock.advance: expected milliseconds or an object such as { minutes: 5 }, got ${JSON.stringify(duration)}.`,
  );
}

/** Returns the duration in milliseconds, or NaN if it has an unknown unit. */
function sumOf(duration: Exclude<Duration, number>): number {
  const units = new Map(Object.entries(milliseconds));
  return Object.entries(duration).reduce((sum, [unit, count]) => sum + count * (units.get(unit) ?? Number.NaN), 0);
}
