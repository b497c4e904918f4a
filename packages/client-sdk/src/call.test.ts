import { describe, expect, test, vi } from 'vitest';
import { fakeTime } from '../test/support/fake-time.js';
import { refusal } from '../test/support/refusal.js';
import { reply, stubbedClient } from '../test/support/stub-fetch.js';
import { ServerError } from './index.js';

const account = { data: { id: 1 } };

fakeTime();

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
