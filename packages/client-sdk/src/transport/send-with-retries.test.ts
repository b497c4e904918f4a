import { describe, expect, test, vi } from 'vitest';
import { fakeTime } from '../../test/support/fake-time.js';
import { refusal } from '../../test/support/refusal.js';
import { reply, stubbedClient } from '../../test/support/stub-fetch.js';
import { ConnectionError, RateLimitError } from '../index.js';

const account = { data: { id: 1 } };
const hour = 3_600_000;

fakeTime();

/** How many requests there were once so much time has passed. */
async function requestsAfter(milliseconds: number, { fetch }: ReturnType<typeof stubbedClient>): Promise<number> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  return fetch.mock.calls.length;
}

describe('Retry-After is honoured', () => {
  test('in seconds, however many', async () => {
    const stub = stubbedClient([reply(429, {}, { 'retry-after': '36000' }), reply(200, account)]);
    const call = stub.client.me();
    expect(await requestsAfter(10 * hour, stub)).toBe(1);
    expect(await requestsAfter(250, stub)).toBe(2);
    expect(await call).toEqual({ id: 1 });
  });

  test('as a date, by the clock of the server', async () => {
    const headers = { date: 'Sat, 31 Jan 2026 10:00:00 GMT', 'retry-after': 'Sat, 31 Jan 2026 10:00:30 GMT' };
    const stub = stubbedClient([reply(503, {}, headers), reply(200, account)]);
    const call = stub.client.me();
    expect(await requestsAfter(30_000, stub)).toBe(1);
    expect(await requestsAfter(250, stub)).toBe(2);
    expect(await call).toEqual({ id: 1 });
  });

  test('beyond what a single timer can wait', async () => {
    const days = 60 * 24 * hour;
    const stub = stubbedClient([reply(503, {}, { 'retry-after': String(days / 1000) }), reply(200, account)]);
    const call = stub.client.me();
    expect(await requestsAfter(days, stub)).toBe(1);
    expect(await requestsAfter(250, stub)).toBe(2);
    expect(await call).toEqual({ id: 1 });
  });

  test('with a status that is not repeated without it', async () => {
    const stub = stubbedClient([reply(409, {}, { 'retry-after': '0' }), reply(200, account)]);
    const call = stub.client.me();
    expect(await requestsAfter(250, stub)).toBe(2);
    expect(await call).toEqual({ id: 1 });
  });

  test('and where the deadline comes first, the refusal is told at once', async () => {
    const stub = stubbedClient([reply(429, {}, { 'retry-after': '60' })], { deadline: 60_000 });
    const error = await refusal(stub.client.me());
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toHaveProperty('retryAfter', 60);
  });

  test('by a deadline that is a moment, too', async () => {
    const stub = stubbedClient([reply(429, {}, { 'retry-after': '60' }), reply(200, account)]);
    const call = stub.client.me({ deadline: new Date(Date.now() + 61_000) });
    await vi.advanceTimersByTimeAsync(60_500);
    expect(await call).toEqual({ id: 1 });
  });
});

describe('repeats', () => {
  test('wait a random part of a bound that doubles', async () => {
    const stub = stubbedClient([reply(502, {}), reply(504, {}), reply(408, {}), reply(200, account)], {
      maxRetries: 3,
    });
    const call = stub.client.me();
    expect(await requestsAfter(0, stub)).toBe(1);
    expect(await requestsAfter(249, stub)).toBe(1);
    expect(await requestsAfter(1, stub)).toBe(2);
    expect(await requestsAfter(499, stub)).toBe(2);
    expect(await requestsAfter(1, stub)).toBe(3);
    expect(await requestsAfter(1_000, stub)).toBe(4);
    expect(await call).toEqual({ id: 1 });
  });

  test('are two, or as many as the call says', async () => {
    const failures = () => Array.from({ length: 6 }, () => new TypeError('fetch failed'));
    for (const [maxRetries, requests] of [
      [undefined, 3],
      [0, 1],
      [5, 6],
    ]) {
      const stub = stubbedClient(failures());
      const failed = refusal(stub.client.me({ maxRetries }));
      await vi.runAllTimersAsync();
      expect(await failed).toBeInstanceOf(ConnectionError);
      expect(stub.fetch).toHaveBeenCalledTimes(requests ?? 0);
    }
  });

  test.each([400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 422, 500, 501])('are not for a %i', async (status) => {
    const stub = stubbedClient([reply(status, {})]);
    expect(await refusal(stub.client.me())).toHaveProperty('status', status);
  });

  test('of a POST keep one idempotency key; another call has another', async () => {
    const stub = stubbedClient([
      reply(503, {}),
      new TypeError('fetch failed'),
      reply(201, account),
      reply(201, account),
    ]);
    const made = stub.client.sites.create({ name: 'A' });
    await vi.runAllTimersAsync();
    await made;
    await stub.client.sites.create({ name: 'A' });
    const keys = stub.requests().map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  test('of a reply that was cut short are made; of a page that is not Askwell they are not', async () => {
    const cut = stubbedClient([reply(200, '{"data": {"id'), reply(200, account)]);
    const call = cut.client.me();
    await vi.runAllTimersAsync();
    expect(await call).toEqual({ id: 1 });

    const page = stubbedClient([reply(200, '<h1>Hello</h1>', { 'content-type': 'text/html' })]);
    expect(await refusal(page.client.me())).toHaveProperty(
      'message',
      'The response does not come from an Askwell server. Check `baseUrl`.',
    );
  });
});
