import { z } from 'zod';
import { type Documentation, documented } from '../../base/validation/documented.js';
import { isObject } from '../../base/validation/objects.js';
import type { JsonSchema } from './openapi-types.js';

/** The keywords that only the generators of types and tables read. */
const internal = ['absent', 'extends', 'only', 'onlyFor', 'translatable'];

/** Keywords whose values are not schemas. */
const literals = ['absent', 'const', 'default', 'discriminator', 'enum', 'examples', 'onlyFor'];

const root = '#/components/schemas/';

/** Where components are described. */
export type Place = NonNullable<Documentation['only']>;

/** Returns a reference to a component. */
export function refTo(id: string): JsonSchema {
  return { $ref: root + id };
}

/** Returns the name of a schema that is a component. */
export function nameOf(schema: z.ZodType): string | undefined {
  return documented.get(schema)?.id;
}

/** Returns a schema as it is used: a reference if it is a component. */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const id = nameOf(schema);
  if (id !== undefined) return refTo(id);
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', metadata: documented });
  return tidySchema(json);
}

/** The components of each place. All documents of a process have the same ones. */
const components = new Map<Place, Record<string, JsonSchema>>();

/** Returns the components of a place. Requests are closed; replies stay open, so that they can get more members. */
export function componentSchemas(place: Place): Readonly<Record<string, JsonSchema>> {
  const known = components.get(place) ?? createComponents(place);
  components.set(place, known);
  return known;
}

function createComponents(place: Place): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(documented, {
    io: 'input',
    metadata: documented,
    uri: (id) => root + id,
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodDiscriminatedUnion && jsonSchema.oneOf) {
        jsonSchema['discriminator'] = discriminatorOf(zodSchema);
      }
    },
  });
  const entries = Object.entries(schemas)
    .filter(([, { only }]) => only === undefined || only === place)
    .map(([id, { $schema: _, $id: __, ...json }]) => [id, tidySchema(json, place)] as const);
  return Object.fromEntries(entries);
}

/** Returns the discriminator of a union, with the component for each value. */
function discriminatorOf(union: z.ZodDiscriminatedUnion): object {
  const propertyName = union.def.discriminator;
  const mapping = union.options.flatMap((option) => {
    const values = [...(option._zod.propValues?.[propertyName] ?? [])];
    return option instanceof z.ZodType ? values.map((value) => [String(value), root + nameOf(option)]) : [];
  });
  return { propertyName, mapping: Object.fromEntries(mapping) };
}

/** Returns the schemas of the members of an object. */
export function memberSchemas(schema: z.ZodType): { name: string; required: boolean; schema: JsonSchema }[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', metadata: documented });
  return Object.entries(properties).map(([name, member]) => ({
    name,
    required: required.includes(name),
    schema: typeof member === 'object' ? tidySchema(member) : {},
  }));
}

/** Returns the examples of a schema. */
export function examplesOf(schema: z.ZodType): readonly unknown[] {
  return documented.get(schema)?.examples ?? [];
}

/** Writes zod's output as people write schemas: nullable types in one keyword, and no bounds that every value has. */
function tidySchema(json: JsonSchema, place: 'document' | 'types' = 'document'): JsonSchema {
  const entries = Object.entries(referring(json)).filter(
    ([name, value]) =>
      value !== undefined && !isIdleBound(name, value) && !(place === 'document' && internal.includes(name)),
  );
  return withNull(Object.fromEntries(entries.map(([name, value]) => [name, tidyKeyword(name, value, place)])));
}

/** Returns a reference to a component in place of its copy, which differs only in the description. */
function referring(json: JsonSchema): JsonSchema {
  const { describedBy, description, absent, onlyFor } = json;
  const $ref = typeof describedBy === 'string' ? `#/components/schemas/${describedBy}` : json['$ref'];
  return $ref === undefined ? json : { $ref, description, absent, onlyFor };
}

function tidyKeyword(name: string, value: unknown, place: 'document' | 'types'): unknown {
  if (literals.includes(name)) return value;
  if (name !== 'properties' || !isObject(value)) return tidyValue(value, place);
  return Object.fromEntries(Object.entries(value).map(([member, schema]) => [member, tidyValue(schema, place)]));
}

function tidyValue(value: unknown, place: 'document' | 'types'): unknown {
  if (Array.isArray(value)) return value.map((item) => tidyValue(item, place));
  return isObject(value) ? tidySchema(value, place) : value;
}

/** Returns whether a bound has no effect, because every integer is a safe integer. */
function isIdleBound(name: string, value: unknown): boolean {
  return (name === 'minimum' || name === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}

/** `{"anyOf": [{"type": "string"}, {"type": "null"}]}` is `{"type": ["string", "null"]}`. */
function withNull(json: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = json;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return json;
  const [type, none] = anyOf;
  if (!isObject(type) || !isObject(none) || none['type'] !== 'null' || typeof type['type'] !== 'string') return json;
  const values = Array.isArray(type['enum']) ? { enum: [...type['enum'], null] } : {};
  return { ...type, ...values, type: [type['type'], 'null'], ...rest };
}
