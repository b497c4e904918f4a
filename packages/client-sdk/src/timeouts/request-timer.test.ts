import { describe, expect, test, vi } from 'vitest';
import { rejectionOf } from '../../test/support/rejection.js';
import { jsonResponse, noResponse, stubbedClient } from '../../test/support/stub-fetch.js';
import { AbortError, TimeoutError } from '../index.js';

const account = { data: { id: 1 } };
const hour = 3_600_000;

describe('timeout and deadline', () => {
  test('the timeout applies to each attempt, and a late attempt is retried', async () => {
    const stub = stubbedClient([noResponse, noResponse, noResponse], { timeout: 1_000 });
    const rejection = rejectionOf(stub.client.me());
    await stub.timing.runAll();
    const error = await rejection;
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toHaveProperty(
      'message',
      'GET https://polls.example.com/base/api/v1/me timed out: no response within 1000 ms.',
    );
    expect(stub.fetch).toHaveBeenCalledTimes(3);
  });

  test('the call ends at the deadline, even if retries are left', async () => {
    const stub = stubbedClient([noResponse, noResponse], { timeout: 1_000, deadline: 2_000 });
    const rejection = rejectionOf(stub.client.me());
    await stub.timing.runAll();
    const error = await rejection;
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toHaveProperty(
      'message',
      'GET https://polls.example.com/base/api/v1/me timed out: not complete by the deadline.',
    );
    expect(stub.timing.elapsed()).toBe(2_000);
  });

  test('a deadline in the past sends no request', async () => {
    const stub = stubbedClient([]);
    expect(await rejectionOf(stub.client.me({ deadline: new Date(stub.timing.now() - 1) }))).toBeInstanceOf(
      TimeoutError,
    );
    expect(stub.fetch).not.toHaveBeenCalled();
  });

  test('the deadline applies to each page, and not to the time between pages', async () => {
    const page = (id: number, next: string | null) =>
      jsonResponse(200, { data: [{ id }], meta: { next_cursor: next } });
    const stub = stubbedClient([page(1, 'a'), page(2, null)], { deadline: 1_000 });
    const found = [];
    for await (const { id } of stub.client.sites.list()) {
      found.push(id);
      await stub.timing.advance(hour);
    }
    expect(found).toEqual([1, 2]);
  });
});

describe('an aborted signal', () => {
  test('sends no request if it is aborted before the call', async () => {
    const stub = stubbedClient([]);
    expect(await rejectionOf(stub.client.me({ signal: AbortSignal.abort() }))).toBeInstanceOf(AbortError);
    expect(stub.fetch).not.toHaveBeenCalled();
  });

  test('ends the delay before a retry', async () => {
    const stub = stubbedClient([jsonResponse(503, {}, { 'retry-after': '3600' })]);
    const controller = new AbortController();
    const rejection = rejectionOf(stub.client.me({ signal: controller.signal, maxRetryWait: hour * 2 }));
    await stub.timing.advance(1_000);
    controller.abort(new Error('No longer needed.'));
    expect(await rejection).toMatchObject({ name: 'AbortError', cause: { message: 'No longer needed.' } });
    expect(stub.timing.timers).toBe(0);
  });

  test('no timer and no listener is left after a call, whether it succeeds or fails', async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const remove = vi.spyOn(signal, 'removeEventListener');
    const stub = stubbedClient([
      jsonResponse(503, {}),
      new TypeError('fetch failed'),
      jsonResponse(200, account),
      jsonResponse(404, {}),
    ]);
    const call = stub.client.me({ signal });
    await stub.timing.runAll();
    await call;
    await rejectionOf(stub.client.me({ signal }));
    expect(stub.timing.timers).toBe(0);
    expect(remove.mock.calls.map(([, listener]) => listener)).toEqual(
      expect.arrayContaining(add.mock.calls.map(([, listener]) => listener)),
    );
  });
});
