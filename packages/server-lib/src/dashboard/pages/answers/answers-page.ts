import { isIndexed } from '../../../asks/answers/filters/answer-selection.js';
import { byCreation } from '../../../asks/answers/search/sort-position.js';
import type { Services } from '../../../assemble-services.js';
import type { PageEndpoint } from '../../../http/page-endpoint.js';
import { readAnswersQuery } from '../../asks/answers/answers-query.js';
import { toAnswerList } from '../../asks/answers/to-answer-list.js';
import { createOwnerAsks } from '../../asks/owner-asks.js';
import type { Guards } from '../../guards.js';
import { pageSize } from '../../limits.js';
import { page } from '../../page-reply.js';
import { queryParam } from '../../query.js';
import { askPage, askPath } from '../ask-frame.js';
import { answersView } from './answers-view.js';

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
        const cursor = queryParam(request, 'cursor');
        const list = toAnswerList(query, table.columns);
        const { session, exchange } = request;
        // Searching and sorting contents reads many answers: one request of an account at a time.
        const weight = isIndexed(list.selection) && list.sort === byCreation ? 'light' : 'job';
        return services.heavyRequests.run(weight, session.scope.account, exchange, async () => {
          const found = await ask.answers.page(list, { cursor, limit: pageSize });
          const body = await answersView({
            path: askPath(request.base, ask.id, 'answers'),
            account: ask.account,
            query,
            columns: table.columns,
            found,
            answers: found.rows.map(table.read),
            total: ask.shown.answers_count,
            isContinued: cursor !== undefined,
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
