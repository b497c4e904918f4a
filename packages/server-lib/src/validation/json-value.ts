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
