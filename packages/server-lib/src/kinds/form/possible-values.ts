import { withMembers } from '../../base/with-members.js';
import type { Condition } from '../../shared/contract/resources.js';
import { toComparable } from '../../shared/logic/conditions.js';

/** A value that conditions compare with. */
export type Scalar = string | number | boolean;

/** What is known about an operand: its value, that it has no value, or only that it can have one. */
export type KnownOperand = { readonly value: Scalar } | 'absent' | 'unknown';

/**
 * The values that the subject of a condition can have. Contains all values that are possible, and can contain others: what is not known
 * about an answer counts as possible.
 */
export interface PossibleValues {
  /** The type that decides how values are compared. */
  readonly type: string;
  /** Whether it can be unanswered. */
  blank: boolean;
  /** Whether it can be answered. */
  filled: boolean;
  /** The only possible values. For a list, the only possible items. Undefined: any value. */
  only?: ReadonlySet<Scalar> | undefined;
  /** Whether a write-in is possible, in addition to `only`. */
  other: boolean;
  /** Values that are not possible. For a list, items that it does not have. */
  not: ReadonlySet<Scalar>;
  /** Whether only integers are possible. */
  readonly isInteger: boolean;
  min: Bound | undefined;
  max: Bound | undefined;
  /** The beginnings that a text has. */
  starts: readonly string[];
  /** What is true about a value, besides the other members. Only checked if the possible values are known. */
  tests: readonly ((value: Scalar) => boolean)[];
  /** Set for lists: the items that a list has, the number of its items, and the items that are not the only one. */
  list?: PossibleList | undefined;
}

interface PossibleList {
  readonly has: ReadonlySet<Scalar>;
  readonly least: number;
  readonly most: number;
  readonly notAlone: ReadonlySet<Scalar>;
}

interface Bound {
  readonly value: string | number;
  /** Whether the value itself is not possible. */
  readonly isOpen: boolean;
}

/** Returns values of a type about which only the given members are known. */
export function possibleValues(type: string, known: Partial<PossibleValues> = {}): PossibleValues {
  return {
    type,
    blank: true,
    filled: true,
    other: false,
    not: none,
    isInteger: false,
    min: undefined,
    max: undefined,
    starts: [],
    tests: [],
    ...known,
  };
}

const none: ReadonlySet<Scalar> = new Set();

/** Returns an independent copy. Restricting it replaces its sets and lists, which copies share. */
export function copyValues(values: PossibleValues): PossibleValues {
  return { ...values };
}

/** A closed end of a range. Undefined without a limit. */
export function closedBound(value: string | number | null | undefined): Bound | undefined {
  return value === null || value === undefined ? undefined : { value, isOpen: false };
}

/**
 * Leaves only the values for which a condition is true or false.
 *
 * @param known Returns what is known about an operand of the condition.
 */
export function restrict(
  values: PossibleValues,
  condition: Condition,
  isTrue: boolean,
  known: (operand: OperandOf<Condition>) => KnownOperand,
): void {
  if ('answered' in condition) {
    if (condition.answered === isTrue) values.blank = false;
    else values.filled = false;
  } else if ('is' in condition) restrictEqual(values, known(condition.is), isTrue);
  else if ('is_not' in condition) restrictEqual(values, known(condition.is_not), !isTrue);
  else if ('one_of' in condition) restrictToOneOf(values, condition.one_of, isTrue);
  else if ('contains' in condition) restrictContained(values, known(condition.contains), isTrue);
  else if ('starts_with' in condition) restrictStart(values, known(condition.starts_with), isTrue);
  else if ('between' in condition) restrictBetween(values, condition.between.map(known), isTrue);
  else if ('greater' in condition) restrictOrder(values, '>', known(condition.greater), isTrue);
  else if ('after' in condition) restrictOrder(values, '>', known(condition.after), isTrue);
  else if ('at_least' in condition) restrictOrder(values, '>=', known(condition.at_least), isTrue);
  else if ('less' in condition) restrictOrder(values, '<', known(condition.less), isTrue);
  else if ('before' in condition) restrictOrder(values, '<', known(condition.before), isTrue);
  else restrictOrder(values, '<=', known(condition.at_most), isTrue);
}

