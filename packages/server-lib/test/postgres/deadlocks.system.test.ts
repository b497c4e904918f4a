import { expect, inject, test } from 'vitest';
import { Fragment, one, run } from '../../src/db/sql/statement.js';
import { touchKeys } from '../../src/owners/keys/key-queries.js';
import { call } from '../support/http/http-client.js';
import { findDifferences, startInstances } from '../support/postgres/start-instances.js';
import type { SocketServer } from '../support/servers/start-server.js';
import { soakFactor } from '../support/soak-factor.js';
import { connectTo } from '../support/store/direct-connection.js';

/** About five seconds, or a minute in the endurance test. */
const operations = 1_500 * soakFactor;
const concurrent = 30;
const asks = 50;

/** Creates a separate database for a test, because the server counts the deadlocks of each database. */
async function createDatabase(name: string): Promise<string> {
  const url = new URL(inject('postgresUrl'));
  const connection = await connectTo(url.href);
  await connection.run(run`create database ${new Fragment([name], [])}`);
  await connection.close();
  url.pathname = `/${name}`;
  return url.href;
}

/** Counts the deadlocks of a database whose instances are closed: the server counts the deadlocks of a connection when it closes. */
async function countDeadlocks(database: string): Promise<number | undefined> {
  const connection = await connectTo(database);
  const row = await connection.run(
    one<{ n: number }>`select deadlocks as n from pg_stat_database where datname = current_database()`,
  );
  await connection.close();
  return row?.n;
}

test('votes, changes, deletions, regrades and uses of keys at three instances never deadlock', {
  timeout: 600_000,
}, async () => {
  const database = await createDatabase('deadlocks');
  const instances = await startInstances(database);
  const account = instances.owner.session.account;
  const keys = await Promise.all(Array.from({ length: 20 }, () => instances.owner.key()));
  const questions = [{ type: 'single' as const, prompt: '1 + 1?', options: ['1', '2'], answer: 'o2' }];
  const create = async () =>
    (await instances.at(0).askwell.quizzes.create(account, { title: 'Sums', questions, one_per: 'browser' })).id;
  const quizzes = await Promise.all(Array.from({ length: asks }, create));
  // Seeded: the same operations in each run.
  let state = 1;
  const below = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };

  async function operate(nth: number): Promise<void> {
    const { askwell, url } = instances.at(nth);
    const at = below(asks);
    const quiz = quizzes[at] ?? '';
    const key = keys[below(keys.length)] ?? '';
    const kind = below(20);
    if (kind < 11) await askwell.quizzes.attempt(quiz, { answers: { q1: 'o2' } }, { id: `visitor ${below(500)}` });
    else if (kind < 13) await askwell.quizzes.update(account, quiz, { title: `Sums ${nth}` });
    else if (kind < 15) {
      for await (const { id } of askwell.quizzes.answers.list(account, quiz))
        return await askwell.quizzes.answers.delete(account, quiz, id);
    } else if (kind < 16) await askwell.quizzes.answers.reset(account, quiz);
    else if (kind < 17) await call({ url }, 'POST', `/api/v1/quizzes/${quiz}/regrade`, { key });
    else if (kind < 19) await call({ url }, 'GET', '/api/v1/me', { key });
    else {
      await askwell.quizzes.delete(account, quiz);
      quizzes[at] = await create();
    }
  }

  /** Outcomes that another operation at the same time explains. */
  const explained = new Set(['already_answered', 'not_found', 'conflict']);
  const unexplained: unknown[] = [];
  let started = 0;
  async function work(): Promise<void> {
    while (started < operations) {
      await operate(started++).catch((error: unknown) => {
        if (!explained.has(Object(error).code)) unexplained.push(error);
      });
    }
  }
  await Promise.all(Array.from({ length: concurrent }, work));
  expect(unexplained).toEqual([]);
  expect(await findDifferences(instances.at(0))).toEqual([]);
  await instances.close();
  expect(await countDeadlocks(database)).toBe(0);
});

test('two instances that mark the same keys as used, in opposite orders, never deadlock', async () => {
  const database = await createDatabase('deadlocks_of_keys');
  const instances = await startInstances(database, [{}, {}]);
  const { owner } = instances;
  for (let at = 0; at < 30; at++) await owner.key();
  const keys = (await instances.at(0).services.keys.list(owner.session)).map(({ id }) => id);
  const touchAll = ({ services: { store } }: SocketServer, ids: readonly number[], at: number) =>
    Promise.all(ids.map((id) => store.run(touchKeys, { id, at, detail: null })));
  for (let round = 1; round <= 10; round++) {
    await Promise.all([touchAll(instances.at(0), keys, round), touchAll(instances.at(1), keys.toReversed(), round)]);
  }
  await instances.close();
  expect(await countDeadlocks(database)).toBe(0);
});
