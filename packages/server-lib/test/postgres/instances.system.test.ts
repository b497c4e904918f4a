import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, newAddress, type Reply } from '../support/http/http-client.js';
import { findDifferences, type Instances, startInstances } from '../support/postgres/start-instances.js';
import { newSchema } from '../support/store/test-database.js';

let instances: Instances;
beforeAll(async () => {
  instances = await startInstances(newSchema());
});
afterAll(() => instances.close());

const draft = { title: 'Lunch?', options: ['Soup', 'Salad'] };
const newPoll = async (more: object = {}, { at, owner } = instances) =>
  (await at(0).askwell.polls.create(owner.session.account, { ...draft, ...more })).id;

const times = <Result>(count: number, action: (nth: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => action(nth)));

/** Counts each status. */
function statusesOf(replies: readonly Reply[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const votes = (poll: string) => `/api/v1/polls/${poll}/votes`;

async function storedVotes(poll: string): Promise<number> {
  const key = await instances.owner.key();
  const { text } = await call(instances.at(0), 'GET', `${votes(poll)}?format=jsonl`, { key });
  return text.trimEnd().split('\n').length;
}

describe('behind a load balancer', () => {
  test('a key that is deleted at one instance is refused by the next request to the others, 500 of 500', async () => {
    const { owner } = instances;
    const statuses: number[][] = [];
    for (let round = 0; round < 10; round++) {
      const keys = await times(50, (nth) => instances.at(nth).askwell.keys.create(owner.session, { name: 'Key' }));
      const ofRound = await times(keys.length, async (nth) => {
        const { id, raw = '' } = keys[nth] ?? {};
        const me = (at: number) => call(instances.at(at), 'GET', '/api/v1/me', { key: raw });
        const before = await me(nth + 1);
        await instances.at(nth).askwell.keys.delete(owner.session, id ?? 0);
        const after = [await me(nth + 1), await me(nth + 2)];
        return [before, ...after].map(({ status }) => status);
      });
      statuses.push(...ofRound);
    }
    expect(statuses).toEqual(Array.from({ length: 500 }, () => [200, 401, 401]));
  });

  test('300 parallel answers of one visitor leave one row', async () => {
    const poll = await newPoll({ one_per: 'browser' });
    const body = { choices: ['o1'], voter: 'the-same-visitor-everywhere' };
    const replies = await times(300, () => call(instances.balancer, 'POST', votes(poll), { body, from: newAddress() }));
    expect(statusesOf(replies)).toEqual({ 201: 1, 409: 299 });
    expect(await storedVotes(poll)).toBe(1);
  });

  test('max_answers is never exceeded, not even by one answer', async () => {
    const poll = await newPoll({ max_answers: 100, one_per: null });
    const body = { choices: ['o1'] };
    const replies = await times(300, () => call(instances.balancer, 'POST', votes(poll), { body, from: newAddress() }));
    expect(statusesOf(replies)).toEqual({ 201: 100, 409: 200 });
    expect(await storedVotes(poll)).toBe(100);
  });

  test('an Idempotency-Key creates one resource and one answer', async () => {
    const key = await instances.owner.key();
    const post = (path: string, body: object, from?: string) =>
      call(instances.balancer, 'POST', path, { key, body, from, headers: { 'idempotency-key': 'the same' } });
    const created = await times(30, () => post('/api/v1/polls', draft));
    expect(statusesOf(created)).toEqual({ 201: 30 });
    expect(new Set(created.map((reply) => reply.id('data.id'))).size).toBe(1);

    const poll = await newPoll({ one_per: null });
    const body = { choices: ['o1'], voter: 'a-browser-that-repeats' };
    const answered = await times(30, () => post(votes(poll), body, newAddress()));
    expect(statusesOf(answered)).toEqual({ 201: 30 });
    expect(new Set(answered.map((reply) => reply.id('data.id'))).size).toBe(1);
    expect(await storedVotes(poll)).toBe(1);
    expect(await findDifferences(instances.at(0))).toEqual([]);
  });
});

describe('with clocks that are seconds apart', () => {
  const midnight = Date.UTC(2026, 1, 1);
  let now: number;
  let skewed: Instances;
  afterEach(() => skewed.close());

  test('an Idempotency-Key is remembered over midnight', async () => {
    now = midnight - 2_500;
    skewed = await startInstances(
      newSchema(),
      [-5_000, 0, 5_000].map((shift) => ({ clock: () => now + shift })),
    );
    const poll = await newPoll({ one_per: null }, skewed);
    for (let round = 0; round < 12; round++) {
      const send = (nth: number) =>
        call(skewed.at(nth), 'POST', votes(poll), {
          body: { choices: ['o1'], voter: `a-browser-that-repeats-${round}` },
          headers: { 'idempotency-key': `round ${round}` },
          from: newAddress(),
        });
      // In all orders of the instances.
      const replies = [
        await send(round),
        await send(round + (round > 5 ? 2 : 1)),
        await send(round + (round > 5 ? 1 : 2)),
      ];
      expect(statusesOf(replies)).toEqual({ 201: 3 });
      expect(new Set(replies.map((reply) => reply.id('data.id'))).size).toBe(1);
      now += 500;
    }
    expect(await findDifferences(skewed.at(0))).toEqual([]);
  });
});
