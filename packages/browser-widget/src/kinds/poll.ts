import type { PollType, PublicPoll, VoteDraft, VoteReceipt } from '@askwell/server/contract';
import { pollHint } from '../../../server-lib/src/shared/presentation/hints.js';
import type { Answers } from '../flow/local-state.js';
import { type Control, formItem } from '../inputs/control.js';
import { optionList } from '../inputs/option-list.js';
import type { Translator } from '../translate.js';
import type { Kind } from './kind.js';

type CreateControl = (poll: PublicPoll, t: Translator) => Control<VoteDraft>;

type Vote = { readonly [Name in 'choices' | 'ratings' | 'other']?: VoteReceipt[Name] | undefined };

/** The types of polls whose inputs are loaded on demand. */
export type LargePollType = Extract<PollType, 'ranked' | 'rating'>;

/** The inputs for the other types of polls. A missing type does not compile. */
const views: { readonly [Type in Exclude<PollType, LargePollType>]: CreateControl } = {
  single: (poll, t) => optionList({ ...poll, required: true }, t),
  multiple: optionList,
};

/** Renders polls. `large` creates the inputs that are loaded on demand. */
export const createPoll = (large: Readonly<Record<LargePollType, CreateControl>>): Kind<'poll'> => ({
  name: 'poll',
  plural: 'polls',
  answers: 'votes',
  isAnswerKept: true,
  answerForm(view, t) {
    const { type, options, shuffle } = view;
    const control = { ...views, ...large }[type]({ ...view, options: shuffle ? shuffled(options) : options }, t);
    const asked = {
      id: type === 'rating' ? 'ratings' : 'choices',
      label: null,
      required: true,
      hint: pollHint(view, t),
    };
    const value = () => answersIn(control.value() ?? {})[asked.id];
    return {
      items: [{ ...formItem(asked, control, t), value }],
      submitLabel: 'Vote',
      body: () => control.value() ?? {},
    };
  },
  previousAnswers: answersIn,
  resultsOf: ({ results }) => results,
});

/** Returns the answers in a vote by the IDs of the items. */
function answersIn({ choices, ratings = null, other = null }: Vote): Answers {
  return { choices: [...(choices ?? []), { other }], ratings };
}

/** Returns the options in random order. Each step moves one of the remaining options to the end. */
function shuffled<Option>(options: readonly Option[]): Option[] {
  const all = [...options];
  for (let left = all.length; left > 0; left--) all.push(...all.splice(Math.random() * left, 1));
  return all;
}
