import type { Clock, Micros, Timer } from '../../base/clock.js';
import { limitQueries } from './limit-queries.js';
import { type PostgresPool, withClient } from './postgres-pool.js';
import { valueTypes } from './value-types.js';

/** Corrects a clock. `readTime` returns the time of day of the database. */
export type SynchronizeClock = (readTime: () => Promise<Micros>) => Promise<void>;

/** Milliseconds between two measurements, and after a failed one or a lost connection. */
const interval = 60_000;
const retryDelay = 1_000;

/** How long the database may take to return its time, in milliseconds. The time of a slow reply is not exact. */
const replyTimeout = 5_000;

/** Corrects the clock of an instance by the clock of the database, so that the times of all instances agree. */
export class ClockSynchronizer {
  #timer: Timer | undefined;
  #isRetrying = false;

  constructor(
    private readonly synchronize: SynchronizeClock,
    private readonly clock: Clock,
  ) {}

  /** Measures the difference now, and again from time to time. */
  async start(pool: PostgresPool): Promise<void> {
    await this.synchronize(() => readTime(pool));
    this.#schedule(pool, interval);
  }

  /** Measures again soon: the connection was lost, so the next one may lead to another server. */
  connectionLost(pool: PostgresPool): void {
    if (this.#timer && !this.#isRetrying) this.#schedule(pool, retryDelay);
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #schedule(pool: PostgresPool, delay: number): void {
    this.#timer?.cancel();
    this.#isRetrying = delay === retryDelay;
    const timer = this.clock.setTimeout(() => this.#measure(pool, timer), delay);
    this.#timer = timer;
  }

  async #measure(pool: PostgresPool, timer: Timer): Promise<void> {
    const isDone = await this.synchronize(() => readTime(pool)).then(
      () => true,
      () => false,
    );
    if (this.#timer === timer) this.#schedule(pool, isDone ? interval : retryDelay);
  }
}

async function readTime(pool: PostgresPool): Promise<Micros> {
  const text = 'select cast(extract(epoch from clock_timestamp()) * 1000000 as bigint) as now';
  const { rows } = await withClient(pool, (client) =>
    limitQueries(client, replyTimeout).query({ text, types: valueTypes }),
  );
  const [row] = rows;
  if (typeof row === 'object' && row !== null && 'now' in row && typeof row.now === 'number') return row.now;
  throw new Error('PostgreSQL returned no time.');
}
