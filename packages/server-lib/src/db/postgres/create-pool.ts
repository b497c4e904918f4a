import type { Pool } from 'pg';
import { describeError, type Logger } from '../../base/logger.js';
import type { Pg } from './find-pg.js';

/** The options of {@link createPool}. */
export interface PoolOptions {
  readonly url: string;
  readonly pg: Pg;
  /** The maximum number of connections. */
  readonly max: number;
  /** Whether statements are sent without waiting for the previous ones. Not through a pooler. */
  readonly pipeline: boolean;
  readonly logger: Logger;
}

/** How long a new connection, or the wait for a connection of the pool, may take, in milliseconds. */
const connectTimeout = 5_000;

/** Creates a pool of connections to a URL. It connects when a client is needed. */
export function createPool({ url, pg, max, pipeline, logger }: PoolOptions): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    pipeline,
    application_name: 'askwell',
  });
  // The connection of an idle client was lost; the pool makes another when it is needed.
  pool.on('error', (error) => logger.warn(describeError(error), 'A connection to PostgreSQL was lost.'));
  // Between the pool and its caller, a new client has no other listener: without one, an error would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
