import { isIndexed } from '../../core/answers/answer-selection.js';
import { byCreation } from '../../core/answers/sort-position.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import type { Services } from '../../instance/assemble-services.js';
import { createOwnerAsks } from '../asks/owner-asks.js';
import type { Guards } from '../guards.js';
import { askPage, askPath } from '../home/ask-frame.js';
import { pageSize } from '../limits.js';
import { page } from '../page-reply.js';
import { queryParam } from '../query.js';
import { readAnswersQuery } from './answers-query.js';
import { answersView } from './answers-view.js';
import { toAnswerList } from './to-answer-list.js';

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
