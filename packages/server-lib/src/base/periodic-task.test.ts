import { beforeEach, expect, test } from 'vitest';
import { createDeferred, settled } from '../../test/support/deferred.js';
import { type Clock, createClock } from './clock.js';
import { silentLogger } from './logger.js';
import { createPeriodicTask } from './periodic-task.js';

/**
 * Creates a clock whose timers are exact. The clock for tests of an instance repeats work only at the end of each move.
 */
function createExactClock() {
  let now = 0;
  let calls: { readonly due: number; readonly callback: () => unknown }[] = [];
  const clock = createClock({
    now: () => now,
    setTimeout(callback, milliseconds) {
      const call = { due: now + milliseconds, callback };
      calls.push(call);
      return {
        cancel() {
          calls = calls.filter((other) => other !== call);
        },
      };
    },
  });
  return {
    clock,
    async advance(milliseconds: number): Promise<void> {
      const end = now + milliseconds;
      for (;;) {
        const [next] = calls.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
        if (!next) break;
        now = next.due;
        calls = calls.filter((call) => call !== next);
        next.callback();
        await settled();
      }
      now = end;
      await settled();
    },
  };
}

let time: { readonly clock: Clock; advance(milliseconds: number): Promise<void> };
let warnings: string[];
/** When the task ran, in milliseconds. */
let runs: number[];
beforeEach(() => {
  time = createExactClock();
  warnings = [];
  runs = [];
});

type Options = Partial<Parameters<typeof createPeriodicTask>[0]>;

function createTask({ run, ...more }: Options = {}) {
  const warn = (_details: object, message: string) => void warnings.push(message);
  return createPeriodicTask({
    clock: time.clock,
    logger: { ...silentLogger, warn },
    warning: 'It failed.',
    ...more,
    run() {
      runs.push(time.clock.elapsed());
      return run ? run() : Promise.resolve();
    },
  });
}

test('a task is repeated after its interval, and sooner after a failure', async () => {
  const outcomes = [false, true, true, false, true];
  const run = async () => {
    if (outcomes.shift()) throw new Error('The disk fails.');
  };
  const task = createTask({ run, interval: 100, retryInterval: 10 });
  task.start();
  task.start();
  await time.advance(240);
  expect(runs).toEqual([0, 100, 110, 120, 220, 230]);
});

test('only the first of several successive failures is logged', async () => {
  const outcomes = [true, true, false, true];
  const run = async () => {
    if (outcomes.shift()) throw new Error('The disk fails.');
  };
  const task = createTask({ run, interval: 10 });
  task.start();
  await time.advance(0);
  await time.advance(10);
  expect(warnings).toEqual(['It failed.']);
  await time.advance(10);
  await time.advance(10);
  expect([runs.length, warnings]).toEqual([4, ['It failed.', 'It failed.']]);
});

test('a run can choose the time of the next run', async () => {
  const task = createTask({ run: async () => 30, interval: 10 });
  task.start();
  await time.advance(60);
  expect(runs).toEqual([0, 30, 60]);
});

test('a woken task runs soon, but not before its shortest interval', async () => {
  const task = createTask({ interval: 1_000, minInterval: 50 });
  task.wake();
  await time.advance(0);
  expect(runs).toEqual([]);
  task.start();
  await time.advance(0);
  task.wake();
  await time.advance(49);
  expect(runs).toEqual([0]);
  await time.advance(1);
  await time.advance(200);
  task.wake();
  await time.advance(0);
  expect(runs).toEqual([0, 50, 250]);
});

test('a task without an interval runs only when it is asked to, and runs never overlap', async () => {
  const first = createDeferred();
  const task = createTask({ run: () => (runs.length === 1 ? first.promise : Promise.resolve()) });
  task.runWithin(20);
  task.runWithin(10);
  await time.advance(19);
  expect(runs).toEqual([]);
  await time.advance(1);
  const next = task.runNow();
  await settled();
  expect(runs).toEqual([20]);
  first.resolve();
  await next;
  expect(runs).toEqual([20, 20]);
  await time.advance(1_000);
  expect(runs).toHaveLength(2);
});

test('a task that cannot begin starts again with the next call', async () => {
  let isReady = false;
  const ready = () => (isReady ? Promise.resolve() : Promise.reject(new Error('The database is locked.')));
  const task = createTask({ ready, interval: 10 });
  task.start();
  await time.advance(50);
  expect([runs, warnings]).toEqual([[], []]);
  isReady = true;
  task.start();
  await time.advance(0);
  expect(runs).toEqual([50]);
});

test('stopping ends a pause, and waits up to a limit for work that runs beside the task', async () => {
  const beside = createDeferred();
  const continued: boolean[] = [];
  const task = createTask({
    interval: 10,
    stopTimeout: 3_000,
    async run() {
      task.startBeside(beside.promise);
      continued.push(await task.pause(60_000));
    },
  });
  task.stopped.addEventListener('abort', () => beside.resolve());
  task.start();
  await time.advance(0);
  let hasStopped = false;
  const stopping = task.stop().then(() => {
    hasStopped = true;
  });
  await time.advance(2_999);
  expect([continued, task.isStopped, hasStopped]).toEqual([[false], true, false]);
  await time.advance(1);
  await stopping;
  task.start();
  task.wake();
  await time.advance(100);
  expect(runs).toEqual([0]);
});
