import type { Decision } from '../../db/windows/sliding-window.js';
import type { AccountLimiter } from '../../http/limits/account-limiter.js';
import type { AddressLimiter } from '../../http/limits/limiter.js';
import { Counter, type Metric } from './instruments.js';

type LimiterName = 'public' | 'checks' | 'account';

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
  /** Counts a decision when it is made, and returns it as it came. */
  function count<Taken extends Decision | Promise<Decision>>(name: LimiterName, taken: Taken): Taken {
    const add = ({ admitted }: Decision): void => decisions.add([name, admitted ? 'admitted' : 'refused']);
    if (taken instanceof Promise) void taken.then(add, () => decisions.add([name, 'failed']));
    else add(taken);
    return taken;
  }

  return {
    metrics: [decisions] as readonly Metric[],

    /** Returns a limiter of addresses that counts its decisions. */
    countAddresses(name: 'public' | 'checks', limiter: AddressLimiter): AddressLimiter {
      return { ...limiter, take: (address) => count(name, limiter.take(address)) };
    },

    /** Returns a limiter of accounts that counts its decisions. */
    countAccounts(limiter: AccountLimiter): AccountLimiter {
      return { ...limiter, take: (account) => count('account', limiter.take(account)) };
    },
  };
}

const labelsOfMeter = { limiter: 'askwell.limiter', decision: 'askwell.decision' };
