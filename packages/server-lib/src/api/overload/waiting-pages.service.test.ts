import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { systemClock } from '../../base/clock.js';
import { setImmediate } from '../../base/event-loop.js';

/** More pages than a client may have waiting. */
const many = 1_100;

let server: TestServer;
let poll: string;
/** How far the clock advances each time it is read, in milliseconds, so that the result does not depend on the machine. */
let step = 0.1;
beforeAll(async () => {
  server = await startService();
  const { session } = await createOwner(server.services);
  poll = (await server.askwell.polls.create(session.account, { title: 'Lunch?', options: ['Soup', 'Salad'] })).id;
  let now = systemClock.elapsed();
  vi.spyOn(systemClock, 'elapsed').mockImplementation(() => {
    now += step;
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

test('a refused page does not wait for a turn', async () => {
  // Each piece of work takes the time of a turn.
  step = 3;
  let refused = 0;
  const replies = Array.from({ length: many }, async () => {
    const { status } = await visit('203.0.113.4');
    if (status === 503) refused++;
  });
  for (let turn = 0; turn < 20; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
  const early = refused;
  step = 0.1;
  await Promise.all(replies);
  expect(early).toBe(refused);
  expect(refused).toBeGreaterThan(0);
});

test('pages leave their places when their clients disconnect', async () => {
  const client = new AbortController();
  const gone = Array.from({ length: many }, () => visit('203.0.113.3', undefined, client.signal));
  client.abort();
  await Promise.allSettled(gone);
  expect((await visit('203.0.113.3')).status).toBe(200);
});
