import type { MessagePort } from 'node:worker_threads';
import { type Failure, StoreError, toCause } from '../store-error.js';
import type { ReaderResponse, ThreadQueryResult } from '../threads/report-messages.js';
import type { PostgresClient, PostgresQuery, PostgresResult } from './postgres-pool.js';

/** A client whose statements the main thread runs, because the pool of a host cannot cross threads. */
export class PortClient implements PostgresClient {
  #settle: ((result: ThreadQueryResult) => void) | undefined;

  constructor(private readonly port: MessagePort) {}

  query({ text, values = [] }: PostgresQuery): Promise<PostgresResult> {
    return new Promise((resolve, reject) => {
      this.#settle = (result) => {
        if ('rows' in result) resolve({ rows: [...result.rows] });
        else reject(toQueryError(result.queryFailed));
      };
      this.port.postMessage({ query: { text, values } } satisfies ReaderResponse);
    });
  }

  /** Settles the current query. An operation has one at a time. */
  settle(result: ThreadQueryResult): void {
    this.#settle?.(result);
  }

  release(): void {}
  on(): void {}
  removeListener(): void {}
}

/** Returns the error of a statement in the main thread. Whether the database is available stays known. */
function toQueryError(failure: Failure): Error {
  return failure.unavailable ? new StoreError(failure.message) : toCause(failure);
}
