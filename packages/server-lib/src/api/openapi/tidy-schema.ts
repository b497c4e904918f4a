import { isObject } from '../../base/validation/objects.js';
import type { JsonSchema } from './openapi-types.js';

/** What only the generators of types and tables read. */
const internal = ['absent', 'extends', 'only', 'onlyFor'];

/** Keywords whose values are not schemas. */
const literals = ['absent', 'const', 'default', 'discriminator', 'enum', 'examples', 'onlyFor'];

/** Writes zod's output as people write schemas: nullable types in one keyword, and no bounds that every value has. */
export function tidySchema(json: JsonSchema, place: 'document' | 'types' = 'document'): JsonSchema {
  const entries = Object.entries(referring(json)).filter(
    ([name, value]) =>
      value !== undefined && !isIdleBound(name, value) && !(place === 'document' && internal.includes(name)),
  );
  return withNull(Object.fromEntries(entries.map(([name, value]) => [name, tidyKeyword(name, value, place)])));
}

/** The copy of a component has all that the component has: only its description is its own. */
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

/** Every integer is a safe one. */
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
