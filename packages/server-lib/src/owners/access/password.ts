import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { AskwellError } from '../../base/errors.js';
import { passwordSlots } from './limits.js';
import { passwordCost as cost } from './password-cost.js';
import { createTaskSlots } from './task-slots.js';

const hashLength = 32;
const saltLength = 16;

const slots = createTaskSlots(passwordSlots.running, passwordSlots.waiting);

/**
 * Hashes a password into the form that is stored: `scrypt$15$8$3$salt$hash`.
 *
 * @param client The client that sent the password: clients take turns.
 * @throws AskwellError with the code `rate_limited` or `unavailable` if too many hashes are waiting.
 */
export async function hashPassword(password: string, client: string): Promise<string> {
  const salt = randomBytes(saltLength);
  const hash = await slots.run(client, () => derive(password, salt, hashLength, cost));
  return ['scrypt', cost.logN, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Makes an attempt and returns whether it succeeded, or throws to refuse it. */
export type PasswordGuard = (attempt: () => Promise<boolean>) => Promise<boolean>;

/**
 * Returns whether a password matches the stored one. Without a stored password it returns false, after the same time.
 *
 * @param client The client that sent the password: clients take turns.
 * @param guard Called when the hash is about to be computed. The next hash begins after the guard has settled.
 * @throws AskwellError with the code `rate_limited` or `unavailable` if too many hashes are waiting.
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

/** Replaces the hash of an account that does not exist, so that the response time does not reveal its absence. */
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
    // Keyboards may produce different code points for the same character. NFKC makes them equal.
    scrypt(password.normalize('NFKC'), salt, length, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
