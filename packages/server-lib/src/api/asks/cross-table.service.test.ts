import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let owner: Owner;
let formId: string;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
  const { forms } = server.askwell;
  const form = await forms.create(owner.session.account, {
    title: 'Visit',
    fields: [
      { id: 'age', type: 'dropdown', label: 'Age', options: ['Young', 'Old'] },
      { id: 'likes', type: 'multiple_choice', label: 'Likes', options: ['Art', 'Food'], other: true },
      { id: 'note', type: 'short_text', label: 'Note' },
    ],
  });
  formId = form.id;
  for (const answers of [
    { age: 'o1', likes: ['o1', 'o2'], note: 'First' },
    { age: 'o1', likes: ['o2'] },
    { age: 'o2', likes: [{ other: 'Sun' }] },
    { age: 'o2', note: 'Only one question' },
  ] as const)
    await forms.submissions.create(form.id, { answers });
});
afterAll(() => server.close());

const read = async (query: string, key?: string, path = `forms/${formId}`) =>
  call(server, 'GET', `/api/v1/${path}/cross-table?${query}`, { key: key ?? (await owner.key()) });

const questions = { rows: 'field.age', columns: 'field.likes' };
const counted = {
  row_question: { id: 'field.age', label: 'Age' },
  column_question: { id: 'field.likes', label: 'Likes' },
  answers: 3,
  columns: [
    { id: 'o1', label: 'Art', answers: 1 },
    { id: 'o2', label: 'Food', answers: 2 },
    { id: null, label: 'Others', answers: 1 },
  ],
  rows: [
    { id: 'o1', label: 'Young', answers: 2, counts: [1, 2, 0] },
    { id: 'o2', label: 'Old', answers: 1, counts: [0, 0, 1] },
  ],
  grouped_rows: 0,
  grouped_columns: 0,
  matching_answers: 4,
  oldest_left_out: false,
};

test('a cross table counts the submissions with both fields, by request and in process', async () => {
  const reply = await read('rows=field.age&columns=field.likes');
  expect([reply.status, reply.at('data')]).toEqual([200, counted]);
  expect(await server.askwell.forms.crossTable(owner.session.account, formId, questions)).toEqual(counted);
});

test('a cross table counts only the answers that the filters find', async () => {
  for (const filter of ['field.likes=o1', 'filter=field.note:is:first', 'q=first']) {
    const reply = await read(`rows=field.age&columns=field.likes&${filter}`);
    expect(reply.at('data'), filter).toMatchObject({
      answers: 1,
      rows: [
        { id: 'o1', counts: [1, 1] },
        { id: 'o2', counts: [0, 0] },
      ],
      matching_answers: 1,
    });
  }
  const { crossTable } = server.askwell.forms;
  const { account } = owner.session;
  const where = { since: new Date('2099-01-01T00:00:00Z') };
  expect(await crossTable(account, formId, { ...questions, where })).toMatchObject({ answers: 0, matching_answers: 0 });
  const filtered = crossTable(account, formId, { ...questions, where: { 'field.gone': 'o1' } });
  await expect(filtered).rejects.toMatchObject({ issues: [{ path: 'field.gone' }] });
});

test('a quiz crosses its questions, and a rating poll its options', async () => {
  const { quizzes, polls } = server.askwell;
  const { account } = owner.session;
  const quiz = await quizzes.create(account, {
    title: 'Facts',
    questions: [
      { id: 'flat', type: 'boolean', prompt: 'Is it flat?', answer: false },
      { id: 'of', type: 'single', prompt: 'Of what?', options: ['Rock', 'Air'], answer: 'o1' },
    ],
  });
  await quizzes.attempts.create(quiz.id, { answers: { flat: true, of: 'o2' } });
  await quizzes.attempts.create(quiz.id, { answers: { flat: false, of: 'o1' } });
  const ofQuiz = await read('rows=field.flat&columns=field.of&min_score=1', undefined, `quizzes/${quiz.id}`);
  expect(ofQuiz.at('data.rows')).toEqual([
    { id: 'true', label: 'True', answers: 0, counts: [0, 0] },
    { id: 'false', label: 'False', answers: 1, counts: [1, 0] },
  ]);
  const scale = { min: 1, max: 2 };
  const poll = await polls.create(account, { title: 'Rate', type: 'rating', options: ['A', 'B'], scale });
  await polls.votes.create(poll.id, { ratings: { o1: 1, o2: 2 } });
  const ofPoll = await polls.crossTable(account, poll.id, { rows: 'ratings.o1', columns: 'ratings.o2' });
  expect(ofPoll.rows.map(({ counts }) => counts)).toEqual([
    [0, 1],
    [0, 0],
  ]);
});

test.each([
  ['rows=field.gone&columns=field.note', 'rows', ['field.age', 'field.likes']],
  ['rows=field.age&columns=field.age', 'columns', ['field.likes']],
  ['rows=field.note&columns=field.age', 'rows', ['field.age', 'field.likes']],
])('%s is refused with the questions that can be counted', async (query, path, values) => {
  const reply = await read(query);
  expect([reply.status, reply.at('issues.0')]).toMatchObject([422, { path, code: 'not_one_of', params: { values } }]);
});

test('two questions are required, and a poll with one question has no table', async () => {
  const missing = await read('rows=field.age');
  expect([missing.status, missing.at('issues.0')]).toMatchObject([422, { path: 'columns', code: 'required' }]);
  const { polls } = server.askwell;
  const { id } = await polls.create(owner.session.account, { title: 'One?', options: ['A', 'B'] });
  const reply = await read('rows=choices&columns=choices', undefined, `polls/${id}`);
  expect(reply.at('issues.0')).toMatchObject({ path: 'columns', code: 'no_countable_question', params: {} });
});

test('the cross tables of other owners and sites are not found, and a key is required', async () => {
  const query = 'rows=field.age&columns=field.likes';
  const other = await createOwner(server.services);
  expect((await read(query, await other.key())).status).toBe(404);
  const site = await server.askwell.sites.create(owner.session.account, { name: 'Shop' });
  expect((await read(query, await owner.key(site.id))).status).toBe(404);
  expect((await read(query, await owner.key(undefined, { permissions: 'read' }))).status).toBe(200);
  expect((await call(server, 'GET', `/api/v1/forms/${formId}/cross-table?${query}`)).status).toBe(401);
});
