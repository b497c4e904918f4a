import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFormBrowser } from '../../../test/support/browser/form-browser.js';
import { Mailbox } from '../../../test/support/email/mailbox.js';
import { call, memberAt } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { runDirectly } from '../../../test/support/store/direct-connection.js';
import type { ClockSource } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import { all, run } from '../../db/sql/statement.js';
import type { EmailLimits } from '../../owners/email/email-limits.js';
import type { FormDraft } from '../../shared/contract/resources.js';
import { createTestClock, type TestClock } from '../../tools/testing/test-clock.js';

let clock: TestClock;
let source: ClockSource;
let mail: Mailbox;
let server: TestServer;
let lines: { details: object; message: string }[];

const logger: Logger = {
  info() {},
  warn: (details, message) => void lines.push({ details, message }),
  error: (details, message) => void lines.push({ details, message }),
};

beforeEach(() => {
  ({ clock, source } = createTestClock('2026-01-31'));
  mail = new Mailbox();
  lines = [];
});
afterEach(() => server.close());

async function start(limits: EmailLimits = {}): Promise<void> {
  server = await startService({
    logger,
    baseUrl: 'https://polls.example.com',
    clock: source,
    trustProxy: ['127.0.0.1'],
    email: { url: mail.url, from: 'noreply@example.com', limits },
    metrics: {},
  });
}

/** Creates an owner with a verified email whose account is a day old. */
async function createOldOwner(): Promise<Owner> {
  const owner = await createOwner(server.services);
  await clock.advance({ days: 1 });
  return owner;
}

const contact: FormDraft = {
  title: 'Contact',
  receipt: true,
  fields: [{ id: 'email', type: 'email', label: 'Email' }],
};

const createForm = async ({ session }: Owner) => (await server.askwell.forms.create(session.account, contact)).id;

const submit = (form: string, email: string) => server.askwell.forms.submit(form, { answers: { email } });

async function submitMany(form: string, count: number, name = 'to'): Promise<void> {
  for (let n = 0; n < count; n++) await submit(form, `${name}${n}@example.net`);
}

async function sent(): Promise<string[]> {
  await clock.advance(0);
  return mail.emails.map(({ to }) => to);
}

const withheld = async ({ session }: Owner) =>
  (await server.services.securityEvents.list(session.account.id)).find(({ kind }) => kind === 'emails_withheld');

async function unverify({ session }: Owner): Promise<void> {
  await runDirectly(
    server.database,
    run`update askwell_accounts set email_verified_at = null where id = ${session.account.id}`,
  );
}

test('no email is sent on behalf of an owner whose address is not verified', async () => {
  await start();
  const owner = await createOldOwner();
  const browser = createFormBrowser(server);
  await browser.submit('/login', { email: owner.email, password: owner.password });
  const form = await createForm(owner);
  await browser.submit(`/dashboard/asks/${form}/share/notices`, { timing: 'at_once' });
  await unverify(owner);
  await submit(form, 'ada@example.net');
  expect(await sent()).toEqual([]);
  await clock.advance({ hours: 1 });
  expect(await sent()).toEqual([]);
  expect(await withheld(owner)).toMatchObject({ n: 1 });
  expect(lines.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('receipts or notices of an account were not sent'),
  );
  expect(JSON.stringify(lines)).not.toContain('example.net');
  const share = await browser.open(`/dashboard/asks/${form}/share`);
  expect(share.text).toContain('Your email is not verified.');
});

test('a queued email is not sent if the address of the owner has changed since', async () => {
  await start();
  const owner = await createOldOwner();
  const form = await createForm(owner);
  mail.decide = () => ({ failure: 'deferred', code: 'EMESSAGE', reply: 451 });
  await submit(form, 'ada@example.net');
  await clock.advance(0);
  mail.decide = () => 'sent';
  await unverify(owner);
  await clock.advance({ hours: 1 });
  expect(await sent()).toEqual([]);
});

