import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import type { Job, Outcome } from './commit.js';
import { WriteQueue } from './writer.js';

interface Sent {
  readonly names: string[];
  readonly waited: number;
}

let sent: Sent[];
let queue: WriteQueue;

beforeEach(() => {
  sent = [];
  queue = new WriteQueue((jobs, waited) => sent.push({ names: jobs.map(({ name }) => name), waited }));
});

function job(name: string): Job {
  const input: unknown = undefined;
  return { name, input: input as never };
}

function values(...list: unknown[]): Outcome[] {
  return list.map((value) => ({ value }));
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what comes in one turn of the loop is one group, and what comes while it is under way the next', async () => {
  const first = [queue.add(job('a')), queue.add(job('b'))];
  expect(sent).toEqual([]);
  await turn();
  const second = [queue.add(job('c')), queue.add(job('d'))];
  await turn();
  expect(sent.map(({ names }) => names)).toEqual([['a', 'b']]);
  queue.settle(values(1, 2));
  expect(sent.map(({ names }) => names)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  queue.settle(values(3, 4));
  expect(await Promise.all([...first, ...second])).toEqual([1, 2, 3, 4]);
  expect(queue.busy).toBe(false);
});

test('a group is told how long its oldest has waited behind another', async () => {
  const first = queue.add(job('a'));
  await turn();
  const second = queue.add(job('b'));
  await pause(30);
  const third = queue.add(job('c'));
  queue.settle(values(1));
  expect(sent[1]?.names).toEqual(['b', 'c']);
  expect(sent[1]?.waited).toBeGreaterThan(25);
  queue.settle(values(2, 3));
  await Promise.all([first, second, third]);
});

test('a group that is lost is refused alone; what waits stays', async () => {
  const lost = expect(queue.add(job('a'))).rejects.toThrow('Lost.');
  await turn();
  const waiting = queue.add(job('b'));
  queue.abandon(new Error('Lost.'));
  await lost;
  queue.next();
  queue.settle(values(2));
  expect(await waiting).toBe(2);
});

test('an outcome that is missing is a refusal', async () => {
  const refused = expect(queue.add(job('a'))).rejects.toMatchObject({ code: 'unavailable' });
  await turn();
  queue.settle([]);
  await refused;
});

test('more than a disk can keep up with is refused at once', async () => {
  const taken = Array.from({ length: 20_000 }, () => queue.add(job('a')));
  await expect(queue.add(job('b'))).rejects.toMatchObject({ code: 'unavailable' });
  await turn();
  while (queue.busy) queue.settle(values(...(sent.at(-1)?.names ?? [])));
  expect(await Promise.all(taken)).toHaveLength(20_000);
  expect(Math.max(...sent.map(({ names }) => names.length))).toBe(2_000);
  expect(await queue.drained()).toBeUndefined();
});

test('draining waits for what is under way and what waits', async () => {
  const writing = queue.add(job('a'));
  let drained = false;
  const draining = queue.drained().then(() => {
    drained = true;
  });
  await turn();
  expect(drained).toBe(false);
  queue.settle(values(1));
  await Promise.all([writing, draining]);
});
