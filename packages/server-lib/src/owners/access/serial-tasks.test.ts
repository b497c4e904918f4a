import { expect, test } from 'vitest';
import { createDeferred, settled } from '../../../test/support/deferred.js';
import { createSerialTasks } from './serial-tasks.js';

test('runs tasks with the same key one after the other, and tasks with different keys concurrently', async () => {
  const runSerially = createSerialTasks();
  const gate = createDeferred();
  const done: string[] = [];
  const run = (name: string, wait?: Promise<void>) => async () => {
    await wait;
    done.push(name);
    return name;
  };
  const all = [runSerially('a', run('a1', gate.promise)), runSerially('a', run('a2')), runSerially('b', run('b1'))];
  await settled();
  expect(done).toEqual(['b1']);
  gate.resolve();
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1']);
  expect(done).toEqual(['b1', 'a1', 'a2']);
});

test('runs the next task after one that fails', async () => {
  const runSerially = createSerialTasks();
  const failing = runSerially('a', () => Promise.reject(new Error('broken')));
  const next = runSerially('a', async () => 'fine');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('fine');
});
