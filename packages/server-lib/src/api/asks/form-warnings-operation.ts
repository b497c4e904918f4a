import { validationError } from '../../base/errors.js';
import { nextTurn } from '../../base/event-loop.js';
import { objectParameter, optionalParameter } from '../../base/validation/call-checks.js';
import type { KindServices } from '../../core/kind-services.js';
import { resourceResponse } from '../../http/operation-docs.js';
import type { FormWire } from '../../kinds/form/form-kind.js';
import { formWarnings, formWarningsQuery } from '../../kinds/form/form-warnings-schema.js';
import type { FormOwn } from '../../kinds/form/stored-form.js';
import type { FormBody } from '../../kinds/form/stored-submission.js';
import type { FormDraft } from '../../shared/contract/resources.js';
import { defineOperation } from '../operations/operation.js';
import { askTarget } from './ask-target.js';

export type FormServices = KindServices<FormDraft, FormOwn, FormBody, FormWire>;

/** Returns the operation that finds what the logic of a form probably does not mean. */
export function formWarningsOperation(services: FormServices) {
  const { kind, asks, workingCopies } = services;
  return defineOperation({
    method: 'GET',
    target: askTarget(services, '/warnings'),
    doc: {
      id: 'getFormWarnings',
      summary: 'Check the logic of a form',
      description:
        'Finds what no answers lead to, conditions that are always or never true, unused variables and unknown placeholders. Returns 422 if changes that are not published are not valid.',
      responses: [resourceResponse(formWarnings)],
      tool: { name: 'get_form_warnings' },
    },
    effect: 'read',
    input: formWarningsQuery,
    argument: {
      parameter: optionalParameter(objectParameter('choice')),
      toInput: (choice = {}) => Object(choice),
    },
    // The whole definition is checked.
    weight: () => 'job',
    async run({ found }, { definition = 'published' }) {
      let ask = found.ask;
      if (definition === 'working_copy') {
        const { draft } = await workingCopies.open(ask);
        const review = await workingCopies.review(found, draft);
        if (!review.ask) throw validationError([...review.issues]);
        ask = review.ask;
      }
      // The largest definitions take some milliseconds.
      await nextTurn(ask.account);
      return { data: { form_id: asks.wireId(ask), warnings: kind.findWarnings?.(ask) ?? [] } };
    },
  });
}
