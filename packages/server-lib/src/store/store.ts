import type { Operation, Report, Write } from './operation.js';

/** The writes that are not settled. */
export interface PendingWrites {
  readonly writes: number;
  /** About how many bytes they take. */
  readonly bytes: number;
  /** When the oldest of them came, by the clock that never goes back. */
  readonly oldestSince: number | undefined;
}

/** Where everything is kept. Nothing above this interface knows which database it is. */
export interface Store {
  /** Settles when the database is open and its schema current; rejects with what to do when it can't be. */
  ready(): Promise<void>;
  /** Runs a write and resolves once it is durable. */
  run<Input, Outcome>(write: Write<Input, Outcome>, input: Input): Promise<Outcome>;
  /** Runs an operation that only reads, over what has been committed. */
  read<Outcome>(operation: Operation<Outcome>): Promise<Outcome>;
  /** Runs a report over one state of the database, which has all that was committed before the call. */
  report<Input, Outcome>(report: Report<Input, Outcome>, input: Input): Promise<Outcome>;
  readonly pending: PendingWrites;
  /** Finishes what is pending and closes. Later calls are refused as unavailable. */
  close(): Promise<void>;
}
