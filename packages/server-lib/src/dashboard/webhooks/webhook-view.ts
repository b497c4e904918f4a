import { type Html, html } from '../../base/html.js';
import type { DisabledReason } from '../../events/webhooks/webhook-queries.js';
import type { Site, Webhook, WebhookDelivery } from '../../shared/contract/resources.js';
import { icons } from '../../web/ui/icons.js';
import { actionsColumn, breakable, confirm, pageHeading, preciseTime, type TableColumn, table } from '../components.js';
import { developersNav } from '../developers/developers-nav.js';
import { renderForm } from '../form.js';
import type { FormError } from '../form-error.js';
import { typeLabels, webhookFields } from './webhook-form.js';
import { eventNames, siteName, statusBadge } from './webhooks-view.js';

/** The data of the page of a webhook. */
export interface WebhookView {
  readonly base: string;
  readonly webhook: Webhook;
  readonly sites: readonly Site[];
  readonly disabledReason: DisabledReason | null;
  readonly deliveries: readonly WebhookDelivery[];
  readonly values: Readonly<Record<string, string>>;
  readonly problem: FormError | undefined;
}

/** The page of a webhook: its deliveries, its settings and its secret. */
export function webhookView(view: WebhookView): Html {
  const { base, webhook, sites, values, problem } = view;
  const action = `${base}/dashboard/webhooks/${webhook.id}`;
  return html`${developersNav(base, 'webhooks', false)}
<p class="crumb"><a href="${base}/dashboard/webhooks">${icons.back}<span>Webhooks</span></a></p>
${pageHeading(webhook.description || breakable(webhook.url), html`${webhook.description && html`<span class="long">${webhook.url}</span> `}${statusBadge(webhook)} ${eventNames(webhook)} · <bdi>${siteName(webhook, sites)}</bdi>`)}
${disabledText(view)}
<div class="actions">${webhook.enabled && button(`${action}/test`, 'Send a test message')}${button(`${action}/${webhook.enabled ? 'disable' : 'enable'}`, webhook.enabled ? 'Disable' : 'Enable')}</div>
<section class="section">
<h2>Deliveries</h2>
<p class="help">The latest 50. Events are repeated for more than a day, until your server answers with a status from 200 to 299.</p>
${deliveriesTable(view)}
</section>
<section class="section">
<h2>Settings</h2>
${renderForm({ id: 'webhook', action, fields: webhookFields, submit: 'Save changes', values, problem })}
</section>
<section class="section">
<h2>Signing secret</h2>
<p>A new secret replaces the current one. Messages are signed with both for a while, so that you lose none.</p>
<details class="reveal">
<summary class="button">Rotate secret</summary>
<p class="part-note">The new secret is shown once.</p>
${renderForm({ id: 'rotate', action: `${action}/rotate`, fields: [], submit: 'Create a new secret' })}
</details>
</section>
<section class="section">
<h2>Delete this webhook</h2>
<p>No more events are sent to its URL.</p>
${confirm({ action: `${action}/delete`, label: 'Delete webhook', of: webhook.url, question: 'Its deliveries are deleted too. Events that are waiting are not sent.', submit: 'Delete webhook' })}
</section>`;
}

function disabledText({ webhook, disabledReason }: WebhookView): Html | false {
  if (webhook.enabled || disabledReason === null) return false;
  const reason = disabledReason === 'gone' ? 'its URL answered 410 Gone' : 'its URL failed for five days';
  return html`<p class="problem-title">Askwell disabled this webhook, because ${reason}. Enable it to get events again.</p>`;
}

function button(action: string, label: string): Html {
  return html`<form method="post" action="${action}"><button class="button">${label}</button></form>`;
}

const columns: readonly TableColumn[] = [
  { label: 'Event' },
  { label: 'Status' },
  { label: 'Response' },
  { label: 'Attempts' },
  { label: 'Last attempt' },
  actionsColumn,
];

function deliveriesTable({ base, webhook, deliveries }: WebhookView): Html {
  if (deliveries.length === 0) return html`<p class="part-note">Nothing was sent yet.</p>`;
  const rows = deliveries.map((delivery) => [
    html`<span class="name">${typeLabels[delivery.type]}</span><span class="detail long">${delivery.answer_id ?? delivery.ask_id}</span>`,
    deliveryBadge(delivery),
    responseCell(delivery),
    html`${delivery.attempts}`,
    delivery.attempted_at === null ? html`<span class="muted">None</span>` : preciseTime(delivery.attempted_at),
    webhook.enabled && delivery.status !== 'pending'
      ? html`<form method="post" action="${base}/dashboard/webhooks/${webhook.id}/deliveries/${delivery.id}/replay"><button class="button small">Send again<span class="unseen"> ${delivery.event_id}</span></button></form>`
      : html``,
  ]);
  return table('Deliveries', columns, rows);
}

function deliveryBadge({ status, next_attempt_at }: WebhookDelivery): Html {
  if (status === 'pending')
    return html`<span>Pending${next_attempt_at && html`<span class="detail">Next attempt ${preciseTime(next_attempt_at)}</span>`}</span>`;
  return status === 'delivered'
    ? html`<span class="badge">Delivered</span>`
    : html`<span class="badge bad">Failed</span>`;
}

const problemTexts: Readonly<Record<NonNullable<WebhookDelivery['problem']>, string>> = {
  timeout: 'No response in time',
  connection: 'Cannot connect',
  tls: 'Invalid certificate',
  invalid_url: 'Invalid URL',
  needs_https: 'Not https',
  unreachable_host: 'Unknown host, or a private address',
  unreadable_secret: 'Rotate the secret: the secret of the service has changed',
  disabled: 'Disabled before it was sent',
};

function responseCell({ response_status, response, problem, duration_ms }: WebhookDelivery): Html {
  const summary = html`${response_status ?? (problem === null ? '–' : problemTexts[problem])}${duration_ms !== null && html` <span class="muted">${duration_ms} ms</span>`}`;
  if (response === null || response === '') return html`<span>${summary}</span>`;
  return html`<details><summary>${summary}</summary><pre class="long">${response}</pre></details>`;
}
