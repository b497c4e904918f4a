import type {
  EndingCount,
  FieldSummary,
  FormResults,
  Submission,
  SubmissionDraft,
  VariableSummary,
  WriteIn,
} from '../../resources.js';
import type { EndingIdOf, VariablesIn } from '../conditions.js';
import type { FormDefinition, IsDynamicForm } from '../form.js';
import type { IdsOf, PartsOf } from '../ids.js';
import type { Immutable, MayHave } from '../immutable.js';
import type { Plain } from '../plain.js';
import type { PlainAnswers } from './plain-answers.js';

/** The type of an answer, by the type of its field. */
interface AnswersByType<Field> extends PlainAnswers {
  consent: IsRequired<Field> extends true ? true : boolean;
  single_choice: OptionId<Field> | WriteInOf<Field>;
  dropdown: OptionId<Field> | WriteInOf<Field>;
  multiple_choice: (OptionId<Field> | WriteInOf<Field>)[];
  ranking: OptionId<Field>[];
  matrix: Rows<Field>;
}

type OptionId<Field> = Field extends { readonly options: infer Options } ? IdsOf<Options, 'o'> : never;
type RowId<Field> = Field extends { readonly rows: infer Rows } ? IdsOf<Rows, 'r'> : never;
type WriteInOf<Field> = MayHave<Field, 'other', true> extends true ? WriteIn : never;
type Rows<Field> = Plain<
  IsRequired<Field> extends true
    ? { [Row in RowId<Field>]: OptionId<Field> }
    : { [Row in RowId<Field>]?: OptionId<Field> }
>;

/** Whether every submission with the page of a field has an answer to it. A field that can be hidden is optional. */
type IsRequired<Field> = Field extends { readonly required: true }
  ? Field extends { readonly show_if: infer ShowIf }
    ? [ShowIf] extends [null | undefined]
      ? true
      : false
    : true
  : false;

/** The fields that take answers, with their IDs. */
type FieldsOf<Definition extends FormDefinition> = Extract<
  PartsOf<Definition['fields'], 'f'>,
  { readonly part: { readonly type: keyof AnswersByType<unknown> } }
>;

type FieldAnswerOf<Field> = Field extends { readonly type: infer Type extends keyof AnswersByType<unknown> }
  ? AnswersByType<Field>[Type]
  : never;

type RequiredField<Field extends { readonly part: unknown }, Certain> = Field extends { readonly part: Certain }
  ? IsRequired<Field['part']> extends true
    ? Field
    : never
  : never;

/** The fields that no jump can skip: those up to the page after the first one that can lead elsewhere. */
type CertainFields<Fields, HasJumped = false, Found = never> = Fields extends readonly [infer Field, ...infer Rest]
  ? Field extends { readonly type: 'page' }
    ? HasJumped extends true
      ? Found
      : CertainFields<Rest, Jumps<Field>, Found>
    : CertainFields<Rest, HasJumped, Found | Field>
  : Found;

type Jumps<Page> = Page extends { readonly next: infer Next }
  ? [Next] extends [readonly [] | null | undefined]
    ? false
    : true
  : false;

type RequiredFields<Definition extends FormDefinition> = RequiredField<
  FieldsOf<Definition>,
  IsDynamicForm<Definition> extends true ? unknown : CertainFields<Definition['fields']>
>;

/** The IDs of the fields that take answers. */
export type FieldId<Definition extends FormDefinition> = FieldsOf<Definition>['id'];

/** The answers of a submission, by the ID of the field. */
export type FormAnswers<Definition extends FormDefinition> = Plain<
  { [Field in RequiredFields<Definition> as Field['id']]: FieldAnswerOf<Field['part']> } & {
    [Field in Exclude<FieldsOf<Definition>, RequiredFields<Definition>> as Field['id']]?: FieldAnswerOf<Field['part']>;
  }
>;

/** A submission to send. */
export type SubmissionDraftOf<Definition extends FormDefinition> =
  IsDynamicForm<Definition> extends true
    ? Immutable<SubmissionDraft>
    : Plain<
        { readonly answers: Plain<Immutable<OrUndefined<FormAnswers<Definition>>>> } & Immutable<
          Omit<SubmissionDraft, 'answers'>
        >
      >;

type OrUndefined<Answers> = {
  [Id in keyof Answers]: undefined extends Answers[Id] ? Answers[Id] | undefined : Answers[Id];
};

/** A submission, as the owner of the form sees it. */
export type SubmissionOf<Definition extends FormDefinition> =
  IsDynamicForm<Definition> extends true
    ? Submission
    : Plain<
        Omit<Submission, 'answers' | 'variables' | 'ending'> & {
          answers: FormAnswers<Definition>;
          variables: Plain<VariableValuesOf<Definition>>;
          ending: EndingIdOf<Definition> | null;
        }
      >;

/** The values of the variables of a form, by the ID of the variable. */
type VariableValuesOf<Definition extends FormDefinition> = {
  [Variable in VariablesIn<Definition> as Variable['id']]: Variable['part'] extends { readonly type: infer Type }
    ? Type extends 'number'
      ? number
      : string
    : never;
};

/** The results of a form. */
export type FormResultsOf<Definition extends FormDefinition> =
  IsDynamicForm<Definition> extends true
    ? FormResults
    : Plain<
        Omit<FormResults, 'fields' | 'variables' | 'endings'> & {
          fields: SummaryOf<FieldsOf<Definition>>[];
          variables: VariableSummaryOf<VariablesIn<Definition>>[];
          endings: Plain<Omit<EndingCount, 'id'> & { id: EndingIdOf<Definition> }>[];
        }
      >;

type VariableSummaryOf<Variable extends { readonly id: string; readonly part: unknown }> = Variable extends {
  readonly id: infer Id;
  readonly part: { readonly type: infer Type };
}
  ? Plain<{ id: Id } & Omit<Extract<VariableSummary, { type: Type }>, 'id'>>
  : never;

type SummaryOf<Field extends { readonly id: string; readonly part: unknown }> = Field extends {
  readonly id: infer Id;
  readonly part: { readonly type: infer Type };
}
  ? Plain<{ id: Id; type: Type } & Omit<SummaryOfType<Type>, 'id' | 'type'>>
  : never;

type SummaryOfType<Type, Any extends FieldSummary = FieldSummary> = Any extends FieldSummary
  ? Type extends Any['type']
    ? Any
    : never
  : never;
