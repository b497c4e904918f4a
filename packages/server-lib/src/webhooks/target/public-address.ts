import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The number of bits of an IPv4 address. */
const ipv4Bits = 32;

/**
 * Returns whether an IP address is a public one of the internet. Private, loopback, link-local, carrier-grade NAT, multicast,
 * documentation and reserved addresses are not, and neither are the IPv6 forms of such IPv4 addresses.
 */
export function isPublicAddress(text: string): boolean {
  // Node's check is strict: `ipaddr.js` also accepts short forms such as `10.1`.
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  const embedded = embeddedIpv4(address);
  if (embedded) return embedded.range() === 'unicast';
  // What is outside of 2000::/3 is not assigned, or has a special meaning that a later RFC may define.
  return address.range() === 'unicast' && address.match(ipaddr.IPv6.parse('2000::'), 3);
}

/** Where the forms of IPv6 that contain an IPv4 address have it, as the first of its four bytes. */
const embeddings = [
  { prefix: '::ffff:0:0', bits: 96, at: 12 },
  { prefix: '64:ff9b::', bits: 96, at: 12 },
  { prefix: '2002::', bits: 16, at: 2 },
] as const;

/** Returns the IPv4 address in an IPv4-mapped, NAT64 or 6to4 address. */
export function embeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const form = embeddings.find(({ prefix, bits }) => address.match(ipaddr.IPv6.parse(prefix), bits));
  return form && new ipaddr.IPv4(address.toByteArray().slice(form.at, form.at + ipv4Bits / 8));
}
