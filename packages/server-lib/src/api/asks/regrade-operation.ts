import { type Clock, formatTimestamp } from '../../base/clock.js';
import type { KindServices } from '../../core/kind-services.js';
import type { Store } from '../../db/store.js';
import { resourceResponse } from '../../http/operation-docs.js';
import type { QuizWire } from '../../kinds/quiz/quiz-kind.js';
import { regradedSchema } from '../../kinds/quiz/quiz-results-schema.js';
import type { QuizBody, QuizOwn } from '../../kinds/quiz/stored-quiz.js';
import type { QuizDraft, Regraded } from '../../shared/contract/resources.js';
import { defineOperation, noInput } from '../operations/operation.js';
import { askTarget } from './ask-target.js';
import { regradeQuiz, saveRegradeOnce } from './regrade.js';

/** The services that regrading needs, in addition to the services of quizzes. */
export interface RegradeContext {
  readonly store: Store;
  readonly clock: Clock;
}

/** Returns the operation that marks all attempts of a quiz again. */
export function regradeOperation(
  services: KindServices<QuizDraft, QuizOwn, QuizBody, QuizWire>,
  { store, clock }: RegradeContext,
) {
  return defineOperation({
    method: 'POST',
    target: askTarget(services, '/regrade'),
    doc: {
      id: 'regradeQuiz',
      summary: 'Regrade all attempts',
      description:
        'Marks all attempts with the current answer keys and updates the results. Call it after correcting a key.',
      responses: [resourceResponse(regradedSchema)],
      tool: { name: 'regrade_quiz' },
    },
    effect: 'write',
    input: noInput,
    inputMayBeAbsent: true,
    weight: () => 'job',
    versionOf: ({ ask }) => ask.version,
    async run({ found: { ask }, onlyVersion, idempotency }) {
      const { count, at } = await regradeQuiz({ store, clock }, ask.seq, onlyVersion);
      const outcome = { quiz_id: services.asks.wireId(ask), regraded: count, graded_at: formatTimestamp(at) };
      const { result, replayed } = await saveRegradeOnce(store, ask.seq, JSON.stringify(outcome), idempotency);
      return { data: parseOutcome(result), replayed };
    },
    replay: async (_call, stored) => ({ data: parseOutcome(stored) }),
  });
}

function parseOutcome(stored: string): Regraded {
  return JSON.parse(stored);
}
