import type { AskDraft } from '../asks/ask-types.js';
import type { StoredAsk } from '../asks/definition/stored-ask.js';
import type { KindServices } from '../asks/kind-services.js';
import type { KindTypes } from '../asks/kind-types.js';
import { embedEndpoint } from '../asks/read/embed-endpoint.js';
import type { Receipt, View } from '../asks/read/visitor-view.js';
import type { KindResults } from '../asks/results/kind-results.js';
import type { RouteContext } from '../asks/route-context.js';
import type { Services } from '../assemble-services.js';
import { conditionalGet } from '../http/conditional-get.js';
import type { HttpExchange, Reply } from '../http/exchange.js';
import type { PageEndpoint } from '../http/page-endpoint.js';
import { secretResource } from '../http/reply.js';
import { parseUrlencoded } from '../http/urlencoded.js';
import type { Embedded } from './embed-types.js';
import { viewDoc } from './operation-docs.js';
import { ViewCache } from './view-cache.js';

/** What pages of other sites read of each kind of ask. */
export function viewEndpoints({ polls, quizzes, forms }: Services, context: RouteContext): PageEndpoint[] {
  const kept = new ViewCache();
  return [
    viewEndpoint(polls, context, kept, (poll, rest): Embedded<'poll'> => ({ poll, ...rest })),
    viewEndpoint(quizzes, context, kept, (quiz, rest): Embedded<'quiz'> => ({ quiz, ...rest })),
    viewEndpoint(forms, context, kept, (form, rest): Embedded<'form'> => ({ form, ...rest })),
  ];
}

/** What stands beside the view of an ask. */
interface Rest<W extends KindTypes> {
  readonly results: KindResults<W> | null;
  readonly answer?: Receipt<W> | null;
}

function viewEndpoint<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { kind, submitService, visitorViews }: KindServices<Draft, Own, Body, W>,
  context: RouteContext,
  kept: ViewCache,
  embed: (view: View<W>, rest: Rest<W>) => object,
): PageEndpoint {
  /** What everybody sees: kept, and asked about again, since the hour alone may change it. */
  async function toAnyone(exchange: HttpExchange, ask: StoredAsk<Own>): Promise<Reply> {
    const state = await visitorViews.publicState(ask);
    const build = () => ({ data: embed(state.view(), { results: state.results() }) });
    return conditionalGet(exchange, kept.find(ask.id, state.key, build));
  }

  /** What the one visitor sees who knows the id of an answer. */
  async function toWhoAnswered(ask: StoredAsk<Own>, id: string): Promise<Reply> {
    const given = await visitorViews.answer(ask, id);
    const hasAnswered = given !== undefined;
    const data = embed(await visitorViews.view(ask, hasAnswered, given?.body), {
      results: await visitorViews.results(ask, hasAnswered),
      answer: given ? await visitorViews.receipt(ask, given) : null,
    });
    return secretResource(200, data);
  }

  return embedEndpoint(
    `/embed/${kind.plural}/{id}`,
    viewDoc(kind.name),
    submitService.find,
    context,
    (exchange, ask) => {
      const answer = answerNamed(exchange);
      return answer === undefined ? toAnyone(exchange, ask) : toWhoAnswered(ask, answer);
    },
  );
}

/** The id in `?answer=`; one that came several times names no answer. Other members are whoever's, and let be. */
export function answerNamed({ query }: HttpExchange): string | undefined {
  const { answer } = parseUrlencoded(query, 'query');
  return Array.isArray(answer) ? '' : answer;
}
