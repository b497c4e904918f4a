import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDeferred, settled } from '../../../test/support/deferred.js';
import { createManualClock } from './manual-clock.js';

/** Creates a clock and a log of calls with the times at which they were made, in milliseconds. */
function createLoggedClock() {
  const { clock, advance, set } = createManualClock();
  const calls: string[] = [];
  const note = (name: string): void => void calls.push(`${name} ${clock.elapsed()}`);
  return { clock, advance, set, calls, note };
}

test('calls due timers in the order of their due times, each at its due time', async () => {
  const { clock, advance, calls, note } = createLoggedClock();
  for (const delay of [30, 10, 20]) clock.setTimeout(() => note(`after ${delay}`), delay);
  await advance(9);
  expect(calls).toEqual([]);
  await advance(15);
  expect(calls).toEqual(['after 10 10', 'after 20 20']);
  expect([clock.elapsed(), clock.now()]).toEqual([24, 24_000]);
  await advance({ seconds: 1 });
  expect(calls.slice(2)).toEqual(['after 30 30']);
});

test('calls timers that are due at the same time in the order in which they were added', async () => {
  const { clock, advance, calls, note } = createLoggedClock();
  clock.setTimeout(() => note('first'), 5);
  await advance(2);
  clock.setTimeout(() => note('second'), 3);
  clock.setTimeout(() => note('third'), 3);
  await advance(3);
  expect(calls).toEqual(['first 5', 'second 5', 'third 5']);
});

test('calls timers that a callback adds, if they are due in the same move', async () => {
  const { clock, advance, calls, note } = createLoggedClock();
  clock.setTimeout(() => {
    note('first');
    clock.setTimeout(() => note('second'), 5);
    clock.setTimeout(() => note('third'), 6);
    clock.setTimeout(() => note('at once'), 0);
  }, 5);
  await advance(10);
  expect(calls).toEqual(['first 5', 'at once 5', 'second 10']);
  await advance(1);
  expect(calls.at(-1)).toBe('third 11');
});

test('repeats an interval until it is cancelled, and calls no cancelled timer', async () => {
  const { clock, advance, calls, note } = createLoggedClock();
  const interval = clock.setInterval(() => note('interval'), 10);
  const timer = clock.setTimeout(() => note('timer'), 15);
  timer.cancel();
  await advance(35);
  interval.cancel();
  await advance(100);
  expect(calls).toEqual(['interval 10', 'interval 20', 'interval 30', 'interval 35']);
});

test('awaits each callback before the next one', async () => {
  const { clock, advance, calls, note } = createLoggedClock();
  clock.setTimeout(async () => {
    for (let turn = 0; turn < 3; turn++) await settled();
    note('slow');
  }, 1);
  clock.setTimeout(() => note('next'), 2);
  await advance(10);
  expect(calls).toEqual(['slow 1', 'next 2']);
});

test('moves immediately for code that does not await, unless a callback takes time', () => {
  const { clock, advance, calls, note } = createLoggedClock();
  clock.setTimeout(() => note('first'), 5);
  void advance(10);
  expect([clock.elapsed(), ...calls]).toEqual([10, 'first 5']);
  void advance({ minutes: 1 });
  expect(clock.elapsed()).toBe(60_010);
});

test('a callback can pause on the clock, within the same move or into the next one', async () => {
  const { clock, advance, calls, note } = createLoggedClock();
  clock.setTimeout(async () => {
    note('begins');
    await clock.pause(5);
    await settled();
    note('goes on');
    await clock.pause(100);
    note('ends');
  }, 1);
  clock.setTimeout(() => note('meanwhile'), 3);
  await advance(50);
  expect(calls).toEqual(['begins 1', 'meanwhile 3', 'goes on 6']);
  await advance(56);
  expect(calls.at(-1)).toBe('ends 106');
});

test('a pause that is shorter than a millisecond needs no move', async () => {
  const { clock } = createLoggedClock();
  await clock.pause(0);
  await clock.pause(0.9);
  expect(clock.elapsed()).toBe(0);
});

test('resolves a pause that no callback waits for', async () => {
  const { clock, advance, calls, note } = createLoggedClock();
  const paused = (async () => {
    for (let nth = 1; nth <= 3; nth++) {
      await clock.pause(10);
      note(`${nth}`);
    }
  })();
  await advance(100);
  await paused;
  expect(calls).toEqual(['1 10', '2 20', '3 30']);
});

