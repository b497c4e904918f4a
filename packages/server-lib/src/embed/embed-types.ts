import type { AskKind } from '../asks/ask-types.js';
import type { FormResults, SubmissionReceipt } from '../forms/form-types.js';
import type { PublicForm } from '../forms/public-form.js';
import type { PollResults, VoteReceipt } from '../polls/poll-types.js';
import type { PublicPoll } from '../polls/public-poll.js';
import type { PublicQuiz } from '../quizzes/public-quiz.js';
import type { AttemptReceipt, QuizResults } from '../quizzes/quiz-types.js';

/** What each kind is to visitors: the view, its results, and what they are told of their own answer. */
export interface PublicKinds {
  poll: { view: PublicPoll; results: PollResults; receipt: VoteReceipt };
  quiz: { view: PublicQuiz; results: QuizResults; receipt: AttemptReceipt };
  form: { view: PublicForm; results: FormResults; receipt: SubmissionReceipt };
}

/** What `GET /embed/polls/{id}` and its like answer under `data`. */
export type Embedded<K extends AskKind> = { [Name in K]: PublicKinds[Name]['view'] } & {
  /** Null unless this visitor may see them now. */
  results: PublicKinds[K]['results'] | null;
  /** With `?answer=`: what its visitor is told of it; null when it is no longer there. */
  answer?: PublicKinds[K]['receipt'] | null;
};

/** One event of `GET /embed/polls/{id}/live`: the whole of the results. Its id tells this state from every other. */
export type LiveResults<K extends AskKind> = PublicKinds[K]['results'];
