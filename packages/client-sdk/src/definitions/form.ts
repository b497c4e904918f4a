import type {
  FieldSummary,
  Form,
  FormDraft,
  FormResults,
  Submission,
  SubmissionDraft,
  WriteIn,
} from '@askwell/server/contract';
import type { AskId } from './ask-id.js';
import type { Exact } from './exact.js';
import type { IdsOf, PartsOf } from './ids.js';
import type { Immutable, IsDynamicList, MayHave } from './immutable.js';

/** The definition of a form: a {@link FormDraft}, deeply readonly. */
export type FormDefinition = Immutable<FormDraft>;

/**
 * Returns a form definition unchanged, with its exact type. Calls with the ID of the created form derive the types of
 * submissions and results from it.
 *
 * @param definition The form to create. Unknown properties do not compile.
 *
 * @example
 * const contact = defineForm({
 *   title: 'Contact',
 *   fields: [{ id: 'email', type: 'email', label: 'Your email', required: true }],
 * });
 * const form = await askwell.forms.create(contact);
 * for await (const { answers } of askwell.forms.submissions.list(form.id)) console.log(answers.email); // a string
 */
export function defineForm<const Definition extends FormDefinition>(definition: CheckedForm<Definition>): Definition {
  return definition;
}

/** A form definition without unknown properties. */
export type CheckedForm<Definition extends FormDefinition> = Definition & Exact<Definition, FormDraft>;

/** The type of an answer, by the type of its field. */
interface AnswersByType<Field> {
  short_text: string;
  long_text: string;
  email: string;
  url: string;
  phone: string;
  date: string;
  time: string;
  hidden: string;
  number: number;
  rating: number;
  scale: number;
  consent: IsRequired<Field> extends true ? true : boolean;
  single_choice: Choice<Field>;
  dropdown: Choice<Field>;
  multiple_choice: Choice<Field>[];
  ranking: OptionId<Field>[];
  matrix: Rows<Field>;
}

type OptionId<Field> = Field extends { readonly options: infer Options } ? IdsOf<Options, 'o'> : never;
type RowId<Field> = Field extends { readonly rows: infer Rows } ? IdsOf<Rows, 'r'> : never;
type Choice<Field> = OptionId<Field> | (MayHave<Field, 'other', true> extends true ? WriteIn : never);
type Rows<Field> =
  IsRequired<Field> extends true
    ? { [Row in RowId<Field>]: OptionId<Field> }
    : { [Row in RowId<Field>]?: OptionId<Field> };

/** Whether every submission has an answer to the field. A field that can be hidden is optional. */
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

type RequiredField<Field extends { readonly part: unknown }> = Field extends unknown
  ? IsRequired<Field['part']> extends true
    ? Field
    : never
  : never;

/** The IDs of the fields that take answers. */
export type FieldId<Definition extends FormDefinition> = FieldsOf<Definition>['id'];

/** The answers of a submission, by the ID of the field. */
export type FormAnswers<Definition extends FormDefinition> = Flatten<
  { [Field in RequiredField<FieldsOf<Definition>> as Field['id']]: FieldAnswerOf<Field['part']> } & {
    [Field in Exclude<FieldsOf<Definition>, RequiredField<FieldsOf<Definition>>> as Field['id']]?: FieldAnswerOf<
      Field['part']
    >;
  }
>;

type Flatten<Members> = { [Member in keyof Members]: Members[Member] };

/** Whether the fields are only known at runtime. */
type IsDynamicForm<Definition extends FormDefinition> = IsDynamicList<Definition['fields']>;

/** A form whose ID has the type of its definition. */
export interface FormOf<Definition extends FormDefinition> extends Form {
  id: AskId<Definition>;
}

/** A submission to send. */
export type SubmissionDraftOf<Definition extends FormDefinition> =
  IsDynamicForm<Definition> extends true
    ? Immutable<SubmissionDraft>
    : Immutable<Omit<SubmissionDraft, 'answers'>> & {
        readonly answers: Immutable<OrUndefined<FormAnswers<Definition>>>;
      };

type OrUndefined<Answers> = {
  [Id in keyof Answers]: undefined extends Answers[Id] ? Answers[Id] | undefined : Answers[Id];
};

/** A submission, as the owner of the form sees it. */
export type SubmissionOf<Definition extends FormDefinition> =
  IsDynamicForm<Definition> extends true
    ? Submission
    : Omit<Submission, 'answers'> & { answers: FormAnswers<Definition> };

/** The results of a form. */
export type FormResultsOf<Definition extends FormDefinition> =
  IsDynamicForm<Definition> extends true
    ? FormResults
    : Omit<FormResults, 'fields'> & { fields: SummaryOf<FieldsOf<Definition>>[] };

type SummaryOf<Field extends { readonly id: string; readonly part: unknown }> = Field extends {
  readonly id: infer Id;
  readonly part: { readonly type: infer Type };
}
  ? SummaryOfType<Type> & { id: Id; type: Type }
  : never;

type SummaryOfType<Type, Any extends FieldSummary = FieldSummary> = Any extends FieldSummary
  ? Type extends Any['type']
    ? Any
    : never
  : never;
