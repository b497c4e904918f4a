import { expect, test } from 'vitest';
import { createDeferred, settled } from '../../test/support/deferred.js';
import { createSharedReads } from './shared-reads.js';

/** Creates shared reads whose outcomes are the numbers of the reads. */
function createCountedReads() {
  const shared = createSharedReads<number>();
  const gates: ReturnType<typeof createDeferred<void>>[] = [];
  const join = (key = 'a') =>
    shared(key, async () => {
      const gate = createDeferred<void>();
      const number = gates.push(gate);
      await gate.promise;
      return number;
    });
  return { join, gates };
}

test('callers of one turn share a read, and later callers share the next read', async () => {
  const { join, gates } = createCountedReads();
  const early = [join(), join(), join()];
  await settled();
  expect(gates).toHaveLength(1);
  const late = [join(), join()];
  gates[0]?.resolve();
  expect(await Promise.all(early)).toEqual([1, 1, 1]);
  await settled();
  expect(gates).toHaveLength(2);
  gates[1]?.resolve();
  expect(await Promise.all(late)).toEqual([2, 2]);
});

test('reads with different keys run at the same time', async () => {
  const { join, gates } = createCountedReads();
  const reads = [join('a'), join('b')];
  await settled();
  expect(gates).toHaveLength(2);
  for (const gate of gates) gate.resolve();
  expect(await Promise.all(reads)).toEqual([1, 2]);
});

test('a failed read fails only for its own callers', async () => {
  const shared = createSharedReads<number>();
  const failing = shared('a', () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await shared('a', async () => 1)).toBe(1);
});
