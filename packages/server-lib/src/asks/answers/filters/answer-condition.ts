import { bucketOf, type Contribution } from '../../../inputs/contribution.js';
import { foldText } from '../../../inputs/text/normalize-text.js';

/**
 * A condition for the content of an answer. Plain data, since threads exchange it. `input` is the ID of a field or question, or a
 * member of a vote.
 */
export type AnswerCondition =
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
  | { readonly type: 'min_score'; readonly min: number }
  | { readonly type: 'passed'; readonly passed: boolean }
  /** The answer counts to this bucket. */
  | { readonly type: 'bucket'; readonly bucket: string };

/** The content of an answer, as conditions read it. */
export interface AnswerContent {
  /** Returns the value of an input. Undefined if it has none. */
  input(id: string): unknown;
  score(): { readonly score: number; readonly passed: boolean | null } | undefined;
  contributions(): readonly Contribution[];
}

/** Returns whether an answer meets a condition. */
export function meets(content: AnswerContent, condition: AnswerCondition): boolean {
  switch (condition.type) {
    case 'is':
      return content.input(condition.input) === condition.value;
    case 'text':
      return isText(content.input(condition.input), condition.folded);
    case 'contains': {
      const value = content.input(condition.input);
      return Array.isArray(value) && value.includes(condition.option);
    }
    case 'starts_with': {
      const value = content.input(condition.input);
      return Array.isArray(value) && condition.options.every((option, at) => value[at] === option);
    }
    case 'pair':
      return memberOf(content.input(condition.input), condition.item) === condition.value;
    case 'write_in': {
      const value = content.input(condition.input);
      const picked: readonly unknown[] = Array.isArray(value) ? value : [value];
      return picked.some((one) => isText(memberOf(one, 'other'), condition.folded));
    }
    case 'min_score': {
      const result = content.score();
      return result !== undefined && result.score >= condition.min;
    }
    case 'passed':
      return content.score()?.passed === condition.passed;
    case 'bucket':
      return content.contributions().some((contribution) => bucketOf(contribution) === condition.bucket);
  }
}

function isText(value: unknown, folded: string): boolean {
  return typeof value === 'string' && foldText(value) === folded;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}
