import { afterEach, describe, expect, test } from 'vitest';
import { rejectionOf } from '../../test/support/rejection.js';
import { type StubServer, startStub } from '../../test/support/stub-server.js';
import {
  AbortError,
  ApiError,
  Askwell,
  AskwellError,
  BadRequestError,
  ConnectionError,
  GoneError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnavailableError,
} from '../index.js';

const key = `ask_${'a'.repeat(40)}`;

test('a closed port causes a ConnectionError with the URL', async () => {
  const error = await rejectionOf(new Askwell({ apiKey: key, baseUrl: 'http://127.0.0.1:1', maxRetries: 0 }).me());
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toHaveProperty('message', 'GET http://127.0.0.1:1/api/v1/me failed: cannot connect to the server.');
});

describe('a value that cannot be sent causes a TypeError before a connection is opened', () => {
  const { sites } = new Askwell({ apiKey: key, baseUrl: 'http://127.0.0.1:1', maxRetries: 0 });

  test.each([
    ['', 'is empty'],
    ['a\r\nb', 'contains a line break'],
    ['schl\u00fcssel', 'contains a letter outside ASCII'],
    ['\u20ac', 'contains a character outside Latin-1'],
    ['a'.repeat(256), 'is too long'],
  ])('the idempotency key %j, which %s', async (idempotencyKey) => {
    const error = await rejectionOf(sites.create({ name: 'A' }, { idempotencyKey }));
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toHaveProperty('message', '`idempotencyKey` must be 1 to 255 printable ASCII characters.');
  });

  const circular: { name: string; self?: object } = { name: 'A' };
  circular.self = circular;
  const withBigInt = { name: 'A', count: 1n };
  test.each([
    ['a circular reference', circular],
    ['a BigInt', withBigInt],
  ])('a draft with %s', async (_what, draft) => {
    for (const call of [sites.create(draft), sites.update(1, draft)]) {
      const error = await rejectionOf(call);
      expect(error).toBeInstanceOf(TypeError);
      expect(error).toHaveProperty('message', expect.stringMatching(/^The body must be serializable as JSON/));
    }
  });
});

test.each(['', '.', '..'])('the ID %j is rejected, because it would change the path', async (id) => {
  const { polls } = new Askwell({ apiKey: key, baseUrl: 'http://127.0.0.1:1', maxRetries: 0 });
  for (const call of [polls.get(id), polls.delete(id), polls.votes.delete('poll_1', id)]) {
    const error = await rejectionOf(call);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toHaveProperty('message', `${JSON.stringify(id)} is not an ID.`);
  }
});

describe('a server that is not Askwell', () => {
  const stubs: StubServer[] = [];
  afterEach(async () => {
    for (const stub of stubs.splice(0)) await stub.close();
  });

  /** Starts a server that sends the same response to every request, or none, and returns a client for it. */
  async function clientFor(
    response?: { status: number; headers?: Record<string, string>; body: string },
    timeout = 5_000,
  ) {
    const stub = await startStub((_request, reply) => {
      if (response) reply.writeHead(response.status, response.headers).end(response.body);
    });
    stubs.push(stub);
    return new Askwell({ apiKey: key, baseUrl: stub.url, timeout, maxRetries: 0 });
  }

  test('causes an AskwellError if the response has no data', async () => {
    const client = await clientFor({ status: 200, body: '<h1>Hello</h1>' });
    const error = await rejectionOf(client.me());
    expect(error).toBeInstanceOf(AskwellError);
    expect(error).toHaveProperty('message', 'The response does not come from an Askwell server. Check `baseUrl`.');
  });

  test('causes an ApiError with the status if it is a failing proxy', async () => {
    const client = await clientFor({ status: 502, body: '<h1>Bad gateway</h1>' });
    const error = await rejectionOf(client.me());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 502,
      detail: undefined,
      message: expect.stringMatching(/^GET http.*\/api\/v1\/me failed with status 502$/),
    });
  });

  test.each([
    [400, BadRequestError],
    [405, BadRequestError],
    [410, GoneError],
    [413, BadRequestError],
    [415, BadRequestError],
    [418, ApiError],
    [429, RateLimitError],
    [500, ServerError],
    [503, UnavailableError],
    [504, ServerError],
    [301, ApiError],
  ])('causes the error class of the status %i', async (status, expected) => {
    const client = await clientFor({
      status,
      headers: { location: 'https://example.com' },
      body: '{"message":"Rejected."}',
    });
    const error = await rejectionOf(client.me());
    expect(error instanceof Error && error.constructor).toBe(expected);
    expect(error).toMatchObject({ status, detail: 'Rejected.', headers: { location: 'https://example.com' } });
  });

  test('sets retryAfter from Retry-After', async () => {
    const client = await clientFor({
      status: 503,
      headers: { 'retry-after': '7' },
      body: '{"message":"Unavailable."}',
    });
    const error = await rejectionOf(client.me());
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ retryAfter: 7, detail: 'Unavailable.' });
  });

  test('causes a TimeoutError if it never responds', async () => {
    const client = await clientFor(undefined, 50);
    expect(await rejectionOf(client.me())).toBeInstanceOf(TimeoutError);
  });

  test('causes an AbortError when the signal is aborted, with its reason as the cause', async () => {
    const client = await clientFor();
    const reason = new Error('No longer needed.');
    const before = await rejectionOf(client.me({ signal: AbortSignal.abort(reason) }));
    expect(before).toBeInstanceOf(AbortError);
    expect(before).toHaveProperty('cause', reason);
    const controller = new AbortController();
    const call = rejectionOf(client.me({ signal: controller.signal }));
    controller.abort(reason);
    const during = await call;
    expect(during).toBeInstanceOf(AbortError);
    expect(during).toHaveProperty('cause', reason);
  });
});
