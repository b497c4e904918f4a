import { poll } from '../../kinds/poll/poll-kind.js';
import type { PollOwn, PollWire } from '../../kinds/poll/stored-poll.js';
import type { OptionResult, PollResults, RankedResult, RankedRound } from '../../shared/contract/resources.js';
import { type Bar, byAuthor } from '../../shared/presentation/results/blocks.js';
import { bar, largest } from '../../shared/presentation/results/charts.js';
import { plainLabel } from '../../shared/presentation/rich-text.js';
import { defaultScale } from '../../shared/presentation/scales.js';
import { count } from '../components.js';
import { number } from '../numbers.js';
import { percent } from '../owner-localizer.js';
import { type CountableAnswer, type Insight, type KindInsights, maxInsights, type RunoffRound } from './insight.js';

/** The insights of polls: the rounds of ranked ones, and the ratings of each option. */
export const pollInsights: KindInsights<PollOwn, PollWire> = {
  choices: pollChoices,
  figures: () => [],
  uncounted: () => 0,
  insights: (_own, results) => [...roundsOf(results), ...ratingCharts(results)],
  // The results have the answers of visitors already.
  openInputs: () => [],
  replacesResults: false,
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

function ratingCharts({ options }: Pick<PollResults, 'options'>): Insight[] {
  return options
    .filter(({ votes, histogram }) => votes > 0 && histogram !== undefined)
    .slice(0, maxInsights)
    .map(({ id, label, votes, average, histogram = [] }) => ({
      type: 'chart',
      note: `${count(votes, 'rating', 'ratings')}, average ${number(average ?? 0)}`,
      chart: {
        id: `ratings-${id}`,
        title: `Ratings: ${label}`,
        axis: 'Rating',
        unit: 'Votes',
        columns: histogram.map(({ value, count: votes }) => ({ label: `${value}`, value: votes })),
      },
    }));
}

function roundsOf({
  options,
  ranked,
  votes_count,
}: Pick<PollResults, 'options' | 'ranked' | 'votes_count'>): Insight[] {
  if (!ranked || votes_count === 0) return [];
  const rounds = ranked.rounds.map((round, at): RunoffRound => {
    const total = Object.values(round.votes).reduce((sum, votes) => sum + votes, 0);
    const bars = options
      .filter(({ id }) => Object.hasOwn(round.votes, id))
      .map((option) => roundBar(option, round, total))
      .sort((a, b) => b.share - a.share);
    return { title: `Round ${at + 1}`, outcome: outcomeOf(round, ranked, options), bars };
  });
  return [{ type: 'rounds', rounds }];
}

function roundBar({ id, label }: OptionResult, { votes }: RankedRound, total: number): Bar {
  const own = votes[id] ?? 0;
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
  { winners }: RankedResult,
  options: readonly OptionResult[],
): string {
  const labelOf = (id: string) => plainLabel(options.find((option) => option.id === id)?.label ?? id);
  const unused = exhausted > 0 ? ` ${count(exhausted, 'vote ranks', 'votes rank')} none of the remaining options.` : '';
  if (eliminated !== null) return `Eliminated: ${labelOf(eliminated)}.${unused}`;
  if (winners.length === 0) return `No option has votes.${unused}`;
  return `${winners.length > 1 ? 'Tied' : 'Winner'}: ${winners.map(labelOf).join(', ')}.${unused}`;
}
