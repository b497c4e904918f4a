import { isObject } from '../../base/validation/objects.js';
import { headerArgumentOf } from '../openapi/header-arguments.js';
import type { JsonSchema, Parameter } from '../openapi/openapi-types.js';
import type { ApiDescription, ApiOperation } from '../openapi/operation-list.js';
import { resourceOf } from './select-operation.js';

const components = '#/components/schemas/';
const definitions = '#/$defs/';
const reference = /"\$ref":"#\/\$defs\/(\w+)"/g;

/** Keywords of OpenAPI that JSON Schema does not have. */
const openApiKeywords = ['discriminator', 'example'];

type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** The JSON Schema of the arguments of a tool. */
export interface InputSchema {
  readonly type: 'object';
  readonly properties: { [name: string]: JsonValue };
  readonly required: string[];
  readonly [keyword: string]: unknown;
}

type Body = NonNullable<ApiOperation['body']>;

interface Argument {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** Returns the schema of the arguments of a tool: the parameters of its operations, and the members of their body. */
export function inputSchemaOf(operations: readonly ApiOperation[], { schemas }: ApiDescription): InputSchema {
  const all = [
    ...kindArgument(operations),
    ...parametersOf(operations),
    ...bodiesOf(operations).flatMap((body) => bodyArguments(body, schemas)),
  ];
  const properties = new Map(all.map(({ name, schema }) => [name, toJsonSchema(schema)]));
  if (properties.size < all.length) throw new Error('An argument is both a parameter and a member of the body.');
  const $defs = definitionsFor([...properties.values()], schemas);
  return {
    type: 'object',
    properties: JSON.parse(JSON.stringify(Object.fromEntries(properties))),
    required: all.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    additionalProperties: false,
    ...(Object.keys($defs).length > 0 ? { $defs } : {}),
  };
}

/** Returns the argument that selects the operation, if no ID selects it. */
function kindArgument(operations: readonly ApiOperation[]): Argument[] {
  if (operations.length < 2 || operations.some(({ path }) => path.includes('{'))) return [];
  return [{ name: 'kind', schema: { type: 'string', enum: operations.map(resourceOf) }, isRequired: true }];
}

/** Returns the bodies of the operations, each once. */
function bodiesOf(operations: readonly ApiOperation[]): Body[] {
  const bodies = operations.flatMap(({ body }) => body ?? []);
  return [...new Map(bodies.map((body) => [JSON.stringify(body.schema), body])).values()];
}

function bodyArguments(body: Body, schemas: ApiDescription['schemas']): Argument[] {
  const { members, required } = membersOfObject(body.schema, schemas);
  return members.map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) }));
}

/** Returns the parameters of the operations, each once. */
function parametersOf(operations: readonly ApiOperation[]): Argument[] {
  const groups = new Map<string, Parameter[]>();
  for (const parameter of operations.flatMap(({ parameters }) => parameters)) {
    groups.set(parameter.name, [...(groups.get(parameter.name) ?? []), parameter]);
  }
  return [...groups].flatMap(([name, group]): Argument[] => {
    if (group[0]?.in === 'header') return headerArgument(operations, name);
    // Tools return a page as JSON.
    if (name === 'format') return [];
    const isRequired = group.length === operations.length && group.every(({ required }) => required === true);
    return [{ name, schema: merge(group), isRequired }];
  });
}

function headerArgument(operations: readonly ApiOperation[], header: string): Argument[] {
  const [first] = operations;
  const argument = first && headerArgumentOf(first, header);
  return argument ? [{ name: argument.name, schema: argument.schema, isRequired: false }] : [];
}

/** Merges the descriptions of a parameter by several operations. */
function merge(group: readonly Parameter[]): JsonSchema {
  const variants = new Map(group.map(schemaOf).map((schema) => [JSON.stringify(schema), schema]));
  const [only, ...others] = variants.values();
  return only && others.length === 0 ? only : { anyOf: [...variants.values()] };
}

function schemaOf({ schema, description, example }: Parameter): JsonSchema {
  return {
    ...schema,
    ...(description === undefined ? {} : { description }),
    // A pattern says more than an example, and agents read all of it.
    ...(example === undefined || 'pattern' in schema ? {} : { examples: [example] }),
  };
}

/** Rewrites a schema of the OpenAPI document for JSON Schema, where components are below `$defs`. */
function toJsonSchema(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => !openApiKeywords.includes(name))
      .map(([name, value]) => [name, name === 'properties' ? rewriteMembers(value) : rewrite(value)]),
  );
}

/** Rewrites the schemas of members, whose names are not keywords. */
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
function definitionsFor(from: readonly JsonSchema[], schemas: ApiDescription['schemas']): Record<string, JsonSchema> {
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
interface ObjectMembers {
  readonly members: readonly (readonly [name: string, schema: JsonSchema])[];
  readonly required: readonly string[];
}

/** Returns the members of an object of the OpenAPI document, which can be a component. */
function membersOfObject(schema: JsonSchema, schemas: ApiDescription['schemas']): ObjectMembers {
  const { $ref } = schema;
  const { properties, required } = (typeof $ref === 'string' ? schemas[$ref.slice(components.length)] : schema) ?? {};
  if (!isObject(properties)) throw new Error('The body of an operation is not an object.');
  return {
    members: Object.entries(properties).map(([name, member]) => [name, isObject(member) ? member : {}]),
    required: Array.isArray(required) ? required.map(String) : [],
  };
}
