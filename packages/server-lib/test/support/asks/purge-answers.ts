import { expect } from 'vitest';
import { counterCheck } from '../../../src/asks/results/counter-check.js';
import { tallyCheck } from '../../../src/asks/results/tally-check.js';
import { purgeAll } from '../../../src/asks/retention/retention.js';
import type { Services } from '../../../src/assemble-services.js';
import { one } from '../../../src/store/statement.js';

export const day = 24 * 3600 * 1000;

/** Purges without pauses between the batches. */
export function purgeNow({ store, clock }: Services, olderThan: number | null = null) {
  return purgeAll({ store, clock, olderThan, pause: async () => true });
}

/** Returns what `askwell check` finds in results and counters. */
export async function findMiscounts({ store }: Services): Promise<string[]> {
  return [...(await store.read(tallyCheck.find())), ...(await store.read(counterCheck.find()))];
}

/** Counts the rows of a table. `voters` are those whose answer was purged. */
export async function countRows(
  { store }: Services,
  table: 'answers' | 'voters' | 'replays' | 'starts',
): Promise<number> {
  const row = await store.read(one<Record<typeof table, number>>`
    select (select count(*) from askwell_answers) as answers, (select count(*) from askwell_purged_voters) as voters,
      (select count(*) from askwell_replays) as replays, (select count(*) from askwell_starts) as starts`);
  return row?.[table] ?? expect.unreachable('There is a row of counts.');
}
