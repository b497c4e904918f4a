import { type Html, html } from '../../base/html.js';
import type { Site, Webhook } from '../../shared/contract/resources.js';
import { pageHeading, type TableColumn, table } from '../components.js';
import { developersNav } from '../developers/developers-nav.js';
import { renderForm } from '../form.js';
import type { FormError } from '../form-error.js';
import { siteField, typeLabels, webhookFields } from './webhook-form.js';

/** The data of the page with all webhooks. */
export interface WebhooksView {
  readonly base: string;
  readonly webhooks: readonly Webhook[];
  readonly sites: readonly Site[];
  readonly values: Readonly<Record<string, string>>;
  readonly problem: FormError | undefined;
}

/** All webhooks and the form to create one. */
export function webhooksView({ base, webhooks, sites, values, problem }: WebhooksView): Html {
  const fields = [...webhookFields, siteField(sites)];
  const action = `${base}/dashboard/webhooks`;
  return html`${developersNav(base, 'webhooks')}
${pageHeading('Webhooks', 'Askwell sends a signed request to your server when somebody answers, or when a poll, quiz or form changes.')}
${webhooks.length > 0 && list(base, webhooks, sites)}
<section class="section" id="create">
<h2>Create a webhook</h2>
${webhooks.length === 0 && html`<p class="help">You have no webhooks yet. After you create one, you can send a test message to it.</p>`}
${renderForm({ id: 'webhook', action, fields, submit: 'Create webhook', values, problem })}
</section>`;
}

const columns: readonly TableColumn[] = [{ label: 'URL' }, { label: 'Events' }, { label: 'Site' }, { label: 'Status' }];

function list(base: string, webhooks: readonly Webhook[], sites: readonly Site[]): Html {
  const rows = webhooks.map((webhook) => [
    html`<a class="long name" href="${base}/dashboard/webhooks/${webhook.id}">${webhook.url}</a>${webhook.description && html`<span class="detail">${webhook.description}</span>`}`,
    html`<span class="long">${eventNames(webhook)}</span>`,
    html`${siteName(webhook, sites)}`,
    statusBadge(webhook),
  ]);
  return table('Your webhooks', columns, rows, 'dense');
}

/** The events that a webhook gets. */
export function eventNames({ types }: Webhook): string {
  return types.length === 0 ? 'All events' : types.map((type) => typeLabels[type]).join(', ');
}

/** The site whose events a webhook gets. */
export function siteName({ site_id }: Webhook, sites: readonly Site[]): string | undefined {
  return site_id === null ? 'Whole account' : sites.find(({ id }) => id === site_id)?.name;
}

/** Whether a webhook is enabled. */
export function statusBadge({ enabled }: Webhook): Html {
  return enabled ? html`<span class="badge">Enabled</span>` : html`<span class="badge bad">Disabled</span>`;
}
