import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AskwellError } from '../../base/errors.js';
import type { EmailMessage } from '../../owners/email/email-options.js';
import { createTestAskwell, type TestAskwell } from './index.js';

let instance: TestAskwell;
beforeEach(async () => {
  instance = await createTestAskwell();
});
afterEach(() => instance.close());

/** Hides the type of a value, as in a program without TypeScript. */
const untyped = (value: object): object => value;

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

test('creates an owner, asks of each kind and their answers with one call each', async () => {
  const owner = await instance.createOwner();
  const poll = await instance.createPoll(owner);
  await instance.vote(poll, { choices: ['o1'] });
  await instance.vote(poll.id, { choices: ['o2'] });
  expect(await instance.askwell.polls.results(owner, poll.id)).toMatchObject({ votes_count: 2 });

  const quiz = await instance.createQuiz(owner, { pass_percentage: 50 });
  const attempt = await instance.attempt(quiz, { answers: { france: 'paris', rome: false } });
  expect(attempt).toMatchObject({ percentage: 50, passed: true });

  const form = await instance.createForm(owner, { title: 'Visit' });
  await instance.submit(form, { answers: { name: 'Member', rating: 5 } });
  expect(form.title).toBe('Visit');
  expect(await instance.askwell.forms.results(owner, form.id)).toMatchObject({ submissions_count: 1 });
});

test.each(['browser', 'ip'] as const)('each answer is another visitor of a poll with one_per %s', async (one_per) => {
  const owner = await instance.createOwner();
  const poll = await instance.createPoll(owner, { one_per });
  await instance.vote(poll, { choices: ['o1'] });
  await instance.vote(poll, { choices: ['o1'] });
  const same = { id: 'member', address: '203.0.113.7' };
  await instance.vote(poll, { choices: ['o1'] }, same);
  const rejected = instance.vote(poll, { choices: ['o1'] }, same);
  await expect(rejected).rejects.toBeInstanceOf(AskwellError);
  await expect(rejected).rejects.toMatchObject({ code: 'already_answered' });
});

test('a voter or ticket in the answer counts', async () => {
  const owner = await instance.createOwner();
  const byVoter = await instance.createPoll(owner, { one_per: 'browser' });
  const vote = { choices: ['o1'], voter: 'a-browser-of-somebody' };
  await instance.vote(byVoter, vote);
  await expect(instance.vote(byVoter, vote)).rejects.toMatchObject({ code: 'already_answered' });

  const byTicket = await instance.createPoll(owner, { one_per: 'ticket' });
  const [ticket] = await instance.askwell.polls.issueTickets(owner, byTicket.id, 1);
  await instance.vote(byTicket, { choices: ['o1'], ticket });
  await expect(instance.vote(byTicket, { choices: ['o1'], ticket })).rejects.toMatchObject({
    code: 'already_answered',
  });
});

test('a key authenticates as its owner, within its site', async () => {
  const owner = await instance.createOwner({ name: 'Member', email: 'member@example.org' });
  const site = await instance.askwell.sites.create(owner, { name: 'Shop', origins: [] });
  const key = await instance.createKey(owner, { name: 'Shop', site_id: site.id });
  const response = await instance.fetch('/api/v1/me', { headers: { 'X-API-Key': key } });
  expect(response.status).toBe(200);
  const account = { name: 'Member', email: 'member@example.org', api_keys: [{ name: 'Shop' }] };
  expect(await response.json()).toMatchObject({ data: account });
  await expect(instance.createKey('stranger')).rejects.toMatchObject({ code: 'not_found' });
});

test('refuses to create a key for an account with a password', async () => {
  const form = new URLSearchParams({ name: 'Member', email: 'member@example.org', password: 'correct horse battery' });
  const headers = { origin: instance.url };
  expect((await instance.fetch('/register', { method: 'POST', body: form, headers })).status).toBe(303);
  for await (const account of instance.askwell.accounts.list()) {
    await expect(instance.createKey(account)).rejects.toThrow('createKey: expected an account that createOwner');
  }
});

test('an owner does not find the asks of another owner', async () => {
  const [owner, other] = [await instance.createOwner(), await instance.createOwner()];
  const poll = await instance.createPoll(owner);
  await expect(instance.askwell.polls.get(other, poll.id)).rejects.toMatchObject({ code: 'not_found' });
});

describe('requests', () => {
  test('open pages as the `user` of the context', async () => {
    const owner = await instance.createOwner({ externalId: 'u1' });
    const user = { id: 'u1', name: owner.name, email: owner.email };
    const page = await instance.fetch('/dashboard', {}, { user });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(owner.name)]);
    expect((await instance.fetch('/dashboard', { redirect: 'manual' })).status).toBe(303);
  });

  test('are below the base path', async () => {
    const mounted = await createTestAskwell({ baseUrl: 'https://example.com/polls/' });
    expect(mounted.url).toBe('https://example.com/polls');
    expect((await mounted.fetch('/healthz')).status).toBe(200);
    expect(() => mounted.fetch('healthz')).toThrow('fetch: expected a path that starts with "/", got "healthz".');
    await mounted.close();
  });
});

