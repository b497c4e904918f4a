import { expect, test } from 'vitest';
import { createDeferred, settled } from '../../../test/support/deferred.js';
import { intervalAt } from './send-pace.js';
import { createSendSlots } from './send-slots.js';

test('an account uses at most its share of the slots, and other accounts get slots immediately', async () => {
  const slots = createSendSlots(4, 2);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (account: number, name: string) =>
    slots.run(account, async () => {
      started.push(name);
      const end = createDeferred();
      ends.set(name, end.resolve);
      await end.promise;
    });
  const running = [run(1, 'a'), run(1, 'b'), run(1, 'c'), run(1, 'd'), run(2, 'e'), run(3, 'f'), run(3, 'g')];
  const startedAfter = async (name: string) => {
    ends.get(name)?.();
    await settled();
    return started.join('');
  };
  await settled();
  expect(started.join('')).toBe('abef');
  // Account 1 has used its share, so the last one that came may run first.
  expect(await startedAfter('e')).toBe('abefg');
  expect(await startedAfter('a')).toBe('abefgc');
  expect(await startedAfter('b')).toBe('abefgcd');
  for (const end of ends.values()) end();
  await Promise.all(running);
});

test('an account that uses fewer slots comes before accounts that have waited longer', async () => {
  const slots = createSendSlots(3, 2);
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const run = (account: number) =>
    slots.run(account, async () => {
      started.push(account);
      const end = createDeferred();
      ends.push(end.resolve);
      await end.promise;
    });
  const running = [1, 1, 2, 2, 1, 3].map(run);
  const endNext = async () => {
    ends.shift()?.();
    await settled();
    return started.slice();
  };
  await settled();
  expect(started).toEqual([1, 1, 2]);
  expect(await endNext()).toEqual([1, 1, 2, 3]);
  // Each account uses at most one slot, so accounts that have waited longer come first.
  expect(await endNext()).toEqual([1, 1, 2, 3, 1]);
  expect(await endNext()).toEqual([1, 1, 2, 3, 1, 2]);
  for (const end of ends) end();
  await Promise.all(running);
});

test('work that fails gives its slot back', async () => {
  const slots = createSendSlots(1, 1);
  for (let nth = 0; nth < 3; nth++)
    await expect(slots.run(1, () => Promise.reject(new Error('Failed')))).rejects.toThrow('Failed');
  expect(await slots.run(1, async () => 'done')).toBe('done');
});

test('messages are sent less often while the event loop is busy', () => {
  expect([0, 0.5, 0.7, 0.9, 1].map((utilization) => Math.round(intervalAt(utilization)))).toEqual([1, 1, 13, 25, 25]);
});
