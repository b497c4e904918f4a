import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFormBrowser, type FormBrowser, makeKey, wordsOf } from '../../../test/support/browser/form-browser.js';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { runDirectly } from '../../../test/support/store/direct-connection.js';
import type { Logger } from '../../base/logger.js';
import { run } from '../../db/sql/statement.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const email = 'owner@example.com';
const password = 'correct horse battery';
const home = '203.0.113.7';
const elsewhere = '198.51.100.9';

let server: TestServer;
let logged: Record<string, unknown>[];
beforeEach(async () => {
  logged = [];
  const note = (details: object, message: string) => logged.push({ ...details, message });
  const logger: Logger = { info: note, warn: note, error: note };
  server = await startService({ logger });
});
afterEach(() => server.close());

const browserAt = (address: string) => createFormBrowser(server, { 'x-forwarded-for': address });
const kinds = () => logged.map((line) => line['event']);

async function registerOwner(): Promise<FormBrowser> {
  const browser = browserAt(home);
  await browser.submit('/register', { name: 'Olive', email, password });
  return browser;
}

/** The rows of the table of events, as text. */
async function listedEvents(browser: FormBrowser): Promise<string[]> {
  const page = await browser.open('/dashboard/account');
  const [, section = ''] = /<h2>Security events<\/h2>([\s\S]*?)<\/section>/.exec(page.text) ?? [];
  const body = section.slice(section.indexOf('<tbody'));
  return body.split('</tr>').map((text) => wordsOf({ ...page, text }).trim());
}

