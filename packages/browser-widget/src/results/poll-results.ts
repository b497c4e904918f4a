import type { PollResults, PublicPoll, RankedResult, VoteReceipt } from '@askwell/server/contract';
import type { Translator } from '../translate.js';
import { type Child, h } from '../ui/dom.js';
import { bars } from './bars.js';

/** Renders the results of a poll. */
export function pollResults(
  { scale }: PublicPoll,
  { options, others, pending, ranked, votes_count }: PollResults,
  own: VoteReceipt | undefined,
  t: Translator,
): Child {
  const { min, max } = scale ?? { min: 1, max: 5 };
  return [
    bars(
      options.map(({ id, label, share, votes, average }) => {
        const place = (own?.choices?.indexOf(id) ?? -1) + 1;
        const given = ranked ? place || undefined : own?.ratings?.[id];
        return {
          label,
          share: average === undefined ? share : ((average ?? min) - min) / (max - min),
          figure: average === undefined ? t.percent(share) : average === null ? '–' : t('Average: {n}', { n: average }),
          detail: t('{n} vote|{n} votes', { n: votes }),
          marks: [
            ranked?.winners.includes(id) && t('Winner'),
            (place > 0 || given !== undefined) &&
              t('Your choice') + (given === undefined ? '' : `: ${t.number(given)}`),
          ],
        };
      }),
    ),
    others.length > 0 && [
      h('h3', '', t('Other answers')),
      bars(others.map(({ text, votes }) => ({ label: text, share: votes / votes_count, figure: t.number(votes) }))),
    ],
    ranked && ranked.rounds.length > 1 && runOff(options, ranked, t),
    h('p', 'total', t('{n} vote|{n} votes', { n: votes_count })),
    pending && h('p', 'total', t('The newest votes are not counted yet.')),
  ];
}

/** Renders the rounds of a ranked poll. */
function runOff(options: PollResults['options'], { rounds }: RankedResult, t: Translator): Child {
  return h(
    'details',
    'rounds',
    h('summary', '', t('How it was counted')),
    rounds.map(({ votes, eliminated }, at) => [
      h('h3', '', t('Round {n}', { n: at + 1 })),
      h(
        'ul',
        'text',
        options.map(({ id, label }) => {
          const n = votes[id];
          return n !== undefined && h('li', id === eliminated ? 'out' : '', `${label}: ${t.number(n)}`);
        }),
      ),
    ]),
  );
}
