import { expect, test } from 'vitest';
import { nextTurn } from '../event-loop.js';
import { createTurnBatcher } from './batch-per-turn.js';

test('resolves up to 128 callers per turn of the event loop, in their order', async () => {
  const { endOfTurn } = createTurnBatcher();
  const resolved: number[] = [];
  const all = Array.from({ length: 300 }, async (_, index) => {
    await endOfTurn();
    resolved.push(index);
  });
  const late = nextTurn().then(endOfTurn);
  const counts = [resolved.length];
  for (let turn = 0; turn < 3; turn++) {
    await nextTurn();
    counts.push(resolved.length);
  }
  await Promise.all(all);
  expect(counts).toEqual([0, 128, 256, 300]);
  expect(resolved).toEqual(Array.from({ length: 300 }, (_, index) => index));
  await late;
});

test('batches the callers of each instance separately', async () => {
  const [busy, idle] = [createTurnBatcher(), createTurnBatcher()];
  const waiting = Array.from({ length: 300 }, () => busy.endOfTurn());
  expect([busy.estimateWait(), idle.estimateWait()]).toEqual([30, 0]);
  const isResolved = idle.endOfTurn().then(() => true);
  expect(await Promise.race([isResolved, Promise.all(waiting).then(() => false)])).toBe(true);
  expect(idle.estimateWait()).toBe(0);
  await Promise.all(waiting);
});
