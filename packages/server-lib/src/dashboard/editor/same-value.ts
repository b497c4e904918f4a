import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';

/** Returns whether two values mean the same. An absent member means the same as null, and members have no order. */
export function isSameValue(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  const [x, y] = [a ?? null, b ?? null];
  if (x === y) return true;
  if (Array.isArray(x) && Array.isArray(y))
    return x.length === y.length && x.every((item, index) => isSameValue(item, y[index]));
  if (!isJsonObject(x) || !isJsonObject(y)) return false;
  return (
    Object.keys(x).every((name) => isSameValue(x[name], memberOf(y, name))) &&
    Object.keys(y).every((name) => Object.hasOwn(x, name) || (y[name] ?? null) === null)
  );
}

/** Returns a member of an object. Undefined if the object does not have it itself. */
export function memberOf(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
