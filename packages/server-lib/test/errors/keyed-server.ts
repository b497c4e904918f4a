import { afterAll, beforeAll } from 'vitest';
import { type CallOptions, call } from '../support/http/http-client.js';
import { createOwner } from '../support/servers/create-owner.js';
import { startService } from '../support/servers/start-service.js';
import type { StartInstance, TestServer } from '../support/servers/test-server.js';

/**
 * Starts an instance with the key of an account for the tests of a file.
 *
 * @param start `startServer` for tests of connections.
 */
export function useKeyedServer(start: StartInstance = startService) {
  let server: TestServer;
  let key: string;
  beforeAll(async () => {
    server = await start();
    key = await (await createOwner(server.services)).key();
  });
  afterAll(() => server.close());

  return {
    get server() {
      return server;
    },
    get key() {
      return key;
    },
    /** Sends a request with the body of a new site. */
    send: (body: unknown, headers: Record<string, string> = {}) =>
      call(server, 'POST', '/api/v1/sites', { key, body, headers }),
    get: (path: string, options: CallOptions = {}) => call(server, 'GET', path, { key, ...options }),
  };
}
