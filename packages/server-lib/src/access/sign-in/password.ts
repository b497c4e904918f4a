import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { AskwellError } from '../../errors.js';
import { passwordCost as cost } from './password-cost.js';
import { createTaskSlots } from './task-slots.js';

const hashLength = 32;
const saltLength = 16;

/** Hashes at a time, since each takes 32 MiB and a thread of libuv's pool; and how many may wait. */
const slots = createTaskSlots(2, { total: 64, perClient: 16 });

/**
 * Hashes a password for storage: `scrypt$15$8$3$salt$hash`.
 *
 * @param client The client key. Clients take turns.
 */
export async function hashPassword(password: string, client: string): Promise<string> {
  const salt = randomBytes(saltLength);
  const hash = await slots.run(client, () => derive(password, salt, hashLength, cost));
  return ['scrypt', cost.logN, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Makes an attempt, or throws to refuse it, and says whether it succeeded. */
export type PasswordGuard = (attempt: () => Promise<boolean>) => Promise<boolean>;

/**
 * Whether the password is the stored one. Without a stored one it takes as long and fails.
 * The guard is asked when a hash is about to be computed, and the next one begins only after it has settled.
 *
 * @param client The client key. Clients take turns.
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  client: string,
  guard: PasswordGuard = (attempt) => attempt(),
): Promise<boolean> {
  const parsed = parse(stored ?? dummyHash);
  const isRight = async (): Promise<boolean> => {
    const hash = await derive(password, parsed.salt, parsed.hash.length, parsed);
    return timingSafeEqual(hash, parsed.hash) && stored !== null;
  };
  return slots.run(client, () => guard(isRight));
}

/** Verified in place of an account that does not exist, so that the response takes as long. */
const dummyHash = [
  'scrypt',
  cost.logN,
  cost.r,
  cost.p,
  randomBytes(saltLength).toString('base64url'),
  randomBytes(hashLength).toString('base64url'),
].join('$');

function parse(stored: string) {
  const [scheme, logN, r, p, salt, hash] = stored.split('$');
  if (scheme !== 'scrypt' || !salt || !hash) throw new AskwellError('internal');
  return {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}

function derive(password: string, salt: Buffer, length: number, { logN, r, p }: typeof cost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r };
  return new Promise((resolve, reject) => {
    // Two keyboards may type one character in two ways: NFKC makes them one.
    scrypt(password.normalize('NFKC'), salt, length, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
