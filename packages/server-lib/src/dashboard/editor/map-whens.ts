import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';

/** The members with conditions. */
const whenMembers: readonly string[] = ['show_if', 'require_if', 'when'];

/** The lists whose items have conditions, or lists of such items. */
const logicLists: readonly string[] = ['fields', 'options', 'rows', 'next', 'variables', 'rules', 'endings', 'quotas'];

/**
 * Returns a form with other conditions. Parts without conditions stay the same objects.
 *
 * @param change Returns what takes the place of conditions.
 */
export function mapWhens(object: JsonObject, change: (when: JsonObject) => JsonValue): JsonObject {
  let changed = object;
  for (const [name, value] of Object.entries(object)) {
    const next = whenMembers.includes(name) && isJsonObject(value) ? change(value) : mapList(name, value, change);
    if (next !== value) changed = { ...changed, [name]: next };
  }
  return changed;
}

function mapList(name: string, value: JsonValue, change: (when: JsonObject) => JsonValue): JsonValue {
  if (!logicLists.includes(name) || !Array.isArray(value)) return value;
  const items = value.map((item: JsonValue) => (isJsonObject(item) ? mapWhens(item, change) : item));
  return items.some((item, at) => item !== value[at]) ? items : value;
}
