import { type Fault, fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import type { Fields } from '../../http/urlencoded.js';
import type { Contribution, Count } from '../../inputs/contribution.js';
import type { Bins } from '../../inputs/number/number-field.js';
import type {
  DraftOf,
  Field,
  FieldAnswer,
  FieldHead,
  FieldOption,
  FieldOptionDraft,
  FieldSummary,
} from '../form-types.js';

export type Operator = 'is' | 'is_not' | 'contains' | 'greater' | 'less';

/** What is wrong with the value that a condition compares with, if anything. */
export type ValueCheck = (value: string | number | boolean) => Fault | undefined;

/** The conditions a field can stand in, beside whether it was answered. */
export type Operators = { readonly [Name in Operator]?: ValueCheck };

/** Where a field is settled. */
export interface FieldContext {
  readonly path: string;
  readonly faults: Faults;
  /** Gives ids to the options or rows of the field. */
  assignOptionIds(member: 'options' | 'rows', drafts: readonly FieldOptionDraft[]): FieldOption[];
}

/** What is counted for one field. */
export interface FieldTallies {
  readonly answered: number;
  readonly count: Count;
  readonly writeIns: readonly { readonly text: string; readonly votes: number }[];
  readonly bins: Bins | null;
}

export type Cell = string | number | null;

/**
 * What one type of field is. Its methods are handed the answers that its own `check` made, and buckets that are its own:
 * the field's id before them is put there and taken away by others.
 */
export interface FieldTypeDefinition<Any extends Field = Field, Answer extends FieldAnswer = FieldAnswer> {
  /** Completes a field whose head stands; adds what does not fit together to the faults. */
  complete(draft: DraftOf<Any>, head: FieldHead, place: FieldContext): Any;
  readonly takesAnswers: boolean;
  /** Whether visitors may see its summary, where they see results. */
  readonly isPublic: boolean;
  operators(field: Any): Operators;
  /** The answer as it is stored; undefined where it is none, or none that will do. */
  check(field: Any, given: unknown, path: string, faults: Faults): Answer | undefined;
  /** Whether a plain form's field may be named so, after the field's id and a dot. */
  isFieldName(field: Any, rest: string): boolean;
  /** What a plain form's fields say, to be checked. */
  parseFields(field: Any, fields: Readonly<Fields>): unknown;
  /** What can't be removed once answers name it. */
  referencedItems(field: Any): { readonly path: string; readonly id: string; readonly bucket: string }[];
  contribute(field: Any, answer: Answer, bins: Bins | null): Contribution[];
  summarize(field: Any, counted: FieldTallies): FieldSummary;
  csvColumns(field: Any): string[];
  csvCells(field: Any, answer: Answer | undefined): Cell[];
}

/** A field that came in a plain form. */
export function ownField(fields: Readonly<Fields>, name: string): string | string[] | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** What most kinds have in common: one answer in one column, and nothing in it that has an id. */
export const singleColumnType = {
  takesAnswers: true,
  isPublic: true,
  operators: (): Operators => ({}),
  isFieldName: () => false,
  parseFields: ({ id }: Field, fields: Readonly<Fields>): unknown => ownField(fields, id),
  referencedItems: () => [],
  contribute: (): Contribution[] => [],
  csvColumns: ({ id }: Field) => [id],
  csvCells: (_field: Field, answer: FieldAnswer | undefined): Cell[] => [
    typeof answer === 'string' || typeof answer === 'number' ? answer : null,
  ],
};

/** Head and count of a summary. */
export function summaryHead({ id, label }: Field, { answered }: FieldTallies) {
  return { id, label, answered };
}

export function share(count: number, of: number): number {
  return of === 0 ? 0 : count / of;
}

export const requireString: ValueCheck = (value) => (typeof value === 'string' ? undefined : fault('not_a_string'));
export const requireNumber: ValueCheck = (value) => (typeof value === 'number' ? undefined : fault('not_a_number'));
export const requireBoolean: ValueCheck = (value) => (typeof value === 'boolean' ? undefined : fault('not_a_boolean'));

/** The id of one of a field's options. */
export function requireOption({ options }: { readonly options: readonly FieldOption[] }): ValueCheck {
  return (value) => (options.some(({ id }) => id === value) ? undefined : fault('unknown_option'));
}