type OperandOf<One> = One extends { is: infer Operand } ? Operand : never;

/** Returns whether at least one value is possible, or no answer. */
export function isPossible(values: PossibleValues): boolean {
  return values.blank || (values.filled && (values.list ? hasList(values, values.list) : hasValue(values)));
}

function withItem(items: ReadonlySet<Scalar>, item: Scalar): ReadonlySet<Scalar> {
  return items.has(item) ? items : new Set(items).add(item);
}

function exclude(values: PossibleValues): void {
  values.blank = false;
  values.filled = false;
}

/** Returns a value as conditions compare it. Undefined for a value that is no scalar. */
function comparable({ type }: PossibleValues, value: Scalar): Scalar {
  const compared = toComparable(type, value);
  return typeof compared === 'string' || typeof compared === 'number' ? compared : value;
}

function keepOnly(values: PossibleValues, kept: ReadonlySet<Scalar>): void {
  const { only } = values;
  values.only = only === undefined ? kept : new Set([...kept].filter((value) => only.has(value)));
  values.other = false;
}

function restrictEqual(values: PossibleValues, operand: KnownOperand, isEqual: boolean): void {
  if (values.type === 'consent') {
    restrictConsent(values, operand, isEqual);
    return;
  }
  if (isEqual) {
    if (operand === 'absent') exclude(values);
    else values.blank = false;
  }
  if (typeof operand === 'string') return;
  const value = comparable(values, operand.value);
  const { list } = values;
  if (!isEqual) {
    if (list) values.list = withMembers(list, { notAlone: withItem(list.notAlone, value) });
    else values.not = withItem(values.not, value);
    return;
  }
  keepOnly(values, new Set([value]));
  if (list) values.list = { ...list, most: Math.min(list.most, 1) };
}

/** Without an answer, a checkbox equals false. */
function restrictConsent(values: PossibleValues, operand: KnownOperand, isEqual: boolean): void {
  if (operand === 'absent' && isEqual) exclude(values);
  if (typeof operand === 'string') return;
  const isTicked = (operand.value === true) === isEqual;
  if (isTicked) values.blank = false;
  values.not = withItem(values.not, !isTicked);
}

function restrictToOneOf(values: PossibleValues, list: readonly Scalar[], isTrue: boolean): void {
  if (values.type === 'consent') {
    // At least one of the two values remains possible, unless the list has both or none.
    if (!isTrue || list.length > 1) return;
    for (const value of list) restrictConsent(values, { value }, true);
    return;
  }
  const compared = list.map((value) => comparable(values, value));
  if (isTrue) {
    values.blank = false;
    keepOnly(values, new Set(compared));
    if (values.list) values.list = { ...values.list, most: Math.min(values.list.most, 1) };
    return;
  }
  const { list: several } = values;
  const excluded = new Set(several ? several.notAlone : values.not);
  for (const value of compared) excluded.add(value);
  if (several) values.list = { ...several, notAlone: excluded };
  else values.not = excluded;
}

function restrictContained(values: PossibleValues, operand: KnownOperand, isTrue: boolean): void {
  if (isTrue) {
    if (operand === 'absent') exclude(values);
    else values.blank = false;
  }
  if (typeof operand === 'string') return;
  const { list } = values;
  if (list) {
    const item = comparable(values, operand.value);
    if (isTrue) values.list = withMembers(list, { has: withItem(list.has, item) });
    else values.not = withItem(values.not, item);
    return;
  }
  const part = String(operand.value).trim();
  values.tests = [...values.tests, (value) => String(value).includes(part) === isTrue];
}

function restrictStart(values: PossibleValues, operand: KnownOperand, isTrue: boolean): void {
  if (isTrue) {
    if (operand === 'absent') exclude(values);
    else values.blank = false;
  }
  if (typeof operand === 'string') return;
  const start = String(operand.value).trim();
  values.tests = [...values.tests, (value) => String(value).startsWith(start) === isTrue];
  if (isTrue) values.starts = [...values.starts, start];
}

