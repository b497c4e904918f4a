import type { JsonObject } from '../../base/validation/json-value.js';
import type { AnswersById } from '../../shared/logic/evaluate-form.js';
import { allValuesOf, type SubmittedForm } from '../submitted-form.js';
import { fieldId, optionsOf, rowsOf, takesAnswers } from './draft-conditions.js';

/** The name of the parameter that says that answers are tried. */
export const tryParam = 'try';

/** The value that stands for an answer which is not one of the options. */
export const otherValue = '*';

/** Returns the name of the parameter with the answers to a field. */
export const answerParam = (field: JsonObject): string => `a.${fieldId(field)}`;

/** The name of the parameter with the number of the page that is shown, counted from 0. */
export const pageParam = 'p';

/** Returns the number of the page of the form that is tried, counted from 0. */
export function triedPage(query: SubmittedForm): number {
  const page = Number(allValuesOf(query, pageParam)[0] ?? 0);
  return Number.isInteger(page) && page >= 0 ? page : 0;
}

/** Returns the fields that visitors answer. */
export function triedFields(fields: readonly JsonObject[]): readonly JsonObject[] {
  return fields.filter(takesAnswers);
}

/** Returns the name of the parameter with the answer to a row of a matrix. */
export const rowParam = (field: JsonObject, row: string): string => `${answerParam(field)}.${row}`;

/** Returns the answers that the owner chose to see which fields show. */
export function triedAnswers(query: SubmittedForm, fields: readonly JsonObject[]): AnswersById {
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      if (field['type'] === 'matrix') {
        const cells = rowsOf(field).flatMap(({ id }): [string, string][] => {
          const [value = ''] = allValuesOf(query, rowParam(field, id));
          return value === '' ? [] : [[id, value]];
        });
        return cells.length === 0 ? [] : [[fieldId(field), Object.fromEntries(cells)]];
      }
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
      return optionsOf(field).map(({ id }) => id);
    default:
      return first;
  }
}

const toChoice = (value: string): unknown => (value === otherValue ? { other: value } : value);

/** Returns the parameters that show the same answers again. Empty if no answers are tried. */
export function triedQuery(query: SubmittedForm, fields: readonly JsonObject[]): string {
  if (allValuesOf(query, tryParam).length === 0) return '';
  const params = new URLSearchParams({ [tryParam]: '1' });
  for (const name of [pageParam, ...fields.flatMap(paramsOf)])
    for (const value of allValuesOf(query, name)) if (value !== '') params.append(name, value);
  return params.toString();
}

/** Returns the names of the parameters with the answers to a field. */
export function paramsOf(field: JsonObject): readonly string[] {
  return field['type'] === 'matrix' ? rowsOf(field).map(({ id }) => rowParam(field, id)) : [answerParam(field)];
}