test('moves on while a callback of an earlier move waits for something else', async () => {
  const { clock, advance, calls, note } = createLoggedClock();
  const response = createDeferred();
  clock.setTimeout(async () => {
    const deadline = clock.setTimeout(() => response.resolve(), 15, 'deadline');
    await response.promise;
    deadline.cancel();
    note('gave up');
  }, 0);
  let isDone = false;
  const first = advance(10).then(() => {
    isDone = true;
  });
  await settled();
  expect(isDone).toBe(false);
  await advance(10);
  await first;
  expect(calls).toEqual(['gave up 15']);
});

test('rejects if callbacks fail, and calls the others', async () => {
  const { clock, advance, calls, note } = createLoggedClock();
  const failure = new Error('The disk fails.');
  clock.setTimeout(() => Promise.reject(failure), 1);
  clock.setTimeout(() => note('later'), 2);
  await expect(advance(5)).rejects.toBe(failure);
  expect(calls).toEqual(['later 2']);
  for (let nth = 0; nth < 2; nth++)
    clock.setTimeout(() => {
      throw failure;
    }, 1);
  await expect(advance(5)).rejects.toMatchObject({ errors: [failure, failure] });
  await advance(5);
});

test('setting the time back does not change the remaining time of timers', async () => {
  const { clock, advance, set, calls, note } = createLoggedClock();
  await set(5_000);
  clock.setTimeout(() => note('timer'), 10);
  await set(1_000);
  await advance(9);
  expect(calls).toEqual([]);
  await advance(1);
  expect(calls).toEqual(['timer 1010']);
});

test('repeats work less often in a long move, and calls other timers on time', async () => {
  const delay = fc.integer({ min: 1, max: 3_600_000 });
  await fc.assert(
    fc.asyncProperty(fc.array(delay, { minLength: 1, maxLength: 3 }), delay, async (intervals, length) => {
      const { clock, advance } = createManualClock();
      const calls = intervals.map((interval) => {
        const times: number[] = [0];
        clock.setInterval(() => times.push(clock.elapsed()), interval);
        return { interval, times };
      });
      const exact: number[] = [];
      clock.setTimeout(() => exact.push(clock.elapsed()), length / 2);
      await advance(length * 1_000);
      expect(exact).toEqual([length / 2]);
      for (const { interval, times } of calls) {
        for (const [nth, at] of times.slice(1).entries()) {
          const before = times[nth] ?? 0;
          expect(at - before).toBeLessThanOrEqual(Math.max(interval, before / 4));
        }
        expect(times.at(-1)).toBe(clock.elapsed());
        expect(times.length).toBeLessThan(200);
      }
    }),
    { numRuns: 100 },
  );
});

test('repeats work at the end of each move, even if it is not due', async () => {
  const { clock, advance, calls, note } = createLoggedClock();
  function look(): void {
    note('look');
    clock.setTimeout(look, 1_000, 'repeat');
  }
  look();
  await advance(0);
  await advance(1_500);
  await advance(0);
  expect(calls).toEqual(['look 0', 'look 0', 'look 1000', 'look 1500', 'look 1500']);
});

test('makes the same calls as a simple model', async () => {
  const timer = fc.record({
    delay: fc.nat({ max: 50 }),
    /** The delays of timers that the callback adds. */
    adds: fc.array(fc.nat({ max: 30 }), { maxLength: 3 }),
    kind: fc.constantFrom('sync', 'async', 'pauses'),
  });
  const step = fc.record({ timers: fc.array(timer, { maxLength: 4 }), move: fc.nat({ max: 60 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const { clock, advance, calls, note } = createLoggedClock();
      /** The expected calls, in no order. */
      const expected: { at: number; name: string }[] = [];
      let end = 0;
      for (const [at, { timers, move }] of steps.entries()) {
        for (const [nth, { delay, adds, kind }] of timers.entries()) {
          const name = `${at}/${nth}`;
          const begun = end + delay;
          const ended = kind === 'pauses' ? begun + 7 : begun;
          expected.push({ at: begun, name: `${name}` }, { at: ended, name: `${name} ended` });
          for (const [number, added] of adds.entries()) expected.push({ at: ended + added, name: `${name}+${number}` });
          const addTimers = (): void => {
            note(`${name} ended`);
            for (const [number, added] of adds.entries()) clock.setTimeout(() => note(`${name}+${number}`), added);
          };
          clock.setTimeout(() => {
            note(name);
            if (kind === 'sync') return addTimers();
            return (kind === 'async' ? settled() : clock.pause(7)).then(addTimers);
          }, delay);
        }
        await advance(move);
        end += move;
        expect(clock.elapsed()).toBe(end);
        const due = expected.filter((call) => call.at <= end).map((call) => `${call.name} ${call.at}`);
        expect([...calls].sort()).toEqual(due.sort());
      }
      const times = calls.map((call) => Number(call.split(' ').at(-1)));
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }),
    { seed: 1, numRuns: 100 },
  );
});
