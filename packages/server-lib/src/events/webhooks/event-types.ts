import { z } from 'zod';
import { component } from '../../base/validation/documented.js';

/** The types of events that webhooks can select. */
export const eventTypes = [
  'ask.created',
  'ask.updated',
  'ask.closed',
  'ask.deleted',
  'answer.created',
  'answer.updated',
  'answer.deleted',
] as const;

/** A type of event. */
export const eventTypeSchema = component('WebhookEventType', z.enum(eventTypes), {
  description: 'A type of event. An ask is a poll, a quiz or a form. An answer is a vote, an attempt or a submission.',
});

/** The type of a message that an owner sends to test a webhook. */
export const testType = 'webhook.test' as const;
