import type { OwnedAsk } from '../../core/asks/ask-service.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { kindWords } from '../../core/kind-words.js';
import { batchBodyLimit, maxWaitingBatches } from '../../core/limits.js';
import { batchResults } from '../../core/schemas/batch-schema.js';
import { batchRequest } from '../../core/submit/parse-batch-answer.js';
import { resourceResponse } from '../../http/operation-docs.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { defineOperation, type Target } from '../operations/operation.js';

/** Returns the operation that records many answers at once. */
export function batchOperation<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { kind, batches, schemas }: KindServices<Draft, Own, Body, W>,
  all: Target<OwnedAsk<Own>>,
) {
  return defineOperation({
    method: 'POST',
    target: { ...all, path: `${all.path}/batch` },
    doc: {
      id: `record${kindWords[kind.name].Answers}`,
      summary: `Record many ${kind.answers}`,
      description: `For servers of owners: imports, kiosks, and pages of their own. Records up to 1,000 ${kind.answers} with the checks of \`POST ${all.path}\`, without its rate limit. The response has a result for each, in the same order. With \`atomic\`, a refused one results in a 422 with the faults of all, and none is recorded.`,
      responses: [{ ...resourceResponse(batchResults), description: 'The result of each answer.' }],
    },
    effect: 'write_answers',
    input: batchRequest,
    inputDoc: schemas.batch,
    bodyLimit: batchBodyLimit,
    argument: {
      parameter: { name: 'answers', expected: 'an array', accepts: Array.isArray },
      toInput: (answers, options) => ({
        ...('atomic' in options && { atomic: options.atomic }),
        ...('receipts' in options && { receipts: options.receipts }),
        answers: Array.isArray(answers) ? answers.map(withTextTime) : answers,
      }),
    },
    isSecret: true,
    weight: () => 'job',
    maxWaiting: maxWaitingBatches,
    versionOf: ({ ask }) => ask.version,
    async run({ scope, found: { ask }, onlyVersion, idempotency, client }, request) {
      const recorded = await batches.record(scope, ask, { ...request, client, idempotency, onlyVersion });
      return { data: recorded.results, replayed: recorded.replayed };
    },
    replay: async (_call, stored) => ({ data: batches.showStored(stored) }),
  });
}

/** Returns an answer of a batch whose time is a text, as in a request. */
function withTextTime(answer: unknown): unknown {
  const hasTime = typeof answer === 'object' && answer !== null && 'created_at' in answer;
  return hasTime && answer.created_at instanceof Date
    ? { ...answer, created_at: answer.created_at.toISOString() }
    : answer;
}
