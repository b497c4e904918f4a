import { headerArgumentOf } from '../openapi/header-arguments.js';
import type { JsonSchema, Parameter } from '../openapi/openapi-types.js';
import type { ApiDescription, ApiOperation } from '../openapi/operation-list.js';
import { definitionsFor, membersOfObject, toJsonSchema } from './schema-components.js';
import { resourceOf } from './select-operation.js';

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

/** Returns the argument that selects the operation, where no ID does. */
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
    ...(example === undefined ? {} : { examples: [example] }),
  };
}
