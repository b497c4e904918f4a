import { afterAll, beforeAll } from 'vitest';
import { type CallOptions, call } from '../support/http/http-client.js';
import { createOwner } from '../support/servers/create-owner.js';
import { startService } from '../support/servers/start-service.js';
import type { TestServer } from '../support/servers/test-server.js';

/** Starts a server with the key of an account for the tests of a file. */
export function useKeyedServer() {
  let server: TestServer;
  let key: string;
  beforeAll(async () => {
    server = await startService();
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
    /** Sends the body of a new site. */
    send: (body: unknown, headers: Record<string, string> = {}) =>
      call(server, 'POST', '/api/v1/sites', { key, body, headers }),
    get: (path: string, options: CallOptions = {}) => call(server, 'GET', path, { key, ...options }),
  };
}
