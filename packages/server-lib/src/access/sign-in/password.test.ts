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

/** A password stored with whatever parameters. */
function stored(password: string, logN: number, r: number, p: number, length = 32): string {
  const salt = Buffer.from('sixteen bytes ok');
  const hash = scryptSync(password, salt, length, { N: 2 ** logN, r, p });
  return ['scrypt', logN, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

test('a hash names its parameters, and holds a salt of its own', async () => {
  const [one, two] = await Promise.all([
    hashPassword('correct horse', 'client'),
    hashPassword('correct horse', 'client'),
  ]);
  expect(one).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  expect(two).not.toBe(one);
  expect(await verifyPassword('correct horse', one, 'client')).toBe(true);
  expect(await verifyPassword('correct horsf', one, 'client')).toBe(false);
});

test('a hash is what scrypt makes of the password, salt and parameters it names', async () => {
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

test('a hash with the parameters of another time is still understood', async () => {
  for (const older of [stored('old', 10, 8, 1), stored('old', 12, 4, 2), stored('old', 10, 8, 1, 64)]) {
    expect(await verifyPassword('old', older, 'client')).toBe(true);
    expect(await verifyPassword('new', older, 'client')).toBe(false);
  }
});

test('a password typed on another keyboard is the same: composed or not, wide or narrow', async () => {
  const hash = stored('\u00e4\ufb01x', 10, 8, 1);
  const normalized = stored('\u00e4fix', 10, 8, 1);
  for (const typed of ['\u00e4fix', 'a\u0308fix', '\u00e4\ufb01x', '\u00e4\uff46\uff49\uff58']) {
    expect(await verifyPassword(typed, normalized, 'client')).toBe(true);
  }
  expect(await verifyPassword('\u00e4fix', hash, 'client')).toBe(false);
});

test('where no password is stored, none is right, though a hash is computed', async () => {
  let admitted = 0;
  const guard: PasswordGuard = (attempt) => {
    admitted++;
    return attempt();
  };
  expect(await verifyPassword('anything', null, 'client', guard)).toBe(false);
  expect(admitted).toBe(1);
});

test('two hashes are computed at a time, 64 wait, and more are refused as unavailable', async () => {
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

  // Whoever is not admitted hands the slot on.
  for (let turn = 0; turn < 66; turn++) {
    refuse(gates[turn]);
    await settled();
    expect(gates).toHaveLength(Math.min(turn + 3, 66));
  }
  expect(new Set(await Promise.all(attempts))).toEqual(new Set(['Error: not admitted']));
  expect(await verifyPassword('x', stored('x', 10, 8, 1), 'client')).toBe(true);
});

test('what is stored and is no hash is an error of ours, not a wrong password', async () => {
  await expect(verifyPassword('x', 'plain text', 'client')).rejects.toMatchObject({ code: 'internal' });
});
