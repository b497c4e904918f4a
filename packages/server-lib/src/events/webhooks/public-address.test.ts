import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.js';

/**
 * The special-purpose registries of IANA for IPv4 and IPv6, with multicast and deprecated ranges. Each range is refused as a whole,
 * even if parts of it are globally reachable, because it contains no receivers of webhooks.
 */
const ranges = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private use
  '100.64.0.0/10', // carrier-grade NAT, with the metadata of Alibaba Cloud at 100.100.100.200
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, with the metadata of most clouds
  '172.16.0.0/12', // private use
  '192.0.0.0/24', // protocol assignments, with DS-Lite, NAT64 discovery, PCP and TURN, and the old metadata of Oracle Cloud
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private use
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, with the broadcast address
  '::/128', // unspecified
  '::1/128', // loopback
  '::/96', // IPv4-compatible
  '64:ff9b:1::/48', // local NAT64
  '100::/64', // discard
  '100:0:0:1::/64', // dummy prefix
  '2001::/23', // protocol assignments: Teredo, benchmarks, AMT, AS112, ORCHID, drones
  '2001::/32', // Teredo
  '2001:2::/48', // benchmarks
  '2001:10::/28', // ORCHID
  '2001:20::/28', // ORCHIDv2
  '2001:db8::/32', // documentation
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
  '5f00::/16', // segment routing
  'fc00::/7', // unique local, with the metadata of AWS at fd00:ec2::254
  'fe80::/10', // link-local
  'fec0::/10', // site-local
  'ff00::/8', // multicast
];

test.each(ranges)('no address of %s is public', (range) => {
  const [start, bits] = ipaddr.parseCIDR(range);
  const first = start.toByteArray();
  // The last address has all bits after the prefix set.
  const last = first.map((byte, nth) => byte | (0xff >> Math.min(Math.max(bits - 8 * nth, 0), 8)));
  const byte = fc.integer({ min: 0, max: 255 });
  const inside = fc
    .array(byte, { minLength: first.length, maxLength: first.length })
    .map((random) => first.map((value, nth) => value | ((random[nth] ?? 0) & ((last[nth] ?? 0) ^ value))));
  const textOf = (bytes: number[]) => ipaddr.fromByteArray(bytes).toString();
  for (const bytes of [first, last])
    expect([textOf(bytes), isPublicAddress(textOf(bytes))]).toEqual([textOf(bytes), false]);
  fc.assert(fc.property(inside, (bytes) => !isPublicAddress(textOf(bytes))));
});

test.each([
  // The agent of Azure, which virtual machines reach at a public address.
  ...['168.63.129.16', '::ffff:168.63.129.16', '64:ff9b::a83f:8110', '2002:a83f:8110::1'],
  ...['fe80::1%eth0', '4000::1', '2000::5efe:10.0.0.1', '2a00:1450::200:5efe:10.0.0.1'],
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:0:127.0.0.1', '64:ff9b::7f00:1'],
  ...['64:ff9b::10.0.0.1', '2002:7f00:1::', '2002:a00:1::1', '2002:c0a8:101::', '2002:a9fe:a9fe::1'],
  // Teredo, which hides the address of the client by inverting its bits.
  ...['2001:0:808:808::f5ff:fffe', '2001::8.8.8.8'],
  ...['', 'localhost', '1.2.3', '0x7f.1', '2130706433', 'example.com'],
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  ...['1.1.1.1', '8.8.8.8', '93.184.216.34', '100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.0'],
  ...['9.255.255.255', '11.0.0.0', '126.255.255.255', '128.0.0.0', '169.253.255.255', '169.255.0.0', '192.0.1.0'],
  ...['192.0.3.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255'],
  ...['168.63.129.15', '168.63.129.17', '2001:200::1', '2001:4860:4860::8888', '2003::1', '2620:4f:8001::1'],
  ...['2606:4700:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8', '64:ff9b::808:808', '2002:808:808::1'],
  '2a00:1450::5efe:8.8.8.8',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test('an IPv4 address and its IPv6 forms are either all public or all not', () => {
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
