import { describe, expect, test } from 'vitest';
import { rejectionOf } from '../../test/support/rejection.js';
import { jsonResponse, stubbedClient } from '../../test/support/stub-fetch.js';
import { UnavailableError } from '../index.js';

const account = { data: { id: 1 } };

describe('hooks', () => {
  test('get an event for each request, response and retry, without the API key', async () => {
    const events: unknown[] = [];
    const stub = stubbedClient([jsonResponse(503, {}), jsonResponse(200, account)], {
      onRequest: (event) => {
        event.headers['traceparent'] = `00-${event.retries}`;
        events.push(['request', event.method, event.url, event.retries]);
        expect(JSON.stringify(event)).not.toContain('kkkk');
      },
      onResponse: ({ status, retries, milliseconds }) => events.push(['response', status, retries, milliseconds]),
      onRetry: ({ error, milliseconds }) => events.push(['retry', error.constructor, milliseconds]),
    });
    const call = stub.client.me();
    await stub.timing.runAll();
    await call;
    const url = 'https://polls.example.com/base/api/v1/me';
    expect(events).toEqual([
      ['request', 'GET', url, 0],
      ['response', 503, 0, 0],
      ['retry', UnavailableError, 250],
      ['request', 'GET', url, 1],
      ['response', 200, 1, 0],
    ]);
    expect(stub.requests().map(({ headers }) => headers['traceparent'])).toEqual(['00-0', '00-1']);
  });

  test('that throw reject the call without a retry', async () => {
    const bug = new Error('A bug in the hook.');
    const stub = stubbedClient([jsonResponse(200, account)], {
      onResponse() {
        throw bug;
      },
    });
    expect(await rejectionOf(stub.client.me())).toBe(bug);
    expect(stub.fetch).toHaveBeenCalledTimes(1);
  });

  test('that set an invalid header or the API key reject the call with a TypeError', async () => {
    for (const header of [{ note: 'a\nb' }, { 'X-API-Key': 'other' }]) {
      const stub = stubbedClient([], { onRequest: ({ headers }) => void Object.assign(headers, header) });
      const error = await rejectionOf(stub.client.me());
      expect(error).toBeInstanceOf(TypeError);
      expect(error).toHaveProperty('message', expect.stringMatching(/header/));
    }
  });
});
