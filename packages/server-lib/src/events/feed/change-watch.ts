import type { Clock, Timer } from '../../base/clock.js';
import type { Store } from '../../db/store.js';
import { selectHeads } from './feed-queries.js';

/** Milliseconds between two checks of the logs. */
const lookInterval = 1_000;

/** The number of checks after which a waiting reader is woken up to send a heartbeat. */
const looksPerHeartbeat = 15;

interface Waiter {
  readonly account: number;
  /** The position up to which the reader has read. */
  readonly seen: number;
  looks: number;
  wake(): void;
}

/** Wakes readers when the logs of their accounts have grown. One statement per second checks all logs. */
export class ChangeWatch {
  readonly #waiters = new Set<Waiter>();
  #timer: Timer | undefined;
  #hasEnded = false;

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Resolves when an account has changes after a position, after some time without changes, or when the signal aborts. */
  wait(account: number, seen: number, signal: AbortSignal): Promise<void> {
    if (this.#hasEnded || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const waiter: Waiter = {
        account,
        seen,
        looks: 0,
        wake: () => {
          this.#waiters.delete(waiter);
          signal.removeEventListener('abort', waiter.wake);
          resolve();
        },
      };
      this.#waiters.add(waiter);
      signal.addEventListener('abort', waiter.wake);
      this.#lookLater();
    });
  }

  /** Wakes all readers. */
  end(): void {
    this.#hasEnded = true;
    this.#timer?.cancel();
    for (const waiter of this.#waiters) waiter.wake();
  }

  #lookLater(): void {
    if (this.#hasEnded || this.#waiters.size === 0) return;
    this.#timer ??= this.clock.setTimeout(() => this.#look(), lookInterval, 'repeat');
  }

  async #look(): Promise<void> {
    const accounts = [...new Set([...this.#waiters].map(({ account }) => account))];
    this.#timer = undefined;
    // All readers may have left since the check started.
    if (accounts.length === 0) return;
    // If the check fails, the next read of each reader reports the error.
    const rows = await this.store.read(selectHeads(accounts)).catch(() => undefined);
    const heads = new Map(rows?.map(({ account_id, last_seq }) => [account_id, last_seq]));
    for (const waiter of this.#waiters) {
      waiter.looks++;
      const hasGrown = (heads.get(waiter.account) ?? 0) !== waiter.seen && accounts.includes(waiter.account);
      if (!rows || hasGrown || waiter.looks >= looksPerHeartbeat) waiter.wake();
    }
    this.#lookLater();
  }
}
