import { checkPolicy } from '../api/asks/check-endpoints.js';
import { defaultOverloadLimits, type OverloadLimits } from '../api/overload/overload.js';
import type { Clock } from '../base/clock.js';
import type { Secret } from '../base/crypto/secret.js';
import { progressPolicy } from '../core/limits.js';
import type { Store } from '../db/store.js';
import { createAccountLimiter } from '../http/limits/account-limiter.js';
import { type AddressLimiter, createLimiter } from '../http/limits/limiter.js';
import type { InstanceMetrics } from './metrics/instance-metrics.js';
import type { LimitOptions } from './options/options.js';

/** The options of {@link createLimiters}. */
export interface LimiterServices {
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
  readonly limits: LimitOptions | undefined;
  readonly ipv6Prefix: number;
  readonly metrics: InstanceMetrics | undefined;
  /** Counts the public operations of several instances together. */
  readonly sharedLimiter: AddressLimiter | undefined;
}

/** Creates the limiters of an instance. They count for all processes of its database, if it can have several. */
export function createLimiters({ store, clock, secret, limits = {}, ...more }: LimiterServices) {
  const { ipv6Prefix, metrics, sharedLimiter } = more;
  const { windows } = store;
  const shared = (name: string) => windows && { name, windows, secret };
  const { store: limiterStore, addresses, accountRequests } = limits;

  const limiter =
    sharedLimiter ?? createLimiter({ clock, ipv6Prefix, store: limiterStore, addresses, shared: shared('public') });
  const checkLimiter = createLimiter({ clock, ipv6Prefix, policy: checkPolicy, addresses, shared: shared('checks') });
  const progressLimiter = createLimiter({ clock, ipv6Prefix, policy: progressPolicy, addresses });
  const accountLimiter = createAccountLimiter(clock, accountRequests, shared('account'));
  return {
    /** Limits the public operations. */
    limiter: metrics?.limiters.countAddresses('public', limiter) ?? limiter,
    /** Limits the checks of single answers to quizzes. */
    checkLimiter: metrics?.limiters.countAddresses('checks', checkLimiter) ?? checkLimiter,
    /** Limits the reports of visits, in each process for itself. */
    progressLimiter,
    accountLimiter: metrics?.limiters.countAccounts(accountLimiter) ?? accountLimiter,
  };
}

/** Returns the limits of an overloaded process, with defaults for those that are not set. */
export function overloadLimitsOf(limits: LimitOptions = {}): OverloadLimits {
  return {
    eventLoopDelay: limits.eventLoopDelay ?? defaultOverloadLimits.eventLoopDelay,
    writeDelay: limits.writeDelay ?? defaultOverloadLimits.writeDelay,
    pendingWrites: limits.pendingWrites ?? defaultOverloadLimits.pendingWrites,
    pendingWriteBytes: limits.pendingWriteBytes ?? defaultOverloadLimits.pendingWriteBytes,
  };
}
