import { type PostgresPool, withClient } from './postgres-pool.js';
import { valueTypes } from './value-types.js';

/** How long the reply may take, in milliseconds. */
const queryTimeout = 5_000;

/**
 * Returns whether a pooler such as PgBouncer is between a pool and its server. Then the process that runs the statements is not the
 * one that accepted the connection. Older poolers do not support pipelined statements.
 */
export async function hasPooler(pool: PostgresPool): Promise<boolean> {
  return withClient(pool, async (client) => {
    const accepted = 'processID' in client ? client.processID : undefined;
    const { rows } = await client.query({
      text: 'select pg_backend_pid() as pid',
      types: valueTypes,
      query_timeout: queryTimeout,
    });
    const row: unknown = rows[0];
    return typeof row !== 'object' || row === null || !('pid' in row) || row.pid !== accepted;
  });
}
