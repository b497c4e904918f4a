import { embedEndpoint } from '../../api/asks/embed-endpoint.js';
import type { RouteContext } from '../../api/asks/route-context.js';
import type { Micros } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { isSameVersion } from '../../core/asks/ask-cache.js';
import { areResultsVisible, type StoredAsk } from '../../core/asks/stored-ask.js';
import type { KindServices } from '../../core/kind-services.js';
import type { Counters } from '../../core/results/results-service.js';
import type { AskSnapshot, ResultsAccess } from '../../events/live/watch-results.js';
import type { HttpExchange, Reply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { errorReply } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { liveDoc } from './operation-docs.js';
import { readOnce } from './view-endpoints.js';

/** How long after `closes_at` an answer may still be written. */
const maxWriteDelay: Micros = 5_000_000;

const headers = [
  ...['content-type', 'text/event-stream; charset=utf-8'],
  // Proxies must not cache, compress or buffer the stream.
  ...['cache-control', 'no-store, no-transform', 'x-accel-buffering', 'no'],
];

/** The endpoints with live results of polls, quizzes and forms. */
export function liveEndpoints(services: Services, context: RouteContext): PageEndpoint[] {
  return [
    liveEndpoint(services.polls, context, services),
    liveEndpoint(services.quizzes, context, services),
    liveEndpoint(services.forms, context, services),
  ];
}

function liveEndpoint<Draft extends AskDraft, Own, Body>(
  { kind, asks, results, visitorViews, submitService }: KindServices<Draft, Own, Body>,
  context: RouteContext,
  { live, readAskState, clock, networkKeyOf }: Services,
): PageEndpoint {
  function snapshotOf(ask: StoredAsk<Own>, counters: Counters): AskSnapshot {
    const now = clock.now();
    const isLast = isOver(ask, now);
    // The last state must contain all answers, because no newer one follows.
    const state = isLast ? counters.tally_seq : results.shownTallySeq(ask, counters);
    return {
      id: `${ask.version}.${state}`,
      isOver: isLast,
      accessOf: (hasAnswered) => resultsAccess(ask, now, hasAnswered),
      results: () => visitorViews.published(ask, state === counters.tally_seq ? 'exact' : 'recent'),
    };
  }

  /** Reads the state of an ask that is watched. The definition is read only if it has changed. */
  async function readSnapshot(
    { seq, id, terms: { locale: language } }: StoredAsk<Own>,
    wireId: string,
  ): Promise<AskSnapshot | undefined> {
    const state = await readAskState(seq);
    if (!state || state.status === 'draft') return undefined;
    const cached = asks.cached(id);
    const ask = cached && isSameVersion(cached, state) ? cached : await submitService.find(wireId);
    return ask && snapshotOf(asks.inLanguage(ask, language === null ? [] : [language]), state);
  }

  async function serve(exchange: HttpExchange, ask: StoredAsk<Own>): Promise<Reply> {
    const state = await readAskState(ask.seq);
    if (!state) throw new AskwellError('not_found');
    const snapshot = snapshotOf(ask, state);
    const answerId = readOnce(exchange, 'answer');
    const hasAnswered = answerId !== undefined && (await visitorViews.answer(ask, answerId)) !== undefined;
    if (snapshot.accessOf(hasAnswered) === 'never') throw resultsHidden(ask);
    const lastEventId = exchange.header('last-event-id');
    // 204 tells browsers not to reconnect.
    if (snapshot.isOver && lastEventId === snapshot.id)
      return { status: 204, headers: ['cache-control', 'no-store'], body: null };
    if (exchange.method === 'HEAD') return { status: 200, headers, body: null };
    const { signal } = exchange;
    const reader = live.join(
      `${ask.seq} ${ask.translated ? ask.terms.locale : ''}`,
      () => readSnapshot(ask, asks.wireId(ask)),
      {
        lastEventId,
        hasAnswered,
        signal,
        client: networkKeyOf(exchange),
      },
    );
    return reader ? { status: 200, headers, body: reader } : tooManyStreams();
  }

  return embedEndpoint(
    `/embed/${kind.plural}/{id}/live`,
    liveDoc(kind.name),
    submitService.findInLanguage,
    context,
    serve,
  );
}

/** Whether no more answers can arrive, not even one that is being written. */
function isOver({ status, closesAt }: StoredAsk<unknown>, now: Micros): boolean {
  return status === 'closed' || (closesAt !== null && now >= closesAt + maxWriteDelay);
}

function resultsAccess(ask: StoredAsk<unknown>, now: Micros, hasAnswered: boolean): ResultsAccess {
  if (areResultsVisible(ask, now, hasAnswered)) return 'now';
  return ask.terms.results_visibility === 'after_close' ? 'later' : 'never';
}

function resultsHidden({ terms }: StoredAsk<unknown>): AskwellError {
  return new AskwellError(
    'forbidden',
    terms.results_visibility === 'after_answer'
      ? 'Results are visible only after answering. Send the ID of your answer as `?answer=`.'
      : 'Results are not visible to visitors.',
  );
}

/** Returned instead of thrown, so that it is not logged: it happens for many clients at once. */
function tooManyStreams(): Reply {
  return errorReply(
    new AskwellError('unavailable', 'Too many live result streams. Try again later.', { retryAfter: 30 }),
  );
}
