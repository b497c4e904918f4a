import type { Condition, Field, FieldOption, Operand, Variable, When } from '../../shared/contract/resources.js';
import { maxVariable, maxVariableLength } from '../../shared/logic/limits.js';
import { type Calculation, calculate, ruleChangeOf } from '../../shared/logic/variables.js';
import { npsScale } from '../../shared/presentation/scales.js';
import {
  closedBound,
  copyValues,
  isPossible,
  type KnownOperand,
  type PossibleValues,
  possibleValues,
  restrict,
  type Scalar,
} from './possible-values.js';

/** What is known about the values of all subjects. A fork can know more than the values that it is based on. */
export interface LogicValues {
  /** Leaves only the values for which a condition is true or false. Returns whether some are left. */
  restrict(condition: Condition, isTrue: boolean): boolean;
  fork(): LogicValues;
}

/** What is known about fields whose answers conditions read. */
export interface KnownFields {
  field(id: string): Field | undefined;
  /** Returns whether visitors can see a field. */
  canShow(id: string): boolean;
  /** Returns whether visitors can see an option or a row of a field. */
  canShowItem(item: FieldOption): boolean;
}

/** Whether conditions can be true, and whether they can be false. */
export interface Verdict {
  readonly canBeTrue: boolean;
  readonly canBeFalse: boolean;
}

/** Returns what is known about the values of a form, before any condition. Values are computed when they are read first. */
export function createLogicValues(known: KnownFields, variables: readonly Variable[]): LogicValues {
  const definitions = new Map(variables.map((variable) => [variable.id, variable]));
  const computed = new Map<string, PossibleValues>();

  function baseOf(condition: Condition): PossibleValues {
    const key = subjectKey(condition);
    let values = computed.get(key);
    if (!values) {
      values = 'variable' in condition ? valuesOfVariable(condition.variable) : valuesOfAnswer(condition, known);
      computed.set(key, values);
    }
    return values;
  }

  function valuesOfVariable(id: string): PossibleValues {
    const variable = definitions.get(id);
    if (!variable) return possibleValues('', { blank: false });
    return variable.type === 'number' ? numbersOf(variable) : textsOf(variable);
  }

  function knownOperand(operand: Operand): KnownOperand {
    if (typeof operand !== 'object') return { value: operand };
    if (!('field' in operand) || known.canShow(operand.field)) return 'unknown';
    return known.field(operand.field)?.type === 'consent' ? { value: false } : 'absent';
  }

  function forkOf(parent: (condition: Condition) => PossibleValues): LogicValues {
    const own = new Map<string, PossibleValues>();
    const find = (condition: Condition) => own.get(subjectKey(condition)) ?? parent(condition);
    return {
      restrict(condition, isTrue) {
        const key = subjectKey(condition);
        const values = own.get(key) ?? copyValues(parent(condition));
        own.set(key, values);
        restrict(values, condition, isTrue, knownOperand);
        return isPossible(values);
      },
      fork: () => forkOf(find),
    };
  }

  /** Computes the range of a number. Rules whose conditions are possible can apply or not. */
  function numbersOf({ value, rules }: Variable): PossibleValues {
    let range: NumberRange = exactly(Number(value));
    for (const rule of rules) {
      const { canBeTrue, canBeFalse } = verdictOf(rule.when, base);
      const [change, operand] = ruleChangeOf(rule);
      const by = canBeTrue ? rangeOf(operand) : null;
      if (!by) continue;
      const changed = changeRange(change, range, by);
      const applied = { min: Math.max(changed.min, -maxVariable), max: Math.min(changed.max, maxVariable) };
      // A rule whose value is too large is not applied.
      const isOptional = canBeFalse || by.isOptional || changed.min !== applied.min || changed.max !== applied.max;
      if (!isOptional) range = applied;
      else if (applied.min <= applied.max)
        range = { min: Math.min(range.min, applied.min), max: Math.max(range.max, applied.max) };
    }
    return possibleValues('number', { blank: false, min: closedBound(range.min), max: closedBound(range.max) });
  }

  /** Returns the range of an operand. Null if it has no value. */
  function rangeOf(operand: ReturnType<typeof ruleChangeOf>[1]): OperandRange | null {
    if (typeof operand !== 'object') return exactly(Number(operand));
    if ('score' in operand) return scoresOf(known.field(operand.score), known);
    if ('today' in operand) return null;
    const condition: Condition =
      'variable' in operand ? { variable: operand.variable, is: 0 } : { field: operand.field, is: 0 };
    const { filled, blank, min, max } = baseOf(condition);
    if (!filled) return null;
    return { min: Number(min?.value ?? -maxNumber), max: Number(max?.value ?? maxNumber), isOptional: blank };
  }

  /** Finds the texts of a variable, if all of its rules set fixed ones. */
  function textsOf({ value, rules }: Variable): PossibleValues {
    let only = new Set<Scalar>([String(value).trim()]);
    for (const { when, ...rule } of rules) {
      const { canBeTrue, canBeFalse } = verdictOf(when, base);
      if (!canBeTrue) continue;
      const [, operand] = ruleChangeOf(rule);
      if (typeof operand !== 'string' || operand.length > maxVariableLength)
        return possibleValues('text', { blank: false });
      only = new Set([...(canBeFalse ? only : []), operand.trim()]);
    }
    return possibleValues('text', { blank: false, only });
  }

  const base = forkOf(baseOf);
  return base;
}

