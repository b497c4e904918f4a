import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The number of bits of an IPv4 address. */
const ipv4Bits = 32;

/** Public addresses that lead to the host of a virtual machine in some networks: the agent of Azure. */
const hostAddresses: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Returns whether an IP address is a public one of the internet. Private, loopback, link-local, carrier-grade NAT, multicast,
 * documentation and reserved addresses are not, and neither are the IPv6 forms of such IPv4 addresses.
 */
export function isPublicAddress(text: string): boolean {
  // Node's check is strict: `ipaddr.js` also accepts short forms such as `10.1`.
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return isPublicIpv4(address);
  const embedded = embeddedIpv4(address);
  if (embedded) return isPublicIpv4(embedded);
  // Addresses outside of 2000::/3 are not assigned, or have a special meaning that a later RFC may define.
  const isGlobal = address.range() === 'unicast' && address.match(ipaddr.IPv6.parse('2000::'), 3);
  const tunneled = tunneledIpv4(address);
  return isGlobal && (tunneled === undefined || isPublicIpv4(tunneled));
}

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !hostAddresses.has(address.toString());
}

/** The IPv6 prefixes that embed an IPv4 address, with the index of its first byte. */
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

/** Returns the IPv4 address in the interface identifier of ISATAP (RFC 5214), to which a router of the network may send. */
function tunneledIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const [group, marker] = address.parts.slice(4);
  if ((group !== 0 && group !== 0x200) || marker !== 0x5efe) return undefined;
  return new ipaddr.IPv4(address.toByteArray().slice(-ipv4Bits / 8));
}
