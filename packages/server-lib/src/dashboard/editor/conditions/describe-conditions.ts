import type { JsonObject, JsonValue } from '../../../validation/json-value.js';
import { fieldId, fieldLabel, optionsOf, ruleOf } from './draft-conditions.js';

/** The operators of conditions, with their texts. */
export const operators = [
  { value: 'is', text: 'is' },
  { value: 'is_not', text: 'is not' },
  { value: 'contains', text: 'contains' },
  { value: 'greater', text: 'is greater than' },
  { value: 'less', text: 'is less than' },
  { value: 'answered', text: 'is answered' },
  { value: 'unanswered', text: 'is not answered' },
];

/** Returns when a field shows, as a sentence. Null: it always shows. */
export function describeConditions(field: JsonObject, fields: readonly JsonObject[]): string | null {
  const { isAny, conditions } = ruleOf(field);
  if (conditions.length === 0) return null;
  const sentences = conditions.map(({ field: id, operator, value }) => {
    const target = fields.find((candidate) => fieldId(candidate) === id);
    const verb = operators.find((candidate) => candidate.value === operator)?.text ?? operator;
    const shown = value === undefined ? '' : ` ${typeof value === 'number' ? value : `“${valueLabel(target, value)}”`}`;
    return `“${target ? fieldLabel(target) : id}” ${verb}${shown}`;
  });
  return `Shown if ${sentences.join(isAny ? ' or ' : ' and ')}.`;
}

/** Returns the value of a condition as owners read and write it: the label of an option, "Yes" for a ticked box. */
export function valueLabel(target: JsonObject | undefined, value: JsonValue): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'object') return '';
  const option = target && optionsOf(target).find(({ id }) => id === value);
  return option?.label ?? String(value);
}
