import { describe, expect, test, vi } from 'vitest';
import { rejectionOf } from '../test/support/rejection.js';
import { jsonResponse, stubbedClient } from '../test/support/stub-fetch.js';
import { ServerError } from './index.js';

const account = { data: { id: 1 } };

describe('Call', () => {
  test('withResponse returns the data, the response and the number of retries', async () => {
    const headers = { 'x-request-id': 'request-1', etag: '"7"' };
    const stub = stubbedClient([jsonResponse(503, {}), jsonResponse(200, account, headers)]);
    const call = stub.client.me().withResponse();
    await stub.timing.runAll();
    expect(await call).toEqual({
      data: { id: 1 },
      response: { status: 200, headers: expect.objectContaining(headers), requestId: 'request-1', retries: 1 },
    });
  });

  test('a failure that is caught once causes no unhandled rejection', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const stub = stubbedClient([jsonResponse(500, {}), jsonResponse(500, {}), jsonResponse(500, {})]);
    expect(await rejectionOf(stub.client.me().withResponse())).toBeInstanceOf(ServerError);
    expect(await rejectionOf(stub.client.me().finally(() => {}))).toBeInstanceOf(ServerError);
    const call = stub.client.me();
    const [error, errorWithResponse] = await Promise.all([rejectionOf(call), rejectionOf(call.withResponse())]);
    expect(error).toBe(errorWithResponse);
    await new Promise(setImmediate);
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('is a promise, and `then` returns a plain promise', async () => {
    const stub = stubbedClient([jsonResponse(200, account)]);
    const call = stub.client.me();
    expect(call).toBeInstanceOf(Promise);
    const derived = call.then(({ id }) => id + 1);
    expect(derived.constructor).toBe(Promise);
    expect(await Promise.all([call, derived])).toEqual([{ id: 1 }, 2]);
  });
});