test('logs each event with IDs and a fingerprint, and lists it on the Account page', async () => {
  const owner = await registerOwner();
  await browserAt(elsewhere).submit('/login', { email, password: 'wrong horse battery' });
  const key = await makeKey(owner, { name: 'Garden key' });
  const site = await call(server, 'POST', '/api/v1/sites', { key, body: { name: 'Garden site' } });
  const { id } = JSON.parse(site.text).data;
  await call(server, 'DELETE', `/api/v1/sites/${id}`, { key });
  const keyId = /keys\/(\d+)\/delete/.exec((await owner.open('/dashboard/keys')).text)?.[1] ?? '';
  await owner.submit(`/dashboard/keys/${keyId}/delete`);
  const next = 'another good one';
  await owner.submit('/dashboard/account/password', { current_password: 'not the one', new_password: next });
  await owner.submit('/dashboard/account/password', { current_password: password, new_password: next });

  const expected = [
    'registered',
    'sign_in_failed',
    'key_created',
    'site_created',
    'site_deleted',
    'key_deleted',
    'confirmation_failed',
    'password_changed',
  ];
  expect(kinds()).toEqual(expected);
  const [first, failed, created] = logged;
  expect(first?.['client']).toMatch(/^[0-9a-f]{8}$/);
  expect(created).toMatchObject({ account: first?.['account'], client: first?.['client'], key: Number(keyId) });
  expect(failed).toMatchObject({ account: first?.['account'], client: expect.stringMatching(/^[0-9a-f]{8}$/) });
  expect(failed?.['client']).not.toBe(first?.['client']);

  const rows = (await listedEvents(owner)).filter((row) => / When \d/.test(row));
  expect(rows.slice(0, 8)).toEqual([
    expect.stringMatching(/^Password changed When .* UTC Network 1$/),
    expect.stringMatching(/^Wrong password in a signed-in browser When/),
    expect.stringMatching(/^API key deleted Garden key When/),
    expect.stringMatching(/^Site deleted Garden site When/),
    expect.stringMatching(/^Site created Garden site When/),
    expect.stringMatching(/^API key created Garden key When/),
    expect.stringMatching(/^Sign-in failed When .* Network \d$/),
    expect.stringMatching(/^Account created When .* Network \d$/),
  ]);

  await owner.submit('/dashboard/account/delete', { password: next });
  expect(kinds()).toEqual([...expected, 'account_deleted']);
  const text = JSON.stringify(logged);
  const secrets = ['Olive', email, password, next, 'wrong horse', key.slice(4), 'Garden', home, elsewhere];
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test('records emails that the host changes, and throttled sign-ins', async () => {
  const { accounts } = server.askwell;
  const user = { externalId: 'u1', name: 'Olive' };
  await accounts.ensure({ ...user, email });
  await accounts.ensure({ ...user, email });
  expect(kinds()).toEqual([]);
  const { id } = await accounts.ensure({ ...user, email: 'olive@example.com' });
  expect(logged).toEqual([expect.objectContaining({ event: 'email_changed', account: id })]);
  for (let nth = 0; nth < 11; nth++) await browserAt(home).submit('/login', { email: 'nobody@example.com', password });
  expect(kinds()).toContain('sign_in_throttled');
  expect(await server.services.securityEvents.list(id)).toHaveLength(1);
});

test('stores the last hundred events of an account, and failed sign-ins do not displace them', async () => {
  const [owner, other] = [await createOwner(server.services), await createOwner(server.services)];
  const { securityEvents } = server.services;
  const account = owner.session.account.id;
  for (let nth = 0; nth < 98; nth++) {
    securityEvents.record({ kind: 'key_created', account, subject: { id: nth, name: `Key ${nth}` } });
  }
  for (let batch = 0; batch < 3; batch++) {
    for (let nth = 0; nth < 2_000; nth++) {
      securityEvents.record({ kind: 'sign_in_failed', account, client: `203.0.113.${nth}` });
    }
    await securityEvents.flush();
  }
  const events = await securityEvents.list(account);
  expect(events).toHaveLength(100);
  expect(events[0]).toMatchObject({ kind: 'sign_in_failed', n: 6_000 });
  expect(events.slice(1, 99).map((event) => event.kind)).toEqual(Array.from({ length: 98 }, () => 'key_created'));
  expect(events[99]).toMatchObject({ kind: 'registered' });

  securityEvents.record({ kind: 'key_deleted', account });
  const later = await securityEvents.list(account);
  expect([later.length, later[0]?.kind, later[99]?.subject]).toEqual([100, 'key_deleted', 'Key 0']);
  expect(await securityEvents.list(other.session.account.id)).toHaveLength(1);
});

test('a count starts again after a day without events', async () => {
  const { clock, source } = createTestClock('2026-01-31');
  const micros = () => clock.now().getTime() * 1_000;
  const timed = await startService({ clock: source });
  const { session } = await createOwner(timed.services);
  const account = session.account.id;
  async function fail(hours: number) {
    await clock.advance({ hours });
    timed.services.securityEvents.record({ kind: 'sign_in_failed', account, client: 'a' });
    return (await timed.services.securityEvents.list(account))[0];
  }
  expect(await fail(0)).toMatchObject({ n: 1 });
  const first = micros();
  expect(await fail(23)).toMatchObject({ n: 2, first_at: first, at: micros() });
  expect(await fail(25)).toMatchObject({ n: 1, first_at: micros(), at: micros() });
  await timed.close();
});

test('logs events that cannot be written, and lets sign-ins succeed', async () => {
  const owner = await registerOwner();
  await owner.open('/dashboard/account');
  await runDirectly(server.database, run`drop table askwell_security_events`);
  expect((await browserAt(home).submit('/login', { email, password })).status).toBe(303);
  await server.services.securityEvents.flush();
  expect(logged.map((line) => line['message'])).toContain('Cannot write security events to the database.');
});

test('does not store an event of an account that was deleted in the meantime', async () => {
  const { session, password } = await createOwner(server.services);
  const account = session.account.id;
  await server.services.accounts.delete(session, password);
  server.services.securityEvents.record({ kind: 'sign_in_failed', account, client: home });
  await server.services.securityEvents.flush();
  expect(await server.services.securityEvents.list(account)).toEqual([]);
  expect(kinds()).toContain('account_deleted');
  expect(logged.map((line) => line['message'])).not.toContain('Cannot write security events to the database.');
});
