import type { AnswerHead, Ask, AskDraft, AskStatus, Changes, VisitorDraft } from '../asks/ask-types.js';
import type { Timestamp } from '../http/response-types.js';

/** Each type of question with the key that marks it. */
export interface QuestionKeys {
  /** An option's id. */
  single: string;
  /** The ids of all that is right. */
  multiple: string[];
  boolean: boolean;
  /** Every text that counts as right. */
  text: string[];
  number: NumberKey;
  /** All options' ids, from the first place on. */
  order: string[];
  /** A target's id for each option's. */
  match: Record<string, string>;
}

/** Right is what is no further from `value` than `tolerance`. */
export interface NumberKey {
  value: number;
  tolerance: number;
}

/** Each type of question with what answers it. */
export interface QuestionAnswers {
  single: string;
  multiple: string[];
  boolean: boolean;
  text: string;
  number: number;
  order: string[];
  match: Record<string, string>;
}

export type QuestionType = keyof QuestionKeys;
export type QuestionAnswer = QuestionAnswers[QuestionType];

export interface QuestionOption {
  id: string;
  label: string;
  image_url: string | null;
}

/** An option as it is given: a bare label will do. */
export type QuestionOptionDraft =
  | string
  | { id?: string | undefined; label: string; image_url?: string | null | undefined };

export interface QuestionDraft {
  id?: string | undefined;
  type: QuestionType;
  prompt: string;
  image_url?: string | null | undefined;
  /** Of the types single, multiple, order and match. */
  options?: QuestionOptionDraft[] | undefined;
  /** What the options of a match go with. */
  targets?: QuestionOptionDraft[] | undefined;
  /** The key, as the type has it; see {@link QuestionKeys}. */
  answer: string | string[] | boolean | { value: number; tolerance?: number | undefined } | Record<string, string>;
  /** Of the type text. */
  case_sensitive?: boolean | undefined;
  /** 1 unless said otherwise. */
  points?: number | undefined;
  /** What a wrong answer takes away; leaving a question out takes nothing. */
  penalty?: number | undefined;
  /** Whether an answer that is right in part earns a part; of the types multiple, order and match. */
  partial?: boolean | undefined;
  /** Shown with the key. */
  explanation?: string | null | undefined;
}

/** What every question has beside its type and key. */
export interface QuestionHead {
  id: string;
  prompt: string;
  image_url: string | null;
  options: QuestionOption[];
  targets: QuestionOption[];
  case_sensitive: boolean;
  points: number;
  penalty: number;
  partial: boolean;
  explanation: string | null;
}

/** A question as its owner reads it. */
export type Question = {
  [Type in QuestionType]: QuestionHead & { type: Type; answer: QuestionKeys[Type] };
}[QuestionType];

/** What is said to those who reached so much and not the next band. */
export interface Band {
  min_percentage: number;
  title: string;
  message: string | null;
}

/** How much a visitor is told of their attempt. */
export type Reveal = 'nothing' | 'score' | 'correctness' | 'answers';

/** What `POST /api/v1/quizzes` takes. */
export interface QuizDraft extends AskDraft {
  questions: QuestionDraft[];
  /** 0 to 100. */
  pass_percentage?: number | null | undefined;
  time_limit_seconds?: number | null | undefined;
  /** Needs `one_per`, which tells visitors apart. */
  max_attempts?: number | null | undefined;
  reveal?: Reveal | undefined;
  shuffle_questions?: boolean | undefined;
  shuffle_options?: boolean | undefined;
  /** How many of the questions each visitor is asked. */
  draw?: number | null | undefined;
  bands?: { min_percentage: number; title: string; message?: string | null | undefined }[] | undefined;
}

/** What `PATCH /api/v1/quizzes/{id}` takes: what is absent stays, null clears. */
export type QuizChanges = Changes<QuizDraft>;

/** A quiz as its owner reads it. */
export interface Quiz extends Ask {
  questions: Question[];
  pass_percentage: number | null;
  time_limit_seconds: number | null;
  max_attempts: number | null;
  reveal: Reveal;
  shuffle_questions: boolean;
  shuffle_options: boolean;
  draw: number | null;
  bands: Band[];
}

/** A question as visitors see it: with nothing that would tell its key. */
export interface PublicQuestion {
  id: string;
  type: QuestionType;
  prompt: string;
  image_url: string | null;
  options: QuestionOption[];
  targets: QuestionOption[];
}

/** A quiz's own part as visitors see it. */
export interface PublicQuizPart {
  /** How many a visitor is asked. */
  questions_count: number;
  pass_percentage: number | null;
  time_limit_seconds: number | null;
  max_attempts: number | null;
  reveal: Reveal;
  shuffle_questions: boolean;
  shuffle_options: boolean;
  /** Whether an attempt has to be started, which gives the questions. */
  needs_start: boolean;
  questions?: PublicQuestion[];
}

/** What `POST /api/v1/quizzes/{id}/attempts` takes. */
export interface AttemptDraft extends VisitorDraft {
  answers: Record<string, QuestionAnswer | null>;
  name?: string | undefined;
  email?: string | undefined;
  /** What starting the quiz gave. */
  started?: string | undefined;
}

/** What an attempt earned. */
export interface Score {
  score: number;
  max_score: number;
  percentage: number;
  /** Null where the quiz has no `pass_percentage`. */
  passed: boolean | null;
  /** The highest that was reached. */
  band: Band | null;
}

/** An attempt as its owner reads it. */
export interface Attempt extends AnswerHead, Score {
  quiz_id: string;
  answers: Record<string, QuestionAnswer>;
  name: string | null;
  email: string | null;
  questions: { id: string; correct: boolean; points: number }[];
  graded_at: Timestamp;
}

/** An attempt as the visitor is told of it: as much as `reveal` allows, and null for the rest. */
export interface AttemptReceipt extends Pick<AnswerHead, 'id' | 'created_at'> {
  quiz_id: string;
  score: number | null;
  max_score: number | null;
  percentage: number | null;
  passed: boolean | null;
  band: Band | null;
  questions: RevealedQuestion[];
}

export interface RevealedQuestion {
  id: string;
  correct: boolean | null;
  points: number | null;
  answer: QuestionKeys[QuestionType] | null;
  explanation: string | null;
}

export interface QuizResults {
  quiz_id: string;
  status: AskStatus;
  attempts_count: number;
  /** Averages are null while there is nothing to average. */
  average_score: number | null;
  average_percentage: number | null;
  /** 0 to 1; null where the quiz has no `pass_percentage`. */
  pass_rate: number | null;
  distribution: { score: number; count: number }[];
  questions: QuestionResult[];
  /** By UTC hours. */
  timeline: { at: Timestamp; count: number }[];
}

export interface QuestionResult {
  id: string;
  /** 0 to 1 of those who were asked; 0 while nobody was. */
  correct_rate: number;
  /** How often each option was picked; `true` and `false` for the type boolean, empty for what has none to pick. */
  options: Record<string, number>;
}

/** What `POST /api/v1/quizzes/{id}/regrade` answers. */
export interface Regraded {
  quiz_id: string;
  /** How many attempts were marked anew. */
  regraded: number;
  graded_at: Timestamp;
}
