import { type Html, html } from '../../base/html.js';
import type { KeyPermissions } from '../../owners/keys/key-permissions.js';
import { icons } from '../../web/ui/icons.js';
import { code, copyButton, pageHeading } from '../components.js';
import { developersNav } from '../developers/developers-nav.js';
import { firstCall, readCall } from '../home/first-call.js';

/** The data of the page that shows a new key. */
export interface CreatedKeyView {
  readonly base: string;
  readonly name: string;
  readonly key: string;
  readonly permissions: KeyPermissions;
  /** The public URL of the server. */
  readonly url: string;
}

/** The only page that shows the key itself. */
export function createdKeyView({ base, name, key, permissions, url }: CreatedKeyView): Html {
  return html`${developersNav(base, 'keys', false)}
${pageHeading('API key created', html`“${name}” is ready to use.`)}
<section class="card secret">
<label for="raw-key">API key</label>
<div class="secret-line"><input id="raw-key" class="mono" type="text" readonly value="${key}" aria-describedby="raw-key-help" autocomplete="off" spellcheck="false">${copyButton('raw-key', 'the key')}</div>
<p class="warning" id="raw-key-help">${icons.alert}<span>Copy this key now. It will not be shown again. If you lose it, delete it and create another one.</span></p>
</section>
<section class="section">
<h2>${permissions === 'all' ? 'Create your first poll' : 'Try it'}</h2>
<p class="help">Set the environment variable ASKWELL_KEY to the key. ${permissions === 'all' ? 'The request creates a poll, and its response contains the ID of the poll.' : 'The request returns your newest polls.'}</p>
${code('call', permissions === 'all' ? firstCall(url) : readCall(url))}
</section>
<p class="actions"><a class="button" href="${base}/dashboard/keys">Done</a></p>`;
}
