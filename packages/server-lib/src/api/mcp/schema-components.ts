import { isObject } from '../../base/validation/objects.js';
import type { JsonSchema } from '../openapi/openapi-types.js';
import type { ApiDescription } from '../openapi/operation-list.js';

const components = '#/components/schemas/';
const definitions = '#/$defs/';
const reference = /"\$ref":"#\/\$defs\/(\w+)"/g;

/** Keywords of OpenAPI that JSON Schema does not have. */
const openApiKeywords = ['discriminator', 'example'];

/** Rewrites a schema of the OpenAPI document for JSON Schema, where components are below `$defs`. */
export function toJsonSchema(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => !openApiKeywords.includes(name))
      .map(([name, value]) => [name, name === 'properties' ? rewriteMembers(value) : rewrite(value)]),
  );
}

/** The names of members are no keywords. */
function rewriteMembers(properties: unknown): unknown {
  if (!isObject(properties)) return properties;
  return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, rewrite(member)]));
}

function rewrite(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewrite);
  if (isObject(value)) return toJsonSchema(value);
  return typeof value === 'string' && value.startsWith(components)
    ? definitions + value.slice(components.length)
    : value;
}

/** Returns all components that schemas of {@link toJsonSchema} refer to, directly or through others. */
export function definitionsFor(
  from: readonly JsonSchema[],
  schemas: ApiDescription['schemas'],
): Record<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const waiting = from.flatMap(referencesIn);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const schema = schemas[name];
    if (!schema || found.has(name)) continue;
    const own = toJsonSchema(schema);
    found.set(name, own);
    waiting.push(...referencesIn(own));
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function referencesIn(schema: JsonSchema): string[] {
  return [...JSON.stringify(schema).matchAll(reference)].map(([, name = '']) => name);
}

/** The members of an object, and which of them are required. */
export interface ObjectMembers {
  readonly members: readonly (readonly [name: string, schema: JsonSchema])[];
  readonly required: readonly string[];
}

/** Returns the members of an object of the OpenAPI document, which can be a component. */
export function membersOfObject(schema: JsonSchema, schemas: ApiDescription['schemas']): ObjectMembers {
  const { $ref } = schema;
  const { properties, required } = (typeof $ref === 'string' ? schemas[$ref.slice(components.length)] : schema) ?? {};
  if (!isObject(properties)) throw new Error('The body of an operation is not an object.');
  return {
    members: Object.entries(properties).map(([name, member]) => [name, isObject(member) ? member : {}]),
    required: Array.isArray(required) ? required.map(String) : [],
  };
}
