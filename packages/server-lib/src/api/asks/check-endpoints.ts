import type { Secret } from '../../base/crypto/secret.js';
import { AskwellError } from '../../base/errors.js';
import { Faults } from '../../base/faults/faults.js';
import { requireObject } from '../../base/validation/objects.js';
import { askIdParams } from '../../core/schemas/examples.js';
import { parseVisitor } from '../../core/submit/visitor-identity.js';
import type { Policy } from '../../db/windows/sliding-window.js';
import { readBody } from '../../http/body.js';
import type { HttpExchange } from '../../http/exchange.js';
import type { AddressLimiter } from '../../http/limits/limiter.js';
import { publicBodyLimit } from '../../http/limits.js';
import { resourceResponse } from '../../http/operation-docs.js';
import type { PageEndpoint, ServiceOperation } from '../../http/page-endpoint.js';
import { secretResource } from '../../http/reply.js';
import { checkDraftSchema, checkedQuestionSchema } from '../../kinds/quiz/check-schema.js';
import type { CheckService } from '../../kinds/quiz/check-service.js';
import type { QuizOwn } from '../../kinds/quiz/stored-quiz.js';
import { embedPostEndpoint } from './embed-endpoint.js';
import type { RouteContext } from './route-context.js';

/** The limit of checks from one address: enough for 20 visitors who each check an answer every two seconds. */
export const checkPolicy: Policy = { limit: 600, seconds: 60 };

/** The services that checking answers needs. */
export interface CheckServices {
  readonly checks: CheckService;
  readonly checkLimiter: AddressLimiter;
  readonly secret: Secret;
  readonly addressOf: (exchange: HttpExchange) => string | undefined;
  readonly clientKeyOf: (exchange: HttpExchange) => string;
}

const operation: ServiceOperation = {
  doc: {
    id: 'checkAnswer',
    summary: 'Check an answer',
    description:
      'Stores the answer to one question of a started quiz with `feedback: "each"`, and returns whether it is correct. ' +
      'The first answer counts: another one gets the verdict of the first, and the attempt is marked with it. At most 600 ' +
      'checks per minute and address.',
    responses: [resourceResponse(checkedQuestionSchema)],
    errorCodes: ['sign_in_required', 'closed', 'not_open', 'too_late', 'already_answered', 'rate_limited'],
  },
  params: { id: askIdParams.quiz },
  body: checkDraftSchema,
};

/** Counts a check for its address. */
export async function admitCheck(
  { checkLimiter, addressOf }: Pick<CheckServices, 'checkLimiter' | 'addressOf'>,
  exchange: HttpExchange,
): Promise<void> {
  const { admitted, retryAfterSeconds } = await checkLimiter.take(addressOf(exchange));
  if (!admitted) throw new AskwellError('rate_limited', undefined, { retryAfter: retryAfterSeconds });
}

/** Returns the endpoint where visitors check answers before they submit the attempt. */
export function quizCheckEndpoints(
  find: Parameters<typeof embedPostEndpoint<QuizOwn>>[2],
  context: RouteContext,
  services: CheckServices,
): PageEndpoint[] {
  const admit = (exchange: HttpExchange) => admitCheck(services, exchange);
  return [
    embedPostEndpoint(
      '/embed/quizzes/{id}/checks',
      operation,
      find,
      { ...context, admit },
      async (exchange, ask, findUser) => {
        const members = requireObject(await readBody(exchange, publicBodyLimit, ['application/json']));
        const faults = new Faults();
        const visitor = parseVisitor(
          members,
          {
            clientKey: () => services.clientKeyOf(exchange),
            secret: services.secret.key,
            user: await findUser(members['voter']),
          },
          faults,
        );
        return secretResource(200, await services.checks.check(ask, members, visitor, faults));
      },
    ),
  ];
}
