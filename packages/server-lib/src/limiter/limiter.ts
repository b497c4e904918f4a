import type { Clock } from '../clock.js';
import { AskwellError } from '../errors.js';
import { clientsPerNetwork, toClientKey, toNetworkKey } from './client-address.js';
import type { LimiterStore } from './limiter-store.js';
import { defaultMaxAddresses, MemoryStore } from './memory-store.js';
import type { Decision, Policy } from './sliding-window.js';

/** What the three public operations share: 30 requests in any 60 seconds from one address. */
export const publicPolicy: Policy = { limit: 30, seconds: 60 };

/**
 * Counts requests by client address. Never more than the policy's limit is admitted in any of its spans, and waiting
 * `retryAfterSeconds` always suffices.
 *
 * @example
 * const decision = await askwell.limiter.take(request.socket.remoteAddress);
 * if (!decision.admitted) {
 *   response.writeHead(429, rateLimitHeaders(decision)).end();
 * }
 */
export interface Limiter {
  /**
   * Asks for one admission of an address; addresses that can't be told apart count as one. Rejects as unavailable where
   * the count is out of reach: a limit that fails open is none.
   */
  take(address: string | undefined): Promise<Decision>;
  readonly policy: Policy;
}

export interface LimiterOptions {
  readonly clock: Clock;
  readonly ipv6Prefix: number;
  readonly policy?: Policy;
  /** Default: this process's memory. */
  readonly store?: LimiterStore | undefined;
  /** How many addresses this process's memory counts one by one. */
  readonly addresses?: number | undefined;
}

export function createLimiter({
  clock,
  ipv6Prefix,
  policy = publicPolicy,
  addresses = defaultMaxAddresses,
  store = new MemoryStore(policy, addresses),
}: LimiterOptions): Limiter {
  const networks = createNetworkStore(policy, addresses);

  /** Both tiers admit, or neither counts. Whether the /48 has room is asked again after what may take a while. */
  async function takeBoth(key: string, network: string, now: number): Promise<Decision> {
    const room = networks.peek(network, now);
    if (!room.admitted) return stricter(await store.peek(key, now), room);
    const decision = await store.take(key, now);
    return stricter(decision, decision.admitted ? networks.take(network, now) : networks.peek(network, now));
  }

  return {
    policy,
    async take(address) {
      try {
        const key = toClientKey(address, ipv6Prefix);
        const network = toNetworkKey(address, ipv6Prefix);
        return await (network === undefined
          ? store.take(key, clock.elapsed())
          : takeBoth(key, network, clock.elapsed()));
      } catch (cause) {
        throw new AskwellError('unavailable', undefined, { cause });
      }
    },
  };
}

/** Counts IPv6 /48s, of which there are far fewer than addresses. */
function createNetworkStore({ limit, seconds }: Policy, addresses: number): MemoryStore {
  return new MemoryStore({ limit: limit * clientsPerNetwork, seconds }, Math.ceil(addresses / clientsPerNetwork));
}

/** What holds where two limits apply: waiting as long as it says suffices for both. */
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

/** The headers that tell a client where it stands; with `Retry-After` when it was refused. */
export function rateLimitHeaders(decision: Decision, policy: Policy = publicPolicy): string[] {
  const headers = [
    'ratelimit-policy',
    policyHeader(policy),
    'ratelimit',
    `"public";r=${decision.remaining};t=${decision.resetSeconds}`,
  ];
  if (!decision.admitted) headers.push('retry-after', String(decision.retryAfterSeconds));
  return headers;
}

const texts = new WeakMap<Policy, string>();

/** A policy as its header has it, made once. */
function policyHeader(policy: Policy): string {
  let text = texts.get(policy);
  if (text === undefined) {
    text = `"public";q=${policy.limit};w=${policy.seconds}`;
    texts.set(policy, text);
  }
  return text;
}
