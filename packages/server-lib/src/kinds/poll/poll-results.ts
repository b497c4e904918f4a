import { maxListedWriteIns } from '../../core/answers/limits.js';
import { largestAnswerCount, largestChoiceCount } from '../../core/results/largest-counts.js';
import type { Tallies } from '../../core/results/tallies.js';
import type { OptionResult, RankedResult } from '../../shared/contract/resources.js';
import { defaultScale } from '../../shared/presentation/scales.js';
import { maxWriteInLength } from '../inputs/choice.js';
import { rankingInput } from '../inputs/ranking.js';
import { ratingsInput } from '../inputs/ratings.js';
import { type Ballot, bordaPoints, instantRunoff } from './instant-runoff.js';
import { type PollOwn, type PollWire, pollInput } from './stored-poll.js';

type OwnResults = PollWire['results'];

/** Returns the results of a poll. */
export function pollResults(own: PollOwn, tallies: Tallies): OwnResults {
  const votes_count = tallies.answers;
  const share = (votes: number) => (votes_count === 0 ? 0 : votes / votes_count);
  const others = tallies.writeIns(pollInput);
  if (own.type === 'ranked') return { votes_count, ...rankedResults(own, tallies, share), others };
  if (own.type === 'rating') return { votes_count, options: ratedOptions(own, tallies, share), others };
  const options = own.options.map(({ id, label }) => {
    const votes = tallies.count(id);
    return { id, label, votes, share: share(votes) };
  });
  return { votes_count, options, others };
}

function ratedOptions(
  { options, scale }: PollOwn,
  { count }: Tallies,
  share: (votes: number) => number,
): OptionResult[] {
  return ratingsInput.summarize({ options, scale: scale ?? defaultScale }, count).map((rated, at) => ({
    id: rated.id,
    label: options[at]?.label ?? '',
    votes: rated.votes,
    share: share(rated.votes),
    average: rated.average,
    histogram: rated.histogram,
  }));
}

function rankedResults({ options }: PollOwn, { withPrefix }: Tallies, share: (votes: number) => number) {
  const ids = options.map(({ id }) => id);
  const ballots: Ballot[] = withPrefix(rankingInput.ballotPrefix).map(([bucket, n]) => ({
    order: rankingInput.parseBallot(bucket),
    n,
  }));
  const first = new Map<string, number>();
  for (const { order, n } of ballots) if (order[0] !== undefined) first.set(order[0], (first.get(order[0]) ?? 0) + n);
  const ranked: RankedResult = { ...instantRunoff(ids, ballots), borda: bordaPoints(ids, ballots) };
  const rows = options.map(
    ({ id, label }): OptionResult => ({ id, label, votes: first.get(id) ?? 0, share: share(first.get(id) ?? 0) }),
  );
  return { options: rows, ranked };
}

/** The character with the longest JSON encoding: six characters. */
const longestJsonCharacter = '\u0001';

/**
 * Yields the parts of the largest results that visitors may get. A ranked poll has at most as many rounds as options.
 */
export function* largestPollResults(own: PollOwn): Generator<object> {
  const writeIn = { text: longestJsonCharacter.repeat(maxWriteInLength), votes: largestChoiceCount };
  const others = own.show_others ? Array.from({ length: maxListedWriteIns }, () => writeIn) : [];
  yield pollResults(own, {
    answers: largestAnswerCount,
    count: () => largestChoiceCount,
    withPrefix: () => [],
    writeIns: () => others,
  });
  if (own.type !== 'ranked') return;
  const ids = own.options.map(({ id }) => id);
  const votes = Object.fromEntries(ids.map((id) => [id, largestChoiceCount]));
  yield { winners: ids, borda: votes };
  for (const eliminated of ids) yield { votes, eliminated, exhausted: largestChoiceCount };
}
