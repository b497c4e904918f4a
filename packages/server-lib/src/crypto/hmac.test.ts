import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortHmac } from './hmac.js';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'binary', minLength: 300, maxLength: 3_000, size: 'max' }),
);

test('a short HMAC is the beginning of what node:crypto makes, for any secret and text', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), text, (key, text) => {
      const secret = Buffer.from(key);
      const whole = createHmac('sha256', secret).update(text).digest('hex');
      // Twice, since what is kept of a secret must not remember a text.
      expect(shortHmac(secret, text)).toBe(whole.slice(0, 32));
      expect(shortHmac(secret, text)).toBe(whole.slice(0, 32));
    }),
  );
});
