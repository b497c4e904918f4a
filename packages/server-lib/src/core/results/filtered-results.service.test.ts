import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { runDirectly } from '../../../test/support/store/direct-connection.js';
import { run } from '../../db/sql/statement.js';
import { type AnswerSelection, everyAnswer, unknownLanguage } from '../answers/answer-selection.js';
import { answersPerSlice } from '../answers/limits.js';

const start = Date.parse('2026-01-01T12:00:00Z');
const hour = 3_600_000;
const everything: AnswerSelection = { ...everyAnswer, since: 0, until: start * 10_000 };

const inBucket = (bucket: string | null) => (bucket === null ? [] : [{ type: 'bucket', bucket } as const]);

let now = start;
let server: TestServer;
let owner: Owner;
beforeAll(async () => {
  server = await startService({ clock: () => now });
  owner = await createOwner(server.services);
});
afterAll(() => server.close());

const account = () => owner.session.account;

async function findPoll(id: string) {
  const owned = await server.services.polls.asks.find(owner.session.scope, id);
  return owned?.ask ?? expect.unreachable('The poll exists.');
}

async function filteredPoll(id: string, filter: AnswerSelection) {
  return (await server.services.polls.filteredResults.recent(await findPoll(id), filter)).results;
}

test.each([
  { type: 'ranked' as const, votes: [{ choices: ['o1', 'o2'] }, { choices: ['o2'] }, { choices: ['o3', 'o1'] }] },
  { type: 'rating' as const, votes: [{ ratings: { o1: 2, o2: 5 } }, { ratings: { o1: 4 } }] },
  {
    type: 'multiple' as const,
    other: true,
    votes: [{ choices: ['o1'], other: 'Soup' }, { other: 'soup' }, { other: 'Äpfel' }, { other: 'Zebra' }],
  },
])('a period that contains all votes of a $type poll gives its results', async ({ votes, ...own }) => {
  const { polls } = server.askwell;
  const draft = { title: 'Lunch', options: ['a', 'b', 'c'], one_per: null, ...own };
  const { id } = await polls.create(account(), draft);
  for (const vote of votes) {
    now += hour;
    await polls.vote(id, vote);
  }
  expect(await filteredPoll(id, everything)).toEqual(await polls.results(account(), id));
});

test('a period that contains all answers gives the results of a quiz and of a form', async () => {
  const { quizzes, forms } = server.askwell;
  const questions = [
    { type: 'single' as const, prompt: '1 + 1?', options: ['1', '2'], answer: 'o2' },
    { type: 'boolean' as const, prompt: 'Is it?', answer: true },
  ];
  const quiz = await quizzes.create(account(), { title: 'Sums', pass_percentage: 50, questions });
  for (const answers of [{ q1: 'o2', q2: true }, { q1: 'o1', q2: true }, { q2: false }]) {
    now += hour;
    await quizzes.attempt(quiz.id, { answers });
  }
  const fields = [
    { type: 'number' as const, label: 'Age' },
    { type: 'scale' as const, label: 'Recommend' },
    { type: 'ranking' as const, label: 'Order', options: ['a', 'b'] },
    { type: 'single_choice' as const, label: 'Color', options: ['Red', 'Blue'], other: true },
  ];
  const form = await forms.create(account(), { title: 'Form', fields });
  await forms.submit(form.id, { answers: { f1: 3.5, f2: 10, f3: ['o2', 'o1'], f4: { other: 'Green' } } });
  now += hour;
  await forms.submit(form.id, { answers: { f1: 90, f2: 3, f4: 'o1' } });

  const { services } = server;
  const ownedQuiz = await services.quizzes.asks.find(owner.session.scope, quiz.id);
  const ownedForm = await services.forms.asks.find(owner.session.scope, form.id);
  if (!ownedQuiz || !ownedForm) expect.unreachable('Both exist.');
  const ofQuiz = await services.quizzes.filteredResults.recent(ownedQuiz.ask, everything);
  expect(ofQuiz.results).toEqual(await quizzes.results(account(), quiz.id));
  const ofForm = await services.forms.filteredResults.recent(ownedForm.ask, everything);
  expect(ofForm.results).toEqual(await forms.results(account(), form.id));
  const red = await services.forms.filteredResults.recent(ownedForm.ask, {
    ...everyAnswer,
    conditions: inBucket('f4.o1'),
  });
  expect(red.results).toMatchObject({ submissions_count: 1, fields: [{ average: 90 }, { average: 3 }, {}, {}] });
});

