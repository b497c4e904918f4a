import { formatTimestamp } from '../../base/clock.js';
import { type Html, html } from '../../base/html.js';
import type { EventKind } from '../../owners/security-events/event-kinds.js';
import type { EventRow } from '../../owners/security-events/event-queries.js';
import { table, time } from '../components.js';

const labels: Readonly<Record<EventKind, string>> = {
  registered: 'Account created',
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  sign_in_throttled: 'Sign-in blocked after too many attempts',
  confirmation_failed: 'Wrong password in a signed-in browser',
  password_changed: 'Password changed',
  password_reset: 'Password reset on the command line',
  password_reset_requested: 'Link to set a new password requested',
  password_reset_by_email: 'Password reset with a link from an email',
  email_changed: 'Email changed',
  email_verified: 'Email verified',
  access_removed: 'All API keys, webhooks and results links deleted',
  emails_withheld: 'Receipts or notices not sent: limit reached, or email not verified',
  key_created: 'API key created',
  key_deleted: 'API key deleted',
  keys_revoked: 'All API keys, webhooks and results links deleted on the command line',
  site_created: 'Site created',
  site_deleted: 'Site deleted',
  webhook_created: 'Webhook created',
  webhook_moved: 'URL of a webhook changed',
  webhook_secret_rotated: 'Secret of a webhook rotated',
  webhook_deleted: 'Webhook deleted',
  webhook_gone: 'Webhook disabled: its URL answered 410 Gone',
  webhook_failing: 'Webhook disabled after five days of failures',
  exported: 'Account exported',
  imported: 'Export imported',
  account_deleted: 'Account deleted',
};

const labelOf = new Map<string, string>(Object.entries(labels));

const columns = [{ label: 'Event' }, { label: 'When' }, { label: 'Client' }];

/** The security events of an account, newest first. */
export function eventsSection(events: readonly EventRow[]): Html {
  const rows = events.map((event) => [eventCell(event), time(formatTimestamp(event.at)), clientCell(event)]);
  return html`<section class="section">
<h2>Security events</h2>
<p class="help">The last 100 events. Events with the same client code come from the same network address.</p>
${rows.length > 0 ? table('Security events', columns, rows) : html`<p>No events yet.</p>`}
</section>`;
}

function eventCell({ kind, subject, n, first_at }: EventRow): Html {
  // A newer version of Askwell may have stored a kind without a label here.
  const label = labelOf.get(kind) ?? kind;
  return html`<span class="name">${label}</span>${subject !== null && html` ${subject}`}${n > 1 && html` ${n} times since ${time(formatTimestamp(first_at))}`}`;
}

function clientCell({ client, n }: EventRow): Html {
  if (client === null) return html`On the server`;
  return html`<span><code>${client}</code>${n > 1 && html` (most recent)`}</span>`;
}
