import { z } from 'zod';
import { type Html, html } from '../../base/html.js';
import type { PageReply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { code, pageHeading, secretOnce } from '../components.js';
import { developersNav } from '../developers/developers-nav.js';
import { type FormError, showErrors } from '../form-error.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { ownerPage } from '../layout/layout.js';
import { type Notice, withNotice } from '../layout/notice.js';
import { page } from '../page-reply.js';
import { checkForm } from '../read-form.js';
import { allSites } from '../sites/all-sites.js';
import type { SubmittedForm } from '../submitted-form.js';
import { enteredValues, parseWebhook, storedValues } from './webhook-form.js';
import { webhookView } from './webhook-view.js';
import { webhooksView } from './webhooks-view.js';

const sample = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.ASKWELL_WEBHOOK_SECRET);
// Throws if the signature is wrong. The body must be the text that was received.
const event = webhook.verify(body, request.headers);`;

const noFields = z.strictObject({});

/** The numbers of webhooks and of deliveries that a page shows. */
const [maxWebhooks, maxDeliveries] = [1_000, 50];

type Values = Readonly<Record<string, string>>;

/** `/dashboard/webhooks`: create, change, test and delete webhooks, and see their deliveries. */
export function webhookRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const { webhooks } = services.operations;

  async function showAll(request: OwnerRequest, values: Values, problem?: FormError): Promise<PageReply> {
    const [all, sites] = await Promise.all([
      request.list(webhooks.list, { limit: maxWebhooks }),
      allSites(services, request),
    ]);
    const body = webhooksView({ base: request.base, webhooks: all, sites, values, problem });
    const isProblem = problem !== undefined;
    return page(ownerPage(request, { title: 'Webhooks', entry: 'developers', body, isProblem }), problem ?? {});
  }

  /** @param values The values of the form. Default: the values of the webhook. */
  async function showOne(request: OwnerRequest, values?: Values, problem?: FormError): Promise<PageReply> {
    const [webhook, { disabled_reason: disabledReason }, deliveries, sites] = await Promise.all([
      request.run(webhooks.get, {}),
      request.find(webhooks.get.target),
      request.list(webhooks.deliveries.list, { limit: maxDeliveries }),
      allSites(services, request),
    ]);
    const shown = { base: request.base, webhook, sites, disabledReason, deliveries, problem };
    const body = webhookView({ ...shown, values: values ?? storedValues(webhook) });
    const isProblem = problem !== undefined;
    const document = ownerPage(request, { title: 'Webhook', entry: 'developers', body, isProblem });
    // Shows IDs of answers next to what the receiver replied.
    return page(document, { ...problem, echoesInput: true });
  }

  const showOneAfter = ({ base, params }: OwnerRequest, notice: Notice) =>
    seeOther(withNotice(`${base}/dashboard/webhooks/${params['id']}`, notice));

  /** A button of the page of a webhook. Errors are shown there. */
  function action(name: string, act: (request: OwnerRequest) => Promise<PageReply>): PageEndpoint {
    return {
      path: `/dashboard/webhooks/{id}/${name}`,
      post: guards.postAsOwner(async (request, form) => {
        await request.find(webhooks.get.target);
        return showErrors(
          () => {
            checkForm(noFields, form);
            return act(request);
          },
          (problem) => showOne(request, undefined, problem),
        );
      }),
    };
  }

  async function create(request: OwnerRequest, form: SubmittedForm): Promise<PageReply> {
    const { changes, site } = parseWebhook(form);
    const { id, secret } = await request.run(webhooks.create, { ...changes, site_id: site });
    return showSecret(request, id, secret, false);
  }

  return [
    {
      path: '/dashboard/webhooks',
      get: guards.getAsOwner((request) => showAll(request, {})),
      post: guards.postAsOwner((request, form) =>
        showErrors(
          () => create(request, form),
          (problem) => showAll(request, enteredValues(form), problem),
        ),
      ),
    },
    {
      path: '/dashboard/webhooks/{id}',
      get: guards.getAsOwner((request) => showOne(request)),
      post: guards.postAsOwner((request, form) =>
        showErrors(
          async () => {
            await request.run(webhooks.update, parseWebhook(form).changes);
            return showOneAfter(request, 'webhook-saved');
          },
          (problem) => showOne(request, enteredValues(form), problem),
        ),
      ),
    },
    action('enable', async (request) => {
      await request.run(webhooks.update, { enabled: true });
      return showOneAfter(request, 'webhook-enabled');
    }),
    action('disable', async (request) => {
      await request.run(webhooks.update, { enabled: false });
      return showOneAfter(request, 'webhook-disabled');
    }),
    action('rotate', async (request) => {
      const { id, secret } = await request.run(webhooks.rotate, {});
      return showSecret(request, id, secret, true);
    }),
    action('test', async (request) => {
      await request.run(webhooks.test, {});
      return showOneAfter(request, 'webhook-tested');
    }),
    action('delete', async (request) => {
      await request.run(webhooks.delete, {});
      return seeOther(withNotice(`${request.base}/dashboard/webhooks`, 'webhook-deleted'));
    }),
    action('deliveries/{delivery}/replay', async (request) => {
      await request.run(webhooks.deliveries.replay, {});
      return showOneAfter(request, 'webhook-replayed');
    }),
  ];
}

/** Returns the only page that shows the secret of a webhook, after it was created or rotated. */
function showSecret(request: OwnerRequest, id: number, secret: string, isRotated: boolean): PageReply {
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
${secretOnce({
  id: 'raw-secret',
  label: 'Signing secret',
  secret,
  what: 'the secret',
  warning: 'Copy this secret now. It will not be shown again. If you lose it, rotate it.',
})}
<section class="section">
<h2>Verify messages</h2>
<p class="help">Your server verifies with the secret that messages are from Askwell. Libraries of Standard Webhooks exist for most languages.</p>
${code('verify', sample, 'the code')}
</section>
<p class="actions"><a class="button" href="${base}/dashboard/webhooks/${id}">Done</a></p>`;
}
