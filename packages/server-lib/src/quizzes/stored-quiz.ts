import type { Micros } from '../clock.js';
import type { Band, Question, QuestionAnswer, Reveal } from './quiz-types.js';

/** A question as it is kept: with the numbers of its next generated ids. */
export type StoredQuestion = Question & { readonly next: { readonly option: number; readonly target: number } };

/** A quiz's own part of the definition. */
export interface QuizOwn {
  readonly questions: readonly StoredQuestion[];
  readonly pass_percentage: number | null;
  readonly time_limit_seconds: number | null;
  readonly max_attempts: number | null;
  readonly reveal: Reveal;
  readonly shuffle_questions: boolean;
  readonly shuffle_options: boolean;
  readonly draw: number | null;
  readonly bands: readonly Band[];
  /** The number of the next generated question id. */
  readonly next: number;
}

/** What an answer to one question earned. */
export type Mark = readonly [question: string, correct: boolean, points: number];

/** What an attempt earned; a mark for each question the visitor was asked. */
export interface Marks {
  readonly score: number;
  readonly max: number;
  readonly questions: readonly Mark[];
  readonly at: Micros;
}

export type Answers = Readonly<Record<string, QuestionAnswer>>;

/** An attempt as it is stored. */
export interface QuizBody {
  readonly answers: Answers;
  readonly marks: Marks;
  readonly name?: string;
  readonly email?: string;
}

/** Whether an attempt begins with a start that the server signs. */
export function needsStart({ time_limit_seconds, draw }: QuizOwn): boolean {
  return time_limit_seconds !== null || draw !== null;
}
