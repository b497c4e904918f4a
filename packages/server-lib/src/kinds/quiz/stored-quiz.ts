import type { Micros } from '../../base/clock.js';
import type { Band, Feedback, Question, QuestionAnswer, Reveal } from '../../shared/contract/resources.js';

/** A stored question, with the numbers of its next generated IDs. */
export type StoredQuestion = Question & { readonly next: { readonly option: number; readonly target: number } };

/** A quiz's part of the definition. */
export interface QuizOwn {
  readonly questions: readonly StoredQuestion[];
  readonly pass_percentage: number | null;
  readonly time_limit_seconds: number | null;
  readonly max_attempts: number | null;
  readonly reveal: Reveal;
  /** Absent in definitions of earlier versions. */
  readonly feedback?: Feedback;
  readonly shuffle_questions: boolean;
  readonly shuffle_options: boolean;
  readonly draw: number | null;
  readonly bands: readonly Band[];
  /** Absent in definitions of earlier versions. */
  readonly collect_name?: boolean;
  readonly collect_email?: boolean;
  readonly receipt?: boolean;
  /** The number of the next generated question ID. */
  readonly next: number;
}

/** The points for the answer to one question. */
export type Mark = readonly [question: string, correct: boolean, points: number];

/** The points for an attempt, with a mark for each question that was asked. */
export interface Marks {
  readonly score: number;
  readonly max: number;
  readonly questions: readonly Mark[];
  readonly at: Micros;
}

export type Answers = Readonly<Record<string, QuestionAnswer>>;

/** A stored attempt. */
export interface QuizBody {
  readonly answers: Answers;
  readonly marks: Marks;
  readonly name?: string;
  readonly email?: string;
}

/** The questions of quizzes by their IDs. Cached, because each attempt looks up all of its questions. */
const byId = new WeakMap<readonly StoredQuestion[], ReadonlyMap<string, StoredQuestion>>();

/** Returns questions by their IDs. */
export function questionsById(questions: readonly StoredQuestion[]): ReadonlyMap<string, StoredQuestion> {
  let found = byId.get(questions);
  if (!found) {
    found = new Map(questions.map((question) => [question.id, question]));
    byId.set(questions, found);
  }
  return found;
}

/** Returns whether an attempt requires a `started` token. */
export function needsStart(own: QuizOwn): boolean {
  return own.time_limit_seconds !== null || own.draw !== null || feedbackOf(own) === 'each';
}

/** Returns when visitors see whether their answers are correct. */
export function feedbackOf({ feedback = 'end' }: QuizOwn): Feedback {
  return feedback;
}
