import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteAnswer } from '../../src/core/answers/delete-answers.js';
import { deleteSomeAnswers } from '../../src/core/answers/delete-some-answers.js';
import { counterCheck } from '../../src/core/results/counter-check.js';
import { tallyCheck } from '../../src/core/results/tally-check.js';
import type { IdempotentRequest } from '../../src/db/idempotency.js';
import { all, one } from '../../src/db/sql/statement.js';
import type { AccountObject } from '../../src/owners/access/account-object.js';
import { openSession } from '../../src/owners/access/session-queries.js';
import { setPassword } from '../../src/owners/accounts/account-queries.js';
import { createSite } from '../../src/owners/sites/site-queries.js';
import { call, newAddress } from '../support/http/http-client.js';
import { createKey, createOwner, type Owner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { newSchema } from '../support/store/test-database.js';

/** Two instances over one database: on SQLite the single writer prevents races, and here locks must prevent them. */
let instances: readonly [SocketServer, SocketServer];
let owner: Owner;
let account: AccountObject;

beforeAll(async () => {
  const database = newSchema();
  const start = () => startServer({ database, trustProxy: ['127.0.0.1'] });
  instances = [await start(), await start()];
  owner = await createOwner(instances[0].services);
  account = owner.session.account;
});
afterAll(() => Promise.all(instances.map((instance) => instance.close())));

const instanceAt = (at: number): SocketServer => (at % 2 === 0 ? instances[0] : instances[1]);

/** Runs an action several times at once, alternating between the instances. */
const race = <Result>(count: number, action: (instance: SocketServer, at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, at) => action(instanceAt(at), at)));

const newPoll = async (more: object = {}) =>
  (await instances[0].askwell.polls.create(account, { title: 'Lunch?', options: ['Soup', 'Salad'], ...more })).id;

const vote = (instance: SocketServer, poll: string, more: object = {}) =>
  call(instance, 'POST', `/api/v1/polls/${poll}/votes`, {
    body: { choices: ['o1'], ...more },
    headers: { 'X-Forwarded-For': newAddress() },
  });

const read = <Row>(query: Parameters<SocketServer['services']['store']['read']>[0]) =>
  instances[0].services.store.read(query) as Promise<Row>;

/** Returns the differences between tallies, counters and the answers themselves. */
async function differences(): Promise<string[]> {
  const { store } = instances[0].services;
  return [...(await store.read(counterCheck.find())), ...(await store.read(tallyCheck.find()))];
}

async function seqOf(poll: string): Promise<number> {
  const found = await instances[0].services.polls.asks.find(owner.session.scope, poll);
  if (!found) throw new Error('The poll was not found.');
  return found.ask.seq;
}

/** Counts each status. */
function tally(statuses: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('answers at two instances', () => {
  test('never exceed max_answers', async () => {
    const poll = await newPoll({ max_answers: 50, one_per: null });
    const replies = await race(120, (instance) => vote(instance, poll));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 201: 50, 409: 70 });
    expect(await differences()).toEqual([]);
  });

  test('of one visitor leave one row', async () => {
    const poll = await newPoll({ one_per: 'browser' });
    const voter = 'the-same-visitor-everywhere';
    const replies = await race(100, (instance) => vote(instance, poll, { voter }));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 201: 1, 409: 99 });
    expect(await differences()).toEqual([]);
  });

  test('are deleted once', async () => {
    const poll = await newPoll({ one_per: null });
    const seq = await seqOf(poll);
    await race(20, (instance) => vote(instance, poll));
    const answers = await read<{ id: string }[]>(all`select id from askwell_answers where ask = ${seq}`);
    const outcomes = await race(4 * answers.length, ({ services }, at) => {
      const { id } = answers[at >> 2] ?? { id: '' };
      return services.store.run(deleteAnswer, { ask: seq, id, at: 0, only: null });
    });
    expect(outcomes.filter((outcome) => outcome === 'deleted')).toHaveLength(20);
    expect(await read(one`select answers from askwell_counters where ask = ${seq}`)).toEqual({ answers: 0 });
    expect(await differences()).toEqual([]);
  });

  test('are deleted once, also several at a time', async () => {
    const poll = await newPoll({ one_per: null });
    const seq = await seqOf(poll);
    await race(20, (instance) => vote(instance, poll));
    const answers = await read<{ id: string }[]>(all`select id from askwell_answers where ask = ${seq}`);
    const ids = answers.map(({ id }) => id);
    const deleted = await race(4, ({ services }) => services.store.run(deleteSomeAnswers, { ask: seq, ids, at: 0 }));
    expect(deleted.toSorted((a, b) => Number(a) - Number(b))).toEqual([0, 0, 0, 20]);
    expect(await differences()).toEqual([]);
  });

  test('and the deletion of their ask end without an error', async () => {
    for (let round = 0; round < 5; round++) {
      const poll = await newPoll({ one_per: null });
      const replies = race(30, (instance) => vote(instance, poll));
      const deleted = instances[1].askwell.polls.delete(account, poll);
      expect((await replies).filter(({ status }) => status !== 201 && status !== 404)).toEqual([]);
      await deleted;
    }
    expect(await differences()).toEqual([]);
  });
});

