import { embedPostEndpoint } from '../../asks/read/embed-endpoint.js';
import type { RouteContext } from '../../asks/route-context.js';
import { askIdParam } from '../../asks/schemas/examples.js';
import { parseVisitor } from '../../asks/submit/visitor-identity.js';
import type { Secret } from '../../crypto/secret.js';
import { AskwellError } from '../../errors.js';
import { Faults } from '../../faults/faults.js';
import { readBody } from '../../http/body.js';
import type { HttpExchange } from '../../http/exchange.js';
import { publicBodyLimit } from '../../http/limits.js';
import { resourceResponse } from '../../http/operation-docs.js';
import type { PageEndpoint, ServiceOperation } from '../../http/page-endpoint.js';
import { secretResource } from '../../http/reply.js';
import type { AddressLimiter } from '../../limiter/limiter.js';
import type { Policy } from '../../limiter/sliding-window.js';
import { requireObject } from '../../validation/objects.js';
import { checkDraftSchema, checkedQuestionSchema } from '../schemas/check-schema.js';
import type { QuizOwn } from '../stored-quiz.js';
import type { CheckService } from './check-service.js';

/** The limit of checks by one address: 20 visitors behind it who check an answer every other second. */
export const checkPolicy: Policy = { limit: 600, seconds: 60 };

/** What checking answers needs. */
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
  params: { id: askIdParam('quiz') },
  body: checkDraftSchema,
};

/** Counts a check by its address. */
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
