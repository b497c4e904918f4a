import type { Condition, Operand, When } from '../contract/resources.js';

/* Evaluates conditions. The server and the widget share this file, so that they always agree. */

/** An answer or a variable, with the type that decides how it is compared. */
export interface TypedValue {
  readonly type: string;
  /** Undefined: not answered. */
  readonly value: unknown;
}

/** What conditions can read. */
export interface ConditionContext {
  /** Returns the answer to an earlier field. */
  answerOf(field: string): TypedValue | undefined;
  variableOf(id: string): TypedValue | undefined;
  /** The date in UTC. */
  readonly today: string;
}

/** Returns whether a condition or a group of conditions is true. Without conditions, it is. */
export function holds(when: When | null | undefined, context: ConditionContext): boolean {
  if (!when) return true;
  const isTrue = (part: When) => holds(part, context);
  if ('all' in when) return when.all.every(isTrue);
  if ('any' in when) return when.any.some(isTrue);
  if ('none' in when) return !when.none.some(isTrue);
  return compare(when, subjectOf(when, context), context);
}

/** Returns whether a value is an answer: not blank, and not an empty list or object. */
export function isAnswer(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value === 'object') return Object.keys(value ?? {}).length > 0;
  return value !== undefined;
}

function subjectOf(condition: Condition, context: ConditionContext): TypedValue {
  if ('variable' in condition) return context.variableOf(condition.variable) ?? unknown;
  if ('count' in condition) return { type: 'number', value: countOf(context.answerOf(condition.count) ?? unknown) };
  const answer = context.answerOf(condition.field) ?? unknown;
  return 'row' in condition ? { type: 'single_choice', value: cellOf(answer.value, condition.row) } : answer;
}

const unknown: TypedValue = { type: '', value: undefined };

/** Returns the number of choices or answered rows. */
function countOf({ type, value }: TypedValue): number {
  if (value === undefined) return 0;
  if (Array.isArray(value)) return value.length;
  return type === 'matrix' ? Object.keys(value ?? {}).length : 1;
}

function cellOf(answer: unknown, row: string): unknown {
  return Object.entries(answer ?? {}).find(([id]) => id === row)?.[1];
}

/** Compares a value. For an unanswered field, only `is_not` and `answered: false` are true. */
function compare(condition: Condition, { type, value }: TypedValue, context: ConditionContext): boolean {
  const operand = (given: Operand) => resolveOperand(given, context);
  const order = (given: Operand) => orderOf(type, value, operand(given));
  if ('answered' in condition) return isAnswer(value) === condition.answered;
  if ('is' in condition) return isEqual(type, value, operand(condition.is));
  if ('is_not' in condition) return !isEqual(type, value, operand(condition.is_not));
  if ('one_of' in condition) return condition.one_of.some((one) => isEqual(type, value, one));
  if ('contains' in condition) return containsValue(value, operand(condition.contains));
  if ('starts_with' in condition) return startsWith(value, operand(condition.starts_with));
  if ('greater' in condition) return order(condition.greater) > 0;
  if ('at_least' in condition) return order(condition.at_least) >= 0;
  if ('less' in condition) return order(condition.less) < 0;
  if ('at_most' in condition) return order(condition.at_most) <= 0;
  if ('between' in condition) return order(condition.between[0]) >= 0 && order(condition.between[1]) <= 0;
  if ('before' in condition) return order(condition.before) < 0;
  return order(condition.after) > 0;
}

/** Returns the value of an operand. Undefined for an unanswered field. */
export function resolveOperand(operand: Operand, context: ConditionContext): unknown {
  if (typeof operand !== 'object') return operand;
  if ('today' in operand) return addDays(context.today, operand.today);
  if ('variable' in operand) return context.variableOf(operand.variable)?.value;
  const answer = context.answerOf(operand.field);
  return answer?.type === 'consent' ? answer.value === true : answer?.value;
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns whether an answer equals a value. A list equals its only element. An unanswered checkbox equals false. */
function isEqual(type: string, answer: unknown, expected: unknown): boolean {
  if (type === 'consent') return (answer === true) === expected;
  if (expected === undefined) return false;
  if (Array.isArray(answer)) return answer.length === 1 && containsValue(answer, expected);
  return toComparable(type, answer) === toComparable(type, expected);
}

function containsValue(answer: unknown, expected: unknown): boolean {
  if (Array.isArray(answer)) return answer.some((choice) => toComparable('', choice) === toComparable('', expected));
  return typeof answer === 'string' && typeof expected === 'string' && answer.trim().includes(expected.trim());
}

function startsWith(answer: unknown, expected: unknown): boolean {
  return typeof answer === 'string' && typeof expected === 'string' && answer.trim().startsWith(expected.trim());
}

/** Returns a negative number, 0 or a positive number as `a` is less than, equal to or greater than `b`. NaN if they cannot be compared. */
function orderOf(type: string, a: unknown, b: unknown): number {
  const [left, right] = [toComparable(type, a), toComparable(type, b)];
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left !== 'string' || typeof right !== 'string') return Number.NaN;
  return left < right ? -1 : Number(left > right);
}

/** Returns a value as conditions compare it: trims texts, adds seconds to times, and turns write-ins, which are objects, into texts. */
export function toComparable(type: string, value: unknown): unknown {
  if (typeof value === 'object') return JSON.stringify(value);
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return type === 'time' && text.length === 5 ? `${text}:00` : text;
}
