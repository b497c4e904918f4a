import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwner } from '../../test/support/owner.js';
import { startServer, type TestServer } from '../../test/support/server.js';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startServer();
  key = await (await createOwner(server.house)).key();
});
afterAll(() => server.close());

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const reply = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { 'X-API-Key': key, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: text.startsWith('{') ? JSON.parse(text) : text, headers: reply.headers };
}

test('a poll is made, voted in, counted, changed and deleted', async () => {
  const made = await call('POST', '/polls', {
    title: 'Lunch?',
    options: ['Soup', { label: 'Salad' }],
    other: true,
    show_others: true,
  });
  console.log(JSON.stringify(made.body));
  expect(made.status).toBe(201);
  const { id } = made.body.data;
  const vote = await call('POST', `/polls/${id}/votes`, { choices: ['o1'], voter: 'a'.repeat(16) });
  console.log(JSON.stringify(vote.body));
  expect(vote.status).toBe(201);
  const again = await call('POST', `/polls/${id}/votes`, { choices: ['o2'], voter: 'a'.repeat(16) });
  expect(again.status).toBe(409);
  const other = await call(
    'POST',
    `/polls/${id}/votes`,
    { other: '  Pizza  please', voter: 'b'.repeat(16) },
    { 'Idempotency-Key': 'k1' },
  );
  expect(other.status).toBe(201);
  const replay = await call(
    'POST',
    `/polls/${id}/votes`,
    { voter: 'b'.repeat(16), other: '  Pizza  please' },
    { 'Idempotency-Key': 'k1' },
  );
  expect(replay.status).toBe(201);
  expect(replay.body.data.id).toBe(other.body.data.id);
  console.log(JSON.stringify((await call('GET', `/polls/${id}/results`)).body));
  console.log((await call('GET', `/polls/${id}/votes?format=csv`)).body);
  console.log(JSON.stringify((await call('GET', `/polls/${id}/votes`)).body));
  expect((await call('PATCH', `/polls/${id}`, { options: [{ id: 'o2', label: 'Salad' }, 'Bread'] })).status).toBe(409);
  console.log(JSON.stringify((await call('PATCH', `/polls/${id}`, { title: 'Dinner?' })).body));
  expect((await call('DELETE', `/polls/${id}/votes/${vote.body.data.id}`)).status).toBe(204);
  console.log(JSON.stringify((await call('GET', `/polls/${id}/results`)).body));
  expect((await call('DELETE', `/polls/${id}`)).status).toBe(204);
  expect((await call('GET', `/polls/${id}`)).status).toBe(404);
});
