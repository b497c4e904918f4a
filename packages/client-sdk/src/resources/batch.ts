import type { BatchResult, RefusedResult } from '@askwell/server/contract';
import type { CreateOptions } from '../options.js';

/** Options of a call that records many answers. */
export interface BatchCallOptions extends CreateOptions {
  /** Records either all answers or none. Default: false. */
  atomic?: boolean | undefined;
  /** Sends receipts by email, if the form or quiz has `receipt`. Default: false. */
  receipts?: boolean | undefined;
}

/** An answer of a batch that was not recorded. */
export interface BatchFailure extends RefusedResult {
  /** The index of the answer in the batch. */
  index: number;
}

/**
 * Returns the answers of a batch that were not recorded.
 *
 * @example
 * const results = await askwell.polls.votes.batch(poll.id, votes);
 * for (const { index, code, message } of failuresOf(results)) console.error(votes[index], code, message);
 */
export function failuresOf(results: readonly BatchResult[]): BatchFailure[] {
  return results.flatMap((result, index) => ('code' in result ? [{ ...result, index }] : []));
}