test('filtered results equal a plain count of the matching votes', async () => {
  const { polls } = server.askwell;
  const draft = { title: 'Pick', type: 'multiple' as const, options: ['a', 'b', 'c'], one_per: null };
  const choices = fc.subarray(['o1', 'o2', 'o3'], { minLength: 1 });
  const bound = fc.option(fc.integer({ min: -1, max: 12 }));
  const language = fc.constantFrom(undefined, 'de', 'de-AT', 'den', 'fr');
  const votes = fc.array(fc.record({ choices, language, pause: fc.integer({ min: 0, max: 2 }) }), { maxLength: 8 });
  const wanted = fc.constantFrom(null, null, 'de', 'de-AT', unknownLanguage);
  const bucket = fc.constantFrom(null, 'o1', 'o2');
  await fc.assert(
    fc.asyncProperty(votes, bound, bound, bucket, wanted, async (given, from, to, bucket, language) => {
      const { id } = await polls.create(account(), draft);
      const base = now;
      const cast: { choices: string[]; at: number; tag: string }[] = [];
      for (const { choices, pause, language: own } of given) {
        now += pause * hour;
        cast.push({ choices, at: now, tag: own ?? unknownLanguage });
        await polls.vote(id, { choices }, own === undefined ? {} : { language: own });
      }
      const [since, until] = [from, to].map((hours) => (hours === null ? null : base + hours * hour));
      const matching = cast.filter(
        ({ choices, at, tag }) =>
          (since == null || at >= since) &&
          (until == null || at < until) &&
          (bucket === null || choices.includes(bucket)) &&
          (language === null || tag === language || (language === 'de' && tag === 'de-AT')),
      );
      const micros = (at: number | null | undefined) => (at == null ? null : at * 1_000);
      const period = { since: micros(since), until: micros(until) };
      const results = await filteredPoll(id, { ...everyAnswer, ...period, language, conditions: inBucket(bucket) });
      expect(results.votes_count).toBe(matching.length);
      expect(results.options.map(({ votes }) => votes)).toEqual(
        ['o1', 'o2', 'o3'].map((option) => matching.filter(({ choices }) => choices.includes(option)).length),
      );
      expect(results.timeline.reduce((sum, { count }) => sum + count, 0)).toBe(matching.length);
    }),
    { numRuns: 40 },
  );
});

test('counts more answers than one slice reads, once for concurrent callers, and again after a change', async () => {
  const count = 2 * answersPerSlice + 7;
  const { id } = await server.askwell.polls.create(account(), { title: 'Many', options: ['a', 'b'], one_per: null });
  const ask = await findPoll(id);
  await runDirectly(
    server.database,
    (function* () {
      yield* run`
        with recursive n (n) as (values (1) union all select n + 1 from n where n < ${count})
        insert into askwell_answers (ask, id, body, voter, nth, created_at)
          select ${ask.seq}, '0000000000' || (1000000000 + n), '{"choices":["o' || (1 + n % 2) || '"]}', null, null, n from n`;
      yield* run`
        update askwell_counters set answers = ${count}, tally_seq = tally_seq + 1 where ask = ${ask.seq}`;
    })(),
  );
  const filter = { ...everyAnswer, conditions: inBucket('o1') };
  const found = await Promise.all([1, 2, 3].map(() => server.services.polls.filteredResults.recent(ask, filter)));
  expect(found[0]?.results).toMatchObject({ votes_count: answersPerSlice + 3, options: [{ share: 1 }, { votes: 0 }] });
  for (const one of found) expect(one).toBe(found[0]);
  await server.askwell.polls.update(account(), id, { title: 'Many more' });
  const again = await server.services.polls.filteredResults.recent(await findPoll(id), filter);
  expect(again).not.toBe(found[0]);
  expect(again.results.votes_count).toBe(answersPerSlice + 3);
});

test('results by tags and notes reflect the current notes', async () => {
  const key = await owner.key();
  const { id } = await server.askwell.polls.create(account(), { title: 'Notes', options: ['a', 'b'], one_per: null });
  const vote = await server.askwell.polls.vote(id, { choices: ['o1'] });
  const path = `/api/v1/polls/${id}`;
  const note = (body: object) => call(server, 'PATCH', `${path}/votes/${vote.id}`, { key, body });
  const tagged = { ...everyAnswer, tag: 'vip' };
  const countOf = async (query: string) =>
    (await call(server, 'GET', `${path}/results?${query}`, { key })).at('data.votes_count');
  const counts = async () => [
    ...(await Promise.all(['tag=vip', 'filter=note:answered', 'q=urgent'].map(countOf))),
    (await filteredPoll(id, tagged)).votes_count,
  ];
  expect(await counts()).toEqual([0, 0, 0, 0]);
  await note({ tags: ['VIP'], note: 'Urgent' });
  expect(await counts()).toEqual([1, 1, 1, 1]);
  await note({ tags: [], note: null });
  expect(await counts()).toEqual([0, 0, 0, 0]);
});
