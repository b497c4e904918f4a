import { z } from 'zod';
import { AskwellError } from '../../base/errors.js';
import { documented } from '../../base/validation/documented.js';
import { rawText } from '../../base/validation/text.js';
import type { Terms } from '../../core/asks/stored-ask.js';
import type { KindServices } from '../../core/kind-services.js';
import { maxSignedVoterLength, maxTokenLength } from '../../core/schemas/answer-schema.js';
import { askIdParams } from '../../core/schemas/examples.js';
import type { HttpExchange } from '../../http/exchange.js';
import type { AddressLimiter } from '../../http/limits/limiter.js';
import { type OperationDoc, resourceResponse } from '../../http/operation-docs.js';
import type { PageEndpoint, ServiceOperation } from '../../http/page-endpoint.js';
import { resource, secretResource } from '../../http/reply.js';
import type { QuizWire } from '../../kinds/quiz/quiz-kind.js';
import { createStartQuiz, type StartQuizServices, startMembers } from '../../kinds/quiz/start-quiz.js';
import { startDraftSchema, startedQuizSchema } from '../../kinds/quiz/started-quiz-schema.js';
import type { QuizBody, QuizOwn } from '../../kinds/quiz/stored-quiz.js';
import { getsFetchSite, isSameOrigin } from '../../owners/access/same-origin.js';
import type { QuizDraft } from '../../shared/contract/resources.js';
import type { ApiEndpoint } from '../keyed-endpoint.js';
import { type AnalysisContext, analysisOperation } from './analysis-operation.js';
import { kindEndpoints } from './ask-endpoints.js';
import { askOperations } from './ask-operations.js';
import { embedVisitorEndpoint } from './embed-endpoint.js';
import { type RegradeContext, regradeOperation } from './regrade-operation.js';
import type { RouteContext } from './route-context.js';
import { warningsOperation } from './warnings-operation.js';

export type QuizServices = KindServices<QuizDraft, QuizOwn, QuizBody, QuizWire>;

/** The services that starting a quiz needs. */
interface StartContext extends StartQuizServices {
  readonly limiter: AddressLimiter;
  readonly addressOf: (exchange: HttpExchange) => string | undefined;
  readonly clientKeyOf: (exchange: HttpExchange) => string;
}

/** The services that the operations of quizzes need, in addition to the services of all kinds. */
type OperationContext = RegradeContext & AnalysisContext;

/** The operations of quizzes: the operations of all asks, and additional ones. */
export type QuizOperations = ReturnType<typeof quizOperations>;

/** Returns what an owner can do with quizzes. */
export function quizOperations(services: QuizServices, context: OperationContext) {
  return {
    ...askOperations(services),
    analysis: analysisOperation(services, context),
    regrade: regradeOperation(services, context),
    warnings: warningsOperation(services, 'quiz'),
  };
}

/** Returns the endpoints that all kinds have, and additional ones. */
export function quizEndpoints(
  kindServices: QuizServices,
  context: RouteContext,
  operationContext: OperationContext,
): ApiEndpoint[] {
  return kindEndpoints(kindServices, context, quizOperations(kindServices, operationContext));
}

/** Validates the identity of a visitor who starts a quiz. Ignores unknown members, like other embed endpoints. */
const startQuery = z.object({
  voter: rawText(maxSignedVoterLength)
    .optional()
    .register(documented, { description: 'The `voter` that the attempt will have.' }),
  ticket: rawText(maxTokenLength)
    .optional()
    .register(documented, { description: 'The ticket of the visitor. Required with `one_per: "ticket"`.' }),
  started: rawText(maxTokenLength)
    .optional()
    .register(documented, { description: 'The token of an earlier start, to continue it.' }),
});

