import type { LoggedRequest } from '../../api/request-log.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import type { Services } from '../../instance/assemble-services.js';
import type { Guards } from '../guards.js';
import { ownerPage } from '../layout/layout.js';
import { page } from '../page-reply.js';
import { queryParam } from '../query.js';
import { type RequestFilter, requestsView, statusClasses } from './requests-view.js';

/** `/dashboard/developers/requests`: the latest requests with the owner's API keys. */
export function requestRoutes({ requestLog }: Services, guards: Guards): PageEndpoint[] {
  return [
    {
      path: '/dashboard/developers/requests',
      get: guards.getAsOwner((request) => {
        const status = statusClasses.find((known) => known === queryParam(request, 'status')) ?? 'all';
        const filter: RequestFilter = { status, q: queryParam(request, 'q')?.trim() ?? '' };
        const all = requestLog.list(request.session.account.id);
        const body = requestsView({
          base: request.base,
          filter,
          found: all.filter((entry) => matches(entry, filter)),
          hasAny: all.length > 0,
        });
        // The page shows the search text, which a link may contain.
        return page(ownerPage(request, { title: 'Requests', entry: 'developers', body }), { echoesInput: true });
      }),
    },
  ];
}

function matches({ id, status }: LoggedRequest, { status: wanted, q }: RequestFilter): boolean {
  if (wanted !== 'all' && !String(status).startsWith(wanted.charAt(0))) return false;
  return id.toLowerCase().includes(q.toLowerCase());
}
