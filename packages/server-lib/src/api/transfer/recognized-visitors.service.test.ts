import { afterEach, beforeEach, expect, test } from 'vitest';
import { findMiscounts } from '../../../test/support/asks/purge-answers.js';
import { createQuizClient } from '../../../test/support/asks/quiz-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { exportFile, exportOf, inChunks } from '../../../test/support/transfer.js';
import { Scope } from '../../owners/access/scope.js';

const secret = 'a secret of more than 32 characters';
let server: TestServer;
let moved: TestServer;

beforeEach(async () => {
  const options = { secret, trustProxy: ['127.0.0.1'] };
  [server, moved] = await Promise.all([startService(options), startService(options)]);
});
afterEach(() => Promise.all([server.close(), moved.close()]));

/** Moves the only account of the server to the other server. */
async function move(ids: 'keep' | 'renew'): Promise<boolean> {
  const [source] = await accountsOf(server);
  const target = (await createOwner(moved.services)).session.scope;
  const file = await exportFile(server.services, Scope.grant(source ?? 0, null));
  const { recognizesVisitors } = await moved.services.transfer.import(target, inChunks(file), ids);
  expect((await exportOf(moved.services, target)).slice(1).length).toBe(file.trimEnd().split('\n').length - 1);
  expect(await findMiscounts(moved.services)).toEqual([]);
  return recognizesVisitors;
}

async function accountsOf({ askwell }: TestServer): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of askwell.accounts.list()) ids.push(id);
  return ids;
}

test('with the same secret, used voters and tickets stay used, and other visitors can answer', async () => {
  const account = (await createOwner(server.services)).session.account;
  const draft = { title: 'Lunch?', options: ['a', 'b'] };
  const { id } = await server.askwell.polls.create(account, draft);
  const byTicket = await server.askwell.polls.create(account, { ...draft, one_per: 'ticket' });
  const [used = '', free = ''] = await server.askwell.polls.issueTickets(account, byTicket.id, 2);
  await server.askwell.polls.vote(id, { choices: ['o1'] }, { id: 'a visitor' });
  await server.askwell.polls.vote(byTicket.id, { choices: ['o1'], ticket: used });
  expect(await move('keep')).toBe(true);
  const { polls } = moved.askwell;
  await expect(polls.vote(id, { choices: ['o1'] }, { id: 'a visitor' })).rejects.toMatchObject({
    code: 'already_answered',
  });
  await polls.vote(id, { choices: ['o2'] }, { id: 'another visitor' });
  await expect(polls.vote(byTicket.id, { choices: ['o1'], ticket: used })).rejects.toMatchObject({
    code: 'already_answered',
  });
  await polls.vote(byTicket.id, { choices: ['o2'], ticket: free });
});

test('with new IDs, the same visitors count as new visitors', async () => {
  const account = (await createOwner(server.services)).session.account;
  const { id } = await server.askwell.polls.create(account, { title: 'Lunch?', options: ['a', 'b'] });
  await server.askwell.polls.vote(id, { choices: ['o1'] }, { id: 'a visitor' });
  expect(await move('renew')).toBe(false);
  const [number = 0] = await accountsOf(moved);
  const target = await moved.askwell.accounts.get({ id: number });
  for await (const poll of moved.askwell.polls.list(target)) {
    expect(poll.id).not.toBe(id);
    await moved.askwell.polls.vote(poll.id, { choices: ['o1'] }, { id: 'a visitor' });
    expect((await moved.askwell.polls.get(target, poll.id)).answers_count).toBe(2);
  }
});

test('a started attempt can be submitted once after an import, with its checked answers', async () => {
  const quizzes = await createQuizClient(server);
  const quiz = await quizzes.make({ feedback: 'each', one_per: 'browser', time_limit_seconds: 600 });
  const visitor = { voter: 'a visitor with an ID' };
  const began = await quizzes.start(quiz, {}, visitor);
  const started = String(began.at('data.started'));
  expect((await quizzes.check(quiz, { question: 'q1', answer: 'o1', started })).status).toBe(200);
  expect((await quizzes.check(quiz, { question: 'q2', answer: null, started })).status).toBe(200);
  const done = String((await quizzes.start(quiz, {}, { voter: 'somebody who is done' })).at('data.started'));
  const first = { answers: { q3: true }, started: done, voter: 'somebody who is done' };
  expect((await quizzes.attempt(quiz, first)).status).toBe(201);

  expect(await move('keep')).toBe(true);
  const there = await createQuizClient(moved);
  expect((await there.start(quiz, {}, visitor)).at('data.started')).toBe(started);
  const changed = await there.check(quiz, { question: 'q1', answer: 'o2', started });
  expect(changed.at('data')).toMatchObject({ given: 'o1', correct: false });
  const attempt = await there.attempt(quiz, { answers: { q1: 'o2', q3: true }, started, ...visitor });
  expect([attempt.status, attempt.at('data.score')]).toEqual([201, 1]);
  for (const body of [first, { ...first, voter: 'somebody who is new' }]) {
    expect((await there.attempt(quiz, body)).status).toBe(409);
  }
});