test('notices of an owner wait until the address of the owner is verified', async () => {
  await start();
  const owner = await createOldOwner();
  const browser = createFormBrowser(server);
  await browser.submit('/login', { email: owner.email, password: owner.password });
  const form = await createForm(owner);
  await browser.submit(`/dashboard/asks/${form}/share/notices`, { timing: 'at_once' });
  await unverify(owner);
  await submit(form, 'ada@example.net');
  await clock.advance({ hours: 1 });
  expect(await sent()).toEqual([]);
  await runDirectly(
    server.database,
    run`update askwell_accounts set email_verified_at = 1 where id = ${owner.session.account.id}`,
  );
  await clock.advance({ minutes: 1 });
  expect(mail.emails.map(({ to, subject }) => [to, subject])).toEqual([[owner.email, '1 new answer: Contact']]);
});

test('a new account sends few receipts, and the remaining ones later', async () => {
  await start({ perNewAccount: 3 });
  const owner = await createOwner(server.services);
  const form = await createForm(owner);
  await submitMany(form, 5);
  expect((await sent()).length).toBe(3);
  await clock.advance({ hours: 19 });
  expect((await sent()).length).toBe(3);
  await clock.advance({ hours: 1 });
  expect((await sent()).length).toBe(5);
  expect(await withheld(owner)).toMatchObject({ n: 2 });
});

test('the service and each account send a limited number of emails per hour, and the remaining ones later', async () => {
  await start({ perHour: 5, perAccount: 3 });
  const [one, two] = [await createOwner(server.services), await createOwner(server.services)];
  await clock.advance({ days: 1 });
  const forms = [await createForm(one), await createForm(two)] as const;
  const count = async (name: string) => (await sent()).filter((to) => to.startsWith(name)).length;
  await submitMany(forms[0], 4, 'one');
  // Emails of different accounts are counted in any order.
  expect(await count('one')).toBe(3);
  await submitMany(forms[1], 3, 'two');
  expect(await count('two')).toBe(2);
  await clock.advance({ hours: 2 });
  expect([await count('one'), await count('two')]).toEqual([4, 3]);
});

test('an address gets few receipts, whatever `+` tags it has', async () => {
  await start({ perAddress: 2 });
  const form = await createForm(await createOldOwner());
  for (const address of ['o.ne@gmail.com', 'one+a@gmail.com', 'ONE+b@googlemail.com', 'one@example.net'])
    await submit(form, address);
  const receivers = await sent();
  expect(receivers.filter((to) => /@(gmail|googlemail)\.com$/.test(to)).length).toBe(2);
  expect(receivers).toContain('one@example.net');
  expect(receivers.length).toBe(3);
});

test('an address gets at most four times as many receipts per day as per hour', async () => {
  await start({ perAddress: 2 });
  const form = await createForm(await createOldOwner());
  for (let hour = 0; hour < 6; hour++) {
    for (let n = 0; n < 3; n++) await submit(form, 'one@example.net');
    await clock.advance({ hours: 1 });
  }
  expect(await sent()).toHaveLength(8);
  await clock.advance({ days: 1 });
  await submit(form, 'one@example.net');
  expect(await sent()).toHaveLength(9);
});

test('the operator sets the number of receipts that a visitor can cause', async () => {
  await start({ perClient: 2 });
  const owner = await createOldOwner();
  const form = await createForm(owner);
  for (let n = 0; n < 4; n++) {
    const body = { answers: { email: `of-client${n}@example.net` } };
    const path = `/api/v1/forms/${form}/submissions`;
    expect((await call(server, 'POST', path, { body, from: '203.0.113.9' })).status).toBe(201);
  }
  expect((await sent()).length).toBe(2);
  expect(await withheld(owner)).toMatchObject({ n: 2 });
  // The records of answers without a receipt are deleted with the next answers after two days.
  await clock.advance({ days: 3 });
  await submit(form, 'later@example.net');
  await clock.advance(0);
  expect(await server.services.store.read(all`select 1 from askwell_withheld_receipts`)).toEqual([]);
});

