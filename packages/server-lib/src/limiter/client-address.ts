import ipaddr from 'ipaddr.js';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Which addresses are proxies whose `X-Forwarded-For` is believed. */
export interface Trust {
  has(address: string): boolean;
}

/** Reads a list like `['10.0.0.0/8', '::1']`. Throws on what is no address or range. */
export function createTrust(list: readonly string[]): Trust {
  const ranges = list.map(parseRange);
  return {
    has(address) {
      const parsed = parseAddress(address);
      return parsed !== undefined && ranges.some((range) => parsed.kind() === range[0].kind() && parsed.match(range));
    },
  };
}

function parseRange(text: string): Range {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    throw new TypeError(`trustProxy: "${text}" is neither an address nor a CIDR range like 10.0.0.0/8.`);
  }
}

/**
 * The address a request came from: the socket's, or behind trusted proxies the rightmost address that is not one of
 * them. What stands left of it, or can't be read, was written by the client and is never believed.
 */
export function clientAddress(
  socket: string | undefined,
  forwarded: string | undefined,
  trust: Trust,
): string | undefined {
  let address = socket;
  let rest = forwarded;
  while (address !== undefined && rest !== undefined && trust.has(address)) {
    const comma = rest.lastIndexOf(',');
    const entry = withoutPort(rest.slice(comma + 1).trim());
    if (parseAddress(entry) === undefined) break;
    address = entry;
    rest = comma === -1 ? undefined : rest.slice(0, comma);
  }
  return address;
}

/** All requests whose address nobody can tell count as one. */
const unknown = 'unknown';

/** What a request is counted by: IPv4 whole (IPv4-mapped IPv6 too), IPv6 by its network, which one customer holds. */
export function countingKey(address: string | undefined, ipv6Prefix: number): string {
  if (address === undefined) return unknown;
  const parsed = parseAddress(address);
  if (parsed === undefined) return unknown;
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${ipv6Prefix}`).toNormalizedString()}/${ipv6Prefix}`;
}

function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = text.replace(/%.*$/, '');
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return undefined;
  return ipaddr.process(bare);
}

/** `192.0.2.1:4711` and `[2001:db8::1]:4711` without what follows the address. */
function withoutPort(entry: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(entry);
  if (bracketed) return bracketed[1] ?? '';
  return /^[\d.]+:\d+$/.test(entry) ? entry.slice(0, entry.indexOf(':')) : entry;
}
