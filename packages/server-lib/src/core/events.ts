import type { Logger } from '../base/logger.js';
import { describeError } from '../base/logger.js';
import type { AskKind } from '../shared/contract/ask-types.js';

/** An answer that was committed. */
export interface AnswerEvent {
  readonly kind: AskKind;
  /** The ID of the ask: `poll_…`, `quiz_…` or `form_…`. */
  readonly ask_id: string;
  /** The ID of the answer: `vote_…`, `attempt_…` or `submission_…`. */
  readonly answer_id: string;
  /** Whether the answer replaced an earlier answer of the same visitor. */
  readonly changed: boolean;
}

/** An ask that was created, updated or deleted, or whose answers were deleted. */
export interface ChangeEvent {
  readonly kind: AskKind;
  readonly ask_id: string;
  readonly what: 'created' | 'updated' | 'deleted' | 'answers_deleted';
}

/** Functions to call in the same process after a commit. Errors are logged and do not affect the request. */
export interface Listeners {
  // Generated from instance/options/option-table.ts by `npm run generate`.
  /** Is called after an answer was stored or changed. */
  answer?: ((event: AnswerEvent) => void | Promise<void>) | undefined;
  /** Is called after a poll, quiz or form was created, updated or deleted, or its answers were deleted. */
  change?: ((event: ChangeEvent) => void | Promise<void>) | undefined;
}

export interface Events {
  answer(event: AnswerEvent): void;
  change(event: ChangeEvent): void;
}

/** Creates the emitter of events. It does not wait for listeners; if one fails, it logs the error. */
export function createEvents(listeners: Listeners, logger: Logger): Events {
  function notify<Event>(listener: ((event: Event) => void | Promise<void>) | undefined, event: Event): void {
    if (!listener) return;
    Promise.resolve(event)
      .then(listener)
      .catch((error: unknown) => logger.error(describeError(error), 'An event listener failed.'));
  }
  return {
    answer: (event) => notify(listeners.answer, event),
    change: (event) => notify(listeners.change, event),
  };
}
