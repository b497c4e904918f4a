import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDeferred, settled } from '../../../test/support/deferred.js';
import { createTaskSlots } from './task-slots.js';

const limits = { total: 10, perClient: 10 };

/** A task that the test ends. */
function createTask() {
  let hasBegun = false;
  const { promise, resolve, reject } = createDeferred<string>();
  return {
    run() {
      hasBegun = true;
      return promise;
    },
    hasBegun: () => hasBegun,
    end: () => resolve('done'),
    fail: () => reject(new Error('failed')),
  };
}

test('runs as many tasks as there are slots, and the next one when one ends', async () => {
  const slots = createTaskSlots(2, limits);
  const tasks = [createTask(), createTask(), createTask(), createTask()] as const;
  const results = tasks.map((task) => slots.run('client', task.run));
  await settled();
  expect(tasks.map((task) => task.hasBegun())).toEqual([true, true, false, false]);
  tasks[1].end();
  await settled();
  expect(tasks.map((task) => task.hasBegun())).toEqual([true, true, true, false]);
  for (const task of tasks) task.end();
  expect(await Promise.all(results)).toEqual(['done', 'done', 'done', 'done']);
});

test('a task that fails releases its slot', async () => {
  const slots = createTaskSlots(1, limits);
  const tasks = [createTask(), createTask()] as const;
  const [first, second] = tasks.map((task) => slots.run('client', task.run));
  tasks[0].fail();
  await expect(first).rejects.toThrow('failed');
  tasks[1].end();
  expect(await second).toBe('done');
  expect(await slots.run('client', async () => 'free again')).toBe('free again');
});

test('a task that throws synchronously releases its slot', async () => {
  const slots = createTaskSlots(1, { total: 0, perClient: 0 });
  const throws = (): Promise<never> => {
    throw new Error('at once');
  };
  await expect(slots.run('client', throws)).rejects.toThrow('at once');
  expect(await slots.run('client', async () => 'free')).toBe('free');
});

test('refuses a task as unavailable while too many wait', async () => {
  const slots = createTaskSlots(1, { total: 1, perClient: 1 });
  const tasks = [createTask(), createTask()] as const;
  const results = tasks.map((task) => slots.run('client', task.run));
  await expect(slots.run('another client', async () => 'never')).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    retryAfter: 1,
  });
  for (const task of tasks) task.end();
  await Promise.all(results);
  expect(await slots.run('client', async () => 'now')).toBe('now');
});

test('runs all tasks in order and no more at a time than there are slots', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.scheduler(),
      fc.integer({ min: 1, max: 12 }),
      async (width, scheduler, count) => {
        const slots = createTaskSlots(width, { total: count, perClient: count });
        const begun: number[] = [];
        let running = 0;
        let maxRunning = 0;
        const results = Array.from({ length: count }, (_, at) =>
          slots.run('client', async () => {
            begun.push(at);
            maxRunning = Math.max(maxRunning, ++running);
            await scheduler.schedule(Promise.resolve());
            running--;
          }),
        );
        await scheduler.waitFor(Promise.all(results));
        expect(maxRunning).toBe(Math.min(width, count));
        expect(begun).toEqual(Array.from({ length: count }, (_, at) => at));
      },
    ),
  );
});

test('clients take turns even if one of them sends many tasks', async () => {
  const slots = createTaskSlots(1, { total: 64, perClient: 16 });
  const begun: string[] = [];
  const send = (client: string) => slots.run(client, async () => void begun.push(client));
  const all = [...Array.from({ length: 10 }, () => send('a')), send('b'), send('c'), send('b')];
  await Promise.all(all);
  expect(begun).toEqual(['a', 'a', 'b', 'c', 'a', 'b', ...Array.from({ length: 7 }, () => 'a')]);
});

test('refuses a client with too many waiting tasks as rate limited, but not other clients', async () => {
  const slots = createTaskSlots(1, { total: 64, perClient: 2 });
  const task = createTask();
  const results = ['a', 'a', 'a'].map((client) => slots.run(client, task.run));
  await expect(slots.run('a', task.run)).rejects.toMatchObject({ code: 'rate_limited', status: 429, retryAfter: 1 });
  const another = slots.run('b', task.run);
  task.end();
  expect(await Promise.all([...results, another])).toEqual(['done', 'done', 'done', 'done']);
});

test('a new client replaces the newest task of the client with the most waiting tasks', async () => {
  const slots = createTaskSlots(1, { total: 4, perClient: 16 });
  const task = createTask();
  const results = ['a', 'a', 'a', 'a', 'a'].map((client) => slots.run(client, task.run).catch((error) => error.code));
  const others = ['b', 'c', 'd'].map((client) => slots.run(client, task.run).catch((error) => error.code));
  task.end();
  expect(await Promise.all(results)).toEqual(['done', 'done', 'unavailable', 'unavailable', 'unavailable']);
  expect(await Promise.all(others)).toEqual(['done', 'done', 'done']);
});
