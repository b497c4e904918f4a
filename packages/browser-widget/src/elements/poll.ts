import type { PollType, PublicPoll, VoteDraft } from '@askwell/server/contract';
import { answering, type Control, item } from '../inputs/control.js';
import { options } from '../inputs/option-list.js';
import { ranking } from '../inputs/ranking-input.js';
import { rows } from '../inputs/row-inputs.js';
import { steps } from '../inputs/scale-input.js';
import type { Words } from '../translate.js';
import { AskElement } from './ask-element.js';
import type { Kind } from './kind.js';

/** How each type of poll is voted in. One that is missing does not compile. */
const views: { readonly [Type in PollType]: (poll: PublicPoll, t: Words) => Control<VoteDraft> } = {
  single: options,
  multiple: options,
  ranked: (poll, t) => answering(ranking(poll, t), (choices) => ({ choices })),
  rating: ({ options, scale }, t) =>
    answering(
      rows(options, () => steps(scale ?? { min: 1, max: 5 }, t), t),
      (ratings) => ({ ratings }),
    ),
};

const poll: Kind<'poll'> = {
  name: 'poll',
  plural: 'polls',
  answers: 'votes',
  isKept: true,
  sheet(view, t) {
    const { type, options, shuffle } = view;
    const control = views[type]({ ...view, options: shuffle ? shuffled(options) : options }, t);
    const asked = { id: type === 'rating' ? 'ratings' : 'choices', label: null, required: true };
    return {
      items: [item(asked, control, t)],
      submit: 'Vote',
      body: () => control.value() ?? {},
    };
  },
  given: ({ choices, ratings, other }) => ({ choices: [...(choices ?? []), { other }], ratings }),
  resultsIn: ({ results }) => results,
};

/** In an order of chance: time and again, one of those that were not moved yet goes to the end. */
function shuffled<Option>(options: readonly Option[]): Option[] {
  const all = [...options];
  for (let left = all.length; left > 0; left--) all.push(...all.splice(Math.random() * left, 1));
  return all;
}

/** `<askwell-poll poll-id="poll_…">`: visitors vote, and see how the poll stands. */
export class AskwellPoll extends AskElement<'poll'> {
  constructor() {
    super(poll);
  }
}
