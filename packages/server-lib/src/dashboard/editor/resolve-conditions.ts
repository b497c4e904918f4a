import type { JsonObject, JsonValue } from '../../base/validation/json-value.js';
import { operatorsOf } from './condition-operators.js';
import { fieldId, numberTypes, ruleOf } from './draft-conditions.js';
import { isSameValue } from './same-value.js';

/**
 * Converts the texts that owners entered in conditions to the types of the referenced fields' answers. A condition without a value
 * gets an operator that its field allows.
 */
export function resolveConditions(fields: readonly JsonObject[]): JsonObject[] {
  const byId = new Map(fields.map((field) => [fieldId(field), field]));
  return fields.map((field) => {
    const { isAny, conditions } = ruleOf(field);
    if (conditions.length === 0) return field;
    const resolved = conditions.map(({ field: id, operator, value }) => {
      const target = byId.get(id);
      if (operator === 'answered' || operator === 'unanswered') return { field: id, answered: operator === 'answered' };
      if ((value ?? '') === '' && target) return { field: id, ...startOf(target, value === undefined ? '' : operator) };
      return {
        field: id,
        [operator]: typeof value === 'string' && target ? resolveValue(target, value) : (value ?? ''),
      };
    });
    const rule = isAny ? { any: resolved } : { all: resolved };
    // An unchanged field stays the same object, so that nothing compares or renders it again.
    return isSameValue(field['show_if'], rule) ? field : { ...field, show_if: rule };
  });
}

/** Returns the comparison of a condition whose value is not chosen yet. */
function startOf({ type }: JsonObject, operator: string): JsonObject {
  const offered = operatorsOf(type).map(({ value }) => value);
  const [first = 'answered'] = offered;
  const kept = offered.includes(operator) ? operator : first;
  return kept === 'answered' ? { answered: true } : { [kept]: '' };
}

function resolveValue(field: JsonObject, value: string): JsonValue {
  const { type } = field;
  if (type === 'consent') return value === 'true';
  if (typeof type === 'string' && numberTypes.includes(type))
    return Number.isFinite(Number(value.replace(',', '.'))) ? Number(value.replace(',', '.')) : value;
  return value;
}
