import type { PlainAnswers } from './answers/plain-answers.js';
import type { GivenIds, IdsOf, PartsOf } from './ids.js';
import type { Allowed, MustBe } from './rules.js';

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

/** An item of a definition with its ID. */
interface Part {
  readonly id: string;
  readonly part: unknown;
}

/** What conditions and rules can refer to. */
interface LogicScope {
  readonly fields: Part;
  readonly variables: Part;
}

type AnsweredPart = { readonly id: string; readonly part: { readonly type: keyof ComparedValues<unknown> } };
type AnsweredParts<Fields> = Extract<PartsOf<Fields, 'f'>, AnsweredPart>;

/** The items of a list of a definition with their IDs. None if the definition does not have the list. */
type PartsIn<Definition, Name extends string, Letter extends string> = Name extends keyof Definition
  ? PartsOf<Definition[Name], Letter>
  : never;

/** What conditions can refer to after all fields. */
interface EndScope<Definition extends { readonly fields: readonly unknown[] }> {
  readonly fields: AnsweredParts<Definition['fields']>;
  readonly variables: PartsIn<Definition, 'variables', 'v'>;
}

/**
 * Refuses conditions on fields that do not exist, come later or take no answers, on options, rows and variables that do not exist, and
 * jumps to pages and endings that do not exist.
 */
export type FieldRules<Definition extends { readonly fields: readonly unknown[] }, Fields = Definition['fields']> = {
  readonly [At in keyof Fields]: Allowed<Fields[At]> &
    FieldRule<
      Fields[At],
      { readonly fields: EarlierFields<Fields, At>; readonly variables: EndScope<Definition>['variables'] },
      EndScope<Definition>,
      TargetsAfter<Definition, Fields, At>
    >;
};

type FieldRule<Field, Scope extends LogicScope, End extends LogicScope, Target> = {
  readonly [Member in keyof Field & LogicMember]?: Member extends 'show_if' | 'require_if'
    ? CheckedWhen<Field[Member], Scope>
    : Member extends 'next'
      ? CheckedJumps<Field[Member], End, Target>
      : CheckedItems<Field[Member], Scope>;
};

type LogicMember = 'show_if' | 'require_if' | 'options' | 'rows' | 'next';

/** Checks the conditions of options, rows, endings and quotas. */
export type CheckedItems<Items, Scope extends LogicScope> = {
  readonly [At in keyof Items]: Items[At] extends object
    ? Allowed<Items[At]> & {
        readonly [Member in keyof Items[At] & ('show_if' | 'when')]?: CheckedWhen<Items[At][Member], Scope>;
      }
    : unknown;
};

type CheckedJumps<Jumps, End extends LogicScope, Target> = {
  readonly [At in keyof Jumps]: Allowed<Jumps[At]> & {
    readonly [Member in keyof Jumps[At] & ('when' | 'to')]?: Member extends 'to'
      ? CheckedId<Jumps[At][Member], Target>
      : CheckedWhen<Jumps[At][Member], End>;
  };
};

/** Checks what variables are computed from. */
export type VariableRules<Definition extends { readonly fields: readonly unknown[] }, Variables> = {
  readonly [At in keyof Variables]: Allowed<Variables[At]> & {
    readonly [Member in keyof Variables[At] & 'rules']?: CheckedRules<Variables[At][Member], EndScope<Definition>>;
  };
};

type CheckedRules<Rules, Scope extends LogicScope> = {
  readonly [At in keyof Rules]: Allowed<Rules[At]> & {
    readonly [Member in keyof Rules[At]]?: Member extends 'when'
      ? CheckedWhen<Rules[At][Member], Scope>
      : CheckedOperand<Rules[At][Member], string | number | boolean, Scope>;
  };
};

/** Checks the conditions of endings. */
export type EndingRules<Definition extends { readonly fields: readonly unknown[] }, Endings> = CheckedItems<
  Endings,
  EndScope<Definition>
>;

/** Checks the conditions and endings of quotas. */
export type QuotaRules<Definition extends { readonly fields: readonly unknown[] }, Quotas> = CheckedItems<
  Quotas,
  EndScope<Definition>
> & {
  readonly [At in keyof Quotas]: Allowed<Quotas[At]> & {
    readonly [Member in keyof Quotas[At] & 'ending']?: CheckedId<Quotas[At][Member], EndingIdOf<Definition>>;
  };
};

/** The IDs of the endings of a form. */
export type EndingIdOf<Definition> = PartsIn<Definition, 'endings', 'e'>['id'];

/** The variables of a form, with their IDs. */
export type VariablesIn<Definition> = PartsIn<Definition, 'variables', 'v'>;

/** Where the page at an index can lead to. */
type TargetsAfter<Definition, Fields, At> =
  | Exclude<Extract<PartsOf<Fields, 'f'>, PagePart>['id'], IdsUpTo<Fields, At>>
  | EndingIdOf<Definition>
  | 'submit';

