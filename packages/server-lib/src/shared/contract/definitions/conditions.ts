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

type FieldPart = { readonly id: string; readonly part: { readonly type: keyof ComparedValues<unknown> } };

/**
 * Refuses conditions on fields that do not exist, come later or take no answers, and on options that the field does not
 * have.
 */
export type ConditionRule<Fields extends readonly unknown[]> = {
  readonly [At in keyof Fields]: Fields[At] extends { readonly show_if: infer ShowIf extends object }
    ? { readonly show_if: CheckedShowIf<ShowIf, EarlierFields<Fields, At>> }
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

type CheckedShowIf<ShowIf, Earlier extends FieldPart> = {
  readonly [Mode in keyof ShowIf]: ShowIf[Mode] extends readonly unknown[]
    ? { readonly [At in keyof ShowIf[Mode]]: CheckedCondition<ShowIf[Mode][At], Earlier> }
    : unknown;
};

type CheckedCondition<Condition, Earlier extends FieldPart> = Condition extends { readonly field: infer Id }
  ? string extends Id
    ? unknown
    : Id extends Earlier['id']
      ? CheckedValues<Condition, Extract<Earlier, { readonly id: Id }>['part']>
      : { readonly field: MustBe<Earlier['id']> }
  : unknown;

type CheckedValues<Condition, Field> = Field extends { readonly type: infer Type extends keyof ComparedValues<unknown> }
  ? {
      readonly [Operator in Exclude<keyof Condition, 'field' | 'answered'>]: Condition[Operator] extends
        | ComparedValues<Field>[Type]
        | undefined
        ? unknown
        : MustBe<ComparedValues<Field>[Type]>;
    }
  : unknown;
