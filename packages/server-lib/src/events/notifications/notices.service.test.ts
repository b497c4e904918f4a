import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFormBrowser, type FormBrowser } from '../../../test/support/browser/form-browser.js';
import { Mailbox } from '../../../test/support/email/mailbox.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { one } from '../../db/sql/statement.js';
import type { EmailMessage } from '../../owners/email/email-options.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const mail = new Mailbox();
let server: TestServer;
const { clock, source } = createTestClock('2026-01-31T05:30:00Z');
beforeAll(async () => {
  server = await startService({
    baseUrl: 'http://localhost',
    clock: source,
    trustProxy: ['127.0.0.1'],
    email: { url: mail.url, from: 'noreply@example.com' },
  });
});
afterAll(() => server.close());

interface SignedIn extends Owner {
  readonly browser: FormBrowser;
}

async function signIn(): Promise<SignedIn> {
  const owner = await createOwner(server.services);
  const browser = createFormBrowser(server);
  await browser.submit('/login', { email: owner.email, password: owner.password });
  return { ...owner, browser };
}

/** Creates a poll, and sets when its owner gets notices of votes. */
async function createPoll({ browser, session }: SignedIn, title: string, timing: string): Promise<string> {
  const { id } = await server.askwell.polls.create(session.account, { title, options: ['a', 'b'], one_per: null });
  expect(await browser.submit(`/dashboard/asks/${id}/share/notices`, { timing })).toMatchObject({ status: 303 });
  return id;
}

async function vote(id: string, count = 1): Promise<void> {
  for (let n = 0; n < count; n++) await server.askwell.polls.vote(id, { choices: ['o1'] });
}

/** Processes new answers, and requires that all answers of an owner are counted. */
async function counted({ session }: Owner): Promise<void> {
  await clock.advance(0);
  const row = await server.services.store.read(one<{ behind: number }>`
    select h.last_seq - p.position as behind
    from askwell_email_positions p join askwell_change_heads h on h.account_id = p.account_id
    where p.account_id = ${session.account.id}`);
  expect(row).toEqual({ behind: 0 });
}

const emailsTo = ({ email }: Owner) => mail.emails.filter(({ to }) => to === email);

/** Requires that an owner has received a number of emails, and returns the last one. */
async function receive(owner: Owner, count: number): Promise<EmailMessage> {
  await clock.advance(0);
  expect(emailsTo(owner).length).toBe(count);
  const last = emailsTo(owner).at(-1);
  if (!last) throw new Error('There is no email.');
  return last;
}

test('sends a notice of a new answer immediately, and one notice of all following answers after ten minutes', async () => {
  const owner = await signIn();
  const poll = await createPoll(owner, 'Lunch <today>?', 'at_once');
  await vote(poll);
  const first = await receive(owner, 1);
  expect(first.subject).toBe('1 new answer: Lunch <today>?');
  expect(first.text).toContain(`http://localhost/dashboard/asks/${poll}/answers`);
  expect(first.html).toContain('Lunch &lt;today&gt;?');
  await vote(poll, 3);
  await counted(owner);
  await clock.advance({ minutes: 10, milliseconds: -1 });
  await vote(poll);
  await counted(owner);
  expect(emailsTo(owner).length).toBe(1);
  await clock.advance(1);
  expect((await receive(owner, 2)).subject).toBe('4 new answers: Lunch <today>?');
});

test('an owner gets at most six emails an hour, however many asks have answers', async () => {
  const owner = await signIn();
  const polls = [await createPoll(owner, 'One', 'at_once'), await createPoll(owner, 'Two', 'at_once')];
  const before = emailsTo(owner).length;
  for (let minutes = 0; minutes < 60; minutes += 5) {
    if (minutes > 0) await clock.advance({ minutes: 5 });
    for (const poll of polls) await vote(poll);
    await counted(owner);
    if (minutes % 10 === 0) await receive(owner, before + minutes / 10 + 1);
  }
  expect(emailsTo(owner).length).toBe(before + 6);
});

