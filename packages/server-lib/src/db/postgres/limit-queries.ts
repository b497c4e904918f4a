import { connect } from 'node:net';
import { systemClock } from '../../base/clock.js';
import { callOutside } from '../../base/deadline.js';
import { StoreError } from '../store-error.js';
import { discard, isDirect, type PostgresClient } from './postgres-pool.js';

/** The code of a request to cancel, in place of a protocol version. */
const cancelCode = 80_877_102;

/** How long the request to cancel a query may take, in milliseconds. */
const cancelTimeout = 1_000;

/**
 * Returns a client whose queries fail after a time. `statement_timeout` would need a transaction around each statement,
 * since poolers refuse settings of the session, and it has no effect if the connection itself hangs.
 *
 * After that time, the query is cancelled, and the client does not go back into its pool.
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

/**
 * Asks the server to cancel the query that a client runs. The protocol requires another connection for that. The server
 * sends no reply, so the only consequence of a failure is that the query continues to run. Resolves when the server has
 * closed the connection: a pooler forwards the request only as long as this side has not closed it.
 *
 * @param signal Closes the connection.
 */
function cancelQuery(client: object, signal: AbortSignal): Promise<void> {
  const request = requestFor(client);
  if (!request) return Promise.resolve();
  const { host, port, message } = request;
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  signal.addEventListener('abort', () => socket.destroy(), { once: true });
  socket.on('error', () => {});
  socket.write(message);
  socket.resume();
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

/** Returns where to send the request of a client of `pg`, and its bytes. Undefined for other clients. */
function requestFor(client: object): { host: string; port: number; message: Buffer } | undefined {
  if (!('processID' in client && 'secretKey' in client && 'host' in client && 'port' in client)) return undefined;
  const { processID, secretKey, host, port } = client;
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return undefined;
  if (typeof host !== 'string' || typeof port !== 'number') return undefined;
  const message = Buffer.alloc(16);
  for (const [at, value] of [message.length, cancelCode, processID, secretKey].entries())
    message.writeInt32BE(value, 4 * at);
  return { host, port, message };
}
