import type { Faults } from '../inputs/input.js';
import type { Condition, Field } from './contract.js';
import type { Operator } from './kinds/kind.js';
import { kindOf } from './kinds/table.js';

/** Names the conditions of a field that can't be judged: `fields.3.show_if.all.0.field`. */
export function findBadConditions(
  { show_if }: Field,
  earlier: readonly Field[],
  all: readonly Field[],
  path: string,
  faults: Faults,
): void {
  if (!show_if) return;
  const [member, conditions] = 'all' in show_if ? ['all', show_if.all] : ['any', show_if.any];
  conditions.forEach((condition, at) => {
    const fault = faultOf(condition, earlier, all);
    if (fault) faults.add(`${path}.${member}.${at}.${fault.member}`, fault.message);
  });
}

function faultOf(
  condition: Condition,
  earlier: readonly Field[],
  all: readonly Field[],
): { member: string; message: string } | undefined {
  const field = earlier.find(({ id }) => id === condition.field);
  if (!field) {
    const later = all.some(({ id }) => id === condition.field);
    return { member: 'field', message: later ? 'Must be an earlier field.' : 'Is not a field of this form.' };
  }
  const kind = kindOf(field);
  if (!kind.takesAnswers) return { member: 'field', message: 'Takes no answers.' };
  if ('answered' in condition) return undefined;
  const [operator, value] = comparisonOf(condition);
  const check = kind.operators(field)[operator];
  const message = check ? check(value) : `Does not go with a field of the type ${field.type}.`;
  return message === undefined ? undefined : { member: operator, message };
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
