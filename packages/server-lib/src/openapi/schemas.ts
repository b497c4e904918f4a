import { z } from 'zod';
import { documented } from '../validation/documented.js';
import type { JsonSchema } from './openapi-types.js';

const root = '#/components/schemas/';

/** A schema where it is used: by its name if it has one. */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const id = documented.get(schema)?.id;
  if (id !== undefined) return { $ref: root + id };
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', metadata: documented });
  return tidy(json);
}

/** The named schemas. Replies stay open to members that come later; what clients send does not. */
export function namedSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(documented, { io: 'input', metadata: documented, uri: (id) => root + id });
  const named = Object.entries(schemas).map(([id, { $schema: _, $id: __, ...json }]) => [id, tidy(json)] as const);
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A member's own schema in an object's. */
export function membersOf(schema: z.ZodType): { name: string; required: boolean; schema: JsonSchema }[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', metadata: documented });
  return Object.entries(properties).map(([name, member]) => ({
    name,
    required: required.includes(name),
    schema: typeof member === 'object' ? tidy(member) : {},
  }));
}

/** The examples of a schema, where it has a name. */
export function examplesOf(schema: z.ZodType): readonly unknown[] {
  return documented.get(schema)?.examples ?? [];
}

/** Puts zod's output as people write schemas: nullable types in one word, bounds that say nothing left out. */
function tidy(json: JsonSchema): JsonSchema {
  const entries = Object.entries(json).filter(([name, value]) => name !== 'members' && !isIdleBound(name, value));
  const tidied = Object.fromEntries(entries.map(([name, value]) => [name, tidyValue(value)]));
  return withNull(withTexts(tidied, json['members']));
}

function tidyValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidyValue);
  return isSchema(value) ? tidy(value) : value;
}

/** Every integer is a safe one. */
function isIdleBound(name: string, value: unknown): boolean {
  return (name === 'minimum' || name === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}

/** Gives members the descriptions that stand beside their object's. */
function withTexts(json: JsonSchema, texts: unknown): JsonSchema {
  const { properties } = json;
  if (!isSchema(texts) || !isSchema(properties)) return json;
  const members = Object.entries(properties).map(([name, member]) => [
    name,
    isSchema(member) && name in texts ? { ...member, description: texts[name] } : member,
  ]);
  return { ...json, properties: Object.fromEntries(members) };
}

/** `{"anyOf": [{"type": "string"}, {"type": "null"}]}` is `{"type": ["string", "null"]}`. */
function withNull(json: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = json;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return json;
  const [type, none] = anyOf;
  if (!isSchema(type) || !isSchema(none) || none['type'] !== 'null' || typeof type['type'] !== 'string') return json;
  const values = Array.isArray(type['enum']) ? { enum: [...type['enum'], null] } : {};
  return { ...type, ...values, type: [type['type'], 'null'], ...rest };
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
