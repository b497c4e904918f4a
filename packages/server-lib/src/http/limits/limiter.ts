import type { Clock } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import type { Decision, Policy } from '../../db/windows/sliding-window.js';
import { clientsPerNetwork, toClientKey, toNetworkKey } from './client-address.js';
import type { LimiterStore } from './limiter-store.js';
import { createProcessCounter, type SharedLimit } from './local-counter.js';
import { createHostCounter, MemoryCounter, type RequestCounter } from './memory-counter.js';
import { defaultMaxAddresses, MemoryStore } from './memory-store.js';

/** The limit that the three public operations share: 30 requests in any 60 seconds from one address. */
export const publicPolicy: Policy = { limit: 30, seconds: 60 };

/**
 * Limits requests by client address. Never admits more than the policy allows. A request that is repeated after
 * `retryAfterSeconds` is admitted.
 *
 * @example
 * const decision = await askwell.limiter.take(request.socket.remoteAddress);
 * if (!decision.admitted) {
 *   response.writeHead(429, rateLimitHeaders(decision)).end();
 * }
 */
export interface Limiter {
  /**
   * Admits and counts a request from an address. Unknown and invalid addresses are counted as one.
   *
   * @throws AskwellError with the code `unavailable` if the store fails. Admitting the request would bypass the limit.
   */
  take(address: string | undefined): Promise<Decision>;
  readonly policy: Policy;
}

/** A limiter of addresses inside Askwell. It returns a decision without a promise if it counts in the memory of this process. */
export interface AddressLimiter {
  /** @throws AskwellError with the code `unavailable` if the store fails, now or as a rejection. */
  take(address: string | undefined): Decision | Promise<Decision>;
  readonly policy: Policy;
}

export interface LimiterOptions {
  readonly clock: Clock;
  readonly ipv6Prefix: number;
  readonly policy?: Policy;
  /** A store of the host. */
  readonly store?: LimiterStore | undefined;
  /** The number of addresses that the memory of this process counts exactly. */
  readonly addresses?: number | undefined;
  /** The windows of all processes that share the database, and the name of the limit in them. */
  readonly shared?: SharedLimit | undefined;
}

export function createLimiter({ ipv6Prefix, policy = publicPolicy, ...options }: LimiterOptions): AddressLimiter {
  const counter = createCounter(policy, options);

  return {
    policy,
    take(address) {
      try {
        const taken = counter.take(toClientKey(address, ipv6Prefix), toNetworkKey(address, ipv6Prefix));
        return taken instanceof Promise ? taken.catch(refuse) : taken;
      } catch (cause) {
        return refuse(cause);
      }
    },
  };
}

function refuse(cause: unknown): never {
  throw new AskwellError('unavailable', undefined, { cause });
}

function createCounter(
  policy: Policy,
  { clock, store, addresses = defaultMaxAddresses, shared }: Omit<LimiterOptions, 'ipv6Prefix'>,
): RequestCounter {
  const { limit, seconds } = policy;
  const networkPolicy = { limit: limit * clientsPerNetwork, seconds };
  // There are far fewer networks than addresses.
  const networkCapacity = Math.ceil(addresses / clientsPerNetwork);
  if (store) return createHostCounter(clock, store, new MemoryStore(networkPolicy, networkCapacity));
  const memory = new MemoryCounter({ clock, policy, networkPolicy, capacity: addresses, networkCapacity });
  return shared ? createProcessCounter({ ...shared, clock, policy, networkPolicy }, memory) : memory;
}

/** Returns the `RateLimit` headers of a response, with `Retry-After` if the request was not admitted. */
export function rateLimitHeaders(decision: Decision, policy: Policy = publicPolicy): string[] {
  const headers = [
    'ratelimit-policy',
    `"public";q=${policy.limit};w=${policy.seconds}`,
    'ratelimit',
    `"public";r=${decision.remaining};t=${decision.resetSeconds}`,
  ];
  if (!decision.admitted) headers.push('retry-after', String(decision.retryAfterSeconds));
  return headers;
}
