import { fault } from '../faults/fault.js';
import { Faults } from '../faults/faults.js';
import { ownMember } from '../inputs/own-member.js';
import { visibleFields } from '../logic/visible-fields.js';
import { fieldTypeOf } from './field-types/index-by-type.js';
import type { FieldAnswer } from './form-types.js';
import type { FormBody, FormOwn } from './stored-form.js';

const path = 'answers';

/** The answers to a form's visible fields. What was given for the others is dropped, and may be anything. */
export function checkAnswers({ fields }: FormOwn, given: unknown, faults: Faults): FormBody | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    faults.add(path, given === undefined ? fault('required') : fault('not_answers_by_id'));
    return undefined;
  }
  const values: Record<string, unknown> = Object.fromEntries(Object.entries(given));
  const asked = fields.filter((field) => fieldTypeOf(field).takesAnswers);
  const known = new Set(asked.map(({ id }) => id));
  for (const id of Object.keys(values)) if (!known.has(id)) faults.add(`${path}.${id}`, fault('unknown_answer_field'));

  const answers = new Map<string, FieldAnswer>();
  const found = new Map<string, Faults>();
  for (const field of asked) {
    const value = ownMember(values, field.id);
    if (value === undefined || value === null || value === '') continue;
    const own = new Faults();
    const answer = fieldTypeOf(field).check(field, value, `${path}.${field.id}`, own);
    if (own.any) found.set(field.id, own);
    if (answer !== undefined) answers.set(field.id, answer);
  }

  const body = new Map<string, FieldAnswer>();
  for (const { id, required } of visibleFields(fields, Object.fromEntries(answers))) {
    const own = found.get(id);
    const answer = answers.get(id);
    if (own) faults.include(own);
    else if (answer !== undefined) body.set(id, answer);
    else if (required) faults.add(`${path}.${id}`, fault('required'));
  }
  return Object.fromEntries(body);
}
