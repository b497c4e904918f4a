import { maxListedWriteIns } from '../../core/answers/limits.js';
import { poll } from '../../kinds/poll/poll-kind.js';
import type { PollOwn, PollWire } from '../../kinds/poll/stored-poll.js';
import type { OptionResult, PollResults, RankedResult, RankedRound } from '../../shared/contract/resources.js';
import { type Bar, byAuthor } from '../../shared/presentation/results/blocks.js';
import { bar, largest } from '../../shared/presentation/results/charts.js';
import { plainLabel } from '../../shared/presentation/rich-text.js';
import { defaultScale } from '../../shared/presentation/scales.js';
import type { Texts } from '../../shared/presentation/texts.js';
import { count } from '../components.js';
import { number } from '../numbers.js';
import { percent } from '../owner-localizer.js';
import {
  type ClarifiedResults,
  type CountableAnswer,
  type Insight,
  type KindInsights,
  maxInsights,
  type RunoffRound,
} from './insight.js';

/** The insights of polls: the rounds of ranked ones, and the ratings of each option. */
export const pollInsights: KindInsights<PollOwn, PollWire> = {
  choices: pollChoices,
  figures: () => [],
  uncounted: () => 0,
  insights: (own, results) => [...roundsOf(own, results), ...ratingCharts(results)],
  // The results have the answers of visitors already.
  openInputs: () => [],
  replacesResults: false,
  clarify: ({ type }, results, t) =>
    type === 'multiple'
      ? countVotes(results, t)
      : { results: byOutcome(results), total: null, headline: winnerOf(results) },
  shareable: (own, results) => poll.resultsForVisitors(own, results),
};

function pollChoices({ type, options, scale }: PollOwn): CountableAnswer[] {
  if (type !== 'rating') {
    const question = type === 'ranked' ? 'Ranked at any place' : null;
    return options.map(({ id, label }) => ({ bucket: id, question, label }));
  }
  const { min, max } = scale ?? defaultScale;
  return options.flatMap(({ id, label }) =>
    Array.from({ length: max - min + 1 }, (_, at) => ({
      bucket: `${id}=${min + at}`,
      question: label,
      label: `${min + at}`,
    })),
  );
}

/** Counts answers and votes: an answer can have several votes. */
function countVotes(results: PollResults, t: Texts): ClarifiedResults<PollWire> {
  const { options, others, votes_count } = results;
  if (votes_count === 0) return { results, total: null, headline: null };
  const votes = [...options, ...others].reduce((sum, one) => sum + one.votes, 0);
  // The list may lack the least frequent texts of visitors.
  const isComplete = others.length < maxListedWriteIns;
  const counts = [t('{n} answer|{n} answers', { n: votes_count }), t('{n} vote|{n} votes', { n: votes })];
  const total = new Intl.ListFormat(t.lang, { type: 'unit' }).format(isComplete ? counts : counts.slice(0, 1));
  return { results, total, headline: 'People can choose several options.' };
}

/** Sorts the options of a ranked poll: the winners first, and the option last that was eliminated first. */
function byOutcome(results: PollResults): PollResults {
  const { options, ranked } = results;
  if (!ranked) return results;
  const last = ranked.rounds.at(-1);
  const roundOf = (id: string) => lastRoundOf(id, ranked);
  const votesOf = (id: string) => last?.votes[id] ?? 0;
  return {
    ...results,
    options: [...options].sort((a, b) => roundOf(b.id) - roundOf(a.id) || votesOf(b.id) - votesOf(a.id)),
  };
}

/** Returns the number of the last round of an option. */
function lastRoundOf(id: string, { rounds }: RankedResult): number {
  return rounds.findLastIndex(({ votes }) => Object.hasOwn(votes, id)) + 1;
}

