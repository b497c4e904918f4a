import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect } from '../../../test/support/collect.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { AccountObject } from '../../owners/access/account-object.js';

let server: TestServer;
let account: AccountObject;
let key: () => Promise<string>;
beforeAll(async () => {
  server = await startService();
  const owner = await createOwner(server.services);
  account = owner.session.account;
  key = owner.key;
});
afterAll(() => server.close());

const lunch = { title: 'Lunch?', options: ['Soup', 'Salad'] } as const;

test('votes are created, read, counted and deleted by the names of the client', async () => {
  const { polls } = server.askwell;
  const { id } = await polls.create(account, { ...lunch, one_per: null });
  const vote = await polls.votes.create(id, { choices: ['o1'] });
  const batch = [{ choices: ['o2'], created_at: new Date(server.services.clock.now() / 1_000 + 500) }] as const;
  expect(await polls.votes.batch(account, id, batch)).toMatchObject([{ status: 201 }]);
  expect(await polls.votes.get(account, id, vote.id)).toMatchObject({ choices: ['o1'] });
  expect((await collect(polls.votes.list(account, id))).map(({ choices }) => choices)).toEqual([['o2'], ['o1']]);
  const oldest = await collect(polls.votes.list(account, id, { order: 'asc', since: new Date(0) }));
  expect(oldest.map(({ choices }) => choices)).toEqual([['o1'], ['o2']]);

  expect(await polls.results(account, id, { where: { choice: 'o1' } })).toMatchObject({ votes_count: 1 });
  expect(await polls.results(account, id, { choice: 'o1' })).toMatchObject({ votes_count: 1 });
  expect(await polls.results(account, id)).toMatchObject({ votes_count: 2 });

  expect(await polls.votes.deleteWhere(account, id, { choice: 'o1' })).toBe(1);
  await polls.votes.reset(account, id);
  expect(await collect(polls.votes.list(account, id))).toEqual([]);
});

test('quizzes are regraded, and forms are copied', async () => {
  const { quizzes, forms } = server.askwell;
  const questions = [
    { id: 'italy', type: 'single', prompt: 'Of Italy?', options: [{ id: 'rome', label: 'Rome' }, 'Milan'] },
  ] as const;
  const quiz = await quizzes.create(account, { title: 'Capitals', questions: [{ ...questions[0], answer: 'o1' }] });
  expect(await quizzes.attempts.create(quiz.id, { answers: { italy: 'rome' } })).toMatchObject({ score: 0 });
  await quizzes.update(account, quiz.id, { questions: [{ ...questions[0], answer: 'rome' }] });
  expect(await quizzes.regrade(account, quiz.id)).toMatchObject({ quiz_id: quiz.id, regraded: 1 });
  expect(await collect(quizzes.attempts.list(account, quiz.id))).toMatchObject([{ score: 1 }]);
  await expect(quizzes.regrade(account, 'quiz_unknown')).rejects.toMatchObject({ code: 'not_found' });

  const form = await forms.create(account, { title: 'Contact', fields: [{ type: 'email', label: 'Email' }] });
  expect(await forms.copy(account, form.id, { title: 'Next' })).toMatchObject({ title: 'Next', status: 'draft' });
});

test('votes are exported as a file and as objects, sorted and filtered', async () => {
  const { polls } = server.askwell;
  const { id } = await polls.create(account, { ...lunch, one_per: null, other: true });
  const first = await polls.votes.create(id, { choices: ['o1'] });
  const second = await polls.votes.create(id, { choices: [], other: '=1+1, "Käse"' });
  const file = await polls.votes.csv(account, id, { order: 'asc' });
  expect([file.filename, file.contentType]).toEqual([`${id}-votes.csv`, 'text/csv; charset=utf-8; header=present']);
  const client = await server.fetch(`${server.url}/api/v1/polls/${id}/votes?format=csv&order=asc`, {
    headers: { 'x-api-key': await key() },
  });
  expect(await file.text()).toBe(await client.text());

  const chunks = [];
  for await (const chunk of await polls.votes.csv(account, id, { choice: 'o1' })) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString().split('\r\n')).toEqual([
    expect.stringMatching(/^id,created_at,/),
    expect.stringContaining(first.id),
    '',
  ]);

  const exported = await collect(await polls.votes.jsonl(account, id));
  expect(exported).toEqual(await collect(polls.votes.list(account, id)));
  expect(exported.map((vote) => vote.id)).toEqual([second.id, first.id]);
  const oldest = await collect(await polls.votes.jsonl(account, id, { sort: 'updated_at', order: 'asc' }));
  expect(oldest.map((vote) => vote.id)).toEqual([first.id, second.id]);
});