/** Returns whether conditions can be true, and whether they can be false. */
export function verdictOf(when: When | null | undefined, values: LogicValues): Verdict {
  if (!when) return { canBeTrue: true, canBeFalse: false };
  return { canBeTrue: canBe(when, true, values.fork()), canBeFalse: canBe(when, false, values.fork()) };
}

/**
 * Returns whether conditions can be true, or false, and leaves only such values. May return true for conditions that cannot: of groups
 * of which only one part has to be true, the parts are not combined.
 */
export function canBe(when: When, isTrue: boolean, values: LogicValues): boolean {
  const alternatives: [parts: readonly When[], isTrue: boolean][] = [];
  if (!restrictAll(when, isTrue, values, alternatives)) return false;
  return alternatives.every(([parts, expected]) => parts.some((part) => canBe(part, expected, values.fork())));
}

/** Restricts the values by all conditions that must be true, or false. Collects the groups of which one part has to be. */
function restrictAll(
  when: When,
  isTrue: boolean,
  values: LogicValues,
  alternatives: [parts: readonly When[], isTrue: boolean][],
): boolean {
  const [parts, areTrue, isAny] =
    'all' in when
      ? [when.all, isTrue, !isTrue]
      : 'any' in when
        ? [when.any, isTrue, isTrue]
        : 'none' in when
          ? [when.none, !isTrue, !isTrue]
          : [[], isTrue, false];
  if ('field' in when || 'count' in when || 'variable' in when) return values.restrict(when, isTrue);
  if (!isAny || parts.length === 1) return parts.every((part) => restrictAll(part, areTrue, values, alternatives));
  alternatives.push([parts, areTrue]);
  return true;
}

function subjectKey(condition: Condition): string {
  if ('variable' in condition) return `variable.${condition.variable}`;
  if ('count' in condition) return `count.${condition.count}`;
  return 'row' in condition ? `row.${condition.field}.${condition.row}` : `field.${condition.field}`;
}

/** The largest number that a field accepts. */
const maxNumber = 1e12;

/** Returns what is known about an answer, a row of a matrix, or a number of choices. */
function valuesOfAnswer(condition: Exclude<Condition, { variable: string }>, known: KnownFields): PossibleValues {
  const id = 'count' in condition ? condition.count : condition.field;
  const field = known.field(id);
  const shown = field && known.canShow(id) ? field : undefined;
  if ('count' in condition) {
    const max = shown ? mostChoices(shown, known) : 0;
    return possibleValues('number', { blank: false, isInteger: true, min: closedBound(0), max: closedBound(max) });
  }
  if (!shown) return possibleValues(field?.type ?? '', { filled: false });
  if (!('row' in condition)) return valuesOfField(shown, known);
  const row = shown.type === 'matrix' && shown.rows.find((one) => one.id === condition.row);
  const isShown = row && known.canShowItem(row);
  const only = new Set(shown.type === 'matrix' ? shown.options.map((option) => option.id) : []);
  return possibleValues('single_choice', isShown ? { only } : { filled: false });
}

