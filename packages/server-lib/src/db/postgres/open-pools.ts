import type { Logger } from '../../base/logger.js';
import { createPool, type PoolOptions } from './create-pool.js';
import { importPg } from './find-pg.js';
import { markPooled, type PostgresPool, withClient } from './postgres-pool.js';
import { valueTypes } from './value-types.js';

/** How long the reply may take, in milliseconds. */
const queryTimeout = 5_000;

/** The pools of a store. */
export interface PostgresPools {
  readonly reading: PostgresPool;
  /** Apart from `reading`, so that a write never waits for slow reads. */
  readonly writing: PostgresPool;
  /** Apart from both, so that a request is counted without waiting for groups of writes. */
  readonly counting: PostgresPool;
  /** Closes the pools that Askwell created. */
  close(): Promise<void>;
}

/** The default of the maximum number of connections, and the smallest one. */
export const defaultConnections = 10;
export const minConnections = 4;

/** Divides the connections of an instance: two write, one counts requests, one is for reports, and the others read. */
export function divideConnections(connections: number): { readonly reading: number; readonly writing: number } {
  const writing = connections < 6 ? 1 : 2;
  return { writing, reading: connections - writing - 2 };
}

/** Opens the pools of a URL, or uses the pool of the host for everything. */
export async function openPools(
  database: string | PostgresPool,
  logger: Logger,
  connections = defaultConnections,
): Promise<PostgresPools> {
  if (typeof database !== 'string') {
    const pool = (await hasPooler(database)) ? behindPooler(database) : database;
    return { reading: pool, writing: pool, counting: pool, close: async () => {} };
  }
  const pg = await importPg();
  const pipeline = !(await isPooled({ url: database, pg, logger }));
  const sizes = divideConnections(connections);
  const open = (max: number) => createPool({ url: database, pg, max, pipeline, logger });
  const reading = open(sizes.reading);
  const writing = open(sizes.writing);
  const counting = open(1);
  return {
    reading,
    writing,
    counting,
    close: async () => void (await Promise.all([reading.end(), writing.end(), counting.end()])),
  };
}

/** Returns a pool of the host that marks its clients. */
function behindPooler(pool: PostgresPool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      markPooled(client);
      return client;
    },
    get totalCount() {
      return pool.totalCount;
    },
    get idleCount() {
      return pool.idleCount;
    },
    get waitingCount() {
      return pool.waitingCount;
    },
  };
}

/** Returns whether a URL leads to a pooler. Connects to it. */
async function isPooled(options: Pick<PoolOptions, 'url' | 'pg' | 'logger'>): Promise<boolean> {
  const probe = createPool({ ...options, max: 1, pipeline: false });
  try {
    return await hasPooler(probe);
  } finally {
    await probe.end();
  }
}

/**
 * Returns whether a pooler such as PgBouncer is between a pool and its server. Then the process that runs the statements is not the
 * one that accepted the connection. Older poolers do not support pipelined statements.
 */
async function hasPooler(pool: PostgresPool): Promise<boolean> {
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
