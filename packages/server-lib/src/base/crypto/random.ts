import { randomFillSync } from 'node:crypto';

/** Random bytes for many small requests, since each call of `randomFillSync` is slow. */
const pool = new Uint8Array(4096);
let used = pool.length;

/** The letters of the text that is being built, since most texts are short. */
const letters = Buffer.alloc(64);

function nextByte(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const byte = pool[used] ?? 0;
  pool[used++] = 0;
  return byte;
}

/**
 * Returns a text of random characters, each of which is equally likely: bytes from the last whole multiple of the alphabet's
 * length on are skipped.
 *
 * @param nextRandomByte Returns the next random byte.
 */
export function randomText(alphabet: string, length: number, nextRandomByte: () => number = nextByte): string {
  const limit = 256 - (256 % alphabet.length);
  const codes = length <= letters.length ? letters : Buffer.allocUnsafe(length);
  for (let at = 0; at < length; ) {
    const byte = nextRandomByte();
    if (byte < limit) codes[at++] = alphabet.charCodeAt(byte % alphabet.length);
  }
  // One call, since V8 stores a text that was built by concatenation as a chain of its parts.
  const text = codes.toString('latin1', 0, length);
  codes.fill(0, 0, length);
  return text;
}

export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
