import { formatTimestamp } from '../../../clock.js';
import type { EventKind } from '../../../security-events/event-kinds.js';
import type { EventRow } from '../../../security-events/event-queries.js';
import { type Html, html } from '../../../web/html.js';
import { table, time } from '../../components.js';

const labels: Readonly<Record<EventKind, string>> = {
  registered: 'Account created',
  signed_in: 'Logged in',
  sign_in_failed: 'Failed login',
  sign_in_throttled: 'Login refused after too many attempts',
  confirmation_failed: 'Wrong password in a logged-in browser',
  password_changed: 'Password changed',
  password_reset: 'Password reset on the command line',
  email_changed: 'E-mail changed',
  key_created: 'API key created',
  key_deleted: 'API key deleted',
  keys_revoked: 'All API keys deleted on the command line',
  site_created: 'Site created',
  site_deleted: 'Site deleted',
  account_deleted: 'Account deleted',
};

const labelOf = new Map<string, string>(Object.entries(labels));

const columns = [{ label: 'Event' }, { label: 'When' }, { label: 'Client' }];

/** The security events of an account, newest first. */
export function eventsSection(events: readonly EventRow[]): Html {
  const rows = events.map((event) => [what(event), time(formatTimestamp(event.at)), where(event)]);
  return html`<section class="section">
<h2>Security events</h2>
<p class="help">The last 100. Rows with the same client code come from the same network address.</p>
${rows.length > 0 ? table('Security events', columns, rows) : html`<p>There are no events yet.</p>`}
</section>`;
}

function what({ kind, subject, n, first_at }: EventRow): Html {
  // A row of a newer version, whose kinds this one does not know, shows as it is.
  const label = labelOf.get(kind) ?? kind;
  return html`<span class="name">${label}</span>${subject !== null && html` ${subject}`}${n > 1 && html` ${n} times since ${time(formatTimestamp(first_at))}`}`;
}

function where({ client, n }: EventRow): Html {
  if (client === null) return html`On the server`;
  return html`<span><code>${client}</code>${n > 1 && html` (the last one)`}</span>`;
}
