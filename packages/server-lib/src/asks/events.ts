import type { Logger } from '../logger.js';
import { describeError } from '../logger.js';
import type { AskKind } from './ask-types.js';

/** An answer that has just been committed. */
export interface AnswerEvent {
  readonly kind: AskKind;
  /** `poll_…`, `quiz_…` or `form_…` */
  readonly ask_id: string;
  /** `vote_…`, `attempt_…` or `submission_…` */
  readonly answer_id: string;
  /** Whether it replaced the visitor's earlier answer. */
  readonly changed: boolean;
}

/** An ask that has just been created, changed or deleted, or whose answers were. */
export interface ChangeEvent {
  readonly kind: AskKind;
  readonly ask_id: string;
  readonly what: 'created' | 'updated' | 'deleted' | 'answers_deleted';
}

/** What a host may listen to, in its own process and after the commit. */
export interface Listeners {
  answer?: (event: AnswerEvent) => void | Promise<void>;
  change?: (event: ChangeEvent) => void | Promise<void>;
}

export interface Events {
  answer(event: AnswerEvent): void;
  change(event: ChangeEvent): void;
}

/** Tells listeners without waiting for them: what they do wrong is logged and harms nobody's answer. */
export function createEvents(listeners: Listeners, logger: Logger): Events {
  function notify<Event>(listener: ((event: Event) => void | Promise<void>) | undefined, event: Event): void {
    if (!listener) return;
    Promise.resolve(event)
      .then(listener)
      .catch((error: unknown) => logger.error(describeError(error), 'A listener of the host failed.'));
  }
  return {
    answer: (event) => notify(listeners.answer, event),
    change: (event) => notify(listeners.change, event),
  };
}
