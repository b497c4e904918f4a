import { z } from 'zod';
import { type Fault, fault } from '../../shared/faults/fault.js';
import type { Faults } from '../faults/faults.js';
import { maxLengthOf, maxSizeOf, sizesOf } from './bounded.js';
import { isJsonObject, type JsonValue } from './json-value.js';
import { countCodePoints } from './text.js';

/** The maxima of values that the schema does not describe, such as unknown members. */
const otherMaxima = { items: 200, text: 5_000 };

/**
 * Adds a fault for each part of a value that is larger than a schema allows. The value can be incomplete and wrong otherwise: only
 * the lengths of its texts, arrays and objects are checked, each in a time that is proportional to the value.
 */
export function findExcess(schema: z.core.$ZodType, value: JsonValue, faults: Faults): void {
  visit(schema, value, [], (path, excess) => faults.add(path.join('.') || 'body', excess));
}

/** Receives a part that is too large. */
type Report = (path: readonly string[], excess: Fault) => void;

function visit(schema: z.core.$ZodType | undefined, value: JsonValue, path: readonly string[], report: Report): void {
  const [only, ...others] = schema ? branchesFor(schema, value) : [];
  if (others.length === 0) visitBranch(only, value, path, report);
  else visitFirstFitting([only, ...others], value, path, report);
}

/** A value of a union is too large if it is too large for each branch. The faults of the first branch are reported. */
function visitFirstFitting(
  branches: readonly (z.core.$ZodType | undefined)[],
  value: JsonValue,
  path: readonly string[],
  report: Report,
): void {
  const found: Parameters<Report>[][] = [];
  for (const branch of branches) {
    const excess: Parameters<Report>[] = [];
    visitBranch(branch, value, path, (...fault) => excess.push(fault));
    if (excess.length === 0) return;
    found.push(excess);
  }
  for (const excess of found[0] ?? []) report(...excess);
}

function visitBranch(
  schema: z.core.$ZodType | undefined,
  value: JsonValue,
  path: readonly string[],
  report: Report,
): void {
  if (typeof value === 'string') {
    const max = (schema instanceof z.core.$ZodString ? maxLengthOf(schema) : undefined) ?? otherMaxima.text;
    if (value.length > max && countCodePoints(value.trim()) > max) report(path, fault('too_long', { max }));
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const max = (schema && maxSizeOf(schema)) ?? otherMaxima.items;
  // The size comes first: listing the items of the largest arrays takes milliseconds.
  const size = Array.isArray(value) ? value.length : Object.keys(value).length;
  if (size > max) report(path, fault('too_many', { max }));
  else
    for (const [name, member] of Object.entries(value)) visit(memberOf(schema, name), member, [...path, name], report);
}

/** Returns the schema of a member or an item. Undefined if the member or item is unknown. */
function memberOf(schema: z.core.$ZodType | undefined, name: string): z.core.$ZodType | undefined {
  if (schema instanceof z.core.$ZodArray) return schema._zod.def.element;
  if (schema instanceof z.core.$ZodRecord) return schema._zod.def.valueType;
  if (!(schema instanceof z.core.$ZodObject)) return undefined;
  return Object.hasOwn(schema._zod.def.shape, name) ? schema._zod.def.shape[name] : undefined;
}

/**
 * Returns the schemas that describe a value of this type: several if it is a union, an empty list if the schema is for
 * other types.
 */
function branchesFor(schema: z.core.$ZodType, value: JsonValue): readonly z.core.$ZodType[] {
  if (schema instanceof z.core.$ZodPipe) return branchesFor(schema._zod.def.in, value);
  if (schema instanceof z.core.$ZodLazy) return branchesFor(schema._zod.innerType, value);
  if (schema instanceof z.core.$ZodUnknown) {
    const sizes = sizesOf(schema);
    return sizes ? branchesFor(sizes, value) : [];
  }
  if (schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodNullable)
    return branchesFor(schema._zod.def.innerType, value);
  if (schema instanceof z.core.$ZodDiscriminatedUnion) {
    const { discriminator, options } = schema._zod.def;
    const chosen = isJsonObject(value) ? value[discriminator] : undefined;
    const known = options.find((option) => isScalarIn(option._zod.propValues?.[discriminator], chosen));
    return (known ? [known] : options).flatMap((option) => branchesFor(option, value));
  }
  if (schema instanceof z.core.$ZodUnion)
    return schema._zod.def.options.flatMap((option) => branchesFor(option, value));
  return describes(schema, value) ? [schema] : [];
}

function isScalarIn(values: z.core.util.PrimitiveSet | undefined, value: JsonValue | undefined): boolean {
  return (typeof value === 'string' || typeof value === 'number') && (values?.has(value) ?? false);
}

function describes(schema: z.core.$ZodType, value: JsonValue): boolean {
  if (typeof value === 'string') return schema instanceof z.core.$ZodString;
  if (Array.isArray(value)) return schema instanceof z.core.$ZodArray;
  return schema instanceof z.core.$ZodObject || schema instanceof z.core.$ZodRecord;
}
