import { afterAll, beforeAll } from 'vitest';
import { call } from './call.js';
import { type Call, createClient, type JsonReply, newAddress } from './client.js';
import { createOwner } from './owner.js';
import { startServer, type TestServer } from './server.js';

/** An owner's and visitors' dealings with forms, on a server that the tests of a file share. */
export function useFormDesk() {
  let server: TestServer;
  let key: string;
  beforeAll(async () => {
    server = await startServer({ trustProxy: ['127.0.0.1'] });
    key = await (await createOwner(server.services)).key();
  });
  afterAll(() => server.close());
  const client = (...given: Parameters<ReturnType<typeof createClient>>) => createClient(server)(...given);
  const owner = (method: string, path: string, body?: unknown, more: Call = {}) =>
    client(method, path, { key, body, ...more });

  return {
    owner,
    get services() {
      return server.services;
    },
    /** What anybody is shown of a form. */
    view: (form: string) => call(server, 'GET', `/embed/forms/${form}`),
    /** Makes a form of these fields and returns its id. */
    async make(fields: readonly object[], more: object = {}): Promise<string> {
      const made = await owner('POST', '/forms', { title: 'Form', fields, ...more });
      if (made.status !== 201) throw new Error(`A form was refused: ${made.text}`);
      return made.id('data.id');
    },
    submit: (form: string, answers: unknown, more: Call = {}): Promise<JsonReply> =>
      client('POST', `/forms/${form}/submissions`, { body: { answers }, from: newAddress(), ...more }),
    /** Posts as a plain HTML form does. */
    post: (form: string, fields: readonly (readonly [string, string])[], headers: Record<string, string> = {}) =>
      client('POST', `/forms/${form}/submissions`, {
        body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        from: newAddress(),
      }),
    /** The answers of a submission as they are stored. */
    stored: async (form: string, submission: string) =>
      (await owner('GET', `/forms/${form}/submissions/${submission}`)).at('data.answers'),
    results: async (form: string) => (await owner('GET', `/forms/${form}/results`)).at('data'),
    /** All submissions, the oldest first. */
    submissions: async (form: string): Promise<{ id: string; answers: Record<string, unknown> }[]> => {
      const { text } = await owner('GET', `/forms/${form}/submissions?format=jsonl&order=asc`);
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
    },
  };
}
