import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const { clock, source } = createTestClock('2026-01-31T12:00:00Z');
let server: TestServer;
let owner: Owner;
let formId: string;
beforeAll(async () => {
  server = await startService({ clock: source });
  owner = await createOwner(server.services);
  const { forms } = server.askwell;
  const form = await forms.create(owner.session.account, {
    title: 'Visit',
    fields: [
      { id: 'nps', type: 'scale', label: 'Recommend us?', nps: true },
      { id: 'stars', type: 'rating', label: 'Stars' },
      { id: 'age', type: 'dropdown', label: 'Age', options: ['Young', 'Old'] },
    ],
  });
  formId = form.id;
  await forms.submissions.create(form.id, { answers: { nps: 10, stars: 5, age: 'o1' } });
  await forms.submissions.create(form.id, { answers: { nps: 2, stars: 2, age: 'o2' } });
  await forms.submissions.create(form.id, { answers: { nps: 9, age: 'o1' } });
  await clock.advance(2 * 24 * 3_600_000);
  await forms.submissions.create(form.id, { answers: { nps: 8, stars: 2, age: 'o1' } });
});
afterAll(() => server.close());

const read = async (query: string, key?: string, path = `forms/${formId}`) =>
  call(server, 'GET', `/api/v1/${path}/averages?${query}`, { key: key ?? (await owner.key()) });

const stars = {
  question: { id: 'field.stars', label: 'Stars' },
  measure: 'average',
  average: 3,
  answers: 3,
  days: [
    { date: '2026-01-31', average: 3.5, answers: 2 },
    { date: '2026-02-02', average: 2, answers: 1 },
  ],
  matching_answers: 4,
  oldest_left_out: false,
};

test('the averages of a rating are of all answers and of each day, by request and in process', async () => {
  const reply = await read('question=field.stars');
  expect([reply.status, reply.at('data')]).toEqual([200, stars]);
  const inProcess = await server.askwell.forms.averages(owner.session.account, formId, { question: 'field.stars' });
  expect(inProcess).toEqual(stars);
});

test('a scale for recommendations has net promoter scores', async () => {
  const reply = await read('question=field.nps');
  expect(reply.at('data')).toMatchObject({ measure: 'net_promoter_score', average: 25, answers: 4 });
  expect(reply.at('data.days.1')).toEqual({ date: '2026-02-02', average: 0, answers: 1 });
});

test('only the answers that the filters find are averaged', async () => {
  const filtered = await read('question=field.stars&field.age=o1&until=2026-02-01T00:00:00Z');
  expect(filtered.at('data')).toMatchObject({ average: 5, answers: 1, matching_answers: 2 });
  const { averages } = server.askwell.forms;
  const where = { filter: ['field.age:is:gone'] };
  expect(await averages(owner.session.account, formId, { question: 'field.stars', where })).toMatchObject({
    average: null,
    answers: 0,
    days: [],
  });
});

test('a quiz has averages of its percentage, and a rating poll of its options', async () => {
  const { quizzes, polls } = server.askwell;
  const { account } = owner.session;
  const questions = [{ id: 'flat', type: 'boolean', prompt: 'Is it flat?', answer: false }] as const;
  const quiz = await quizzes.create(account, { title: 'Facts', questions });
  for (const flat of [true, false]) await quizzes.attempts.create(quiz.id, { answers: { flat } });
  const ofQuiz = await read('question=percentage', undefined, `quizzes/${quiz.id}`);
  expect(ofQuiz.at('data')).toMatchObject({ average: 50, answers: 2 });
  const poll = await polls.create(account, { title: 'Rate', type: 'rating', options: ['A', 'B'] });
  await polls.votes.create(poll.id, { ratings: { o1: 1, o2: 4 } });
  expect(await polls.averages(account, poll.id, { question: 'ratings.o2' })).toMatchObject({ average: 4, answers: 1 });
});

test('a question without an average is refused with those that have one', async () => {
  for (const question of ['field.age', 'field.gone', 'created_at']) {
    const reply = await read(`question=${question}`);
    const issue = { path: 'question', code: 'not_one_of', params: { values: ['field.nps', 'field.stars'] } };
    expect([reply.status, reply.at('issues.0')], question).toMatchObject([422, issue]);
  }
  expect((await read('')).at('issues.0')).toMatchObject({ path: 'question', code: 'required' });
  const { id } = await server.askwell.polls.create(owner.session.account, { title: 'One?', options: ['A', 'B'] });
  const reply = await read('question=choices', undefined, `polls/${id}`);
  expect(reply.at('issues.0')).toMatchObject({ path: 'question', code: 'no_countable_question' });
});

test('the averages of other owners and sites are not found, and a key is required', async () => {
  const query = 'question=field.stars';
  const other = await createOwner(server.services);
  expect((await read(query, await other.key())).status).toBe(404);
  const site = await server.askwell.sites.create(owner.session.account, { name: 'Shop' });
  expect((await read(query, await owner.key(site.id))).status).toBe(404);
  expect((await read(query, await owner.key(undefined, { permissions: 'read' }))).status).toBe(200);
  expect((await call(server, 'GET', `/api/v1/forms/${formId}/averages?${query}`)).status).toBe(401);
});
