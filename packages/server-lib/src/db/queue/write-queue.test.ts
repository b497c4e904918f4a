import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../base/clock.js';
import { OverloadError } from '../../base/errors.js';
import type { Job, Outcome } from './jobs.js';
import { type WriteGroup, WriteQueue } from './write-queue.js';

interface Sent {
  readonly group: WriteGroup;
  readonly names: string[];
  readonly waited: number;
}

let sent: Sent[];
/** The number of sent groups that have ended. */
let settled: number;
let queue: WriteQueue;
/** The time of the queue, in milliseconds. */
let time: number;

beforeEach(() => {
  time = 0;
  vi.spyOn(systemClock, 'elapsed').mockImplementation(() => time);
  open(1);
});
afterEach(() => vi.restoreAllMocks());

function open(maxInFlight: number): void {
  sent = [];
  settled = 0;
  queue = new WriteQueue({
    send: (groups) => {
      for (const group of groups)
        sent.push({ group, names: group.jobs.map(({ name }) => name), waited: time - group.oldestSince });
    },
    maxInFlight,
  });
}

function job(name: string): Job {
  const input: unknown = undefined;
  return { name, input: input as never };
}

function values(...list: unknown[]): Outcome[] {
  return list.map((value) => ({ value }));
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('the writes of one turn form a group, and writes that arrive while it is in flight form the next group', async () => {
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

test('a group has the time since which its oldest write waits', async () => {
  const first = queue.add(job('a'));
  await turn();
  const second = queue.add(job('b'));
  time += 30;
  const third = queue.add(job('c'));
  settleNext();
  expect(sent[1]).toMatchObject({ names: ['b', 'c'], waited: 30 });
  while (queue.busy) settleNext();
  await Promise.all([first, second, third]);
});

test.each([1, 2, 32])('writes that arrive far apart share no group, with up to %i in flight', async (maxInFlight) => {
  open(maxInFlight);
  const added = [queue.add(job('a'))];
  await turn();
  added.push(queue.add(job('b')), queue.add(job('c')));
  time += 300;
  added.push(queue.add(job('d')));
  expect(sent).toHaveLength(1);
  settleNext();
  // No write waits for a commit that could have included it.
  expect(sent).toHaveLength(Math.min(3, 1 + maxInFlight));
  while (queue.busy) settleNext();
  expect(sent.map(({ names }) => names)).toEqual([['a'], ['b', 'c'], ['d']]);
  await Promise.all(added);
});

test('abandoning refuses the groups in flight and keeps the waiting writes', async () => {
  const lost = expect(queue.add(job('a'))).rejects.toThrow('Lost.');
  await turn();
  const waiting = queue.add(job('b'));
  queue.abandon(new Error('Lost.'));
  await lost;
  queue.next();
  queue.settle(values(2));
  expect(await waiting).toBe(2);
});

test('a write without an outcome is refused', async () => {
  const refused = expect(queue.add(job('a'))).rejects.toMatchObject({ code: 'unavailable' });
  await turn();
  queue.settle([]);
  await refused;
});

test('a write beyond 20,000 pending ones is refused at once', async () => {
  const taken = Array.from({ length: 20_000 }, () => queue.add(job('a')));
  await expect(queue.add(job('b'))).rejects.toMatchObject({ code: 'unavailable' });
  await turn();
  while (queue.busy) queue.settle(values(...(sent.at(-1)?.names ?? [])));
  expect(await Promise.all(taken)).toHaveLength(20_000);
  expect(Math.max(...sent.map(({ names }) => names.length))).toBe(2_000);
  expect(await queue.drained()).toBeUndefined();
});

test('writes in flight count as pending, in any number of groups', async () => {
  open(32);
  const taken = addMany(1);
  await turn();
  settleNext();
  taken.push(...addMany(20_000));
  expect(sent.length).toBeGreaterThan(5);
  await expect(queue.add(job('b'))).rejects.toMatchObject({ code: 'unavailable' });
  while (queue.busy) settleNext();
  expect(await Promise.all(taken)).toHaveLength(20_001);
});

test('an observer learns of the size and duration of each group, and of failed writes', async () => {
  const events: unknown[] = [];
  const observed = new WriteQueue({
    send: (groups) => void sent.push(...groups.map((group) => ({ group, names: [], waited: 0 }))),
    maxInFlight: 1,
    observer: {
      settled: (writes, milliseconds) => void events.push([writes, milliseconds >= 0]),
      failed: (writes) => void events.push(writes),
    },
  });
  const writes = ['a', 'b', 'c'].map((name) => observed.add(job(name)));
  await turn();
  expect(sent).toHaveLength(1);
  observed.settle([
    ...values(1),
    { failure: { unavailable: true, code: 'FAILED', message: 'It failed.' } },
    ...values(3),
  ]);
  expect((await Promise.allSettled(writes)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(events.splice(0)).toEqual([[3, true], 1]);

  const lost = observed.add(job('d'));
  observed.refuseAll(new Error('The writer ended.'));
  await expect(lost).rejects.toThrow('The writer ended.');
  expect(events).toEqual([1]);
});

test('drained() waits for all pending writes', async () => {
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

const sizes = () => sent.map(({ names }) => names.length);
const addMany = (count: number) => Array.from({ length: count }, (_, at) => queue.add(job(`${at}`)));

/** Ends the oldest group that has not ended. */
function settleNext(): void {
  queue.settle(values(...(sent[settled++]?.names ?? [])));
}

/** Ends all groups in flight at once. */
function settleAll(): void {
  const ended = sent.slice(settled);
  settled = sent.length;
  queue.settle(values(...ended.flatMap(({ names }) => names)));
}

test('a full group is sent before its turn ends', async () => {
  const added = addMany(70);
  expect(sizes()).toEqual([64]);
  await turn();
  expect(sizes()).toEqual([64]);
  settleNext();
  expect(sizes()).toEqual([64, 6]);
  settleNext();
  await Promise.all(added);
});

test('with two allowed in flight, a full group is sent while another one is in flight, and a short group is not', async () => {
  open(2);
  const added = addMany(1);
  await turn();
  added.push(...addMany(63));
  await turn();
  expect(sizes()).toEqual([1]);
  added.push(...addMany(1 + 100));
  expect(sizes()).toEqual([1, 64]);
  settleNext();
  expect(sizes()).toEqual([1, 64, 100]);
  settleNext();
  settleNext();
  await Promise.all(added);
});

test('refuse() refuses only the group that could not be sent', async () => {
  open(2);
  const first = addMany(64);
  const second = addMany(64);
  const refused = Promise.all(second.map((one) => expect(one).rejects.toThrow('Not to be sent.')));
  queue.refuse(sent[1]?.group ?? expect.unreachable(), new Error('Not to be sent.'));
  queue.settle(values(...first.keys()));
  expect(await Promise.all(first)).toEqual([...first.keys()]);
  await refused;
  expect(queue.busy).toBe(false);
});

test('each write gets its own outcome, in the order of arrival, for any order of arrivals and settled groups', async () => {
  const steps = fc.array(fc.oneof(fc.integer({ min: 1, max: 150 }), fc.constantFrom('turn', 'settle', 'settle all')), {
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(1, 2, 32), steps, async (maxInFlight, list) => {
      open(maxInFlight);
      const given: Promise<unknown>[] = [];
      for (const step of list) {
        if (step === 'turn') await turn();
        else if (step === 'settle') {
          if (settled < sent.length) settleNext();
        } else if (step === 'settle all') {
          if (settled < sent.length) settleAll();
        } else for (let n = 0; n < step; n++) given.push(queue.add(job(`${given.length}`)));
        expect(sent.length - settled).toBeLessThanOrEqual(maxInFlight);
      }
      await turn();
      while (queue.busy) settleNext();
      expect(await Promise.all(given)).toEqual(given.map((_, at) => `${at}`));
      expect(sent.flatMap(({ names }) => names)).toEqual(given.map((_, at) => `${at}`));
    }),
    { numRuns: 60 },
  );
});

test('writes beyond the limit of number or bytes are refused until others are settled', async () => {
  const maxPending = { writes: 3, bytes: 1_000 };
  queue = new WriteQueue({ send: () => {}, maxInFlight: 1, maxPending });
  const withText = (length: number): Job => ({ name: 'a', input: { text: 'x'.repeat(length) } as never });
  const large = queue.add(withText(900));
  await expect(queue.add(withText(900))).rejects.toThrow(OverloadError);
  const small = [queue.add(withText(1)), queue.add(withText(1))];
  await expect(queue.add(withText(1))).rejects.toThrow(OverloadError);
  expect(queue.writes).toBe(3);
  await turn();
  queue.settle(values(1, 2, 3));
  expect(await Promise.all([large, ...small])).toEqual([1, 2, 3]);
  expect([queue.writes, queue.bytes, queue.oldestSince]).toEqual([0, 0, undefined]);
  const next = queue.add(withText(900));
  await turn();
  queue.settle(values(4));
  expect(await next).toBe(4);
});

const piece = (name: string): Job => ({ ...job(name), isPiece: true });
const names = () => sent.map(({ names }) => names);

test('each piece of long work is a separate group, and one is in flight at a time', async () => {
  open(32);
  const added = [queue.add(piece('p1')), queue.add(piece('p2')), queue.add(piece('p3'))];
  await turn();
  expect(names()).toEqual([['p1']]);
  settleNext();
  settleNext();
  settleNext();
  await Promise.all(added);
  expect(names()).toEqual([['p1'], ['p2'], ['p3']]);
  expect(queue.busy).toBe(false);
});

test('other writes wait neither for queued pieces nor for the outcome of the piece in flight', async () => {
  open(32);
  const added = Array.from({ length: 20 }, (_, at) => queue.add(piece(`p${at}`)));
  await turn();
  added.push(queue.add(job('vote')));
  await turn();
  expect(names()).toEqual([['p0'], ['vote']]);
  settleNext();
  expect(names()).toEqual([['p0'], ['vote'], ['p1']]);
  added.push(queue.add(job('vote 2')));
  settleNext();
  expect(names()).toEqual([['p0'], ['vote'], ['p1'], ['vote 2']]);
  while (queue.busy) settleNext();
  await Promise.all(added);
});

test('with one group in flight, pieces and other writes take turns', async () => {
  const added = [queue.add(piece('p1')), queue.add(piece('p2'))];
  await turn();
  time++;
  added.push(queue.add(job('a')), queue.add(job('b')));
  for (let round = 0; round < 4; round++) {
    time++;
    added.push(queue.add(job(`c${round}`)));
    settleNext();
  }
  expect(names().slice(0, 3)).toEqual([['p1'], ['p2'], ['a', 'b', 'c0', 'c1']]);
  added.push(queue.add(piece('p3')));
  time++;
  added.push(queue.add(job('d')));
  settleNext();
  settleNext();
  expect(names().slice(-2)).toEqual([['p3'], ['d']]);
  while (queue.busy) settleNext();
  await Promise.all(added);
});

test('waiting pieces do not count as writes that the disk delays', async () => {
  const added = [queue.add(piece('p1')), queue.add(piece('p2'))];
  await turn();
  time = 5_000;
  settleNext();
  expect(queue.oldestSince).toBe(5_000);
  settleNext();
  await Promise.all(added);
});
