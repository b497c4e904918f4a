import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../test/support/any-text.js';
import { decryptText, encryptText } from './encrypt.js';

const token = fc.string({ minLength: 16, maxLength: 40 });

test('decrypts a text with its token, and not with another', () => {
  fc.assert(
    fc.property(token, token, anyText({ maxLength: 200 }), (ownToken, otherToken, text) => {
      const encrypted = encryptText(ownToken, text);
      expect(decryptText(ownToken, encrypted)).toBe(Buffer.from(text).toString());
      if (ownToken !== otherToken) expect(decryptText(otherToken, encrypted)).toBeUndefined();
    }),
    { numRuns: 50 },
  );
});

test('rejects modified and truncated data', () => {
  const encrypted = encryptText('a token of mine!', 'What I wrote');
  for (let at = 0; at < encrypted.length; at++) {
    const changed = Uint8Array.from(encrypted, (byte, place) => (place === at ? byte ^ 1 : byte));
    expect(decryptText('a token of mine!', changed)).toBeUndefined();
    expect(decryptText('a token of mine!', encrypted.subarray(0, at))).toBeUndefined();
  }
});

test('encrypts the same text differently each time, and does not contain it', () => {
  const [first, second] = [
    encryptText('a token of mine!', 'What I wrote'),
    encryptText('a token of mine!', 'What I wrote'),
  ];
  expect(Buffer.compare(first, second)).not.toBe(0);
  expect(Buffer.from(first).toString('latin1')).not.toContain('wrote');
});
