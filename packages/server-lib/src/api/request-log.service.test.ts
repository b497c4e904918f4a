import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { call } from '../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../test/support/servers/create-owner.js';
import { startService } from '../../test/support/servers/start-service.js';
import type { TestServer } from '../../test/support/servers/test-server.js';
import { createTestClock } from '../tools/testing/test-clock.js';
import { maxLoggedRequests } from './limits.js';
import { createRequestLog, type LoggedRequest, loggedPath } from './request-log.js';

const { clock, source } = createTestClock('2026-01-31');
let server: TestServer;
beforeAll(async () => {
  server = await startService({ clock: source, limits: { accountRequests: 150 } });
});
afterAll(() => server.close());

const listOf = ({ session }: Owner) => server.services.requestLog.list(session.account.id);

test('keeps the ID, time, method, path, status, duration and key of each request with a key, newest first', async () => {
  const owner = await createOwner(server.services);
  const key = await owner.key();
  const first = await call(server, 'GET', '/api/v1/me', { key });
  await clock.advance(1_000);
  const headers = { 'x-request-id': 'mine' };
  await call(server, 'POST', '/api/v1/polls?secret=1#more', { key, headers, body: { title: 'Secret' } });
  expect(listOf(owner)).toEqual([
    {
      id: 'mine',
      at: clock.now().getTime() * 1_000,
      method: 'POST',
      path: '/api/v1/polls',
      status: 422,
      duration: 0,
      key: 'Test',
    },
    {
      id: first.headers.get('x-request-id'),
      at: (clock.now().getTime() - 1_000) * 1_000,
      method: 'GET',
      path: '/api/v1/me',
      status: 200,
      duration: 0,
      key: 'Test',
    },
  ]);
});

test('keeps no requests without a valid key and no requests of visitors', async () => {
  const owner = await createOwner(server.services);
  const key = await owner.key();
  await call(server, 'GET', '/api/v1/me', { key: `${key}0` });
  await call(server, 'POST', '/api/v1/polls/poll_x/votes', { key, body: { choices: [] } });
  await call(server, 'GET', '/embed/polls/poll_x', { key });
  expect(listOf(owner)).toEqual([]);
});

test('keeps failures too, and the latest hundred', async () => {
  const owner = await createOwner(server.services);
  const key = await owner.key();
  for (let n = 1; n <= 151; n++) await call(server, 'GET', `/api/v1/sites/${n}`, { key });
  const requests = listOf(owner);
  expect(requests.map(({ path }) => path)).toEqual(
    Array.from({ length: maxLoggedRequests }, (_, at) => `/api/v1/sites/${151 - at}`),
  );
  expect(requests.map(({ status }) => status)).toEqual([429, ...Array.from({ length: 99 }, () => 404)]);
});

test('measures until the response is ready', async () => {
  const owner = await createOwner(server.services);
  const key = await owner.key();
  const { store } = server.services;
  const reading = vi.spyOn(store, 'read').mockImplementationOnce(async (operation) => {
    await clock.advance(250);
    return store.read(operation);
  });
  await call(server, 'GET', '/api/v1/me', { key });
  reading.mockRestore();
  expect(listOf(owner)).toMatchObject([{ status: 200, duration: 250 }]);
});

describe('a log', () => {
  const entry = (id: string): LoggedRequest => ({
    id,
    at: 0,
    method: 'GET',
    path: '/',
    status: 200,
    duration: 1,
    key: 'k',
  });

  test('a log keeps accounts separate, and removes the least recently active one', () => {
    const log = createRequestLog(2);
    log.record(1, entry('a'));
    log.record(2, entry('b'));
    log.record(1, entry('c'));
    // Reading does not count as activity.
    expect(log.list(2).map(({ id }) => id)).toEqual(['b']);
    log.record(3, entry('d'));
    expect([1, 2, 3].map((account) => log.list(account).map(({ id }) => id))).toEqual([['c', 'a'], [], ['d']]);
  });

  test.each([0, 1, 99, 100, 101, 250])('a log of %i requests lists the latest hundred', (count) => {
    const log = createRequestLog();
    for (let n = 0; n < count; n++) log.record(1, entry(String(n)));
    const expected = Array.from({ length: Math.min(count, maxLoggedRequests) }, (_, at) => String(count - 1 - at));
    expect(log.list(1).map(({ id }) => id)).toEqual(expected);
  });

  test('a log truncates paths', () => {
    expect(loggedPath(`/${'x'.repeat(500)}`)).toBe(`/${'x'.repeat(199)}`);
    expect(loggedPath('/api/v1/%C3%A9')).toBe('/api/v1/%C3%A9');
  });
});
