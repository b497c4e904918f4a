import ipaddr from 'ipaddr.js';
import { isInIpv4Range, parseIpv4 } from './ipv4.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Which addresses are proxies whose `X-Forwarded-For` is believed. */
export interface TrustedProxies {
  has(address: string): boolean;
}

/** Reads a list like `['10.0.0.0/8', '::1']`. Throws on what is no address or range. */
export function createTrustedProxies(list: readonly string[]): TrustedProxies {
  if (!Array.isArray(list)) throw new TypeError('trustProxy: must be a list of addresses and CIDR ranges.');
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
    const most = address.kind() === 'ipv4' ? 32 : 128;
    // A range of IPv4-mapped addresses is a range of IPv4, as its addresses are.
    const bits = length === undefined ? most : Number(length) - (most === 32 && host.includes(':') ? 96 : 0);
    if (bits >= 0 && bits <= most) return [address, bits];
  }
  throw new TypeError(`trustProxy: "${text}" is neither an address nor a CIDR range like 10.0.0.0/8.`);
}

/**
 * The address a request came from: the socket's, or behind trusted proxies the rightmost address that is not one of
 * them. What stands left of it, or can't be read, was written by the client and is never believed.
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

/** The same text in memory of its own: V8 keeps a whole header in memory as long as a part of it is counted. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

/** All requests whose address nobody can tell count as one. */
const unknownKey = 'unknown';

/** What a request is counted by: IPv4 whole (IPv4-mapped IPv6 too), IPv6 by its network, which one customer holds. */
export function toClientKey(address: string | undefined, ipv6Prefix: number): string {
  if (address !== undefined && parseIpv4(address) !== undefined) return address;
  const parsed = address === undefined ? undefined : parseAddress(address);
  if (parsed === undefined) return unknownKey;
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : formatNetwork(parsed, ipv6Prefix);
}

/** The network that one provider hands whole to a customer, so that they may come from any /64 of it. */
const networkBits = 48;

/** How many clients of the usual prefix an IPv6 /48 counts as. */
export const clientsPerNetwork = 20;

/**
 * The key of the IPv6 /48 that an address lies in, which counts as a client beside the narrower prefix; undefined for
 * IPv4, and where the prefix is no narrower.
 */
export function toNetworkKey(address: string | undefined, ipv6Prefix: number): string | undefined {
  if (ipv6Prefix <= networkBits || !address?.includes(':')) return undefined;
  const parsed = parseAddress(address);
  return parsed instanceof ipaddr.IPv6 ? formatNetwork(parsed, networkBits) : undefined;
}

/** `2001:db8:0:0:0:0:0:0/64`: what lies past the prefix is blanked. */
function formatNetwork({ parts }: ipaddr.IPv6, prefix: number): string {
  const kept = parts.map((part, at) => {
    const bits = Math.min(16, Math.max(0, prefix - 16 * at));
    return (part & (0xffff << (16 - bits))).toString(16);
  });
  return `${kept.join(':')}/${prefix}`;
}

/** Addresses as they are written in full; `10.1` and octal or hexadecimal ones are read in different ways elsewhere. */
function parseAddress(text: string): Address | undefined {
  const bare = withoutZone(text);
  if (parseIpv4(bare) === undefined && !ipaddr.IPv6.isValid(bare)) return undefined;
  return ipaddr.process(bare);
}

/** `fe80::1%eth0` without the interface it was seen at. */
function withoutZone(text: string): string {
  const percent = text.indexOf('%');
  return percent === -1 ? text : text.slice(0, percent);
}

/** `192.0.2.1:4711` and `[2001:db8::1]:4711` without what follows the address. */
function withoutPort(entry: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(entry);
  if (bracketed) return bracketed[1] ?? '';
  return /^[\d.]+:\d+$/.test(entry) ? entry.slice(0, entry.indexOf(':')) : entry;
}
