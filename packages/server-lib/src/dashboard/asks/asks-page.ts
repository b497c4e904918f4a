import { AskwellError } from '../../base/errors.js';
import type { Reply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import { parseUrlencoded } from '../../http/urlencoded.js';
import type { Services } from '../../instance/assemble-services.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { ownerPage } from '../layout/layout.js';
import { withNotice } from '../layout/notice.js';
import { maxSelected, pageSize } from '../limits.js';
import { page } from '../page-reply.js';
import { allValuesOf, type SubmittedForm } from '../read-form.js';
import { allSites } from '../sites/all-sites.js';
import { askActionOf, createAskActions } from './ask-actions.js';
import { asksView } from './asks-view.js';
import { deleteView } from './delete-view.js';
import { isListFiltered, listQueryString, readListQuery } from './list-filter.js';
import { createOwnerAsks } from './owner-asks.js';
import { welcomeView } from './welcome-view.js';

/** `/dashboard`: the asks of an owner, with actions on one or several of them. */
export function asksRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = createOwnerAsks(services);
  const act = createAskActions(services);

  async function show(request: OwnerRequest): Promise<Reply> {
    const query = readListQuery(request);
    const { scope } = request.session;
    const [found, sites] = await Promise.all([
      services.summaries.list(scope, query.filter, { after: query.after, limit: pageSize + 1, order: 'desc' }),
      allSites(services, request),
    ]);
    const isNew = found.length === 0 && !isListFiltered(query.filter) && !query.filter.archived && query.after === null;
    const body = isNew
      ? welcomeView(request)
      : asksView({
          base: request.base,
          query,
          asks: found.slice(0, pageSize),
          hasMore: found.length > pageSize,
          sites,
        });
    return page(ownerPage(request, { title: 'Asks', entry: 'asks', body }));
  }

  async function doAction(request: OwnerRequest, form: SubmittedForm): Promise<Reply> {
    const list = `${request.base}/dashboard${listQueryString(readListQuery(request))}`;
    // A button of a row names its ask: `close:poll_…`. The others act on the selected ones.
    const [name = '', one] = (allValuesOf(form, 'do')[0] ?? '').split(':');
    const ids = one === undefined ? allValuesOf(form, 'id').slice(0, maxSelected) : [one];
    if (ids.length === 0) return seeOther(withNotice(list, 'nothing-selected'));
    if (name === 'delete') {
      const params = new URLSearchParams(ids.map((id): [string, string] => ['id', id]));
      return seeOther(`${request.base}/dashboard/asks/delete?${params}`);
    }
    const action = askActionOf(name);
    if (!action) throw new AskwellError('not_found');
    return seeOther(withNotice(list, await act(request.session, ids, action)));
  }

  const findAll = ({ session }: OwnerRequest, ids: readonly string[]) =>
    Promise.all(ids.slice(0, maxSelected).map((id) => asks.find(session, id)));

  return [
    { path: '/dashboard', get: guards.getAsOwner(show) },
    { path: '/dashboard/asks/actions', post: guards.postAsOwner(doAction) },
    {
      path: '/dashboard/asks/delete',
      get: guards.getAsOwner(async (request) => {
        const found = await findAll(request, [parseUrlencoded(request.exchange.query, 'query')['id'] ?? []].flat());
        if (found.length === 0) throw new AskwellError('not_found');
        const body = await deleteView(request.base, found);
        return page(ownerPage(request, { title: 'Delete', entry: 'asks', body }));
      }),
      post: guards.postAsOwner(async (request, form) => {
        for (const ask of await findAll(request, allValuesOf(form, 'id'))) await ask.run(ask.operations.delete, {});
        return seeOther(withNotice(`${request.base}/dashboard`, 'asks-deleted'));
      }),
    },
  ];
}
