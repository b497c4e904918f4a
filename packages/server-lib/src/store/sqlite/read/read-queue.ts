import { isQuery, type Operation, runOperation } from '../../operation.js';
import type { Query } from '../../statement.js';
import type { Connection } from '../connection.js';
import { isBusy } from '../store-error.js';
import { retryWhileBusy } from '../write/lock-timeout.js';

export interface ReadQueueOptions {
  /** How long another process's lock is waited for, in milliseconds. */
  readonly lockTimeout: number;
  /** What a failure is told as. */
  readonly toError: (error: unknown) => unknown;
}

interface QueuedRead {
  /** May be called again as long as it throws that the database is busy. */
  readonly read: Read<unknown>;
  /** The operation, where it is one statement and no more. */
  readonly query: Query<unknown, unknown> | undefined;
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Read<Outcome> = () => Outcome;

const soon = Promise.resolve();

/**
 * Reads that are asked for together are done together, over one state of the database: settling a state takes longer
 * than most reads. It is settled once all of them are asked for, so none is told less than if it had been alone.
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
      if (this.#waiting.length === 1) void soon.then(() => this.#flush());
    });
  }

  #flush(): void {
    const group = this.#waiting;
    this.#waiting = [];
    const readAll = (): void => {
      for (const waiting of group) this.#settle(waiting);
    };
    try {
      // One statement sees one state by itself.
      if (group.length === 1 && group[0]?.query) readAll();
      else this.connection.inSnapshot(readAll);
    } catch (error) {
      // A host that shares its handle may have a query of its own open: what needs no transaction is done all the same.
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
    if (isBusy(error)) this.#keepTrying(read).then(resolve, reject);
    else reject(this.options.toError(error));
  }

  /** In WAL mode a reader is hardly ever kept waiting. */
  async #keepTrying(read: Read<unknown>): Promise<unknown> {
    try {
      return await retryWhileBusy(this.options.lockTimeout, () => this.connection.inSnapshot(() => read()));
    } catch (error) {
      throw this.options.toError(error);
    }
  }
}

/** Takes an operation from its first statement to its end. Only the first can meet a lock, since it settles the state. */
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
    connection.execute(first.value);
    return runOperation(operation, connection.execute);
  };
}
