import type { JsonSchema } from '../src/api/openapi/openapi-types.js';
import { isJsonValue } from '../src/base/validation/json-value.js';
import type {
  Control,
  DescribedComponent,
  DescribedMembers,
  Member,
  Variant,
} from '../src/dashboard/editor/draft-member.js';
import { isSchema } from '../src/web/reference/schema-type.js';
import { componentSchema, isNullable, listOf, properties, resolve, stringsOf, typeNameOf } from './schema-parts.js';

const longTextLength = 1_000;

/** Returns the members of the definitions and of their questions and fields, from the schemas of the API. */
export function describeMembers(): DescribedMembers {
  return {
    PollDraft: variantsOf('PollDraft'),
    QuizDraft: variantsOf('QuizDraft'),
    FormDraft: variantsOf('FormDraft'),
    QuestionDraft: variantsOf('QuestionDraft'),
    FieldDraft: variantsOf('FieldDraft'),
  };
}

function variantsOf(name: DescribedComponent): readonly Variant[] {
  const schema = componentSchema(name);
  const variants = listOf(schema['anyOf'] ?? schema['oneOf']);
  return (variants.length > 0 ? variants.map(resolve) : [schema]).map((variant) => ({
    types: typesOf(variant),
    members: membersOfSchema(variant),
  }));
}

function typesOf(variant: JsonSchema): readonly string[] {
  const type = resolve(properties(variant)['type']);
  return stringsOf(type['enum'] ?? (type['const'] === undefined ? [] : [type['const']]));
}

function membersOfSchema(schema: JsonSchema): readonly Member[] {
  const required = stringsOf(schema['required']);
  return Object.entries(properties(schema)).map(([name, member]): Member => {
    const { absent, onlyFor } = member;
    const control = controlOf(member);
    return {
      name,
      control,
      ...(required.includes(name) ? ({ isRequired: true } as const) : {}),
      ...(isNullable(member) ? ({ isNullable: true } as const) : {}),
      ...(isJsonValue(absent) ? { absent } : {}),
      ...(onlyFor === undefined ? {} : { onlyFor: stringsOf(onlyFor) }),
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
    ...(longest !== undefined && longest > longTextLength && pattern === undefined ? ({ isLong: true } as const) : {}),
    ...(typeof pattern === 'string' && pattern.includes('://') ? ({ isUrl: true } as const) : {}),
    ...(longest === undefined ? {} : { maxLength: longest }),
  };
}

function numberControl(schema: JsonSchema): Control {
  const { minimum, maximum } = schema;
  return {
    type: 'number',
    ...(typeNameOf(schema) === 'integer' ? ({ isInteger: true } as const) : {}),
    ...(typeof minimum === 'number' ? { min: minimum } : {}),
    ...(typeof maximum === 'number' ? { max: maximum } : {}),
  };
}

function listControl({ items, maxItems }: JsonSchema): Control {
  const item = resolve(isSchema(items) ? items : {});
  const max = typeof maxItems === 'number' ? maxItems : Number.MAX_SAFE_INTEGER;
  const branches = listOf(item['anyOf']).map(resolve);
  const labelled = branches.find((branch) => branch['properties'] !== undefined);
  if (labelled && branches.some((branch) => branch['type'] === 'string')) {
    return { type: 'labels', members: membersOfSchema(labelled), max };
  }
  return item['properties'] === undefined ? { type: 'json' } : { type: 'list', members: membersOfSchema(item), max };
}
