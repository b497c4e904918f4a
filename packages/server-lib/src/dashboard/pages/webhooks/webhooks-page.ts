import { z } from 'zod';
import type { Services } from '../../../assemble-services.js';
import { AskwellError } from '../../../errors.js';
import type { Reply } from '../../../http/exchange.js';
import type { PageEndpoint } from '../../../http/page-endpoint.js';
import { seeOther } from '../../../http/reply.js';
import { parseId } from '../../../validation/id.js';
import { toDelivery } from '../../../webhooks/deliveries/delivery-service.js';
import type { WebhookRow } from '../../../webhooks/webhook-queries.js';
import { toWebhook } from '../../../webhooks/webhook-resource.js';
import { type FormError, showErrors } from '../../form-error.js';
import type { Guards, OwnerRequest } from '../../guards.js';
import { ownerPage } from '../../layout/layout.js';
import { type Notice, withNotice } from '../../layout/notice.js';
import { page } from '../../page-reply.js';
import { checkForm, type SubmittedForm } from '../../read-form.js';
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
  const { webhooks, deliveries } = services;
  const clientOf = ({ exchange }: OwnerRequest) => ({ client: services.clientKeyOf(exchange) });
  const pathOf = ({ base }: OwnerRequest, { id }: WebhookRow) => `${base}/dashboard/webhooks/${id}`;

  async function showAll(request: OwnerRequest, values: Values, problem?: FormError): Promise<Reply> {
    const newestFirst = { after: null, limit: maxWebhooks, order: 'desc' } as const;
    const [rows, sites] = await Promise.all([
      webhooks.list(request.session.scope, newestFirst),
      allSites(services, request.session),
    ]);
    const body = webhooksView({ base: request.base, webhooks: rows.map(toWebhook), sites, values, problem });
    const isProblem = problem !== undefined;
    return page(ownerPage(request, { title: 'Webhooks', entry: 'developers', body, isProblem }), problem ?? {});
  }

  async function showOne(request: OwnerRequest, row: WebhookRow, values: Values, problem?: FormError): Promise<Reply> {
    const latest = await deliveries.list(row, { after: null, limit: maxDeliveries, order: 'desc' });
    const body = webhookView({
      base: request.base,
      webhook: toWebhook(row),
      disabledReason: row.disabled_reason,
      deliveries: latest.map(toDelivery),
      values,
      problem,
    });
    const isProblem = problem !== undefined;
    const document = ownerPage(request, { title: 'Webhook', entry: 'developers', body, isProblem });
    // Shows IDs of answers next to what the receiver replied.
    return page(document, { ...problem, echoesInput: true });
  }

  async function find({ session, params }: OwnerRequest): Promise<WebhookRow> {
    const id = parseId(params['id'] ?? '');
    const row = id === undefined ? undefined : await webhooks.find(session.scope, id);
    if (!row) throw new AskwellError('not_found');
    return row;
  }

  /** A button of the page of a webhook. Errors are shown there. */
  function action(
    name: string,
    act: (request: OwnerRequest, row: WebhookRow) => Promise<Notice | Reply>,
  ): PageEndpoint {
    return {
      path: `/dashboard/webhooks/{id}/${name}`,
      post: guards.postAsOwner(async (request, form) => {
        const row = await find(request);
        return showErrors(
          async () => {
            checkForm(noFields, form);
            const done = await act(request, row);
            return typeof done === 'string' ? seeOther(withNotice(pathOf(request, row), done)) : done;
          },
          (problem) => showOne(request, row, storedValues(toWebhook(row)), problem),
        );
      }),
    };
  }

  async function create(request: OwnerRequest, form: SubmittedForm): Promise<Reply> {
    const { changes, site } = parseWebhook(form);
    const { row, secret } = await webhooks.create(
      request.session.scope,
      { ...changes, site_id: site },
      clientOf(request),
    );
    return showSecret(request, row.id, secret, false);
  }

  const setEnabled = async (request: OwnerRequest, row: WebhookRow, enabled: boolean): Promise<Notice> => {
    await webhooks.update(request.session.scope, row, { enabled }, clientOf(request));
    return enabled ? 'webhook-enabled' : 'webhook-disabled';
  };

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
      get: guards.getAsOwner(async (request) => {
        const row = await find(request);
        return showOne(request, row, storedValues(toWebhook(row)));
      }),
      post: guards.postAsOwner(async (request, form) => {
        const row = await find(request);
        return showErrors(
          async () => {
            await webhooks.update(request.session.scope, row, parseWebhook(form).changes, clientOf(request));
            return seeOther(withNotice(pathOf(request, row), 'webhook-saved'));
          },
          (problem) => showOne(request, row, enteredValues(form), problem),
        );
      }),
    },
    action('enable', (request, row) => setEnabled(request, row, true)),
    action('disable', (request, row) => setEnabled(request, row, false)),
    action('rotate', async (request, row) => {
      const { secret } = await webhooks.rotate(request.session.scope, row, clientOf(request));
      return showSecret(request, row.id, secret, true);
    }),
    action('test', async ({ session }, row) => {
      await deliveries.test(session.scope, row);
      return 'webhook-tested';
    }),
    action('delete', async (request, row) => {
      await webhooks.delete(request.session.scope, row, clientOf(request));
      return seeOther(withNotice(`${request.base}/dashboard/webhooks`, 'webhook-deleted'));
    }),
    action('deliveries/{delivery}/replay', async ({ session, params }, row) => {
      const id = parseId(params['delivery'] ?? '');
      const delivery = id === undefined ? undefined : await deliveries.find(row, id);
      if (!delivery) throw new AskwellError('not_found');
      await deliveries.replay(session.scope, row, delivery);
      return 'webhook-replayed';
    }),
  ];
}
