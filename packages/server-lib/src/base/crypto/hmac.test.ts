import { expect, test } from 'vitest';
import { shortHmac } from './hmac.js';

test('returns the first 128 bits of HMAC-SHA-256 (RFC 4231, test case 1)', () => {
  expect(shortHmac(Buffer.alloc(20, 0x0b), 'Hi There')).toBe('b0344c61d8db38535ca8afceaf0bf12b');
});

test('hashes a text as UTF-8 (RFC 4231, test case 2)', () => {
  expect(shortHmac(Buffer.from('Jefe'), 'what do ya want for nothing?')).toBe('5bdcc146bf60754e6a042426089575c7');
  expect(shortHmac(Buffer.from('Jefe'), '€')).not.toBe(shortHmac(Buffer.from('Jefe'), '?'));
});
