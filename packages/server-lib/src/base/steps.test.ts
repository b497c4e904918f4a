import { afterEach, expect, test, vi } from 'vitest';
import { systemClock } from './clock.js';
import { runInTurns, type Steps } from './steps.js';

afterEach(() => vi.restoreAllMocks());

/** Runs steps that take some milliseconds each, and returns how many of them ran in each turn. */
async function stepsPerTurn(steps: number, milliseconds: number): Promise<number[]> {
  let now = 0;
  vi.spyOn(systemClock, 'elapsed').mockImplementation(() => now);
  const turns = [0];
  function* work(): Steps<string> {
    for (let step = 0; step < steps; step++) {
      turns.push((turns.pop() ?? Number.NaN) + 1);
      now += milliseconds;
      yield;
    }
    return 'done';
  }
  const result = await runInTurns(work(), async () => void turns.push(0));
  expect(result).toBe('done');
  return turns;
}

test('work pauses at the next step when it has run for two milliseconds', async () => {
  expect(await stepsPerTurn(4, 5)).toEqual([1, 1, 1, 1, 0]);
  expect(await stepsPerTurn(5, 1)).toEqual([2, 2, 1]);
  expect(await stepsPerTurn(9, 0)).toEqual([9]);
});

test('what a step throws ends the work', async () => {
  function* work(): Steps<never> {
    yield;
    throw new Error('no');
  }
  await expect(runInTurns(work(), () => undefined)).rejects.toThrow('no');
});
