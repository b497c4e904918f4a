import { Faults } from '../../base/faults/faults.js';
import { isObject } from '../../base/validation/objects.js';
import { withMembers } from '../../base/with-members.js';
import type { Ending, Field, FieldAnswer, FieldRow } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { evaluateForm, type FormPath } from '../../shared/logic/evaluate-form.js';
import { ownMember } from '../inputs/own-member.js';
import { quotaBucket } from './form-buckets.js';
import { fieldTypeOf } from './index-by-type.js';
import { withShownOptions } from './shown-options.js';
import type { FormOwn } from './stored-form.js';
import { type FormBody, type StoredAnswers, type StoredLogic, toBody } from './stored-submission.js';

const path = 'answers';

/** A valid submission, and the submissions to store in its place if a quota is full, by the bucket of the quota. */
export interface CheckedSubmission {
  readonly body: FormBody;
  readonly whenFull: Readonly<Record<string, FormBody>>;
}

/**
 * Validates a submission. Computes the way through the form from the answers: drops answers to fields, options and rows
 * that are not on it without validating them, and requires the fields that are.
 *
 * @param today The date in UTC.
 */
export function checkSubmission(
  form: FormOwn,
  input: unknown,
  today: string,
  faults: Faults,
): CheckedSubmission | undefined {
  const checked = checkAnswers(form, input, today, faults);
  if (!checked) return undefined;
  const { answers, way } = checked;
  const { variables = [], endings = [], quotas = [] } = form;
  if (variables.length + endings.length + quotas.length === 0) return { body: answers, whenFull: {} };
  const held = quotas.filter(({ when }) => way.holds(when));
  const evaluated = (ending: Ending | null, counted: readonly string[]): StoredLogic => {
    const outcome = ending?.outcome ?? 'completed';
    const ids = outcome === 'completed' ? counted : [];
    const logic = { variables: way.variables, ending: ending?.id ?? null, outcome, quotas: ids };
    return variables.length === 0 ? logic : { ...logic, tallied: true };
  };
  const whenFull = held.flatMap(({ id, ending: to }) => {
    const ending = endings.find((one) => one.id === to);
    return ending ? [[quotaBucket(id), toBody(answers, evaluated(ending, []))] as const] : [];
  });
  const counted = held.map(({ id }) => id);
  return { body: toBody(answers, evaluated(way.ending, counted)), whenFull: Object.fromEntries(whenFull) };
}

/** Validates the answers to the visible fields of a form. */
export function checkFormAnswers(
  form: FormOwn,
  input: unknown,
  today: string,
  faults: Faults,
): StoredAnswers | undefined {
  return checkAnswers(form, input, today, faults)?.answers;
}

function checkAnswers(form: FormOwn, input: unknown, today: string, faults: Faults) {
  if (!isObject(input)) {
    faults.add(path, input === undefined ? fault('required') : fault('not_answers_by_id'));
    return undefined;
  }
  const known = answerableFields(form.fields);
  for (const id of Object.keys(input)) if (!known.has(id)) faults.add(`${path}.${id}`, fault('unknown_answer_field'));

  const { answers: given, faultsById } = checkEach(form, input);
  const way = evaluateForm(form, given, today);
  const answers: Record<string, FieldAnswer> = {};
  for (const field of way.shown) {
    const { id } = field;
    const asked = asShown(field, way);
    const counted = way.answers.get(id);
    // An answer that the way could not read stays invalid, unless all of it is hidden.
    const isUnread = counted === undefined && way.offered(field, ownMember(input, id)) !== undefined;
    // A field that differs for this visitor is checked again, as the visitor sees it.
    const newFaults = asked === field || isUnread ? undefined : new Faults();
    const answer = newFaults ? checkOne(asked, counted, newFaults) : ownMember(given, id);
    const fieldFaults = newFaults ?? faultsById.get(id);
    if (fieldFaults?.any) faults.include(fieldFaults);
    else if (answer !== undefined) answers[id] = answer;
    else if (asked.required) faults.add(`${path}.${id}`, fault('required'));
  }
  return { answers, way };
}

/**
 * Returns a field as a visitor sees it: without hidden options and rows, with a minimum of choices that can be reached, and required if
 * a condition requires it.
 */
function asShown(field: Field, way: FormPath<Field>): Field {
  const required = way.isRequired(field);
  const isShown = (item: FieldRow) => way.shows(field, item);
  if (field.type === 'matrix' && field.rows.some(hides))
    return withMembers(field, { required, rows: field.rows.filter(isShown) });
  if ('options' in field && field.type !== 'matrix' && field.options.some(hides))
    return withShownOptions(withMembers(field, { required }), isShown);
  return required === field.required ? field : withMembers(field, { required });
}

function hides(item: { readonly show_if?: unknown }): boolean {
  return item.show_if !== undefined;
}

/** Returns the way through a form with answers that may be incomplete. Invalid answers count as missing. */
export function pathOf(form: FormOwn, values: Readonly<Record<string, unknown>>, today: string): FormPath<Field> {
  return evaluateForm(form, checkEach(form, values).answers, today);
}

/** Validates the answer to each field, whether or not it is visible. IDs of fields exclude `__proto__`. */
function checkEach({ fields }: FormOwn, values: Readonly<Record<string, unknown>>) {
  const answers: Record<string, FieldAnswer> = {};
  const faultsById = new Map<string, Faults>();
  let faults = new Faults();
  for (const [id, field] of answerableFields(fields)) {
    const answer = checkOne(field, ownMember(values, id), faults);
    if (answer !== undefined) answers[id] = answer;
    if (!faults.any) continue;
    faultsById.set(id, faults);
    faults = new Faults();
  }
  return { answers, faultsById };
}

/** The fields of forms that take answers, by ID. Cached, because each submission looks up all of its answers. */
const answerable = new WeakMap<readonly Field[], ReadonlyMap<string, Field>>();

function answerableFields(fields: readonly Field[]): ReadonlyMap<string, Field> {
  let found = answerable.get(fields);
  if (!found) {
    const taking = fields.filter((field) => fieldTypeOf(field).takesAnswers);
    found = new Map(taking.map((field) => [field.id, field]));
    answerable.set(fields, found);
  }
  return found;
}

/** Validates a value. A blank value is no answer. */
function checkOne(field: Field, value: unknown, faults: Faults): FieldAnswer | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return fieldTypeOf(field).check(field, value, `${path}.${field.id}`, faults);
}