test('votes are exported as an Excel file', async () => {
  const { polls } = server.askwell;
  const { id } = await polls.create(account, { ...lunch, one_per: null });
  const vote = await polls.votes.create(id, { choices: ['o2'] });
  const file = await polls.votes.xlsx(account, id);
  expect([file.filename, file.contentType]).toEqual([`${id}-votes.xlsx`, expect.stringContaining('spreadsheetml')]);
  const bytes = Buffer.concat(await collect(file));
  // The sheet is the first entry, after a header of 30 bytes and its name.
  const sheet = inflateRawSync(bytes.subarray(30 + bytes.readUInt16LE(26))).toString();
  expect(sheet).toContain(vote.id);
});

test('deletions by a filter and batches run only at the version that was read', async () => {
  const { polls } = server.askwell;
  const { id } = await polls.create(account, { ...lunch, one_per: null });
  const stale = { code: 'precondition_failed' };
  const votes = [{ choices: ['o1'] }, { choices: ['o1'] }, { choices: ['o2'] }] as const;
  await expect(polls.votes.batch(account, id, votes, { ifMatch: 2 })).rejects.toMatchObject(stale);
  expect(await polls.votes.batch(account, id, votes, { ifMatch: 1 })).toHaveLength(3);
  await expect(polls.votes.deleteWhere(account, id, { choice: 'o1' }, { ifMatch: 2 })).rejects.toMatchObject(stale);
  expect(await polls.votes.deleteWhere(account, id, { choice: 'o1' }, { ifMatch: 1 })).toBe(2);
  expect(await polls.votes.deleteWhere(account, id, {})).toBe(1);
  expect(await polls.results(account, id)).toMatchObject({ votes_count: 0 });
});

test('an export fails before it starts', async () => {
  const { polls, quizzes } = server.askwell;
  const { id } = await polls.create(account, lunch);
  for (const read of [polls.votes.csv, polls.votes.xlsx, polls.votes.jsonl]) {
    await expect(read(account, 'poll_unknown')).rejects.toMatchObject({ code: 'not_found' });
    await expect(read(account, id, { choice: 'o9' })).rejects.toMatchObject({ code: 'invalid' });
    await expect(read(account, id, { sort: 'score' })).rejects.toMatchObject({ errors: { sort: expect.any(Array) } });
    await expect(Reflect.apply(read, polls.votes, [account, id, { order: 'up' }])).rejects.toMatchObject({
      errors: { order: expect.any(Array) },
    });
    await expect(Reflect.apply(read, polls.votes, [account, id, { limit: 1 }])).rejects.toMatchObject({
      code: 'invalid',
    });
  }
  const quiz = await quizzes.create(account, {
    title: 'True?',
    questions: [{ id: 'a', type: 'boolean', prompt: 'Is it?', answer: true }],
  });
  for (const a of [false, true, false]) await quizzes.attempts.create(quiz.id, { answers: { a } });
  const best = await collect(await quizzes.attempts.jsonl(account, quiz.id, { sort: 'score' }));
  expect(best.map(({ score }) => score)).toEqual([1, 0, 0]);
});

