import type { PublicHead } from '../asks/ask-types.js';
import type { Timestamp } from '../http/response-types.js';
import type { PublicQuizPart } from './quiz-types.js';

/** A quiz as visitors see it; without questions where starting it gives them. */
export interface PublicQuiz extends PublicHead, PublicQuizPart {}
/** What `GET /embed/quizzes/{id}/start` answers under `data`. */
export interface StartedQuiz {
  quiz: PublicQuiz & Pick<Required<PublicQuizPart>, 'questions'>;
  /** To be sent along with the attempt, once. */
  started: string;
  /** Null where there is no time limit. */
  expires_at: Timestamp | null;
  /** Seconds until then by the server's clock. */
  seconds_left: number | null;
}
