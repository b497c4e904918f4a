import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyAnswer } from '../../src/asks/answers/filters/answer-selection.js';
import { countStarts } from '../../src/quizzes/start/count-starts.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { emptySchema } from '../support/store/test-database.js';

/** An instance over SQLite, and one over PostgreSQL. */
const servers: SocketServer[] = [];
const owners: Owner[] = [];
beforeAll(async () => {
  for (const database of [undefined, emptySchema()]) {
    const server = await startServer(database === undefined ? {} : { database });
    servers.push(server);
    owners.push(await createOwner(server.services));
  }
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** Returns the outcomes of an action on both databases. */
function onBoth<Outcome>(action: (server: SocketServer, owner: Owner) => Promise<Outcome>): Promise<Outcome[]> {
  return Promise.all(servers.flatMap((server, at) => (owners[at]?.session ? [action(server, owners[at])] : [])));
}

const options = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, label: id.toUpperCase() }));

/** Returns the nth of many different rankings. */
const rankingOf = (n: number) =>
  options
    .map(({ id }) => id)
    .sort((x, y) => rank(x, n) - rank(y, n))
    .slice(0, 1 + (n % 6));
const rank = (id: string, n: number): number => (id.charCodeAt(0) * (n + 7) * 7_919) % 101;

test('a ranked poll has the same results on both databases, with all votes and with some', async () => {
  const found = await onBoth(async ({ askwell, services: { polls } }, { session }) => {
    const draft = { title: 'Lunch?', type: 'ranked' as const, options };
    const { ask } = await polls.asks.create(session.scope, draft);
    const id = polls.asks.wireId(ask);
    const votes = Array.from({ length: 400 }, (_, n) =>
      askwell.polls.vote(id, { choices: rankingOf(n) }, { id: `visitor-${n}` }),
    );
    await Promise.all(votes);
    const all = await polls.results.exact(ask);
    const some = await polls.filteredResults.exact(ask, {
      ...everyAnswer,
      conditions: [{ type: 'bucket', bucket: 'b' }],
    });
    return [all, some.results].map(({ poll_id: _, timeline: __, ...results }) => results);
  });
  expect(found[0]?.[0]).toMatchObject({ votes_count: 400 });
  expect(found[1]).toEqual(found[0]);
});

test('the starts of a quiz are counted on both databases', async () => {
  const found = await onBoth(async ({ services: { quizzes, store } }, { session }) => {
    const questions = [{ id: 'q1', type: 'boolean' as const, prompt: 'Is it?', answer: true }];
    const { ask } = await quizzes.asks.create(session.scope, { title: 'Quiz', questions });
    return await store.report(countStarts, { ask: ask.seq });
  });
  expect(found).toEqual([
    { started: 0, finished: 0 },
    { started: 0, finished: 0 },
  ]);
});
