import { bucketOf, type Contribution } from '../results/contribution.js';
import type { AnswerCell } from './answer-column.js';
import type { FoldText } from './answer-folds.js';
import { type ColumnCondition, comparisonOf } from './column-condition.js';

/**
 * A condition for an answer. Plain data, since threads exchange it. `input` is the ID of a field or question, or a member of a vote.
 */
export type AnswerCondition =
  | ColumnCondition
  /** A column contains the text, without regard to case and spaces. */
  | { readonly type: 'any_column'; readonly folded: string }
  /** The value is exactly this one. */
  | { readonly type: 'is'; readonly input: string; readonly value: string | number | boolean }
  /** The text is this one, without regard to case and spaces. */
  | { readonly type: 'text'; readonly input: string; readonly folded: string }
  /** The list has this option. */
  | { readonly type: 'contains'; readonly input: string; readonly option: string }
  /** The list begins with these options, in this order. */
  | { readonly type: 'starts_with'; readonly input: string; readonly options: readonly string[] }
  /** The value for this row, option or pair is this one. */
  | { readonly type: 'pair'; readonly input: string; readonly item: string; readonly value: string | number }
  /** There is this write-in, without regard to case and spaces. */
  | { readonly type: 'write_in'; readonly input: string; readonly folded: string }
  /** The answer counts to this bucket. */
  | { readonly type: 'bucket'; readonly bucket: string }
  /** The answer does not count to this bucket. */
  | { readonly type: 'not_bucket'; readonly bucket: string };

/** The content of an answer, as conditions read it. */
export interface AnswerContent {
  /** Returns the value of an input. Undefined if it has none. */
  input(id: string): unknown;
  /** Returns the cell of a column. Null if the answer has nothing in it. */
  cell(column: string): AnswerCell | null;
  /** Returns the cells in which a search for a text looks. */
  searchedCells(): Iterable<AnswerCell>;
  contributions(): readonly Contribution[];
  /** Normalizes a text of the answer for comparison without its case. */
  readonly fold: FoldText;
}

/** Returns the function that decides whether an answer meets a condition. */
export function conditionTest(condition: AnswerCondition): (content: AnswerContent) => boolean {
  switch (condition.type) {
    case 'column': {
      const compare = comparisonOf(condition);
      return (content) => compare(content.cell(condition.column), content.fold);
    }
    case 'any_column':
      return (content) => {
        for (const { text } of content.searchedCells()) if (content.fold(text).includes(condition.folded)) return true;
        return false;
      };
    case 'is':
      return (content) => content.input(condition.input) === condition.value;
    case 'text':
      return (content) => isText(content.input(condition.input), condition.folded, content.fold);
    case 'contains':
      return (content) => {
        const value = content.input(condition.input);
        return Array.isArray(value) && value.includes(condition.option);
      };
    case 'starts_with':
      return (content) => {
        const value = content.input(condition.input);
        return Array.isArray(value) && condition.options.every((option, at) => value[at] === option);
      };
    case 'pair':
      return (content) => memberOf(content.input(condition.input), condition.item) === condition.value;
    case 'write_in':
      return (content) => {
        const value = content.input(condition.input);
        const picked: readonly unknown[] = Array.isArray(value) ? value : [value];
        return picked.some((one) => isText(memberOf(one, 'other'), condition.folded, content.fold));
      };
    case 'bucket':
      return (content) => countsTo(content, condition.bucket);
    case 'not_bucket':
      return (content) => !countsTo(content, condition.bucket);
  }
}

function countsTo(content: AnswerContent, bucket: string): boolean {
  return content.contributions().some((contribution) => bucketOf(contribution) === bucket);
}

function isText(value: unknown, folded: string, fold: FoldText): boolean {
  return typeof value === 'string' && fold(value) === folded;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}
