import { objectParameter, optionalParameter } from '../../base/validation/call-checks.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { kindWords } from '../../core/kind-words.js';
import { funnel, funnelQuery } from '../../core/schemas/funnel-schema.js';
import { resourceResponse } from '../../http/operation-docs.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { defineOperation } from '../operations/operation.js';
import { askTarget } from './ask-target.js';

/** Returns the operation that reads how far visits got. */
export function funnelOperation<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: KindServices<Draft, Own, Body, W>,
) {
  const { kind, funnel: counts } = services;
  return defineOperation({
    method: 'GET',
    target: askTarget(services, '/funnel'),
    doc: {
      id: `get${kindWords[kind.name].One}Funnel`,
      summary: 'Get how far visits got',
      description:
        'Counts visits to the widget and the hosted page by full days. Visits without scripts, of programs and of previews are not counted.',
      responses: [resourceResponse(funnel)],
    },
    effect: 'read',
    input: funnelQuery,
    argument: {
      parameter: optionalParameter(objectParameter('period')),
      toInput: (period = {}) => Object(period),
    },
    run: async ({ found: { ask } }, { since = null, until = null }) => ({
      data: await counts.read(ask.seq, kind.funnelQuestions(ask.own), { since, until }),
    }),
  });
}
