import { selectCounters } from '../asks/answers/answer-queries.js';
import type { AskDraft } from '../asks/ask-types.js';
import { areResultsVisible, type StoredAsk } from '../asks/definition/stored-ask.js';
import type { KindServices } from '../asks/kind-services.js';
import { embedEndpoint } from '../asks/read/embed-endpoint.js';
import type { RouteContext } from '../asks/route-context.js';
import type { Services } from '../assemble-services.js';
import type { Micros } from '../clock.js';
import { AskwellError } from '../errors.js';
import type { HttpExchange, Reply } from '../http/exchange.js';
import type { PageEndpoint } from '../http/page-endpoint.js';
import { errorReply } from '../http/reply.js';
import type { AskSnapshot, ResultsAccess } from '../live/watch-results.js';
import { liveDoc } from './operation-docs.js';
import { answerNamed } from './view-endpoints.js';

/** What was taken in time is written by then. */
const lingering: Micros = 5_000_000;

const headers = [
  ...['content-type', 'text/event-stream; charset=utf-8'],
  // Neither kept nor packed, nor gathered by a proxy before it is handed on.
  ...['cache-control', 'no-store, no-transform', 'x-accel-buffering', 'no'],
];

/** Results of each kind of ask as they move. */
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
  { live, store, clock, networkKeyOf }: Services,
): PageEndpoint {
  async function sightOf(ask: StoredAsk<Own>): Promise<AskSnapshot | undefined> {
    const counters = await store.read(selectCounters(ask.seq));
    if (!counters) return undefined;
    const now = clock.now();
    const isLast = isOver(ask, now);
    // No newer state follows the last one, so that one has every answer.
    const state = isLast ? counters.tally_seq : results.shownTallySeq(ask, counters);
    return {
      id: `${ask.version}.${state}`,
      isOver: isLast,
      accessOf: (hasAnswered) => seesResults(ask, now, hasAnswered),
      results: () => visitorViews.published(ask, state === counters.tally_seq ? 'exact' : 'recent'),
    };
  }

  async function look(wireId: string): Promise<AskSnapshot | undefined> {
    const ask = await submitService.find(wireId);
    return ask && sightOf(ask);
  }

  async function serve(exchange: HttpExchange, ask: StoredAsk<Own>): Promise<Reply> {
    const sight = await sightOf(ask);
    if (!sight) throw new AskwellError('not_found');
    const answer = answerNamed(exchange);
    const hasAnswered = answer !== undefined && (await visitorViews.answer(ask, answer)) !== undefined;
    if (sight.accessOf(hasAnswered) === 'never') throw hidden(ask);
    const lastEventId = exchange.header('last-event-id');
    // To browsers this says that there is nothing to come back for.
    if (sight.isOver && lastEventId === sight.id)
      return { status: 204, headers: ['cache-control', 'no-store'], body: null };
    if (exchange.method === 'HEAD') return { status: 200, headers, body: null };
    const { signal } = exchange;
    const reader = live.join(ask.seq, () => look(asks.wireId(ask)), {
      lastEventId,
      hasAnswered,
      signal,
      client: networkKeyOf(exchange),
    });
    return reader ? { status: 200, headers, body: reader } : noRoom();
  }

  return embedEndpoint(`/embed/${kind.plural}/{id}/live`, liveDoc(kind.name), submitService.find, context, serve);
}

/** Whether no answer can come in any more, not even one that is being written. */
function isOver({ status, closesAt }: StoredAsk<unknown>, now: Micros): boolean {
  return status === 'closed' || (closesAt !== null && now >= closesAt + lingering);
}

function seesResults(ask: StoredAsk<unknown>, now: Micros, hasAnswered: boolean): ResultsAccess {
  if (areResultsVisible(ask, now, hasAnswered)) return 'now';
  return ask.terms.results_visibility === 'after_close' ? 'later' : 'never';
}

function hidden({ terms }: StoredAsk<unknown>): AskwellError {
  return new AskwellError(
    'forbidden',
    terms.results_visibility === 'after_answer'
      ? 'Results are for those who have answered. Give the id of your answer as ?answer=.'
      : 'Visitors see no results of this one.',
  );
}

/** Said without a word to the log: where there is no room, there are many to say it to. */
function noRoom(): Reply {
  return errorReply(
    new AskwellError('unavailable', 'Too many are reading results live at the moment. Try again in a while.', {
      retryAfter: 30,
    }),
  );
}
