import { z } from 'zod';
import type { Reply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { type FormError, showErrors } from '../form-error.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { ownerPage } from '../layout/layout.js';
import { type Notice, withNotice } from '../layout/notice.js';
import { page } from '../page-reply.js';
import { checkForm, type SubmittedForm } from '../read-form.js';
import { allSites } from '../sites/all-sites.js';
import { showSecret } from './secret-page.js';
import { enteredValues, parseWebhook, storedValues } from './webhook-form.js';
import { webhookView } from './webhook-view.js';
import { webhooksView } from './webhooks-view.js';

const noFields = z.strictObject({});

/** The numbers of webhooks and of deliveries that a page shows. */
const [maxWebhooks, maxDeliveries] = [1_000, 50];

type Values = Readonly<Record<string, string>>;

/** `/dashboard/webhooks`: create, change, test and delete webhooks, and see what was sent. */
export function webhookRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const { webhooks } = services.operations;

  async function showAll(request: OwnerRequest, values: Values, problem?: FormError): Promise<Reply> {
    const [all, sites] = await Promise.all([
      request.list(webhooks.list, { limit: maxWebhooks }),
      allSites(services, request),
    ]);
    const body = webhooksView({ base: request.base, webhooks: all, sites, values, problem });
    const isProblem = problem !== undefined;
    return page(ownerPage(request, { title: 'Webhooks', entry: 'developers', body, isProblem }), problem ?? {});
  }

  /** @param values The values of the form. Default: those of the webhook. */
  async function showOne(request: OwnerRequest, values?: Values, problem?: FormError): Promise<Reply> {
    const [webhook, { disabled_reason: disabledReason }, deliveries] = await Promise.all([
      request.run(webhooks.get, {}),
      request.find(webhooks.get.target),
      request.list(webhooks.deliveries.list, { limit: maxDeliveries }),
    ]);
    const shown = { base: request.base, webhook, disabledReason, deliveries, problem };
    const body = webhookView({ ...shown, values: values ?? storedValues(webhook) });
    const isProblem = problem !== undefined;
    const document = ownerPage(request, { title: 'Webhook', entry: 'developers', body, isProblem });
    // Shows IDs of answers next to what the receiver replied.
    return page(document, { ...problem, echoesInput: true });
  }

  const showOneAfter = ({ base, params }: OwnerRequest, notice: Notice) =>
    seeOther(withNotice(`${base}/dashboard/webhooks/${params['id']}`, notice));

  /** A button of the page of a webhook. Errors are shown there. */
  function action(name: string, act: (request: OwnerRequest) => Promise<Reply>): PageEndpoint {
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

  async function create(request: OwnerRequest, form: SubmittedForm): Promise<Reply> {
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
