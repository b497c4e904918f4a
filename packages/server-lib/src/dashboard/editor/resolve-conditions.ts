import type { JsonObject, JsonValue } from '../../base/validation/json-value.js';
import { fieldId, optionsOf, ruleOf } from './draft-conditions.js';

/**
 * Turns the values of conditions into what the fields that they refer to are answered with: the ID of an option for its
 * label, numbers and truth values.
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
