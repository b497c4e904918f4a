import { AskwellError } from '../../base/errors.js';
import { html } from '../../base/html.js';
import { deleteBatchSize } from '../../core/answers/limits.js';
import type { PageReply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import { parseUrlencoded } from '../../http/urlencoded.js';
import type { Services } from '../../instance/assemble-services.js';
import { ownMember } from '../../kinds/inputs/own-member.js';
import type { OwnerAsk } from '../asks/owner-ask.js';
import { ownerAsksOf } from '../asks/owner-asks.js';
import { time } from '../components.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { askPage } from '../home/ask-frame.js';
import { askPath } from '../home/ask-path.js';
import { withNotice } from '../layout/notice.js';
import { maxSelected } from '../limits.js';
import { page } from '../page-reply.js';
import { allValuesOf } from '../submitted-form.js';
import { answerSummary } from './answer-summary.js';
import { type AnswerPageQuery, readAnswersQuery, writeAnswersQuery } from './answers-query.js';
import { changeLimits, doneQuery } from './bulk-pages.js';
import { type Confirmation, confirmationView, nothingSelected } from './delete-view.js';
import { hidden } from './filter-parts.js';
import { findRowIds } from './find-answers.js';
import { progressView } from './progress-view.js';
import { readCount } from './read-bulk-form.js';
import { toSelection } from './to-answer-list.js';

/** The number of writes in which one request deletes answers: as many as one request changes when it changes all matching answers. */
const writesPerRequest = changeLimits.changes / deleteBatchSize;

/** The answers that are to be deleted. */
type Target =
  | { readonly type: 'selected'; readonly ids: readonly string[] }
  | { readonly type: 'matching'; readonly query: AnswerPageQuery }
  /** `total`: the number of answers at the beginning. Null if the deletion has not begun. */
  | { readonly type: 'all'; readonly total: number | null };

/**
 * `/dashboard/asks/{id}/answers/delete`: asks for confirmation before answers are deleted: the selected answers, the answers of a visitor,
 * the answers that match filters, or all answers. Deletes selected answers and all answers.
 */
export function deleteAnswersRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = ownerAsksOf(services);

  async function confirm(request: OwnerRequest): Promise<PageReply> {
    const { session, params, exchange, base } = request;
    const ask = await asks.find(session, params['id'] ?? '');
    const query = readAnswersQuery(exchange.query);
    const fields = parseUrlencoded(exchange.query, 'query');
    const target = readTarget((name) => toList(ownMember(fields, name)), query);
    const path = askPath(base, ask.id, 'answers');
    const show = async () => {
      const body = target
        ? confirmationView(path, query, await describe(ask, target))
        : nothingSelected(`${path}${writeAnswersQuery(query)}`);
      return page(askPage(request, ask, { tab: 'answers', body }), { echoesInput: true });
    };
    // Counting reads many answers: one request of an account at a time.
    const weight = target?.type === 'matching' ? 'job' : 'light';
    return services.heavyRequests.run(weight, session.scope.account, exchange, show);
  }

  /** Deletes a part of all answers. Shows how far it has come, or returns to the table at the end. */
  async function deletePart(request: OwnerRequest, ask: OwnerAsk, before: number | null): Promise<PageReply> {
    const path = askPath(request.base, ask.id, 'answers');
    const total = before ?? ask.shown.answers_count;
    if (await ask.answers.deletePart(writesPerRequest)) return seeOther(withNotice(path, 'answers-deleted'));
    const { shown } = await asks.find(request.session, ask.id);
    const body = progressView({
      action: `${path}/delete`,
      listPath: path,
      progress: { change: { change: 'delete' }, changed: Math.max(0, total - shown.answers_count), total },
      inputs: html`${hidden('all', 'true')}${hidden('total', String(total))}`,
    });
    return page(askPage(request, ask, { tab: 'answers', body }), { echoesInput: true });
  }

  return [
    {
      path: '/dashboard/asks/{id}/answers/delete',
      get: guards.getAsOwner(confirm),
      post: guards.postAsOwner(async (request, form) => {
        const { session, params, exchange, base } = request;
        const ask = await asks.find(session, params['id'] ?? '');
        const query = readAnswersQuery(exchange.query);
        const target = readTarget((name) => allValuesOf(form, name), query);
        if (!target || target.type === 'matching') throw new AskwellError('not_found');
        const path = askPath(base, ask.id, 'answers');
        return services.heavyRequests.run('job', session.scope.account, exchange, async () => {
          if (target.type === 'all') return deletePart(request, ask, target.total);
          const change = { change: 'delete' } as const;
          const ids = await findRowIds(ask, target.ids);
          // The form was sent twice, or another tab was faster.
          if (ids.length === 0) return seeOther(`${path}${writeAnswersQuery(query, { notice: 'answers-gone' })}`);
          const outcome = await ask.answers.change(ids, change);
          return seeOther(`${path}${doneQuery(query, { change, ...outcome })}`);
        });
      }),
    },
  ];
}

/** Reads which answers to delete. Undefined if the form names none. */
function readTarget(valuesFor: (name: string) => readonly string[], query: AnswerPageQuery): Target | undefined {
  const ids = [...new Set(valuesFor('answer'))].slice(0, maxSelected);
  if (ids.length > 0) return { type: 'selected', ids };
  if (valuesFor('matching')[0] === 'true') return { type: 'matching', query };
  if (valuesFor('all')[0] !== 'true') return undefined;
  return { type: 'all', total: readCount('total', valuesFor('total')[0] ?? '') };
}

function toList(value: string | string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}

async function describe(ask: OwnerAsk, target: Target): Promise<Confirmation> {
  if (target.type === 'all') return { type: 'all' };
  if (target.type === 'matching') {
    const { columns } = ask.answers.table;
    const selection = toSelection(target.query, columns);
    const upTo = await ask.answers.latestId();
    const counted = upTo === null ? { count: 0, isCut: false } : await ask.answers.count(selection, upTo);
    return { type: 'matching', upTo: upTo ?? '', counted, columns };
  }
  // The summaries let the owner recognize the answers.
  const rows = await Promise.all(target.ids.map((id) => ask.answers.findNoted(id)));
  const summaries = rows.flatMap((row) => {
    if (!row) return [];
    const answer = ask.answers.table.read(row);
    return [html`<li><p>${time(answer.createdAt)}</p>${answerSummary(ask.answers.table, answer)}</li>`];
  });
  return { type: 'selected', ids: target.ids, summaries };
}
