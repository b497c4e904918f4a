import type { Services } from '../../../assemble-services.js';
import type { PageEndpoint } from '../../../http/page-endpoint.js';
import { readColumnOrder } from '../../asks/answers/answer-order.js';
import { readAnswersQuery } from '../../asks/answers/answers-query.js';
import { searchAnswers } from '../../asks/answers/search-answers.js';
import { sortAnswers } from '../../asks/answers/sort-answers.js';
import { toSearch } from '../../asks/answers/to-search.js';
import { createOwnerAsks } from '../../asks/owner-asks.js';
import type { Guards } from '../../guards.js';
import { pageSize } from '../../limits.js';
import { page } from '../../page-reply.js';
import { queryParam } from '../../query.js';
import { askPage, askPath } from '../ask-frame.js';
import { answersView } from './answers-view.js';
import { readCursor } from './find-answers.js';

/** `/dashboard/asks/{id}/answers`: the answers of an ask in a table. */
export function answerListRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = createOwnerAsks(services);
  return [
    {
      path: '/dashboard/asks/{id}/answers',
      get: guards.getAsOwner(async (request) => {
        const ask = await asks.find(request.session, request.params['id'] ?? '');
        const query = readAnswersQuery(request.exchange.query);
        const { table } = ask.answers;
        const after = readCursor(request);
        const order = readColumnOrder(query.sort, table.columns);
        const search = toSearch(query, table);
        const { session, exchange } = request;
        // Searching and sorting contents reads many answers: one request of an account at a time.
        const weight = search.matches || order ? 'job' : 'light';
        return services.heavyRequests.run(weight, session.scope.account, exchange, async () => {
          const byTime = query.sort === 'oldest' ? 'asc' : 'desc';
          const found = order
            ? await sortAnswers(ask, search, { order, after, limit: pageSize })
            : { ...(await searchAnswers(ask, search, { after, limit: pageSize, order: byTime })), sortedRows: null };
          const body = answersView({
            path: askPath(request.base, ask.id, 'answers'),
            query,
            columns: table.columns,
            found,
            sortedRows: found.sortedRows,
            total: ask.shown.answers_count,
            isContinued: after !== null,
            addsCondition: queryParam(request, 'add') === 'condition',
            sharePath: askPath(request.base, ask.id, 'share'),
          });
          // The search texts of the query are shown next to answers.
          return page(askPage(request, ask, { tab: 'answers', body, isWide: true }), { echoesInput: true });
        });
      }),
    },
  ];
}
