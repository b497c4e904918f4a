import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDeferred, settled } from '../../../test/support/deferred.js';
import { call, toRequestInit } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { Reply } from '../../http/exchange.js';
import { createManualClock } from '../../tools/testing/manual-clock.js';
import { createHeavyRequests } from './heavy-requests.js';

const done: Reply = { status: 200, headers: [], body: 'done' };
const client = (signal = new AbortController().signal, method = 'GET') => ({ method, signal });

function streamed(chunks: AsyncIterable<string>): Reply {
  return { ...done, body: chunks };
}

/** Returns an iterator over the chunks of a response. */
function reading({ body }: Reply): AsyncIterator<string | Uint8Array> {
  if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body)) {
    return expect.unreachable('The reply is a stream.');
  }
  return body[Symbol.asyncIterator]();
}

async function* three() {
  yield 'one';
  yield 'two';
  yield 'three';
}

describe('an export', () => {
  test('jobs run between the chunks of an export, and other exports run after its end', async () => {
    const heavy = createHeavyRequests(createManualClock().clock);
    const chunks = reading(await heavy.run('export', 1, client(), async () => streamed(three())));
    let hasNext = false;
    const next = heavy.run('export', 1, client(), async () => {
      hasNext = true;
      return done;
    });
    expect(await chunks.next()).toEqual({ done: false, value: 'one' });
    expect(await heavy.run('job', 1, client(), async () => done)).toBe(done);
    expect(await chunks.next()).toEqual({ done: false, value: 'two' });
    expect(await chunks.next()).toEqual({ done: false, value: 'three' });
    await settled();
    expect(hasNext).toBe(false);
    expect((await chunks.next()).done).toBe(true);
    expect(await next).toBe(done);
  });

  test('an export produces no chunk while a job runs', async () => {
    const heavy = createHeavyRequests(createManualClock().clock);
    const chunks = reading(await heavy.run('export', 1, client(), async () => streamed(three())));
    const job = createDeferred<Reply>();
    const running = heavy.run('job', 1, client(), () => job.promise);
    let isRead = false;
    const chunk = chunks.next().then(() => {
      isRead = true;
    });
    await settled();
    expect(isRead).toBe(false);
    job.resolve(done);
    await Promise.all([running, chunk]);
  });

  test('an export releases its lock if the client stops reading, and can still be read', async () => {
    const time = createManualClock();
    const heavy = createHeavyRequests(time.clock);
    const chunks = reading(await heavy.run('export', 1, client(), async () => streamed(three())));
    await chunks.next();
    await time.advance({ seconds: 10 });
    expect(await heavy.run('export', 1, client(), async () => done)).toBe(done);
    expect((await chunks.next()).value).toBe('two');
  });

  test('an export is refused while its account has five open exports, including ones that nobody reads', async () => {
    const time = createManualClock();
    const heavy = createHeavyRequests(time.clock);
    const open = async (account: number) =>
      reading(await heavy.run('export', account, client(), async () => streamed(three())));
    const stalled: AsyncIterator<string | Uint8Array>[] = [];
    for (let n = 0; n < 5; n++) {
      const chunks = await open(1);
      stalled.push(chunks);
      await chunks.next();
      await time.advance({ seconds: 10 });
    }
    const refused = { code: 'rate_limited', retryAfter: 30 };
    await expect(open(1)).rejects.toMatchObject(refused);
    await expect(open(1)).rejects.toMatchObject(refused);
    expect(await (await open(2)).next()).toEqual({ done: false, value: 'one' });
    expect((await stalled[0]?.next())?.value).toBe('two');
    await stalled[1]?.return?.();
    expect(await (await open(1)).next()).toEqual({ done: false, value: 'one' });
  });

  test.each<[string, (chunks: AsyncIterator<string | Uint8Array>, gone: AbortController) => Promise<unknown>]>([
    ['whose client disconnects', async (_chunks, gone) => gone.abort()],
    ['that is cancelled', async (chunks) => chunks.return?.()],
  ])('an export %s releases its lock', async (_name, end) => {
    const heavy = createHeavyRequests(createManualClock().clock);
    const gone = new AbortController();
    const chunks = reading(await heavy.run('export', 1, client(gone.signal), async () => streamed(three())));
    await chunks.next();
    await end(chunks, gone);
    expect(await heavy.run('export', 1, client(), async () => done)).toBe(done);
  });

  test('an export releases its lock if it fails before or during its response', async () => {
    const heavy = createHeavyRequests(createManualClock().clock);
    const broken = new Error('This is broken.');
    await expect(heavy.run('export', 1, client(), () => Promise.reject(broken))).rejects.toBe(broken);
    const failing = (async function* () {
      yield 'one';
      throw broken;
    })();
    const chunks = reading(await heavy.run('export', 1, client(), async () => streamed(failing)));
    await chunks.next();
    await expect(chunks.next()).rejects.toBe(broken);
    expect(await heavy.run('export', 1, client(undefined, 'HEAD'), async () => streamed(three()))).toBeDefined();
    expect(await heavy.run('export', 1, client(), async () => done)).toBe(done);
  });
});