type PagePart = { readonly id: string; readonly part: { readonly type: 'page' } };

/** The fields before an index that take answers. */
type EarlierFields<Fields, At> = Exclude<AnsweredParts<Fields>, { readonly id: IdsFrom<Fields, At> }>;

/** The given IDs of the field at an index and of the fields after it. The length of `Skipped` is the current index. */
type IdsFrom<Fields, At, Skipped extends readonly unknown[] = readonly []> = Fields extends readonly [
  unknown,
  ...infer Rest,
]
  ? `${Skipped['length'] & number}` extends At
    ? GivenIds<Fields>
    : IdsFrom<Rest, At, readonly [...Skipped, unknown]>
  : never;

/** The given IDs of the field at an index and of the fields before it. */
type IdsUpTo<Fields, At, Before extends readonly unknown[] = readonly []> = Fields extends readonly [
  infer Field,
  ...infer Rest,
]
  ? `${Before['length'] & number}` extends At
    ? GivenIds<readonly [...Before, Field]>
    : IdsUpTo<Rest, At, readonly [...Before, Field]>
  : never;

/** Accepts an ID that exists, and a text that is only known at runtime. */
type CheckedId<Id, Known> = Id extends string
  ? string extends Id
    ? unknown
    : Id extends Known
      ? unknown
      : MustBe<Known>
  : unknown;

type CheckedWhen<When, Scope extends LogicScope> = When extends
  | { readonly all: infer Parts }
  | { readonly any: infer Parts }
  | { readonly none: infer Parts }
  ? { readonly [Group in keyof When]: CheckedParts<Parts, Scope> }
  : When extends object
    ? Allowed<When> & CheckedCondition<When, Scope>
    : unknown;

type CheckedParts<Parts, Scope extends LogicScope> = { readonly [At in keyof Parts]: CheckedWhen<Parts[At], Scope> };

type CheckedCondition<Condition, Scope extends LogicScope> = Condition extends { readonly variable: infer Id }
  ? IfKnown<Id, 'variable', Scope['variables'], CheckedValues<Condition, VariableValue<Scope, Id>, Scope>>
  : Condition extends { readonly count: infer Id }
    ? IfKnown<
        Id,
        'count',
        Extract<Scope['fields'], { readonly part: { readonly options: unknown } }>,
        CheckedValues<Condition, number, Scope>
      >
    : Condition extends { readonly field: infer Id }
      ? IfKnown<Id, 'field', Scope['fields'], CheckedAnswer<Condition, PartWith<Scope['fields'], Id>, Scope>>
      : unknown;

/** Refuses an ID that does not exist, and checks the rest of a condition whose ID exists. */
type IfKnown<Id, Member extends string, Known extends Part, Checked> = string extends Id
  ? unknown
  : Id extends Known['id']
    ? Checked
    : { readonly [Name in Member]: MustBe<Known['id']> };

type PartWith<Parts extends Part, Id> = Extract<Parts, { readonly id: Id }>['part'];

type VariableValue<Scope extends LogicScope, Id> =
  PartWith<Scope['variables'], Id> extends { readonly type: infer Type }
    ? Type extends 'number'
      ? number
      : string
    : string | number;

type CheckedAnswer<Condition, Field, Scope extends LogicScope> = Condition extends { readonly row: infer Row }
  ? { readonly row: CheckedId<Row, RowOf<Field>> } & CheckedValues<Condition, OptionOf<Field>, Scope>
  : Field extends { readonly type: infer Type extends keyof ComparedValues<unknown> }
    ? CheckedValues<Condition, ComparedValues<Field>[Type], Scope>
    : unknown;

type SubjectMember = 'field' | 'row' | 'count' | 'variable' | 'answered';

type CheckedValues<Condition, Value, Scope extends LogicScope> = {
  readonly [Operator in Exclude<keyof Condition, SubjectMember>]: Condition[Operator] extends readonly unknown[]
    ? CheckedOperands<Condition[Operator], Value, Scope>
    : CheckedOperand<Condition[Operator], Value, Scope>;
};

type CheckedOperands<Operands, Value, Scope extends LogicScope> = {
  readonly [At in keyof Operands]: CheckedOperand<Operands[At], Value, Scope>;
};

type CheckedOperand<Operand, Value, Scope extends LogicScope> = Operand extends { readonly field: infer Id }
  ? { readonly field: CheckedId<Id, Scope['fields']['id']> }
  : Operand extends { readonly score: infer Id }
    ? { readonly score: CheckedId<Id, Scope['fields']['id']> }
    : Operand extends { readonly variable: infer Id }
      ? { readonly variable: CheckedId<Id, Scope['variables']['id']> }
      : Operand extends { readonly today: unknown }
        ? unknown
        : Operand extends Value | undefined
          ? unknown
          : MustBe<Value>;
