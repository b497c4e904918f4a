import type { Site } from '../../../contract/resources.js';
import type { OwnedKey } from '../../../keys/key-service.js';
import { type Html, html } from '../../../web/html.js';
import { icons } from '../../../web/icons.js';
import { code, confirm, copyButton, empty, heading, table, time } from '../../components.js';
import { type Field, renderForm } from '../../form.js';
import type { FormError } from '../../form-error.js';
import type { SubmittedForm } from '../../read-form.js';

export interface KeysView {
  readonly base: string;
  readonly keys: readonly OwnedKey[];
  readonly sites: readonly Site[];
  readonly form: SubmittedForm;
  readonly problem: FormError | undefined;
}

/** All keys, and the form for another. */
export function keysView(view: KeysView): Html {
  return html`${heading('API keys', 'Your server sends a key with every request. Keep keys out of web pages and apps: answering needs none.')}
${view.keys.length === 0 ? noKeys : list(view)}
<section class="section" id="create">
<h2>Create a key</h2>
${creation(view)}
</section>`;
}

const noKeys = empty({
  icon: icons.key,
  title: 'No keys yet',
  text: 'Name one after the site or integration that will use it, so that you know later which one to delete.',
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
      question: 'Whatever uses this key is refused from then on. Nothing else is lost.',
      submit: 'Delete key',
    }),
  ]);
  return table('Your API keys', columns, rows);
}

function creation({ base, sites, form, problem }: KeysView): Html {
  const everywhere = { value: '', label: 'The whole account' };
  const fields: readonly Field[] = [
    { name: 'name', label: 'Name', help: 'Which site or integration the key is for.', required: true },
    { name: 'description', label: 'Description' },
    {
      name: 'site_id',
      label: 'Works for',
      kind: 'choice',
      help: 'A key of one site sees and changes nothing outside it.',
      choices: [everywhere, ...sites.map((site) => ({ value: String(site.id), label: site.name }))],
    },
  ];
  const action = `${base}/dashboard/keys`;
  return renderForm({ id: 'key', action, fields, submit: 'Create key', values: form.values, problem });
}

/** The one page that shows a raw key. */
export function madeView({ base, name, raw, call }: { base: string; name: string; raw: string; call: string }): Html {
  return html`${heading('Your key is ready', html`“${name}” works from now on.`)}
<section class="card secret">
<label for="raw-key">API key</label>
<div class="secret-line"><input id="raw-key" class="mono" type="text" readonly value="${raw}" aria-describedby="raw-key-help" autocomplete="off" spellcheck="false">${copyButton('raw-key', 'the key')}</div>
<p class="warning" id="raw-key-help">${icons.alert}<span>Copy it now: it can't be shown again. If it gets lost, delete it and create another.</span></p>
</section>
<section class="section">
<h2>Try it</h2>
<p class="help">Put the key into ASKWELL_KEY first. The call answers with your account and its keys.</p>
${code('call', call)}
</section>
<p class="actions"><a class="button" href="${base}/dashboard/keys">I have copied it</a></p>`;
}
