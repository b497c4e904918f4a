import { isQuery, type Operation, runOperation, runStep } from '../operation.js';
import type { Query } from '../sql/statement.js';
import type { Connection } from './connection.js';
import { retryWhileBusy } from './lock-timeout.js';
import { isBusy } from './sqlite-errors.js';

export interface ReadQueueOptions {
  /** How long to wait for the lock of another process, in milliseconds. */
  readonly lockTimeout: number;
  /** Converts the error of a read for the caller. */
  readonly toError: (error: unknown) => unknown;
}

interface QueuedRead {
  /** Can be called again if it throws that the database is busy. */
  readonly read: Read<unknown>;
  /** The operation, if it is a single statement. */
  readonly query: Query<unknown, unknown> | undefined;
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Read<Outcome> = () => Outcome;

const resolved = Promise.resolve();

/**
 * Runs the reads that are added in the same microtask in one snapshot, since beginning a transaction takes longer than most
 * reads. The snapshot begins after the last of them was added, so each sees all earlier commits.
 */
export class ReadQueue {
  #waiting: QueuedRead[] = [];

  constructor(
    readonly connection: Connection,
    private readonly options: ReadQueueOptions,
  ) {}

  add<Outcome>(operation: Operation<Outcome>): Promise<Outcome>;
  add(operation: Operation<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const read = prepareRead(this.connection, operation);
      const query = isQuery(operation) ? operation : undefined;
      this.#waiting.push({ read, query, resolve, reject });
      if (this.#waiting.length === 1) void resolved.then(() => this.#flush());
    });
  }

  #flush(): void {
    const group = this.#waiting;
    this.#waiting = [];
    const readAll = (): void => {
      for (const waiting of group) this.#settle(waiting);
    };
    try {
      // A single statement needs no transaction.
      if (group.length === 1 && group[0]?.query) readAll();
      else this.connection.inSnapshot(readAll);
    } catch (error) {
      // The host may have an open query on a shared handle. Reads that need no transaction still work.
      for (const waiting of group) {
        if (waiting.query) this.#settle(waiting);
        else this.#fail(waiting, error);
      }
    }
  }

  #settle(waiting: QueuedRead): void {
    try {
      waiting.resolve(waiting.read());
    } catch (error) {
      this.#fail(waiting, error);
    }
  }

  #fail({ read, resolve, reject }: QueuedRead, error: unknown): void {
    if (isBusy(error)) this.#retry(read).then(resolve, reject);
    else reject(this.options.toError(error));
  }

  /** Retries a read while the database is locked, which is rare in WAL mode. */
  async #retry(read: Read<unknown>): Promise<unknown> {
    try {
      return await retryWhileBusy(this.options.lockTimeout, () => this.connection.inSnapshot(() => read()));
    } catch (error) {
      throw this.options.toError(error);
    }
  }
}

/** Returns a function that runs an operation. Only its first statement can find the database locked, since it begins the snapshot. */
function prepareRead<Outcome>(connection: Connection, operation: Operation<Outcome>): Read<Outcome> {
  if (isQuery(operation)) {
    return () => {
      connection.execute(operation);
      return operation.outcome;
    };
  }
  const first = operation[Symbol.iterator]().next();
  if (first.done) return () => first.value;
  return () => {
    runStep(first.value, connection.execute);
    return runOperation(operation, connection.execute);
  };
}