test('no receipts are sent for the answers of a batch, unless the batch requests them', async () => {
  await start();
  const owner = await createOldOwner();
  const [form, key] = [await createForm(owner), await owner.key()];
  const batch = async (name: string, more: object = {}) => {
    const answers = [{ answers: { email: `${name}@example.net` } }];
    const reply = await call(server, 'POST', `/api/v1/forms/${form}/submissions/batch`, {
      key,
      body: { answers, ...more },
    });
    expect(memberAt(reply.body, 'data.0.status')).toBe(201);
  };
  await batch('without');
  await batch('not', { receipts: false });
  await batch('with', { receipts: true });
  const { account } = owner.session;
  const inProcess = [{ answers: { email: 'in-process@example.net' } }];
  await server.askwell.forms.answers.batch(account, form, inProcess);
  await server.askwell.forms.answers.batch(account, form, inProcess, { receipts: true });
  expect((await sent()).sort()).toEqual(['in-process@example.net', 'with@example.net']);
});

test('the receipts of a batch count for the client that sends it, whatever addresses the answers name', async () => {
  await start({ perClient: 3 });
  const owners = [await createOwner(server.services), await createOwner(server.services)];
  await clock.advance({ days: 1 });
  for (const [at, owner] of owners.entries()) {
    const answers = Array.from({ length: 50 }, (_, n) => ({
      answers: { email: `victim${at}-${n}@example.net` },
      address: `198.51.100.${n}`,
    }));
    const reply = await call(server, 'POST', `/api/v1/forms/${await createForm(owner)}/submissions/batch`, {
      key: await owner.key(),
      from: '203.0.113.7',
      body: { answers, receipts: true },
    });
    expect(reply.status).toBe(200);
  }
  expect((await sent()).length).toBe(3);
});

test('Message-IDs are random, and the same for each attempt', async () => {
  await start();
  const form = await createForm(await createOldOwner());
  const attempts: string[] = [];
  mail.decide = ({ messageId }) => {
    attempts.push(messageId);
    return attempts.length < 3 ? { failure: 'deferred', code: 'EMESSAGE', reply: 451 } : 'sent';
  };
  await submitMany(form, 2);
  await clock.advance({ minutes: 5 });
  expect(mail.emails.length).toBe(2);
  const ids = new Set(attempts);
  expect(ids.size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^<[0-9a-f]{32}@polls\.example\.com>$/);
});

test('an instance with open registration warns that it sends emails', async () => {
  await start();
  expect(lines.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Anyone can register, and emails are sent\./),
  ]);
  await server.close();
  lines = [];
  server = await startService({
    logger,
    baseUrl: 'https://polls.example.com',
    clock: source,
    registration: 'closed',
    email: { url: mail.url, from: 'noreply@example.com' },
  });
  expect(lines).toEqual([]);
});

test('metrics count emails by outcome, and delayed or dropped emails by limit', async () => {
  await start({ perAccount: 3, perAddress: 1 });
  const owner = await createOldOwner();
  const form = await createForm(owner);
  await submit(form, 'one.person@example.net');
  await submit(form, 'one.person@example.net');
  // Emails that are due at the same time are counted in any order.
  expect(await sent()).toHaveLength(1);
  await submitMany(form, 2);
  expect(await sent()).toHaveLength(2);
  const other = await createOldOwner();
  mail.decide = () => ({ failure: 'deferred', code: 'EMESSAGE' });
  await submit(await createForm(other), 'late@example.net');
  await sent();
  await unverify(owner);
  await submit(form, 'another@example.net');
  await sent();
  const samples = server.askwell.metrics().split('\n');
  expect(samples.filter((line) => line.startsWith('askwell_email'))).toEqual([
    'askwell_emails_sent_total{kind="receipt"} 3',
    'askwell_email_failures_total{kind="receipt",failure="deferred"} 1',
    'askwell_emails_expired_total 0',
    'askwell_email_lag_changes 0',
    'askwell_email_lag_seconds 0',
    'askwell_emails_withheld_total{kind="receipt",limit="address"} 1',
    'askwell_emails_withheld_total{kind="receipt",limit="account"} 1',
    'askwell_emails_withheld_total{kind="receipt",limit="unverified"} 1',
  ]);
  mail.decide = () => 'sent';
  await clock.advance({ minutes: 1 });
  expect(server.askwell.metrics().split('\n')).toContain('askwell_email_retries_total{kind="receipt"} 1');
});
