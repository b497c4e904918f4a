import { afterEach, describe, expect, test, vi } from 'vitest';
import { createDeferred } from '../../../test/support/deferred.js';
import { call } from '../../../test/support/http/http-client.js';
import { codeIn } from '../../../test/support/http/parse-replies.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { lockWrites } from '../../../test/support/store/direct-connection.js';
import { systemClock } from '../../base/clock.js';
import { recordAnswers } from '../../core/submit/record-answers.js';
import { createOverload, defaultOverloadLimits } from './overload.js';

const idle = { writes: 0, bytes: 0, oldestSince: undefined };

/**
 * Replaces the clock of the machine. Returns a function that moves the clock some milliseconds past the next timer, and then calls
 * the timer.
 */
function useLateTimers() {
  let time = 0;
  let next = { due: 0, callback: (): unknown => expect.unreachable('A timer was set.') };
  vi.spyOn(systemClock, 'elapsed').mockImplementation(() => time);
  vi.spyOn(systemClock, 'setTimeout').mockImplementation((callback, milliseconds) => {
    next = { due: time + milliseconds, callback };
    return { cancel: () => expect.unreachable('The timer is not cancelled.') };
  });
  return (lateness = 0) => {
    time = next.due + lateness;
    next.callback();
  };
}

afterEach(() => vi.restoreAllMocks());

describe('the process is overloaded', () => {
  test('the process is overloaded while pending writes are too many or too large', () => {
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

  test('the process is overloaded while queued requests wait too long', () => {
    let wait = defaultOverloadLimits.eventLoopDelay;
    const overload = createOverload({ limits: defaultOverloadLimits, pending: idle, estimateWait: () => wait });
    expect(overload.isOverloaded()).toBe(false);
    wait++;
    expect(overload.isOverloaded()).toBe(true);
    wait = 0;
    expect(overload.isOverloaded()).toBe(false);
  });

  test('the process is overloaded while the oldest write takes too long', () => {
    const pending: { writes: number; bytes: number; oldestSince: number | undefined } = { ...idle };
    const overload = createOverload({ limits: defaultOverloadLimits, pending, estimateWait: () => 0 });
    const measure = useLateTimers();
    pending.oldestSince = 0;
    // The first call starts the measurements.
    expect(overload.isOverloaded()).toBe(false);
    measure(defaultOverloadLimits.writeDelay);
    expect(overload.isOverloaded()).toBe(true);
    pending.oldestSince = undefined;
    measure();
    expect(overload.isOverloaded()).toBe(false);
  });

  test('the process is overloaded while the event loop is late repeatedly, but not after a single long task', () => {
    const limits = { ...defaultOverloadLimits, eventLoopDelay: 50 };
    const overload = createOverload({ limits, pending: idle, estimateWait: () => 0 });
    const measure = useLateTimers();
    const late = 4 * limits.eventLoopDelay;
    const isOverloadedAfter = (lateness: number) => {
      measure(lateness);
      return overload.isOverloaded();
    };
    // The first call starts the measurements.
    overload.isOverloaded();
    expect([late, 0, late, late, late, 0].map(isOverloadedAfter)).toEqual([false, false, false, true, true, false]);
  });
});

describe('an overloaded server', () => {
  let server: TestServer;
  afterEach(() => server.close());

  test('an overloaded server rejects public posts immediately, serves other requests, and recovers by itself', async () => {
    server = await startService({ limits: { pendingWrites: 3 } });
    const { session } = await createOwner(server.services);
    const draft = { title: 'Lunch', options: ['Soup', 'Salad'] };
    const { id: poll } = await server.askwell.polls.create(session.account, draft);
    const vote = () =>
      call(server, 'POST', `/api/v1/polls/${poll}/votes`, { body: { choices: ['o1'] }, from: '203.0.113.7' });

    // Another process writes for a long time.
    const unlock = await lockWrites(server.database);
    const { store } = server.services;
    const runWrite = store.run.bind(store);
    const full = createDeferred();
    const run = vi.spyOn(store, 'run').mockImplementation((write, input) => {
      const outcome = runWrite(write, input);
      if (store.pending.writes >= 3) full.resolve();
      return outcome;
    });
    const first = [vote(), vote(), vote()];
    await full.promise;
    const rejected = await vote();
    expect([rejected.status, codeIn(rejected), rejected.headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
    expect(rejected.headers.get('ratelimit')).toContain('r=26');
    expect((await call(server, 'GET', '/healthz')).status).toBe(200);
    expect((await call(server, 'GET', `/embed/polls/${poll}`)).status).toBe(200);
    // A background write of the server, such as the last use of a session, takes the place of a vote in the queue.
    const background = run.mock.calls.filter(([{ name }]) => name !== recordAnswers.name).length;
    // A write of an owner waits.
    const created = server.askwell.polls.create(session.account, { ...draft, title: 'Dinner' });

    await unlock();
    const rejections = (await Promise.all(first)).filter(({ status }) => status !== 201);
    expect(rejections.filter(({ status }) => status !== 503)).toEqual([]);
    expect(rejections.length).toBeLessThanOrEqual(background);
    expect(await created).toMatchObject({ title: 'Dinner' });
    expect(server.services.overload.isOverloaded()).toBe(false);
    expect((await vote()).status).toBe(201);
  });

  test('an overloaded server rejects public posts that were admitted before other requests filled the queue of writes', async () => {
    server = await startService();
    const owner = await createOwner(server.services);
    const draft = { title: 'Lunch', options: ['Soup', 'Salad'] };
    const { id: poll } = await server.askwell.polls.create(owner.session.account, draft);
    const vote = async () =>
      (await call(server, 'POST', `/api/v1/polls/${poll}/votes`, { body: { choices: ['o1'] } })).status;
    // Requests are admitted when they arrive, and handled in a later turn.
    const full = vi.spyOn(server.services.overload, 'isFull').mockReturnValue(true);
    expect(server.services.overload.isOverloaded()).toBe(false);
    expect(await vote()).toBe(503);
    expect((await call(server, 'POST', '/api/v1/polls', { key: await owner.key(), body: draft })).status).toBe(201);
    full.mockRestore();
    expect(await vote()).toBe(201);
  });
});