/** Says who wins a ranked poll, and with how many votes. */
function winnerOf({ options, ranked }: PollResults): string | null {
  const [winner] = ranked?.winners ?? [];
  const last = ranked?.rounds.at(-1);
  if (!ranked || winner === undefined || !last) return null;
  const votes = Object.values(last.votes).reduce((sum, n) => sum + n, 0);
  const of = `${number(last.votes[winner] ?? 0)} of ${count(votes, 'vote', 'votes')}`;
  const each = ranked.winners.length > 1 ? ' each' : '';
  return `${winnerWords(ranked, options)}, with ${of}${each} in round ${ranked.rounds.length}. The bars show this round.`;
}

function ratingCharts({ options }: Pick<PollResults, 'options'>): Insight[] {
  return options
    .filter(({ votes, histogram }) => votes > 0 && histogram !== undefined)
    .slice(0, maxInsights)
    .map(({ id, label, votes, average, histogram = [] }) => ({
      type: 'chart',
      note: `${count(votes, 'vote', 'votes')}, average ${number(average ?? 0)}`,
      chart: {
        id: `ratings-${id}`,
        title: `Ratings: ${label}`,
        axis: 'Rating',
        unit: 'Votes',
        columns: histogram.map(({ value, count: votes }) => ({ label: `${value}`, value: votes })),
      },
    }));
}

function roundsOf(own: PollOwn, results: PollResults): Insight[] {
  const { options, ranked } = results;
  if (!ranked || ranked.rounds.length === 0) return [];
  const rounds = ranked.rounds.map((round, at): RunoffRound => {
    const bars = options
      .filter(({ id }) => Object.hasOwn(round.votes, id))
      .map((option) => roundBar(option, round))
      .sort((a, b) => b.share - a.share);
    return { title: `Round ${at + 1}`, outcome: outcomeOf(round, ranked, options), bars };
  });
  const images = new Map(own.options.map(({ id, image_url }) => [id, image_url]));
  const outcome = byOutcome(results).options.map((option) => ({
    ...outcomeBar(option, ranked),
    image: images.get(option.id) ?? null,
  }));
  return [{ type: 'rounds', rounds, outcome }];
}

/** Returns the bar of an option in the last round, or the round in which the option was eliminated. */
function outcomeBar(option: OptionResult, ranked: RankedResult): Bar {
  const last = ranked.rounds.at(-1);
  if (!last || !Object.hasOwn(last.votes, option.id)) {
    const details = [`in round ${lastRoundOf(option.id, ranked)}`];
    return bar({ label: byAuthor(plainLabel(option.label)), share: 0, figure: 'Eliminated', details });
  }
  const isWinner = ranked.winners.includes(option.id);
  return { ...roundBar(option, last), marks: isWinner ? [{ type: 'winner', text: 'Winner' }] : [] };
}

function roundBar({ id, label }: OptionResult, { votes }: RankedRound): Bar {
  const own = votes[id] ?? 0;
  const total = Object.values(votes).reduce((sum, n) => sum + n, 0);
  const share = total === 0 ? 0 : own / total;
  const isLeading = own > 0 && own === largest(Object.values(votes));
  return bar({
    label: byAuthor(plainLabel(label)),
    share,
    figure: percent(share),
    details: [count(own, 'vote', 'votes')],
    isLeading,
  });
}

function outcomeOf(
  { eliminated, exhausted }: RankedRound,
  ranked: RankedResult,
  options: readonly OptionResult[],
): string {
  const unused = exhausted > 0 ? ` ${count(exhausted, 'vote ranks', 'votes rank')} none of the remaining options.` : '';
  if (eliminated !== null) return `Eliminated: ${labelOf(eliminated, options)}.${unused}`;
  if (ranked.winners.length === 0) return `No option has votes.${unused}`;
  return `${winnerWords(ranked, options)}.${unused}`;
}

function winnerWords({ winners }: RankedResult, options: readonly OptionResult[]): string {
  return `${winners.length > 1 ? 'Tied' : 'Winner'}: ${winners.map((id) => labelOf(id, options)).join(', ')}`;
}

function labelOf(id: string, options: readonly OptionResult[]): string {
  return plainLabel(options.find((option) => option.id === id)?.label ?? id);
}
