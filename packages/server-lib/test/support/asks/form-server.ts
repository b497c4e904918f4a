import { afterAll, beforeAll } from 'vitest';
import { type CallOptions, type Client, call, createClient, type Reply } from '../http/http-client.js';
import { createOwner } from '../servers/create-owner.js';
import { startService } from '../servers/start-service.js';
import type { TestServer } from '../servers/test-server.js';
import { createAsk } from './create-ask.js';

/** Starts a server for all tests of a file, and returns functions for the requests of an owner and visitors about forms. */
export function useFormServer() {
  let server: TestServer;
  let key: string;
  beforeAll(async () => {
    server = await startService();
    key = await (await createOwner(server.services)).key();
  });
  afterAll(() => server.close());
  const client: Client = (...request) => createClient(server)(...request);
  const owner = (method: string, path: string, body?: unknown, more: CallOptions = {}) =>
    client(method, path, { key, body, ...more });

  return {
    owner,
    get services() {
      return server.services;
    },
    /** Reads a form as visitors see it. */
    view: (form: string) => call(server, 'GET', `/embed/forms/${form}`),
    /** Creates a form of these fields and returns its ID. */
    async make(fields: readonly object[], more: object = {}): Promise<string> {
      return createAsk(server, key, 'forms', { title: 'Form', fields, ...more });
    },
    submit: (form: string, answers: unknown, more: CallOptions = {}): Promise<Reply> =>
      client('POST', `/forms/${form}/submissions`, { body: { answers }, ...more }),
    /** Submits fields as a plain HTML form does. */
    post: (form: string, fields: readonly (readonly [string, string])[], headers: Record<string, string> = {}) =>
      client('POST', `/forms/${form}/submissions`, {
        body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      }),
    /** Returns the stored answers of a submission. */
    stored: async (form: string, submission: string) =>
      (await owner('GET', `/forms/${form}/submissions/${submission}`)).at('data.answers'),
    results: async (form: string) => (await owner('GET', `/forms/${form}/results`)).at('data'),
    /** Returns all submissions, oldest first. */
    submissions: async (form: string): Promise<{ id: string; answers: Record<string, unknown> }[]> => {
      const { text } = await owner('GET', `/forms/${form}/submissions?format=jsonl&order=asc`);
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
    },
  };
}
