import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import { isInIpv4Range, parseIpv4 } from './ipv4.js';

const octets = fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 0, max: 255 })));

test('every address in full is its four bytes', () => {
  fc.assert(
    fc.property(octets, (numbers) => {
      expect(parseIpv4(numbers.join('.'))).toBe(Buffer.from(numbers).readUInt32BE());
    }),
  );
});

test('whatever is written, it is an address exactly where the parser of all notations says that it is one in full', () => {
  const almost = fc.string({ unit: fc.constantFrom(...'0123456789.x '), maxLength: 16 });
  fc.assert(
    fc.property(
      fc.oneof(
        almost,
        octets.map((numbers) => numbers.join('.')),
        fc.string(),
      ),
      (text) => {
        expect(parseIpv4(text) !== undefined).toBe(ipaddr.IPv4.isValidFourPartDecimal(text));
      },
    ),
  );
});

test('a range holds what the parser of all notations matches', () => {
  fc.assert(
    fc.property(octets, octets, fc.integer({ min: 0, max: 32 }), (a, b, length) => {
      const [one, other] = [a.join('.'), b.join('.')];
      const expected = ipaddr.IPv4.parse(one).match(ipaddr.IPv4.parse(other), length);
      expect(isInIpv4Range(parseIpv4(one) ?? Number.NaN, parseIpv4(other) ?? Number.NaN, length)).toBe(expected);
    }),
  );
});

test.each([
  '',
  '.',
  '1.2.3',
  '1.2.3.',
  '.1.2.3.4',
  '1.2.3.4.',
  '1.2.3.4.5',
  '01.2.3.4',
  '1.2.3.256',
  '1.2.3.-1',
  '1..3.4',
])('"%s" is none', (text) => {
  expect(parseIpv4(text)).toBeUndefined();
});
