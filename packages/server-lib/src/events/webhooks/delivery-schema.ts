import { z } from 'zod';
import { countSchema, timestampSchema } from '../../base/validation/common-schemas.js';
import { component, described, documented } from '../../base/validation/documented.js';
import type { WebhookDelivery } from '../../shared/contract/resources.js';
import { eventTypes, testType } from './event-types.js';

/** The reasons why an attempt got no response. */
export const sendProblems = [
  'timeout',
  'connection',
  'tls',
  'invalid_url',
  'needs_https',
  'unreachable_host',
  'unreadable_secret',
  'disabled',
] as const;

export const deliverySchema = component(
  'WebhookDelivery',
  z.object({
    id: z.int(),
    event_id: described(z.string(), 'The `webhook-id` of the message. Replays of an event have the same.'),
    type: z.enum([...eventTypes, testType]),
    ask_id: described(z.string().nullable(), 'The poll, quiz or form. Null for a test.'),
    answer_id: described(z.string().nullable(), 'The answer. Null for events of polls, quizzes and forms.'),
    event_at: described(timestampSchema, 'When the event happened.'),
    status: described(
      z.enum(['pending', 'delivered', 'failed']),
      '"pending" until the URL has answered with a status from 200 to 299, or the last attempt has failed.',
    ),
    attempts: described(countSchema, 'The number of attempts.'),
    next_attempt_at: described(
      timestampSchema.nullable(),
      'When the next attempt is due. Null if there is none, or if an earlier event of the same poll, quiz or form comes first.',
    ),
    attempted_at: described(timestampSchema.nullable(), 'The time of the last attempt.'),
    response_status: described(z.int().nullable(), 'The status of the last response.'),
    response: described(z.string().nullable(), 'The first 1,000 characters of the last response.'),
    problem: described(z.enum(sendProblems).nullable(), 'Why the last attempt got no response.'),
    duration_ms: described(z.int().nullable(), 'How long the last attempt took, in milliseconds.'),
    created_at: timestampSchema,
  }),
  {
    description: 'An event that is sent to a webhook, with the result of the last attempt.',
    examples: [
      {
        id: 1,
        event_id: 'evt_1',
        type: 'answer.created',
        ask_id: 'poll_01j8zqk3m5t7w9y2c4e6',
        answer_id: 'vote_01j8zqk3m5t7w9y2c4e6',
        event_at: '2026-01-31T09:06:00.500127Z',
        status: 'delivered',
        attempts: 1,
        next_attempt_at: null,
        attempted_at: '2026-01-31T09:06:01.100127Z',
        response_status: 204,
        response: '',
        problem: null,
        duration_ms: 112,
        created_at: '2026-01-31T09:06:01.000127Z',
      },
    ],
  },
) satisfies z.ZodType<WebhookDelivery>;

/** The path parameter with the ID of a delivery. */
export const deliveryIdParam = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .register(documented, {
    type: 'integer',
    pattern: undefined,
    minimum: 1,
    description: 'The ID of the delivery.',
    examples: [1],
  });
