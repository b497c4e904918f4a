import type { FormDraft, PollDraft, QuizDraft } from '../../shared/contract/resources.js';

/** The type of a value in a JSON file. TypeScript reads each text in JSON files as `string`, even if the type lists its values. */
export type JsonOf<Value> = Value extends string
  ? string
  : Value extends readonly (infer Item)[]
    ? JsonOf<Item>[]
    : Value extends object
      ? { [Name in keyof Value]: JsonOf<Value[Name]> }
      : Value;

interface TemplateHead {
  /** A unique name for URLs: `a-z`, `0-9` and `-`. */
  readonly name: string;
  readonly title: string;
  /** One sentence about the purpose of the template, for owners. */
  readonly summary: string;
  /** Whether owners without polls, quizzes and forms see the template first. */
  readonly featured: boolean;
}

export interface PollTemplate extends TemplateHead {
  readonly kind: 'poll';
  /** The body of a request that creates the poll. */
  readonly draft: JsonOf<PollDraft>;
}

export interface QuizTemplate extends TemplateHead {
  readonly kind: 'quiz';
  /** The body of a request that creates the quiz. */
  readonly draft: JsonOf<QuizDraft>;
}

export interface FormTemplate extends TemplateHead {
  readonly kind: 'form';
  /** The body of a request that creates the form. */
  readonly draft: JsonOf<FormDraft>;
}

/** A poll, quiz or form to start from. */
export type Template = PollTemplate | QuizTemplate | FormTemplate;
