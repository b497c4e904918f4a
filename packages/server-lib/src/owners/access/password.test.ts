import { scryptSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDeferred, type Deferred, settled } from '../../../test/support/deferred.js';
import { hashPassword, type PasswordGuard, verifyPassword } from './password.js';

beforeAll(() => {
  vi.stubEnv('PASSWORD_COST', 'full');
});
afterAll(() => {
  vi.unstubAllEnvs();
});

/** Returns the stored form of a password with the given scrypt parameters. */
function stored(password: string, logN: number, r: number, p: number, length = 32): string {
  const salt = Buffer.from('sixteen bytes ok');
  const hash = scryptSync(password, salt, length, { N: 2 ** logN, r, p });
  return ['scrypt', logN, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

test('a hash contains its parameters and a random salt', async () => {
  const [hash, otherHash] = await Promise.all([
    hashPassword('correct horse', 'client'),
    hashPassword('correct horse', 'client'),
  ]);
  expect(hash).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  expect(otherHash).not.toBe(hash);
  expect(await verifyPassword('correct horse', hash, 'client')).toBe(true);
  expect(await verifyPassword('correct horsf', hash, 'client')).toBe(false);
});

test('a hash is the scrypt result for its salt and parameters', async () => {
  const [, logN, r, p, salt = '', hash] = (await hashPassword('correct horse', 'client')).split('$');
  expect([logN, r, p]).toEqual(['15', '8', '3']);
  const expected = scryptSync('correct horse', Buffer.from(salt, 'base64url'), 32, {
    N: 2 ** 15,
    r: 8,
    p: 3,
    maxmem: 2 ** 26,
  });
  expect(hash).toBe(expected.toString('base64url'));
});

test('verifies hashes with older parameters', async () => {
  for (const older of [stored('old', 10, 8, 1), stored('old', 12, 4, 2), stored('old', 10, 8, 1, 64)]) {
    expect(await verifyPassword('old', older, 'client')).toBe(true);
    expect(await verifyPassword('new', older, 'client')).toBe(false);
  }
});

test('accepts the same password in composed, decomposed and full-width characters', async () => {
  const hash = stored('\u00e4\ufb01x', 10, 8, 1);
  const normalized = stored('\u00e4fix', 10, 8, 1);
  for (const typed of ['\u00e4fix', 'a\u0308fix', '\u00e4\ufb01x', '\u00e4\uff46\uff49\uff58']) {
    expect(await verifyPassword(typed, normalized, 'client')).toBe(true);
  }
  expect(await verifyPassword('\u00e4fix', hash, 'client')).toBe(false);
});

test('computes a hash and returns false if no password is stored', async () => {
  let admitted = 0;
  const guard: PasswordGuard = (attempt) => {
    admitted++;
    return attempt();
  };
  expect(await verifyPassword('anything', null, 'client', guard)).toBe(false);
  expect(admitted).toBe(1);
});

test('computes two hashes at a time, lets 64 wait, and refuses more as unavailable', async () => {
  const gates: Deferred<void>[] = [];
  const guard: PasswordGuard = async (attempt) => {
    const gate = createDeferred();
    gates.push(gate);
    await gate.promise;
    return attempt();
  };
  const refuse = (gate: Deferred<void> | undefined) => gate?.reject(new Error('not admitted'));
  const attempts = Array.from({ length: 66 }, (_, at) =>
    verifyPassword('x', null, `client ${at % 8}`, guard).catch(String),
  );

  await expect(verifyPassword('x', null, 'client 0')).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 });
  await expect(hashPassword('x', 'client 1')).rejects.toMatchObject({ code: 'unavailable' });
  await settled();
  expect(gates).toHaveLength(2);

  // An attempt that is refused releases its slot.
  for (let turn = 0; turn < 66; turn++) {
    refuse(gates[turn]);
    await settled();
    expect(gates).toHaveLength(Math.min(turn + 3, 66));
  }
  expect(new Set(await Promise.all(attempts))).toEqual(new Set(['Error: not admitted']));
  expect(await verifyPassword('x', stored('x', 10, 8, 1), 'client')).toBe(true);
});

test('a stored value that is not a hash is an internal error, not a wrong password', async () => {
  await expect(verifyPassword('x', 'plain text', 'client')).rejects.toMatchObject({ code: 'internal' });
});
