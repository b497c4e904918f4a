import type { FormWire } from '../../kinds/form/form-kind.js';
import type { FormBody, FormOwn } from '../../kinds/form/stored-form.js';
import { presentFormResults } from '../../shared/presentation/results/form-results.js';
import { fieldsOf } from './answer-fields.js';
import { formInputs } from './form-inputs.js';
import { formStep } from './form-steps.js';
import type { KindRenderer } from './kind-renderer.js';

/** Renders forms. */
export const formRenderer: KindRenderer<FormOwn, FormBody, FormWire> = {
  inputs:
    ({ fields }) =>
    (formContext) =>
      formInputs(formContext, fields),

  // Each step depends on what was entered before.
  isSameForAll: ({ layout }) => layout !== 'steps',

  toFormFields: ({ fields }, body) =>
    Object.fromEntries(
      Object.entries(body).flatMap(([id, answer]) =>
        fieldsOf(id, answer, fields.find((field) => field.id === id)?.type === 'ranking'),
      ),
    ),

  facts: () => null,

  outcome: () => [],

  results: (texts, form, results) => presentFormResults(results, form, texts),

  step: (own, values, wanted) => (own.layout === 'steps' ? formStep(own, values, wanted) : null),
};
