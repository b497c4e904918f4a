import { z } from 'zod';
import { type ApiEndpoint, apiEndpoint, item } from '../api/keyed-endpoint.js';
import { act } from '../api/keyed-methods.js';
import { kindRoutes } from '../asks/ask-endpoints.js';
import type { StoredAsk } from '../asks/definition/stored-ask.js';
import type { KindServices } from '../asks/kind-services.js';
import { embedEndpoint } from '../asks/read/embed-endpoint.js';
import { askIdParam } from '../asks/examples.js';
import type { RouteContext } from '../asks/route-context.js';
import { readVisitor } from '../asks/submit/visitor-identity.js';
import { type Clock, timestamp } from '../clock.js';
import type { Secret } from '../crypto/secret.js';
import { AskwellError } from '../errors.js';
import { Faults } from '../faults/faults.js';
import type { HttpExchange } from '../http/exchange.js';
import { type OperationDoc, one } from '../http/operation-docs.js';
import type { PageEndpoint, ServiceOperation } from '../http/page-endpoint.js';
import { resource } from '../http/reply.js';
import { parseUrlencoded } from '../http/urlencoded.js';
import type { Limiter } from '../limiter/limiter.js';
import type { Store } from '../store/store.js';
import { documented } from '../validation/documented.js';
import { keepRegraded, regradeQuiz } from './marking/regrade.js';
import type { StartedQuiz } from './quiz-types.js';
import type { QuizWire } from './quiz-kind.js';
import { quizSchemas } from './kind-schemas.js';
import { regradedSchema } from './quiz-results-schema.js';
import type { QuizDraft, Regraded } from './quiz-types.js';
import { type StartService, secondsLeft } from './start/start-service.js';
import { expiryOf, signStart } from './start/start-token.js';
import { startedQuizSchema } from './start/started-quiz-schema.js';
import type { QuizBody, QuizOwn } from './stored-quiz.js';
import { startedQuiz } from './visitor-view.js';

export type QuizServices = KindServices<QuizDraft, QuizOwn, QuizBody, QuizWire>;

/** What starting a quiz takes. */
interface StartServices {
  readonly clock: Clock;
  readonly secret: Secret;
  readonly starts: StartService;
  readonly limiter: Limiter;
  readonly addressOf: (exchange: HttpExchange) => string | undefined;
  readonly clientOf: (exchange: HttpExchange) => string;
}

interface ServicesUsed {
  readonly store: Store;
  readonly clock: Clock;
}

const aboutRegrade: OperationDoc = {
  id: 'regradeQuiz',
  summary: 'Mark all attempts anew',
  description: 'After a key was corrected: the results follow.',
  replies: [one(regradedSchema)],
};

/** What all kinds have, and marking anew. */
export function quizRoutes(
  kindServices: QuizServices,
  context: RouteContext,
  { store, clock }: ServicesUsed,
): ApiEndpoint[] {
  const { asks } = kindServices;
  const regrade = item('/api/v1/quizzes/{id}/regrade', { id: askIdParam('quiz') }, ({ scope }, { id = '' }) =>
    asks.find(scope, id),
  );
  return [
    ...kindRoutes(kindServices, context, quizSchemas),
    apiEndpoint(regrade, {
      POST: act({
        doc: aboutRegrade,
        weight: () => 'job',
        act: async ({ found: { ask } }, idempotency) => {
          const { count, at } = await regradeQuiz({ store, clock }, ask.seq);
          const done: Regraded = { quiz_id: asks.wireId(ask), regraded: count, graded_at: timestamp(at) };
          return keepRegraded(store, ask.seq, JSON.stringify(done), idempotency);
        },
        reply: async (_call, done) => resource(200, JSON.parse(done)),
      }),
    }),
  ];
}

/** What tells a visitor who starts a quiz. Other members are ignored, as in the other addresses of embeds. */
const startQuery = z.object({
  voter: z.string().optional().register(documented, { description: 'The `voter` that the attempt will have.' }),
  ticket: z
    .string()
    .optional()
    .register(documented, { description: 'The ticket of the visitor. Required with `one_per: "ticket"`.' }),
});

const startTold: ServiceOperation = {
  doc: {
    id: 'startQuiz',
    summary: 'Start a quiz',
    description:
      'Returns the questions, and the `started` token that the attempt must contain. The time runs from here. A voter or ' +
      'ticket that starts again gets the same questions and the same end. Counts against the limit of public operations.',
    replies: [one(startedQuizSchema)],
    refusals: ['closed', 'not_open', 'already_answered', 'invalid', 'rate_limited'],
  },
  params: { id: askIdParam('quiz') },
  query: startQuery,
};

/** Where visitors start a quiz. */
export function quizPages(
  { submitService, visitorViews }: QuizServices,
  context: RouteContext,
  { clock, secret, starts, limiter, addressOf, clientOf }: StartServices,
): PageEndpoint[] {
  async function started(exchange: HttpExchange, ask: StoredAsk<QuizOwn>): Promise<StartedQuiz> {
    const faults = new Faults();
    const visitor = readVisitor(parseUrlencoded(exchange.query, 'query'), () => clientOf(exchange), faults);
    if (faults.any) throw faults.toError();
    const start = await starts.start(ask, visitor);
    const expiry = expiryOf(ask.own, start);
    return {
      quiz: { ...(await visitorViews.head(ask)), ...startedQuiz(ask, start, secret.key) },
      started: signStart(secret.key, ask.id, start),
      expires_at: expiry === null ? null : timestamp(expiry),
      seconds_left: secondsLeft(expiry, clock.now()),
    };
  }

  return [
    embedEndpoint('/embed/quizzes/{id}/start', startTold, submitService.find, context, async (exchange, ask) => {
      const { admitted, retryAfterSeconds } = await limiter.take(addressOf(exchange));
      if (!admitted) throw new AskwellError('rate_limited', undefined, { retryAfter: retryAfterSeconds });
      return resource(200, await started(exchange, ask));
    }),
  ];
}
