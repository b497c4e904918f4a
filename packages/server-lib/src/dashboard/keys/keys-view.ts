import { type Html, html } from '../../base/html.js';
import { type KeyPermissions, keyPermissions } from '../../owners/keys/key-permissions.js';
import type { OwnedKey } from '../../owners/keys/key-service.js';
import type { Site, Timestamp } from '../../shared/contract/resources.js';
import { actionsColumn, confirm, pageHeading, type TableColumn, table, time } from '../components.js';
import { developersNav } from '../developers/developers-nav.js';
import { type FormField, renderForm } from '../form.js';
import type { FormError } from '../form-error.js';
import type { SubmittedForm } from '../submitted-form.js';

/** The data of the page with the API keys. */
export interface KeysView {
  readonly base: string;
  readonly keys: readonly OwnedKey[];
  readonly sites: readonly Site[];
  readonly now: Timestamp;
  readonly form: SubmittedForm;
  readonly problem: FormError | undefined;
}

/** All keys and the form to create one. */
export function keysView(view: KeysView): Html {
  const { base, keys, problem } = view;
  const creation = html`<section class="section" id="create">
<h2>Create an API key</h2>
${keys.length === 0 && html`<p class="help">You have no API keys yet. Create one for each site or integration, so that you can delete one without affecting the others.</p>`}
${creationForm(view)}
</section>`;
  const head = html`${developersNav(base, 'keys')}
<div class="list-head">${pageHeading('API keys', 'Your server sends an API key with every request. Never put a key into a web page or an app: answering needs no key.')}${keys.length > 0 && !problem && html`<a class="button" href="#create">Create a key</a>`}</div>`;
  if (keys.length === 0) return html`${head}${creation}`;
  // What has a problem is not below a long list.
  if (problem) return html`${head}${creation}<section class="section"><h2>Your API keys</h2>${list(view)}</section>`;
  return html`${head}${list(view)}${creation}`;
}

const columns: readonly TableColumn[] = [
  { label: 'Key' },
  { label: 'Access' },
  { label: 'Last used' },
  { label: 'Expires' },
  actionsColumn,
];

const permissionNames: Readonly<Record<KeyPermissions, string>> = {
  all: 'Full access',
  read: 'Read only',
  answers: 'Read, and change answers',
};

function list({ base, keys, sites, now }: KeysView): Html {
  const names = new Map(sites.map((site) => [site.id, site.name]));
  const rows = keys.map((key) => [
    html`<span class="name">${key.name}</span>${key.description && html`<span class="detail">${key.description}</span>`}<span class="detail"><code class="mask">${key.masked_key}</code></span><span class="detail">Created ${time(key.created_at)}</span>`,
    html`<span class="access">${key.site_id === null ? 'Whole account' : names.get(key.site_id)}<span class="detail">${permissionNames[key.permissions]}</span></span>`,
    lastUse(key),
    expiry(key, now),
    confirm({
      action: `${base}/dashboard/keys/${key.id}/delete`,
      label: 'Delete',
      of: `the key “${key.name}”`,
      question: 'Requests with this key will be rejected. Your polls, quizzes and forms are kept.',
      submit: 'Delete key',
    }),
  ]);
  return table('Your API keys', columns, rows);
}

/** When the key was last used, for which request, and by which client. */
function lastUse({ last_used_at, last_use: { operation, client } }: OwnedKey): Html {
  if (last_used_at === null) return html`<span class="muted">Never</span>`;
  return html`<span class="access">${time(last_used_at)}${operation !== null && html`<span class="detail"><code>${operation}</code></span>`}${client !== null && html`<span class="detail">by <bdi>${client}</bdi></span>`}</span>`;
}

function expiry({ expires_at }: OwnedKey, now: Timestamp): Html {
  if (expires_at === null) return html`<span class="muted">Never</span>`;
  return expires_at > now
    ? time(expires_at)
    : html`<span><span class="expired">Expired</span> ${time(expires_at)}</span>`;
}

const periods = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In 1 year' },
  { value: 'date', label: 'On a date' },
];

function creationForm({ base, sites, form, problem }: KeysView): Html {
  const wholeAccount = { value: '', label: 'Whole account' };
  const fields: readonly FormField[] = [
    {
      name: 'name',
      label: 'Name',
      help: 'The site or integration that uses the key.',
      required: true,
      missing: 'Enter a name.',
    },
    { name: 'description', label: 'Description' },
    {
      name: 'site_id',
      label: 'Access to',
      kind: 'choice',
      help: 'A key for one site has no access to other sites.',
      choices: [wholeAccount, ...sites.map((site) => ({ value: String(site.id), label: site.name }))],
    },
    {
      name: 'permissions',
      label: 'Permissions',
      kind: 'choice',
      help: '“Read only” is for reports and exports. “Read, and change answers” can also delete answers, but not change polls, quizzes, forms and sites.',
      choices: keyPermissions.map((value) => ({ value, label: permissionNames[value] })),
    },
    { name: 'expires', label: 'Expires', kind: 'choice', choices: periods },
    {
      name: 'date',
      label: 'Expiry date',
      kind: 'date',
      help: 'For “On a date”. The key stops working at 00:00 UTC on this day.',
      isConditional: true,
      missing: 'Choose a date.',
    },
  ];
  const action = `${base}/dashboard/keys`;
  return renderForm({ id: 'key', action, fields, submit: 'Create key', values: form.values, problem });
}
