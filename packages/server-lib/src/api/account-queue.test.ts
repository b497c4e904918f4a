import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settled } from '../../test/support/deferred.js';
import { AccountQueues, type Release } from './account-queue.js';

const { signal } = new AbortController();

test('an account has one turn at a time, in the order of asking, and accounts do not wait for each other', async () => {
  const asked = fc.array(
    fc.record({ account: fc.integer({ min: 1, max: 3 }), waits: fc.integer({ min: 0, max: 5 }) }),
    {
      maxLength: 30,
    },
  );
  await fc.assert(
    fc.asyncProperty(asked, async (requests) => {
      const turns = new AccountQueues(100);
      const busy = new Set<number>();
      const done: { account: number; nth: number }[] = [];
      await Promise.all(
        requests.map(async ({ account, waits }, nth) => {
          const end = await turns.acquire(account, signal);
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
        const order = done.filter((one) => one.account === account).map(({ nth }) => nth);
        expect(order).toEqual([...order].sort((a, b) => a - b));
      }
      expect(done).toHaveLength(requests.length);
    }),
  );
});

test('more than the most that may wait are refused, unless they must not be', async () => {
  const turns = new AccountQueues(2);
  const end = await turns.acquire(1, signal);
  const order: string[] = [];
  const waiting = ['first', 'second'].map(async (name) => {
    const next = await turns.acquire(1, signal);
    order.push(name);
    next();
  });
  await expect(turns.acquire(1, signal)).rejects.toMatchObject({ code: 'rate_limited', status: 429, retryAfter: 5 });
  const piece = turns.acquire(1, signal, false).then((next) => {
    order.push('piece');
    next();
  });
  (await turns.acquire(2, signal))();
  end();
  await Promise.all([...waiting, piece]);
  expect(order).toEqual(['first', 'second', 'piece']);
  (await turns.acquire(1, signal))();
});

test('one that goes away while it waits leaves the queue', async () => {
  const turns = new AccountQueues(2);
  const end = await turns.acquire(1, signal);
  const client = new AbortController();
  const gone = turns.acquire(1, client.signal);
  const next: Promise<Release> = turns.acquire(1, signal);
  client.abort();
  await expect(gone).rejects.toMatchObject({ code: 'rate_limited' });
  await expect(turns.acquire(1, AbortSignal.abort())).rejects.toMatchObject({ code: 'rate_limited' });
  end();
  (await next)();
  (await turns.acquire(1, signal))();
});

test('one that goes away while it has its turn keeps it until it ends', async () => {
  const turns = new AccountQueues(2);
  const client = new AbortController();
  const end = await turns.acquire(1, client.signal);
  let hasNext = false;
  const next = turns.acquire(1, signal).then((endNext) => {
    hasNext = true;
    endNext();
  });
  client.abort();
  await settled();
  expect(hasNext).toBe(false);
  end();
  await next;
});
