import type { PublicHead } from '../asks/ask-types.js';
import type { Timestamp } from '../http/response-types.js';
import type { PublicQuizPart } from './quiz-types.js';

/** A quiz as visitors see it. Has no questions if the quiz must be started first. */
export interface PublicQuiz extends PublicHead, PublicQuizPart {}

/** The `data` of `GET /embed/quizzes/{id}/start`. */
export interface StartedQuiz {
  quiz: PublicQuiz & Pick<Required<PublicQuizPart>, 'questions'>;
  /** The token that the attempt must contain. Valid for one attempt. */
  started: string;
  /** Null if there is no time limit. */
  expires_at: Timestamp | null;
  /** The seconds until `expires_at`, by the clock of the server. */
  seconds_left: number | null;
}
