import { defineOperation } from '../../api/operations/operation.js';
import { resourceResponse } from '../../http/operation-docs.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { objectParameter, optionalParameter } from '../../validation/call-checks.js';
import { inputParamsOf, isAnySet } from '../answers/answer-operations.js';
import { answerQueries } from '../answers/filters/answer-params.js';
import { parseSelection } from '../answers/filters/parse-selection.js';
import { askTarget } from '../ask-target.js';
import type { KindServices } from '../kind-services.js';
import type { KindTypes } from '../kind-types.js';
import { kindWords } from '../kind-words.js';
import { countAnswers } from './filtered/count-answers.js';

/** Returns the operation that reads the results of an ask. */
export function resultsOperation<Draft extends AskDraft, Own, Body, W extends KindTypes>(
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
