import { answerQueries } from '../../core/answers/answer-params.js';
import { parseSelection } from '../../core/answers/parse-selection.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { kindWords } from '../../core/kind-words.js';
import { crossTable } from '../../core/schemas/cross-table-schema.js';
import { resourceResponse } from '../../http/operation-docs.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { defineOperation } from '../operations/operation.js';
import { inputParamsOf } from './answer-operations.js';
import { askTarget } from './ask-target.js';
import { reportArgument } from './report-argument.js';

/** Returns the operation that counts the answers to two questions against each other. */
export function crossTableOperation<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: KindServices<Draft, Own, Body, W>,
) {
  const { kind, crossTables } = services;
  return defineOperation({
    method: 'GET',
    target: askTarget(services, '/cross-table'),
    doc: {
      id: `get${kindWords[kind.name].One}CrossTable`,
      summary: 'Count two questions against each other',
      description: 'With filters, counts only the answers that they find.',
      responses: [resourceResponse(crossTable)],
    },
    effect: 'read',
    input: answerQueries[kind.name].crossTable,
    prefixed: inputParamsOf(kind),
    argument: reportArgument,
    weight: () => 'job',
    run: async ({ found: { ask }, prefixed }, { rows, columns, ...filter }) => ({
      data: await crossTables.read(ask, parseSelection(kind, ask, filter, prefixed), { rows, columns }),
    }),
  });
}
