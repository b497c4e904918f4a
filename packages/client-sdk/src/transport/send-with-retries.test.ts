import { describe, expect, test } from 'vitest';
import { rejectionOf } from '../../test/support/rejection.js';
import { jsonResponse, stubbedClient } from '../../test/support/stub-fetch.js';
import { ConnectionError, RateLimitError } from '../index.js';

const account = { data: { id: 1 } };
const hour = 3_600_000;

/** Advances the time and returns the number of requests so far. */
async function requestsAfter(milliseconds: number, stub: ReturnType<typeof stubbedClient>): Promise<number> {
  await stub.timing.advance(milliseconds);
  return stub.fetch.mock.calls.length;
}

describe('Retry-After', () => {
  test('delays the retry by up to ten seconds', async () => {
    const stub = stubbedClient([jsonResponse(429, {}, { 'retry-after': '10' }), jsonResponse(200, account)]);
    const call = stub.client.me();
    expect(await requestsAfter(9_999, stub)).toBe(1);
    expect(await requestsAfter(1, stub)).toBe(2);
    expect(await call).toEqual({ id: 1 });
  });

  test('over ten seconds rejects the call at once, without a retry', async () => {
    const stub = stubbedClient([jsonResponse(429, {}, { 'retry-after': '11' })]);
    const error = await rejectionOf(stub.client.me());
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toHaveProperty('retryAfter', 11);
    expect(stub.timing.timers).toBe(0);
  });

  test('is limited by maxRetryWait of the client, or of the call', async () => {
    const responses = [jsonResponse(503, {}, { 'retry-after': '36000' }), jsonResponse(200, account)];
    const patient = stubbedClient(responses, { maxRetryWait: Number.POSITIVE_INFINITY });
    const call = patient.client.me();
    expect(await requestsAfter(10 * hour, patient)).toBe(1);
    expect(await requestsAfter(250, patient)).toBe(2);
    expect(await call).toEqual({ id: 1 });

    const impatient = stubbedClient([jsonResponse(503, {}, { 'retry-after': '1' })]);
    expect(await rejectionOf(impatient.client.me({ maxRetryWait: 999 }))).toHaveProperty('retryAfter', 1);
    expect(await rejectionOf(impatient.client.me({ maxRetryWait: -1 }))).toBeInstanceOf(TypeError);
  });

  test('as a date is compared with the clock of the server', async () => {
    const headers = { date: 'Sat, 31 Jan 2026 10:00:00 GMT', 'retry-after': 'Sat, 31 Jan 2026 10:00:30 GMT' };
    const stub = stubbedClient([jsonResponse(503, {}, headers), jsonResponse(200, account)]);
    const call = stub.client.me({ maxRetryWait: hour });
    expect(await requestsAfter(30_000, stub)).toBe(1);
    expect(await requestsAfter(250, stub)).toBe(2);
    expect(await call).toEqual({ id: 1 });
  });

  test('may be longer than the maximum delay of a timer', async () => {
    const days = 60 * 24 * hour;
    const stub = stubbedClient([
      jsonResponse(503, {}, { 'retry-after': String(days / 1000) }),
      jsonResponse(200, account),
    ]);
    const call = stub.client.me({ maxRetryWait: 2 * days });
    expect(await requestsAfter(days, stub)).toBe(1);
    expect(await requestsAfter(250, stub)).toBe(2);
    expect(await call).toEqual({ id: 1 });
  });

  test('causes a retry also with a status that is not retried otherwise', async () => {
    const stub = stubbedClient([jsonResponse(409, {}, { 'retry-after': '0' }), jsonResponse(200, account)]);
    const call = stub.client.me();
    expect(await requestsAfter(250, stub)).toBe(2);
    expect(await call).toEqual({ id: 1 });
  });

  test('after the deadline rejects the call immediately', async () => {
    const stub = stubbedClient([jsonResponse(429, {}, { 'retry-after': '60' })], {
      deadline: 60_000,
      maxRetryWait: hour,
    });
    const error = await rejectionOf(stub.client.me());
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toHaveProperty('retryAfter', 60);
  });

  test('before a deadline that is a Date causes a retry', async () => {
    const stub = stubbedClient([jsonResponse(429, {}, { 'retry-after': '60' }), jsonResponse(200, account)]);
    const call = stub.client.me({ deadline: new Date(stub.timing.now() + 61_000), maxRetryWait: hour });
    await stub.timing.advance(60_500);
    expect(await call).toEqual({ id: 1 });
  });
});

describe('retries', () => {
  test('wait a random part of a bound that doubles', async () => {
    const stub = stubbedClient(
      [jsonResponse(502, {}), jsonResponse(504, {}), jsonResponse(408, {}), jsonResponse(200, account)],
      {
        maxRetries: 3,
      },
    );
    const call = stub.client.me();
    expect(await requestsAfter(0, stub)).toBe(1);
    expect(await requestsAfter(249, stub)).toBe(1);
    expect(await requestsAfter(1, stub)).toBe(2);
    expect(await requestsAfter(499, stub)).toBe(2);
    expect(await requestsAfter(1, stub)).toBe(3);
    expect(await requestsAfter(1_000, stub)).toBe(4);
    expect(await call).toEqual({ id: 1 });
  });

  test('are limited to 2, or to maxRetries of the call', async () => {
    const failures = () => Array.from({ length: 6 }, () => new TypeError('fetch failed'));
    for (const [maxRetries, requests] of [
      [undefined, 3],
      [0, 1],
      [5, 6],
    ]) {
      const stub = stubbedClient(failures());
      const rejection = rejectionOf(stub.client.me({ maxRetries }));
      await stub.timing.runAll();
      expect(await rejection).toBeInstanceOf(ConnectionError);
      expect(stub.fetch).toHaveBeenCalledTimes(requests ?? 0);
    }
  });

  test.each([400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 422, 500, 501])(
    'do not happen after a %i',
    async (status) => {
      const stub = stubbedClient([jsonResponse(status, {})]);
      expect(await rejectionOf(stub.client.me())).toHaveProperty('status', status);
    },
  );

  test('of a POST use the same idempotency key, and another call uses another', async () => {
    const stub = stubbedClient([
      jsonResponse(503, {}),
      new TypeError('fetch failed'),
      jsonResponse(201, account),
      jsonResponse(201, account),
    ]);
    const created = stub.client.sites.create({ name: 'A' });
    await stub.timing.runAll();
    await created;
    await stub.client.sites.create({ name: 'A' });
    const keys = stub.requests().map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  test('happen after truncated JSON, but not after a response that is not JSON', async () => {
    const truncated = stubbedClient([jsonResponse(200, '{"data": {"id'), jsonResponse(200, account)]);
    const call = truncated.client.me();
    await truncated.timing.runAll();
    expect(await call).toEqual({ id: 1 });

    const html = stubbedClient([jsonResponse(200, '<h1>Hello</h1>', { 'content-type': 'text/html' })]);
    expect(await rejectionOf(html.client.me())).toHaveProperty(
      'message',
      'The response does not come from an Askwell server. Check `baseUrl`.',
    );
  });
});
