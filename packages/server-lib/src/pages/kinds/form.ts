import type { FieldAnswer } from '../../forms/contract.js';
import type { FormWire } from '../../forms/form.js';
import type { FormBody, FormOwn } from '../../forms/stored.js';
import type { Dress } from '../dress.js';
import { formInputs } from './form-inputs.js';
import { formResults } from './form-results.js';

export const formDress: Dress<FormOwn, FormBody, FormWire> = {
  inputs:
    ({ fields }) =>
    (sheet) =>
      formInputs(sheet, fields),

  fields: ({ fields }, body) =>
    Object.fromEntries(
      Object.entries(body).flatMap(([id, answer]) =>
        fieldsOf(id, answer, fields.find((field) => field.id === id)?.type === 'ranking'),
      ),
    ),

  facts: () => null,

  receipt: () => null,

  results: (speech, _form, results) => formResults(speech, results),

  count: ({ submissions_count }) => submissions_count,
};

/** The fields of a plain form in which an answer stands. */
function fieldsOf(id: string, answer: FieldAnswer, isRanking: boolean): [name: string, value: string | string[]][] {
  if (typeof answer !== 'object') return [[id, String(answer)]];
  if (!Array.isArray(answer)) return Object.entries(answer).map(([part, value]) => [`${id}.${part}`, value]);
  const ids = answer.filter((one) => typeof one === 'string');
  if (isRanking) return ids.map((option, at) => [`${id}.rank.${option}`, String(at + 1)]);
  const written = answer.find((one) => typeof one !== 'string');
  return [[id, ids], ...(written ? [[`${id}.other`, written.other] satisfies [string, string]] : [])];
}
