import { Faults } from '../../base/faults/faults.js';
import type { Field, FieldAnswer } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { evaluateForm, type FormPath } from '../../shared/logic/evaluate-form.js';
import { ownMember } from '../inputs/own-member.js';
import { fieldTypeOf } from './index-by-type.js';
import type { FormBody, FormOwn } from './stored-form.js';

const path = 'answers';

/**
 * Validates the answers to the visible fields of a form. Drops answers to hidden fields without validating them.
 *
 * @param today The date in UTC.
 */
export function checkFormAnswers(form: FormOwn, input: unknown, today: string, faults: Faults): FormBody | undefined {
  const { fields } = form;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    faults.add(path, input === undefined ? fault('required') : fault('not_answers_by_id'));
    return undefined;
  }
  const values: Record<string, unknown> = Object.fromEntries(Object.entries(input));
  const answerable = fields.filter((field) => fieldTypeOf(field).takesAnswers);
  const known = new Set(answerable.map(({ id }) => id));
  for (const id of Object.keys(values)) if (!known.has(id)) faults.add(`${path}.${id}`, fault('unknown_answer_field'));

  const { answers, faultsById } = checkEach(answerable, values);
  const body = new Map<string, FieldAnswer>();
  const way = evaluateForm(form, Object.fromEntries(answers), today);
  for (const field of way.shown) {
    const { id } = field;
    const fieldFaults = faultsById.get(id);
    const answer = answers.get(id);
    if (fieldFaults) faults.include(fieldFaults);
    else if (answer !== undefined) body.set(id, answer);
    else if (way.isRequired(field)) faults.add(`${path}.${id}`, fault('required'));
  }
  return Object.fromEntries(body);
}

/** Returns the way through a form with answers that may be incomplete. Invalid answers count as missing. */
export function pathOf(form: FormOwn, values: Readonly<Record<string, unknown>>, today: string): FormPath<Field> {
  const answerable = form.fields.filter((field) => fieldTypeOf(field).takesAnswers);
  return evaluateForm(form, Object.fromEntries(checkEach(answerable, values).answers), today);
}

/** Validates the answer to each field, whether or not it is visible. */
function checkEach(fields: readonly Field[], values: Readonly<Record<string, unknown>>) {
  const answers = new Map<string, FieldAnswer>();
  const faultsById = new Map<string, Faults>();
  for (const field of fields) {
    const value = ownMember(values, field.id);
    if (value === undefined || value === null || value === '') continue;
    const fieldFaults = new Faults();
    const answer = fieldTypeOf(field).check(field, value, `${path}.${field.id}`, fieldFaults);
    if (fieldFaults.any) faultsById.set(field.id, fieldFaults);
    if (answer !== undefined) answers.set(field.id, answer);
  }
  return { answers, faultsById };
}
