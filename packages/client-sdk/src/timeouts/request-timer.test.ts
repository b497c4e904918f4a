import { describe, expect, test, vi } from 'vitest';
import { fakeTime } from '../../test/support/fake-time.js';
import { refusal } from '../../test/support/refusal.js';
import { reply, silence, stubbedClient } from '../../test/support/stub-fetch.js';
import { AbortError, TimeoutError } from '../index.js';

const account = { data: { id: 1 } };
const hour = 3_600_000;

fakeTime();

describe('time', () => {
  test('counts for each try, and a try that is late is repeated', async () => {
    const stub = stubbedClient([silence, silence, silence], { timeout: 1_000 });
    const failed = refusal(stub.client.me());
    await vi.runAllTimersAsync();
    const error = await failed;
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toHaveProperty(
      'message',
      'GET https://polls.example.com/base/api/v1/me timed out: no response within 1000 ms.',
    );
    expect(stub.fetch).toHaveBeenCalledTimes(3);
  });

  test('ends at the deadline, whatever is left of repeats', async () => {
    const stub = stubbedClient([silence, silence], { timeout: 1_000, deadline: 2_000 });
    const began = performance.now();
    const failed = refusal(stub.client.me());
    await vi.runAllTimersAsync();
    const error = await failed;
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toHaveProperty(
      'message',
      'GET https://polls.example.com/base/api/v1/me timed out: not complete by the deadline.',
    );
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
