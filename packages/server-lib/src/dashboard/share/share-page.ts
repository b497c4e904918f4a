import type { PageReply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { parseUrlencoded } from '../../http/urlencoded.js';
import type { Services } from '../../instance/assemble-services.js';
import { baseUrl } from '../../web/ui/base-url.js';
import { ownerAsksOf } from '../asks/owner-asks.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { askPage } from '../home/ask-frame.js';
import { noticeRoutes } from '../notices/notice-page.js';
import { page } from '../page-reply.js';
import { isPrefillable } from './prefill-inputs.js';
import { type Prefill, prefillPrefix, prefillView } from './prefill-view.js';
import { imageReply, qrPng, qrSvg } from './qr-code.js';
import { readShareContext, type ShareContext } from './share-context.js';
import { showShare } from './share-reply.js';
import { ticketRoutes } from './ticket-page.js';

const path = '/dashboard/asks/{id}/share';

/** `/dashboard/asks/{id}/share`: the link, the QR code, embed code, prefilled links and tickets of an ask. */
export function shareRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = ownerAsksOf(services);

  /** Wraps a handler for the owner of the ask in the path. */
  const get = (handle: (context: ShareContext) => PageReply) =>
    guards.getAsOwner(async (request) => {
      const ask = await asks.find(request.session, request.params['id'] ?? '');
      return handle(await readShareContext(services, request, ask));
    });

  /** Wraps a handler of an image of the QR code. */
  const image = (render: (link: string, id: string) => PageReply) =>
    guards.getAsOwner(async ({ session, params, exchange }) => {
      const { id } = await asks.find(session, params['id'] ?? '');
      return render(`${baseUrl(services.urls, exchange)}/p/${id}`, id);
    });

  return [
    { path, get: get((context) => showShare(context)) },
    { path: `${path}/qr.svg`, get: image((link, id) => imageReply('svg', `${id}.svg`, qrSvg(link))) },
    { path: `${path}/qr.png`, get: image((link, id) => imageReply('png', `${id}.png`, qrPng(link))) },
    {
      path: `${path}/prefill`,
      get: get((context) => {
        const body = prefillView(context, readPrefill(context));
        return page(askPage(context.request, context.ask, { tab: 'share', body }), { echoesInput: true });
      }),
    },
    ...noticeRoutes(services, guards, path),
    ...ticketRoutes(services, guards, path),
  ];
}

/** Reads the values of inputs from the query. Omits empty values, and values for unknown inputs. */
function readPrefill({ request, questions }: { request: OwnerRequest; questions: ShareContext['questions'] }): Prefill {
  const fields = new Map(Object.entries(parseUrlencoded(request.exchange.query, 'query')));
  const prefill = new Map<string, readonly string[]>();
  for (const { name } of questions.inputs.filter(isPrefillable)) {
    const values = [fields.get(prefillPrefix + name) ?? []]
      .flat()
      .map((value) => value.replaceAll('\r\n', '\n'))
      .filter((value) => value !== '');
    if (values.length > 0) prefill.set(name, values);
  }
  return prefill;
}
