import { z } from 'zod';
import { documented } from '../validation/documented.js';
import type { JsonSchema } from './openapi-types.js';

const root = '#/components/schemas/';

/** Returns a schema where it is used: a reference if it has a name. */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const id = documented.get(schema)?.id;
  if (id !== undefined) return { $ref: root + id };
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', metadata: documented });
  return tidy(json);
}

/** Returns the named schemas. Those of requests forbid unknown members; those of responses allow future ones. */
export function namedSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(documented, { io: 'input', metadata: documented, uri: (id) => root + id });
  const named = Object.entries(schemas).map(([id, { $schema: _, $id: __, ...json }]) => [id, tidy(json)] as const);
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the members of an object schema. */
export function membersOf(schema: z.ZodType): { name: string; required: boolean; schema: JsonSchema }[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', metadata: documented });
  return Object.entries(properties).map(([name, member]) => ({
    name,
    required: required.includes(name),
    schema: typeof member === 'object' ? tidy(member) : {},
  }));
}

/** Returns the examples of a named schema. */
export function examplesOf(schema: z.ZodType): readonly unknown[] {
  return documented.get(schema)?.examples ?? [];
}

/** Simplifies the output of zod: nullable types become one type, and bounds without meaning are removed. */
function tidy(json: JsonSchema): JsonSchema {
  const entries = Object.entries(json).filter(([name, value]) => name !== 'members' && !isRedundantBound(name, value));
  const tidied = Object.fromEntries(entries.map(([name, value]) => [name, tidyValue(value)]));
  return mergeNull(addDescriptions(tidied, json['members']));
}

function tidyValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidyValue);
  return isSchema(value) ? tidy(value) : value;
}

/** zod limits every integer to the safe ones. */
function isRedundantBound(name: string, value: unknown): boolean {
  return (name === 'minimum' || name === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}

/** Adds the descriptions of the members, which the documentation of an object contains. */
function addDescriptions(json: JsonSchema, descriptions: unknown): JsonSchema {
  const { properties } = json;
  if (!isSchema(descriptions) || !isSchema(properties)) return json;
  const members = Object.entries(properties).map(([name, member]) => [
    name,
    isSchema(member) && name in descriptions ? { ...member, description: descriptions[name] } : member,
  ]);
  return { ...json, properties: Object.fromEntries(members) };
}

/** Turns `{"anyOf": [{"type": "string"}, {"type": "null"}]}` into `{"type": ["string", "null"]}`. */
function mergeNull(json: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = json;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return json;
  const [type, nullType] = anyOf;
  if (!isSchema(type) || !isSchema(nullType) || nullType['type'] !== 'null' || typeof type['type'] !== 'string')
    return json;
  const values = Array.isArray(type['enum']) ? { enum: [...type['enum'], null] } : {};
  return { ...type, ...values, type: [type['type'], 'null'], ...rest };
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
