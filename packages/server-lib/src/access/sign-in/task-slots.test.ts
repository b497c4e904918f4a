import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDeferred, settled } from '../../../test/support/deferred.js';
import { createTaskSlots } from './task-slots.js';

const usual = { total: 10, perClient: 10 };

/** A task that ends when it is told to. */
function createTask() {
  let begun = false;
  const { promise, resolve, reject } = createDeferred<string>();
  return {
    run() {
      begun = true;
      return promise;
    },
    hasBegun: () => begun,
    end: () => resolve('done'),
    fail: () => reject(new Error('failed')),
  };
}

test('as many tasks as there are slots run at once, and the next begins when one ends', async () => {
  const slots = createTaskSlots(2, usual);
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

test('a task that fails hands its slot on all the same', async () => {
  const slots = createTaskSlots(1, usual);
  const tasks = [createTask(), createTask()] as const;
  const [first, second] = tasks.map((task) => slots.run('client', task.run));
  tasks[0].fail();
  await expect(first).rejects.toThrow('failed');
  tasks[1].end();
  expect(await second).toBe('done');
  expect(await slots.run('client', async () => 'free again')).toBe('free again');
});

test('a task that throws before it waits for anything hands its slot on too', async () => {
  const slots = createTaskSlots(1, { total: 0, perClient: 0 });
  const throws = (): Promise<never> => {
    throw new Error('at once');
  };
  await expect(slots.run('client', throws)).rejects.toThrow('at once');
  expect(await slots.run('client', async () => 'free')).toBe('free');
});

test('where too many wait already, another is refused as unavailable, and later ones are taken again', async () => {
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

test('whatever ends when, no more run than there are slots, and all of them run in the order they came', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.scheduler(),
      fc.integer({ min: 1, max: 12 }),
      async (width, scheduler, count) => {
        const slots = createTaskSlots(width, { total: count, perClient: count });
        const begun: number[] = [];
        let running = 0;
        let most = 0;
        const results = Array.from({ length: count }, (_, at) =>
          slots.run('client', async () => {
            begun.push(at);
            most = Math.max(most, ++running);
            await scheduler.schedule(Promise.resolve());
            running--;
          }),
        );
        await scheduler.waitFor(Promise.all(results));
        expect(most).toBe(Math.min(width, count));
        expect(begun).toEqual(Array.from({ length: count }, (_, at) => at));
      },
    ),
  );
});

test('clients take turns, however many tasks one of them sends', async () => {
  const slots = createTaskSlots(1, { total: 64, perClient: 16 });
  const begun: string[] = [];
  const send = (client: string) => slots.run(client, async () => void begun.push(client));
  const all = [...Array.from({ length: 10 }, () => send('a')), send('b'), send('c'), send('b')];
  await Promise.all(all);
  expect(begun).toEqual(['a', 'a', 'b', 'c', 'a', 'b', ...Array.from({ length: 7 }, () => 'a')]);
});

test('a client with too many waiting tasks is refused as rate limited, and others are not', async () => {
  const slots = createTaskSlots(1, { total: 64, perClient: 2 });
  const task = createTask();
  const results = ['a', 'a', 'a'].map((client) => slots.run(client, task.run));
  await expect(slots.run('a', task.run)).rejects.toMatchObject({ code: 'rate_limited', status: 429, retryAfter: 1 });
  const another = slots.run('b', task.run);
  task.end();
  expect(await Promise.all([...results, another])).toEqual(['done', 'done', 'done', 'done']);
});

test('where too many wait in all, a newcomer takes the place of the newest task of whoever has the most', async () => {
  const slots = createTaskSlots(1, { total: 4, perClient: 16 });
  const task = createTask();
  const results = ['a', 'a', 'a', 'a', 'a'].map((client) => slots.run(client, task.run).catch((error) => error.code));
  const others = ['b', 'c', 'd'].map((client) => slots.run(client, task.run).catch((error) => error.code));
  task.end();
  expect(await Promise.all(results)).toEqual(['done', 'done', 'unavailable', 'unavailable', 'unavailable']);
  expect(await Promise.all(others)).toEqual(['done', 'done', 'done']);
});
