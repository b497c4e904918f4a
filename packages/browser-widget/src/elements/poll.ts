import type { PollType, PublicPoll, VoteDraft } from '@askwell/server/contract';
import { AskElement } from '../element.js';
import { type Control, item } from '../inputs/control.js';
import { options } from '../inputs/options.js';
import type { Kind } from '../kind.js';
import { pollResults } from '../results/poll.js';
import type { Words } from '../words.js';

type View = (poll: PublicPoll, t: Words) => Control<VoteDraft>;

const choice =
  (several: boolean): View =>
  (poll, t) =>
    options(t, {
      options: shuffled(poll),
      several,
      other: poll.other,
      min: poll.min_choices,
      max: poll.max_choices,
    });

/** How each type of poll is voted in. */
const views: { readonly [Type in PollType]: View } = {
  single: choice(false),
  multiple: choice(true),
  ranked: choice(true),
  rating: choice(true),
};

const poll: Kind<'poll'> = {
  name: 'poll',
  plural: 'polls',
  answers: 'votes',
  isKept: true,
  mayRepeat: ({ one_per }) => one_per === null,
  sheet(view, t) {
    const control = views[view.type](view, t);
    const id = view.type === 'rating' ? 'ratings' : 'choices';
    const asked = { id, label: null, required: true, missing: t('chooseOne') };
    return { pages: [[item(t, asked, control)]], submit: 'vote', count: 'page', body: () => control.value() ?? {} };
  },
  given:
    ({ choices, ratings, other }) =>
    () =>
    (suffix) => {
      if (suffix === '.other') return other === null ? [] : [other];
      const rated = ratings?.[suffix.slice(1)];
      return suffix ? (rated === undefined ? [] : [String(rated)]) : (choices ?? []);
    },
  resultsIn: ({ results }) => results,
  outcome: () => null,
  results: pollResults,
};

/** The options in the order in which this visitor sees them. */
function shuffled({ options, shuffle }: PublicPoll): PublicPoll['options'] {
  if (!shuffle) return options;
  return options
    .map((option) => ({ option, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ option }) => option);
}

/** `<askwell-poll poll-id="poll_…">`: visitors vote, and see how the poll stands. */
export class AskwellPoll extends AskElement<'poll'> {
  constructor() {
    super(poll);
  }
}
