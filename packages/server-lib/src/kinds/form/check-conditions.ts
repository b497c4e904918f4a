import type { Faults } from '../../base/faults/faults.js';
import type { Condition, Field } from '../../shared/contract/resources.js';
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

/** Adds faults for the conditions of a field that cannot be evaluated, such as `fields.3.show_if.all.0.field`. */
export function checkConditions(
  { show_if }: Field,
  index: number,
  places: FieldPlaces,
  path: string,
  faults: Faults,
): void {
  if (!show_if) return;
  const [member, conditions] = 'all' in show_if ? ['all', show_if.all] : ['any', show_if.any];
  conditions.forEach((condition, at) => {
    const problem = conditionFault(condition, index, places);
    if (problem) faults.add(`${path}.${member}.${at}.${problem.member}`, problem.fault);
  });
}

function conditionFault(
  condition: Condition,
  index: number,
  places: FieldPlaces,
): { member: string; fault: Fault } | undefined {
  const place = places.get(condition.field);
  if (!place) return { member: 'field', fault: fault('condition_on_unknown_field') };
  if (place.index >= index) return { member: 'field', fault: fault('condition_on_later_field') };
  const { field, operators } = place;
  if (!fieldTypeOf(field).takesAnswers) return { member: 'field', fault: fault('condition_on_silent_field') };
  if ('answered' in condition) return undefined;
  const [operator, value] = comparisonOf(condition);
  const check = operators[operator];
  const found = check ? check(value) : fault('operator_not_allowed', { type: field.type });
  return found && { member: operator, fault: found };
}

function comparisonOf(
  condition: Exclude<Condition, { answered: boolean }>,
): [operator: ConditionOperator, value: string | number | boolean] {
  if ('is' in condition) return ['is', condition.is];
  if ('is_not' in condition) return ['is_not', condition.is_not];
  if ('contains' in condition) return ['contains', condition.contains];
  if ('greater' in condition) return ['greater', condition.greater];
  return ['less', condition.less];
}
