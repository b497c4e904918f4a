import type { Operation, Report, Write } from './operation.js';
import type { SharedWindows } from './windows/shared-windows.js';

/** The writes that are not committed yet. */
export interface PendingWrites {
  readonly writes: number;
  /** Their approximate size in bytes. */
  readonly bytes: number;
  /** When the oldest pending write was submitted, by the monotonic clock. Undefined if there are no pending writes. */
  readonly oldestSince: number | undefined;
}

/** How many connections of a pool are in use. */
export interface PoolUse {
  readonly pool: 'reading' | 'writing' | 'counting' | 'shared';
  readonly used: number;
  readonly idle: number;
  /** The operations that wait for a connection. */
  readonly waiting: number;
}

/** The database. Code above this interface does not depend on a particular database. */
export interface Store {
  /**
   * Resolves when the database is open and its schema is up to date.
   *
   * @throws StoreError that says what to do, when the database cannot be opened.
   */
  ready(): Promise<void>;
  /** Runs a write and resolves when it is durable. */
  run<Input, Outcome>(write: Write<Input, Outcome>, input: Input): Promise<Outcome>;
  /** Runs an operation that only reads committed data. */
  read<Outcome>(operation: Operation<Outcome>): Promise<Outcome>;
  /** Runs a report over a snapshot of the database that includes everything committed before the call. */
  report<Input, Outcome>(report: Report<Input, Outcome>, input: Input): Promise<Outcome>;
  readonly pending: PendingWrites;
  /** The counts of limits, apart from the writes. Undefined if no other process can use the database. */
  readonly windows?: SharedWindows | undefined;
  /** Returns the use of connection pools, for databases that have some. */
  pools?(): readonly PoolUse[];
  /** Finishes pending writes and closes. Later calls reject with the code `unavailable`. */
  close(): Promise<void>;
}
