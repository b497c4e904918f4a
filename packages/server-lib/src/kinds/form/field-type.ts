import type { Faults } from '../../base/faults/faults.js';
import type { Contribution, Count } from '../../core/results/contribution.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import type { DraftOf } from '../../shared/contract/form-types.js';
import type {
  Comparison,
  Field,
  FieldAnswer,
  FieldHead,
  FieldOption,
  FieldOptionDraft,
  FieldSummary,
} from '../../shared/contract/resources.js';
import { type Fault, fault } from '../../shared/faults/fault.js';
import type { Bins } from '../inputs/bins.js';
import { idsOf } from '../inputs/option-list.js';

/** The comparisons of conditions, except `answered`, which all fields have. */
export type ConditionOperator = Exclude<NamesOf<Comparison>, 'answered'>;

type NamesOf<Union> = Union extends unknown ? keyof Union : never;

/** Returns a fault if a condition cannot compare with this value. */
export type ValueCheck = (value: string | number | boolean) => Fault | undefined;

/** The operators that conditions on a field can use, in addition to `answered`. */
export type Operators = { readonly [Name in ConditionOperator]?: ValueCheck };

/** The context for validating a field. */
export interface FieldContext {
  readonly path: string;
  readonly faults: Faults;
  /** Assigns IDs to the options or rows of the field. */
  assignOptionIds(member: 'options' | 'rows', drafts: readonly FieldOptionDraft[]): FieldOption[];
}

/** The tallies of one field. */
export interface FieldTallies {
  readonly answered: number;
  readonly count: Count;
  readonly writeIns: readonly { readonly text: string; readonly votes: number }[];
  readonly bins: Bins | null;
}

export type Cell = string | number | null;

/**
 * Defines a type of field. Its methods get answers that its own `check` returned, and bucket names without the ID of
 * the field.
 */
export interface FieldTypeDefinition<Any extends Field = Field, Answer extends FieldAnswer = FieldAnswer> {
  /** Completes a field and adds faults for members that contradict each other. */
  complete(draft: DraftOf<Any>, head: FieldHead, context: FieldContext): Any;
  readonly takesAnswers: boolean;
  /** Whether visitors may see the summary, if they may see results. */
  readonly isPublic: boolean;
  operators(field: Any): Operators;
  /** Returns the answer to store, or undefined if it is empty or invalid. */
  check(field: Any, value: unknown, path: string, faults: Faults): Answer | undefined;
  /** Returns whether an HTML form may use this name after the ID of the field and a dot. */
  isFieldName(field: Any, rest: string): boolean;
  /** Returns the answer in the fields of an HTML form, not validated yet. */
  parseFields(field: Any, fields: Readonly<UrlencodedFields>): unknown;
  /** Returns the items that cannot be removed once answers refer to them. */
  referencedItems(field: Any): { readonly path: string; readonly id: string; readonly bucket: string }[];
  contribute(field: Any, answer: Answer, bins: Bins | null): Contribution[];
  summarize(field: Any, tallies: FieldTallies): FieldSummary;
  csvColumns(field: Any): string[];
  csvCells(field: Any, answer: Answer | undefined): Cell[];
}

/** Returns a field of an HTML form by name. */
export function ownField(fields: Readonly<UrlencodedFields>, name: string): string | string[] | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The defaults of most types: one answer in one column, without items that answers refer to. */
export const singleColumnType = {
  takesAnswers: true,
  isPublic: true,
  operators: (): Operators => ({}),
  isFieldName: () => false,
  parseFields: ({ id }: Field, fields: Readonly<UrlencodedFields>): unknown => ownField(fields, id),
  referencedItems: () => [],
  contribute: (): Contribution[] => [],
  csvColumns: ({ id }: Field) => [id],
  csvCells: (_field: Field, answer: FieldAnswer | undefined): Cell[] => [
    typeof answer === 'string' || typeof answer === 'number' ? answer : null,
  ],
};

/** Returns the members that all summaries share. */
export function summaryHead({ id, label }: Field, { answered }: FieldTallies) {
  return { id, label, answered };
}

export function shareOf(count: number, of: number): number {
  return of === 0 ? 0 : count / of;
}

export const requireString: ValueCheck = (value) => (typeof value === 'string' ? undefined : fault('not_a_string'));
export const requireNumber: ValueCheck = (value) => (typeof value === 'number' ? undefined : fault('not_a_number'));
export const requireBoolean: ValueCheck = (value) => (typeof value === 'boolean' ? undefined : fault('not_a_boolean'));

/** Comparisons with values that are equal or not. */
export const equalityOperators = (check: ValueCheck): Operators => ({ is: check, is_not: check, one_of: check });

/** Comparisons with values that have an order. */
export const orderOperators = (check: ValueCheck): Operators => ({
  ...equalityOperators(check),
  greater: check,
  at_least: check,
  less: check,
  at_most: check,
  between: check,
});

/** Requires the ID of an option of the field. */
export function requireOption({ options }: { readonly options: readonly FieldOption[] }): ValueCheck {
  let ids: ReadonlySet<unknown> | undefined;
  return (value) => {
    ids ??= idsOf(options);
    return ids.has(value) ? undefined : fault('unknown_option');
  };
}
