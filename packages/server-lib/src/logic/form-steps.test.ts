import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answersTo, randomFields } from '../../test/support/asks/random-forms.js';
import { formSteps } from './form-steps.js';
import { visibleFields } from './visible-fields.js';

const isInput = ({ type }: { type: string }) => !['heading', 'page', 'hidden'].includes(type);

test('the steps of any form contain its visible fields in order, and one input each', () => {
  const formAndAnswers = randomFields.chain((fields) => fc.tuple(fc.constant(fields), answersTo(fields)));
  fc.assert(
    fc.property(formAndAnswers, ([fields, answers]) => {
      const visible = visibleFields(fields, answers);
      const steps = formSteps(visible);
      expect(steps.flat()).toEqual(visible);
      const inputs = visible.filter(isInput).length;
      expect(steps).toHaveLength(Math.max(1, inputs));
      if (inputs > 0) expect(steps.map((step) => step.filter(isInput).length)).toEqual(steps.map(() => 1));
      for (const step of steps.slice(0, -1)) expect(step.findIndex(isInput)).toBe(step.length - 1);
    }),
    { numRuns: 3_000 },
  );
});

test('headings are on the step of the field after them, and at the end on the last step', () => {
  const types = (...all: string[]) =>
    formSteps(all.map((type) => ({ type }))).map((step) => step.map(({ type }) => type));
  expect(types('heading', 'page', 'email', 'hidden', 'date', 'heading')).toEqual([
    ['heading', 'page', 'email'],
    ['hidden', 'date', 'heading'],
  ]);
  expect(types('heading')).toEqual([['heading']]);
  expect(types()).toEqual([[]]);
});
