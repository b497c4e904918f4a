import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwner } from '../../test/support/owner.js';
import { startServer, type TestServer } from '../../test/support/server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const me = (headers: Record<string, string>) => fetch(`${server.url}/api/v1/me`, { headers });

test('a key tells its account, and the very call that uses it shows as its last use', async () => {
  const owner = await createOwner(server.services);
  const key = await owner.key();
  const reply = await me({ 'X-API-Key': key });
  expect(reply.status).toBe(200);
  const { data } = (await reply.json()) as { data: Record<string, unknown> };
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
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
        last_used_at: time,
        created_at: time,
      },
    ],
    created_at: time,
  });
});

test.each([
  ['missing', {}],
  ['malformed', { 'X-API-Key': 'nonsense' }],
  ['unknown', { 'X-API-Key': `ask_${'a'.repeat(40)}` }],
  ['only in Authorization', { Authorization: 'Bearer ask_x' }],
])('a key that is %s is 401 in the one form', async (_what, headers) => {
  const reply = await me(headers);
  expect(reply.status).toBe(401);
  expect(await reply.text()).toBe('{"message":"API key is invalid or missing."}');
});
