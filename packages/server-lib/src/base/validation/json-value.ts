/** A value of a JSON document. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** An object of a JSON document. */
export interface JsonObject {
  readonly [member: string]: JsonValue;
}

/** Returns whether a value of a JSON document is an object. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether a value can be written as JSON. */
export function isJsonValue(value: unknown): value is JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJsonValue);
  return typeof value === 'object' && Object.values(value).every(isJsonValue);
}
