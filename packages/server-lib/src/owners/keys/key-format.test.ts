import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base62 } from '../../base/crypto/random.js';
import { generateKey, isWellFormedKey, keyPrefixPattern, maskKey } from './key-format.js';

const prefix = fc.stringMatching(/^[a-z]{2,12}$/);

test('a key consists of its prefix, an underscore and 40 letters and digits', () => {
  fc.assert(
    fc.property(prefix, (keyPrefix) => {
      const key = generateKey(keyPrefix);
      expect(key.raw).toMatch(/^[a-z]{2,12}_[A-Za-z0-9]{40}$/);
      expect(key.raw.startsWith(`${keyPrefix}_`)).toBe(true);
      expect(key).toEqual({
        raw: key.raw,
        prefix: keyPrefix,
        head: key.raw.slice(keyPrefix.length + 1, keyPrefix.length + 5),
        tail: key.raw.slice(-4),
      });
      expect(isWellFormedKey(key.raw)).toBe(true);
    }),
  );
});

test('generates different keys', () => {
  expect(new Set(Array.from({ length: 5_000 }, () => generateKey('ask').raw)).size).toBe(5_000);
});

test('the last six characters are the CRC-32 of the characters before them, in base 62', () => {
  fc.assert(
    fc.property(prefix, (keyPrefix) => {
      const { raw } = generateKey(keyPrefix);
      let value = 0;
      for (const digit of raw.slice(-6)) value = value * 62 + base62.indexOf(digit);
      expect(value).toBe(crc32(raw.slice(0, -6)));
    }),
  );
});

test('rejects a key with one changed character', () => {
  const printable = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
  fc.assert(
    fc.property(prefix, fc.nat(), printable, (keyPrefix, place, other) => {
      const { raw } = generateKey(keyPrefix);
      const at = place % raw.length;
      fc.pre(raw[at] !== other);
      expect(isWellFormedKey(raw.slice(0, at) + other + raw.slice(at + 1))).toBe(false);
    }),
    { numRuns: 3_000 },
  );
});

test('rejects every change of one character of a key to another of the alphabet', () => {
  const { raw } = generateKey('ask');
  const accepted = [...raw].flatMap((character, at) =>
    [...base62, '_']
      .filter((other) => other !== character)
      .map((other) => raw.slice(0, at) + other + raw.slice(at + 1))
      .filter(isWellFormedKey),
  );
  expect(accepted).toEqual([]);
});

test('rejects a key with two swapped neighboring characters', () => {
  fc.assert(
    fc.property(prefix, fc.nat(), (keyPrefix, place) => {
      const { raw } = generateKey(keyPrefix);
      const at = place % (raw.length - 1);
      const [first = '', second = ''] = raw.slice(at, at + 2);
      fc.pre(first !== second);
      expect(isWellFormedKey(raw.slice(0, at) + second + first + raw.slice(at + 2))).toBe(false);
    }),
  );
});

test.each([
  ['an empty text', ''],
  ['a truncated key', generateKey('ask').raw.slice(0, -1)],
  ['a key with a character after it', `${generateKey('ask').raw}x`],
  ['a key with a space', ` ${generateKey('ask').raw}`],
  ['a key with a line break', `${generateKey('ask').raw}\n`],
  ['the value of a repeated header', `${generateKey('ask').raw}, ${generateKey('ask').raw}`],
  ['a prefix in capitals', generateKey('ask').raw.replace('ask', 'ASK')],
  ['no prefix', generateKey('ask').raw.slice(3)],
  ['40 characters without a valid checksum', `ask_${'a'.repeat(40)}`],
])('rejects %s', (_case, raw) => {
  expect(isWellFormedKey(raw)).toBe(false);
});

test('masks all but the prefix and four characters at each end', () => {
  expect(maskKey({ prefix: 'ask', head: 'AbC1', tail: 'z9Y8' })).toBe(
    'ask_AbC1\u2022\u2022\u2022\u2022\u2022\u2022z9Y8',
  );
});

test.each(['ab', 'ask', 'abcdefghijkl'])('accepts the prefix %s', (text) => {
  expect(keyPrefixPattern.test(text)).toBe(true);
});

test.each(['', 'a', 'abcdefghijklm', 'Ask', 'as1', 'a_k', 'ask\n', 'äsk'])('rejects the prefix %j', (text) => {
  expect(keyPrefixPattern.test(text)).toBe(false);
});
