import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { systemClock } from '../../base/clock.js';

/** More pages than a client may have waiting. */
const many = 1_100;

let server: TestServer;
let poll: string;
beforeAll(async () => {
  server = await startService();
  const { session } = await createOwner(server.services);
  poll = (await server.askwell.polls.create(session.account, { title: 'Lunch?', options: ['Soup', 'Salad'] })).id;
  // The clock advances a little each time it is read, so that the result does not depend on the machine.
  let now = systemClock.elapsed();
  vi.spyOn(systemClock, 'elapsed').mockImplementation(() => {
    now += 0.1;
    return now;
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
});

const visit = (from: string, path = `/p/${poll}`, signal?: AbortSignal) =>
  server.fetch(server.url + path, { headers: { 'x-forwarded-for': from }, ...(signal ? { signal } : {}) });

test('pages of a client that requests too many are refused, and pages of other clients are served', async () => {
  const flood = Array.from({ length: many }, () => visit('203.0.113.1'));
  const quick = ['/healthz', '/readyz', '/widget.js'].map((path) => visit('203.0.113.1', path));
  const others = [visit('203.0.113.2'), ...quick];
  const replies = await Promise.all(flood);
  const refused = replies.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(refused.map(() => '1'));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(many - refused.length);
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('a refused page is answered before the pages that wait', async () => {
  const order: number[] = [];
  const replies = Array.from({ length: many }, async () => order.push((await visit('203.0.113.4')).status));
  await Promise.all(replies);
  const refused = order.filter((status) => status === 503).length;
  expect(refused).toBeGreaterThan(0);
  expect(order.lastIndexOf(503)).toBeLessThan(refused + 100);
});

test('pages leave their places when their clients disconnect', async () => {
  const client = new AbortController();
  const gone = Array.from({ length: many }, () => visit('203.0.113.3', undefined, client.signal));
  client.abort();
  await Promise.allSettled(gone);
  expect((await visit('203.0.113.3')).status).toBe(200);
});
