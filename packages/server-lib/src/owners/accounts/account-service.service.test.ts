import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { AskwellError } from '../../base/errors.js';
import { createTestClock } from '../../tools/testing/test-clock.js';
import { setPassword } from './account-queries.js';

const minute = 60_000;
const { clock, source } = createTestClock('2026-01-31');
let server: TestServer;
let owner: Owner;
beforeAll(async () => {
  server = await startService({ clock: source });
  owner = await createOwner(server.services);
});
beforeEach(() => clock.advance({ hours: 1 }));
afterAll(() => server.close());

const signIn = (email: string, password: string, client: string, cookies?: string) =>
  server.services.accounts.signIn({ email, password }, { client, cookies });

test('throttles wrong passwords for registered and unknown emails alike', { timeout: 120_000 }, async () => {
  for (const [nth, email] of [owner.email, 'nobody@example.com'].entries()) {
    const client = `203.0.113.${nth}`;
    const attempts = Array.from({ length: 10 }, () => signIn(email, 'wrong horse', client));
    expect(await Promise.all(attempts)).toEqual(Array.from({ length: 10 }, () => null));
    await expect(signIn(email.toUpperCase(), 'wrong horse', client)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfter: 15 * 60,
      message: 'Too many attempts. Try again in 15 minutes.',
    });
    expect(await signIn(email, 'wrong horse', '198.51.100.1')).toBeNull();
  }
  await expect(signIn(owner.email, owner.password, '203.0.113.0')).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await signIn(owner.email, owner.password, '198.51.100.1')).toMatchObject({ id: owner.session.account.id });
  await clock.advance(15 * minute);
  expect(await signIn(owner.email, owner.password, '203.0.113.0')).toMatchObject({ id: owner.session.account.id });
});

test('throttles wrong passwords from many clients, but not in a known browser', { timeout: 120_000 }, async () => {
  const { knownBrowsers } = server.services;
  const place = { base: '', secure: false };
  const known = knownBrowsers.serializeCookie(undefined, owner.session.account.id, place).split(';', 1)[0] ?? '';
  const ofOther = knownBrowsers.serializeCookie(undefined, owner.session.account.id + 1, place).split(';', 1)[0] ?? '';
  const guesses: unknown[] = [];
  for (let batch = 0; batch < 12; batch++) {
    const guess = (_: unknown, nth: number) =>
      signIn(owner.email, 'wrong horse', `203.0.${batch}.${nth}`, ofOther).catch((error: AskwellError) => error.code);
    guesses.push(...(await Promise.all(Array.from({ length: 10 }, guess))));
  }
  expect(guesses.filter((outcome) => outcome === null)).toHaveLength(100);
  expect(guesses.filter((outcome) => outcome === 'rate_limited')).toHaveLength(20);
  await expect(signIn(owner.email, owner.password, '198.51.100.1')).rejects.toMatchObject({ code: 'rate_limited' });
  const account = { id: owner.session.account.id };
  expect(await signIn(owner.email, owner.password, '198.51.100.1', known)).toMatchObject(account);
  // A known browser has its own limit of ten wrong passwords.
  for (let nth = 0; nth < 10; nth++) expect(await signIn(owner.email, 'wrong', '198.51.100.1', known)).toBeNull();
  await expect(signIn(owner.email, owner.password, '198.51.100.2', known)).rejects.toMatchObject({
    code: 'rate_limited',
  });
});

test('wrong passwords of other clients do not throttle a session that confirms its password', {
  timeout: 120_000,
}, async () => {
  const owner = await createOwner(server.services);
  const { accounts } = server.services;
  for (let nth = 0; nth < 10; nth++) expect(await signIn(owner.email, 'wrong horse', '203.0.113.7')).toBeNull();
  await accounts.changePassword(owner.session, owner.password, 'quite another one');
  for (let nth = 0; nth < 10; nth++) {
    await expect(accounts.delete(owner.session, 'wrong')).rejects.toMatchObject({ code: 'invalid' });
  }
  await expect(accounts.delete(owner.session, 'quite another one')).rejects.toMatchObject({ code: 'rate_limited' });
});

test('concurrent registrations reveal at most ten registered emails', { timeout: 120_000 }, async () => {
  const owners = await Promise.all(Array.from({ length: 14 }, () => createOwner(server.services)));
  const draft = ({ email }: { email: string }) => ({ name: 'Attacker', email, password: 'another password' });
  const probes = owners.map((owner) =>
    server.services.accounts.register(draft(owner), '203.0.113.99').catch((error: AskwellError) => error.code),
  );
  const codes = await Promise.all(probes);
  expect(codes.filter((code) => code === 'invalid')).toHaveLength(10);
  expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(4);
});

test('throttles a client that tries many accounts, and no other client', { timeout: 120_000 }, async () => {
  for (let batch = 0; batch < 5; batch++) {
    const attempts = Array.from({ length: 10 }, (_, nth) =>
      signIn(`a${batch}-${nth}@example.com`, 'wrong', '192.0.2.1'),
    );
    expect(await Promise.all(attempts)).toEqual(Array.from({ length: 10 }, () => null));
  }
  await expect(signIn(owner.email, owner.password, '192.0.2.1')).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await signIn(owner.email, owner.password, '192.0.2.2')).toMatchObject({ id: owner.session.account.id });
  await clock.advance(15 * minute);
  expect(await signIn(owner.email, owner.password, '192.0.2.1')).toMatchObject({ id: owner.session.account.id });
});

test('changes nothing if the verified password is reset in the meantime', async () => {
  const owner = await createOwner(server.services);
  const { accounts, securityEvents, store } = server.services;
  const run = store.run.bind(store);
  // The reset is stored between the verification of the password and the change.
  const spy = vi.spyOn(store, 'run').mockImplementation(async (write, input) => {
    if (write.name === setPassword.name) {
      spy.mockRestore();
      expect(await accounts.resetPassword(owner.email, 'another good one')).toBe(true);
    }
    return run(write, input);
  });
  const change = accounts.changePassword(owner.session, owner.password, 'from the old one');
  await expect(change).rejects.toMatchObject({ code: 'invalid' });
  await securityEvents.flush();
  expect((await securityEvents.list(owner.session.account.id)).map(({ kind }) => kind)).not.toContain(
    'password_changed',
  );
  expect(await signIn(owner.email, 'from the old one', '203.0.113.77')).toBeNull();
  expect(await signIn(owner.email, 'another good one', '203.0.113.77')).not.toBeNull();
});
