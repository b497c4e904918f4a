import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import { isInIpv4Range, parseIpv4 } from './ipv4.js';

const octets = fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 0, max: 255 })));

test('parses an address of four decimal numbers to its 32 bits', () => {
  fc.assert(
    fc.property(octets, (numbers) => {
      expect(parseIpv4(numbers.join('.'))).toBe(Buffer.from(numbers).readUInt32BE());
    }),
  );
});

test('accepts the same texts as ipaddr.js does for four-part decimal addresses', () => {
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

test('a range contains the same addresses as in ipaddr.js', () => {
  fc.assert(
    fc.property(octets, octets, fc.integer({ min: 0, max: 32 }), (a, b, length) => {
      const [address, base] = [a.join('.'), b.join('.')];
      const expected = ipaddr.IPv4.parse(address).match(ipaddr.IPv4.parse(base), length);
      expect(isInIpv4Range(parseIpv4(address) ?? Number.NaN, parseIpv4(base) ?? Number.NaN, length)).toBe(expected);
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
])('rejects "%s"', (text) => {
  expect(parseIpv4(text)).toBeUndefined();
});
