import type { Condition, ShowIf } from '../contract/resources.js';

/* Computes the visible fields of a form. The server and the widget share this file, so that they always agree. */

/** The maximum number of conditions of a field. */
export const mostConditions = 50;

/** The parts of a field that conditions need. */
export interface LogicField {
  readonly id: string;
  readonly type: string;
  readonly show_if?: ShowIf | null | undefined;
}

/** The answers so far, by field ID. */
export type AnswersById = Readonly<Record<string, unknown>>;

/**
 * Returns the visible fields. Fields are evaluated in order, and conditions only see earlier fields, so that there are
 * no cycles. Answers to hidden fields are ignored.
 */
export function visibleFields<Field extends LogicField>(fields: readonly Field[], answers: AnswersById): Field[] {
  const visible: Field[] = [];
  const earlier = new Map<string, EarlierField>();
  for (const field of fields) {
    const isShown = isVisible(field.show_if, earlier);
    if (isShown) visible.push(field);
    const answer = isShown && Object.hasOwn(answers, field.id) ? answers[field.id] : undefined;
    earlier.set(field.id, { type: field.type, answer: isAnswer(answer) ? answer : undefined });
  }
  return visible;
}

/** A field that was already evaluated, with its answer if it is visible. */
interface EarlierField {
  readonly type: string;
  readonly answer: unknown;
}

function isVisible(showIf: ShowIf | null | undefined, earlier: ReadonlyMap<string, EarlierField>): boolean {
  if (!showIf) return true;
  const isMet = (condition: Condition) => holds(condition, earlier.get(condition.field));
  return 'all' in showIf ? showIf.all.every(isMet) : showIf.any.some(isMet);
}

/** Returns whether a condition is met. For an unanswered field, only `is_not` and `answered: false` are met. */
function holds(condition: Condition, field: EarlierField | undefined): boolean {
  const { type = '', answer } = field ?? {};
  if ('answered' in condition) return (answer !== undefined) === condition.answered;
  if ('is' in condition) return isEqual(type, answer, condition.is);
  if ('is_not' in condition) return !isEqual(type, answer, condition.is_not);
  if ('contains' in condition) return containsValue(answer, condition.contains);
  if ('greater' in condition) return isGreater(type, answer, condition.greater);
  return isGreater(type, condition.less, answer);
}

/** Returns whether a value is an answer: not blank, and not an empty list or object. */
function isAnswer(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value === 'object') return Object.keys(value ?? {}).length > 0;
  return value !== undefined;
}

/** Returns whether an answer equals a value. A list equals its only element. An unanswered checkbox equals false. */
function isEqual(type: string, answer: unknown, expected: string | number | boolean): boolean {
  if (type === 'consent') return (answer === true) === expected;
  if (Array.isArray(answer)) return answer.length === 1 && answer[0] === expected;
  return toComparable(type, answer) === toComparable(type, expected);
}

function containsValue(answer: unknown, expected: string): boolean {
  if (Array.isArray(answer)) return answer.includes(expected);
  return typeof answer === 'string' && answer.trim().includes(expected);
}

/** Returns whether `a` is greater than `b`. Returns false for values that cannot be compared. */
function isGreater(type: string, a: unknown, b: unknown): boolean {
  const [left, right] = [toComparable(type, a), toComparable(type, b)];
  if (typeof left === 'number' && typeof right === 'number') return left > right;
  return typeof left === 'string' && typeof right === 'string' && left > right;
}

/** Trims texts, and adds seconds to times. */
function toComparable(type: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return type === 'time' && text.length === 5 ? `${text}:00` : text;
}
