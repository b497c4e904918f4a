import { embedEndpoint, embedVisitorEndpoint } from '../../api/asks/embed-endpoint.js';
import type { RouteContext } from '../../api/asks/route-context.js';
import { AskwellError } from '../../base/errors.js';
import { Faults } from '../../base/faults/faults.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { wantedLanguages } from '../../core/languages/wanted-languages.js';
import type { SeenOrigins } from '../../core/read/seen-origins.js';
import type { Receipt, View } from '../../core/read/visitor-view.js';
import type { KindResults } from '../../core/results/kind-results.js';
import { parseVisitor } from '../../core/submit/visitor-identity.js';
import { hashVoter } from '../../core/submit/voter-ref.js';
import type { HttpExchange, Reply } from '../../http/exchange.js';
import { conditionalGet } from '../../http/headers/conditional-get.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { secretResource } from '../../http/reply.js';
import { parseUrlencoded } from '../../http/urlencoded.js';
import type { Services } from '../../instance/assemble-services.js';
import { formulaTexts } from '../../kinds/quiz/quiz-texts.js';
import { reviewAttempt } from '../../kinds/quiz/reveal.js';
import type { Embedded } from '../../shared/contract/embed-types.js';
import type { AskDraft, VisitorState } from '../../shared/contract/resources.js';
import { viewDoc, visitorDocs } from './operation-docs.js';
import { ViewCache } from './view-cache.js';

/** The endpoints `GET /embed/polls/{id}`, `GET /embed/quizzes/{id}` and `GET /embed/forms/{id}`. */
export function viewEndpoints(services: Services, routeContext: RouteContext): PageEndpoint[] {
  const { polls, quizzes, forms, seenOrigins, formulas } = services;
  const context = { ...routeContext, seenOrigins };
  const cache = new ViewCache();

  return [
    viewEndpoint(polls, context, cache, (poll, rest): Embedded<'poll'> => ({ poll, ...rest })),
    viewEndpoint(quizzes, context, cache, async (quiz, rest, answered): Promise<Embedded<'quiz'>> => {
      if (!answered) return { quiz, ...rest };
      const attempt = reviewAttempt(answered.ask.own, answered.body);
      // A quiz that is started first has no questions in its view, but in the attempt.
      const found = attempt && (await formulas.in(formulaTexts(attempt)));
      return { quiz: found ? { ...quiz, formulas: { ...quiz.formulas, ...found } } : quiz, ...rest, attempt };
    }),
    viewEndpoint(forms, context, cache, (form, rest): Embedded<'form'> => ({ form, ...rest })),
    visitorEndpoint(polls, services, context),
    visitorEndpoint(quizzes, services, context),
    visitorEndpoint(forms, services, context),
  ];
}

/** The members of a response in addition to the view. */
interface Rest<W extends KindTypes> {
  readonly results: KindResults<W> | null;
  readonly answer?: Receipt<W> | null;
}

/** An ask, and the visitor's answer to it. */
interface Answered<Own, Body> {
  readonly ask: StoredAsk<Own>;
  readonly body: Body;
}

function viewEndpoint<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { kind, asks, submitService, visitorViews, previews }: KindServices<Draft, Own, Body, W>,
  context: RouteContext & { readonly seenOrigins: SeenOrigins },
  cache: ViewCache,
  embed: (view: View<W>, rest: Rest<W>, answered?: Answered<Own, Body>) => Promise<object> | object,
): PageEndpoint {
  /** Returns the view that all visitors share. Clients must revalidate it, because time alone can change it. */
  async function sharedView(exchange: HttpExchange, ask: StoredAsk<Own>): Promise<Reply> {
    const state = await visitorViews.publicState(ask);
    const build = async () => ({ data: await embed(await state.view(), { results: state.results() }) });
    return conditionalGet(exchange, {
      ...(await cache.find(`${ask.id} ${ask.translated ? ask.terms.locale : ''}`, state.key, build)),
      headers: ask.translated ? ['vary', 'Accept-Language'] : [],
    });
  }

  /** Returns the view for the visitor who submitted an answer. */
  async function viewWithAnswer(ask: StoredAsk<Own>, id: string): Promise<Reply> {
    const answer = await visitorViews.answer(ask, id);
    const hasAnswered = answer !== undefined;
    const rest = {
      results: await visitorViews.results(ask, hasAnswered),
      answer: answer ? await visitorViews.receipt(ask, answer) : null,
    };
    const view = await visitorViews.view(ask, hasAnswered, answer?.body);
    const data = await embed(view, rest, answer && { ask, body: answer.body });
    return secretResource(200, data);
  }

  /** Returns a draft to anyone with a preview link. Nothing may store it. */
  async function preview(ask: StoredAsk<Own>): Promise<Reply> {
    return secretResource(200, await embed(await visitorViews.preview(ask), { results: null }));
  }

  return embedEndpoint(
    `/embed/${kind.plural}/{id}`,
    viewDoc(kind.name),
    async (id, exchange) => {
      const ask = (await submitService.find(id)) ?? (await previews.find(id, readOnce(exchange, 'preview')));
      return ask && asks.inLanguage(ask, wantedLanguages(exchange));
    },
    context,
    (exchange, ask) => {
      const origin = exchange.header('origin');
      if (origin !== undefined && origin !== context.ownOrigin) context.seenOrigins.record(ask.seq, origin);
      if (ask.status === 'draft') return preview(ask);
      const answerId = readOnce(exchange, 'answer');
      return answerId === undefined ? sharedView(exchange, ask) : viewWithAnswer(ask, answerId);
    },
  );
}

/**
 * Returns the endpoint that says whether a user is signed in, has answered and may still answer. Only asks that need a user have this
 * endpoint.
 */
function visitorEndpoint<Draft extends AskDraft, Own, Body>(
  { kind, submitService, visitorViews, answers }: KindServices<Draft, Own, Body>,
  { secret, clientKeyOf }: Pick<Services, 'secret' | 'clientKeyOf'>,
  context: RouteContext,
): PageEndpoint {
  const path = `/embed/${kind.plural}/{id}/visitor`;
  const docs = visitorDocs(kind.name);
  const { find } = submitService;
  return embedVisitorEndpoint(path, docs, ['voter'], find, context, async (exchange, ask, findUser, readMembers) => {
    if (ask.terms.one_per !== 'user') throw new AskwellError('not_found');
    const { voter: sent } = await readMembers();
    const faults = new Faults();
    const visitorContext = { clientKey: () => clientKeyOf(exchange), secret: secret.key, user: await findUser(sent) };
    const visitor = parseVisitor({ voter: sent }, visitorContext, faults);
    if (faults.any) throw faults.toError();
    const show = (state: VisitorState) => secretResource(200, state);
    if (visitor.user === null) return show({ signed_in: false, answered: false, answer: null });
    const voter = hashVoter(secret.key, ask.id, 'user', visitor.user);
    const { count, last } = await visitorViews.answersOf(ask, voter);
    return show({
      signed_in: true,
      answered: count >= kind.maxAnswersPerVoter(ask.own),
      answer: last ? answers.wireId(last.id) : null,
    });
  });
}

/** Returns a query parameter, or an empty text if it is repeated. */
export function readOnce({ query }: HttpExchange, name: 'answer' | 'preview'): string | undefined {
  const value = parseUrlencoded(query, 'query')[name];
  return Array.isArray(value) ? '' : value;
}
