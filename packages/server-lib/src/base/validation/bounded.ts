import { z } from 'zod';
import { fault } from '../../shared/faults/fault.js';
import { maxIssues } from '../errors.js';
import { faultMessage } from '../faults/zod-faults.js';
import { documented } from './documented.js';

/**
 * Returns a schema for an array. Its length is checked before its items, and its items are checked until a response could not list
 * more issues.
 *
 * @example
 * boundedArray(requiredText(40), { max: 20 });
 */
export function boundedArray<Item extends z.ZodType>(
  item: Item,
  { min, max }: { readonly min?: number; readonly max: number },
): z.ZodArray<Item> {
  const array = z.array(item).max(max).check(sizeFirst(max));
  return min === undefined ? array : array.min(min);
}

/** Returns a schema for an object with any names. The number of its members is checked before the members. */
export function boundedRecord<Key extends z.ZodType<string, string>, Value extends z.ZodType>(
  key: Key,
  value: Value,
  { max }: { readonly max: number },
): z.ZodRecord<Key, Value> {
  return z.record(key, value).check(sizeFirst(max)).register(documented, { maxProperties: max });
}

/**
 * Returns a schema for a value that another schema, or a check by hand, validates afterwards.
 *
 * @param checkedBy Names that check.
 * @param sizes Returns a schema with the maxima of the value, which can contain itself.
 */
export function checkedLater(checkedBy: string, sizes?: () => z.core.$ZodType): z.ZodUnknown {
  const schema = z.unknown();
  later.add(schema, { checkedBy });
  if (sizes) sizesBySchema.add(schema, { sizes });
  return schema;
}

const later = z.registry<{ readonly checkedBy: string }>();

const sizesBySchema = z.registry<{ readonly sizes: () => unknown }>();

/** Returns the schema with the maxima of a value that is validated later. */
export function sizesOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const sizes = sizesBySchema.get(schema)?.sizes();
  return sizes instanceof z.core.$ZodType ? sizes : undefined;
}

/** The key in the `bag` of a schema. It marks schemas that check the size of a value first. */
const marker = 'checksSizeFirst';

/**
 * Returns a check that replaces how a schema parses its value. zod attaches checks to the copies of a schema too, such
 * as copies with another description.
 */
function sizeFirst<Value>(max: number): z.core.$ZodCheck<Value> {
  const attach = (schema: z.core.$ZodType): void => {
    schema._zod.bag[marker] = max;
    // zod sets `parse` after it has attached the checks.
    schema._zod.deferred ??= [];
    schema._zod.deferred.push(() => {
      const parse = schema instanceof z.core.$ZodArray ? parserOf(schema) : schema._zod.parse;
      schema._zod.parse = (payload, context) => {
        if (sizeOf(payload.value) <= max) return parse(payload, context);
        const message = faultMessage(fault('too_many', { max }));
        payload.issues.push({ code: 'custom', message, input: payload.value, inst: schema, continue: false });
        return payload;
      };
    });
  };
  return { _zod: { def: { check: 'size_first' }, check: () => undefined, onattach: [attach] } };
}

/** Returns the number of items or members. Other values have the size 0, so that the schema itself refuses them. */
function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** Returns a parser of arrays that stops at the number of issues that an error lists. */
function parserOf({ _zod }: z.core.$ZodArray): z.core.$ZodType['_zod']['parse'] {
  const { parse, def } = _zod;
  return (payload, context) => {
    const input: unknown = payload.value;
    if (!Array.isArray(input)) return parse(payload, context);
    const items: unknown[] = [];
    for (const [index, value] of input.entries()) {
      const result = def.element._zod.run({ value, issues: [] }, context);
      if (result instanceof Promise) throw new z.core.$ZodAsyncError();
      payload.issues.push(...z.core.util.prefixIssues(index, result.issues));
      if (payload.issues.length >= maxIssues) break;
      items.push(result.value);
    }
    payload.value = items;
    return payload;
  };
}

/**
 * Returns the parts of a schema that accept values of any size, as paths. Empty: the schema and everything in it has a maximum.
 */
