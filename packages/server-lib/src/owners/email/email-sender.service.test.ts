import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFormBrowser } from '../../../test/support/browser/form-browser.js';
import { createDeferred } from '../../../test/support/deferred.js';
import { Mailbox } from '../../../test/support/email/mailbox.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { afterWrite } from '../../../test/support/store/after-write.js';
import type { ClockSource } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import { one } from '../../db/sql/statement.js';
import type { AskwellOptions } from '../../instance/options/options.js';
import { createTestClock, type TestClock } from '../../tools/testing/test-clock.js';
import { settleEmail } from './email-queries.js';
import type { Delivery } from './email-transport.js';

let clock: TestClock;
let source: ClockSource;
let mail: Mailbox;
/** The database of all instances of a test. */
let database: AskwellOptions['database'] | undefined;
let lines: { details: object; message: string }[];
const closers: (() => Promise<void>)[] = [];

const logger: Logger = {
  info() {},
  warn: (details, message) => void lines.push({ details, message }),
  error: (details, message) => void lines.push({ details, message }),
};

beforeEach(() => {
  ({ clock, source } = createTestClock('2026-01-31'));
  lines = [];
  database = undefined;
  mail = new Mailbox();
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(options: Partial<AskwellOptions> = {}): Promise<TestServer> {
  const server = await startService({
    logger,
    baseUrl: 'https://polls.example.com',
    clock: source,
    ...(database === undefined ? {} : { database }),
    email: { url: mail.url, from: 'noreply@example.com' },
    ...options,
  });
  ({ database } = server);
  closers.push(server.close);
  return server;
}

/** Stores an email to an owner. It is sent when the clock is moved. */
async function request(server: TestServer, { email }: Owner): Promise<void> {
  const browser = createFormBrowser(server);
  expect((await browser.submit('/forgot-password', { email })).status).toBe(200);
  await server.services.passwordResets?.flush();
}

const countEmails = async ({ services: { store } }: TestServer) =>
  (await store.read(one<{ n: number }>`select count(*) as n from askwell_emails`))?.n;

const warnings = () =>
  lines.filter(({ message }) => /\b(send|sent|rejected)\b/.test(message) && !/Anyone/.test(message));

test('keeps emails while the server is unavailable, also over a restart, and sends each once when the server is back', async () => {
  mail.stop();
  const first = await start();
  const owners = [await createOwner(first.services), await createOwner(first.services)] as const;
  for (const owner of owners) await request(first, owner);
  await clock.advance(0);
  expect(warnings()).toMatchObject([
    {
      details: { kind: 'password_reset', failure: 'unavailable', code: 'ESOCKET' },
      message: 'Cannot send an email. It is sent later.',
    },
  ]);
  await first.close();

  mail.start();
  const second = await start();
  await clock.advance({ minutes: 30 });
  expect(await countEmails(second)).toBe(0);
  expect(mail.emails.map(({ to }) => to).sort()).toEqual(owners.map(({ email }) => email).sort());
  const logged = JSON.stringify(lines);
  for (const { email } of owners) expect(logged).not.toContain(email);
});

test('sends a deferred email again, first after a minute', async () => {
  const server = await start();
  const owner = await createOwner(server.services);
  let attempts = 0;
  mail.decide = () => (++attempts <= 2 ? { failure: 'deferred', code: 'EMESSAGE', reply: 451 } : 'sent');
  await request(server, owner);
  await clock.advance(0);
  expect(attempts).toBe(1);
  expect(await nextAttempt(server)).toEqual({ attempts: 1, next_at: minutesLater(1) });
  await clock.advance({ minutes: 1 });
  expect(await nextAttempt(server)).toEqual({ attempts: 2, next_at: minutesLater(2) });
  await clock.advance({ minutes: 2 });
  expect(mail.emails.length).toBe(1);
  expect(await countEmails(server)).toBe(0);
  expect(new Set(warnings().map(({ details }) => JSON.stringify({ ...details, count: 1 }))).size).toBe(1);
});

const minutesLater = (minutes: number): number => (clock.now().getTime() + minutes * 60_000) * 1_000;

const nextAttempt = ({ services: { store } }: TestServer) =>
  store.read(one<{ attempts: number; next_at: number }>`select attempts, next_at from askwell_emails`);

test('drops an email that the server rejects, and sends the other emails', async () => {
  const server = await start();
  const [refused, accepted] = [await createOwner(server.services), await createOwner(server.services)];
  mail.decide = ({ to }) => (to === refused.email ? { failure: 'rejected', code: 'EENVELOPE', reply: 550 } : 'sent');
  await request(server, refused);
  await request(server, accepted);
  await clock.advance(0);
  expect(await countEmails(server)).toBe(0);
  expect(mail.emails.map(({ to }) => to)).toEqual([accepted.email]);
  expect(warnings()).toMatchObject([
    { details: { failure: 'rejected', reply: 550 }, message: 'An email was rejected.' },
  ]);
});

test.each(['server', 'function'])(
  'a %s that never answers is given up after 45 seconds, and gets the email again',
  async (kind) => {
    let attempts = 0;
    const arrived = createDeferred();
    const stall = () => {
      arrived.resolve();
      return ++attempts === 1 ? createDeferred<never>().promise : ('sent' as const);
    };
    mail.decide = stall;
    const send = async () => void (await stall());
    const server = await start(kind === 'function' ? { email: { send, from: 'noreply@example.com' } } : {});
    await request(server, await createOwner(server.services));
    const sending = clock.advance(0);
    await arrived.promise;
    await clock.advance({ seconds: 44 });
    expect(warnings()).toEqual([]);
    await clock.advance({ seconds: 1 });
    await sending;
    expect(warnings()).toMatchObject([{ details: { failure: 'deferred', code: 'DeadlineError' } }]);
    await clock.advance({ minutes: 1 });
    expect([attempts, await countEmails(server)]).toEqual([2, 0]);
  },
);

test('stopping waits five seconds for an email that is being sent, which another process sends again later', async () => {
  const [arrived, outcome] = [createDeferred(), createDeferred<Delivery>()];
  mail.decide = () => {
    arrived.resolve();
    return outcome.promise;
  };
  const first = await start();
  await request(first, await createOwner(first.services));
  const sending = clock.advance(0);
  await arrived.promise;
  const closing = first.close();
  await clock.advance({ seconds: 5 });
  await Promise.all([closing, sending]);
  mail.decide = () => 'sent';
  const second = await start();
  expect(mail.emails).toEqual([]);
  await clock.advance({ minutes: 2 });
  expect([mail.emails.length, await countEmails(second)]).toEqual([1, 0]);
  expect(warnings()).toEqual([]);
});

test('an email that was accepted is stored as sent, while another one is still being sent', async () => {
  const server = await start();
  const owners = [await createOwner(server.services), await createOwner(server.services)] as const;
  const held = createDeferred<Delivery>();
  mail.decide = ({ to }) => (to === owners[0].email ? held.promise : 'sent');
  await Promise.all(owners.map((owner) => request(server, owner)));
  const stored = afterWrite(server.services.store, settleEmail);
  const sending = clock.advance(0);
  await stored;
  expect(await countEmails(server)).toBe(1);
  expect(mail.emails.map(({ to }) => to)).toEqual([owners[1].email]);
  held.resolve('sent');
  await sending;
  expect(mail.emails.length).toBe(2);
  expect(await countEmails(server)).toBe(0);
});

test('several instances send each email once', async () => {
  const servers = [await start(), await start()] as const;
  const owners: Owner[] = [];
  for (let count = 0; count < 12; count++) owners.push(await createOwner(servers[0].services));
  await Promise.all(owners.map((owner, at) => request(servers[at % 2 === 0 ? 0 : 1], owner)));
  // The other instance may hold the right to send for a minute.
  await clock.advance({ minutes: 5 });
  expect(await countEmails(servers[0])).toBe(0);
  expect(mail.emails.map(({ to }) => to).sort()).toEqual(owners.map(({ email }) => email).sort());
});

test('a function of the host sends emails, and is called again after it has failed', async () => {
  const sent: unknown[] = [];
  let calls = 0;
  const send = (message: unknown) => {
    if (++calls === 1) throw new RangeError('Contains owner@example.com.');
    sent.push(message);
  };
  const server = await start({ email: { send, from: 'Polls <noreply@example.com>' } });
  const owner = await createOwner(server.services);
  await request(server, owner);
  await clock.advance(0);
  expect(warnings()).toMatchObject([{ details: { failure: 'deferred', code: 'RangeError' } }]);
  expect(JSON.stringify(lines)).not.toContain('example.com');
  await clock.advance({ minutes: 1 });
  expect(sent).toMatchObject([
    {
      from: 'Polls <noreply@example.com>',
      to: owner.email,
      subject: 'Set a new password',
      headers: { 'Auto-Submitted': 'auto-generated' },
    },
  ]);
});
