import { describeError, type Logger } from '../../logger.js';
import { StoreError } from '../store-error.js';
import type { PostgresPool } from './postgres-pool.js';

/** The pools of a store. */
export interface PostgresPools {
  readonly reading: PostgresPool;
  /** Apart from `reading`, so that a write never waits for slow reads. */
  readonly writing: PostgresPool;
  /** Apart from both, so that a request is counted without waiting for groups of writes. */
  readonly counting: PostgresPool;
  /** Closes the pools that are Askwell's. */
  close(): Promise<void>;
}

/** The maximum number of connections. */
const sizes = { reading: 8, writing: 2, counting: 1 } as const;

/** How long a new connection may take, in milliseconds. */
const connectTimeout = 5_000;

/** Opens the pools of a URL, or uses the pool of the host for everything. */
export async function openPools(database: string | PostgresPool, logger: Logger): Promise<PostgresPools> {
  if (typeof database !== 'string') {
    return { reading: database, writing: database, counting: database, close: async () => {} };
  }
  const { Pool } = loadPg();
  const open = (max: number) => {
    const pool = new Pool({
      connectionString: database,
      max,
      connectionTimeoutMillis: connectTimeout,
      keepAlive: true,
      pipeline: true,
      application_name: 'askwell',
    });
    // The connection of an idle client was lost; the pool makes another when it is needed.
    pool.on('error', (error) => logger.warn(describeError(error), 'A connection to PostgreSQL was lost.'));
    return pool;
  };
  const reading = open(sizes.reading);
  const writing = open(sizes.writing);
  const counting = open(sizes.counting);
  return {
    reading,
    writing,
    counting,
    close: async () => void (await Promise.all([reading.end(), writing.end(), counting.end()])),
  };
}

/**
 * Loads `pg` only where a database needs it. Not with `import`: bundlers would require every app to install it. Nor with a
 * named import of `createRequire`, which the banner of a bundle may declare as well.
 *
 * @throws StoreError if it is not installed.
 */
function loadPg(): typeof import('pg') {
  try {
    return process.getBuiltinModule('node:module').createRequire(import.meta.url)('pg');
  } catch (error) {
    throw new StoreError('PostgreSQL requires the package "pg". Run: npm install pg', { cause: error });
  }
}
