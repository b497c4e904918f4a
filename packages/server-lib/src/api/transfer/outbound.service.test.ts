import { afterEach, beforeEach, expect, test } from 'vitest';
import { collect } from '../../../test/support/collect.js';
import { Mailbox } from '../../../test/support/email/mailbox.js';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { whileMoving } from '../../../test/support/servers/while-moving.js';
import { exportFile, inChunks, notifyOf } from '../../../test/support/transfer.js';
import { Receiver } from '../../../test/support/webhooks/receiver.js';
import { createTestClock, type TestClock } from '../../tools/testing/test-clock.js';

let clock: TestClock;
let mail: Mailbox;
let receiver: Receiver;
let server: TestServer;
let source: Owner;
let target: Owner;

beforeEach(async () => {
  const { clock: moved, source: time } = createTestClock('2026-01-31');
  clock = moved;
  mail = new Mailbox();
  receiver = new Receiver(clock);
  server = await startService({
    baseUrl: 'https://polls.example.com',
    clock: time,
    email: { url: mail.url, from: 'noreply@example.com' },
  });
  source = await createOwner(server.services);
  target = await createOwner(server.services);
});
afterEach(() => server.close());

const importInto = ({ session }: Owner, file: string) =>
  whileMoving(clock, server.services.transfer.import(session.scope, inChunks(file), 'renew'));

test('an imported webhook sends nothing until its secret is rotated and it is enabled', async () => {
  const types = ['answer.created'] as const;
  const site = await server.askwell.sites.create(source.session.account, { name: 'Shop' });
  const draft = { url: receiver.url, description: 'Shop', types: [...types], site_id: site.id };
  await server.services.webhooks.create(source.session.scope, draft);
  const file = await exportFile(server.services, source.session.scope);
  expect(file).not.toContain('whsec_');
  expect(await importInto(target, file)).toMatchObject({ counts: { sites: 1, webhooks: 1 } });

  const key = await target.key();
  const listed = await call(server, 'GET', '/api/v1/webhooks', { key });
  const { description, url } = draft;
  expect(listed.at('data')).toMatchObject([{ url, description, types, enabled: false, version: 1 }]);
  expect(listed.at('data.0.site_id')).not.toBe(site.id);
  const path = `/api/v1/webhooks/${listed.id('data.0.id')}`;
  const enable = () => call(server, 'PATCH', path, { key, body: { enabled: true } });
  const refused = await enable();
  expect([refused.status, refused.at('message')]).toEqual([409, expect.stringContaining('Rotate its secret first.')]);

  receiver.secret = (await call(server, 'POST', `${path}/rotate`, { key })).id('data.secret');
  expect((await enable()).status).toBe(200);
  const { id } = await server.askwell.polls.create(target.session.account, {
    title: 'Lunch?',
    options: ['Soup', 'Salad'],
    site_id: Number(listed.at('data.0.site_id')),
  });
  const vote = await server.askwell.polls.vote(id, { choices: ['o1'] });
  await clock.advance(0);
  expect(receiver.accepted).toHaveLength(1);
  expect(receiver.attempts.map(({ answer_id }) => answer_id)).toEqual([vote.id]);
});

test('an import sends no emails, and keeps the settings of notices', async () => {
  const account = source.session.account;
  const fields = [{ id: 'email', type: 'email' as const, label: 'Email' }];
  const form = await server.askwell.forms.create(account, { title: 'Contact', receipt: true, fields });
  await server.askwell.forms.submit(form.id, { answers: { email: 'original@example.net' } });
  const poll = await server.askwell.polls.create(account, { title: 'Lunch?', options: ['a', 'b'], one_per: null });
  await notifyOf(server.services, source.session.scope, poll.id, 'at_once');
  await server.askwell.polls.vote(poll.id, { choices: ['o1'] });
  await clock.advance(0);
  expect(mail.emails).toHaveLength(2);
  await importInto(target, await exportFile(server.services, source.session.scope));

  const owner = target.session.account;
  const [formCopy] = await collect(server.askwell.forms.list(owner));
  const [pollCopy] = await collect(server.askwell.polls.list(owner));
  await server.askwell.forms.submit(formCopy?.id ?? '', { answers: { email: 'later@example.net' } });
  await server.askwell.polls.vote(pollCopy?.id ?? '', { choices: ['o2'] });
  await clock.advance(0);
  expect(mail.emails).toHaveLength(4);
  const emails = mail.emails.map(({ to, subject }) => `${to}: ${subject}`);
  expect(emails.slice(0, 2).sort()).toEqual([
    'original@example.net: Your answers: Contact',
    `${source.email}: 1 new answer: Lunch?`,
  ]);
  expect(emails.slice(2).sort()).toEqual([
    'later@example.net: Your answers: Contact',
    `${target.email}: 1 new answer: Lunch?`,
  ]);
});

test('an export of an earlier version, without webhooks and notices, is imported', async () => {
  const poll = await server.askwell.polls.create(source.session.account, { title: 'Lunch?', options: ['a', 'b'] });
  await notifyOf(server.services, source.session.scope, poll.id, 'daily');
  const file = await exportFile(server.services, source.session.scope);
  const earlier = file.replace(',"notices":"daily"', '').replace('"webhooks":0,', '');
  expect(earlier.length).toBe(file.length - ',"notices":"daily""webhooks":0,'.length);
  expect(await importInto(target, earlier)).toMatchObject({ counts: { polls: 1, webhooks: 0 } });
});
