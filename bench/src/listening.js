import { once } from 'node:events';
import { createServer } from 'node:http';
import { mainThreadTime, processorTime } from './probes.js';

/**
 * Starts an HTTP server on a free port and returns the methods of a contender.
 *
 * @param {import('node:http').RequestListener} listener
 */
export async function listening(listener) {
  // Longer than a connection waits for its next request: the default would close it after five seconds.
  const server = createServer({ keepAliveTimeout: 600_000 }, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port() {
      const address = server.address();
      return typeof address === 'object' ? address?.port : null;
    },
    /** @returns {Promise<number>} How many connections are open. */
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    processorTime,
    mainThreadTime,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
