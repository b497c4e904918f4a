import { validationError } from '../../base/errors.js';
import { objectParameter, optionalParameter } from '../../base/validation/call-checks.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { kindWords } from '../../core/kind-words.js';
import { formWarnings, quizWarnings, warningsQuery } from '../../core/schemas/warnings-schema.js';
import { resourceResponse } from '../../http/operation-docs.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { defineOperation } from '../operations/operation.js';
import { askTarget } from './ask-target.js';

const tool = { name: 'get_warnings', title: 'Check a quiz or form' };

/** The documentation of each kind that can have warnings. */
const docs = {
  quiz: {
    summary: 'Check the formulas of a quiz',
    description: 'Finds the formulas that visitors see as TeX.',
    responses: [resourceResponse(quizWarnings)],
    tool,
  },
  form: {
    summary: 'Check the logic of a form',
    description:
      'Finds what no answers lead to, conditions that are always or never true, unused variables and unknown placeholders.',
    responses: [resourceResponse(formWarnings)],
    tool,
  },
};

/** Returns the operation that finds what a definition probably does not mean. */
export function warningsOperation<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: KindServices<Draft, Own, Body, W>,
  name: keyof typeof docs,
) {
  const { kind, asks, workingCopies, findWarnings } = services;
  return defineOperation({
    method: 'GET',
    target: askTarget(services, '/warnings'),
    doc: { id: `get${kindWords[name].One}Warnings`, ...docs[name] },
    effect: 'read',
    input: warningsQuery,
    argument: {
      parameter: optionalParameter(objectParameter('choice')),
      toInput: (choice = {}) => Object(choice),
    },
    // The whole definition is checked.
    weight: () => 'job',
    async run({ found }, { definition = 'published' }) {
      let ask = found.ask;
      if (definition === 'working_copy') {
        const review = await workingCopies.review(found, await workingCopies.open(ask));
        if (!review.ask) throw validationError([...review.issues]);
        ask = review.ask;
      }
      return { data: { ...kind.askReference(asks.wireId(ask)), warnings: await findWarnings(ask) } };
    },
  });
}
