import { MockAgent } from 'undici';
import { describe, expect, test } from 'vitest';
import { Askwell } from '../src/index.js';
import { rejectionOf } from './support/rejection.js';
import { shown } from './support/shown.js';
import { jsonResponse, stubbedClient } from './support/stub-fetch.js';

describe('the API key is never shown', () => {
  test('in the error of a mock that lists the unmatched request', async () => {
    const apiKey = `ask_${'a'.repeat(40)}`;
    const dispatcher = new MockAgent();
    dispatcher.disableNetConnect();
    dispatcher
      .get('https://polls.example.com')
      .intercept({ path: '/api/v1/me', headers: { 'x-api-key': 'other' } })
      .reply(200, '');
    const client = new Askwell({ apiKey, baseUrl: 'https://polls.example.com', dispatcher, maxRetries: 0 });
    const error = await rejectionOf(client.me());
    expect(error).toHaveProperty('cause.message', expect.stringContaining('Mock dispatch not matched'));
    expect(shown(error)).not.toContain(apiKey.slice(4));
  });

  test('in the error of a fetch that contains its request', async () => {
    const stub = stubbedClient([
      (_url, init) => Promise.reject(Object.assign(new Error('Failed.'), { request: { init } })),
    ]);
    const error = await rejectionOf(stub.client.me({ maxRetries: 0 }));
    expect(error).toHaveProperty('cause.message', 'Failed.');
    expect(shown(error)).not.toContain(stub.key.slice(4));
  });

  test('in an error response that repeats the request', async () => {
    const stub = stubbedClient([
      async (_url, { headers }) =>
        jsonResponse(400, { message: `Bad headers: ${JSON.stringify(headers)}`, code: 'malformed' }),
    ]);
    const error = await rejectionOf(stub.client.me());
    expect(error).toHaveProperty('detail', expect.stringMatching(/^Bad headers: .*\[API key\]/));
    expect(shown(error)).not.toContain(stub.key.slice(4));
  });
});
