import { afterEach, describe, expect, test, vi } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { codeIn } from '../../../test/support/http/parse-replies.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { lockWrites } from '../../../test/support/store/direct-connection.js';
import { recordAnswers } from '../../asks/submit/record-answers.js';
import { systemClock } from '../../clock.js';
import { createOverload, defaultOverloadLimits } from './overload.js';

const idle = { writes: 0, bytes: 0, oldestSince: undefined };

describe('the process is overloaded', () => {
  test('while pending writes are too many or too large', () => {
    const pending = { writes: 0, bytes: 0, oldestSince: undefined };
    const limits = { ...defaultOverloadLimits, pendingWrites: 10, pendingWriteBytes: 1_000 };
    const overload = createOverload({ limits, pending, estimateWait: () => 0 });
    expect(overload.isOverloaded()).toBe(false);
    pending.writes = 10;
    expect(overload.isOverloaded()).toBe(true);
    pending.writes = 9;
    expect(overload.isOverloaded()).toBe(false);
    pending.bytes = 1_000;
    expect(overload.isOverloaded()).toBe(true);
    pending.bytes = 999;
    expect(overload.isOverloaded()).toBe(false);
  });

  test('while queued requests wait too long', () => {
    let wait = defaultOverloadLimits.eventLoopDelay;
    const overload = createOverload({ limits: defaultOverloadLimits, pending: idle, estimateWait: () => wait });
    expect(overload.isOverloaded()).toBe(false);
    wait++;
    expect(overload.isOverloaded()).toBe(true);
    wait = 0;
    expect(overload.isOverloaded()).toBe(false);
  });

  test('while the oldest write takes too long', async () => {
    const pending: { writes: number; bytes: number; oldestSince: number | undefined } = { ...idle };
    const overload = createOverload({ limits: defaultOverloadLimits, pending, estimateWait: () => 0 });
    pending.oldestSince = systemClock.elapsed() - defaultOverloadLimits.writeDelay;
    await expect.poll(() => overload.isOverloaded()).toBe(true);
    pending.oldestSince = undefined;
    await expect.poll(() => overload.isOverloaded()).toBe(false);
  });

  test('while the event loop is late repeatedly, but not after a single long task', async () => {
    const limits = { ...defaultOverloadLimits, eventLoopDelay: 50 };
    const overload = createOverload({ limits, pending: idle, estimateWait: () => 0 });
    const block = () => {
      const until = systemClock.elapsed() + 4 * limits.eventLoopDelay;
      while (systemClock.elapsed() < until);
    };
    // The first call starts the measurements.
    overload.isOverloaded();
    block();
    await new Promise((resolve) => setTimeout(resolve));
    expect(overload.isOverloaded()).toBe(false);
    let isBlocking = true;
    const blockOn = () => {
      block();
      if (isBlocking) setTimeout(blockOn);
    };
    blockOn();
    await expect.poll(() => overload.isOverloaded()).toBe(true);
    isBlocking = false;
    await expect.poll(() => overload.isOverloaded()).toBe(false);
  });
});

describe('an overloaded server', () => {
  let server: TestServer;
  afterEach(() => server.close());

  test('rejects public posts immediately, serves other requests, and recovers by itself', async () => {
    server = await startService({ limits: { pendingWrites: 3 } });
    const { session } = await createOwner(server.services);
    const draft = { title: 'Lunch', options: ['Soup', 'Salad'] };
    const { id: poll } = await server.askwell.polls.create(session.account.id, draft);
    const vote = () =>
      call(server, 'POST', `/api/v1/polls/${poll}/votes`, { body: { choices: ['o1'] }, from: '203.0.113.7' });

    // Another process writes for a long time.
    const unlock = await lockWrites(server.database);
    const run = vi.spyOn(server.services.store, 'run');
    const first = [vote(), vote(), vote()];
    await expect.poll(() => server.services.store.pending.writes).toBeGreaterThanOrEqual(3);
    const rejected = await vote();
    expect([rejected.status, codeIn(rejected), rejected.headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
    expect(rejected.headers.get('ratelimit')).toContain('r=26');
    expect((await call(server, 'GET', '/healthz')).status).toBe(200);
    expect((await call(server, 'GET', `/embed/polls/${poll}`)).status).toBe(200);
    // What the server writes in the background, such as when a session was last used, takes the place of a vote.
    const background = run.mock.calls.filter(([{ name }]) => name !== recordAnswers.name).length;
    // A write of an owner waits.
    const created = server.askwell.polls.create(session.account.id, { ...draft, title: 'Dinner' });

    await unlock();
    const rejections = (await Promise.all(first)).filter(({ status }) => status !== 201);
    expect(rejections.filter(({ status }) => status !== 503)).toEqual([]);
    expect(rejections.length).toBeLessThanOrEqual(background);
    expect(await created).toMatchObject({ title: 'Dinner' });
    await expect.poll(() => server.services.overload.isOverloaded()).toBe(false);
    expect((await vote()).status).toBe(201);
  });
});
