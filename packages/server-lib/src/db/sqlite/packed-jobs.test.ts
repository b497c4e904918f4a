import { expect, test } from 'vitest';
import { type Job, toJob } from '../queue/jobs.js';
import { packJobs, unpackJobs } from './packed-jobs.js';

// The types of inputs are lost between threads.
function inputOf(value: unknown): never;
function inputOf(value: unknown): unknown {
  return value;
}

const job = (name: string, input: unknown): Job => toJob(new Map(), name, inputOf(input));

const bytes = new Uint8Array([1, 2]);
const lists: [what: string, jobs: Job[]][] = [
  ['none', []],
  ['one', [job('a', { n: 1 })]],
  ['inputs with the same members', [1, 2, 3].map((n) => job('a', { n, text: `${n}`, none: null, bytes, list: [n] }))],
  ['inputs with other members', [job('a', { n: 1 }), job('a', { n: 1, more: true }), job('a', { more: false })]],
  ['inputs with members in another order', [job('a', { n: 1, m: 2 }), job('a', { m: 2, n: 1 })]],
  ['members that are undefined', [job('a', { n: undefined, m: 1 }), job('a', { n: 2, m: undefined })]],
  [
    'inputs that are no plain objects',
    [job('a', bytes), job('a', bytes), job('b', null), job('b', 'text'), job('b', [1])],
  ],
  ['inputs without members', [job('a', {}), job('a', {})]],
  ['several writes in turns', [job('a', { n: 1 }), job('b', { m: 1 }), job('b', { m: 2 }), job('a', { n: 2 })]],
  ['a piece of long work', [{ ...job('a', { n: 1 }), isPiece: true }]],
];

test.each(lists)('%s: unpacks the jobs that were packed, after a copy to another thread', (_, jobs) => {
  expect(unpackJobs(structuredClone(packJobs(jobs)))).toStrictEqual(jobs);
});

test('names each member once for many inputs', () => {
  const jobs = Array.from({ length: 64 }, (_, n) => job('a', { first: n, second: -n }));
  expect(JSON.stringify(packJobs(jobs)).match(/first/g)).toHaveLength(1);
});
