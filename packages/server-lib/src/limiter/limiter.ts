import type { Clock } from '../clock.js';
import { AskwellError } from '../errors.js';
import { clientsPerNetwork, toClientKey, toNetworkKey } from './client-address.js';
import type { LimiterStore } from './limiter-store.js';
import { defaultMaxAddresses, MemoryStore } from './memory-store.js';
import type { SharedCounter } from './shared-counter.js';
import type { Decision, Policy } from './sliding-window.js';

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

export interface LimiterOptions {
  readonly clock: Clock;
  readonly ipv6Prefix: number;
  readonly policy?: Policy;
  /** Default: `counter`, or else the memory of this process. */
  readonly store?: LimiterStore | undefined;
  /** Counts for all processes that share the database. */
  readonly counter?: SharedCounter | undefined;
  /** The number of addresses that the memory of this process counts exactly. */
  readonly addresses?: number | undefined;
}

export function createLimiter({
  clock,
  ipv6Prefix,
  policy = publicPolicy,
  addresses = defaultMaxAddresses,
  store: hostStore,
  counter,
}: LimiterOptions): Limiter {
  const store = hostStore ?? new MemoryStore(policy, addresses);
  const shared = hostStore ? undefined : counter;
  const networks = createNetworkStore(policy, addresses);

  /** Counts a request in both stores, or in neither. Checks the network again, since the other store may be slow. */
  async function takeBoth(key: string, network: string, now: number): Promise<Decision> {
    const byNetwork = networks.peek(network, now);
    if (!byNetwork.admitted) return stricter(await store.peek(key, now), byNetwork);
    const decision = await store.take(key, now);
    return stricter(decision, decision.admitted ? networks.take(network, now) : networks.peek(network, now));
  }

  return {
    policy,
    async take(address) {
      try {
        const key = toClientKey(address, ipv6Prefix);
        const network = toNetworkKey(address, ipv6Prefix);
        if (shared) return await shared.take(key, network);
        return await (network === undefined
          ? store.take(key, clock.elapsed())
          : takeBoth(key, network, clock.elapsed()));
      } catch (cause) {
        throw new AskwellError('unavailable', undefined, { cause });
      }
    },
  };
}

/** Creates the store for IPv6 /48 networks, of which there are far fewer than addresses. */
function createNetworkStore(policy: Policy, addresses: number): MemoryStore {
  return new MemoryStore(networkPolicy(policy), Math.ceil(addresses / clientsPerNetwork));
}

/** Returns the policy of IPv6 /48 networks, by that of a client. */
export function networkPolicy({ limit, seconds }: Policy): Policy {
  return { limit: limit * clientsPerNetwork, seconds };
}

/** Returns the decision if two limits apply: a request is admitted if both admit it, and waits for both. */
function stricter(one: Decision, other: Decision): Decision {
  const [less, more] = one.remaining <= other.remaining ? [one, other] : [other, one];
  return {
    admitted: one.admitted && other.admitted,
    remaining: less.remaining,
    resetSeconds:
      less.remaining === more.remaining ? Math.max(less.resetSeconds, more.resetSeconds) : less.resetSeconds,
    retryAfterSeconds: Math.max(one.retryAfterSeconds, other.retryAfterSeconds),
  };
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
