import type { Condition, Field } from '../contract/resources.js';
import { type Fault, fault } from '../faults/fault.js';
import type { Faults } from '../faults/faults.js';
import type { Operator } from './field-types/field-type.js';
import { fieldTypeOf } from './field-types/index-by-type.js';

/** Adds faults for the conditions of a field that cannot be evaluated, such as `fields.3.show_if.all.0.field`. */
export function checkConditions(
  { show_if }: Field,
  earlier: readonly Field[],
  all: readonly Field[],
  path: string,
  faults: Faults,
): void {
  if (!show_if) return;
  const [member, conditions] = 'all' in show_if ? ['all', show_if.all] : ['any', show_if.any];
  conditions.forEach((condition, at) => {
    const problem = conditionFault(condition, earlier, all);
    if (problem) faults.add(`${path}.${member}.${at}.${problem.member}`, problem.fault);
  });
}

function conditionFault(
  condition: Condition,
  earlier: readonly Field[],
  all: readonly Field[],
): { member: string; fault: Fault } | undefined {
  const field = earlier.find(({ id }) => id === condition.field);
  if (!field) {
    const isLater = all.some(({ id }) => id === condition.field);
    return {
      member: 'field',
      fault: isLater ? fault('condition_on_later_field') : fault('condition_on_unknown_field'),
    };
  }
  const fieldType = fieldTypeOf(field);
  if (!fieldType.takesAnswers) return { member: 'field', fault: fault('condition_on_silent_field') };
  if ('answered' in condition) return undefined;
  const [operator, value] = comparisonOf(condition);
  const check = fieldType.operators(field)[operator];
  const found = check ? check(value) : fault('operator_not_allowed', { type: field.type });
  return found && { member: operator, fault: found };
}

function comparisonOf(
  condition: Exclude<Condition, { answered: boolean }>,
): [operator: Operator, value: string | number | boolean] {
  if ('is' in condition) return ['is', condition.is];
  if ('is_not' in condition) return ['is_not', condition.is_not];
  if ('contains' in condition) return ['contains', condition.contains];
  if ('greater' in condition) return ['greater', condition.greater];
  return ['less', condition.less];
}
