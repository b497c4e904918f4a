import type { ConsumerLag, ConsumerObserver } from '../../db/changes/consumer.js';
import type { WebhookObserver } from '../../events/webhooks/webhook-observer.js';
import type { EmailObserver } from '../../owners/email/email-observer.js';
import { Counter, type Labels, type Metric, observed } from './instruments.js';

/** What a consumer of the log of changes sends. */
interface Messages {
  /** The middle of the names: `email`. */
  readonly name: string;
  /** A message, and several, in texts. */
  readonly one: string;
  readonly many: string;
}

/** Creates a counter. `otel` is its name in OpenTelemetry, and `labels` has the attributes there by label. */
function createCounter(name: string, otel: string, help: string, unit: string, labels: Labels = {}): Counter {
  return new Counter({ name, help, otel: { name: otel, unit, attributes: labels } }, Object.keys(labels));
}

/** Counts the messages of a consumer by their outcome, and reports how far the consumer is behind. */
function createConsumerMetrics({ name, one, many }: Messages) {
  const [prefix, otel, unit] = [`askwell_${name}`, `askwell.${name}s`, `{${name}}`];
  const kind = { kind: `askwell.${name}.kind` };
  const sent = createCounter(`${prefix}s_sent_total`, `${otel}.sent`, `${many} that were accepted.`, unit, kind);
  const failures = createCounter(
    `${prefix}_failures_total`,
    `${otel}.failures`,
    `Attempts to send ${one} that failed.`,
    '{attempt}',
    { ...kind, failure: `askwell.${name}.failure` },
  );
  const retries = createCounter(
    `${prefix}_retries_total`,
    `${otel}.retries`,
    `Attempts to send ${one} again after a failed one.`,
    '{attempt}',
    kind,
  );
  const givenUp = `${many} that were given up after failed attempts.`;
  const expired = createCounter(`${prefix}s_expired_total`, `${otel}.expired`, givenUp, unit);
  let lag: ConsumerLag | undefined;
  const changes = observed(
    {
      name: `${prefix}_lag_changes`,
      help: `Changes of polls, quizzes, forms and answers that were not read yet to send ${one}.`,
      otel: { name: `${otel}.lag.changes`, unit: '{change}' },
    },
    'gauge',
    () => lag?.changes ?? [],
  );
  const age = observed(
    {
      name: `${prefix}_lag_seconds`,
      help: 'Age of the oldest of these changes.',
      otel: { name: `${otel}.lag.age`, unit: 's' },
    },
    'gauge',
    () => lag?.seconds ?? [],
  );
  const observer: ConsumerObserver<string, string> = {
    sent: (of) => sent.add([of]),
    failed: (of, why) => failures.add([of, why]),
    retried: (of) => retries.add([of]),
    gaveUp: (count) => expired.add([], count),
    measured(found) {
      lag = found;
    },
  };
  return { observer, metrics: [sent, failures, retries, expired, changes, age] };
}

/** Creates the metrics of emails. */
export function createEmailMetrics(): { readonly observer: EmailObserver; readonly metrics: readonly Metric[] } {
  const { observer, metrics } = createConsumerMetrics({ name: 'email', one: 'an email', many: 'Emails' });
  const suppressed = createCounter(
    'askwell_emails_withheld_total',
    'askwell.emails.withheld',
    'Emails that a limit delayed or dropped.',
    '{email}',
    { kind: 'askwell.email.kind', limit: 'askwell.email.limit' },
  );
  return {
    metrics: [...metrics, suppressed],
    observer: { ...observer, suppressed: (kind, limit) => suppressed.add([kind, limit]) },
  };
}

/** Creates the metrics of webhooks. */
export function createWebhookMetrics(): { readonly observer: WebhookObserver; readonly metrics: readonly Metric[] } {
  const messages = { name: 'webhook_message', one: 'a message to a webhook', many: 'Messages to webhooks' };
  const { observer, metrics } = createConsumerMetrics(messages);
  const disabled = createCounter(
    'askwell_webhooks_disabled_total',
    'askwell.webhooks.disabled',
    'Webhooks that were disabled because their URLs failed or were gone.',
    '{webhook}',
    { reason: 'askwell.webhook.disabled_reason' },
  );
  return { metrics: [...metrics, disabled], observer: { ...observer, disabled: (reason) => disabled.add([reason]) } };
}
