import type { Site } from '../../../contract/resources.js';
import type { OwnedKey } from '../../../keys/key-service.js';
import { type Html, html } from '../../../web/html.js';
import { icons } from '../../../web/icons.js';
import { code, confirm, copyButton, empty, heading, table, time } from '../../components.js';
import { type Field, renderForm } from '../../form.js';
import type { FormError } from '../../form-error.js';
import type { SubmittedForm } from '../../read-form.js';

/** The data of the page with the API keys. */
export interface KeysView {
  readonly base: string;
  readonly keys: readonly OwnedKey[];
  readonly sites: readonly Site[];
  readonly form: SubmittedForm;
  readonly problem: FormError | undefined;
}

/** All keys and the form to create one. */
export function keysView(view: KeysView): Html {
  return html`${heading('API keys', 'Your server sends an API key with every request. Never put a key into a web page or an app: answering needs no key.')}
${view.keys.length === 0 ? noKeys : list(view)}
<section class="section" id="create">
<h2>Create an API key</h2>
${creationForm(view)}
</section>`;
}

const noKeys = empty({
  icon: icons.key,
  title: 'No API keys yet',
  text: 'Create a key for each site or integration, and name it after its use. Then you can delete one without affecting the others.',
});

const columns = [
  { label: 'Name' },
  { label: 'Key' },
  { label: 'Site' },
  { label: 'Last used' },
  { label: 'Created' },
  { label: 'Actions', quiet: true },
];

function list({ base, keys, sites }: KeysView): Html {
  const names = new Map(sites.map((site) => [site.id, site.name]));
  const rows = keys.map((key) => [
    html`<span class="name">${key.name}</span>${key.description && html`<span class="detail">${key.description}</span>`}`,
    html`<code class="mask">${key.masked_key}</code>`,
    key.site_id === null ? html`<span class="muted">Whole account</span>` : html`${names.get(key.site_id)}`,
    key.last_used_at === null ? html`<span class="muted">Never</span>` : time(key.last_used_at),
    time(key.created_at),
    confirm({
      action: `${base}/dashboard/keys/${key.id}/delete`,
      label: 'Delete',
      of: key.name,
      question: 'Requests with this key will be rejected. Your polls, quizzes and forms are kept.',
      submit: 'Delete key',
    }),
  ]);
  return table('Your API keys', columns, rows);
}

function creationForm({ base, sites, form, problem }: KeysView): Html {
  const wholeAccount = { value: '', label: 'Whole account' };
  const fields: readonly Field[] = [
    { name: 'name', label: 'Name', help: 'The site or integration that uses the key.', required: true },
    { name: 'description', label: 'Description' },
    {
      name: 'site_id',
      label: 'Access to',
      kind: 'choice',
      help: 'A key for one site has no access to other sites.',
      choices: [wholeAccount, ...sites.map((site) => ({ value: String(site.id), label: site.name }))],
    },
  ];
  const action = `${base}/dashboard/keys`;
  return renderForm({ id: 'key', action, fields, submit: 'Create key', values: form.values, problem });
}

/** The data of the page that shows a new key. */
export interface CreatedKeyView {
  readonly base: string;
  readonly name: string;
  readonly key: string;
  /** The example request of the quick start. */
  readonly call: string;
}

/** The only page that shows the key itself. */
export function createdKeyView({ base, name, key, call }: CreatedKeyView): Html {
  return html`${heading('API key created', html`“${name}” is ready to use.`)}
<section class="card secret">
<label for="raw-key">API key</label>
<div class="secret-line"><input id="raw-key" class="mono" type="text" readonly value="${key}" aria-describedby="raw-key-help" autocomplete="off" spellcheck="false">${copyButton('raw-key', 'the key')}</div>
<p class="warning" id="raw-key-help">${icons.alert}<span>Copy this key now. It will not be shown again. If you lose it, delete it and create another one.</span></p>
</section>
<section class="section">
<h2>Try it</h2>
<p class="help">Set the environment variable ASKWELL_KEY to the key. The request returns your account and its keys.</p>
${code('call', call)}
</section>
<p class="actions"><a class="button" href="${base}/dashboard/keys">Done</a></p>`;
}
