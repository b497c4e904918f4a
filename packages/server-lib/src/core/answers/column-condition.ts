import { foldText } from '../../base/normalize-text.js';
import { parseTime } from '../../base/validation/time.js';
import { type Fault, fault } from '../../shared/faults/fault.js';
import type { AnswerCell, ColumnHead } from './answer-column.js';
import type { FoldText } from './answer-folds.js';
import { maxComparedLength } from './limits.js';
import { toNumber } from './param-values.js';

/** The ways to compare a column with a value. */
export const columnOperators = [
  'is',
  'is_not',
  'contains',
  'answered',
  'not_answered',
  'greater',
  'at_least',
  'less',
  'at_most',
] as const;

export type ColumnOperator = (typeof columnOperators)[number];

/** A condition for a column. Plain data, since threads exchange it. */
export interface ColumnCondition {
  readonly type: 'column';
  /** The ID of the column. */
  readonly column: string;
  readonly operator: ColumnOperator;
  /** Empty for operators without a value. */
  readonly value: string;
}

/** Returns whether an operator compares with a value. */
export function needsValue(operator: ColumnOperator): boolean {
  return operator !== 'answered' && operator !== 'not_answered';
}

/** Returns the operator with a name, or undefined if the name is unknown. */
export function operatorNamed(name: string): ColumnOperator | undefined {
  return columnOperators.find((operator) => operator === name);
}

/** Reads a condition of the form `column:operator:value`. For operators without a value, the text ends with the operator. */
export function parseColumnCondition(text: string, columns: readonly ColumnHead[]): ColumnCondition | Fault {
  const [, column, name, value = ''] = /^([^:]+):([^:]+)(?::(.*))?$/s.exec(text) ?? [];
  if (column === undefined || name === undefined) return fault('invalid_filter');
  if (columns.every(({ id }) => id !== column)) return fault('unknown_column');
  const operator = operatorNamed(name);
  if (!operator) return fault('not_one_of', { values: columnOperators });
  if (value.length > maxComparedLength) return fault('too_long', { max: maxComparedLength });
  if (needsValue(operator) && value.trim() === '') return fault('required');
  return { type: 'column', column, operator, value };
}

/**
 * Returns how a cell is compared. An answer without the cell is not equal to anything. Compares labels as people see them, and IDs,
 * numbers, `true` and `false` as the API returns them.
 *
 * @returns A function of a cell and the function that folds its texts.
 */
export function comparisonOf({
  operator,
  value,
}: Pick<ColumnCondition, 'operator' | 'value'>): (cell: AnswerCell | null, fold: FoldText) => boolean {
  const folded = foldText(value);
  const compare = sizeComparison(value, folded);
  const equals = (cell: AnswerCell, fold: FoldText) =>
    fold(cell.text) === folded ||
    cell.parts.some((part) => fold(part) === folded) ||
    cell.ids.some((id) => fold(id) === folded) ||
    (typeof cell.value === 'number' || cell.at !== undefined ? compare(cell, fold) === 0 : false);
  const meets = (test: (difference: number) => boolean) => (cell: AnswerCell | null, fold: FoldText) => {
    const difference = cell === null ? undefined : compare(cell, fold);
    return difference !== undefined && test(difference);
  };
  switch (operator) {
    case 'is':
      return (cell, fold) => cell !== null && equals(cell, fold);
    case 'is_not':
      return (cell, fold) => cell === null || !equals(cell, fold);
    case 'contains':
      return (cell, fold) =>
        cell !== null && (fold(cell.text).includes(folded) || cell.ids.some((id) => fold(id) === folded));
    case 'answered':
      return (cell) => cell !== null;
    case 'not_answered':
      return (cell) => cell === null;
    case 'greater':
      return meets((difference) => difference > 0);
    case 'at_least':
      return meets((difference) => difference >= 0);
    case 'less':
      return meets((difference) => difference < 0);
    case 'at_most':
      return meets((difference) => difference <= 0);
  }
}

/** Returns how a cell is compared by size: numbers and times by their value, texts by their order. Undefined: not comparable. */
function sizeComparison(value: string, folded: string): (cell: AnswerCell, fold: FoldText) => number | undefined {
  const number = toNumber(value.trim());
  const time = toTime(value.trim());
  return (cell, fold) => {
    if (typeof cell.value === 'number') return number === undefined ? undefined : cell.value - number;
    if (cell.at !== undefined && time !== undefined) return cell.at - time;
    if (folded === '') return undefined;
    const own = fold(cell.value);
    return own === folded ? 0 : own < folded ? -1 : 1;
  };
}

/** Returns the time in a text: a timestamp, a time in UTC as tables show it, or the start of a day in UTC. */
function toTime(text: string): number | undefined {
  return parseTime(text) ?? parseTime(`${text.replace(' ', 'T')}Z`) ?? parseTime(`${text}T00:00:00Z`);
}