describe('the clock', () => {
  test('changes only when the test changes it', async () => {
    await instance.clock.set('2030-01-31T09:05:07Z');
    const owner = await instance.createOwner();
    const poll = await instance.createPoll(owner, { closes_at: '2030-01-31T10:00:00Z' });
    expect(poll.created_at).toBe('2030-01-31T09:05:07.000000Z');
    await instance.vote(poll, { choices: ['o1'] });
    await instance.clock.advance({ minutes: 54, seconds: 52, milliseconds: 999 });
    await instance.vote(poll, { choices: ['o1'] });
    await instance.clock.advance(1);
    await expect(instance.vote(poll, { choices: ['o1'] })).rejects.toMatchObject({ code: 'closed' });
    expect(instance.clock.now()).toEqual(new Date('2030-01-31T10:00:00Z'));
  });

  test('controls the rate limit', async () => {
    const poll = await instance.createPoll(await instance.createOwner());
    const vote = async () => (await instance.fetch(`/api/v1/polls/${poll.id}/votes`, json({ choices: ['o1'] }))).status;
    const statuses: number[] = [];
    for (let count = 0; count < 31; count++) statuses.push(await vote());
    expect(statuses).toEqual([...Array<number>(30).fill(201), 429]);
    await instance.clock.advance({ minutes: 1 });
    expect(await vote()).toBe(201);
  });

  test('can be set back before the first request', async () => {
    const now = new Date('2001-01-01T00:00:00Z');
    const old = await createTestAskwell({ now });
    expect((await old.createOwner()).createdAt).toBe('2001-01-01T00:00:00.000000Z');
    await old.clock.set(0);
    expect((await old.createOwner()).createdAt).toBe('1970-01-01T00:00:00.000000Z');
    await old.close();
  });

  test('runs the background work that becomes due', async () => {
    const sent: EmailMessage[] = [];
    const own = await createTestAskwell({
      baseUrl: 'https://polls.example.com',
      email: { send: (message) => void sent.push(message), from: 'noreply@example.com' },
    });
    const owner = await own.createOwner();
    const fields = [{ id: 'email', type: 'email' as const, label: 'Email' }];
    const form = await own.createForm(owner, { fields, receipt: true, keep_answers_days: 10 });
    await own.submit(form, { answers: { email: 'ada@example.net' } });
    expect(sent).toEqual([]);
    await own.clock.advance(0);
    expect(sent.map(({ to }) => to)).toEqual(['ada@example.net']);
    const answers = async () => {
      let count = 0;
      for await (const _ of own.askwell.forms.answers.list(owner, form.id)) count++;
      return count;
    };
    await own.clock.advance({ days: 9 });
    expect(await answers()).toBe(1);
    await own.clock.advance({ days: 2 });
    expect(await answers()).toBe(0);
    expect(sent.length).toBe(1);
    await own.close();
  });

  test('rejects invalid times and durations', async () => {
    await expect(createTestAskwell({ now: 'tomorrow' })).rejects.toThrow('now: expected a date or a time');
    expect(() => instance.clock.set('soon')).toThrow('clock.set: expected a date or a time, got "soon".');
    expect(() => instance.clock.advance(-1)).toThrow('clock.advance: expected milliseconds');
    expect(() => instance.clock.advance(untyped({ minute: 5 }))).toThrow('got {"minute":5}.');
  });
});

test('accepts the options of createAskwell except `clock`', async () => {
  const answers: string[] = [];
  const own = await createTestAskwell({ keyPrefix: 'own', on: { answer: ({ kind }) => void answers.push(kind) } });
  const owner = await own.createOwner();
  expect(await own.createKey(owner)).toMatch(/^own_/);
  await own.vote(await own.createPoll(owner), { choices: ['o1'] });
  expect(answers).toEqual(['poll']);
  await own.close();

  await expect(createTestAskwell(untyped({ clock: Date.now }))).rejects.toThrow(
    'clock: not an option of createTestAskwell.',
  );
  await expect(createTestAskwell(untyped({ keyprefix: 'own' }))).rejects.toThrow('Did you mean "keyPrefix"?');
});

test('disposing closes the instance', async () => {
  const disposed = await createTestAskwell();
  await disposed[Symbol.asyncDispose]();
  await expect(disposed.createOwner()).rejects.toMatchObject({ code: 'unavailable' });
});

test('works with fake timers', async () => {
  vi.useFakeTimers();
  try {
    const poll = await instance.createPoll(await instance.createOwner());
    const { created_at } = await instance.vote(poll, { choices: ['o1'] });
    vi.advanceTimersByTime(3_600_000);
    expect((await instance.vote(poll, { choices: ['o1'] })).created_at).toBe(created_at);
  } finally {
    vi.useRealTimers();
  }
});