describe('a quiz is started in process', () => {
  const draft = {
    title: 'Sums',
    questions: [{ id: 'sum', type: 'number', prompt: '6 times 7?', answer: { value: 42 } }],
    time_limit_seconds: 60,
  } as const;

  test('a quiz is started for a user, who is the same visitor as in a session of the app', async () => {
    const { quizzes } = server.askwell;
    const { id } = await quizzes.create(account, { ...draft, one_per: 'user' });
    const { started, quiz, seconds_left } = await quizzes.start(id, { id: 'member' });
    expect([quiz.questions.map(({ prompt }) => prompt), seconds_left]).toEqual([['6 times 7?'], 60]);
    expect(await quizzes.start(id, { voter: server.askwell.voterOf('member') })).toMatchObject({ started });
    expect((await quizzes.start(id, { id: 'another' })).started).not.toBe(started);
    const attempt = { answers: { sum: 42 }, started } as const;
    await expect(quizzes.attempts.create(id, attempt, { id: 'another' })).rejects.toMatchObject({ code: 'invalid' });
    expect(await quizzes.attempts.create(id, attempt, { id: 'member' })).toMatchObject({ score: 1 });
    await expect(quizzes.start(id, { id: 'member' })).rejects.toMatchObject({ code: 'already_answered' });
  });

  test('a quiz is started for a browser, an address and a ticket', async () => {
    const { quizzes } = server.askwell;
    const byBrowser = await quizzes.create(account, { ...draft, one_per: 'browser' });
    const { started } = await quizzes.start(byBrowser.id, { id: 'member' });
    expect(await quizzes.attempts.create(byBrowser.id, { answers: {}, started }, { id: 'member' })).toMatchObject({
      score: 0,
    });
    const byAddress = await quizzes.create(account, { ...draft, one_per: 'ip' });
    await expect(quizzes.start(byAddress.id)).rejects.toMatchObject({ errors: { address: expect.any(Array) } });
    const first = await quizzes.start(byAddress.id, { address: '192.0.2.1' });
    expect(await quizzes.start(byAddress.id, { address: '192.0.2.1' })).toMatchObject({ started: first.started });
    const byTicket = await quizzes.create(account, { ...draft, one_per: 'ticket' });
    await expect(quizzes.start(byTicket.id)).rejects.toMatchObject({ errors: { ticket: ['Required.'] } });
    const [ticket] = (await quizzes.tickets.create(account, byTicket.id, 1)).tickets;
    const start = await quizzes.start(byTicket.id, { ticket });
    expect(await quizzes.attempts.create(byTicket.id, { answers: {}, started: start.started, ticket })).toMatchObject({
      score: 0,
    });
  });

  test('a started quiz is continued with its token', async () => {
    const { quizzes } = server.askwell;
    const { id } = await quizzes.create(account, { ...draft, feedback: 'each' });
    const { started } = await quizzes.start(id);
    expect(await quizzes.start(id, { started })).toMatchObject({ started });
    await expect(quizzes.start(id, { started: 'forged' })).rejects.toMatchObject({ code: 'invalid' });
  });

  test('a start is refused without a required user, for a closed quiz, and for a quiz that does not exist', async () => {
    const { quizzes } = server.askwell;
    const { id } = await quizzes.create(account, { ...draft, one_per: 'user' });
    await expect(quizzes.start(id)).rejects.toMatchObject({ code: 'sign_in_required' });
    await expect(quizzes.start(id, { id: 'x'.repeat(256) })).rejects.toThrow('visitor.id: expected a string');
    await quizzes.update(account, id, { status: 'closed' });
    await expect(quizzes.start(id, { id: 'member' })).rejects.toMatchObject({ code: 'closed' });
    await expect(quizzes.start('quiz_unknown')).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('tickets are created, counted, listed and withdrawn', async () => {
  const { polls } = server.askwell;
  const { id } = await polls.create(account, { ...lunch, one_per: 'ticket' });
  const { tickets, count } = await polls.tickets.create(account, id, [{ reference: 'a' }, { reference: 'b' }]);
  expect([tickets.length, count]).toEqual([2, 2]);
  await polls.votes.create(id, { choices: ['o1'], ticket: tickets[0] });
  expect(await polls.tickets.count(account, id)).toEqual({ count: 2, used: 1 });
  const [unused] = await collect(polls.tickets.list(account, id, { used: false }));
  expect(unused).toMatchObject({ reference: 'b' });
  const [used] = await collect(polls.tickets.list(account, id, { reference: 'a', order: 'asc' }));
  await expect(polls.tickets.delete(account, id, used?.id ?? '')).rejects.toMatchObject({ code: 'conflict' });
  expect(await polls.tickets.get(account, id, used?.id ?? '')).toEqual(used);
  await polls.tickets.delete(account, id, unused?.id ?? '');
  await expect(polls.tickets.get(account, id, unused?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
});

test('a poll is updated only at the version that was read', async () => {
  const { polls } = server.askwell;
  const { id, version } = await polls.create(account, lunch);
  const updated = await polls.update(account, id, { title: 'Dinner?' }, { ifMatch: version });
  const stale = polls.update(account, id, { title: 'Tea?' }, { ifMatch: version });
  await expect(stale).rejects.toMatchObject({ code: 'precondition_failed' });
  expect(await polls.get(account, id)).toMatchObject({ title: 'Dinner?', version: updated.version });
});

test('polls are listed in both orders', async () => {
  const { polls } = server.askwell;
  const other = (await createOwner(server.services)).session.account;
  for (const title of ['First', 'Second']) await polls.create(other, { ...lunch, title });
  expect((await collect(polls.list(other, { order: 'asc' }))).map(({ title }) => title)).toEqual(['First', 'Second']);
  expect((await collect(polls.list(other))).map(({ title }) => title)).toEqual(['Second', 'First']);
});

describe('the names of earlier versions', () => {
  test('the names of earlier versions call the same functions', async () => {
    const { polls, quizzes, forms } = server.askwell;
    const poll = await polls.create(account, { ...lunch, one_per: 'ticket' });
    const [ticket] = await polls.issueTickets(account, poll.id, 1);
    const vote = await polls.vote(poll.id, { choices: ['o1'], ticket });
    expect(await polls.answers.get(account, poll.id, vote.id)).toEqual(
      await polls.votes.get(account, poll.id, vote.id),
    );
    const quiz = await quizzes.create(account, {
      title: 'True?',
      questions: [{ id: 'a', type: 'boolean', prompt: 'Is it?', answer: true }],
    });
    expect(await quizzes.attempt(quiz.id, { answers: { a: true } })).toMatchObject({ score: 1 });
    const form = await forms.create(account, { title: 'F', fields: [{ id: 'a', type: 'short_text', label: 'A' }] });
    await forms.submit(form.id, { answers: { a: 'Text' } });
    expect(await collect(forms.answers.list(account, form.id))).toMatchObject([{ answers: { a: 'Text' } }]);
  });

  test('errors of calls by names of earlier versions contain these names', async () => {
    const { polls } = server.askwell;
    await expect(Reflect.apply(polls.vote, polls, [1])).rejects.toThrow(/^askwell\.polls\.vote: id: /);
    await expect(Reflect.apply(polls.votes.create, polls, [1])).rejects.toThrow(/^askwell\.polls\.votes\.create: id: /);
    await expect(Reflect.apply(polls.answers.get, polls, [1])).rejects.toThrow(/^askwell\.polls\.answers\.get: /);
  });
});

describe('a user of the host without an account', () => {
  test('a user without an account has empty lists', async () => {
    const { polls, quizzes, forms, sites } = server.askwell;
    const lists = [polls, quizzes, forms, sites].map(({ list }): AsyncIterable<object> => list('newcomer'));
    for (const list of lists) expect(await collect(list)).toEqual([]);
  });

  test('a user without an account has no poll, and cannot create one', async () => {
    const { polls } = server.askwell;
    const accountNotFound = { code: 'not_found', message: 'Account not found.' };
    await expect(polls.get('newcomer', 'poll_unknown')).rejects.toMatchObject(accountNotFound);
    await expect(polls.ensure('newcomer', 'lunch', lunch)).rejects.toMatchObject(accountNotFound);
    await expect(collect(polls.votes.list('newcomer', 'poll_unknown'))).rejects.toMatchObject(accountNotFound);
  });
});
