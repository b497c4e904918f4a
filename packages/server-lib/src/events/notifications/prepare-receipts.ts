import { createGrowingCache } from '../../base/growing-cache.js';
import type { PrepareReceipt } from '../../core/submit/prepare-answer.js';
import type { Store } from '../../db/store.js';
import type { CreateThrottle } from '../../owners/access/failure-throttle.js';
import { type EmailLimits, resolveEmailLimits } from '../../owners/email/email-limits.js';
import type { SecurityEvents } from '../../owners/security-events/security-events.js';
import { followAsk, selectFollowed } from './receipt-queries.js';

export interface PrepareReceiptOptions {
  readonly store: Store;
  readonly createThrottle: CreateThrottle;
  readonly securityEvents: SecurityEvents;
  readonly limits: EmailLimits | undefined;
}

/**
 * Creates the function that is called before an answer with a receipt is recorded. It ensures that the log of the account is
 * followed, so that the receipt of an acknowledged answer is never lost. It also limits the receipts that a client (a visitor, or
 * the sender of a batch) can cause.
 */
export function createPrepareReceipt(options: PrepareReceiptOptions): PrepareReceipt {
  const { store, createThrottle, securityEvents, limits } = options;
  const { perClient } = resolveEmailLimits(limits);
  const byClient = createThrottle('receipts by client', { limit: perClient, seconds: 3_600 });
  /** The owners of asks whose answers are turned into emails. */
  const followed = createGrowingCache<number, number>(10_000);

  /** Starts to turn the answers of an owner into emails, and returns the owner. */
  async function follow(ask: number): Promise<number | undefined> {
    const known = followed.get(ask);
    if (known !== undefined) return known;
    const row = await store.read(selectFollowed(ask));
    if (!row) return undefined;
    if (row.position === null) await store.run(followAsk, { ask });
    followed.set(ask, row.account_id);
    return row.account_id;
  }

  return async (ask, cause) => {
    if (cause === 'none') return false;
    const account = await follow(ask);
    if (cause.client === undefined || (await byClient.tryCount(cause.client)) === undefined) return true;
    securityEvents.record({ kind: 'emails_withheld', account });
    return false;
  };
}
