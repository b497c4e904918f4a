import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOwner, type Owner } from '../../test/support/owner.js';
import { startServer, type TestServer } from '../../test/support/server.js';
import { AskwellError } from '../errors.js';

const minute = 60_000;
let now = Date.UTC(2026, 0, 31);
let server: TestServer;
let owner: Owner;
beforeAll(async () => {
  server = await startServer({ clock: () => now });
  owner = await createOwner(server.house);
});
beforeEach(() => {
  now += 60 * minute;
});
afterAll(() => server.close());

const logIn = (email: string, password: string, client: string) =>
  server.house.accounts.logIn({ email, password }, client);

test('a known address and an unknown one fail alike, and are held up alike', { timeout: 120_000 }, async () => {
  for (const [nth, email] of [owner.email, 'nobody@example.com'].entries()) {
    const attempts = Array.from({ length: 10 }, () => logIn(email, 'wrong horse', `203.0.113.${nth}`));
    expect(await Promise.all(attempts)).toEqual(Array.from({ length: 10 }, () => null));
    await expect(logIn(email.toUpperCase(), 'wrong horse', '198.51.100.1')).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfter: 15 * 60,
      message: 'Too many attempts. Try again in 15 minutes.',
    });
  }
  await expect(logIn(owner.email, owner.password, '198.51.100.1')).rejects.toMatchObject({ code: 'rate_limited' });
  now += 15 * minute;
  expect(await logIn(owner.email, owner.password, '198.51.100.1')).toMatchObject({ id: owner.session.account.id });
});

test('guesses made at once are no more than those made in turn', { timeout: 120_000 }, async () => {
  const attempts = Array.from({ length: 30 }, (_, nth) =>
    logIn(owner.email, 'wrong horse', `203.0.113.${nth}`).catch((error: unknown) => error),
  );
  const outcomes = await Promise.all(attempts);
  expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(10);
  const refused = outcomes.filter((outcome) => outcome instanceof AskwellError && outcome.code === 'rate_limited');
  expect(refused).toHaveLength(20);
});

test('one client that guesses at many accounts is held up, and nobody else is', { timeout: 120_000 }, async () => {
  for (let batch = 0; batch < 5; batch++) {
    const attempts = Array.from({ length: 10 }, (_, nth) =>
      logIn(`a${batch}-${nth}@example.com`, 'wrong', '192.0.2.1'),
    );
    expect(await Promise.all(attempts)).toEqual(Array.from({ length: 10 }, () => null));
  }
  await expect(logIn(owner.email, owner.password, '192.0.2.1')).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await logIn(owner.email, owner.password, '192.0.2.2')).toMatchObject({ id: owner.session.account.id });
  now += 15 * minute;
  expect(await logIn(owner.email, owner.password, '192.0.2.1')).toMatchObject({ id: owner.session.account.id });
});

test('a change by a password that is reset meanwhile changes nothing', async () => {
  const owner = await createOwner(server.house);
  const { accounts } = server.house;
  const change = accounts.changePassword(owner.session, owner.password, 'from the old one');
  const refused = expect(change).rejects.toMatchObject({ code: 'invalid' });
  expect(await accounts.resetPassword(owner.email, 'another good one')).toBe(true);
  await refused;
  expect(await logIn(owner.email, 'from the old one', '203.0.113.77')).toBeNull();
  expect(await logIn(owner.email, 'another good one', '203.0.113.77')).not.toBeNull();
});
