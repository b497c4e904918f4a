import type { OptionResult, PollResults, PublicPoll, RankedResult } from '../../contract/resources.js';
import { defaultScale } from '../scales.js';
import type { Texts } from '../texts.js';
import { type Bar, type BarMark, type Block, byAuthor, labelText, type ResultsModel, type Rounds } from './blocks.js';
import { bar, inOrder, largest, resultsModel } from './charts.js';

/** The vote of the visitor, to mark it. */
export interface OwnVote {
  readonly choices?: readonly string[] | null | undefined;
  readonly ratings?: Readonly<Record<string, number>> | null | undefined;
}

/** Presents the results of a poll. */
export function presentPollResults(
  poll: PublicPoll,
  results: PollResults,
  own: OwnVote | null | undefined,
  t: Texts,
): ResultsModel {
  const { options, others, votes_count, pending, ranked } = results;
  const images = new Map(poll.options.map(({ id, image_url }) => [id, image_url]));
  const toBar = barOf(poll, results, t);
  const bars = options.map((option): Bar => {
    const marks = marksOf(option, own, ranked, t);
    return { ...toBar(option), image: images.get(option.id) ?? null, marks };
  });
  const blocks: Block[] = [{ type: 'bars', bars: inOrder(bars, poll.results_order), ends: poll.labels }];
  if (others.length > 0)
    blocks.push({ type: 'section', title: t('Other answers'), blocks: [writeIns(others, votes_count, t)] });
  if (ranked && ranked.rounds.length > 1) blocks.push(rounds(options, ranked, t));
  if (pending) blocks.push({ type: 'note', text: t('The newest votes are not counted yet.') });
  return resultsModel(t('{n} vote|{n} votes', { n: votes_count }), votes_count, blocks, t);
}

function barOf(
  { type, scale }: PublicPoll,
  { options, votes_count, ranked }: PollResults,
  t: Texts,
): (option: OptionResult) => Bar {
  const max = largest(options.map(({ votes }) => votes));
  const votesOf = (n: number) => t('{n} vote|{n} votes', { n });
  if (type === 'rating') {
    const { min, max: top } = scale ?? defaultScale;
    const best = largest(options.map(({ average }) => (average ?? min) - min));
    return ({ label, votes, average = null }) =>
      bar({
        label: labelText(label, t),
        share: average === null ? 0 : average / top,
        figure: average === null ? t('Not rated yet') : t('{n} of {m}', { n: average, m: top }),
        details: votes > 0 ? [votesOf(votes)] : [],
        isLeading: average !== null && average - min === best,
      });
  }
  if (ranked) {
    return ({ id, label, votes, share }) =>
      bar({
        label: labelText(label, t),
        share,
        figure: t('{n} first choice|{n} first choices', { n: votes }),
        details: [t.percent(share)],
        isLeading: ranked.winners.includes(id),
      });
  }
  return ({ label, votes, share }) =>
    bar({
      label: labelText(label, t),
      share,
      figure: t.percent(share),
      details: [votesOf(votes)],
      isLeading: votes_count > 0 && votes === max,
    });
}

function marksOf(
  { id }: OptionResult,
  own: OwnVote | null | undefined,
  ranked: RankedResult | undefined,
  t: Texts,
): BarMark[] {
  const marks: BarMark[] = ranked?.winners.includes(id) ? [{ type: 'winner', text: t('Winner') }] : [];
  const place = (own?.choices?.indexOf(id) ?? -1) + 1;
  const value = own?.ratings?.[id] ?? (ranked && place > 0 ? place : undefined);
  const yours = t('Your choice');
  if (value !== undefined) marks.push({ type: 'own', text: `${yours}: ${t.number(value)}` });
  else if (place > 0) marks.push({ type: 'own', text: yours });
  return marks;
}

function writeIns(others: PollResults['others'], total: number, t: Texts): Block {
  const bars = others.map(({ text, votes }) => {
    const share = total === 0 ? 0 : votes / total;
    const details = [t('{n} vote|{n} votes', { n: votes })];
    return bar({ label: byAuthor(text), share, figure: t.percent(share), details });
  });
  return { type: 'bars', bars };
}

/** The rounds of the instant runoff. */
function rounds(options: readonly OptionResult[], { rounds: all }: RankedResult, t: Texts): Rounds {
  return {
    type: 'rounds',
    title: t('How it was counted'),
    head: [t('Option'), ...all.map((_, index) => t('Round {n}', { n: index + 1 }))],
    rows: options.map(({ id, label }) => ({
      label: labelText(label, t),
      cells: all.map(({ votes }) => (Object.hasOwn(votes, id) ? t.number(votes[id] ?? 0) : null)),
    })),
  };
}
