import { expect, test } from 'vitest';
import { createDeferred, settled } from '../../../test/support/deferred.js';
import { createSerialTasks } from './serial-tasks.js';

test('tasks of one key run one after the other, those of another key meanwhile', async () => {
  const takeTurns = createSerialTasks();
  const gate = createDeferred();
  const done: string[] = [];
  const run = (name: string, wait?: Promise<void>) => async () => {
    await wait;
    done.push(name);
    return name;
  };
  const all = [takeTurns('a', run('a1', gate.promise)), takeTurns('a', run('a2')), takeTurns('b', run('b1'))];
  await settled();
  expect(done).toEqual(['b1']);
  gate.resolve();
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1']);
  expect(done).toEqual(['b1', 'a1', 'a2']);
});

test('a task that fails lets the next one run', async () => {
  const takeTurns = createSerialTasks();
  const failing = takeTurns('a', () => Promise.reject(new Error('broken')));
  const next = takeTurns('a', async () => 'fine');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('fine');
});
