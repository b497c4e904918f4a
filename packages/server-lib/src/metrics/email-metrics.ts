import type { EmailObserver } from '../email/email-observer.js';
import { Counter, type Metric } from './instruments.js';

const kind = { kind: 'askwell.email.kind' };

/** Counts what becomes of emails. */
export function createEmailMetrics(): { readonly observer: EmailObserver; readonly metrics: readonly Metric[] } {
  const sent = new Counter(
    {
      name: 'askwell_emails_sent_total',
      help: 'Emails that the server accepted.',
      otel: { name: 'askwell.emails.sent', unit: '{email}', attributes: kind },
    },
    ['kind'],
  );
  const failures = new Counter(
    {
      name: 'askwell_email_failures_total',
      help: 'Attempts to send an email that failed.',
      otel: {
        name: 'askwell.emails.failures',
        unit: '{attempt}',
        attributes: { ...kind, failure: 'askwell.email.failure' },
      },
    },
    ['kind', 'failure'],
  );
  const withheld = new Counter(
    {
      name: 'askwell_emails_withheld_total',
      help: 'Emails that a limit delayed or dropped.',
      otel: {
        name: 'askwell.emails.withheld',
        unit: '{email}',
        attributes: { ...kind, limit: 'askwell.email.limit' },
      },
    },
    ['kind', 'limit'],
  );
  const expired = new Counter({
    name: 'askwell_emails_expired_total',
    help: 'Emails that could not be sent for a day and were deleted.',
    otel: { name: 'askwell.emails.expired', unit: '{email}' },
  });
  return {
    metrics: [sent, failures, withheld, expired],
    observer: {
      sent: (emailKind) => sent.add([emailKind]),
      failed: (emailKind, failure) => failures.add([emailKind, failure]),
      withheld: (emailKind, limit) => withheld.add([emailKind, limit]),
      gaveUp: (count) => expired.add([], count),
    },
  };
}
