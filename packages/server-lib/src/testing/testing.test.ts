import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AskwellError } from '../errors.js';
import { createTestAskwell, type TestAskwell } from './index.js';

let under: TestAskwell;
beforeEach(async () => {
  under = await createTestAskwell();
});
afterEach(() => under.close());

/** What a program without types may pass. */
const untyped = (value: object): object => value;

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

test('an owner, an ask of each kind and their answers take one call each', async () => {
  const owner = await under.createOwner();
  const poll = await under.createPoll(owner);
  await under.vote(poll, { choices: ['o1'] });
  await under.vote(poll.id, { choices: ['o2'] });
  expect(await under.askwell.polls.results(owner, poll.id)).toMatchObject({ votes_count: 2 });

  const quiz = await under.createQuiz(owner, { pass_percentage: 50 });
  const attempt = await under.attempt(quiz, { answers: { france: 'paris', rome: false } });
  expect(attempt).toMatchObject({ percentage: 50, passed: true });

  const form = await under.createForm(owner, { title: 'Visit' });
  await under.submit(form, { answers: { name: 'Member', rating: 5 } });
  expect(form.title).toBe('Visit');
  expect(await under.askwell.forms.results(owner, form.id)).toMatchObject({ submissions_count: 1 });
});

test.each(['browser', 'ip'] as const)('each answer is another visitor of a poll with one_per %s', async (one_per) => {
  const owner = await under.createOwner();
  const poll = await under.createPoll(owner, { one_per });
  await under.vote(poll, { choices: ['o1'] });
  await under.vote(poll, { choices: ['o1'] });
  const same = { id: 'member', address: '203.0.113.7' };
  await under.vote(poll, { choices: ['o1'] }, same);
  const refused = under.vote(poll, { choices: ['o1'] }, same);
  await expect(refused).rejects.toBeInstanceOf(AskwellError);
  await expect(refused).rejects.toMatchObject({ code: 'already_answered' });
});

test('a voter or ticket in the answer counts', async () => {
  const owner = await under.createOwner();
  const byVoter = await under.createPoll(owner, { one_per: 'browser' });
  const vote = { choices: ['o1'], voter: 'a-browser-of-somebody' };
  await under.vote(byVoter, vote);
  await expect(under.vote(byVoter, vote)).rejects.toMatchObject({ code: 'already_answered' });

  const byTicket = await under.createPoll(owner, { one_per: 'ticket' });
  const [ticket] = await under.askwell.polls.issueTickets(owner, byTicket.id, 1);
  await under.vote(byTicket, { choices: ['o1'], ticket });
  await expect(under.vote(byTicket, { choices: ['o1'], ticket })).rejects.toMatchObject({ code: 'already_answered' });
});

test('a key authenticates as its owner, within its site', async () => {
  const owner = await under.createOwner({ name: 'Member', email: 'member@example.org' });
  const site = await under.askwell.sites.create(owner, { name: 'Shop', origins: [] });
  const key = await under.createKey(owner, { name: 'Shop', site_id: site.id });
  const response = await under.fetch('/api/v1/me', { headers: { 'X-API-Key': key } });
  expect(response.status).toBe(200);
  const account = { name: 'Member', email: 'member@example.org', api_keys: [{ name: 'Shop' }] };
  expect(await response.json()).toMatchObject({ data: account });
  await expect(under.createKey(4711)).rejects.toMatchObject({ code: 'not_found' });
});

test('a key for an account with a password is refused, and says why', async () => {
  const form = new URLSearchParams({ name: 'Member', email: 'member@example.org', password: 'correct horse battery' });
  const headers = { origin: under.url };
  expect((await under.fetch('/register', { method: 'POST', body: form, headers })).status).toBe(303);
  for await (const account of under.askwell.accounts.list()) {
    await expect(under.createKey(account)).rejects.toThrow('createKey: expected an account of createOwner');
  }
});

test('two owners do not see what is the other one’s', async () => {
  const [one, other] = [await under.createOwner(), await under.createOwner()];
  const poll = await under.createPoll(one);
  await expect(under.askwell.polls.get(other, poll.id)).rejects.toMatchObject({ code: 'not_found' });
});

describe('requests', () => {
  test('reach the pages as the user that the test names', async () => {
    const owner = await under.createOwner({ externalId: 'u1' });
    const user = { id: 'u1', name: owner.name, email: owner.email };
    const page = await under.fetch('/dashboard', {}, { user });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(owner.name)]);
    expect((await under.fetch('/dashboard', { redirect: 'manual' })).status).toBe(303);
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
  test('stands still until it is moved', async () => {
    under.clock.set('2030-01-31T09:05:07Z');
    const owner = await under.createOwner();
    const poll = await under.createPoll(owner, { closes_at: '2030-01-31T10:00:00Z' });
    expect(poll.created_at).toBe('2030-01-31T09:05:07.000000Z');
    await under.vote(poll, { choices: ['o1'] });
    under.clock.advance({ minutes: 54, seconds: 52, milliseconds: 999 });
    await under.vote(poll, { choices: ['o1'] });
    under.clock.advance(1);
    await expect(under.vote(poll, { choices: ['o1'] })).rejects.toMatchObject({ code: 'closed' });
    expect(under.clock.now()).toEqual(new Date('2030-01-31T10:00:00Z'));
  });

  test('decides when an address may answer again', async () => {
    const poll = await under.createPoll(await under.createOwner());
    const vote = async () => (await under.fetch(`/api/v1/polls/${poll.id}/votes`, json({ choices: ['o1'] }))).status;
    const statuses: number[] = [];
    for (let count = 0; count < 31; count++) statuses.push(await vote());
    expect(statuses).toEqual([...Array<number>(30).fill(201), 429]);
    under.clock.advance({ minutes: 1 });
    expect(await vote()).toBe(201);
  });

  test('may be set back before the first request', async () => {
    const now = new Date('2001-01-01T00:00:00Z');
    const old = await createTestAskwell({ now });
    expect((await old.createOwner()).createdAt).toBe('2001-01-01T00:00:00.000000Z');
    old.clock.set(0);
    expect((await old.createOwner()).createdAt).toBe('1970-01-01T00:00:00.000000Z');
    await old.close();
  });

  test('refuses what is not a time or a length of time', async () => {
    await expect(createTestAskwell({ now: 'tomorrow' })).rejects.toThrow('now: expected a date or a time');
    expect(() => under.clock.set('soon')).toThrow('clock.set: expected a date or a time, got "soon".');
    expect(() => under.clock.advance(-1)).toThrow('clock.advance: expected milliseconds');
    expect(() => under.clock.advance(untyped({ minute: 5 }))).toThrow('got {"minute":5}.');
  });
});

test('options are those of createAskwell, but for the clock', async () => {
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

test('it is disposed of as it is closed', async () => {
  const disposed = await createTestAskwell();
  await disposed[Symbol.asyncDispose]();
  await expect(disposed.createOwner()).rejects.toMatchObject({ code: 'unavailable' });
});

test('it works while a runner fakes the timers of the app', async () => {
  vi.useFakeTimers();
  try {
    const poll = await under.createPoll(await under.createOwner());
    const { created_at } = await under.vote(poll, { choices: ['o1'] });
    vi.advanceTimersByTime(3_600_000);
    expect((await under.vote(poll, { choices: ['o1'] })).created_at).toBe(created_at);
  } finally {
    vi.useRealTimers();
  }
});
