import type { AnswerHead, Ask, AskDraft, AskStatus, Changes, VisitorDraft } from '../asks/ask-types.js';
import type { Timestamp } from '../http/response-types.js';
import type { ShowIf } from '../logic/visible-fields.js';
import type { Scale } from '../polls/poll-types.js';

export type { Condition, ShowIf } from '../logic/visible-fields.js';

/** What all fields have. */
export interface FieldHead {
  id: string;
  label: string;
  help: string | null;
  placeholder: string | null;
  required: boolean;
  /** The field shows if this holds of earlier fields; null: always. */
  show_if: ShowIf | null;
}

/** Something to choose, or a row of a matrix. */
export interface FieldOption {
  id: string;
  label: string;
}

/** Words of the visitor's own. */
export interface TextField extends FieldHead {
  type: 'short_text' | 'long_text';
  min_length: number | null;
  max_length: number | null;
}

export interface NumberField extends FieldHead {
  type: 'number';
  min: number | null;
  max: number | null;
  /** Counted from `min`, else from 0. */
  step: number | null;
}

/** One of the options. */
export interface ChoiceField extends FieldHead {
  type: 'single_choice' | 'dropdown';
  options: FieldOption[];
  /** Whether visitors may write in an answer of their own. */
  other: boolean;
}

/** Several of the options. */
export interface MultipleChoiceField extends FieldHead {
  type: 'multiple_choice';
  options: FieldOption[];
  other: boolean;
  min_choices: number | null;
  max_choices: number | null;
}

/** Options in order of preference. */
export interface RankingField extends FieldHead {
  type: 'ranking';
  options: FieldOption[];
  min_choices: number | null;
  max_choices: number | null;
}

export interface RatingField extends FieldHead {
  type: 'rating';
  scale: Scale;
}

/** One option for each row. */
export interface MatrixField extends FieldHead {
  type: 'matrix';
  rows: FieldOption[];
  options: FieldOption[];
}

/** Fields that need nothing more said; `scale` goes from 0 to 10. */
export interface PlainField extends FieldHead {
  type: 'email' | 'url' | 'phone' | 'date' | 'time' | 'scale' | 'consent' | 'heading';
}

/** Fields that need not be called anything: what a page prefills, and where a page begins. */
export interface SilentField extends FieldHead {
  type: 'hidden' | 'page';
}

export type Field =
  | TextField
  | NumberField
  | ChoiceField
  | MultipleChoiceField
  | RankingField
  | RatingField
  | MatrixField
  | PlainField
  | SilentField;

export type FieldType = Field['type'];

/** The field of a type. */
export type FieldOf<Type extends FieldType, Any extends Field = Field> = Any extends Field
  ? Type extends Any['type']
    ? Any
    : never
  : never;

/** An option as it is given: a bare label will do. */
export type FieldOptionDraft = string | { id?: string | undefined; label: string };

type Listed = 'options' | 'rows';

/** A field as its author gives it: what is absent or null has its default. */
export type DraftOf<Any extends Field> = Any extends Field
  ? { type: Any['type']; id?: string | undefined } & (Any extends SilentField
      ? { label?: string | undefined }
      : { label: string }) & {
        [Member in Exclude<keyof Any, 'type' | 'id' | 'label' | Listed>]?: Any[Member] | null | undefined;
      } & { [Member in Extract<keyof Any, Listed>]: FieldOptionDraft[] }
  : never;

export type FieldDraft = DraftOf<Field>;

/** What `POST /api/v1/forms` takes. */
export interface FormDraft extends AskDraft {
  fields: FieldDraft[];
}

/** What `PATCH /api/v1/forms/{id}` takes: what is absent stays, null clears. */
export type FormChanges = Changes<FormDraft>;

export interface Form extends Ask {
  fields: Field[];
}

/** An answer of the visitor's own, in place of an option's id. */
export interface WriteIn {
  other: string;
}

