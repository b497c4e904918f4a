import { systemClock } from '../../base/clock.js';
import { callOutside } from '../../base/deadline.js';
import { StoreError } from '../store-error.js';
import { cancelQuery } from './cancel-query.js';
import { discard, isDirect, type PostgresClient } from './postgres-pool.js';

/** How long the request to cancel a query may take, in milliseconds. */
const cancelTimeout = 1_000;

/**
 * Returns a client whose queries fail after a time. `statement_timeout` would need a transaction around each statement, since
 * poolers refuse settings of the session, and it says nothing where the connection itself hangs.
 *
 * After that, the query is cancelled, and the client does not go back into its pool.
 */
export function limitQueries(client: PostgresClient, milliseconds: number): PostgresClient {
  return {
    pipeline: isDirect(client),
    query: (query) =>
      new Promise((resolve, reject) => {
        const timer = systemClock.setTimeout(() => {
          discard(client);
          const error = new StoreError(`PostgreSQL did not reply within ${milliseconds} ms.`);
          const deadline = { what: 'PostgreSQL', clock: systemClock, timeout: cancelTimeout };
          const cancelled = callOutside((signal) => cancelQuery(client, signal), deadline);
          void cancelled.catch(() => {}).then(() => reject(error));
        }, milliseconds);
        client
          .query(query)
          .then(resolve, reject)
          .finally(() => timer.cancel());
      }),
    release: (error) => client.release(error),
    on: (event, listener) => client.on(event, listener),
    removeListener: (event, listener) => client.removeListener(event, listener),
  };
}
