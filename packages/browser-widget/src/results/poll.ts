import type { PollResults, PublicPoll, VoteReceipt } from '@askwell/server/contract';
import { type Child, h } from '../dom.js';
import type { Words } from '../words.js';
import { bars, total } from './bars.js';

/** How a poll stands. */
export function pollResults(
  poll: PublicPoll,
  { options, others, ranked, votes_count }: PollResults,
  own: VoteReceipt | undefined,
  t: Words,
): Child {
  const { max } = poll.scale ?? { max: 5 };
  const { min } = poll.scale ?? { min: 1 };
  const last = ranked?.rounds.at(-1)?.votes;
  return [
    bars(
      options.map(({ id, label, share, votes, average }) => {
        const rated = own?.ratings?.[id];
        const place = (own?.choices?.indexOf(id) ?? -1) + 1;
        return {
          label,
          share: average === undefined ? share : ((average ?? min) - min) / (max - min),
          figure: average === undefined ? t.percent(share) : average === null ? '–' : t.number(average, 1),
          detail: t('votes', { n: votes }),
          marks: [
            ranked?.winners.includes(id) && t('winner'),
            place > 0 && (ranked ? `${t('yours')}: ${place}` : t('yours')),
            rated !== undefined && `${t('yours')}: ${t.number(rated)}`,
          ],
        };
      }),
    ),
    others.length > 0 && [
      h('h3', null, t('other')),
      bars(
        others.map(({ text, votes }) => ({
          label: text,
          share: votes_count ? votes / votes_count : 0,
          figure: t.number(votes),
          marks: [own?.other === text && t('yours')],
        })),
      ),
    ],
    ranked && last && ranked.rounds.length > 1 && runOff(options, ranked, t),
    total(t('votes', { n: votes_count }), t),
  ];
}

/** How the winner was found, round by round. */
function runOff(options: PollResults['options'], { rounds }: NonNullable<PollResults['ranked']>, t: Words): Child {
  return h(
    'details',
    { part: 'rounds' },
    h('summary', null, t('rounds')),
    rounds.map(({ votes, eliminated }, at) => [
      h('h3', null, t('round', { n: at + 1 })),
      h(
        'ul',
        { class: 'round' },
        options
          .filter(({ id }) => id in votes)
          .map(({ id, label }) =>
            h(
              'li',
              { class: id === eliminated && 'out' },
              h('span', { class: 'text' }, label),
              ` ${t.number(votes[id] ?? 0)}`,
              id === eliminated && ` – ${t('out')}`,
            ),
          ),
      ),
    ]),
  );
}
