import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { AccountObject } from '../../owners/access/account-object.js';
import { columnOperators } from './column-condition.js';

let server: TestServer;
let key: string;
let account: AccountObject;
const paths: Record<string, string> = {};
beforeAll(async () => {
  server = await startService();
  const owner = await createOwner(server.services);
  key = await owner.key();
  account = owner.session.account;
  const { polls, quizzes, forms } = server.askwell;
  const options = ['Soup', 'Salad'];
  const poll = async (own: object) => `polls/${(await polls.create(account, { title: 'P', options, ...own })).id}`;
  paths['poll'] = await poll({});
  paths['rating'] = await poll({ type: 'rating' });
  const questions = [
    { id: 'q1', type: 'single' as const, prompt: 'Q', options, answer: 'o1' },
    { id: 'sum', type: 'number' as const, prompt: 'Q', answer: { value: 1, tolerance: 0 } },
    { id: 'order', type: 'order' as const, prompt: 'Q', options, answer: ['o1', 'o2'] },
    { id: 'pairs', type: 'match' as const, prompt: 'Q', options, targets: options, answer: { o1: 't1', o2: 't2' } },
  ];
  paths['quiz'] = `quizzes/${(await quizzes.create(account, { title: 'Q', questions })).id}`;
  const fields = [
    { id: 'age', type: 'number' as const, label: 'F' },
    { id: 'when', type: 'date' as const, label: 'F' },
    { id: 'agree', type: 'consent' as const, label: 'F' },
    { id: 'one', type: 'dropdown' as const, label: 'F', options },
    { id: 'name', type: 'short_text' as const, label: 'F' },
    { id: 'grid', type: 'matrix' as const, label: 'F', rows: ['R'], options },
    { id: 'head', type: 'heading' as const, label: 'F' },
  ];
  paths['form'] = `forms/${(await forms.create(account, { title: 'F', fields })).id}`;
});
afterAll(() => server.close());

const answersOf: Record<string, string> = { polls: 'votes', quizzes: 'attempts', forms: 'submissions' };

/** Returns the path of the answers of an ask. */
function answersPath(ask: string): string {
  const path = paths[ask] ?? '';
  return `/api/v1/${path}/${answersOf[path.split('/')[0] ?? '']}`;
}

/** Returns the paths and codes of the issues of a refused request. */
async function issuesOf(method: string, path: string, headers: Record<string, string> = {}): Promise<unknown> {
  const { status, text } = await call(server, method, path, { key, headers });
  if (status !== 422) return [status, text];
  return JSON.parse(text).issues.map(({ path, code, params }: Record<string, unknown>) => [path, code, params]);
}

const none = {};

test.each([
  ['poll', 'min_score=3', 'min_score', 'unknown_field', none],
  ['poll', 'passed=true', 'passed', 'unknown_field', none],
  ['poll', 'field.o1=1', 'field.o1', 'unknown_field', none],
  ['poll', 'choice=o9', 'choice', 'unknown_option', none],
  ['poll', 'choice=', 'choice', 'required', none],
  ['poll', 'other=Tea', 'other', 'write_in_not_allowed', none],
  ['poll', 'ratings.o1=3', 'ratings.o1', 'ratings_not_allowed', none],
  ['rating', 'choice=o1', 'choice', 'choices_not_allowed', none],
  ['rating', 'ratings.o1=6', 'ratings.o1', 'off_scale', { min: 1, max: 5 }],
  ['rating', 'ratings.o9=1', 'ratings.o9', 'unknown_option', none],
  ['quiz', 'choice=o1', 'choice', 'unknown_field', none],
  ['quiz', 'min_score=all', 'min_score', 'not_a_number', none],
  ['quiz', 'passed=1', 'passed', 'not_a_boolean', none],
  ['quiz', 'passed=true', 'passed', 'needs_pass_percentage', none],
  ['quiz', 'field.q9=o1', 'field.q9', 'unknown_question', none],
  ['quiz', 'field.q1=o9', 'field.q1', 'unknown_option', none],
  ['quiz', 'field.sum=one', 'field.sum', 'not_a_number', none],
  ['quiz', 'field.order=o1,o9', 'field.order', 'unknown_option', none],
  ['quiz', 'field.order=o1,', 'field.order', 'unknown_option', none],
  ['quiz', 'field.order=o1,o1', 'field.order', 'chosen_twice', none],
  ['quiz', 'field.order.o1=o2', 'field.order.o1', 'unknown_field', none],
  ['quiz', 'field.pairs=t1', 'field.pairs', 'needs_row', { example: 'field.pairs.o1' }],
  ['form', 'field.f9=1', 'field.f9', 'unknown_field', none],
  ['form', 'field.constructor=1', 'field.constructor', 'unknown_field', none],
  ['form', 'field.=1', 'field.', 'unknown_field', none],
  ['form', 'field.age=old', 'field.age', 'not_a_number', none],
  ['form', 'field.age=0x10', 'field.age', 'not_a_number', none],
  ['form', 'field.when=31.1.2026', 'field.when', 'invalid_date', none],
  ['form', 'field.agree=yes', 'field.agree', 'not_a_boolean', none],
  ['form', 'field.one=o9', 'field.one', 'unknown_option', none],
  ['form', 'field.one.other=Tea', 'field.one.other', 'write_in_not_allowed', none],
  ['form', 'field.name.other=Tea', 'field.name.other', 'unknown_field', none],
  ['form', 'field.name=', 'field.name', 'required', none],
  ['form', 'field.name=a&field.name=b', 'field.name', 'repeated_field', none],
  ['form', 'field.grid=o1', 'field.grid', 'needs_row', { example: 'field.grid.r1' }],
  ['form', 'field.grid.r9=o1', 'field.grid.r9', 'unknown_field', none],
  ['form', 'field.head=x', 'field.head', 'unknown_answer_field', none],
  ['form', 'filter=field.age', 'filter.0', 'invalid_filter', none],
  ['form', 'filter=tags:is:a&filter=field.nothing:is:1', 'filter.1', 'unknown_column', none],
  ['form', 'filter=respondent:is:a', 'filter.0', 'unknown_column', none],
  ['form', 'filter=field.age:above:1', 'filter.0', 'not_one_of', { values: [...columnOperators] }],
  ['form', 'filter=field.age:is:', 'filter.0', 'required', none],
  ['form', 'filter=field.age:is', 'filter.0', 'required', none],
  ['form', `filter=field.name:is:${'a'.repeat(501)}`, 'filter.0', 'too_long', { max: 500 }],
  ['form', 'filter=', 'filter.0', 'invalid_filter', none],
  ['form', `${'filter=id:answered&'.repeat(20)}filter=id:answered`, 'filter', 'too_many', { max: 20 }],
  ['form', 'q=', 'q', 'required', none],
  ['form', 'q=%20', 'q', 'required', none],
  ['form', `q=${'a'.repeat(501)}`, 'q', 'too_long', { max: 500 }],
  ['form', 'q=a&q=b', 'q', 'not_a_string', none],
  ['form', 'tag=', 'tag', 'required', none],
  ['form', 'language=nonsense!', 'language', 'invalid_locale', none],
  ['form', 'updated_since=yesterday', 'updated_since', 'invalid_timestamp', none],
])('answers, results and deletions of a %s refuse %s', async (ask, query, path, code, params) => {
  const answers = answersPath(ask);
  const results = `/api/v1/${paths[ask]}/results`;
  for (const [method, at] of [
    ['GET', answers],
    ['GET', results],
    ['DELETE', answers],
  ] as const)
    expect([method, at, await issuesOf(method, `${at}?${query}`)]).toEqual([method, at, [[path, code, params]]]);
});

