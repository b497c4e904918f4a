import type { Timestamp } from '../api/response-types.js';
import type { AskKind, PublicHead } from '../asks/ask-types.js';
import type { Field, FormResults, SubmissionReceipt } from '../forms/form-types.js';
import type { Poll, PollOption, PollResults, VoteReceipt } from '../polls/poll-types.js';
import type { AttemptReceipt, PublicQuizPart, QuizResults } from '../quizzes/quiz-types.js';

/** A poll as visitors see it. */
export interface PublicPoll
  extends PublicHead,
    Pick<Poll, 'type' | 'min_choices' | 'max_choices' | 'scale' | 'other' | 'show_others' | 'shuffle'> {
  options: PublicPollOption[];
}

export interface PublicPollOption extends Pick<PollOption, 'id' | 'label' | 'image_url'> {
  /** Whether it has all the votes that it may have; to who may change an answer that has it, there is room. */
  full: boolean;
}

/** A quiz as visitors see it; without questions where starting it gives them. */
export interface PublicQuiz extends PublicHead, PublicQuizPart {}

/** A form as visitors see it. */
export interface PublicForm extends PublicHead {
  fields: Field[];
}

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

/** One event of `GET /embed/polls/{id}/live`: the whole of the results. Its id tells this state from every other. */
export type LiveResults<K extends AskKind> = PublicKinds[K]['results'];

/**
 * The last event of `GET /embed/polls/{id}/live`, named `end`; nothing is to be had by coming back. A stream that ends
 * without it was broken off.
 */
export interface LiveEnd {
  /** No more answers come in; this visitor may not see results any more; the ask is not there any more. */
  reason: 'closed' | 'hidden' | 'deleted';
}