function mostChoices(field: Field, known: KnownFields): number {
  switch (field.type) {
    case 'single_choice':
    case 'dropdown':
      return 1;
    case 'multiple_choice':
    case 'ranking': {
      const isOther = field.type === 'multiple_choice' && field.other;
      const options = field.options.filter((option) => known.canShowItem(option)).length + (isOther ? 1 : 0);
      return Math.min(options, field.max_choices ?? options);
    }
    case 'matrix':
      return field.rows.filter((row) => known.canShowItem(row)).length;
    default:
      return 0;
  }
}

function valuesOfField(field: Field, known: KnownFields): PossibleValues {
  const { type } = field;
  const range = (min: number | null, max: number | null) => ({ min: closedBound(min), max: closedBound(max) });
  switch (field.type) {
    case 'number':
      return possibleValues(type, range(field.min ?? -maxNumber, field.max ?? maxNumber));
    case 'rating':
      return possibleValues(type, { isInteger: true, ...range(field.scale.min, field.scale.max) });
    case 'scale':
      return possibleValues(type, { isInteger: true, ...range(npsScale.min, npsScale.max) });
    case 'consent':
      return possibleValues(type, { only: new Set([true, false]) });
    case 'single_choice':
    case 'dropdown':
      return possibleValues(type, { only: shownIds(field.options, known), other: field.other });
    case 'multiple_choice':
    case 'ranking': {
      // Fewer choices count if some of the chosen options are hidden.
      const isFixed = field.options.every(({ show_if }) => !show_if);
      const least = isFixed ? (field.min_choices ?? 1) : 1;
      const list = { has: new Set<Scalar>(), least, most: mostChoices(field, known), notAlone: new Set<Scalar>() };
      const other = field.type === 'multiple_choice' && field.other;
      return possibleValues(type, { only: shownIds(field.options, known), other, list });
    }
    case 'matrix':
      return possibleValues(type, { filled: field.rows.some((row) => known.canShowItem(row)) });
    case 'heading':
    case 'image':
    case 'video':
    case 'page':
      return possibleValues(type, { filled: false });
    default:
      // A blank text is no answer.
      return possibleValues(type, { not: new Set(['']) });
  }
}

function shownIds(options: readonly FieldOption[], known: KnownFields): ReadonlySet<Scalar> {
  return new Set(options.filter((option) => known.canShowItem(option)).map(({ id }) => id));
}

interface NumberRange {
  readonly min: number;
  readonly max: number;
}

interface OperandRange extends NumberRange {
  /** Whether the operand can have no value. */
  readonly isOptional: boolean;
}

const exactly = (value: number): OperandRange => ({ min: value, max: value, isOptional: false });

/** How much sums of scores that are no integers can differ by rounding. */
const roundingError = 1e-5;

/** Returns the range of the score of a field. */
function scoresOf(field: Field | undefined, known: KnownFields): OperandRange {
  if (!field || !('options' in field) || !known.canShow(field.id)) return exactly(0);
  const isShown = (item: FieldOption) => known.canShowItem(item);
  const scores = field.options.filter((option) => field.type === 'matrix' || isShown(option)).map(scoreOf);
  const [lowest, highest] = [Math.min(0, ...scores), Math.max(0, ...scores)];
  const sum = (some: readonly number[]) => some.reduce((total, score) => total + score, 0);
  const times = field.type === 'matrix' ? field.rows.filter(isShown).length : 1;
  const isOne = field.type === 'single_choice' || field.type === 'dropdown' || field.type === 'matrix';
  const [min, max] = isOne
    ? [lowest * times, highest * times]
    : [sum(scores.filter((score) => score < 0)), sum(scores.filter((score) => score > 0))];
  const error = scores.every(Number.isInteger) ? 0 : roundingError;
  return { min: min - error, max: max + error, isOptional: false };
}

function scoreOf({ score }: FieldOption): number {
  return score ?? 0;
}

/** Returns the range after a change. Changes are monotonic in each operand, so that the ends decide. */
function changeRange(change: Calculation, range: NumberRange, by: NumberRange): NumberRange {
  // Close to zero, the result is as large as a variable can be.
  if (change === 'divide' && by.min <= 0 && by.max >= 0)
    return { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
  const ends = [range.min, range.max].flatMap((value) =>
    [by.min, by.max].map((operand) => calculate(change, value, operand)),
  );
  return { min: Math.min(...ends), max: Math.max(...ends) };
}
