import { afterAll, beforeAll, expect, test } from 'vitest';
import { rejectionOf } from '../../test/support/rejection.js';
import { type StubServer, startStub } from '../../test/support/stub-server.js';
import { Askwell, ConnectionError, TimeoutError, ValidationError } from '../index.js';

const apiKey = `ask_${'a'.repeat(40)}`;

let stub: StubServer;
beforeAll(async () => {
  stub = await startStub((request, response) => {
    if (request.url?.startsWith('/api/v1/polls')) return;
    const body = { message: 'Validation failed. See `errors`.', code: 'invalid', errors: { name: ['Required.'] } };
    response.writeHead(422, { 'x-request-id': 'request-1' }).end(JSON.stringify(body));
  });
});
afterAll(() => stub.close());

const client = (baseUrl: string, timeout = 30_000) => new Askwell({ apiKey, baseUrl, maxRetries: 0, timeout });

/** The calls whose lines the stacks must contain. */
async function createSite(baseUrl = stub.url) {
  await client(baseUrl).sites.create({ name: '' });
}
async function listSites() {
  for await (const _ of client(stub.url).sites.list());
}
async function getPoll() {
  await client(stub.url, 50).polls.get('poll_1');
}

test.each([
  ['an error response', createSite, ValidationError],
  ['a page of a list', listSites, ValidationError],
  ['a closed port', () => createSite('http://127.0.0.1:1'), ConnectionError],
  ['a timeout', getPoll, TimeoutError],
])('the stack contains the line of the call: %s', async (_, call, expected) => {
  const error = await rejectionOf(call());
  expect(error).toBeInstanceOf(expected);
  const { stack = '', name, message } = error instanceof Error ? error : new Error();
  expect(stack.startsWith(`${name}: ${message}\n    at `)).toBe(true);
  expect(stack).toMatch(/at (async )?(createSite|listSites|getPoll) .*caller\.system\.test\.ts:\d+/);
});
