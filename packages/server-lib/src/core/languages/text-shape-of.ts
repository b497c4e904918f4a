import { z } from 'zod';
import { boundedRecord, maxLengthOf, maxSizeOf } from '../../base/validation/bounded.js';
import { documented } from '../../base/validation/documented.js';
import { rawText, text } from '../../base/validation/text.js';
import {
  itemKeys,
  type TextItems,
  type TextMembers,
  type TextShape,
  type TextTree,
  type TextVariants,
} from '../../shared/translations/text-shape.js';

/** The maximum length of the key of an item: an ID, or a percentage. */
const maxKeyLength = 40;

/** Returns the shape of the texts of a definition. */
export function textShapeOf(definition: z.core.$ZodObject): TextMembers {
  return membersShape(definition) ?? { type: 'members', members: {} };
}

/** Returns the shape of the texts in a schema. Undefined if the schema has no translatable text. */
function findTextShape(schema: z.core.$ZodType): TextShape | undefined {
  const inner = unwrap(schema);
  if (inner instanceof z.core.$ZodString) {
    const maxLength = maxLengthOf(inner);
    return isTranslatable(schema) && maxLength !== undefined ? { type: 'text', maxLength } : undefined;
  }
  if (inner instanceof z.core.$ZodArray) return itemsShape(inner);
  if (inner instanceof z.core.$ZodObject) return membersShape(inner);
  if (inner instanceof z.core.$ZodDiscriminatedUnion) return variantsShape(inner);
  // An option is a label or an object. Stored definitions have only objects.
  if (inner instanceof z.core.$ZodUnion) {
    const object = inner._zod.def.options.find((option) => unwrap(option) instanceof z.core.$ZodObject);
    return object && findTextShape(object);
  }
  return undefined;
}

/** Whether a schema or a schema in it is marked. */
function isTranslatable(schema: z.core.$ZodType): boolean {
  if (documented.get(schema)?.translatable) return true;
  const inner = innerOf(schema);
  return inner !== undefined && isTranslatable(inner);
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const inner = innerOf(schema);
  return inner ? unwrap(inner) : schema;
}

function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.core.$ZodPipe) return schema._zod.def.in;
  if (schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodNullable) return schema._zod.def.innerType;
  return undefined;
}

function membersShape(object: z.core.$ZodObject): TextMembers | undefined {
  const members = Object.entries(object._zod.def.shape).flatMap(([name, member]) => {
    const shape = findTextShape(member);
    return shape ? [[name, shape] as const] : [];
  });
  return members.length === 0 ? undefined : { type: 'members', members: Object.fromEntries(members) };
}

function itemsShape(array: z.core.$ZodArray): TextItems | undefined {
  const { element } = array._zod.def;
  const item = findTextShape(element);
  const max = maxSizeOf(array);
  const names = memberNames(element);
  const key = itemKeys.find((name) => names.includes(name));
  return item && key !== undefined && max !== undefined ? { type: 'items', key, max, item } : undefined;
}

function memberNames(schema: z.core.$ZodType): readonly string[] {
  const inner = unwrap(schema);
  if (inner instanceof z.core.$ZodUnion) return inner._zod.def.options.flatMap(memberNames);
  return inner instanceof z.core.$ZodObject ? Object.keys(inner._zod.def.shape) : [];
}

function variantsShape(union: z.core.$ZodDiscriminatedUnion): TextVariants | undefined {
  const { discriminator, options } = union._zod.def;
  const variants = options.flatMap((option) => {
    const shape = findTextShape(option);
    const values = [...(option._zod.propValues?.[discriminator] ?? [])].filter((value) => typeof value === 'string');
    return shape ? [{ values, shape }] : [];
  });
  return variants.length === 0 ? undefined : { type: 'variants', by: discriminator, variants };
}

/**
 * Returns the schema of the translation of a definition: the same members, all optional, with an object by IDs in place of each list.
 * Whether the definition has these IDs is checked with the definition.
 *
 * @typeParam Translation The type that is generated from the schema.
 */
export function translationSchema<Translation>(definition: z.core.$ZodObject): z.ZodType<Translation>;
export function translationSchema(definition: z.core.$ZodObject): z.ZodType<TextTree> {
  return z.strictObject(memberSchemas(textShapeOf(definition)));
}

function memberSchemas({ members }: TextMembers): Record<string, z.ZodType<string | TextTree | undefined>> {
  return Object.fromEntries(Object.entries(members).map(([name, shape]) => [name, schemaOf(shape).optional()]));
}

function schemaOf(shape: TextShape): z.ZodType<string | TextTree> {
  switch (shape.type) {
    case 'text':
      return text(shape.maxLength);
    case 'members':
      return z.strictObject(memberSchemas(shape));
    case 'items':
      return boundedRecord(rawText(maxKeyLength), schemaOf(shape.item), { max: shape.max });
    case 'variants':
      return z.strictObject(memberSchemas(mergeVariants(shape)));
  }
}

/** Returns the members of all variants. The type of an item is only known once the translation meets its definition. */
function mergeVariants({ variants }: TextVariants): TextMembers {
  let merged: TextMembers = { type: 'members', members: {} };
  for (const { shape } of variants) {
    const other = shape.type === 'variants' ? mergeVariants(shape) : shape;
    if (other.type === 'members') merged = merge(merged, other);
  }
  return merged;
}

function merge(a: TextMembers, b: TextMembers): TextMembers {
  const members = { ...a.members };
  for (const [name, shape] of Object.entries(b.members)) {
    const known = members[name];
    members[name] = known ? mergeShapes(known, shape) : shape;
  }
  return { type: 'members', members };
}

function mergeShapes(a: TextShape, b: TextShape): TextShape {
  if (a.type === 'text' && b.type === 'text') return { type: 'text', maxLength: Math.max(a.maxLength, b.maxLength) };
  if (a.type === 'members' && b.type === 'members') return merge(a, b);
  if (a.type === 'items' && b.type === 'items')
    return { ...a, max: Math.max(a.max, b.max), item: mergeShapes(a.item, b.item) };
  throw new TypeError(`Types of items have the same member as \`${a.type}\` and as \`${b.type}\`.`);
}
