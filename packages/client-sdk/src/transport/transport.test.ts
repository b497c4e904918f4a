import { afterEach, describe, expect, test } from 'vitest';
import { rejectionOf } from '../../test/support/rejection.js';
import { noResponse, stubbedClient } from '../../test/support/stub-fetch.js';
import {
  AbortError,
  ApiError,
  AskwellError,
  BadRequestError,
  GoneError,
  RateLimitError,
  ServerError,
  UnavailableError,
} from '../index.js';

describe('a value that cannot be sent causes a TypeError before a request is sent', () => {
  const { client, fetch } = stubbedClient([]);
  const { sites } = client;
  afterEach(() => expect(fetch).not.toHaveBeenCalled());

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

test('a misplaced or misspelled option causes a TypeError, and no request', async () => {
  const { client, fetch } = stubbedClient([]);
  const options: object = { signal: AbortSignal.timeout(60_000) };
  const calls: readonly (() => Promise<unknown>)[] = [
    () => client.changes.follow(options)[Symbol.asyncIterator]().next(),
    () => client.changes.list(options).page(),
    () => client.polls.list(options).page(),
  ];
  for (const call of calls) {
    const error = await rejectionOf(call());
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toHaveProperty('message', expect.stringMatching(/^`signal` is an option of the call/));
  }
  const misspelled: object = { idempotency_key: 'x' };
  const error = await rejectionOf(client.sites.create({ name: 'A' }, misspelled));
  expect(error).toBeInstanceOf(TypeError);
  expect(error).toHaveProperty('message', expect.stringMatching(/^`idempotency_key` is not an option of a call/));
  expect(fetch).not.toHaveBeenCalled();
});

test.each(['', '.', '..'])('the ID %j is rejected, because it would change the path', async (id) => {
  const { client, fetch } = stubbedClient([]);
  const { polls } = client;
  for (const call of [polls.get(id), polls.delete(id), polls.votes.delete('poll_1', id)]) {
    const error = await rejectionOf(call);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toHaveProperty('message', `${JSON.stringify(id)} is not an ID.`);
  }
  expect(fetch).not.toHaveBeenCalled();
});

describe('a server that is not Askwell', () => {
  /** Returns a client of a server that sends this response. */
  const clientOf = (status: number, body: string, headers: Record<string, string> = {}) =>
    stubbedClient([new Response(body, { status, headers })], { maxRetries: 0 }).client;

  test('causes an AskwellError if the response has no data', async () => {
    const client = clientOf(200, '<h1>Hello</h1>');
    const error = await rejectionOf(client.me());
    expect(error).toBeInstanceOf(AskwellError);
    expect(error).toHaveProperty('message', 'The response does not come from an Askwell server. Check `baseUrl`.');
  });

  test('causes an ApiError with the status if it is a failing proxy', async () => {
    const client = clientOf(502, '<h1>Bad gateway</h1>');
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
    const client = clientOf(status, '{"message":"Rejected."}', { location: 'https://example.com' });
    const error = await rejectionOf(client.me());
    expect(error instanceof Error && error.constructor).toBe(expected);
    expect(error).toMatchObject({ status, detail: 'Rejected.', headers: { location: 'https://example.com' } });
  });

  test('sets retryAfter from Retry-After', async () => {
    const client = clientOf(503, '{"message":"Unavailable."}', { 'retry-after': '7' });
    const error = await rejectionOf(client.me());
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ retryAfter: 7, detail: 'Unavailable.' });
  });

  test('causes an AbortError when the signal is aborted, with its reason as the cause', async () => {
    const { client } = stubbedClient([noResponse], { maxRetries: 0 });
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
