import { type Fault, fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
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
export interface Place {
  readonly path: string;
  readonly faults: Faults;
  /** Gives ids to the options or rows of the field. */
  list(member: 'options' | 'rows', drafts: readonly FieldOptionDraft[]): FieldOption[];
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
  settle(draft: DraftOf<Any>, head: FieldHead, place: Place): Any;
  readonly takesAnswers: boolean;
  /** Whether visitors may see its summary, where they see results. */
  readonly isPublic: boolean;
  operators(field: Any): Operators;
  /** The answer as it is stored; undefined where it is none, or none that will do. */
  check(field: Any, given: unknown, path: string, faults: Faults): Answer | undefined;
  /** Whether a plain form's field may be named so, after the field's id and a dot. */
  hasName(field: Any, rest: string): boolean;
  /** What a plain form's fields say, to be checked. */
  read(field: Any, fields: Readonly<UrlencodedFields>): unknown;
  /** What can't be removed once answers name it. */
  parts(field: Any): { readonly path: string; readonly id: string; readonly bucket: string }[];
  count(field: Any, answer: Answer, bins: Bins | null): Contribution[];
  summarise(field: Any, counted: FieldTallies): FieldSummary;
  columns(field: Any): string[];
  cells(field: Any, answer: Answer | undefined): Cell[];
}

/** A field that came in a plain form. */
export function fieldNamed(fields: Readonly<UrlencodedFields>, name: string): string | string[] | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** What most kinds have in common: one answer in one column, and nothing in it that has an id. */
export const single = {
  takesAnswers: true,
  isPublic: true,
  operators: (): Operators => ({}),
  hasName: () => false,
  read: ({ id }: Field, fields: Readonly<UrlencodedFields>): unknown => fieldNamed(fields, id),
  parts: () => [],
  count: (): Contribution[] => [],
  columns: ({ id }: Field) => [id],
  cells: (_field: Field, answer: FieldAnswer | undefined): Cell[] => [
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

export const aText: ValueCheck = (value) => (typeof value === 'string' ? undefined : fault('not_a_string'));
export const aNumber: ValueCheck = (value) => (typeof value === 'number' ? undefined : fault('not_a_number'));
export const aBoolean: ValueCheck = (value) => (typeof value === 'boolean' ? undefined : fault('not_a_boolean'));

/** The id of one of a field's options. */
export function anOption({ options }: { readonly options: readonly FieldOption[] }): ValueCheck {
  return (value) => (options.some(({ id }) => id === value) ? undefined : fault('unknown_option'));
}
