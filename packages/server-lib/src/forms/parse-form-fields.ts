import type { UrlencodedFields } from '../http/urlencoded.js';
import { fieldTypeOf } from './field-types/index-by-type.js';
import type { FormOwn } from './stored-form.js';

/**
 * Answers as a plain form names them: the field's id, repeated for several; `id.row` for a matrix, `id.rank.o1` for a
 * ranking, `id.other` for a write-in. What is named otherwise stands among the answers, to be refused there.
 */
export function fieldsOfForm({ fields }: FormOwn, sent: Readonly<UrlencodedFields>): Record<string, unknown> {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const answers = new Map<string, unknown>();
  for (const [name, value] of Object.entries(sent)) {
    const [id = '', ...rest] = name.split('.');
    const field = byId.get(id);
    if (!field || (rest.length > 0 && !fieldTypeOf(field).hasName(field, rest.join('.')))) answers.set(name, value);
  }
  for (const field of fields) {
    const answer = fieldTypeOf(field).read(field, sent);
    if (answer !== undefined) answers.set(field.id, answer);
  }
  return { answers: Object.fromEntries(answers) };
}
