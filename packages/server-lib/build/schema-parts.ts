import type { JsonSchema } from '../src/api/openapi/openapi-types.js';
import { componentSchemas } from '../src/api/openapi/schemas.js';
import { isSchema } from '../src/web/reference/schema-type.js';

let cache: Readonly<Record<string, JsonSchema>> | undefined;

/** Returns the schema of a component of the API, from which requests are validated and documented. */
export function componentSchema(name: string): JsonSchema {
  cache ??= componentSchemas('types');
  return cache[name] ?? {};
}

/** Returns a schema with the component that it refers to. Its own keywords come first. */
export function resolve(schema: JsonSchema | undefined): JsonSchema {
  if (!schema) return {};
  const ref = schema['$ref'];
  return typeof ref === 'string'
    ? { ...componentSchema(ref.slice(ref.lastIndexOf('/') + 1)), ...withoutRef(schema) }
    : schema;
}

function withoutRef({ $ref: _, ...rest }: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
}

/** Returns whether null is a value of a schema. */
export function isNullable(schema: JsonSchema): boolean {
  const { type } = schema;
  return (
    (Array.isArray(type) && type.includes('null')) ||
    listOf(schema['anyOf']).some((branch) => branch['type'] === 'null')
  );
}

/** Returns the type of a schema besides null. */
export function typeNameOf({ type }: JsonSchema): unknown {
  return Array.isArray(type) ? type.find((name) => name !== 'null') : type;
}

/** Returns the schemas of the members of an object. */
export function properties(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const members = schema['properties'];
  if (!isSchema(members)) return {};
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, JsonSchema] => isSchema(entry[1])),
  );
}

/** Returns the schemas of a list, such as the branches of `anyOf`. */
export function listOf(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

/** Returns the texts of a list. */
export function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
