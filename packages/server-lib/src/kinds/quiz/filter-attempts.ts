import type { Faults } from '../../base/faults/faults.js';
import { foldText } from '../../base/normalize-text.js';
import type { AnswerCondition } from '../../core/answers/answer-condition.js';
import type { ColumnOperator } from '../../core/answers/column-condition.js';
import {
  conditionOrFault,
  fieldFilterDoc,
  type InputParam,
  type KindFilters,
  needsRow,
} from '../../core/answers/kind-filters.js';
import { toBoolean, toNumber } from '../../core/answers/param-values.js';
import { type Fault, fault } from '../../shared/faults/fault.js';
import { ownMember } from '../inputs/own-member.js';
import type { QuizBody, QuizOwn, StoredQuestion } from './stored-quiz.js';

/** Filters attempts by their score and by the answer to a question. */
export const attemptFilters: KindFilters<QuizOwn, QuizBody> = {
  prefix: 'field.',
  ...fieldFilterDoc,

  toConditions({ questions, pass_percentage }, { min_score, passed }, inputs, faults) {
    if (passed !== undefined && pass_percentage === null) faults.add('passed', fault('needs_pass_percentage'));
    return [
      ...(min_score === undefined ? [] : [ofColumn('score', 'at_least', min_score)]),
      ...(passed === undefined ? [] : [ofColumn('passed', 'is', passed)]),
      ...inputs.flatMap((param) => toCondition(questions, param, faults)),
    ];
  },

  inputOf: ({ answers }, question) => ownMember(answers, question),
};

function ofColumn(column: string, operator: ColumnOperator, value: number | boolean): AnswerCondition {
  return { type: 'column', column, operator, value: String(value) };
}

function toCondition(
  questions: readonly StoredQuestion[],
  param: InputParam,
  faults: Faults,
): readonly AnswerCondition[] {
  const question = questions.find(({ id }) => id === param.id);
  return conditionOrFault(param, question ? conditionFor(question, param) : fault('unknown_question'), faults);
}

function conditionFor(question: StoredQuestion, { rest, value }: InputParam): AnswerCondition | Fault {
  const { id: input, type, options, targets } = question;
  if (type === 'match') {
    if (rest === undefined) return needsRow(input, options);
    if (options.every(({ id }) => id !== rest) || targets.every(({ id }) => id !== value))
      return fault('unknown_option');
    return { type: 'pair', input, item: rest, value };
  }
  if (rest !== undefined) return fault('unknown_field');
  switch (type) {
    case 'single':
      return options.some(({ id }) => id === value) ? { type: 'is', input, value } : fault('unknown_option');
    case 'multiple':
      return options.some(({ id }) => id === value)
        ? { type: 'contains', input, option: value }
        : fault('unknown_option');
    case 'text':
      return { type: 'text', input, folded: foldText(value) };
    case 'boolean':
      return toIs(input, toBoolean(value), fault('not_a_boolean'));
    case 'number':
      return toIs(input, toNumber(value), fault('not_a_number'));
    case 'order':
      return startsWith(question, value.split(','));
  }
}

/** Returns the condition for the first options of an order, or for the whole order. */
function startsWith({ id: input, options }: StoredQuestion, ids: readonly string[]): AnswerCondition | Fault {
  if (ids.some((id) => options.every((option) => option.id !== id))) return fault('unknown_option');
  return new Set(ids).size < ids.length ? fault('chosen_twice') : { type: 'starts_with', input, options: ids };
}

function toIs(input: string, value: number | boolean | undefined, invalid: Fault): AnswerCondition | Fault {
  return value === undefined ? invalid : { type: 'is', input, value };
}