test('sends one email about several asks every hour, or every day at 07:00 UTC', async () => {
  const owner = await signIn();
  await clock.set('2026-02-03T05:30:00Z');
  const [lunch, dinner, daily] = [
    await createPoll(owner, 'Lunch?', 'hourly'),
    await createPoll(owner, 'Dinner?', 'hourly'),
    await createPoll(owner, 'Daily?', 'daily'),
  ];
  await vote(lunch, 2);
  await vote(dinner);
  await vote(daily, 5);
  await counted(owner);
  expect(emailsTo(owner)).toEqual([]);
  await clock.advance({ minutes: 30 });
  const hourly = await receive(owner, 1);
  expect(hourly.subject).toBe('3 new answers: 2 asks');
  expect(hourly.text).toMatch(/Lunch\?\n {2}2 new answers\n.*Dinner\?\n {2}1 new answer\n/s);
  expect(hourly.text).not.toContain('Daily?');
  await clock.advance({ hours: 1 });
  expect((await receive(owner, 2)).subject).toBe('5 new answers: Daily?');
});

test('sends no notices of earlier answers, or with notices off', async () => {
  const owner = await signIn();
  const { id } = await server.askwell.polls.create(owner.session.account, {
    title: 'Old',
    options: ['a', 'b'],
    one_per: null,
  });
  await vote(id, 3);
  await owner.browser.submit(`/dashboard/asks/${id}/share/notices`, { timing: 'at_once' });
  await vote(id);
  expect((await receive(owner, 1)).subject).toBe('1 new answer: Old');
  await owner.browser.submit(`/dashboard/asks/${id}/share/notices`, { timing: 'off' });
  await clock.advance({ hours: 1 });
  await vote(id);
  await counted(owner);
  expect(emailsTo(owner).length).toBe(1);
});

test('the links of an email end its notices without signing in, by POST only', async () => {
  const owner = await signIn();
  const polls = [await createPoll(owner, 'One', 'hourly'), await createPoll(owner, 'Two', 'hourly')] as const;
  for (const poll of polls) await vote(poll);
  await counted(owner);
  await clock.advance({ hours: 1 });
  const { headers, text } = await receive(owner, 1);
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const forAll = /<http:\/\/localhost(\/unsubscribe\?[^>]+)>/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
  const forOne =
    [...text.matchAll(/“(\w+)”: http:\/\/localhost(\/unsubscribe\?\S+)/g)].find(([, title]) => title === 'One')?.[2] ??
    '';

  const stranger = createFormBrowser(server);
  const timings = async () => Promise.all(polls.map(async (id) => server.services.notices?.find(await seqOf(id))));
  expect((await stranger.open(forOne)).status).toBe(200);
  expect(await timings()).toEqual(['hourly', 'hourly']);
  const forged = forOne.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  expect([(await stranger.open(forged)).status, (await stranger.submit(forged)).status]).toEqual([404, 404]);
  expect((await stranger.submit(forOne, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await stranger.submit(forOne)).status).toBe(200);
  expect(await timings()).toEqual([null, 'hourly']);
  expect((await stranger.submit(forAll, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200);
  expect(await timings()).toEqual([null, null]);
});

async function seqOf(id: string): Promise<number> {
  const row = await server.services.store.read(one<{ seq: number }>`
    select seq from askwell_asks where id = ${id.replace('poll_', '')}`);
  return row?.seq ?? 0;
}

test("another owner cannot change an ask's notices, and no notices are sent for a deleted ask", async () => {
  const [owner, other] = [await signIn(), await signIn()];
  const poll = await createPoll(owner, 'Mine', 'hourly');
  expect((await other.browser.submit(`/dashboard/asks/${poll}/share/notices`, { timing: 'off' })).status).toBe(404);
  expect((await owner.browser.submit(`/dashboard/asks/${poll}/share/notices`, { timing: 'always' })).status).toBe(422);
  await vote(poll);
  await counted(owner);
  await server.askwell.polls.delete(owner.session.account, poll);
  const kept = await createPoll(owner, 'Kept', 'hourly');
  await vote(kept);
  await counted(owner);
  await clock.advance({ hours: 1 });
  const email = await receive(owner, 1);
  expect(email.subject).toBe('1 new answer: Kept');
});
