import { setImmediate } from '../../base/event-loop.js';
import { unavailableError } from '../store-error.js';
import type { ChangeWindows, OuterWindow, WindowChange, WindowState } from './change-windows.js';
import type { SharedWindow } from './shared-window.js';
import type { Counted, SharedWindows } from './shared-windows.js';

interface WaitingReturn {
  readonly window: SharedWindow;
  readonly at: number;
  /** Called for each request that is given back. */
  readonly settle: (() => void)[];
}

/** The maximum number of requests in a batch. */
const maxBatch = 1_000;

/** The maximum number of waiting requests. Further ones are rejected. */
const maxWaiting = 20_000;

/** Counts the requests of one turn of the event loop together, and one batch after the other. */
export class WindowBatches implements SharedWindows {
  #takes: WaitingTake[] = [];
  /** By window and time, since requests of one batch were counted at the same time. */
  readonly #returns = new Map<string, WaitingReturn>();
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(private readonly change: ChangeWindows) {}

  take(window: SharedWindow, outer?: SharedWindow): Promise<Counted> {
    if (this.#isClosed || this.#takes.length >= maxWaiting) return Promise.reject(unavailableError());
    return new Promise((resolve, reject) => {
      this.#takes.push({ window, outer, resolve, reject });
      this.#start();
    });
  }

  giveBack(window: SharedWindow, at: number): Promise<void> {
    return new Promise((resolve) => {
      this.#addReturn(window, at, resolve);
      this.#start();
    });
  }

  /** Finishes the waiting requests, and rejects all later requests. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  #addReturn(window: SharedWindow, at: number, settle = () => {}): void {
    const key = `${window.id} ${at}`;
    const waiting = this.#returns.get(key);
    if (waiting) waiting.settle.push(settle);
    // A request that is not given back leaves its window later.
    else if (this.#returns.size >= maxWaiting) settle();
    else this.#returns.set(key, { window, at, settle: [settle] });
  }

  #start(): void {
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#takes.length > 0 || this.#returns.size > 0) {
      try {
        await this.#returnSome();
        await this.#takeSome();
      } catch (error) {
        // The other requests would wait just as long for the same failure.
        this.#rejectAll(error);
      }
    }
    // Nothing runs between the check above and this line: a request from now on starts a new run.
    this.#running = undefined;
  }

  /** Gives back requests, at most once per window. */
  async #returnSome(): Promise<void> {
    const returns = new Map<string, WaitingReturn>();
    for (const [key, waiting] of this.#returns) {
      if (returns.size === maxBatch) break;
      if (returns.has(waiting.window.id)) continue;
      returns.set(waiting.window.id, waiting);
      this.#returns.delete(key);
    }
    if (returns.size === 0) return;
    try {
      const changes = [...returns.values()].map(({ window, at, settle }) => ({ window, at, count: -settle.length }));
      await this.change(changes, []);
    } finally {
      settleAll(returns.values());
    }
  }

  async #takeSome(): Promise<void> {
    const takes = this.#takes.splice(0, maxBatch);
    if (takes.length === 0) return;
    try {
      const states = await this.change(toChanges(takes), toOuterWindows(takes));
      assignDecisions(takes, states, (window, at) => this.#addReturn(window, at));
    } catch (error) {
      for (const { reject } of takes) reject(error);
      throw error;
    }
  }

  #rejectAll(error: unknown): void {
    for (const { reject } of this.#takes.splice(0)) reject(error);
    settleAll(this.#returns.values());
    this.#returns.clear();
  }
}

function settleAll(returns: Iterable<WaitingReturn>): void {
  for (const { settle } of returns) for (const done of settle) done();
}

function toChanges(takes: readonly WaitingTake[]): WindowChange[] {
  const counts = new Map<string, { window: SharedWindow; count: number }>();
  for (const { window } of takes) {
    const change = counts.get(window.id);
    if (change) change.count++;
    else counts.set(window.id, { window, count: 1 });
  }
  return [...counts.values()];
}

function toOuterWindows(takes: readonly WaitingTake[]): OuterWindow[] {
  const innerIds = new Map<string, { window: SharedWindow; ids: Set<string> }>();
  for (const { window, outer } of takes) {
    if (!outer) continue;
    const found = innerIds.get(outer.id);
    if (found) found.ids.add(window.id);
    else innerIds.set(outer.id, { window: outer, ids: new Set([window.id]) });
  }
  return [...innerIds.values()].map(({ window, ids }) => ({ window, innerIds: [...ids] }));
}

/** A request that waits for its decision. */
interface WaitingTake {
  readonly window: SharedWindow;
  readonly outer: SharedWindow | undefined;
  readonly resolve: (counted: Counted) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gives each request of a batch its decision: the first requests of a window get what it has admitted. A request that its window
 * has admitted, but the outer window has not, is given back.
 */
function assignDecisions(
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

/** Combines the decisions of two windows: a request is admitted if both admit it, and otherwise waits for both. */
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
