import { type Clock, formatTimestamp } from '../../base/clock.js';
import { nextAttemptAt, type RetrySchedule } from '../../db/changes/retry-schedule.js';
import type { LeasedWebhook } from './lease-webhooks.js';
import type { Poster } from './post-message.js';
import type { PendingEvent } from './read-events.js';
import type { Attempt } from './record-outcomes.js';
import { type SecretBox, signMessage } from './webhook-secret.js';

/** The number of characters of a response that are kept. */
const maxResponseLength = 1_000;

/** Returns the content of an event as it is now; null if it no longer exists. */
export type ReadContent = (webhook: LeasedWebhook, event: PendingEvent) => Promise<object | null>;

export interface SendOptions {
  readonly clock: Clock;
  readonly secrets: SecretBox;
  readonly readContent: ReadContent;
  readonly poster: Poster;
  readonly retries: RetrySchedule;
  /** Aborted when the service stops. */
  readonly stopped: AbortSignal;
}

/** The outcome of an attempt, and whether the URL returned 410. */
export interface SendOutcome {
  readonly attempt: Attempt;
  readonly isGone: boolean;
}

/**
 * Sends one event once.
 *
 * @throws the reason of `stopped`, or an error of the database: the attempt then does not count.
 */
export async function sendEvent(
  webhook: LeasedWebhook,
  event: PendingEvent,
  { clock, secrets, readContent, poster, retries, stopped }: SendOptions,
): Promise<SendOutcome> {
  const body = JSON.stringify({
    type: event.type,
    timestamp: formatTimestamp(event.event_at),
    id: event.event_id,
    ask_id: event.ask_id,
    answer_id: event.answer_id,
    data: await readContent(webhook, event),
  });
  const at = clock.now();
  const start = clock.elapsed();
  const keys = openSecrets(webhook, secrets, at);
  const headers = signMessage({ id: event.event_id, seconds: Math.floor(at / 1_000_000), body }, keys);
  const outcome =
    keys.length === 0
      ? ({ problem: 'unreadable_secret' } as const)
      : await poster.post({ url: webhook.url, headers: { ...fixedHeaders, ...headers }, body }, stopped);
  const status = 'status' in outcome ? outcome.status : null;
  const isDelivered = status !== null && status >= 200 && status < 300;
  const attempts = event.attempts + 1;
  const retryAfter = 'status' in outcome ? outcome.retryAfter : undefined;
  const dueAt = isDelivered || event.in_order === 0 ? null : nextAttemptAt(retries, attempts, { at, retryAfter });
  return {
    isGone: status === 410,
    attempt: {
      ask: event.in_order === 1 ? event.ask_id : null,
      status: isDelivered ? 'delivered' : dueAt === null ? 'failed' : 'pending',
      attempts,
      dueAt,
      at,
      responseStatus: status,
      response: 'status' in outcome ? toStoredText(outcome.response) : null,
      problem: 'problem' in outcome ? outcome.problem : null,
      duration: Math.round(clock.elapsed() - start),
    },
  };
}

const fixedHeaders = { 'content-type': 'application/json', 'user-agent': 'Askwell' };

/** Returns the secrets that sign now: the current one, and the previous one for a while after a rotation. */
function openSecrets(webhook: LeasedWebhook, { open }: SecretBox, at: number): string[] {
  const isOldValid = webhook.old_secret_until !== null && at < webhook.old_secret_until;
  const sealed = isOldValid && webhook.old_secret ? [webhook.secret, webhook.old_secret] : [webhook.secret];
  return sealed.map(open).filter((secret) => secret !== undefined);
}

/** Removes characters that the database cannot store. */
function toStoredText(text: string): string {
  return text.slice(0, maxResponseLength).replaceAll('\0', '').toWellFormed();
}
