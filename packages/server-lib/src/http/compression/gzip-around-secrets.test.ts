import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gzipAround, partsAround } from './gzip-around-secrets.js';

const secret = 'Zk3vQ9xLmT7wRb2NcY5hJd8sPg4fUaE1';

async function compressed(text: string, secrets: readonly string[] = [secret]): Promise<Uint8Array> {
  const parts = partsAround(Buffer.from(text), secrets);
  if (!parts) throw new Error('There are too many parts.');
  return gzipAround(parts, 6);
}

const pageWith = (guess: string) =>
  `<form>${'<p>What do you think?</p>'.repeat(50)}<h1>${guess}</h1><input value="${secret}"><a href="?v=${secret}">ä</a></form>`;

test.each(['', 'Nothing secret.', secret, secret + secret, `${secret} first`, `last ${secret}`, pageWith('x')])(
  'decompresses to the same text',
  async (text) => {
    expect(gunzipSync(await compressed(text)).toString()).toBe(text);
    expect(gunzipSync(await compressed(text, [secret, 'think?</p><h1>', '<form><p>What do'])).toString()).toBe(text);
  },
);

test('does not become shorter for a right guess than for a wrong one', async () => {
  // Both guesses have the same letters, so that the guess alone compresses to the same length.
  const wrong = [...secret.slice(0, 31)].reverse().join('');
  const right = secret.slice(0, 31);
  const length = async (guess: string) => (await compressed(pageWith(guess))).byteLength;
  expect(await length(right)).toBe(await length(wrong));
  // Plain gzip does become shorter.
  expect(gzipSync(pageWith(right)).byteLength).toBeLessThan(gzipSync(pageWith(wrong)).byteLength);
  expect((await compressed(pageWith(right))).byteLength).toBeLessThan(pageWith(right).length / 3);
});

test('compresses values that are too short to be secrets, and no text with too many parts', () => {
  expect(partsAround(Buffer.from('abcabc'), ['b', ''])).toEqual([{ bytes: Buffer.from('abcabc'), isSecret: false }]);
  expect(partsAround(Buffer.from(`${secret} `.repeat(32)), [secret])).toHaveLength(64);
  expect(partsAround(Buffer.from(`${secret} `.repeat(33)), [secret])).toBeUndefined();
});
