import { truncate } from '../../base/truncate.js';
import type { JsonObject, JsonValue } from '../../base/validation/json-value.js';
import { maxRepeatedLabel } from '../limits.js';
import { operatorText } from './condition-operators.js';
import { fieldLabel, hasOtherConditions, optionsOf, ruleOf } from './draft-conditions.js';

/** Returns the condition of a field as a sentence. Null: it always shows. */
export function describeConditions(field: JsonObject, fields: ReadonlyMap<string, JsonObject>): string | null {
  if (hasOtherConditions(field)) return 'Shown under conditions that are edited in Code.';
  const { isAny, conditions } = ruleOf(field);
  if (conditions.length === 0) return null;
  const sentences = conditions.slice(0, maxDescribed).map(({ field: id, operator, value }) => {
    const target = fields.get(id);
    const verb = operatorText(target?.['type'], operator);
    const shown =
      value === undefined
        ? ''
        : value === ''
          ? ' …'
          : ` ${typeof value === 'number' ? value : `“${shortLabel(valueLabel(target, value))}”`}`;
    return `“${shortLabel(target ? fieldLabel(target) : id)}” ${verb}${shown}`;
  });
  const more = conditions.length - sentences.length;
  if (more > 0) sentences.push(`${more} more ${more === 1 ? 'condition' : 'conditions'}`);
  return `Shown if ${sentences.join(isAny ? ' or ' : ' and ')}.`;
}

/** The maximum number of conditions in a sentence. A field can have more, which its own controls show. */
const maxDescribed = 10;
/** Returns the beginning of a label, for texts that can repeat it once for each condition. */
export function shortLabel(label: string): string {
  return label.length <= maxRepeatedLabel ? label : truncate(label, maxRepeatedLabel);
}

/** Returns the value of a condition as owners read and write it: the label of an option, "Yes" for a ticked box. */
export function valueLabel(target: JsonObject | undefined, value: JsonValue): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'object') return '';
  const option = target && optionsOf(target).find(({ id }) => id === value);
  return option?.label ?? String(value);
}
