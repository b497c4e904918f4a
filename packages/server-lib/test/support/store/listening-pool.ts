import type pg from 'pg';
import type { PostgresPool } from '../../../src/db/postgres/postgres-pool.js';

/** Returns a pool that calls a function with the text of each query of its clients. */
export function listenTo(pool: pg.Pool, onQuery: (text: string) => void): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      return {
        query: (query) => {
          onQuery(query.text);
          return client.query(query);
        },
        release: (error) => client.release(error),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener),
      };
    },
  };
}
