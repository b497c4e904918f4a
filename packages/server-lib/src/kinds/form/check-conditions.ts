import type { Faults } from '../../base/faults/faults.js';
import type { Condition, Field, Operand, When } from '../../shared/contract/resources.js';
import { type Fault, fault } from '../../shared/faults/fault.js';
import type { ConditionOperator, Operators } from './field-type.js';
import { fieldTypeOf } from './index-by-type.js';

/** A field that conditions refer to. All of these conditions can use the same operators. */
interface FieldPlace {
  readonly field: Field;
  readonly index: number;
  readonly operators: Operators;
}

/** The fields of a form with their positions, by ID. The first one counts if several have the same ID. */
export type FieldPlaces = ReadonlyMap<string, FieldPlace>;

/** Returns the positions of fields. */
export function placesOf(fields: readonly Field[]): FieldPlaces {
  const places = fields.map((field, index): [string, FieldPlace] => [
    field.id,
    { field, index, operators: fieldTypeOf(field).operators(field) },
  ]);
  return new Map(places.reverse());
}

/** Adds faults for conditions that cannot be evaluated, such as `fields.3.show_if.all.0.field`. */
export function checkConditions(
  when: When | null | undefined,
  index: number,
  places: FieldPlaces,
  path: string,
  faults: Faults,
): void {
  if (!when) return;
  const checkAll = (name: string, parts: readonly When[]) =>
    parts.forEach((part, at) => {
      checkConditions(part, index, places, `${path}.${name}.${at}`, faults);
    });
  if ('all' in when) checkAll('all', when.all);
  else if ('any' in when) checkAll('any', when.any);
  else if ('none' in when) checkAll('none', when.none);
  else {
    const problem = conditionFault(when, index, places);
    if (problem) faults.add(`${path}.${problem.member}`, problem.fault);
  }
}

function conditionFault(
  condition: Condition,
  index: number,
  places: FieldPlaces,
): { member: string; fault: Fault } | undefined {
  if (!('field' in condition)) return undefined;
  const place = places.get(condition.field);
  if (!place) return { member: 'field', fault: fault('condition_on_unknown_field') };
  if (place.index >= index) return { member: 'field', fault: fault('condition_on_later_field') };
  const { field, operators } = place;
  if (!fieldTypeOf(field).takesAnswers) return { member: 'field', fault: fault('condition_on_silent_field') };
  if ('answered' in condition) return undefined;
  const [operator, operands] = comparisonOf(condition);
  const check = operators[operator];
  if (!check) return { member: operator, fault: fault('operator_not_allowed', { type: field.type }) };
  const found = operands.flatMap((operand) => (typeof operand === 'object' ? [] : [check(operand)])).find(Boolean);
  return found && { member: operator, fault: found };
}

type Operands = readonly Operand[];

function comparisonOf(
  condition: Exclude<Condition, { answered: boolean }>,
): [operator: ConditionOperator, operands: Operands] {
  if ('is' in condition) return ['is', [condition.is]];
  if ('is_not' in condition) return ['is_not', [condition.is_not]];
  if ('one_of' in condition) return ['one_of', condition.one_of];
  if ('contains' in condition) return ['contains', [condition.contains]];
  if ('starts_with' in condition) return ['starts_with', [condition.starts_with]];
  if ('greater' in condition) return ['greater', [condition.greater]];
  if ('at_least' in condition) return ['at_least', [condition.at_least]];
  if ('less' in condition) return ['less', [condition.less]];
  if ('at_most' in condition) return ['at_most', [condition.at_most]];
  if ('between' in condition) return ['between', condition.between];
  return 'before' in condition ? ['before', [condition.before]] : ['after', [condition.after]];
}
