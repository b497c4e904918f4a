import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortHmac } from './hmac.js';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'binary', minLength: 300, maxLength: 3_000, size: 'max' }),
);

const ofNode = (secret: Buffer, text: string) => createHmac('sha256', secret).update(text).digest('hex').slice(0, 32);

test('a short HMAC is the beginning of what node:crypto makes, for any secret and text', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.array(text, { minLength: 1, maxLength: 4 }), (key, texts) => {
      const secret = Buffer.from(key);
      // One after the other, since what is kept of a secret must not remember a text.
      expect(texts.map((one) => shortHmac(secret, one))).toEqual(texts.map((one) => ofNode(secret, one)));
    }),
  );
});

test('a text of any length and letters is followed by one that is shorter', () => {
  const secret = Buffer.from('a secret');
  const ends = ['', 'a', '\ud800', '€'];
  const texts = [340, 341, 342, 1_024].flatMap((length) =>
    ends.flatMap((end) => ['€'.repeat(length) + end, 'short', '']),
  );
  expect(texts.map((one) => shortHmac(secret, one))).toEqual(texts.map((one) => ofNode(secret, one)));
});
