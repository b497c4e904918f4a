import type { PlainAnswers } from './answers/plain-answers.js';
import type { GivenIds, IdsOf, PartsOf } from './ids.js';
import type { MustBe } from './rules.js';

/** The values that conditions compare an answer with, by the type of its field. */
interface ComparedValues<Field> extends PlainAnswers {
  consent: boolean;
  single_choice: OptionOf<Field>;
  dropdown: OptionOf<Field>;
  multiple_choice: OptionOf<Field>;
  ranking: OptionOf<Field>;
  matrix: never;
}

type OptionOf<Field> = Field extends { readonly options: infer Options } ? IdsOf<Options, 'o'> : never;

type RowOf<Field> = Field extends { readonly rows: infer Rows } ? IdsOf<Rows, 'r'> : never;

type FieldPart = { readonly id: string; readonly part: { readonly type: keyof ComparedValues<unknown> } };

/**
 * Refuses conditions on fields that do not exist, come later or take no answers, and on options and rows that the field does not
 * have.
 */
export type ConditionRule<Fields extends readonly unknown[]> = {
  readonly [At in keyof Fields]: Fields[At] extends { readonly show_if: infer ShowIf extends object }
    ? { readonly show_if: CheckedWhen<ShowIf, EarlierFields<Fields, At>> }
    : unknown;
};

/** The fields before an index that take answers. */
type EarlierFields<Fields, At> = Exclude<
  Extract<PartsOf<Fields, 'f'>, FieldPart>,
  { readonly id: IdsFrom<Fields, At> }
>;

/** The given IDs of the field at an index and of the fields after it. The length of `Skipped` is the current index. */
type IdsFrom<Fields, At, Skipped extends readonly unknown[] = readonly []> = Fields extends readonly [
  unknown,
  ...infer Rest,
]
  ? `${Skipped['length'] & number}` extends At
    ? GivenIds<Fields>
    : IdsFrom<Rest, At, readonly [...Skipped, unknown]>
  : never;

/** Checks a condition, or the conditions of a group. Lists that are only known at runtime are not checked. */
type CheckedWhen<When, Earlier extends FieldPart> = When extends { readonly field: infer Id }
  ? string extends Id
    ? unknown
    : Id extends Earlier['id']
      ? CheckedValues<When, Extract<Earlier, { readonly id: Id }>['part'], Earlier>
      : { readonly field: MustBe<Earlier['id']> }
  : { readonly [Group in keyof When]: Group extends GroupName ? CheckedGroup<When[Group], Earlier> : unknown };

type GroupName = 'all' | 'any' | 'none';

type CheckedGroup<Conditions, Earlier extends FieldPart> = Conditions extends readonly unknown[]
  ? number extends Conditions['length']
    ? unknown
    : { readonly [At in keyof Conditions]: CheckedWhen<Conditions[At], Earlier> }
  : unknown;

type CheckedValues<Condition, Field, Earlier extends FieldPart> = Field extends {
  readonly type: infer Type extends keyof ComparedValues<unknown>;
}
  ? Condition extends { readonly row: unknown }
    ? CheckedMembers<Condition, OptionOf<Field>, RowOf<Field>, Earlier>
    : CheckedMembers<Condition, ComparedValues<Field>[Type], never, Earlier>
  : unknown;

type CheckedMembers<Condition, Value, Row, Earlier extends FieldPart> = {
  readonly [Member in keyof Condition]: Member extends 'field' | 'answered'
    ? unknown
    : Member extends 'row'
      ? Checked<Condition[Member], Row>
      : Checked<Condition[Member], Compared<Member, Value, Earlier>, Value>;
};

type Checked<Given, Known, Expected = Known> = Given extends Known | undefined ? unknown : MustBe<Expected>;

/** What a comparison can have: a list of values, two operands or one. */
type Compared<Operator, Value, Earlier extends FieldPart> = Operator extends 'one_of'
  ? readonly Value[]
  : Operator extends 'between'
    ? readonly [OperandOf<Value, Earlier>, OperandOf<Value, Earlier>]
    : OperandOf<Value, Earlier>;

/** A value, or the place where the server finds it. */
type OperandOf<Value, Earlier extends FieldPart> =
  | Value
  | { readonly field: Earlier['id'] }
  | { readonly variable: string }
  | { readonly today: number };
