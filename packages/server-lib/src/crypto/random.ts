import { randomFillSync } from 'node:crypto';

/** One call to the system's source for many small draws. */
const pool = new Uint8Array(4096);
let used = pool.length;

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
 * Random characters of an alphabet, each equally likely: bytes past its last whole multiple are drawn again.
 * @param draw gives the next random byte.
 */
export function randomText(alphabet: string, length: number, draw: () => number = nextByte): string {
  const limit = 256 - (256 % alphabet.length);
  const codes: number[] = [];
  while (codes.length < length) {
    const byte = draw();
    if (byte < limit) codes.push(alphabet.charCodeAt(byte % alphabet.length));
  }
  // Made at once: a text that grew is kept as the chain of its parts.
  return String.fromCharCode(...codes);
}

export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
