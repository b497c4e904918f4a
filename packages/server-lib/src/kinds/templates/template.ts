import type { FormDraft, PollDraft, QuizDraft } from '../../shared/contract/resources.js';

/** A value as JSON files have it: TypeScript reads each text in them as `string`, also where a type lists its values. */
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
  /** One sentence that tells owners what the template is for. */
  readonly summary: string;
  /** Whether the template is one of the few that owners without polls, quizzes and forms see first. */
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
