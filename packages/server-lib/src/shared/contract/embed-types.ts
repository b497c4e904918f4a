import type { AskKind } from './ask-types.js';
import type {
  AttemptReceipt,
  AttemptReview,
  FormResults,
  PollResults,
  PublicForm,
  PublicPoll,
  PublicQuiz,
  QuizResults,
  SubmissionReceipt,
  VoteReceipt,
} from './resources.js';

/** The data that visitors see of each kind: the ask, its results, and their own answer. */
export interface PublicKinds {
  poll: { view: PublicPoll; results: PollResults; receipt: VoteReceipt };
  quiz: { view: PublicQuiz; results: QuizResults; receipt: AttemptReceipt };
  form: { view: PublicForm; results: FormResults; receipt: SubmissionReceipt };
}

/** The `data` of `GET /embed/polls/{id}`, `/embed/quizzes/{id}` and `/embed/forms/{id}`. */
export type Embedded<K extends AskKind> = { [Name in K]: PublicKinds[Name]['view'] } & {
  /** Null if this visitor cannot see results now. */
  results: PublicKinds[K]['results'] | null;
  /** Only with the query parameter `answer`: the answer as its visitor sees it. Null if it was deleted. */
  answer?: PublicKinds[K]['receipt'] | null;
} & (K extends 'quiz'
    ? {
        /** Only with the query parameter `answer`. Null if the quiz does not reveal which answers are correct. */
        attempt?: AttemptReview | null;
      }
    : unknown);

/** The data of one event of `GET /embed/polls/{id}/live`: the complete results. */
export type LiveResults<K extends AskKind> = PublicKinds[K]['results'];
