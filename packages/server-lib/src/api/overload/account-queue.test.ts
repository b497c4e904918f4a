import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settled } from '../../../test/support/deferred.js';
import { AccountQueues, type Release } from './account-queue.js';

const { signal } = new AbortController();

test('requests of one account run one at a time and in order, and accounts do not wait for each other', async () => {
  const requestLists = fc.array(
    fc.record({ account: fc.integer({ min: 1, max: 3 }), waits: fc.integer({ min: 0, max: 5 }) }),
    {
      maxLength: 30,
    },
  );
  await fc.assert(
    fc.asyncProperty(requestLists, async (requests) => {
      const queues = new AccountQueues(100);
      const busy = new Set<number>();
      const done: { account: number; nth: number }[] = [];
      await Promise.all(
        requests.map(async ({ account, waits }, nth) => {
          const end = await queues.acquire(account, signal);
          expect(busy.has(account)).toBe(false);
          busy.add(account);
          for (let turn = 0; turn < waits; turn++) await settled();
          busy.delete(account);
          done.push({ account, nth });
          end();
          end();
        }),
      );
      for (const account of [1, 2, 3]) {
        const order = done.filter((request) => request.account === account).map(({ nth }) => nth);
        expect(order).toEqual([...order].sort((a, b) => a - b));
      }
      expect(done).toHaveLength(requests.length);
    }),
  );
});

test('rejects a request if the queue is full, unless it is not limited', async () => {
  const queues = new AccountQueues(2);
  const end = await queues.acquire(1, signal);
  const order: string[] = [];
  const waiting = ['first', 'second'].map(async (name) => {
    const next = await queues.acquire(1, signal);
    order.push(name);
    next();
  });
  await expect(queues.acquire(1, signal)).rejects.toMatchObject({ code: 'rate_limited', status: 429, retryAfter: 5 });
  const unlimited = queues.acquire(1, signal, 3).then((next) => {
    order.push('unlimited');
    next();
  });
  (await queues.acquire(2, signal))();
  end();
  await Promise.all([...waiting, unlimited]);
  expect(order).toEqual(['first', 'second', 'unlimited']);
  (await queues.acquire(1, signal))();
});

test('a client that disconnects while it waits leaves the queue', async () => {
  const queues = new AccountQueues(2);
  const end = await queues.acquire(1, signal);
  const client = new AbortController();
  const gone = queues.acquire(1, client.signal);
  const next: Promise<Release> = queues.acquire(1, signal);
  client.abort();
  await expect(gone).rejects.toMatchObject({ code: 'rate_limited' });
  await expect(queues.acquire(1, AbortSignal.abort())).rejects.toMatchObject({ code: 'rate_limited' });
  end();
  (await next)();
  (await queues.acquire(1, signal))();
});

test('a client that disconnects while its request runs keeps the lock until it is released', async () => {
  const queues = new AccountQueues(2);
  const client = new AbortController();
  const end = await queues.acquire(1, client.signal);
  let hasNext = false;
  const next = queues.acquire(1, signal).then((endNext) => {
    hasNext = true;
    endNext();
  });
  client.abort();
  await settled();
  expect(hasNext).toBe(false);
  end();
  await next;
});