describe('owners at two instances', () => {
  test('create a resource once for an Idempotency-Key', async () => {
    for (let round = 0; round < 10; round++) {
      const idempotency: IdempotentRequest = {
        slot: Buffer.alloc(32, round + 1),
        body: Buffer.alloc(32, 1),
        account: account.id,
        at: 1_800_000_000_000_000,
      };
      const input = { account: account.id, name: `Site ${round}`, origins: '[]', at: 0, idempotency };
      const outcomes = await race(4, ({ services }) => services.store.run(createSite, input));
      expect(new Set(outcomes.map((outcome) => 'resource' in outcome && outcome.resource)).size).toBe(1);
      expect(await read(all`select 1 from askwell_sites where name = ${`Site ${round}`}`)).toHaveLength(1);
    }
  });

  test('get one account for a user of the host', async () => {
    for (let round = 0; round < 10; round++) {
      const user = { externalId: `user ${round}`, name: 'User', email: `user${round}@example.com` };
      const ensured = await race(4, ({ askwell }) => askwell.accounts.ensure(user));
      expect(new Set(ensured.map(({ id }) => id)).size).toBe(1);
    }
  });

  test('delete a key at one instance, and the next request at the other is refused', async () => {
    const [first, second] = instances;
    for (let round = 0; round < 10; round++) {
      const { id, raw } = await createKey(first.services, owner.session, { name: `Round ${round}` });
      const authenticate = () => second.askwell.auth.authenticate({ 'x-api-key': raw });
      expect(await authenticate()).not.toBeNull();
      // Look-ups are in flight while the key is deleted.
      const busy = Array.from({ length: 20 }, authenticate);
      await first.services.keys.delete(owner.session, id);
      expect(await authenticate()).toBeNull();
      await Promise.all(busy);
    }
  });

  test('have at most 100 keys', async () => {
    const busy = await createOwner(instances[0].services);
    const settled = await race(110, ({ services }, at) =>
      createKey(services, busy.session, { name: `Key ${at}` }).then(
        () => 'created',
        () => 'refused',
      ),
    );
    expect(settled.filter((outcome) => outcome === 'created')).toHaveLength(100);
  });

  test('have no session by the old password after it was changed', async () => {
    for (let round = 0; round < 20; round++) {
      const [expectedPassword, password] = [`old ${round}`, `new ${round}`];
      await instances[0].services.store.run(setPassword, {
        account: account.id,
        password: expectedPassword,
        expectedPassword: null,
        keepSession: null,
        removeAccess: false,
        at: 1,
      });
      await race(6, async ({ services }, at) =>
        at === 3
          ? await services.store.run(setPassword, {
              account: account.id,
              password,
              expectedPassword,
              keepSession: null,
              removeAccess: false,
              at: 1,
            })
          : await services.store.run(openSession, {
              account: account.id,
              expectedPassword,
              tokenHash: Buffer.from(`${round}/${at}`.padEnd(32)),
              agent: '',
              at: 1,
              replaces: null,
              idleSince: 0,
              openedSince: 0,
            }),
      );
      expect(await read(all`select 1 from askwell_sessions where account_id = ${account.id}`)).toEqual([]);
    }
  });
});

test('of several first registrations, one succeeds', async () => {
  const database = newSchema();
  const start = () => startServer({ database, registration: 'first' });
  const [first, second] = [await start(), await start()];
  for (let round = 0; round < 20; round++) {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, (_, at) =>
        [first, second][at % 2]?.services.accounts.register(
          { name: 'First', email: `first${at}@example.com`, password: 'correct horse' },
          `${round} ${at}`,
        ),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    // Without accounts, the next registration is the first one again.
    const { accounts } = first.askwell;
    for await (const created of accounts.list()) await accounts.delete(created);
  }
  await Promise.all([first.close(), second.close()]);
});
