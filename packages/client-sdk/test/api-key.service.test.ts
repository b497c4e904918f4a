import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AuthenticationError } from '../src/index.js';
import { rejectionOf } from './support/rejection.js';
import { startService, type TestService } from './support/service.js';
import { shown } from './support/shown.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('the API key is never shown', () => {
  test('in a client, its resources, its calls and their results', async () => {
    const apiKey = await service.createOwnKey();
    const client = await service.createClient({ apiKey });
    const [page, me] = [client.polls.list().page(), client.me()];
    const values = [client, client.polls, client.polls.votes, client.polls.list(), page, await page, me, await me];
    for (const value of values) expect(shown(value)).not.toContain(apiKey.slice(4));
  });

  test('in API errors', async () => {
    const apiKey = `ask_${'a'.repeat(40)}`;
    const error = await rejectionOf((await service.createClient({ apiKey })).me());
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(shown(error)).not.toContain(apiKey.slice(4));
  });
});
