import ipaddr from 'ipaddr.js';
import { isInIpv4Range, parseIpv4 } from './ipv4.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** The number of bits of an IPv6 address that identify a client. The networks of most homes and offices have one such prefix. */
export const defaultIpv6Prefix = 64;

/** The proxies whose `X-Forwarded-For` header is trusted. */
export interface TrustedProxies {
  has(address: string): boolean;
}

/**
 * Parses the `trustProxy` option, such as `['10.0.0.0/8', '::1']`.
 *
 * @throws TypeError if an entry is not an IP address or a CIDR range.
 */
export function createTrustedProxies(list: readonly string[]): TrustedProxies {
  if (!Array.isArray(list)) throw new TypeError('trustProxy: expected a list of addresses and CIDR ranges.');
  const ranges = list.map(parseRange);
  const ipv4Ranges = ranges.flatMap(([base, length]) => {
    const bits = base.kind() === 'ipv4' ? parseIpv4(base.toString()) : undefined;
    return bits === undefined ? [] : [{ bits, length }];
  });
  return {
    has(address) {
      const bits = parseIpv4(address);
      if (bits !== undefined) return ipv4Ranges.some((range) => isInIpv4Range(bits, range.bits, range.length));
      const parsed = ranges.length === 0 ? undefined : parseAddress(address);
      return parsed !== undefined && ranges.some((range) => parsed.kind() === range[0].kind() && parsed.match(range));
    },
  };
}

function parseRange(text: string): Range {
  const [, host = '', length] = /^([^/%]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = parseAddress(host);
  if (address) {
    const maxBits = address.kind() === 'ipv4' ? 32 : 128;
    // A range of IPv4-mapped IPv6 addresses becomes a range of IPv4 addresses.
    const bits = length === undefined ? maxBits : Number(length) - (maxBits === 32 && host.includes(':') ? 96 : 0);
    if (bits >= 0 && bits <= maxBits) return [address, bits];
  }
  throw new TypeError(`trustProxy: expected an IP address or a CIDR range such as 10.0.0.0/8, got "${text}".`);
}

/**
 * Returns the address that a request came from: the address of the socket or, behind trusted proxies, the rightmost address
 * of `X-Forwarded-For` that is not a trusted proxy. Entries to the left of it, and invalid ones, may have been written by the
 * client and are ignored.
 */
export function resolveClientAddress(
  socket: string | undefined,
  forwarded: string | undefined,
  trust: TrustedProxies,
): string | undefined {
  let address = socket;
  let rest = forwarded;
  while (address !== undefined && rest !== undefined && trust.has(address)) {
    const comma = rest.lastIndexOf(',');
    const entry = removePort(rest.slice(comma + 1).trim());
    if (parseIpv4(entry) === undefined && !parseAddress(entry)) break;
    address = entry;
    rest = comma === -1 ? undefined : rest.slice(0, comma);
  }
  if (address === undefined || address === socket || address.length === forwarded?.length) return address;
  return copyText(address);
}

/** Copies a text into separate memory: V8 keeps a whole header in memory as long as a substring of it is referenced. */
function copyText(text: string): string {
  return Buffer.from(text).toString();
}

/** The key of all requests whose address is unknown. */
const unknownKey = 'unknown';

/**
 * Returns the key that a request is counted under: a whole IPv4 address (also for IPv4-mapped IPv6), or the network of an
 * IPv6 address, since one customer controls all addresses of a network.
 */
export function toClientKey(address: string | undefined, ipv6Prefix: number): string {
  if (address !== undefined && parseIpv4(address) !== undefined) return address;
  const parsed = address === undefined ? undefined : parseAddress(address);
  if (parsed === undefined) return unknownKey;
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : formatNetwork(parsed, ipv6Prefix);
}

/** The largest network that providers assign to one customer, who can then use any /64 of it. */
const networkBits = 48;

/** The limit of an IPv6 /48, as a multiple of the limit of one client. */
export const clientsPerNetwork = 20;

/**
 * Returns the key of the IPv6 /48 of an address, which is counted in addition to the narrower prefix. Returns undefined for
 * IPv4, and if the prefix is not narrower than /48.
 */
export function toNetworkKey(address: string | undefined, ipv6Prefix: number): string | undefined {
  if (ipv6Prefix <= networkBits || !address?.includes(':')) return undefined;
  const parsed = parseAddress(address);
  return parsed instanceof ipaddr.IPv6 ? formatNetwork(parsed, networkBits) : undefined;
}

/**
 * Returns the key of the IPv6 /48 of a client that {@link toClientKey} has named. Returns undefined for an IPv4 address, and if the
 * client is a /48 or larger itself.
 */
export function networkOfClient(clientKey: string): string | undefined {
  const slash = clientKey.indexOf('/');
  return slash === -1 ? undefined : toNetworkKey(clientKey.slice(0, slash), Number(clientKey.slice(slash + 1)));
}

/** Formats a network like `2001:db8:0:0:0:0:0:0/64`, with zeros after the prefix. */
function formatNetwork({ parts }: ipaddr.IPv6, prefix: number): string {
  const groups = parts.map((part, at) => {
    const bits = Math.min(16, Math.max(0, prefix - 16 * at));
    return (part & (0xffff << (16 - bits))).toString(16);
  });
  return `${groups.join(':')}/${prefix}`;
}

/** Parses an address in its full notation only: programs disagree about `10.1`, octal and hexadecimal numbers. */
function parseAddress(text: string): Address | undefined {
  const bare = removeZone(text);
  if (parseIpv4(bare) === undefined && !ipaddr.IPv6.isValid(bare)) return undefined;
  return ipaddr.process(bare);
}

/** Removes the interface from an address like `fe80::1%eth0`. */
function removeZone(text: string): string {
  const percent = text.indexOf('%');
  return percent === -1 ? text : text.slice(0, percent);
}

/** Removes the port from an entry like `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function removePort(entry: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(entry);
  if (bracketed) return bracketed[1] ?? '';
  return /^[\d.]+:\d+$/.test(entry) ? entry.slice(0, entry.indexOf(':')) : entry;
}
