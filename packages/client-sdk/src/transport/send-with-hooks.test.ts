import { describe, expect, test, vi } from 'vitest';
import { fakeTime } from '../../test/support/fake-time.js';
import { refusal } from '../../test/support/refusal.js';
import { reply, stubbedClient } from '../../test/support/stub-fetch.js';
import { UnavailableError } from '../index.js';

const account = { data: { id: 1 } };

fakeTime();

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

  test('that set what can not be sent are told so, and the key is not theirs to set', async () => {
    for (const header of [{ note: 'a\nb' }, { 'X-API-Key': 'other' }]) {
      const stub = stubbedClient([], { onRequest: ({ headers }) => void Object.assign(headers, header) });
      const error = await refusal(stub.client.me());
      expect(error).toBeInstanceOf(TypeError);
      expect(error).toHaveProperty('message', expect.stringMatching(/header/));
    }
  });
});
