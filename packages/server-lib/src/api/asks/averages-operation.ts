import { answerQueries } from '../../core/answers/answer-params.js';
import { parseSelection } from '../../core/answers/parse-selection.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { kindWords } from '../../core/kind-words.js';
import { showAverages } from '../../core/results/averages-report.js';
import { averages } from '../../core/schemas/averages-schema.js';
import { resourceResponse } from '../../http/operation-docs.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { defineOperation } from '../operations/operation.js';
import { inputParamsOf } from './answer-operations.js';
import { askTarget } from './ask-target.js';
import { reportArgument } from './report-argument.js';

/** Returns the operation that averages the answers to a question by day. */
export function averagesOperation<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: KindServices<Draft, Own, Body, W>,
) {
  const { kind, averages: averagesService } = services;
  return defineOperation({
    method: 'GET',
    target: askTarget(services, '/averages'),
    doc: {
      id: `get${kindWords[kind.name].One}Averages`,
      summary: 'Average the answers to a question by day',
      description: 'With filters, averages only the answers that they find.',
      responses: [resourceResponse(averages)],
    },
    effect: 'read',
    input: answerQueries[kind.name].averages,
    prefixed: inputParamsOf(kind),
    argument: reportArgument,
    weight: () => 'job',
    async run({ found: { ask }, prefixed }, { question, ...filter }) {
      const selection = parseSelection(kind, ask, filter, prefixed);
      return { data: showAverages(await averagesService.read(ask, selection, question)) };
    },
  });
}