test.each([
  ['poll', 'GET', 'sort=score', 'sort', 'unknown_column', none],
  ['poll', 'GET', 'sort=respondent', 'sort', 'unknown_column', none],
  ['form', 'GET', 'sort=field.none', 'sort', 'unknown_column', none],
  ['form', 'GET', `sort=${'a'.repeat(101)}`, 'sort', 'too_long', { max: 100 }],
  ['form', 'DELETE', '', 'all', 'needs_true', none],
  ['form', 'DELETE', 'all=yes', 'all', 'needs_true', none],
  ['form', 'DELETE', 'all=true&field.name=a', 'all', 'all_with_filter', none],
  ['form', 'DELETE', 'all=true&since=2026-01-01T00:00:00Z', 'all', 'all_with_filter', none],
  ['form', 'DELETE', 'language=de&limit=5', 'limit', 'unknown_field', none],
  ['form', 'DELETE', 'language=de&sort=created_at', 'sort', 'unknown_field', none],
])('a %s refuses %s with the query "%s"', async (ask, method, query, path, code, params) => {
  expect(await issuesOf(method, `${answersPath(ask)}?${query}`)).toEqual([[path, code, params]]);
});

test('names all faults of a filter at once, and limits the number of its fields', async () => {
  expect(await issuesOf('GET', `${answersPath('form')}?field.age=x&field.one=o9`)).toEqual([
    ['field.age', 'not_a_number', none],
    ['field.one', 'unknown_option', none],
  ]);
  const many = Array.from({ length: 21 }, (_, n) => `field.f${n}=1`).join('&');
  expect(await issuesOf('GET', `${answersPath('form')}?${many}`)).toContainEqual(['field', 'too_many', { max: 20 }]);
});

test('a deletion by a filter honors If-Match, and its reply has no content', async () => {
  const { polls } = server.askwell;
  const { id, version } = await polls.create(account, { title: 'P', options: ['a', 'b'], one_per: null });
  for (const choice of ['o1', 'o1', 'o2'] as const) await polls.vote(id, { choices: [choice] });
  const path = `/api/v1/polls/${id}/votes?choice=o1`;
  const stale = await call(server, 'DELETE', path, { key, headers: { 'if-match': '"99"' } });
  expect([stale.status, (await polls.results(account, id)).votes_count]).toEqual([412, 3]);
  const done = await call(server, 'DELETE', path, { key, headers: { 'if-match': `"${version}"` } });
  expect([done.status, done.text]).toEqual([204, '']);
  expect((await polls.results(account, id)).options.map(({ votes }) => votes)).toEqual([0, 1]);
  expect((await call(server, 'DELETE', path, { key })).status).toBe(204);
});

test('a key that can only read deletes nothing', async () => {
  const { services, askwell } = server;
  const owner = await createOwner(services);
  const { id } = await askwell.polls.create(owner.session.account, { title: 'P', options: ['a', 'b'] });
  const readKey = await owner.key(undefined, { permissions: 'read' });
  const path = `/api/v1/polls/${id}/votes?choice=o1`;
  expect((await call(server, 'DELETE', path, { key: readKey })).status).toBe(403);
  expect((await call(server, 'DELETE', path, { key })).status).toBe(404);
});
