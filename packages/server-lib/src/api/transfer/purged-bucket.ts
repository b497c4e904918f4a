import { hourPrefix } from '../../core/results/timeline.js';
import { purgedAnswersBucket } from '../../core/retention/purge-answers.js';
import { rankingInput } from '../../kinds/inputs/ranking.js';

/** Buckets with sums of numbers, which can be negative. */
const sumPattern = /\.sum\.\d$/;

/** Buckets whose names only identify them: IDs with separators, and those of quizzes. */
const plainPattern = /^(?:\$[anc]\.)?[a-z0-9_-]+(?:[.=>+][a-z0-9_=.+-]*)*$/;

/** The scores of quizzes. */
const scorePattern = /^\$s\.\d{1,12}(\.\d{1,6})?\/\d{1,12}(\.\d{1,6})?$/;

/**
 * Returns whether purged answers can have added an amount to a bucket. Results parse the names of some buckets, so that a
 * wrong name could make them fail.
 */
export function isPurgedResult(bucket: string, count: number, ballotOptions: ReadonlySet<string>): boolean {
  if (count < 0 && !sumPattern.test(bucket)) return false;
  if (bucket === purgedAnswersBucket) return true;
  if (bucket.startsWith(hourPrefix)) return /^\d{1,8}$/.test(bucket.slice(hourPrefix.length));
  if (bucket.startsWith(rankingInput.ballotPrefix)) {
    const ballot = rankingInput.parseBallot(bucket);
    return new Set(ballot).size === ballot.length && ballot.every((id) => ballotOptions.has(id));
  }
  return plainPattern.test(bucket) || scorePattern.test(bucket);
}
