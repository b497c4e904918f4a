import type { JsonSchema } from '../../api/openapi/openapi-types.js';
import { isJsonValue, type JsonValue } from '../../base/validation/json-value.js';
import { isSchema } from '../../web/reference/schema-type.js';
import { componentSchema, isNullable, listOf, properties, resolve, stringsOf, typeNameOf } from './schema-parts.js';

/** How a member of a definition is edited. */
export type Control =
  | { readonly type: 'text'; readonly isLong: boolean; readonly isUrl: boolean; readonly maxLength?: number }
  | { readonly type: 'number'; readonly isInteger: boolean; readonly min?: number; readonly max?: number }
  | { readonly type: 'boolean' }
  | { readonly type: 'choice'; readonly values: readonly string[] }
  | { readonly type: 'time' }
  | { readonly type: 'object'; readonly members: readonly Member[] }
  /** A list of objects that have a label, and that may be written as their label alone. */
  | { readonly type: 'labels'; readonly members: readonly Member[]; readonly max: number }
  | { readonly type: 'list'; readonly members: readonly Member[]; readonly max: number }
  /** Everything else is edited as JSON, so that each member can be edited. */
  | { readonly type: 'json' };

/** A member of a definition, as its schema describes it. */
export interface Member {
  readonly name: string;
  readonly control: Control;
  readonly description: string;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  /** The meaning of an absent member. */
  readonly absent: JsonValue | undefined;
  /** The types of the object that allow the member. Undefined: all. */
  readonly onlyFor: readonly string[] | undefined;
}

const longTextLength = 1_000;

/** Returns the members of a component. */
export function componentMembers(name: string): readonly Member[] {
  return membersOfSchema(componentSchema(name));
}

/** Returns the members of each type of a component, such as a field of a form, by the name of the type. */
export function membersByType(name: string): ReadonlyMap<string, readonly Member[]> {
  const schema = componentSchema(name);
  const variants = listOf(schema['anyOf'] ?? schema['oneOf']);
  return new Map(
    (variants.length > 0 ? variants.map(resolve) : [schema]).flatMap((variant) => {
      const members = membersOfSchema(variant);
      return typesOf(variant).map((type) => [type, members.filter((member) => isAllowedFor(member, type))] as const);
    }),
  );
}

/** Returns whether an object of a type can have a member. */
export function isAllowedFor({ onlyFor }: Member, type: JsonValue | undefined): boolean {
  return onlyFor === undefined || (typeof type === 'string' && onlyFor.includes(type));
}

function typesOf(variant: JsonSchema): readonly string[] {
  const type = resolve(properties(variant)['type']);
  return stringsOf(type['enum'] ?? (type['const'] === undefined ? [] : [type['const']]));
}

function membersOfSchema(schema: JsonSchema): readonly Member[] {
  const required = stringsOf(schema['required']);
  return Object.entries(properties(schema)).map(([name, member]): Member => {
    const { description, absent, onlyFor } = member;
    const control = controlOf(member);
    return {
      name,
      control,
      description: typeof description === 'string' ? description : '',
      isRequired: required.includes(name),
      isNullable: isNullable(member),
      absent: isJsonValue(absent) ? absent : undefined,
      onlyFor: onlyFor === undefined ? undefined : stringsOf(onlyFor),
    };
  });
}

function controlOf(described: JsonSchema): Control {
  const schema = resolve(described);
  const inner = listOf(schema['anyOf']).filter((branch) => branch['type'] !== 'null');
  const [only] = inner;
  if (only && inner.length === 1) return controlOf(only);
  const values = stringsOf(schema['enum']);
  if (values.length > 0) return { type: 'choice', values };
  switch (typeNameOf(schema)) {
    case 'string':
      return textControl(schema);
    case 'integer':
    case 'number':
      return numberControl(schema);
    case 'boolean':
      return { type: 'boolean' };
    case 'object':
      return schema['properties'] === undefined
        ? { type: 'json' }
        : { type: 'object', members: membersOfSchema(schema) };
    case 'array':
      return listControl(schema);
    default:
      return { type: 'json' };
  }
}

function textControl({ format, maxLength, pattern }: JsonSchema): Control {
  if (format === 'date-time') return { type: 'time' };
  const longest = typeof maxLength === 'number' ? maxLength : undefined;
  return {
    type: 'text',
    isLong: longest !== undefined && longest > longTextLength && pattern === undefined,
    isUrl: typeof pattern === 'string' && pattern.includes('://'),
    ...(longest === undefined ? {} : { maxLength: longest }),
  };
}

function numberControl(schema: JsonSchema): Control {
  const { minimum, maximum } = schema;
  return {
    type: 'number',
    isInteger: typeNameOf(schema) === 'integer',
    ...(typeof minimum === 'number' ? { min: minimum } : {}),
    ...(typeof maximum === 'number' ? { max: maximum } : {}),
  };
}

function listControl({ items, maxItems }: JsonSchema): Control {
  const item = resolve(isSchema(items) ? items : {});
  const max = typeof maxItems === 'number' ? maxItems : Number.POSITIVE_INFINITY;
  const branches = listOf(item['anyOf']).map(resolve);
  const labelled = branches.find((branch) => branch['properties'] !== undefined);
  if (labelled && branches.some((branch) => branch['type'] === 'string')) {
    return { type: 'labels', members: membersOfSchema(labelled), max };
  }
  return item['properties'] === undefined ? { type: 'json' } : { type: 'list', members: membersOfSchema(item), max };
}
