import { isObject } from '../validation/objects.js';

/** How many receipts and notices are sent. Links to reset a password or to verify an address have limits of their own. */
export interface EmailLimits {
  /** Receipts and notices of the service in an hour. Further ones wait. Default: 5,000. */
  perHour?: number | undefined;
  /** Receipts and notices of an account in an hour. Further ones wait. Default: 2,000. */
  perAccount?: number | undefined;
  /** Receipts of an account in its first 20 hours. Further ones wait until then. Default: 10. */
  perNewAccount?: number | undefined;
  /** Receipts that a client causes in an hour, by its address. Further answers get none. Default: 60. */
  perClient?: number | undefined;
  /** Receipts to an address in an hour, and four times as many in a day. Further ones are dropped. Default: 5. */
  perAddress?: number | undefined;
}

/** The limits of an instance that sets none. */
export const defaultEmailLimits: Readonly<Record<keyof EmailLimits, number>> = {
  perHour: 5_000,
  perAccount: 2_000,
  perNewAccount: 10,
  perClient: 60,
  perAddress: 5,
};

/** Returns limits with defaults for those that are not set. */
export function resolveEmailLimits(limits: EmailLimits = {}): Readonly<Record<keyof EmailLimits, number>> {
  return {
    perHour: limits.perHour ?? defaultEmailLimits.perHour,
    perAccount: limits.perAccount ?? defaultEmailLimits.perAccount,
    perNewAccount: limits.perNewAccount ?? defaultEmailLimits.perNewAccount,
    perClient: limits.perClient ?? defaultEmailLimits.perClient,
    perAddress: limits.perAddress ?? defaultEmailLimits.perAddress,
  };
}

/** The largest limit. A limit remembers when each email was sent. */
export const maxEmailLimit = 1_000_000;

/** Returns whether a value is an {@link EmailLimits}. */
export function isEmailLimits(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.entries(value).every(([name, limit]) => Object.hasOwn(defaultEmailLimits, name) && isLimit(limit))
  );
}

function isLimit(value: unknown): boolean {
  if (value === undefined) return true;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= maxEmailLimit;
}
