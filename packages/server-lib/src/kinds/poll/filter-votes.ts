import type { Faults } from '../../base/faults/faults.js';
import { foldText } from '../../base/normalize-text.js';
import type { AnswerCondition } from '../../core/answers/answer-condition.js';
import type { InputParam, KindFilters } from '../../core/answers/kind-filters.js';
import { toNumber } from '../../core/answers/param-values.js';
import { fault } from '../../shared/faults/fault.js';
import { defaultScale } from '../../shared/presentation/scales.js';
import type { PollBody, PollOwn } from './stored-poll.js';

/** Filters votes by an option, a rating or a write-in. */
export const voteFilters: KindFilters<PollOwn, PollBody> = {
  prefix: 'ratings.',
  inputsDoc: 'Only votes that give an option this rating.',
  example: ['ratings.o1', '5'],

  toConditions(own, { choice, other }, inputs, faults) {
    const conditions: AnswerCondition[] = [];
    if (choice !== undefined) {
      const problem = checkChoice(own, choice);
      if (problem) faults.add('choice', problem);
      conditions.push({ type: 'contains', input: 'choices', option: choice });
    }
    if (other !== undefined) {
      if (!own.other) faults.add('other', fault('write_in_not_allowed'));
      conditions.push({ type: 'text', input: 'other', folded: foldText(other) });
    }
    return [...conditions, ...inputs.flatMap((param) => toRating(own, param, faults))];
  },

  inputOf: ({ choices, ratings, other }, input) =>
    input === 'choices' ? choices : input === 'ratings' ? ratings : other,
};

function checkChoice({ type, options }: PollOwn, choice: string) {
  if (type === 'rating') return fault('choices_not_allowed');
  return options.some(({ id }) => id === choice) ? undefined : fault('unknown_option');
}

function toRating(own: PollOwn, { name, id, rest, value }: InputParam, faults: Faults): AnswerCondition[] {
  const { min, max } = own.scale ?? defaultScale;
  const rating = toNumber(value);
  if (own.type !== 'rating') faults.add(name, fault('ratings_not_allowed'));
  else if (rest !== undefined || own.options.every((option) => option.id !== id))
    faults.add(name, fault('unknown_option'));
  else if (rating === undefined || !Number.isInteger(rating) || rating < min || rating > max)
    faults.add(name, fault('off_scale', { min, max }));
  else return [{ type: 'pair', input: 'ratings', item: id, value: rating }];
  return [];
}