export function partsWithoutMaximum(schema: z.core.$ZodType): string[] {
  const found: string[] = [];
  const path: string[] = [];
  /** The schemas that contain the current one. A schema that contains itself has no maximum depth. */
  const outer = new Set<z.core.$ZodType>();

  function visit(part: z.core.$ZodType, name?: string): void {
    if (name !== undefined) path.push(name);
    if (outer.has(part)) report('contains itself');
    else {
      outer.add(part);
      visitParts(part);
      outer.delete(part);
    }
    if (name !== undefined) path.pop();
  }

  function report(problem: string): void {
    found.push(`${path.join('.') || 'the value'}: ${problem}`);
  }

  function visitParts(part: z.core.$ZodType): void {
    if (part instanceof z.core.$ZodString) {
      if (maxLengthOf(part) === undefined) report('a string without a maximum');
    } else if (part instanceof z.core.$ZodArray) {
      if (maxSizeOf(part) === undefined) report('an array that is not a `boundedArray`');
      visit(part._zod.def.element, '[]');
    } else if (part instanceof z.core.$ZodRecord) {
      if (maxSizeOf(part) === undefined) report('a record that is not a `boundedRecord`');
      visit(part._zod.def.keyType, '{key}');
      visit(part._zod.def.valueType, '{}');
    } else if (part instanceof z.core.$ZodObject) {
      for (const [name, member] of Object.entries(part._zod.def.shape)) visit(member, name);
      if (part._zod.def.catchall) visit(part._zod.def.catchall, '{}');
    } else if (part instanceof z.core.$ZodTuple) {
      part._zod.def.items.forEach((item, index) => {
        visit(item, String(index));
      });
      if (part._zod.def.rest) report('a tuple with any number of items');
    } else if (part instanceof z.core.$ZodUnion) {
      for (const option of part._zod.def.options) visit(option);
    } else if (part instanceof z.core.$ZodPipe) {
      visit(part._zod.def.in);
      visit(part._zod.def.out);
    } else if (isWrapper(part)) {
      visit(part._zod.def.innerType);
    } else if (part instanceof z.core.$ZodUnknown) {
      if (!later.has(part)) report('any value');
    } else if (!isScalar(part)) report(`an unsupported schema, \`${part._zod.def.type}\``);
  }

  visit(schema);
  return found;
}

/** Returns the maximum number of items or members of a schema. Undefined if the schema itself sets no maximum. */
export function maxSizeOf(schema: z.core.$ZodType): number | undefined {
  const max: unknown = schema._zod.bag[marker];
  return typeof max === 'number' ? max : undefined;
}

/** Longer than any text that a pattern limits, such as an ID or a token. */
const maxPatternLength = 100;

/**
 * Returns the maximum length of the texts of a schema. The schemas of `text.ts` have the maximum in their
 * documentation, because zod counts code units.
 */
export function maxLengthOf(schema: z.core.$ZodString): number | undefined {
  const documentedMax = documented.get(schema)?.maxLength;
  if (documentedMax !== undefined) return documentedMax;
  const checks = schema._zod.def.checks ?? [];
  const isShort = checks.some(
    (check) => check instanceof z.core.$ZodCheckRegex && isBoundedPattern(check._zod.def.pattern),
  );
  return isShort ? maxPatternLength : undefined;
}

/** Returns whether a regular expression matches only texts up to a length. */
function isBoundedPattern({ source }: RegExp): boolean {
  const withoutSets = source.replace(/\\./g, '_').replace(/\[[^\]]*\]/g, '_');
  return /^\^.*\$$/.test(withoutSets) && !/[*+]|\{\d+,\}/.test(withoutSets);
}

type Wrapper = z.core.$ZodOptional | z.core.$ZodNullable | z.core.$ZodDefault;

function isWrapper(schema: z.core.$ZodType): schema is Wrapper {
  return (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault
  );
}

const scalars = new Set<string>([
  'number',
  'boolean',
  'date',
  'enum',
  'literal',
  'null',
  'undefined',
  'never',
  'transform',
]);

function isScalar(schema: z.core.$ZodType): boolean {
  return scalars.has(schema._zod.def.type);
}