const startDoc = {
  summary: 'Start a quiz',
  description:
    'Returns the questions, and the `started` token that the attempt must contain. The time runs from here. A voter or ' +
    'ticket that starts again gets the same questions and the same end. Counts against the limit of public operations.',
  responses: [resourceResponse(startedQuizSchema)],
  errorCodes: ['sign_in_required', 'closed', 'not_open', 'already_answered', 'too_late', 'invalid', 'rate_limited'],
} as const satisfies Omit<OperationDoc, 'id'>;

const startParams = { id: askIdParams.quiz };

const startOperations = {
  get: {
    doc: {
      ...startDoc,
      id: 'startQuiz',
      description:
        `${startDoc.description} To send a \`voter\` or a ticket, use POST: proxies log URLs. If the server is reached over plain ` +
        'HTTP, a quiz with `one_per` "ip" or "user" needs the header `X-Requested-With` where the browser sends no `Origin`.',
    },
    params: startParams,
    query: startQuery,
  },
  post: { doc: { ...startDoc, id: 'startQuizAs' }, params: startParams, body: startDraftSchema },
} satisfies Record<'get' | 'post', ServiceOperation>;

/**
 * Refuses images, frames and links of other sites, which would start the time of a visitor. Scripts of other sites are allowed:
 * browsers send an `Origin` with their requests, which is checked like the `Origin` of an attempt.
 *
 * @throws AskwellError with the code `forbidden`.
 */
function refuseOtherSites(exchange: HttpExchange, ownOrigin: string | undefined): void {
  if (exchange.header('origin') !== undefined || isSameOrigin(exchange, ownOrigin)) return;
  throw new AskwellError('forbidden', 'Other sites can start a quiz only with a script.');
}

/**
 * Refuses GETs that may be images, frames or links of other sites. Over plain HTTP, browsers do not send `Sec-Fetch-Site`, which
 * would identify them. A visitor that the server identifies by the address or the session therefore needs a header that only
 * scripts and programs can send. Another site knows neither the tokens nor the tickets of a visitor, so it cannot put them into a
 * URL. A POST has a JSON body, which other sites cannot send without a preflight.
 *
 * @param user The user whose session counts.
 * @throws AskwellError with the code `forbidden`.
 */
function requireScript(
  exchange: HttpExchange,
  { one_per }: Pick<Terms, 'one_per'>,
  user: string | null,
  ownOrigin: string | undefined,
): void {
  if ((one_per !== 'ip' && user === null) || getsFetchSite(ownOrigin)) return;
  const isScript = ['origin', 'sec-fetch-site', 'x-requested-with'].some((name) => exchange.header(name) !== undefined);
  if (isScript) return;
  throw new AskwellError(
    'forbidden',
    'Over plain HTTP, start this quiz with POST, or send the header `X-Requested-With`.',
  );
}

/** Returns the endpoint where visitors start a quiz. */
export function quizStartEndpoints(
  kindServices: QuizServices,
  context: RouteContext,
  { limiter, addressOf, clientKeyOf, ...services }: StartContext,
): PageEndpoint[] {
  const startQuiz = createStartQuiz(kindServices, services);
  const endpoint = embedVisitorEndpoint(
    '/embed/quizzes/{id}/start',
    startOperations,
    startMembers,
    kindServices.submitService.findInLanguage,
    context,
    async (exchange, ask, findUser, readMembers) => {
      refuseOtherSites(exchange, context.ownOrigin);
      const { admitted, retryAfterSeconds } = await limiter.take(addressOf(exchange));
      if (!admitted) throw new AskwellError('rate_limited', undefined, { retryAfter: retryAfterSeconds });
      const members = await readMembers();
      const user = await findUser(members['voter']);
      if (exchange.method === 'GET') requireScript(exchange, ask.terms, user, context.ownOrigin);
      const started = await startQuiz(ask, members, { clientKey: () => clientKeyOf(exchange), user });
      // Visitors may have chosen the texts of checked answers.
      return started.checks.length > 0 ? secretResource(200, started) : resource(200, started);
    },
  );
  return [{ ...endpoint, isPublicPost: true }];
}