test('a job that fails releases its lock, and light requests never wait', async () => {
  const heavy = createHeavyRequests(createManualClock().clock);
  const job = createDeferred<Reply>();
  const failing = heavy.run('job', 1, client(), () => job.promise);
  const next = heavy.run('job', 1, client(), async () => done);
  expect(await heavy.run('light', 1, client(), async () => done)).toBe(done);
  expect(await heavy.run('job', 2, client(), async () => done)).toBe(done);
  job.reject(new Error('This is broken.'));
  await expect(failing).rejects.toThrow('This is broken.');
  expect(await next).toBe(done);
});

describe('an instance', () => {
  let server: TestServer;
  let owner: Owner;
  beforeAll(async () => {
    server = await startService();
    owner = await createOwner(server.services);
  });
  afterAll(() => server.close());

  test('an instance runs parallel requests of an account one after the other', async () => {
    const account = owner.session.account;
    const key = await owner.key();
    const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: 'ticket' as const };
    const { id } = await server.askwell.polls.create(account, draft);
    const run = vi.spyOn(server.services.store, 'run');
    const replies = await Promise.all(
      Array.from({ length: 6 }, () =>
        call(server, 'POST', `/api/v1/polls/${id}/tickets`, { key, body: { count: 1_600 } }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201));
    const calls = run.mock.calls.flatMap(([write, input]) =>
      write.name === 'tickets.add' ? [/"issueRef":"(\w+)/.exec(JSON.stringify(input))?.[1]] : [],
    );
    run.mockRestore();
    // Each request has seven batches, without batches of other requests between them.
    expect(calls).toHaveLength(42);
    expect(calls.filter((issue, at) => issue !== calls[at - 1])).toHaveLength(6);
  });

  test('an instance does not run a request whose client disconnects while it waits', async () => {
    const account = owner.session.account;
    const key = await owner.key();
    const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: 'ticket' as const };
    const { id } = await server.askwell.polls.create(account, draft);
    const release = createDeferred();
    const { heavyRequests } = server.services;
    const blocking = heavyRequests.run('job', account.id, client(), async () => {
      await release.promise;
      return done;
    });
    const connection = new AbortController();
    const started = createDeferred<AbortSignal>();
    const { run } = heavyRequests;
    const spy = vi.spyOn(heavyRequests, 'run').mockImplementation((weight, scope, of, handle) => {
      started.resolve(of.signal);
      return run(weight, scope, of, handle);
    });
    const waiting = server.fetch(`${server.url}/api/v1/polls/${id}/tickets`, {
      ...toRequestInit('POST', { key, body: { count: 1 } }),
      signal: connection.signal,
    });
    const signal = await started.promise;
    expect(spy).toHaveBeenCalledTimes(1);
    spy.mockRestore();
    const aborted = once(signal, 'abort');
    connection.abort();
    await aborted;
    release.resolve();
    await Promise.allSettled([blocking, waiting]);
    const later = await call(server, 'POST', `/api/v1/polls/${id}/tickets`, { key, body: { count: 2 } });
    expect(later.status).toBe(201);
    const counted = await call(server, 'GET', `/api/v1/polls/${id}/tickets`, { key });
    expect(counted.body).toEqual({ data: { count: 2, used: 0 } });
  });
});
