import type { Logger } from '../../base/logger.js';
import type { WritesByName } from '../queue/jobs.js';
import type { ReportCall } from '../threads/report-messages.js';
import { buildFingerprint } from '../threads/thread-operations.js';
import { type RunThreadQuery, ThreadedReader } from '../threads/threaded-reader.js';
import { findPg } from './find-pg.js';
import type { StatementPipeline } from './pipeline.js';
import { toPostgresFailure } from './postgres-errors.js';
import type { PostgresPool } from './postgres-pool.js';
import type { PostgresThreadOptions } from './report-thread.js';
import type { SchemaName } from './run-statements.js';
import { inSnapshot, reportTimeouts } from './transaction.js';
import { valueTypes } from './value-types.js';

export interface PostgresReportsOptions {
  /** A URL, or a pool of the host. */
  readonly database: string | PostgresPool;
  readonly schema: SchemaName;
  readonly writes: WritesByName;
  /** The file of the thread. Undefined: the file next to this code. */
  readonly writer: URL | string | undefined;
  /** How long a statement may take, in milliseconds. */
  readonly readTimeout: number;
  readonly logger: Logger;
}

/**
 * Runs reports in a thread, so that neither their reads nor their computations block the event loop. With a URL, the
 * thread has its own connection. A pool of a host cannot cross threads: the thread of the caller then runs the
 * statements, and the other thread computes.
 */
export class PostgresReports {
  readonly #reader: ThreadedReader;
  /** The last report over a pool of the host. They run one after the other, so that only one has a connection. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: PostgresReportsOptions) {
    const { writer, logger } = options;
    this.#reader = new ThreadedReader({ writer, start: () => this.#threadOptions(), logger });
  }

  /** Whether there is no thread, because a bundler moved its file. */
  get isMissing(): boolean {
    return this.#reader.isMissing;
  }

  run(call: ReportCall): Promise<unknown> {
    const { database, readTimeout } = this.options;
    if (typeof database === 'string') return this.#reader.run(call);
    const report = this.#last.then(() =>
      inSnapshot(database, (pipeline) => this.#reader.run(call, createQueryRunner(pipeline)), {
        ...reportTimeouts,
        statement_timeout: readTimeout,
      }),
    );
    this.#last = report.catch(() => {});
    return report;
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  #threadOptions(): PostgresThreadOptions {
    const { database, schema, writes, readTimeout } = this.options;
    const connection = typeof database === 'string' ? { url: database, pgPath: findPg() } : undefined;
    return {
      role: 'postgres-reader',
      schema: schema(),
      connection,
      readTimeout,
      buildFingerprint: buildFingerprint(writes),
    };
  }
}

function createQueryRunner(pipeline: StatementPipeline): RunThreadQuery {
  return async ({ text, values }) => {
    try {
      return { rows: (await pipeline.query({ text, values: [...values], types: valueTypes })).rows };
    } catch (error) {
      return { queryFailed: toPostgresFailure(error) };
    }
  };
}
