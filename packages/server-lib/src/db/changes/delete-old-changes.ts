import type { Clock, Micros } from '../../base/clock.js';
import type { Store } from '../store.js';
import { deleteOldChanges, selectAccountsWithChanges } from './change-queries.js';

const day: Micros = 24 * 3_600 * 1_000_000;

/** Runs a function until it returns false. Returns whether to continue with the next account. */
export type RunBatches = (batch: () => Promise<boolean>) => Promise<boolean>;

/** Deletes the changes of all accounts that are older than a number of days, in batches. */
export async function deleteAllOldChanges(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  days: number,
  runBatches: RunBatches,
): Promise<void> {
  for (let after = 0; ; ) {
    const accounts = await store.read(selectAccountsWithChanges(after));
    for (const { account_id: account } of accounts) {
      const isActive = await runBatches(() =>
        store.run(deleteOldChanges, { account, before: clock.now() - days * day }),
      );
      if (!isActive) return;
    }
    const last = accounts.at(-1);
    if (!last) return;
    after = last.account_id;
  }
}
