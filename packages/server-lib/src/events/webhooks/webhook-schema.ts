import { z } from 'zod';
import { boundedArray } from '../../base/validation/bounded.js';
import { timestampSchema } from '../../base/validation/common-schemas.js';
import { component, described, documented } from '../../base/validation/documented.js';
import { requiredText, text } from '../../base/validation/text.js';
import type { Webhook, WebhookChanges, WebhookDraft } from '../../shared/contract/resources.js';
import { eventTypeSchema, eventTypes } from './event-types.js';

const members = {
  url: described(
    requiredText(2_048),
    'Where events are sent: an `https` URL whose host has public addresses only, without a user name, a password or a fragment.',
  ),
  description: described(
    text(500)
      .transform((value) => (value === '' ? null : value))
      .nullable(),
    'A note for yourself.',
    null,
  ),
  types: described(
    boundedArray(eventTypeSchema, { max: eventTypes.length })
      .nullable()
      // Removes duplicates. Null becomes an empty list.
      .transform((list) => [...new Set(list)]),
    'The types of events that are sent. An empty list or null: all types, future ones too.',
    null,
  ),
  enabled: described(
    z.boolean(),
    'Whether events are sent. Events that happen while it is false are never sent.',
    true,
  ),
};

const changes = z.strictObject(members).partial();
const example = { url: 'https://example.com/askwell-events', types: ['answer.created' as const] };

export const webhookDraft = component(
  'WebhookDraft',
  changes.extend({
    url: members.url,
    site_id: described(
      z.int().nullable(),
      'Only events of this site are sent. Null: all events of the account. A key that is scoped to a site can only use that site, which is its default.',
      null,
    ).optional(),
  }),
  { description: 'The body of `POST /api/v1/webhooks`.', examples: [example] },
) satisfies z.ZodType<WebhookDraft>;

export const webhookChanges = component('WebhookChanges', changes, {
  description: 'The body of `PATCH /api/v1/webhooks/{id}`. Absent members keep their values.',
  examples: [{ enabled: false }],
}) satisfies z.ZodType<WebhookChanges>;

const shown = z.object({
  id: z.int(),
  url: z.string(),
  description: described(z.string().nullable(), 'A note for yourself.'),
  site_id: described(z.int().nullable(), 'Only events of this site are sent. Null: all events of the account.'),
  types: described(z.array(eventTypeSchema), 'The types of events that are sent. An empty list: all types.'),
  enabled: described(
    z.boolean(),
    'Whether events are sent. Set to false when the URL answers 410, or has failed for five days.',
  ),
  created_at: timestampSchema,
  updated_at: timestampSchema,
  version: described(z.int(), 'Increases with each change. It is also the `ETag`.'),
});

const webhookExample = {
  id: 1,
  ...example,
  description: null,
  site_id: null,
  enabled: true,
  created_at: '2026-01-31T09:06:00.500127Z',
  updated_at: '2026-01-31T09:06:00.500127Z',
  version: 1,
};

export const webhookSchema = component('Webhook', shown, {
  description: 'A URL to which events are sent.',
  examples: [webhookExample],
}) satisfies z.ZodType<Webhook>;

export const webhookWithSecretSchema = component(
  'WebhookWithSecret',
  shown.extend({
    secret: described(z.string().regex(/^whsec_[A-Za-z0-9+/]{32}$/), 'The secret that verifies messages. Shown once.'),
  }),
  {
    description: 'A webhook with its secret, after it was created or its secret was rotated.',
    examples: [{ ...webhookExample, secret: 'whsec_Qn5tG8cYc1oXr0pCkqJ4W2uZ7mVd3sLh' }],
  },
);

/** The path parameter with the ID of a webhook. */
export const webhookIdParam = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .register(documented, {
    type: 'integer',
    pattern: undefined,
    minimum: 1,
    description: 'The ID of the webhook.',
    examples: [1],
  });
