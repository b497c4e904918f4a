import { z } from 'zod';
import { timestampSchema } from '../../base/validation/common-schemas.js';
import { component, described } from '../../base/validation/documented.js';
import { formSchema } from '../../kinds/form/form-schema.js';
import { submissionSchema } from '../../kinds/form/submission-schema.js';
import { pollSchema } from '../../kinds/poll/poll-schema.js';
import { voteSchema } from '../../kinds/poll/vote-schema.js';
import { attemptSchema } from '../../kinds/quiz/attempt-schema.js';
import { quizSchema } from '../../kinds/quiz/quiz-schema.js';

/** The types of events that `GET /api/v1/changes` returns. */
export const feedTypes = [
  'ask.created',
  'ask.updated',
  'ask.deleted',
  'answer.created',
  'answer.updated',
  'answer.deleted',
] as const;

/** The types of events that can be subscribed to. `ask.closed` follows the `ask.updated` that closes an ask. */
export const streamedTypes = [...feedTypes, 'ask.closed'] as const;

export type EventType = (typeof streamedTypes)[number];

/** A change of an ask or an answer. */
export interface FeedEvent {
  /** The same each time the event is read. */
  readonly id: string;
  readonly type: EventType;
  /** When the event happened. */
  readonly at: string;
  readonly ask_id: string;
  /** The ID of the answer. Null for events of asks. */
  readonly answer_id: string | null;
  /** The ask or answer as it is when the event is read. Null if it was deleted. */
  readonly data: object | null;
}

/** An event as the REST API shows it. */
export const changeEventSchema = component(
  'ChangeEvent',
  z.object({
    id: described(z.string(), 'The same for the same event, however often it is read.'),
    type: z.enum(feedTypes),
    at: described(timestampSchema, 'When it happened.'),
    ask_id: described(z.string(), 'The ID of the poll, quiz or form.'),
    answer_id: described(z.string().nullable(), 'The ID of the answer. Null for events of asks.'),
    data: described(
      z.union([pollSchema, quizSchema, formSchema, voteSchema, attemptSchema, submissionSchema]).nullable(),
      'The ask or answer as its owner reads it now. Null for deletions.',
    ),
  }),
  { description: 'What happened to an ask or an answer.' },
);
