import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startService();
});
afterAll(() => server.close());

const me = (headers: Record<string, string>) => server.fetch(`${server.url}/api/v1/me`, { headers });

test('GET /me returns the account of the key, with this request as the last use of the key', async () => {
  const owner = await createOwner(server.services);
  const key = await owner.key();
  const reply = await me({ 'X-API-Key': key });
  expect(reply.status).toBe(200);
  const { data } = (await reply.json()) as { data: Record<string, unknown> };
  const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  expect(data).toEqual({
    id: owner.session.account.id,
    name: owner.session.account.name,
    email: owner.email,
    api_keys: [
      {
        id: expect.any(Number),
        name: 'Test',
        description: null,
        masked_key: `ask_${key.slice(4, 8)}••••••${key.slice(-4)}`,
        last_used_at: timestamp,
        created_at: timestamp,
      },
    ],
    created_at: timestamp,
  });
});

test.each([
  ['missing', {}],
  ['malformed', { 'X-API-Key': 'nonsense' }],
  ['unknown', { 'X-API-Key': `ask_${'a'.repeat(40)}` }],
  ['only in Authorization', { Authorization: 'Bearer ask_x' }],
])('responds with 401 if the key is %s', async (_case, headers) => {
  const reply = await me(headers);
  expect(reply.status).toBe(401);
  expect(await reply.text()).toBe('{"message":"API key is invalid or missing."}');
});
