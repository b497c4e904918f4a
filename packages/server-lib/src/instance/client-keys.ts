import type { Party } from '../base/event-loop.js';
import type { Logger } from '../base/logger.js';
import type { HttpExchange } from '../http/exchange.js';
import {
  createTrustedProxies,
  defaultIpv6Prefix,
  resolveClientAddress,
  toClientKey,
  toNetworkKey,
} from '../http/limits/client-address.js';
import { warnAboutMissingAddress } from './options/host-warnings.js';
import type { AskwellOptions } from './options/options.js';

/** Identifies the clients of requests by their addresses, with the options of an instance. */
export function createClientKeys({ trustProxy = [], limits }: AskwellOptions, logger: Logger) {
  const ipv6Prefix = limits?.ipv6Prefix ?? defaultIpv6Prefix;
  const trust = createTrustedProxies(trustProxy);

  const resolveAddress = (exchange: HttpExchange) =>
    resolveClientAddress(exchange.address, exchange.header('x-forwarded-for'), trust);

  function addressOf(exchange: HttpExchange): string | undefined {
    if (exchange.address === undefined) warnAboutMissingAddress(logger, exchange.addressAdvice);
    return resolveAddress(exchange);
  }

  return {
    ipv6Prefix,
    /** Returns the address of the client, which may be behind trusted proxies. */
    addressOf,
    /** Returns the key by which an address is counted. */
    countingKeyOf: (address: string) => toClientKey(address, ipv6Prefix),
    /** Returns the key by which a client is counted. */
    clientKeyOf: (exchange: HttpExchange) => toClientKey(addressOf(exchange), ipv6Prefix),
    /** Returns the party that the work of a request counts for: the account, or the client if nobody is signed in. */
    partyOf: (exchange: HttpExchange): Party => exchange.account ?? toClientKey(resolveAddress(exchange), ipv6Prefix),
    /** Returns a key that is the same for all clients of an IPv6 /48, for any `ipv6Prefix`. */
    networkKeyOf(exchange: HttpExchange): string {
      const address = addressOf(exchange);
      return toNetworkKey(address, ipv6Prefix) ?? toClientKey(address, ipv6Prefix);
    },
  };
}
