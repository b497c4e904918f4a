import { type Clock, formatTimestamp } from '../../base/clock.js';
import type { Secret } from '../../base/crypto/secret.js';
import { Faults } from '../../base/faults/faults.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import type { KindServices } from '../../core/kind-services.js';
import { parseVisitor, type VisitorContext } from '../../core/submit/visitor-identity.js';
import type { QuizDraft, StartDraft, StartedQuiz } from '../../shared/contract/resources.js';
import type { CheckService } from './check-service.js';
import type { QuizWire } from './quiz-kind.js';
import { type StartService, secondsLeft } from './start-service.js';
import { signStart, startExpiry } from './start-token.js';
import type { QuizBody, QuizOwn } from './stored-quiz.js';
import { startedQuizPart } from './visitor-view.js';

/** The members with which a visitor starts a quiz. */
export const startMembers = ['voter', 'ticket', 'started'] as const satisfies readonly (keyof StartDraft)[];

/** The services that starting a quiz needs. */
export interface StartQuizServices {
  readonly clock: Clock;
  readonly secret: Secret;
  readonly starts: StartService;
  readonly checks: CheckService;
}

/** Starts a quiz for a visitor, or continues an earlier start. */
export function createStartQuiz(
  { visitorViews }: Pick<KindServices<QuizDraft, QuizOwn, QuizBody, QuizWire>, 'visitorViews'>,
  { clock, secret, starts, checks }: StartQuizServices,
) {
  /**
   * @param members The members of a {@link StartDraft}, before they are validated.
   * @throws AskwellError if the members are invalid, the quiz is not open, or all attempts are used.
   */
  return async (
    ask: StoredAsk<QuizOwn>,
    members: Readonly<Record<string, unknown>>,
    context: Omit<VisitorContext, 'secret'>,
  ): Promise<StartedQuiz> => {
    const faults = new Faults();
    const visitor = parseVisitor(members, { ...context, secret: secret.key }, faults);
    if (faults.any) throw faults.toError();
    const { started: token } = members;
    const started = await (token === undefined || token === null
      ? starts.start(ask, visitor)
      : checks.resume(ask, token, visitor));
    const expiry = startExpiry(ask.own, started);
    return {
      quiz: await visitorViews.toView(ask, {
        ...(await visitorViews.head(ask)),
        ...startedQuizPart(ask, started, secret.key),
      }),
      started: signStart(secret.key, ask.id, started),
      expires_at: expiry === null ? null : formatTimestamp(expiry),
      seconds_left: secondsLeft(expiry, clock.now()),
      checks: await checks.list(ask, started),
    };
  };
}
