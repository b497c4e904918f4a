import { counterCheck } from '../../../src/asks/results/counter-check.js';
import { tallyCheck } from '../../../src/asks/results/tally-check.js';
import { purgeAll } from '../../../src/asks/retention/retention.js';
import type { Services } from '../../../src/assemble-services.js';

export const day = 24 * 3600 * 1000;

/** Purges without pauses between the batches. */
export function purgeNow({ store, clock }: Services, olderThan: number | null = null) {
  return purgeAll({ store, clock, olderThan, pause: async () => true });
}

/** Returns what `askwell check` finds in results and counters. */
export async function findMiscounts({ store }: Services): Promise<string[]> {
  return [...(await store.read(tallyCheck.find())), ...(await store.read(counterCheck.find()))];
}
