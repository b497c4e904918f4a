import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../test/support/server.js';
import type { PollDraft } from '../polls/poll-types.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await server.askwell.accounts.ensure({ externalId: 'owner', name: 'Owner', email: 'owner@example.com' });
});
afterAll(() => server.close());

const lunch: PollDraft = { title: 'Lunch?', options: ['Soup', 'Salad'], results_visibility: 'always' };
const makePoll = (changes: Partial<PollDraft> = {}) => server.askwell.polls.create('owner', { ...lunch, ...changes });

test('a vote in the name of a visitor is counted, and told as over HTTP', async () => {
  const { id } = await makePoll();
  const receipt = await server.askwell.polls.vote(id, { choices: ['o1'] }, { id: 'member 1' });
  expect(receipt).toMatchObject({ poll_id: id, choices: ['o1'], results: { votes_count: 1 } });
  expect(await server.askwell.polls.results('owner', id)).toMatchObject({ votes_count: 1 });
});

test('a visitor whom the host names votes once, however short the ID, 50 times at once', async () => {
  const { id } = await makePoll();
  const vote = (visitor: string) => server.askwell.polls.vote(id, { choices: ['o2'] }, { id: visitor });
  const votes = await Promise.allSettled(Array.from({ length: 50 }, () => vote('7')));
  expect(votes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(vote('7')).rejects.toMatchObject({ code: 'already_answered' });
  await vote('8');
  expect(await server.askwell.polls.results('owner', id)).toMatchObject({ votes_count: 2 });
});

test('no browser votes as a visitor whom the host names', async () => {
  const { id } = await makePoll();
  const visitor = 'a visitor with a long name';
  await server.askwell.polls.vote(id, { choices: ['o1'] }, { id: visitor });
  const body = JSON.stringify({ choices: ['o1'], voter: visitor });
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
  expect((await fetch(`${server.url}/api/v1/polls/${id}/votes`, init)).status).toBe(201);
});

test('one answer for each address takes the address, and counts IPv6 by its network', async () => {
  const { id } = await makePoll({ one_per: 'ip' });
  const vote = (address?: string) => server.askwell.polls.vote(id, { choices: ['o1'] }, address ? { address } : {});
  await expect(vote()).rejects.toMatchObject({ code: 'invalid', errors: { address: [expect.any(String)] } });
  await vote('2001:db8::1');
  await expect(vote('2001:db8::2')).rejects.toMatchObject({ code: 'already_answered' });
  await vote('2001:db8:0:1::1');
});

test('a repeated call with an idempotency key is recorded once', async () => {
  const { id } = await makePoll({ one_per: null });
  const vote = (choice: string) =>
    server.askwell.polls.vote(id, { choices: [choice] }, { id: 'member', idempotencyKey: 'once' });
  const [first, second] = await Promise.all([vote('o1'), vote('o1')]);
  expect(second.id).toBe(first.id);
  await expect(vote('o2')).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  expect(await server.askwell.polls.results('owner', id)).toMatchObject({ votes_count: 1 });
});

test('the limit of requests does not hold in process', async () => {
  const { id } = await makePoll();
  const votes = Array.from({ length: 40 }, (_, n) =>
    server.askwell.polls.vote(id, { choices: ['o1'] }, { id: `${n}`, address: '192.0.2.1' }),
  );
  expect(await Promise.all(votes)).toHaveLength(40);
});

test('quizzes and forms are answered alike', async () => {
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
  await expect(forms.submit(form.id, { answers: {} })).rejects.toMatchObject({ code: 'invalid' });
});

test('drafts and unknown polls are not there to answer', async () => {
  const draft = await makePoll({ status: 'draft' });
  for (const id of [draft.id, 'poll_unknown', 'quiz_unknown']) {
    await expect(server.askwell.polls.vote(id, { choices: ['o1'] })).rejects.toMatchObject({ code: 'not_found' });
  }
});

test.each([{ id: '' }, { id: JSON.parse('7') }])('the visitor %j is a mistake of the host', async (visitor) => {
  const { id } = await makePoll();
  await expect(server.askwell.polls.vote(id, { choices: ['o1'] }, visitor)).rejects.toThrow(/^visitor\.id: expected/);
});

test('an answer that is no object is a mistake of the host', async () => {
  const { id } = await makePoll();
  await expect(server.askwell.polls.vote(id, JSON.parse('null'))).rejects.toThrow(
    'answer: expected an object, got null.',
  );
});
