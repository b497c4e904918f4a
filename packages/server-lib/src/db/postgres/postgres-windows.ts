import type { Clock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import { createPeriodicTask, type PeriodicTask } from '../../base/periodic-task.js';
import { unavailableError } from '../store-error.js';
import type { OuterWindow, WindowChange, WindowState } from '../windows/change-windows.js';
import { bucketWidth, type SharedWindow } from '../windows/shared-window.js';
import type { Counted, SharedWindows } from '../windows/shared-windows.js';
import { WindowBatches } from '../windows/window-batches.js';
import { countNestedStatement, countStatement, deleteExpiredStatement, serverTime } from './count-statement.js';
import { isPostgresUnavailable, isSessionLost } from './postgres-errors.js';
import { isDirect, type PostgresPool, withClient } from './postgres-pool.js';
import { prepared } from './prepared.js';
import { qualifyTables, type SchemaName } from './run-statements.js';
import { valueTypes } from './value-types.js';

/** How long a statement may take until its connection is given up, in milliseconds. */
const queryTimeout = 5_000;

/** The time between two deletions of expired windows, in milliseconds. */
const deletionInterval = 30_000;

export interface PostgresWindowsOptions {
  /** Opens the database and returns the pool for these statements. They never wait for other statements. */
  readonly open: () => Promise<PostgresPool>;
  readonly schema: SchemaName;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Replaces the clock of the server, in microseconds. For hosts that move the time in tests. */
  readonly now?: (() => number) | undefined;
}

/**
 * Windows in a table of PostgreSQL. A batch is one statement and one round trip, and works behind a pooler that assigns
 * connections by transaction.
 */
export class PostgresWindows implements SharedWindows {
  readonly #batches = new WindowBatches((changes, outer) => this.#change(changes, outer));
  readonly #deletion: PeriodicTask;

  constructor(private readonly options: PostgresWindowsOptions) {
    const { clock, logger } = options;
    const warning = 'Cannot delete expired counts of limits. The next attempt follows later.';
    this.#deletion = createPeriodicTask({ clock, logger, warning, run: () => this.#deleteExpired() });
  }

  take(window: SharedWindow, outer?: SharedWindow): Promise<Counted> {
    // Only while requests are counted, so that an idle process does nothing.
    this.#deletion.runWithin(deletionInterval);
    return this.#batches.take(window, outer);
  }

  giveBack(window: SharedWindow, at: number): Promise<void> {
    return this.#batches.giveBack(window, at);
  }

  async close(): Promise<void> {
    await Promise.all([this.#batches.close(), this.#deletion.stop()]);
  }

  async #change(changes: readonly WindowChange[], outer: readonly OuterWindow[]): Promise<readonly WindowState[]> {
    const values = innerParameters(changes);
    if (outer.length === 0) return (await this.#count(countStatement, values)).map(toState);
    return (await this.#count(countNestedStatement, [...values, ...outerParameters(outer)])).map(toState);
  }

  /**
   * The plan of the statement stays valid, because it scans no table. With a replaced clock, the text of the statement
   * contains the time, so each text differs.
   */
  async #count(statement: string, values: unknown[]): Promise<unknown[]> {
    try {
      return await this.#query(statement, values, !this.options.now);
    } catch (error) {
      // Nothing was counted.
      if (error instanceof Error && isSessionLost(error.cause)) return this.#query(statement, values);
      throw error;
    }
  }

  async #query(statement: string, values: unknown[], prepare = false): Promise<unknown[]> {
    try {
      const pool = await this.options.open();
      const text = qualifyTables(this.#withTime(statement), this.options.schema());
      // Not repeated after a lost connection: the requests may have been counted.
      return await withClient(pool, async (client) => {
        const query = { text, values, types: valueTypes, query_timeout: queryTimeout };
        return (await client.query(prepare && isDirect(client) ? prepared(query) : query)).rows;
      });
    } catch (error) {
      throw isPostgresUnavailable(error) ? unavailableError(error) : error;
    }
  }

  #withTime(statement: string): string {
    const { now } = this.options;
    return now ? statement.replaceAll(serverTime, `cast(${now()} as bigint)`) : statement;
  }

  /** Deletes expired windows, slice by slice. */
  async #deleteExpired(): Promise<void> {
    let next: Uint8Array | undefined = Buffer.alloc(0);
    while (next && !this.#deletion.isStopped) next = await this.#deleteSlice(next);
  }

  async #deleteSlice(start: Uint8Array): Promise<Uint8Array | undefined> {
    const [row] = await this.#query(deleteExpiredStatement, [start]);
    return keyOf(row);
  }
}

function innerParameters(changes: readonly WindowChange[]): unknown[] {
  return [
    changes.map(({ window }) => Buffer.from(window.id, 'hex')),
    changes.map(({ count }) => count),
    ...policyParameters(changes.map(({ window }) => window)),
    changes.map(({ at }) => at ?? null),
  ];
}

function outerParameters(outer: readonly OuterWindow[]): unknown[] {
  const pairs = outer.flatMap(({ window, innerIds }) => innerIds.map((id) => ({ id, window })));
  return [
    pairs.map(({ id }) => Buffer.from(id, 'hex')),
    pairs.map(({ window }) => Buffer.from(window.id, 'hex')),
    ...policyParameters(pairs.map(({ window }) => window)),
  ];
}

function policyParameters(windows: readonly SharedWindow[]): unknown[] {
  return [
    windows.map(({ limit }) => limit),
    windows.map(({ seconds }) => seconds * 1_000_000),
    windows.map((window) => bucketWidth(window)),
  ];
}

function toState(row: unknown): WindowState {
  const { id, taken, at, used, oldest } = Object.fromEntries(Object.entries(row ?? {}));
  return {
    id: String(id),
    taken: Number(taken),
    at: Number(at),
    used: Number(used),
    oldest: oldest === null ? null : Number(oldest),
  };
}

function keyOf(row: unknown): Uint8Array | undefined {
  const { key } = Object.fromEntries(Object.entries(row ?? {}));
  return key instanceof Uint8Array ? key : undefined;
}
