import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createTrustedProxies,
  networkOfClient,
  resolveClientAddress,
  toClientKey,
  toNetworkKey,
} from './client-address.js';

const proxies = createTrustedProxies(['10.0.0.0/8', '192.168.1.7', '2001:db8:ffff::/48', '::1']);
const noProxies = createTrustedProxies([]);

test.each([
  ['no trusted proxies: the header is ignored', noProxies, '203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['a socket that is not a proxy', proxies, '203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['a proxy without the header', proxies, '10.0.0.1', undefined, '10.0.0.1'],
  ['a proxy with an empty header', proxies, '10.0.0.1', '', '10.0.0.1'],
  ['one proxy', proxies, '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['an entry that the client added on the left', proxies, '10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['two proxies', proxies, '10.0.0.1', '198.51.100.1, 10.9.9.9', '198.51.100.1'],
  ['a client that claims to be a proxy', proxies, '10.0.0.1', '10.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['a chain of proxies only', proxies, '10.0.0.1', '10.0.0.3,10.0.0.2', '10.0.0.3'],
  ['a proxy that is listed by address', proxies, '192.168.1.7', '198.51.100.1', '198.51.100.1'],
  ['an address next to a listed proxy', proxies, '192.168.1.8', '198.51.100.1', '192.168.1.8'],
  ['an IPv6 proxy', proxies, '2001:db8:ffff:1::2', '2001:db8::9', '2001:db8::9'],
  ['a proxy with an IPv4-mapped IPv6 address', proxies, '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['a proxy with a zone', createTrustedProxies(['fe80::1']), 'fe80::1%eth0', '198.51.100.1', '198.51.100.1'],
  ['an entry with a port', proxies, '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  ['an entry in brackets', proxies, '10.0.0.1', '[2001:db8::9]', '2001:db8::9'],
  ['an entry in brackets with a port', proxies, '10.0.0.1', '[2001:db8::9]:4711', '2001:db8::9'],
  ['spaces and tabs around entries', proxies, '::1', ' 1.1.1.1 ,\t198.51.100.1 ', '198.51.100.1'],
  ['an invalid entry on the right', proxies, '10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
  ['an invalid entry to the left of the client', proxies, '10.0.0.1', '<script>, 198.51.100.1', '198.51.100.1'],
  ['an invalid entry to the left of a second proxy', proxies, '10.0.0.1', '_hidden, 10.0.0.2', '10.0.0.2'],
  ['an empty entry', proxies, '10.0.0.1', '198.51.100.1,', '10.0.0.1'],
  ['an address in octal', proxies, '10.0.0.1', '0306.51.100.1', '10.0.0.1'],
  ['an incomplete address', proxies, '10.0.0.1', '198.51', '10.0.0.1'],
  ['an address as a number', proxies, '10.0.0.1', '3325256705', '10.0.0.1'],
  ['an unclosed bracket', proxies, '10.0.0.1', '[2001:db8::9', '10.0.0.1'],
  ['a socket without an address', proxies, undefined, '198.51.100.1', undefined],
])('%s', (_case, trust, socket, forwarded, expected) => {
  expect(resolveClientAddress(socket, forwarded, trust)).toBe(expected);
});

const ipv4 = fc.ipV4();
const address = fc.oneof(ipv4, fc.ipV6());
const anyHeader = fc.oneof(
  fc.array(fc.oneof(address, fc.string({ maxLength: 8 })), { maxLength: 6 }).map((list) => list.join(', ')),
  fc.string(),
);

test('ignores the header from a socket that is not a trusted proxy', () => {
  fc.assert(
    fc.property(address, anyHeader, (socket, forwarded) => {
      fc.pre(!proxies.has(socket));
      expect(resolveClientAddress(socket, forwarded, proxies)).toBe(socket);
    }),
  );
});

test('ignores everything to the left of the entry that the proxy added', () => {
  fc.assert(
    fc.property(address, anyHeader, (client, written) => {
      fc.pre(!proxies.has(client));
      expect(resolveClientAddress('10.0.0.1', `${written}, ${client}`, proxies)).toBe(client);
    }),
  );
});

test('returns a valid address for any header', () => {
  fc.assert(
    fc.property(anyHeader, (forwarded) => {
      expect(toClientKey(resolveClientAddress('10.0.0.1', forwarded, proxies), 64)).not.toBe('unknown');
    }),
  );
});

test('reads a chain of thousands of proxies to its left end', () => {
  const forwarded = ['198.51.100.1', ...Array.from({ length: 1_600 }, () => '10.0.0.1')].join(',');
  expect(forwarded.length).toBeGreaterThan(8 * 1024);
  expect(resolveClientAddress('10.0.0.1', forwarded, proxies)).toBe('198.51.100.1');
  expect(resolveClientAddress('10.0.0.1', `${','.repeat(16_000)}198.51.100.1`, proxies)).toBe('198.51.100.1');
});

test.each([
  ['203.0.113.5', 64, '203.0.113.5'],
  ['::ffff:203.0.113.5', 64, '203.0.113.5'],
  ['::FFFF:CB00:7105', 64, '203.0.113.5'],
  ['2001:db8::1', 64, '2001:db8:0:0:0:0:0:0/64'],
  ['2001:DB8:0:0:ffff:ffff:ffff:ffff', 64, '2001:db8:0:0:0:0:0:0/64'],
  ['2001:db8:0:1::1', 64, '2001:db8:0:1:0:0:0:0/64'],
  ['2001:db8:1234:5678::1', 48, '2001:db8:1234:0:0:0:0:0/48'],
  ['2001:db8:1234:5678::1', 56, '2001:db8:1234:5600:0:0:0:0/56'],
  ['2001:db8::1', 128, '2001:db8:0:0:0:0:0:1/128'],
  ['fe80::1%eth0', 64, 'fe80:0:0:0:0:0:0:0/64'],
  [undefined, 64, 'unknown'],
  ['', 64, 'unknown'],
  ['/run/askwell.sock', 64, 'unknown'],
])('the key of %s with a prefix of %d is %s', (address, prefix, key) => {
  expect(toClientKey(address, prefix)).toBe(key);
});

test.each([
  ['2001:db8:1:2::1', 64, '2001:db8:1:0:0:0:0:0/48'],
  ['2001:DB8:1:ffff::%eth0', 49, '2001:db8:1:0:0:0:0:0/48'],
  ['2001:db8:1:2::1', 48, undefined],
  ['203.0.113.5', 64, undefined],
  ['::ffff:203.0.113.5', 64, undefined],
  ['junk:', 64, undefined],
  [undefined, 64, undefined],
])('the network key of %s with a prefix of %d is %s', (address, prefix, key) => {
  expect(toNetworkKey(address, prefix)).toBe(key);
});

/** Returns the eight groups of an IPv6 address as one number. */
function toBits(groups: readonly number[]): bigint {
  return groups.reduce((bits, group) => (bits << 16n) | BigInt(group), 0n);
}

test('two IPv6 addresses have the same key exactly if their first bits are the same', () => {
  const group = fc.oneof(fc.constantFrom(0, 1, 0xffff), fc.integer({ min: 0, max: 0xffff }));
  const groups = fc.array(group, { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(groups, groups, fc.nat({ max: 8 }), fc.integer({ min: 16, max: 128 }), (a, rest, shared, prefix) => {
      const b = [...a.slice(0, shared), ...rest.slice(shared)];
      // IPv4-mapped addresses count as IPv4 for every prefix.
      fc.pre(toBits(a) >> 32n !== 0xffffn && toBits(b) >> 32n !== 0xffffn);
      const texts = [a, b].map((list) => list.map((part) => part.toString(16)).join(':'));
      const [keyOfA, keyOfB] = texts.map((text) => toClientKey(text, prefix));
      const ignoredBits = BigInt(128 - prefix);
      expect(keyOfA === keyOfB).toBe(toBits(a) >> ignoredBits === toBits(b) >> ignoredBits);
    }),
    { numRuns: 1_000 },
  );
});

test('an IPv4 address has the same key as its IPv4-mapped IPv6 address', () => {
  fc.assert(
    fc.property(ipv4, (address) => {
      fc.pre(/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){3}$/.test(address));
      expect(toClientKey(`::ffff:${address}`, 64)).toBe(toClientKey(address, 64));
    }),
  );
});

test.each([
  '',
  'loopback',
  '10/8',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/-1',
  '10.0.0/8',
  '::/129',
  '10.0.0.0/8/8',
  '10.0.0.1 ',
  '012.0.0.0/8',
  '::ffff:10.0.0.0/64',
  'example.com',
  '*',
])('rejects the proxy %j', (text) => {
  expect(() => createTrustedProxies([text])).toThrow(
    new TypeError(`trustProxy: expected an IP address or a CIDR range such as 10.0.0.0/8, got "${text}".`),
  );
});

test.each([true, 'loopback', 1, {}])('%j is not a list of proxies', (given) => {
  expect(() => Reflect.apply(createTrustedProxies, undefined, [given])).toThrow(
    new TypeError('trustProxy: expected a list of addresses and CIDR ranges.'),
  );
});

test.each([
  ['10.0.0.0/8', '10.255.255.255', '11.0.0.0'],
  ['10.1.2.3/8', '10.9.9.9', '11.0.0.0'],
  ['0.0.0.0/0', '203.0.113.5', '2001:db8::1'],
  ['::/0', '2001:db8::1', '203.0.113.5'],
  ['::ffff:10.0.0.0/104', '10.1.1.1', '11.0.0.0'],
  ['::ffff:10.0.0.1', '10.0.0.1', '10.0.0.2'],
  ['fd00::/8', 'fd12:3456::1', 'fe80::1'],
])('%s contains %s but not %s', (range, inside, outside) => {
  const trust = createTrustedProxies([range]);
  expect(trust.has(inside)).toBe(true);
  expect(trust.has(outside)).toBe(false);
  expect(trust.has('junk')).toBe(false);
});

test.each([
  ['2001:db8:1:2:0:0:0:0/64', '2001:db8:1:0:0:0:0:0/48'],
  ['2001:db8:1:2:3:4:5:6/128', '2001:db8:1:0:0:0:0:0/48'],
  ['2001:db8:1:0:0:0:0:0/48', undefined],
  ['198.51.100.7', undefined],
  ['unknown', undefined],
])('the client %s belongs to the network %s', (client, network) => {
  expect(networkOfClient(client)).toBe(network);
});
