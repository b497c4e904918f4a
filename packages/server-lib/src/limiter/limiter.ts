import type { Clock } from '../clock.js';
import { AskwellError } from '../errors.js';
import { countingKey } from './client-address.js';
import { MemoryStore } from './memory-store.js';
import type { LimiterStore } from './store.js';
import type { Decision, Policy } from './window.js';

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
}

export function createLimiter({
  clock,
  ipv6Prefix,
  policy = publicPolicy,
  store = new MemoryStore(policy),
}: LimiterOptions): Limiter {
  return {
    policy,
    async take(address) {
      try {
        return await store.take(countingKey(address, ipv6Prefix), clock.elapsed());
      } catch (cause) {
        throw new AskwellError('unavailable', undefined, { cause });
      }
    },
  };
}

/** The headers that tell a client where it stands; with `Retry-After` when it was refused. */
export function rateLimitHeaders(decision: Decision, policy: Policy = publicPolicy): string[] {
  const headers = [
    'ratelimit-policy',
    textOf(policy),
    'ratelimit',
    `"public";r=${decision.remaining};t=${decision.resetSeconds}`,
  ];
  if (!decision.admitted) headers.push('retry-after', String(decision.retryAfterSeconds));
  return headers;
}

const texts = new WeakMap<Policy, string>();

/** A policy as its header has it, made once. */
function textOf(policy: Policy): string {
  let text = texts.get(policy);
  if (text === undefined) {
    text = `"public";q=${policy.limit};w=${policy.seconds}`;
    texts.set(policy, text);
  }
  return text;
}
