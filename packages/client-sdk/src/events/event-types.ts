import type { Attempt, Form, Poll, Quiz, Submission, Timestamp, Vote } from '@askwell/server/contract';

/** A change of a poll, quiz or form. `data` is null if it was deleted since. */
interface AskChange<Type extends string> {
  type: Type;
  /** The ID of the poll, quiz or form. */
  ask_id: string;
  answer_id: null;
  /** The poll, quiz or form as it is when the event is read or sent. */
  data: Poll | Quiz | Form | null;
}

/** A change of a vote, attempt or submission. `data` is null if it was deleted since. */
interface AnswerChange {
  type: 'answer.created' | 'answer.updated';
  /** The ID of the poll, quiz or form. */
  ask_id: string;
  /** The ID of the vote, attempt or submission. */
  answer_id: string;
  /** The vote, attempt or submission as it is when the event is read or sent. */
  data: Vote | Attempt | Submission | null;
}

/** The deletion of a poll, quiz or form, with all its answers. */
interface AskDeletion {
  type: 'ask.deleted';
  ask_id: string;
  answer_id: null;
  data: null;
}

/** The deletion of a vote, attempt or submission. */
interface AnswerDeletion {
  type: 'answer.deleted';
  ask_id: string;
  answer_id: string;
  data: null;
}

/** A test message of a webhook. */
interface TestMessage {
  type: 'webhook.test';
  ask_id: null;
  answer_id: null;
  data: object | null;
}

/** What happened to a poll, quiz, form or answer. */
export type ChangeEvent = (AskChange<'ask.created' | 'ask.updated'> | AskDeletion | AnswerChange | AnswerDeletion) & {
  /** The same for the same event, however often it is read. */
  id: string;
  /** When it happened. */
  at: Timestamp;
};

/** A message of a webhook. */
export type WebhookEvent = (
  | AskChange<'ask.created' | 'ask.updated' | 'ask.closed'>
  | AskDeletion
  | AnswerChange
  | AnswerDeletion
  | TestMessage
) & {
  /** The same each time the event is sent. */
  id: string;
  /** When it happened. */
  timestamp: Timestamp;
};
