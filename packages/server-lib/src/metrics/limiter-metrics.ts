import type { AccountLimiter } from '../limiter/account-limiter.js';
import type { Limiter } from '../limiter/limiter.js';
import { Counter, type Metric } from './instruments.js';

/** Counts the decisions of limiters. */
export function createLimiterMetrics() {
  const decisions = new Counter(
    {
      name: 'askwell_limiter_decisions_total',
      help: 'Requests that a limiter admitted, refused with 429, or could not count because its store failed.',
      otel: { name: 'askwell.limiter.decisions', unit: '{request}', attributes: labelsOfMeter },
    },
    ['limiter', 'decision'],
  );
  return {
    metrics: [decisions] as readonly Metric[],

    /** Returns a limiter that counts its decisions. */
    count(name: 'public' | 'checks', limiter: Limiter): Limiter {
      return {
        ...limiter,
        async take(address) {
          try {
            const decision = await limiter.take(address);
            decisions.add([name, decision.admitted ? 'admitted' : 'refused']);
            return decision;
          } catch (error) {
            decisions.add([name, 'failed']);
            throw error;
          }
        },
      };
    },

    /** Returns an account limiter that counts its decisions. */
    countAccounts(limiter: AccountLimiter): AccountLimiter {
      return {
        ...limiter,
        take(account) {
          const decision = limiter.take(account);
          decisions.add(['account', decision.admitted ? 'admitted' : 'refused']);
          return decision;
        },
      };
    },
  };
}

const labelsOfMeter = { limiter: 'askwell.limiter', decision: 'askwell.decision' };
