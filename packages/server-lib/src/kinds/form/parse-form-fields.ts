import type { UrlencodedFields } from '../../http/urlencoded.js';
import { fieldTypeOf } from './index-by-type.js';
import type { FormOwn } from './stored-form.js';

/**
 * Returns the answers in the fields of an HTML form. A field has the ID of the form field, repeated for several
 * choices, or `id.row` in a matrix, `id.rank.o1` in a ranking, and `id.other` for a write-in. Keeps fields with other
 * names, so that validation reports them.
 */
export function parseFormAnswers(
  { fields }: FormOwn,
  formFields: Readonly<UrlencodedFields>,
): { answers: Record<string, unknown> } {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const answers = new Map<string, unknown>();
  for (const [name, value] of Object.entries(formFields)) {
    const [id = '', ...rest] = name.split('.');
    const field = byId.get(id);
    if (!field || (rest.length > 0 && !fieldTypeOf(field).isFieldName(field, rest.join('.')))) answers.set(name, value);
  }
  for (const field of fields) {
    const answer = fieldTypeOf(field).parseFields(field, formFields);
    if (answer !== undefined) answers.set(field.id, answer);
  }
  return { answers: Object.fromEntries(answers) };
}
