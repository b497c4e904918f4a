import { z } from 'zod';
import { type Documentation, documented } from '../../base/validation/documented.js';
import type { JsonSchema } from './openapi-types.js';
import { tidySchema } from './tidy-schema.js';

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

/** Returns the components of a place. Requests are closed; replies stay open, so that they can get more members. */
export function componentSchemas(place: Place): Record<string, JsonSchema> {
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
  const components = Object.entries(schemas)
    .filter(([, { only }]) => only === undefined || only === place)
    .map(([id, { $schema: _, $id: __, ...json }]) => [id, tidySchema(json, place)] as const);
  return Object.fromEntries(components);
}

/** Returns which component has which value of the member that tells them apart. */
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
