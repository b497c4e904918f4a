import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { isStored } from '../../../test/support/store/stored-rows.js';
import { sha256 } from '../../base/crypto/hash.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const minute = 60_000;
const day = 24 * 60 * minute;

const { clock, source } = createTestClock('2026-01-31');
let server: TestServer;
let owner: Owner;
beforeAll(async () => {
  server = await startService({ clock: source });
  owner = await createOwner(server.services);
});
afterAll(() => server.close());

const open = (replaces?: string) =>
  server.services.sessions.open(owner.session.account.id, 'Mozilla/5.0 (X11; Linux) Firefox/140.0', replaces);
const isOpen = async (token: string | undefined) => (await server.services.sessions.verify(token)) !== null;

test('opens a session and verifies its token', async () => {
  const token = await open();
  expect(token).toMatch(/^[\w-]{43}$/);
  const session = await server.services.sessions.verify(token);
  expect(session?.account).toEqual(owner.session.account);
  expect(session?.scope).toMatchObject({ account: owner.session.account.id, site: null });
});

test('tokens are unique, and similar tokens are rejected', async () => {
  const [token, otherToken] = [await open(), await open()];
  expect(token).not.toBe(otherToken);
  const start = token.slice(0, -1);
  const last = token.endsWith('A') ? 'B' : 'A';
  for (const invalid of [undefined, '', 'x', start, `${start}${last}`, `${token}x`, ` ${token}`]) {
    expect(await isOpen(invalid)).toBe(false);
  }
});

test('a session expires after 14 days without use', async () => {
  const token = await open();
  await clock.advance(14 * day - 1);
  const unused = await open();
  expect(await isOpen(token)).toBe(true);
  await clock.advance(14 * day - 1);
  expect(await isOpen(token)).toBe(true);
  expect(await isOpen(unused)).toBe(true);
  await clock.advance(14 * day);
  expect(await isOpen(token)).toBe(false);
});

test('a session expires 90 days after the sign-in, even if it is used', async () => {
  const token = await open();
  for (let days = 0; days < 80; days += 10) {
    await clock.advance(10 * day);
    expect(await isOpen(token)).toBe(true);
  }
  await clock.advance(10 * day - 1);
  expect(await isOpen(token)).toBe(true);
  await clock.advance(1);
  expect(await isOpen(token)).toBe(false);
});

test('stores the time of the last use with a resolution of one minute', async () => {
  const token = await open();
  const session = await server.services.sessions.verify(token);
  if (!session) throw new Error('The session is not open.');
  const seenAt = async () =>
    (await server.services.sessions.list(session.account.id)).find((row) => row.id === session.id)?.seen_at;
  const opened = clock.now().getTime() * 1000;
  await clock.advance(minute);
  await isOpen(token);
  expect(await seenAt()).toBe(opened);
  await clock.advance(1);
  await isOpen(token);
  expect(await seenAt()).toBe(opened + (minute + 1) * 1000);
});

test('a sign-in in the same browser replaces the previous session', async () => {
  const before = await open();
  const after = await open(before);
  expect(await isOpen(before)).toBe(false);
  expect(await isOpen(after)).toBe(true);
});

test('a closed session is not valid any more', async () => {
  const [token, other] = [await open(), await open()];
  await server.services.sessions.close(token);
  await server.services.sessions.close('nonsense');
  expect(await isOpen(token)).toBe(false);
  expect(await isOpen(other)).toBe(true);
});

test('lists the active sessions of an owner, and ends one or all others', async () => {
  const otherOwner = await createOwner(server.services);
  const foreign = await server.services.sessions.open(otherOwner.session.account.id, undefined, undefined);
  const [current, lost, spare] = [await open(), await open(), await open()];
  const { sessions } = server.services;
  const [session, lostSession] = [await sessions.verify(current), await sessions.verify(lost)];
  if (!session?.id || !lostSession?.id) throw new Error('The sessions are not open.');
  expect(await sessions.list(session.account.id)).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: session.id, agent: 'Firefox on Linux' })]),
  );

  const foreignSession = await sessions.verify(foreign);
  if (!foreignSession?.id) throw new Error('The session is not open.');
  await sessions.revoke(session, foreignSession.id);
  expect(await isOpen(foreign)).toBe(true);

  await sessions.revoke(session, lostSession.id);
  expect([await isOpen(current), await isOpen(lost), await isOpen(spare)]).toEqual([true, false, true]);

  await sessions.revokeOthers(session);
  expect([await isOpen(current), await isOpen(spare), await isOpen(foreign)]).toEqual([true, false, true]);
  expect(await sessions.list(session.account.id)).toHaveLength(1);
});

test('deletes expired sessions when the owner signs in', async () => {
  await open();
  await clock.advance(91 * day);
  const token = await open();
  const session = await server.services.sessions.verify(token);
  if (!session) throw new Error('The session is not open.');
  expect(await server.services.sessions.list(session.account.id)).toHaveLength(1);
});

test('the database contains the hash of a token but not the token', async () => {
  const token = await open();
  const found = [sha256(token), token, Buffer.from(token, 'base64url')].map((bytes) =>
    isStored(server.database, bytes),
  );
  expect(await Promise.all(found)).toEqual([true, false, false]);
});

test('a new session ends the least recently used one if the account has 50 sessions', async () => {
  const { services } = server;
  const owner = await createOwner(services);
  const sessions: string[] = [];
  for (let nth = 0; nth < 51; nth++) {
    await clock.advance(minute);
    sessions.push(await services.sessions.open(owner.session.account.id, undefined, undefined));
  }
  expect(await isOpen(sessions[0])).toBe(false);
  expect(await isOpen(sessions[1])).toBe(true);
  expect(await services.sessions.list(owner.session.account.id)).toHaveLength(50);
});
