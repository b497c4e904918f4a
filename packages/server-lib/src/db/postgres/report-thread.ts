import type { MessagePort } from 'node:worker_threads';
import type { Pool } from 'pg';
import { silentLogger } from '../../base/logger.js';
import { type Failure, StoreError, toCause } from '../store-error.js';
import { threadLimit } from '../threads/compute-limits.js';
import {
  type ReaderRequest,
  type ReaderResponse,
  type ReportCall,
  type ReportsByName,
  readReport,
  type ThreadQueryResult,
} from '../threads/report-messages.js';
import { endThread } from '../threads/thread-port.js';
import { createPool } from './create-pool.js';
import { requirePg } from './find-pg.js';
import { StatementPipeline } from './pipeline.js';
import { toPostgresFailure } from './postgres-errors.js';
import type { PostgresClient, PostgresQuery, PostgresResult } from './postgres-pool.js';
import { createStatementRunner } from './run-statements.js';
import { inSnapshot, reportTimeouts } from './transaction.js';

/** A client whose statements the main thread runs, because the pool of a host cannot cross threads. */
class PortClient implements PostgresClient {
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

/** The options of a thread that runs reports over PostgreSQL. */
export interface PostgresThreadOptions {
  readonly role: 'postgres-reader';
  readonly schema: string;
  /** The database of the thread's own connection. Undefined: the main thread runs the statements over a pool of the host. */
  readonly connection: { readonly url: string; readonly pgPath: string } | undefined;
  /** How long a statement may take, in milliseconds. */
  readonly readTimeout: number;
  /** The fingerprint of the main thread's build, which must equal the fingerprint of the thread's build. */
  readonly buildFingerprint: string;
}

/** Runs an action in one snapshot of the database. */
type WithSnapshot = (action: (pipeline: StatementPipeline) => Promise<unknown>) => Promise<unknown>;

/** Idle connections are closed after ten seconds. */
function openPool({ url, pgPath }: NonNullable<PostgresThreadOptions['connection']>): Pool {
  return createPool({ url, pg: requirePg(pgPath), max: 1, pipeline: false, logger: silentLogger });
}

/** Serves the reader thread of PostgreSQL: runs one report at a time until it is closed. */
export function servePostgresReports(port: MessagePort, start: PostgresThreadOptions, reports: ReportsByName): void {
  const runner = createStatementRunner(() => start.schema);
  const client = new PortClient(port);
  const pool = start.connection && openPool(start.connection);
  const withSnapshot: WithSnapshot = (action) =>
    pool
      ? inSnapshot(pool, action, { ...reportTimeouts, statement_timeout: start.readTimeout })
      : action(new StatementPipeline(client));
  let running: Promise<void> = Promise.resolve();

  async function run(call: ReportCall): Promise<ReaderResponse> {
    try {
      return {
        outcome: await withSnapshot((over) => runner.runOperation(over, readReport(reports, call, threadLimit))),
      };
    } catch (error) {
      return { failed: toPostgresFailure(error) };
    }
  }

  async function close(): Promise<void> {
    await running;
    await pool?.end();
    endThread(port);
  }

  port.on('message', (message: ReaderRequest | ThreadQueryResult) => {
    if ('close' in message) void close();
    else if ('rows' in message || 'queryFailed' in message) client.settle(message);
    else running = run(message).then((response) => port.postMessage(response));
  });
}

/** Returns the error of a statement in the main thread. The error still says whether the database is available. */
function toQueryError(failure: Failure): Error {
  return failure.unavailable ? new StoreError(failure.message) : toCause(failure);
}
