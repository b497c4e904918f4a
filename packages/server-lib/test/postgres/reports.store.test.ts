import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnswerListChoice } from '../../src/api/asks/in-process-api.js';
import { everyAnswer } from '../../src/core/answers/answer-selection.js';
import { countStarts } from '../../src/kinds/quiz/count-starts.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { newSchema } from '../support/store/test-database.js';

/** An instance over SQLite, and one over PostgreSQL. */
const servers: SocketServer[] = [];
const owners: Owner[] = [];
beforeAll(async () => {
  for (const database of [undefined, newSchema()]) {
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

test('answers are found and sorted alike on both databases, by columns, texts and tags', async () => {
  const found = await onBoth(async ({ askwell, services: { forms } }, { session }) => {
    const fields = [
      { id: 'name', type: 'short_text' as const, label: 'Name' },
      { id: 'age', type: 'number' as const, label: 'Age' },
    ];
    const { ask } = await forms.asks.create(session.scope, { title: 'Guests', fields });
    const id = forms.asks.wireId(ask);
    const answers: string[] = [];
    for (let n = 0; n < 12; n++) {
      const given = { name: n % 2 ? `Straße ${n}` : `Allee ${n}`, ...(n % 3 && { age: 12 - n }) };
      answers.push((await askwell.forms.submissions.create(id, { answers: given })).id);
    }
    const ids = answers.map((answer) => answer.split('_')[1] ?? '');
    const tag = { change: 'add', tags: ['VIP'], account: session.scope.account } as const;
    await forms.answers.change(ask, ids.slice(0, 6), tag);
    const list = async (choice: AnswerListChoice) => {
      const numbers: number[] = [];
      for await (const answer of askwell.forms.submissions.list(session.account, id, choice))
        numbers.push(answers.indexOf(answer.id));
      return numbers;
    };
    const filter = ['field.age:at_most:8'];
    return [
      await list({ tag: 'vip', order: 'asc' }),
      await list({ filter, sort: 'field.age' }),
      await list({ q: 'STRASSE', sort: 'tags', order: 'asc' }),
      await list({ filter: ['tags:not_answered', 'field.name:contains:allee'], sort: 'field.name' }),
    ];
  });
  expect(found[0]).toEqual([
    [0, 1, 2, 3, 4, 5],
    [4, 5, 7, 8, 10, 11],
    [1, 3, 5, 7, 9, 11],
    [8, 6, 10],
  ]);
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
