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
import type { Immutable, IsOpen, MayHave } from './immutable.js';

/** What a form is made from. */
export type FormDefinition = Immutable<FormDraft>;

/**
 * A form's definition, from which the types of its submissions and results follow.
 *
 * @example
 * const contact = defineForm({
 *   title: 'Contact',
 *   fields: [{ id: 'email', type: 'email', label: 'Your e-mail', required: true }],
 * });
 * const form = await askwell.forms.create(contact);
 * for await (const { answers } of askwell.forms.submissions.list(form.id)) console.log(answers.email); // a string
 */
export function defineForm<const Definition extends FormDefinition>(definition: CheckedForm<Definition>): Definition {
  return definition;
}

/** A definition without members that are not known. */
export type CheckedForm<Definition extends FormDefinition> = Definition & Exact<Definition, FormDraft>;

/** What is sent for a field, depending on its type. */
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

/** Whether every submission has an answer: where the field may be hidden, it need not have. */
type IsRequired<Field> = Field extends { readonly required: true }
  ? Field extends { readonly show_if: infer ShowIf }
    ? [ShowIf] extends [null | undefined]
      ? true
      : false
    : true
  : false;

/** The fields that take answers, by id. */
type FieldsOf<Definition extends FormDefinition> = Extract<
  PartsOf<Definition['fields'], 'f'>,
  { readonly part: { readonly type: keyof AnswersByType<unknown> } }
>;

type AnswerOf<Field> = Field extends { readonly type: infer Type extends keyof AnswersByType<unknown> }
  ? AnswersByType<Field>[Type]
  : never;

type Needed<Field extends { readonly part: unknown }> = Field extends unknown
  ? IsRequired<Field['part']> extends true
    ? Field
    : never
  : never;

/** The ids of the fields that take answers. */
export type FieldId<Definition extends FormDefinition> = FieldsOf<Definition>['id'];

/** The answers of a submission, by field. */
export type FormAnswers<Definition extends FormDefinition> = Flat<
  { [Field in Needed<FieldsOf<Definition>> as Field['id']]: AnswerOf<Field['part']> } & {
    [Field in Exclude<FieldsOf<Definition>, Needed<FieldsOf<Definition>>> as Field['id']]?: AnswerOf<Field['part']>;
  }
>;

type Flat<Members> = { [Member in keyof Members]: Members[Member] };

/** Whether it shows only as the program runs what the fields are. */
type IsAny<Definition extends FormDefinition> = IsOpen<Definition['fields']>;

/** A form, as its definition has it. */
export interface FormOf<Definition extends FormDefinition> extends Form {
  id: AskId<Definition>;
}

/** What a submission of the form may be. */
export type SubmissionDraftOf<Definition extends FormDefinition> =
  IsAny<Definition> extends true
    ? Immutable<SubmissionDraft>
    : Immutable<Omit<SubmissionDraft, 'answers'>> & {
        readonly answers: Immutable<OrUndefined<FormAnswers<Definition>>>;
      };

type OrUndefined<Answers> = {
  [Id in keyof Answers]: undefined extends Answers[Id] ? Answers[Id] | undefined : Answers[Id];
};

/** A submission of the form, as its owner reads it. */
export type SubmissionOf<Definition extends FormDefinition> =
  IsAny<Definition> extends true ? Submission : Omit<Submission, 'answers'> & { answers: FormAnswers<Definition> };

/** What the submissions of the form add up to. */
export type FormResultsOf<Definition extends FormDefinition> =
  IsAny<Definition> extends true
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
