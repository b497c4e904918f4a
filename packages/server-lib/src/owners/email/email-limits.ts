/** How many receipts and notices are sent. Links to reset a password or to verify an address have separate limits. */
export interface EmailLimits {
  // Generated from instance/options/option-table.ts by `npm run generate`.
  /**
   * The maximum number of receipts and notices of the service in an hour. Further ones are sent later. See
   * docs/email.md. Default: `5000`.
   */
  perHour?: number | undefined;
  /**
   * The maximum number of receipts and notices of an account in an hour. Further ones are sent later. Default: `2000`.
   */
  perAccount?: number | undefined;
  /**
   * The maximum number of receipts of an account in its first 20 hours. Further ones are sent after that time. Default:
   * `10`.
   */
  perNewAccount?: number | undefined;
  /**
   * The maximum number of receipts that a client causes in an hour: a visitor, or the sender of a batch. Further
   * answers get none. Default: `60`.
   */
  perClient?: number | undefined;
  /**
   * The maximum number of receipts to an address in an hour, and four times as many in a day. Further ones are dropped.
   * Default: `5`.
   */
  perAddress?: number | undefined;
}

/** The limits of an instance that sets no limits. */
export const defaultEmailLimits: Readonly<Record<keyof EmailLimits, number>> = {
  perHour: 5_000,
  perAccount: 2_000,
  perNewAccount: 10,
  perClient: 60,
  perAddress: 5,
};

/** Returns limits with defaults for limits that are not set. */
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
