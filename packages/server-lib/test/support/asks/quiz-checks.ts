import { one } from '../../../src/db/sql/statement.js';
import type { Services } from '../../../src/instance/assemble-services.js';

/** The settings of a quiz that tells after each question whether the answer is correct. */
export const each = { feedback: 'each', reveal: 'answers' };

/** Counts the checked answers in the database. */
export async function countChecks({ store }: Services): Promise<number> {
  const row = await store.read(one<{ n: number }>`select count(*) as n from askwell_checks`);
  return row?.n ?? 0;
}
