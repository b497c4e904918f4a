import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answersTo, randomFields } from '../../../test/support/asks/random-forms.js';
import { evaluateForm } from './evaluate-form.js';
import { pagesOf } from './form-pages.js';

interface Typed {
  readonly type: string;
}

const isInput = ({ type }: Typed) => !['heading', 'image', 'video', 'page', 'hidden'].includes(type);

/** Returns the fields of each page. */
function divide<Field extends Typed>(visible: readonly Field[], isSteps: boolean): Field[][] {
  const pages: Field[][] = [];
  for (const [field, page] of pagesOf(visible, isSteps)) pages[page] = [...(pages[page] ?? []), field];
  return pages;
}

const typesOn = (types: readonly string[], isSteps: boolean) =>
  divide(
    types.map((type) => ({ type })),
    isSteps,
  ).map((page) => page.map(({ type }) => type));

test('the steps of any form contain its visible fields in order, and one input each', () => {
  const formAndAnswers = randomFields.chain((fields) => fc.tuple(fc.constant(fields), answersTo(fields)));
  fc.assert(
    fc.property(formAndAnswers, ([fields, answers]) => {
      const { shown: visible } = evaluateForm({ fields }, answers, '2026-01-31');
      const steps = divide(visible, true);
      expect(steps.flat()).toEqual(visible);
      const inputs = visible.filter(isInput);
      if (inputs.length > 0) expect(steps.map((step) => step.filter(isInput))).toEqual(inputs.map((input) => [input]));
      else expect(steps.length).toBeLessThanOrEqual(1);
      for (const step of steps.slice(0, -1)) expect(step.findIndex(isInput)).toBe(step.length - 1);
    }),
    { numRuns: 1_000 },
  );
});

test('headings are on the step of the field after them, and at the end on the last step', () => {
  expect(typesOn(['heading', 'page', 'email', 'hidden', 'date', 'heading'], true)).toEqual([
    ['heading', 'page', 'email'],
    ['hidden', 'date', 'heading'],
  ]);
  expect(typesOn(['heading', 'page'], true)).toEqual([['heading', 'page']]);
  expect(pagesOf([], true).size).toBe(0);
});

test('a page field starts a page, unless nothing is shown before it', () => {
  expect(typesOn(['hidden', 'page', 'email', 'heading', 'page', 'page', 'date'], false)).toEqual([
    ['hidden', 'page', 'email', 'heading'],
    ['page'],
    ['page', 'date'],
  ]);
});
