import { objectParameter, optionalParameter } from '../../base/validation/call-checks.js';
import { answerQueries } from '../../core/answers/answer-params.js';
import { parseSelection } from '../../core/answers/parse-selection.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { kindWords } from '../../core/kind-words.js';
import { countAnswers } from '../../core/results/count-answers.js';
import { resourceResponse } from '../../http/operation-docs.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { defineOperation } from '../operations/operation.js';
import { answerOperations, inputParamsOf, isAnySet } from './answer-operations.js';
import { askTarget } from './ask-target.js';
import { averagesOperation } from './averages-operation.js';
import { crossTableOperation } from './cross-table-operation.js';
import { definitionOperations } from './definition-operations.js';
import { funnelOperation } from './funnel-operation.js';
import { resultLinkOperations } from './link-operations.js';
import { ticketOperations } from './ticket-operations.js';
import { translationOperations } from './translation-operations.js';
import { withdrawUnusedOperation } from './withdraw-unused-operation.js';
import { workingCopyOperations } from './working-copy-operations.js';

/** What an owner can do with the asks of a kind. */
export type AskOperations = ReturnType<typeof askOperations<AskDraft, unknown, unknown, KindTypes>>;

/**
 * Returns what an owner can do with the asks of one kind. REST, the in-process API, the OpenAPI document, the tools of MCP and
 * `askwell api` have everything in this list.
 */
export function askOperations<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: KindServices<Draft, Own, Body, W>,
) {
  return {
    ...definitionOperations(services),
    tickets: { ...ticketOperations(services), withdrawUnused: withdrawUnusedOperation(services) },
    resultsLink: resultLinkOperations(services),
    workingCopy: workingCopyOperations(services),
    translations: translationOperations(services),
    results: resultsOperation(services),
    funnel: funnelOperation(services),
    crossTable: crossTableOperation(services),
    averages: averagesOperation(services),
    answers: answerOperations(services),
  };
}

/** Returns the operation that reads the results of an ask. */
function resultsOperation<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: KindServices<Draft, Own, Body, W>,
) {
  const { kind, schemas } = services;
  return defineOperation({
    method: 'GET',
    target: askTarget(services, '/results'),
    doc: {
      id: `get${kindWords[kind.name].One}Results`,
      summary: 'Get the results',
      description: 'With filters, counts only the answers that they find.',
      responses: [resourceResponse(schemas.results)],
      tool: { name: 'get_results', title: 'Get the results of a poll, quiz or form' },
    },
    effect: 'read',
    input: answerQueries[kind.name].results,
    prefixed: inputParamsOf(kind),
    argument: {
      parameter: optionalParameter(objectParameter('options')),
      // The filter itself is the deprecated form.
      toInput(options = {}) {
        const { where = options } = { where: undefined, ...Object(options) };
        return Object(where);
      },
    },
    weight: (query) => (isAnySet(query) ? 'job' : 'light'),
    run: async ({ found: { ask }, prefixed }, query) => ({
      data: await countAnswers(services, ask, parseSelection(kind, ask, query, prefixed)),
    }),
  });
}
