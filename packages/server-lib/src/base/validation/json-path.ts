import { isJsonObject, type JsonObject, type JsonValue } from './json-value.js';

/** Returns the value at a dotted path, such as `options.0.label`. Undefined if there is no value. */
export function valueAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  if (path === '') return value;
  let at: JsonValue | undefined = value;
  for (const name of path.split('.')) {
    if (Array.isArray(at)) at = /^\d{1,4}$/.test(name) ? at[Number(name)] : undefined;
    else at = isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return at;
}

/** Returns a copy of an object with another value at a dotted path. Undefined removes the member or the item. */
export function withValueAt(object: JsonObject, path: string, value: JsonValue | undefined): JsonObject {
  const changed = change(object, path.split('.'), value);
  return isJsonObject(changed) ? changed : object;
}

function change(
  target: JsonValue | undefined,
  [name = '', ...rest]: readonly string[],
  value: JsonValue | undefined,
): JsonValue {
  if (Array.isArray(target)) {
    const at = Number(name);
    if (rest.length === 0 && value === undefined) return target.filter((_, index) => index !== at);
    return target.map((item, index) =>
      index === at ? (rest.length === 0 ? (value ?? null) : change(item, rest, value)) : item,
    );
  }
  const members = isJsonObject(target) ? target : {};
  const inner =
    rest.length === 0 ? value : change(Object.hasOwn(members, name) ? members[name] : undefined, rest, value);
  const others = Object.entries(members).filter(([member]) => member !== name);
  if (inner === undefined) return Object.fromEntries(others);
  return Object.hasOwn(members, name)
    ? Object.fromEntries(Object.entries(members).map(([member, old]) => [member, member === name ? inner : old]))
    : Object.fromEntries([...others, [name, inner]]);
}
