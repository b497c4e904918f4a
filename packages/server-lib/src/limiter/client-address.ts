import ipaddr from 'ipaddr.js';
import { isInIpv4Range, parseIpv4 } from './ipv4.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** The proxies whose `X-Forwarded-For` is trusted. */
export interface TrustedProxies {
  has(address: string): boolean;
}

/**
 * Parses a list such as `['10.0.0.0/8', '::1']`.
 *
 * @throws TypeError that names the invalid entry.
 */
export function createTrustedProxies(list: readonly string[]): TrustedProxies {
  if (!Array.isArray(list)) throw new TypeError('trustProxy: expected a list of addresses and CIDR ranges.');
  const ranges = list.map(parseRange);
  const plain = ranges.flatMap(([base, length]) => {
    const bits = base.kind() === 'ipv4' ? parseIpv4(base.toString()) : undefined;
    return bits === undefined ? [] : [{ bits, length }];
  });
  return {
    has(address) {
      const bits = parseIpv4(address);
      if (bits !== undefined) return plain.some((range) => isInIpv4Range(bits, range.bits, range.length));
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
    // A range of IPv4-mapped addresses is a range of IPv4 addresses.
    const bits = length === undefined ? maxBits : Number(length) - (maxBits === 32 && host.includes(':') ? 96 : 0);
    if (bits >= 0 && bits <= maxBits) return [address, bits];
  }
  throw new TypeError(`trustProxy: "${text}" is neither an address nor a CIDR range like 10.0.0.0/8.`);
}

/**
 * Returns the address of a client: that of the connection or, behind trusted proxies, the rightmost address in
 * `X-Forwarded-For` that is not a trusted proxy. Entries to the left of it, and invalid ones, can be forged and are ignored.
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
    const entry = withoutPort(rest.slice(comma + 1).trim());
    if (parseIpv4(entry) === undefined && !parseAddress(entry)) break;
    address = entry;
    rest = comma === -1 ? undefined : rest.slice(0, comma);
  }
  if (address === undefined || address === socket || address.length === forwarded?.length) return address;
  return copyOf(address);
}

/** Copies a string. Otherwise V8 would keep the whole header in memory as long as a part of it is counted. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

/** The key of all clients whose address is unknown or invalid. */
const unknownKey = 'unknown';

/** Returns the key that a client is counted by: its IPv4 address, or the network of its IPv6 address. */
export function toClientKey(address: string | undefined, ipv6Prefix: number): string {
  if (address !== undefined && parseIpv4(address) !== undefined) return address;
  const parsed = address === undefined ? undefined : parseAddress(address);
  if (parsed === undefined) return unknownKey;
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : formatNetwork(parsed, ipv6Prefix);
}

/** The size of the IPv6 network that a provider assigns to one customer, who can use any /64 in it. */
const networkBits = 48;

/** The number of clients whose limit all clients of an IPv6 /48 share. */
export const clientsPerNetwork = 20;

/**
 * Returns the key of the IPv6 /48 of an address, which is limited in addition to the longer prefix. Undefined for IPv4, and if
 * the prefix is not longer than 48 bits.
 */
export function toNetworkKey(address: string | undefined, ipv6Prefix: number): string | undefined {
  if (ipv6Prefix <= networkBits || !address?.includes(':')) return undefined;
  const parsed = parseAddress(address);
  return parsed instanceof ipaddr.IPv6 ? formatNetwork(parsed, networkBits) : undefined;
}

/** Formats a network: `2001:db8:0:0:0:0:0:0/64`. */
function formatNetwork({ parts }: ipaddr.IPv6, prefix: number): string {
  const kept = parts.map((part, at) => {
    const bits = Math.min(16, Math.max(0, prefix - 16 * at));
    return (part & (0xffff << (16 - bits))).toString(16);
  });
  return `${kept.join(':')}/${prefix}`;
}

/** Parses an address in full notation. Short, octal and hexadecimal IPv4 notations are rejected, since programs differ in how they read them. */
function parseAddress(text: string): Address | undefined {
  const bare = withoutZone(text);
  if (parseIpv4(bare) === undefined && !ipaddr.IPv6.isValid(bare)) return undefined;
  return ipaddr.process(bare);
}

/** Removes the zone of an address: `fe80::1` for `fe80::1%eth0`. */
function withoutZone(text: string): string {
  const percent = text.indexOf('%');
  return percent === -1 ? text : text.slice(0, percent);
}

/** Removes the port of `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(entry);
  if (bracketed) return bracketed[1] ?? '';
  return /^[\d.]+:\d+$/.test(entry) ? entry.slice(0, entry.indexOf(':')) : entry;
}
