import type { JsonObject, JsonValue } from '../../base/validation/json-value.js';
import { operatorsOf } from './condition-operators.js';
import {
  type DraftCondition,
  type DraftPart,
  groupOf,
  isGroup,
  isOpenValue,
  type LogicNames,
  namesOf,
  numberTypes,
  subjectJson,
  typeOfSubject,
} from './draft-conditions.js';
import { mapWhens } from './map-whens.js';
import { isSameValue } from './same-value.js';

/**
 * Converts the texts that owners entered in conditions to the types of the answers that they are compared with. A condition without a
 * value gets an operator that its subject allows.
 */
export function resolveConditions(draft: JsonObject): JsonObject {
  const names = namesOf(draft);
  return mapWhens(draft, (when) => {
    const group = groupOf(when);
    if (group.parts.length === 0) return when;
    const resolved = resolvePart(group, names);
    // An unchanged condition stays the same object, so that nothing compares or renders its field again.
    return isSameValue(when, resolved) ? when : resolved;
  });
}

function resolvePart(part: DraftPart, names: LogicNames): JsonObject {
  if (isGroup(part)) return { [part.match]: part.parts.map((inner) => resolvePart(inner, names)) };
  const type = typeOfSubject(part, names);
  return { ...subjectJson(part), ...comparisonOf(part, type) };
}

function comparisonOf({ operator, value }: DraftCondition, type: string): JsonObject {
  if (operator === 'answered' || operator === 'unanswered') return { answered: operator === 'answered' };
  if (type === '') return { [operator]: value ?? '' };
  if (value === undefined || value === null || value === '') return startOf(type, value === undefined ? '' : operator);
  if (Array.isArray(value)) return { [operator]: value.map((one) => resolveValue(type, one)) };
  return { [operator]: resolveValue(type, value) };
}

/** Returns the comparison of a condition whose value is not chosen yet. */
function startOf(type: string, operator: string): JsonObject {
  const offered = operatorsOf(type).map(({ value }) => value);
  const [first = 'answered'] = offered;
  const kept = offered.includes(operator) ? operator : first;
  if (kept === 'answered') return { answered: true };
  return { [kept]: kept === 'one_of' ? [] : kept === 'between' ? ['', ''] : '' };
}

/** Returns a value with the type of the answers that it is compared with. */
function resolveValue(type: string, value: JsonValue): JsonValue {
  if (typeof value !== 'string' || isOpenValue(value)) return value;
  if (type === 'consent') return value === 'true';
  return [...numberTypes, 'count', 'number_variable'].includes(type) ? numberIn(value) : value;
}

/** Returns the number that a text is, or the text if it is not a number. */
export function numberIn(text: string): JsonValue {
  const number = Number(text.trim().replace(',', '.'));
  return text.trim() !== '' && Number.isFinite(number) ? number : text;
}
