import type { Clock } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import type { Store } from '../../db/store.js';
import type { Removal } from '../../owners/removal/background-removal.js';
import { abandonImport, beginImport, type ImportRef } from './import-queries.js';

/**
 * Begins an import, after removing what an interrupted one has written.
 *
 * @throws AskwellError with the code `conflict` if another import into the account is running.
 */
export async function begin({ store, clock }: { store: Store; clock: Clock }, ref: ImportRef): Promise<void> {
  for (;;) {
    const outcome = await store.run(beginImport, { ...ref, at: clock.now() });
    if (outcome === 'begun') return;
    if (outcome === 'more') continue;
    if (outcome.refused === 'unknown_account') throw new AskwellError('not_found');
    throw new AskwellError('conflict', 'Another import into this account is running. Try again when it is finished.');
  }
}

/** Removes what an import has written. If this fails too, the removal does it later. */
export async function abandon({ store, removal }: { store: Store; removal: Removal }, ref: ImportRef): Promise<void> {
  try {
    while ((await store.run(abandonImport, ref)) === 'more');
    await removal.finish({ hasVisible: false, hasAny: true });
  } catch {
    // The error that ended the import says more.
  }
}
