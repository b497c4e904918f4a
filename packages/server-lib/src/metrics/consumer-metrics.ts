import type { ConsumerLag, ConsumerObserver } from '../changes/consumer.js';
import type { EmailObserver } from '../email/email-observer.js';
import type { WebhookObserver } from '../webhooks/sending/webhook-observer.js';
import { Counter, type Metric, observed } from './instruments.js';

/** What a consumer of the log of changes sends. */
interface Messages {
  /** The middle of the names: `email`. */
  readonly name: string;
  /** A message, and several, in texts. */
  readonly one: string;
  readonly many: string;
}

/** Counts what becomes of the messages of a consumer, and reports how far it is behind. */
function createConsumerMetrics({ name, one, many }: Messages) {
  const kind = { kind: `askwell.${name}.kind` };
  const unit = `{${name}}`;
  let lag: ConsumerLag | undefined;
  const sent = new Counter(
    {
      name: `askwell_${name}s_sent_total`,
      help: `${many} that the receiver accepted.`,
      otel: { name: `askwell.${name}s.sent`, unit, attributes: kind },
    },
    ['kind'],
  );
  const failures = new Counter(
    {
      name: `askwell_${name}_failures_total`,
      help: `Attempts to send ${one} that failed.`,
      otel: {
        name: `askwell.${name}s.failures`,
        unit: '{attempt}',
        attributes: { ...kind, failure: `askwell.${name}.failure` },
      },
    },
    ['kind', 'failure'],
  );
  const retries = new Counter(
    {
      name: `askwell_${name}_retries_total`,
      help: `Attempts to send ${one} again after a failed one.`,
      otel: { name: `askwell.${name}s.retries`, unit: '{attempt}', attributes: kind },
    },
    ['kind'],
  );
  const expired = new Counter({
    name: `askwell_${name}s_expired_total`,
    help: `${many} that were given up after failed attempts.`,
    otel: { name: `askwell.${name}s.expired`, unit },
  });
  const behind = observed(
    {
      name: `askwell_${name}_lag_changes`,
      help: `Changes of polls, quizzes, forms and answers that were not read yet to send ${one}.`,
      otel: { name: `askwell.${name}s.lag.changes`, unit: '{change}' },
    },
    'gauge',
    () => (lag ? lag.changes : []),
  );
  const age = observed(
    {
      name: `askwell_${name}_lag_seconds`,
      help: 'Age of the oldest of these changes.',
      otel: { name: `askwell.${name}s.lag.age`, unit: 's' },
    },
    'gauge',
    () => (lag ? lag.seconds : []),
  );
  const observer: ConsumerObserver<string, string> = {
    sent: (of) => sent.add([of]),
    failed: (of, failure) => failures.add([of, failure]),
    retried: (of) => retries.add([of]),
    gaveUp: (count) => expired.add([], count),
    measured(found) {
      lag = found;
    },
  };
  return { observer, metrics: [sent, failures, retries, expired, behind, age] };
}

/** Creates the metrics of emails. */
export function createEmailMetrics(): { readonly observer: EmailObserver; readonly metrics: readonly Metric[] } {
  const { observer, metrics } = createConsumerMetrics({ name: 'email', one: 'an email', many: 'Emails' });
  const withheld = new Counter(
    {
      name: 'askwell_emails_withheld_total',
      help: 'Emails that a limit delayed or dropped.',
      otel: {
        name: 'askwell.emails.withheld',
        unit: '{email}',
        attributes: { kind: 'askwell.email.kind', limit: 'askwell.email.limit' },
      },
    },
    ['kind', 'limit'],
  );
  return {
    metrics: [...metrics, withheld],
    observer: { ...observer, withheld: (kind, limit) => withheld.add([kind, limit]) },
  };
}

/** Creates the metrics of webhooks. */
export function createWebhookMetrics(): { readonly observer: WebhookObserver; readonly metrics: readonly Metric[] } {
  const { observer, metrics } = createConsumerMetrics({
    ...{ name: 'webhook_message', one: 'a message to a webhook', many: 'Messages to webhooks' },
  });
  const disabled = new Counter(
    {
      name: 'askwell_webhooks_disabled_total',
      help: 'Webhooks that were disabled because their URLs failed or were gone.',
      otel: {
        name: 'askwell.webhooks.disabled',
        unit: '{webhook}',
        attributes: { reason: 'askwell.webhook.disabled_reason' },
      },
    },
    ['reason'],
  );
  return { metrics: [...metrics, disabled], observer: { ...observer, disabled: (reason) => disabled.add([reason]) } };
}