/** What answers a field, depending on its type. */
export type FieldAnswer = string | number | boolean | WriteIn | (string | WriteIn)[] | { [row: string]: string };

/** Answers by field id. */
export type FieldAnswers = Record<string, FieldAnswer>;

/** What `POST /api/v1/forms/{id}/submissions` takes. */
export interface SubmissionDraft extends VisitorDraft {
  /** What is null is not answered. */
  answers: Record<string, FieldAnswer | null>;
}

/** A submission, as its owner reads it. Fields that did not show have no answer. */
export interface Submission extends AnswerHead {
  form_id: string;
  answers: FieldAnswers;
}

/** A submission, as the visitor who made it is told. */
export interface SubmissionReceipt {
  id: string;
  form_id: string;
  /** What the author says afterwards, and where the visitor is sent. */
  message: string | null;
  redirect_url: string | null;
  created_at: Timestamp;
}

export interface FormResults {
  form_id: string;
  status: AskStatus;
  submissions_count: number;
  /** One for each field that takes answers. */
  fields: FieldSummary[];
  /** By UTC hours. */
  timeline: { at: Timestamp; count: number }[];
}

/** What all summaries have. */
export interface SummaryHead {
  id: string;
  label: string;
  /** How many answered the field. */
  answered: number;
}

/** How often an option was chosen; `share` is 0 to 1 of those who answered. */
export interface OptionCount extends FieldOption {
  count: number;
  share: number;
}

/** Texts, contacts, dates and hidden values are counted and no more. */
export interface AnsweredSummary extends SummaryHead {
  type: 'short_text' | 'long_text' | 'email' | 'url' | 'phone' | 'date' | 'time' | 'hidden';
}

export interface ChoiceSummary extends SummaryHead {
  type: 'single_choice' | 'dropdown' | 'multiple_choice';
  options: OptionCount[];
  /** The most frequent write-ins, folded by case and spaces. Visitors never see them. */
  others: { text: string; count: number }[];
}

export interface RankingSummary extends SummaryHead {
  type: 'ranking';
  /** `count`: who ranked it at all; `first`: who put it first; `average_position` counts from 1. */
  options: (OptionCount & { first: number; average_position: number | null })[];
}

/** How often each step was given. */
export type Distribution = { value: number; count: number }[];

/** Of fewer than five answers, visitors see no average and no distribution. */
export interface RatingSummary extends SummaryHead {
  type: 'rating';
  average: number | null;
  distribution: Distribution;
}

/** Net promoter score: of 100 who answered, how many more gave 9 or 10 than gave 0 to 6. */
export interface Nps {
  promoters: number;
  passives: number;
  detractors: number;
  /** -100 to 100; null while nobody answered. */
  score: number | null;
}

export interface ScaleSummary extends SummaryHead {
  type: 'scale';
  average: number | null;
  distribution: Distribution;
  /** Null to visitors while fewer than five answered. */
  nps: Nps | null;
}

export interface MatrixSummary extends SummaryHead {
  type: 'matrix';
  rows: (FieldOption & { answered: number; options: OptionCount[] })[];
}

export interface NumberSummary extends SummaryHead {
  type: 'number';
  /** Null while nobody answered; to visitors, while fewer than five did. */
  average: number | null;
  /** Null to visitors, who could tell single answers by the difference. */
  sum: number | null;
  /**
   * Where `min` and `max` were given before the first answer: ten of one width, or one for each step where there are no
   * more than ten. `from` belongs to its bin, `to` to the next one; the last has both.
   */
  bins: { from: number; to: number; count: number }[] | null;
}

export interface ConsentSummary extends SummaryHead {
  type: 'consent';
  /** How many agreed. */
  count: number;
  share: number;
}

export type FieldSummary =
  | AnsweredSummary
  | ChoiceSummary
  | RankingSummary
  | RatingSummary
  | ScaleSummary
  | MatrixSummary
  | NumberSummary
  | ConsentSummary;
