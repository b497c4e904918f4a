import type { JsonObject, JsonValue } from '../../base/validation/json-value.js';
import { fieldId, optionsOf, ruleOf } from './draft-conditions.js';

/**
 * Converts the values of conditions to the type of the referenced field's answers: a label to the ID of its option, and texts to numbers
 * and booleans.
 */
export function resolveConditions(fields: readonly JsonObject[]): JsonObject[] {
  const byId = new Map(fields.map((field) => [fieldId(field), field]));
  return fields.map((field) => {
    const { isAny, conditions } = ruleOf(field);
    if (conditions.length === 0) return field;
    const resolved = conditions.map(({ field: id, operator, value }) => {
      const target = byId.get(id);
      if (operator === 'answered' || operator === 'unanswered') return { field: id, answered: operator === 'answered' };
      return {
        field: id,
        [operator]: typeof value === 'string' && target ? resolveValue(target, value) : (value ?? ''),
      };
    });
    return { ...field, show_if: isAny ? { any: resolved } : { all: resolved } };
  });
}

const numberTypes = ['number', 'rating', 'scale'];

function resolveValue(field: JsonObject, value: string): JsonValue {
  const { type } = field;
  if (type === 'consent') return value.toLowerCase() === 'true' || value.toLowerCase() === 'yes';
  if (typeof type === 'string' && numberTypes.includes(type))
    return value !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
  return optionsOf(field).find(({ label }) => label === value)?.id ?? value;
}
