import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { PollDraft } from '../../shared/contract/resources.js';

let server: TestServer;
beforeAll(async () => {
  server = await startService();
  await server.askwell.accounts.ensure({ externalId: 'owner', name: 'Owner', email: 'owner@example.com' });
});
afterAll(() => server.close());

const lunch: PollDraft = { title: 'Lunch?', options: ['Soup', 'Salad'], results_visibility: 'always' };
const makePoll = (changes: Partial<PollDraft> = {}) => server.askwell.polls.create('owner', { ...lunch, ...changes });

test('counts a vote on behalf of a visitor and returns the HTTP receipt', async () => {
  const { id } = await makePoll();
  const receipt = await server.askwell.polls.vote(id, { choices: ['o1'] }, { id: 'member 1' });
  expect(receipt).toMatchObject({ poll_id: id, choices: ['o1'], results: { votes_count: 1 } });
  expect(await server.askwell.polls.results('owner', id)).toMatchObject({ votes_count: 1 });
});

test('counts one vote per visitor ID when 50 are submitted at once', async () => {
  const { id } = await makePoll();
  const vote = (visitor: string) => server.askwell.polls.vote(id, { choices: ['o2'] }, { id: visitor });
  const votes = await Promise.allSettled(Array.from({ length: 50 }, () => vote('7')));
  expect(votes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(vote('7')).rejects.toMatchObject({ code: 'already_answered' });
  await vote('8');
  expect(await server.askwell.polls.results('owner', id)).toMatchObject({ votes_count: 2 });
});

test('keeps browsers from voting as a visitor that the host identifies', async () => {
  const { id } = await makePoll();
  const visitor = 'a visitor with a long name';
  await server.askwell.polls.vote(id, { choices: ['o1'] }, { id: visitor });
  const body = JSON.stringify({ choices: ['o1'], voter: visitor });
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
  expect((await server.fetch(`${server.url}/api/v1/polls/${id}/votes`, init)).status).toBe(201);
});

test('requires an address with one_per "ip" and counts IPv6 by network', async () => {
  const { id } = await makePoll({ one_per: 'ip' });
  const vote = (address?: string) => server.askwell.polls.vote(id, { choices: ['o1'] }, address ? { address } : {});
  await expect(vote()).rejects.toMatchObject({ code: 'invalid', errors: { address: [expect.any(String)] } });
  await vote('2001:db8::1');
  await expect(vote('2001:db8::2')).rejects.toMatchObject({ code: 'already_answered' });
  await vote('2001:db8:0:1::1');
});

test('records a repeated call with the same idempotency key once', async () => {
  const { id } = await makePoll({ one_per: null });
  const vote = (choice: string) =>
    server.askwell.polls.vote(id, { choices: [choice] }, { id: 'member', idempotencyKey: 'once' });
  const [first, second] = await Promise.all([vote('o1'), vote('o1')]);
  expect(second.id).toBe(first.id);
  await expect(vote('o2')).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  expect(await server.askwell.polls.results('owner', id)).toMatchObject({ votes_count: 1 });
});

test('does not apply the rate limit in process', async () => {
  const { id } = await makePoll();
  const votes = Array.from({ length: 40 }, (_, n) =>
    server.askwell.polls.vote(id, { choices: ['o1'] }, { id: `${n}`, address: '192.0.2.1' }),
  );
  expect(await Promise.all(votes)).toHaveLength(40);
});

test('accepts answers to quizzes and forms', async () => {
  const { quizzes, forms } = server.askwell;
  const quiz = await quizzes.create('owner', {
    title: 'Fish?',
    questions: [{ type: 'boolean', prompt: 'Salmon are born in rivers.', answer: true }],
  });
  expect(await quizzes.attempt(quiz.id, { answers: { q1: true } })).toMatchObject({ score: 1, max_score: 1 });
  const form = await forms.create('owner', {
    title: 'Contact',
    fields: [{ id: 'email', type: 'email', label: 'Email', required: true }],
  });
  expect(await forms.submit(form.id, { answers: { email: 'a@example.com' } })).toMatchObject({ form_id: form.id });
  // @ts-expect-error The field is required.
  await expect(forms.submit(form.id, { answers: {} })).rejects.toMatchObject({ code: 'invalid' });
});

test('returns not_found for drafts and unknown polls', async () => {
  const draft = await makePoll({ status: 'draft' });
  for (const id of [draft.id, 'poll_unknown', 'quiz_unknown']) {
    await expect(server.askwell.polls.vote(id, { choices: ['o1'] })).rejects.toMatchObject({ code: 'not_found' });
  }
});

test.each([{ id: '' }, { id: JSON.parse('7') }])('throws an OptionError for the visitor %j', async (visitor) => {
  const { id } = await makePoll();
  await expect(server.askwell.polls.vote(id, { choices: ['o1'] }, visitor)).rejects.toThrow(/^visitor\.id: expected/);
});

test('throws an OptionError for an answer that is not an object', async () => {
  const { id } = await makePoll();
  await expect(server.askwell.polls.vote(id, JSON.parse('null'))).rejects.toThrow(
    'askwell.polls.vote: vote: expected an object, got null.',
  );
});
