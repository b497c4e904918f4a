import { AskwellError } from '../../base/errors.js';
import type { Operation } from '../../db/operation.js';
import { selectBucketCounts, selectCounters } from '../answers/answer-queries.js';
import type { Contribution } from '../results/contribution.js';

/** The counts of everything that has a limit: the answers of an ask and its capped buckets. */
export interface FillCounts {
  readonly answers: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** Reads only the counts that have a limit. Most asks have none. */
export function* readFillCounts(ask: number, isLimited: boolean, capped: readonly string[]): Operation<FillCounts> {
  const counters = isLimited ? yield* selectCounters(ask) : { answers: 0 };
  if (!counters) throw new AskwellError('not_found');
  const counts = capped.length === 0 ? [] : yield* selectBucketCounts(ask, capped);
  return { answers: counters.answers, counts: new Map(counts.map(({ bucket, n }) => [bucket, n])) };
}

/** Returns the buckets that an answer adds to. */
export function bucketsOf(contributions: readonly Contribution[]): string[] {
  return contributions.flatMap((contribution) => ('bucket' in contribution ? [contribution.bucket] : []));
}
