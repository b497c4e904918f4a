import { afterEach, describe, expect, test } from 'vitest';
import { refusal } from '../../test/support/refusal.js';
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

test('an address where nobody listens is a ConnectionError that names it', async () => {
  const error = await refusal(new Askwell({ apiKey: key, baseUrl: 'http://127.0.0.1:1', maxRetries: 0 }).me());
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toHaveProperty('message', 'GET http://127.0.0.1:1/api/v1/me failed: cannot connect to the server.');
});

describe('what can not be sent is a TypeError of the caller, though nobody listens', () => {
  const { sites } = new Askwell({ apiKey: key, baseUrl: 'http://127.0.0.1:1', maxRetries: 0 });

  test.each([
    ['', 'nothing'],
    ['a\r\nb', 'a line break'],
    ['schl\u00fcssel', 'a letter outside ASCII'],
    ['\u20ac', 'a sign outside Latin-1'],
    ['a'.repeat(256), 'too many characters'],
  ])('the Idempotency-Key %j, for it has %s', async (idempotencyKey) => {
    const error = await refusal(sites.create({ name: 'A' }, { idempotencyKey }));
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toHaveProperty('message', '`idempotencyKey` must be 1 to 255 printable ASCII characters.');
  });

  const circle: { name: string; self?: object } = { name: 'A' };
  circle.self = circle;
  const counted = { name: 'A', count: 1n };
  test.each([
    ['a circle', circle],
    ['a BigInt', counted],
  ])('a draft with %s', async (_what, draft) => {
    for (const call of [sites.create(draft), sites.update(1, draft)]) {
      const error = await refusal(call);
      expect(error).toBeInstanceOf(TypeError);
      expect(error).toHaveProperty('message', expect.stringMatching(/^The body must be serializable as JSON/));
    }
  });
});

test.each(['', '.', '..'])('the id %j is refused, since it would lead to another place', async (id) => {
  const { polls } = new Askwell({ apiKey: key, baseUrl: 'http://127.0.0.1:1', maxRetries: 0 });
  for (const call of [polls.get(id), polls.delete(id), polls.votes.delete('poll_1', id)]) {
    const error = await refusal(call);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toHaveProperty('message', `${JSON.stringify(id)} is not an ID.`);
  }
});

describe('a server that is not Askwell', () => {
  const stubs: StubServer[] = [];
  afterEach(async () => {
    for (const stub of stubs.splice(0)) await stub.close();
  });

  /** Answers every request the same, or never. */
  async function clientOf(
    answer?: { status: number; headers?: Record<string, string>; body: string },
    timeout = 5_000,
  ) {
    const stub = await startStub((_request, response) => {
      if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
    });
    stubs.push(stub);
    return new Askwell({ apiKey: key, baseUrl: stub.url, timeout, maxRetries: 0 });
  }

  test('is told by a reply without data', async () => {
    const client = await clientOf({ status: 200, body: '<h1>Hello</h1>' });
    const error = await refusal(client.me());
    expect(error).toBeInstanceOf(AskwellError);
    expect(error).toHaveProperty('message', 'The response does not come from an Askwell server. Check `baseUrl`.');
  });

  test('as a proxy that fails is an ApiError with the status', async () => {
    const client = await clientOf({ status: 502, body: '<h1>Bad gateway</h1>' });
    const error = await refusal(client.me());
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
  ])('is told by the class of its status: %i', async (status, expected) => {
    const client = await clientOf({ status, headers: { location: 'https://example.com' }, body: '{"message":"No."}' });
    const error = await refusal(client.me());
    expect(error instanceof Error && error.constructor).toBe(expected);
    expect(error).toMatchObject({ status, detail: 'No.', headers: { location: 'https://example.com' } });
  });

  test('says when to come back', async () => {
    const client = await clientOf({ status: 503, headers: { 'retry-after': '7' }, body: '{"message":"Away."}' });
    const error = await refusal(client.me());
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ retryAfter: 7, detail: 'Away.' });
  });

  test('and never answers ends in a TimeoutError', async () => {
    const client = await clientOf(undefined, 50);
    expect(await refusal(client.me())).toBeInstanceOf(TimeoutError);
  });

  test('can be given up by a signal, whose reason is the cause', async () => {
    const client = await clientOf();
    const reason = new Error('No longer needed.');
    const before = await refusal(client.me({ signal: AbortSignal.abort(reason) }));
    expect(before).toBeInstanceOf(AbortError);
    expect(before).toHaveProperty('cause', reason);
    const controller = new AbortController();
    const call = refusal(client.me({ signal: controller.signal }));
    controller.abort(reason);
    const during = await call;
    expect(during).toBeInstanceOf(AbortError);
    expect(during).toHaveProperty('cause', reason);
  });
});
