/*
 * Which fields of a form show. The server and the widget both read this file, so that they never disagree; it imports
 * only types, so that the widget can.
 */

import type { Condition, ShowIf } from '../contract/resources.js';

/** What the logic reads of a field. */
export interface LogicField {
  readonly id: string;
  readonly type: string;
  readonly show_if?: ShowIf | null | undefined;
}

/** Answers by field id, as a visitor gave them so far. */
export type GivenAnswers = Readonly<Record<string, unknown>>;

/**
 * The fields that show with these answers. Fields are judged in their order and conditions see the earlier ones alone, so
 * that it always comes to an end. The answer of a field that does not show counts as not given.
 */
export function visibleFields<Field extends LogicField>(fields: readonly Field[], answers: GivenAnswers): Field[] {
  const shown: Field[] = [];
  const seen = new Map<string, Seen>();
  for (const field of fields) {
    const shows = doesShow(field.show_if, seen);
    if (shows) shown.push(field);
    const given = shows && Object.hasOwn(answers, field.id) ? answers[field.id] : undefined;
    seen.set(field.id, { type: field.type, answer: isAnswer(given) ? given : undefined });
  }
  return shown;
}

/** A field that was judged, with its answer if that counts. */
interface Seen {
  readonly type: string;
  readonly answer: unknown;
}

function doesShow(showIf: ShowIf | null | undefined, seen: ReadonlyMap<string, Seen>): boolean {
  if (!showIf) return true;
  const holds = (condition: Condition) => doesHold(condition, seen.get(condition.field));
  return 'all' in showIf ? showIf.all.every(holds) : showIf.any.some(holds);
}

/** Of a field that has no answer only `is_not` and `answered: false` hold. */
function doesHold(condition: Condition, seen: Seen | undefined): boolean {
  const { type = '', answer } = seen ?? {};
  if ('answered' in condition) return (answer !== undefined) === condition.answered;
  if ('is' in condition) return isSame(type, answer, condition.is);
  if ('is_not' in condition) return !isSame(type, answer, condition.is_not);
  if ('contains' in condition) return doesContain(answer, condition.contains);
  if ('greater' in condition) return isGreater(type, answer, condition.greater);
  return isGreater(type, condition.less, answer);
}

/** Something was answered: not blank, and not an empty list or object. */
function isAnswer(given: unknown): boolean {
  if (typeof given === 'string') return given.trim() !== '';
  if (typeof given === 'object') return Object.keys(given ?? {}).length > 0;
  return given !== undefined;
}

/** Several choices are one where they are that one alone. A box that was left alone is not ticked. */
function isSame(type: string, answer: unknown, wanted: string | number | boolean): boolean {
  if (type === 'consent') return (answer === true) === wanted;
  if (Array.isArray(answer)) return answer.length === 1 && answer[0] === wanted;
  return comparable(type, answer) === comparable(type, wanted);
}

function doesContain(answer: unknown, wanted: string): boolean {
  if (Array.isArray(answer)) return answer.includes(wanted);
  return typeof answer === 'string' && answer.trim().includes(wanted);
}

/** What can't be compared is not greater, either way. */
function isGreater(type: string, one: unknown, other: unknown): boolean {
  const [a, b] = [comparable(type, one), comparable(type, other)];
  if (typeof a === 'number' && typeof b === 'number') return a > b;
  return typeof a === 'string' && typeof b === 'string' && a > b;
}

/** Texts without the spaces around them, and times with their seconds. */
function comparable(type: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return type === 'time' && text.length === 5 ? `${text}:00` : text;
}
