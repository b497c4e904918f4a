import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.js';

test.each([
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.0.1'],
  ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.1.1'],
  ...['198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.1.1.1', '240.0.0.1'],
  ...['255.255.255.255', '::', '::1', '::127.0.0.1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'fc00::1', 'fd00:ec2::254'],
  ...['ff02::1', '100::1', '2001:db8::1', '3fff::1', '5f00::1', '2001::1', '2001:2::1', '64:ff9b:1::1', '4000::1'],
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:0:127.0.0.1', '64:ff9b::7f00:1'],
  ...['64:ff9b::10.0.0.1', '2002:7f00:1::', '2002:a00:1::1', '2002:c0a8:101::', '2002:a9fe:a9fe::1'],
  ...['', 'localhost', '1.2.3', '0x7f.1', '2130706433', 'example.com'],
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  ...['1.1.1.1', '8.8.8.8', '93.184.216.34', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1'],
  ...['2606:4700:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8', '64:ff9b::808:808', '2002:808:808::1'],
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test('an IPv4 address and its IPv6 forms are judged alike', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const known = fc.constantFrom([10], [127], [169, 254], [100, 64], [192, 168], [172, 16], [198, 18], [224]);
  const address = fc.tuple(fc.option(known, { nil: [] }), fc.tuple(byte, byte, byte, byte));
  fc.assert(
    fc.property(address, ([head, rest]) => {
      const bytes = [...head, ...rest].slice(0, 4);
      const plain = bytes.join('.');
      const groups = new ipaddr.IPv4(bytes).toIPv4MappedAddress().toNormalizedString().split(':').slice(6).join(':');
      const forms = [`::ffff:${plain}`, `64:ff9b::${groups}`, `2002:${groups}::1`];
      expect(forms.map(isPublicAddress)).toEqual(forms.map(() => isPublicAddress(plain)));
    }),
  );
});
