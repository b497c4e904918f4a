import type { Faults } from '../../base/faults/faults.js';
import { foldText } from '../../base/normalize-text.js';
import type { AnswerCondition } from '../../core/answers/answer-condition.js';
import {
  conditionOrFault,
  fieldFilterDoc,
  type InputParam,
  type KindFilters,
  needsRow,
} from '../../core/answers/kind-filters.js';
import { toBoolean, toNumber } from '../../core/answers/param-values.js';
import type { Field } from '../../shared/contract/resources.js';
import { type Fault, fault } from '../../shared/faults/fault.js';
import { ownMember } from '../inputs/own-member.js';
import { requireOption } from './field-type.js';
import { fieldTypeOf } from './index-by-type.js';
import type { FormOwn } from './stored-form.js';
import { answersOf, type FormBody } from './stored-submission.js';

const writeIn = 'other';

/** Filters submissions by the value of a field. */
export const submissionFilters: KindFilters<FormOwn, FormBody> = {
  prefix: 'field.',
  ...fieldFilterDoc,

  toConditions: ({ fields }, _query, inputs, faults) => inputs.flatMap((param) => toCondition(fields, param, faults)),

  inputOf: (body, field) => ownMember(answersOf(body), field),
};

function toCondition(fields: readonly Field[], param: InputParam, faults: Faults): readonly AnswerCondition[] {
  const field = fields.find(({ id }) => id === param.id);
  return conditionOrFault(param, field ? conditionFor(field, param) : fault('unknown_field'), faults);
}

function conditionFor(field: Field, { rest, value }: InputParam): AnswerCondition | Fault {
  if (!fieldTypeOf(field).takesAnswers) return fault('unknown_answer_field');
  if (rest === undefined) return valueCondition(field, value);
  if (field.type === 'matrix') {
    if (field.rows.every(({ id }) => id !== rest)) return fault('unknown_field');
    return requireOption(field)(value) ?? { type: 'pair', input: field.id, item: rest, value };
  }
  if (rest !== writeIn || !('other' in field)) return fault('unknown_field');
  if (!field.other) return fault('write_in_not_allowed');
  return { type: 'write_in', input: field.id, folded: foldText(value) };
}

/** Returns the condition for a whole value. Accepts the values that conditions of forms can compare with. */
function valueCondition(field: Field, text: string): AnswerCondition | Fault {
  const input = field.id;
  const { is, contains } = fieldTypeOf(field).operators(field);
  const value = toValue(field, text);
  switch (field.type) {
    case 'multiple_choice':
    case 'ranking':
      return contains?.(value) ?? { type: 'contains', input, option: text };
    case 'short_text':
    case 'long_text':
    case 'email':
    case 'url':
    case 'phone':
    case 'hidden':
      return { type: 'text', input, folded: foldText(text) };
    case 'matrix':
      return needsRow(input, field.rows);
    default:
      return is ? (is(value) ?? { type: 'is', input, value }) : fault('operator_not_allowed', { type: field.type });
  }
}

/** Parses a text as the value of a field. Returns an invalid text unchanged, so that the check of the field refuses it. */
function toValue({ type }: Field, text: string): string | number | boolean {
  if (type === 'number' || type === 'rating' || type === 'scale') return toNumber(text) ?? text;
  return type === 'consent' ? (toBoolean(text) ?? text) : text;
}
