import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decryptText, encryptText } from './encrypt.js';

const token = fc.string({ minLength: 16, maxLength: 40 });

test('whatever is sealed comes back by its token, and by no other', () => {
  fc.assert(
    fc.property(token, token, fc.string({ unit: 'binary', maxLength: 200 }), (one, other, text) => {
      const sealed = encryptText(one, text);
      expect(decryptText(one, sealed)).toBe(Buffer.from(text).toString());
      if (one !== other) expect(decryptText(other, sealed)).toBeUndefined();
    }),
    { numRuns: 50 },
  );
});

test('what was changed or cut is nothing', () => {
  const sealed = encryptText('a token of mine!', 'What I wrote');
  for (let at = 0; at < sealed.length; at++) {
    const changed = Uint8Array.from(sealed, (byte, place) => (place === at ? byte ^ 1 : byte));
    expect(decryptText('a token of mine!', changed)).toBeUndefined();
    expect(decryptText('a token of mine!', sealed.subarray(0, at))).toBeUndefined();
  }
});

test('the same text is sealed differently each time, and can not be read in it', () => {
  const [one, other] = [
    encryptText('a token of mine!', 'What I wrote'),
    encryptText('a token of mine!', 'What I wrote'),
  ];
  expect(Buffer.compare(one, other)).not.toBe(0);
  expect(Buffer.from(one).toString('latin1')).not.toContain('wrote');
});
