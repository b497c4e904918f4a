import { AskwellError } from '../../base/errors.js';
import type { PageReply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { ownerAsksOf } from '../asks/owner-asks.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { askPage } from '../home/ask-frame.js';
import { askPath } from '../home/ask-path.js';
import type { Notice } from '../layout/notice.js';
import { scanLimits } from '../limits.js';
import { page } from '../page-reply.js';
import { type AnswerPageQuery, readAnswersQuery, writeAnswersQuery } from './answers-query.js';
import { hasAnswerFilters } from './filter-chips.js';
import { findRowIds } from './find-answers.js';
import { progressInputs, progressView } from './progress-view.js';
import { type BulkProgress, readBulkForm, readProgress } from './read-bulk-form.js';
import { toSelection } from './to-answer-list.js';

/** The limits of what one request reads and changes. */
export const changeLimits = { ...scanLimits, changes: 5_000 };

/** `/dashboard/asks/{id}/answers/actions` and `…/matching`: changes several answers at once. */
export function bulkAnswersRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = ownerAsksOf(services);

  /** Changes a slice of the matching answers. Shows how far it has come, or returns to the table at the end. */
  function changeSlice(request: OwnerRequest, progress: BulkProgress): Promise<PageReply> {
    const { session, exchange, params, base } = request;
    return services.heavyRequests.run('job', session.scope.account, exchange, async () => {
      const ask = await asks.find(session, params['id'] ?? '');
      const query = readAnswersQuery(exchange.query);
      const path = askPath(base, ask.id, 'answers');
      const { table, changeMatching } = ask.answers;
      const slice = await changeMatching(toSelection(query, table.columns), progress.change, progress, changeLimits);
      const done = {
        ...progress,
        after: slice.after,
        changed: progress.changed + slice.changed,
        full: progress.full + slice.full,
      };
      if (slice.after === null) return seeOther(`${path}${doneQuery(query, done)}`);
      const action = `${path}/matching${writeAnswersQuery(query)}`;
      const listPath = `${path}${writeAnswersQuery(query)}`;
      const body = progressView({ action, listPath, progress: done, inputs: progressInputs(done) });
      return page(askPage(request, ask, { tab: 'answers', body }), { echoesInput: true });
    });
  }

  return [
    {
      path: '/dashboard/asks/{id}/answers/actions',
      post: guards.postAsOwner(async (request, form) => {
        const ask = await asks.find(request.session, request.params['id'] ?? '');
        const query = readAnswersQuery(request.exchange.query);
        const path = askPath(request.base, ask.id, 'answers');
        const { change, selected } = readBulkForm(form);
        if (selected?.length === 0)
          return seeOther(`${path}${writeAnswersQuery(query, { notice: 'answers-unselected' })}`);
        // Deleting needs a confirmation.
        if (change.change === 'delete') return seeOther(`${path}/delete${deleteQuery(query, selected)}`);
        if (selected === null) {
          const upTo = await ask.answers.latestId();
          if (upTo === null) return seeOther(`${path}${doneQuery(query, { change, changed: 0, full: 0 })}`);
          return changeSlice(request, { change, upTo, after: null, changed: 0, full: 0, total: null });
        }
        const ids = await findRowIds(ask, selected);
        if (ids.length === 0) throw new AskwellError('not_found');
        const outcome = await ask.answers.change(ids, change);
        return seeOther(`${path}${doneQuery(query, { change, ...outcome })}`);
      }),
    },
    {
      path: '/dashboard/asks/{id}/answers/matching',
      post: guards.postAsOwner(async (request, form) => {
        // An ask of another account is not found, whatever the form says.
        await asks.find(request.session, request.params['id'] ?? '');
        return changeSlice(request, readProgress(form));
      }),
    },
  ];
}

/** Returns the query of the page that asks for confirmation. */
function deleteQuery(query: AnswerPageQuery, selected: readonly string[] | null): string {
  if (selected === null) return hasAnswerFilters(query) ? writeAnswersQuery(query, { matching: 'true' }) : '?all=true';
  const params = new URLSearchParams(writeAnswersQuery(query));
  for (const id of selected) params.append('answer', id);
  return `?${params}`;
}

/** Returns the query of the table after a change, with its filters and a notice. */
export function doneQuery(
  query: AnswerPageQuery,
  { change, changed, full }: Pick<BulkProgress, 'change' | 'changed' | 'full'>,
): string {
  const notice: Notice = change.change === 'delete' ? 'answers-deleted' : full > 0 ? 'answers-full' : 'answers-tagged';
  return writeAnswersQuery(query, { notice, changed: String(changed) });
}