type Order = '>' | '>=' | '<' | '<=';

const opposites: Readonly<Record<Order, Order>> = { '>': '<=', '>=': '<', '<': '>=', '<=': '>' };

function restrictOrder(values: PossibleValues, order: Order, operand: KnownOperand, isTrue: boolean): void {
  if (isTrue) {
    if (operand === 'absent') exclude(values);
    else values.blank = false;
  }
  if (typeof operand === 'string') return;
  const value = comparable(values, operand.value);
  if (typeof value !== 'boolean') limit(values, isTrue ? order : opposites[order], value);
}

/** Moves an end of the range. */
function limit(values: PossibleValues, order: Order, value: string | number): void {
  const bound: Bound = { value, isOpen: order === '>' || order === '<' };
  if (order === '>' || order === '>=') {
    if (!values.min || isStricter(bound, values.min, value > values.min.value)) values.min = bound;
  } else if (!values.max || isStricter(bound, values.max, value < values.max.value)) values.max = bound;
}

function isStricter(bound: Bound, known: Bound, isBeyond: boolean): boolean {
  return isBeyond || (bound.value === known.value && bound.isOpen);
}

function restrictBetween(values: PossibleValues, operands: readonly KnownOperand[], isTrue: boolean): void {
  const [from = 'unknown', to = 'unknown'] = operands;
  if (isTrue) {
    restrictOrder(values, '>=', from, true);
    restrictOrder(values, '<=', to, true);
    return;
  }
  if (typeof from === 'string' || typeof to === 'string') return;
  const [low, high] = [comparable(values, from.value), comparable(values, to.value)];
  if (typeof low === 'boolean' || typeof high === 'boolean') return;
  // What remains are two ranges. Only one of them is known if the other one is not possible.
  if (values.min && values.min.value >= low) limit(values, '>', high);
  else if (values.max && values.max.value <= high) limit(values, '<', low);
}

function hasList({ only, other, not }: PossibleValues, { has, least, most, notAlone }: PossibleList): boolean {
  const fewest = Math.max(1, least, has.size);
  if (fewest > most) return false;
  for (const item of has) if (not.has(item) || (only && !only.has(item))) return false;
  if (!only) return true;
  const items = [...only].filter((item) => !not.has(item));
  const longest = Math.min(most, items.length + (other ? 1 : 0));
  if (longest < fewest) return false;
  if (longest > 1) return true;
  const [single] = has;
  // A list of one item. A write-in is not named by any condition.
  if (single !== undefined) return !notAlone.has(single);
  return other || items.some((item) => !notAlone.has(item));
}

function hasValue(values: PossibleValues): boolean {
  const { only, other, not, tests } = values;
  if (other) return true;
  if (only) {
    for (const value of only)
      if (!not.has(value) && isInRange(values, value) && tests.every((test) => test(value))) return true;
    return false;
  }
  if (!haveOneStart(values.starts)) return false;
  const { min, max } = values;
  if (!min || !max) return true;
  if (values.isInteger) return hasInteger(values);
  if (min.value < max.value) return true;
  return min.value === max.value && !min.isOpen && !max.isOpen && !not.has(min.value);
}

function isInRange({ min, max }: PossibleValues, value: Scalar): boolean {
  const isAbove = !min || value > min.value || (value === min.value && !min.isOpen);
  return isAbove && (!max || value < max.value || (value === max.value && !max.isOpen));
}

/** Returns whether one text can have all of these beginnings. */
function haveOneStart(starts: readonly string[]): boolean {
  const longest = starts.reduce((long, start) => (start.length > long.length ? start : long), '');
  return starts.every((start) => longest.startsWith(start));
}

function hasInteger({ min, max, not }: PossibleValues): boolean {
  if (typeof min?.value !== 'number' || typeof max?.value !== 'number') return true;
  const first = min.isOpen ? Math.floor(min.value) + 1 : Math.ceil(min.value);
  const last = max.isOpen ? Math.ceil(max.value) - 1 : Math.floor(max.value);
  for (let value = first; value <= last; value++) if (!not.has(value)) return true;
  return false;
}
