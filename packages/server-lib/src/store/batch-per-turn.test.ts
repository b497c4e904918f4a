import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { endOfTurn } from './batch-per-turn.js';

test('those who come in one turn go on together at its end, and the rest of very many a turn later each, in order', async () => {
  const gone: number[] = [];
  const all = Array.from({ length: 300 }, async (_, at) => {
    await endOfTurn();
    gone.push(at);
  });
  const late = nextTurn().then(endOfTurn);
  const counts = [gone.length];
  for (let turn = 0; turn < 3; turn++) {
    await nextTurn();
    counts.push(gone.length);
  }
  await Promise.all(all);
  expect(counts).toEqual([0, 128, 256, 300]);
  expect(gone).toEqual(Array.from({ length: 300 }, (_, at) => at));
  await late;
});
