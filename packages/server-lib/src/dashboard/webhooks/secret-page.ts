import { type Html, html } from '../../base/html.js';
import type { Reply } from '../../http/exchange.js';
import { icons } from '../../web/ui/icons.js';
import { code, copyButton, pageHeading } from '../components.js';
import { developersNav } from '../developers/developers-nav.js';
import type { OwnerRequest } from '../guards.js';
import { ownerPage } from '../layout/layout.js';
import { page } from '../page-reply.js';

/** Returns the only page that shows the secret of a webhook, after it was created or rotated. */
export function showSecret(request: OwnerRequest, id: number, secret: string, isRotated: boolean): Reply {
  const body = webhookSecretView({ base: request.base, id, secret, isRotated });
  const title = isRotated ? 'Secret rotated' : 'Webhook created';
  const document = ownerPage(request, { title, entry: 'developers', body, showsSecret: true });
  return page(document, { status: 201, showsSecret: true });
}

function webhookSecretView(parts: {
  readonly base: string;
  readonly id: number;
  readonly secret: string;
  readonly isRotated: boolean;
}): Html {
  const { base, id, secret, isRotated } = parts;
  const lead = isRotated
    ? 'Messages have the signatures of both secrets for a while. Replace the old one in your server until then.'
    : 'It gets events from now on.';
  return html`${developersNav(base, 'webhooks', false)}
${pageHeading(isRotated ? 'Secret rotated' : 'Webhook created', lead)}
<section class="card secret">
<label for="raw-secret">Signing secret</label>
<div class="secret-line"><input id="raw-secret" class="mono" type="text" readonly value="${secret}" aria-describedby="raw-secret-help" autocomplete="off" spellcheck="false">${copyButton('raw-secret', 'the secret')}</div>
<p class="warning" id="raw-secret-help">${icons.alert}<span>Copy this secret now. It will not be shown again. If you lose it, rotate it.</span></p>
</section>
<section class="section">
<h2>Verify messages</h2>
<p class="help">Your server verifies with the secret that messages are from Askwell. Libraries of Standard Webhooks exist for most languages.</p>
${code('verify', sample, 'the code')}
</section>
<p class="actions"><a class="button" href="${base}/dashboard/webhooks/${id}">Done</a></p>`;
}

const sample = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.ASKWELL_WEBHOOK_SECRET);
// Throws if the signature is wrong. The body must be the text that was received.
const event = webhook.verify(body, request.headers);`;
