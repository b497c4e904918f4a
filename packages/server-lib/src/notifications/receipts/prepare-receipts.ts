import { LRUCache } from 'lru-cache';
import type { CreateThrottle } from '../../access/sign-in/failure-throttle.js';
import type { PrepareReceipt } from '../../asks/submit/prepare-receipt.js';
import type { Clock } from '../../clock.js';
import { AskwellError } from '../../errors.js';
import type { Store } from '../../store/store.js';
import { followAsk, isFollowed, withholdReceipt } from './receipt-queries.js';

export interface PrepareReceiptOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly createThrottle: CreateThrottle;
}

/**
 * Creates the function that is called before an answer is recorded that gets a receipt. It makes sure that the log of the
 * account is followed, so that the receipt of an acknowledged answer is never lost, and limits the receipts that a client causes.
 */
export function createPrepareReceipt({ store, clock, createThrottle }: PrepareReceiptOptions): PrepareReceipt {
  const byClient = createThrottle('receipts by client', { limit: 60, seconds: 3_600 });
  const followed = new LRUCache<number, true>({ max: 10_000 });

  async function follow(ask: number): Promise<void> {
    if (followed.has(ask)) return;
    if (!(await store.read(isFollowed(ask)))) await store.run(followAsk, { ask });
    followed.set(ask, true);
  }

  return async (ask, answer, client) => {
    await follow(ask);
    const key = clientOf(client);
    if (key === undefined) return;
    try {
      await byClient.count(key);
    } catch (error) {
      if (!(error instanceof AskwellError) || error.code !== 'rate_limited') throw error;
      await store.run(withholdReceipt, { ask, answer, at: clock.now() });
    }
  };
}

/** Returns undefined for an answer that the host's code submits without an address. */
function clientOf(client: () => string): string | undefined {
  try {
    return client();
  } catch (error) {
    if (error instanceof AskwellError && error.code === 'invalid') return undefined;
    throw error;
  }
}
