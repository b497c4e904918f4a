import { isQuery, type Operation } from '../operation.js';
import { limitQueries } from './limit-queries.js';
import { type PostgresPool, withClient } from './postgres-pool.js';
import type { StatementRunner } from './run-statements.js';
import { inSnapshot } from './transaction.js';

/** Runs operations that only read. A statement may take `readTimeout` milliseconds. */
export class PostgresReader {
  constructor(
    private readonly runner: StatementRunner,
    private readonly readTimeout: number,
  ) {}

  /** Runs an operation: in a snapshot, unless it is a single statement. */
  async read<Outcome>(pool: PostgresPool, operation: Operation<Outcome>): Promise<Outcome> {
    const { runner, readTimeout } = this;
    if (!isQuery(operation)) {
      return inSnapshot(pool, (pipeline) => runner.runOperation(pipeline, operation), {
        statement_timeout: readTimeout,
      });
    }
    await withClient(pool, (client) => runner.execute(limitQueries(client, readTimeout), operation));
    return operation.outcome;
  }
}
