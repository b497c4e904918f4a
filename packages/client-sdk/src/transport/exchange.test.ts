import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refusal } from '../../test/support/refusal.js';
import { reply, silence, stubbedClient } from '../../test/support/stub-fetch.js';
import { AbortError, ConnectionError, RateLimitError, ServerError, TimeoutError, UnavailableError } from '../index.js';

const account = { data: { id: 1 } };
const hour = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 31) });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

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
      'What answered is not an Askwell server. Check baseUrl.',
    );
  });
});

describe('time', () => {
  test('counts for each try, and a try that is late is repeated', async () => {
    const stub = stubbedClient([silence, silence, silence], { timeout: 1_000 });
    const failed = refusal(stub.client.me());
    await vi.runAllTimersAsync();
    const error = await failed;
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toHaveProperty('message', 'The server did not answer within 1000 ms.');
    expect(stub.fetch).toHaveBeenCalledTimes(3);
  });

  test('ends at the deadline, whatever is left of repeats', async () => {
    const stub = stubbedClient([silence, silence], { timeout: 1_000, deadline: 2_000 });
    const began = performance.now();
    const failed = refusal(stub.client.me());
    await vi.runAllTimersAsync();
    const error = await failed;
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toHaveProperty('message', 'The call was not done by its deadline.');
    expect(performance.now() - began).toBe(2_000);
  });

  test('that is over already sends nothing', async () => {
    const stub = stubbedClient([]);
    expect(await refusal(stub.client.me({ deadline: new Date(Date.now() - 1) }))).toBeInstanceOf(TimeoutError);
    expect(stub.fetch).not.toHaveBeenCalled();
  });

  test('holds for each wait of a page, and not between pages', async () => {
    const page = (id: number, next: string | null) => reply(200, { data: [{ id }], meta: { next_cursor: next } });
    const stub = stubbedClient([page(1, 'a'), page(2, null)], { deadline: 1_000 });
    const found = [];
    for await (const { id } of stub.client.sites.list()) {
      found.push(id);
      vi.advanceTimersByTime(hour);
    }
    expect(found).toEqual([1, 2]);
  });
});

describe('giving up', () => {
  test('before anything is sent, sends nothing', async () => {
    const stub = stubbedClient([]);
    expect(await refusal(stub.client.me({ signal: AbortSignal.abort() }))).toBeInstanceOf(AbortError);
    expect(stub.fetch).not.toHaveBeenCalled();
  });

  test('ends a wait before the next try', async () => {
    const stub = stubbedClient([reply(503, {}, { 'retry-after': '3600' })]);
    const controller = new AbortController();
    const failed = refusal(stub.client.me({ signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort(new Error('No longer needed.'));
    expect(await failed).toMatchObject({ name: 'AbortError', cause: { message: 'No longer needed.' } });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('leaves no timer and no listener behind, however the call ended', async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const remove = vi.spyOn(signal, 'removeEventListener');
    const stub = stubbedClient([reply(503, {}), new TypeError('fetch failed'), reply(200, account), reply(404, {})]);
    const call = stub.client.me({ signal });
    await vi.runAllTimersAsync();
    await call;
    await refusal(stub.client.me({ signal }));
    expect(vi.getTimerCount()).toBe(0);
    expect(remove.mock.calls.map(([, listener]) => listener)).toEqual(
      expect.arrayContaining(add.mock.calls.map(([, listener]) => listener)),
    );
  });
});

describe('a call', () => {
  test('tells its reply with its data, and how often it was repeated', async () => {
    const headers = { 'x-request-id': 'request-1', etag: '"7"' };
    const stub = stubbedClient([reply(503, {}), reply(200, account, headers)]);
    const call = stub.client.me().withResponse();
    await vi.runAllTimersAsync();
    expect(await call).toEqual({
      data: { id: 1 },
      response: { status: 200, headers: expect.objectContaining(headers), requestId: 'request-1', retries: 1 },
    });
  });

  test('that fails needs to be caught once, whichever way it is asked', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const stub = stubbedClient([reply(500, {}), reply(500, {}), reply(500, {})]);
    expect(await refusal(stub.client.me().withResponse())).toBeInstanceOf(ServerError);
    expect(await refusal(stub.client.me().finally(() => {}))).toBeInstanceOf(ServerError);
    const both = stub.client.me();
    const [plain, whole] = await Promise.all([refusal(both), refusal(both.withResponse())]);
    expect(plain).toBe(whole);
    vi.useRealTimers();
    await new Promise(setImmediate);
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('is a promise like any other', async () => {
    const stub = stubbedClient([reply(200, account)]);
    const call = stub.client.me();
    expect(call).toBeInstanceOf(Promise);
    const derived = call.then(({ id }) => id + 1);
    expect(derived.constructor).toBe(Promise);
    expect(await Promise.all([call, derived])).toEqual([{ id: 1 }, 2]);
  });
});

describe('hooks', () => {
  test('are told of each request, reply and repeat, and never of the key', async () => {
    const told: unknown[] = [];
    const stub = stubbedClient([reply(503, {}), reply(200, account)], {
      onRequest: (event) => {
        event.headers['traceparent'] = `00-${event.retries}`;
        told.push(['request', event.method, event.url, event.retries]);
        expect(JSON.stringify(event)).not.toContain('kkkk');
      },
      onResponse: ({ status, retries, milliseconds }) => told.push(['response', status, retries, milliseconds]),
      onRetry: ({ error, milliseconds }) => told.push(['retry', error.constructor, milliseconds]),
    });
    const call = stub.client.me();
    await vi.runAllTimersAsync();
    await call;
    const url = 'https://polls.example.com/base/api/v1/me';
    expect(told).toEqual([
      ['request', 'GET', url, 0],
      ['response', 503, 0, 0],
      ['retry', UnavailableError, 250],
      ['request', 'GET', url, 1],
      ['response', 200, 1, 0],
    ]);
    expect(stub.requests().map(({ headers }) => headers['traceparent'])).toEqual(['00-0', '00-1']);
  });

  test('that throw reach the caller, and nothing is repeated', async () => {
    const mistake = new Error('A mistake in the hook.');
    const stub = stubbedClient([reply(200, account)], {
      onResponse() {
        throw mistake;
      },
    });
    expect(await refusal(stub.client.me())).toBe(mistake);
    expect(stub.fetch).toHaveBeenCalledTimes(1);
  });
});
