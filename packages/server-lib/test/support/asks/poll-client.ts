import { type CallOptions, createClient, type Reply } from '../http/http-client.js';
import { createOwner } from '../servers/create-owner.js';
import type { TestServer } from '../servers/test-server.js';
import { createAsk } from './create-ask.js';

/** Returns the `voter` of a browser, by a number. */
export function voterId(n: number): string {
  return `visitor-${String(n).padStart(12, '0')}`;
}

/** Creates an owner and returns functions for the owner's and visitors' requests about polls. */
export async function createPollClient(server: TestServer) {
  const key = await (await createOwner(server.services)).key();
  const client = createClient(server);
  return {
    owner: (method: string, path: string, body?: unknown, more: CallOptions = {}) =>
      client(method, path, { key, body, ...more }),
    /** Creates a poll with three options and returns its ID. */
    make: (draft: object): Promise<string> =>
      createAsk(server, key, 'polls', { options: ['Soup', 'Salad', 'Bread'], ...draft }),
    vote: (poll: string, body: object, more: CallOptions = {}): Promise<Reply> =>
      client('POST', `/polls/${poll}/votes`, { body, ...more }),
  };
}
