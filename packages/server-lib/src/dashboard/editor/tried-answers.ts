import type { JsonObject } from '../../base/validation/json-value.js';
import type { AnswersById } from '../../shared/logic/evaluate-form.js';
import { allValuesOf, type SubmittedForm } from '../submitted-form.js';
import { fieldId, optionsOf, ruleOf, takesAnswers } from './draft-conditions.js';

/** The name of the parameter that says that answers are tried. */
export const tryParam = 'try';

/** The value that stands for an answer which is not one of the options. */
export const otherValue = '*';

/** Returns the name of the parameter with the answers to a field. */
export const answerParam = (field: JsonObject): string => `a.${fieldId(field)}`;

/** Returns the fields that conditions refer to. */
export function decidingFields(fields: readonly JsonObject[]): readonly JsonObject[] {
  const used = new Set(fields.flatMap((field) => ruleOf(field).conditions.map((condition) => condition.field)));
  return fields.filter((field) => used.has(fieldId(field)) && takesAnswers(field));
}

/** Returns the answers that the owner chose to see which fields show. */
export function triedAnswers(query: SubmittedForm, deciding: readonly JsonObject[]): AnswersById {
  return Object.fromEntries(
    deciding.flatMap((field) => {
      const values = allValuesOf(query, answerParam(field)).filter((value) => value.trim() !== '');
      return values.length === 0 ? [] : [[fieldId(field), toAnswer(field, values)]];
    }),
  );
}

function toAnswer(field: JsonObject, values: readonly string[]): unknown {
  const [first = ''] = values;
  switch (field['type']) {
    case 'single_choice':
    case 'dropdown':
      return toChoice(first);
    case 'multiple_choice':
      return values.map(toChoice);
    case 'number':
    case 'rating':
    case 'scale':
      return Number(first.replace(',', '.'));
    case 'consent':
      return true;
    case 'ranking':
    case 'matrix':
      return optionsOf(field).map(({ id }) => id);
    default:
      return first;
  }
}

const toChoice = (value: string): unknown => (value === otherValue ? { other: value } : value);

/** Returns the parameters that show the same answers again. Empty if no answers are tried. */
export function triedQuery(query: SubmittedForm, deciding: readonly JsonObject[]): string {
  if (allValuesOf(query, tryParam).length === 0) return '';
  const params = new URLSearchParams({ [tryParam]: '1' });
  for (const field of deciding) {
    const name = answerParam(field);
    for (const value of allValuesOf(query, name)) if (value !== '') params.append(name, value);
  }
  return params.toString();
}
