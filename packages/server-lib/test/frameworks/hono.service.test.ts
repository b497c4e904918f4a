import { Hono, type HonoRequest } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toHonoHandler } from '../../src/adapters/hono.js';
import { createAsk } from '../support/asks/create-ask.js';
import { createOwner } from '../support/servers/create-owner.js';
import { startService } from '../support/servers/start-service.js';
import type { TestServer } from '../support/servers/test-server.js';

let server: TestServer;
let poll: string;
beforeAll(async () => {
  server = await startService({ baseUrl: 'http://localhost/polls' });
  const key = await (await createOwner(server.services)).key();
  poll = await createAsk(server, key, 'polls', { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: null });
});
afterAll(() => server.close());

/** Reads a body as a middleware may do. */
const parsers = {
  json: (request: HonoRequest) => request.json(),
  text: (request: HonoRequest) => request.text(),
  arrayBuffer: (request: HonoRequest) => request.arrayBuffer(),
  blob: (request: HonoRequest) => request.blob(),
  parseBody: (request: HonoRequest) => request.parseBody(),
  formData: (request: HonoRequest) => request.formData(),
};

/** Votes in an app whose middleware has read the body of the request. */
async function vote(parser: keyof typeof parsers): Promise<number> {
  const app = new Hono();
  app.use(async (context, next) => {
    await parsers[parser](context.req);
    await next();
  });
  app.all('/polls/*', toHonoHandler(server.askwell, { address: () => '192.0.2.1' }));
  const [type, body] =
    parser === 'json'
      ? ['application/json', JSON.stringify({ choices: ['o1'] })]
      : ['application/x-www-form-urlencoded', 'choices=o1'];
  const url = `http://localhost/polls/api/v1/polls/${poll}/votes`;
  return (await app.fetch(new Request(url, { method: 'POST', body, headers: { 'content-type': type } }))).status;
}

test.each(['json', 'text', 'arrayBuffer', 'blob', 'parseBody'] as const)(
  'a vote is counted after a middleware has read its body by %s()',
  async (parser) => {
    expect(await vote(parser)).toBe(201);
  },
);

test('a vote is refused after a middleware has read its body by formData(), which keeps no text', async () => {
  expect(await vote('formData')).toBe(422);
});
