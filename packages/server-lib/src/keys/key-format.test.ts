import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base62 } from '../crypto/random.js';
import { generateKey, isWellFormedKey, keyPrefixPattern, maskKey } from './key-format.js';

const prefix = fc.stringMatching(/^[a-z]{2,12}$/);

test('a key is its prefix, an underscore and 40 letters and digits', () => {
  fc.assert(
    fc.property(prefix, (given) => {
      const key = generateKey(given);
      expect(key.raw).toMatch(/^[a-z]{2,12}_[A-Za-z0-9]{40}$/);
      expect(key.raw.startsWith(`${given}_`)).toBe(true);
      expect(key).toEqual({
        raw: key.raw,
        prefix: given,
        head: key.raw.slice(given.length + 1, given.length + 5),
        tail: key.raw.slice(-4),
      });
      expect(isWellFormedKey(key.raw)).toBe(true);
    }),
  );
});

test('no two keys are alike', () => {
  expect(new Set(Array.from({ length: 5_000 }, () => generateKey('ask').raw)).size).toBe(5_000);
});

test('the last six characters are the CRC-32 of all before them, in base 62', () => {
  fc.assert(
    fc.property(prefix, (given) => {
      const { raw } = generateKey(given);
      let value = 0;
      for (const digit of raw.slice(-6)) value = value * 62 + base62.indexOf(digit);
      expect(value).toBe(crc32(raw.slice(0, -6)));
    }),
  );
});

test('any one character changed to any other makes it no key', () => {
  const printable = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
  fc.assert(
    fc.property(prefix, fc.nat(), printable, (given, place, other) => {
      const { raw } = generateKey(given);
      const at = place % raw.length;
      fc.pre(raw[at] !== other);
      expect(isWellFormedKey(raw.slice(0, at) + other + raw.slice(at + 1))).toBe(false);
    }),
    { numRuns: 3_000 },
  );
});

test('every character of one key, changed to every other of the alphabet, makes it no key', () => {
  const { raw } = generateKey('ask');
  const accepted = [...raw].flatMap((character, at) =>
    [...base62, '_']
      .filter((other) => other !== character)
      .map((other) => raw.slice(0, at) + other + raw.slice(at + 1))
      .filter(isWellFormedKey),
  );
  expect(accepted).toEqual([]);
});

test('two neighbours that changed places make it no key', () => {
  fc.assert(
    fc.property(prefix, fc.nat(), (given, place) => {
      const { raw } = generateKey(given);
      const at = place % (raw.length - 1);
      const [first = '', second = ''] = raw.slice(at, at + 2);
      fc.pre(first !== second);
      expect(isWellFormedKey(raw.slice(0, at) + second + first + raw.slice(at + 2))).toBe(false);
    }),
  );
});

test.each([
  ['nothing', ''],
  ['a key cut short', generateKey('ask').raw.slice(0, -1)],
  ['a key with something after it', `${generateKey('ask').raw}x`],
  ['a key with a space', ` ${generateKey('ask').raw}`],
  ['a key with a line end', `${generateKey('ask').raw}\n`],
  ['two keys, as a doubled header gives them', `${generateKey('ask').raw}, ${generateKey('ask').raw}`],
  ['a prefix in capitals', generateKey('ask').raw.replace('ask', 'ASK')],
  ['no prefix', generateKey('ask').raw.slice(3)],
  ['40 characters that nobody minted', `ask_${'a'.repeat(40)}`],
])('%s is no key', (_what, raw) => {
  expect(isWellFormedKey(raw)).toBe(false);
});

test('a mask shows the prefix and four characters at each end', () => {
  expect(maskKey({ prefix: 'ask', head: 'AbC1', tail: 'z9Y8' })).toBe(
    'ask_AbC1\u2022\u2022\u2022\u2022\u2022\u2022z9Y8',
  );
});

test.each(['ab', 'ask', 'abcdefghijkl'])('%s can be a prefix', (text) => {
  expect(keyPrefixPattern.test(text)).toBe(true);
});

test.each(['', 'a', 'abcdefghijklm', 'Ask', 'as1', 'a_k', 'ask\n', 'äsk'])('%j can not be a prefix', (text) => {
  expect(keyPrefixPattern.test(text)).toBe(false);
});
