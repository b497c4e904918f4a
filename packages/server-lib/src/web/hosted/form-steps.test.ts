import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answersTo, randomFields } from '../../../test/support/asks/random-forms.js';
import type { FormOwn } from '../../kinds/form/stored-form.js';
import type { Field, PlainField, Variable, When } from '../../shared/contract/resources.js';
import { evaluateForm } from '../../shared/logic/evaluate-form.js';
import { hasInput } from '../../shared/logic/form-pages.js';
import { hasSteps, stepsOf } from './form-steps.js';

const head = { help: null, placeholder: null, required: false, show_if: null };
const text = (id: string, more: Partial<PlainField> = {}): Field => ({
  ...head,
  id,
  label: id,
  type: 'email',
  ...more,
});
const heading = (id: string, type: 'heading' = 'heading'): Field => ({ ...head, id, label: id, type });
const page = (id: string): Field => ({ ...head, id, label: id, type: 'page' });
const formOf = (fields: readonly Field[], variables: readonly Variable[] = []): FormOwn => ({
  fields,
  variables,
  next: 1,
  nexts: {},
  bins: {},
});
const answered = (field: string): When => ({ field, answered: true });

/** Returns the IDs of the fields on each step. */
function divide(form: FormOwn, answers: Readonly<Record<string, unknown>> = {}): string[][] {
  const steps: string[][] = [];
  for (const [{ id }, step] of stepsOf(form, evaluateForm(form, answers, '2026-01-31')))
    steps[step] = [...(steps[step] ?? []), id];
  return steps;
}

describe('stepsOf', () => {
  test('divides a page before a field that depends on it', () => {
    const fields = [text('a'), heading('h'), text('b', { show_if: answered('a') }), text('c')];
    expect(divide(formOf(fields))).toEqual([['a'], ['h', 'c']]);
    expect(divide(formOf(fields), { a: 'x' })).toEqual([['a'], ['h', 'b', 'c']]);
  });

  test.each([
    ['require_if', text('b', { require_if: answered('a') })],
    ['a placeholder', text('b', { label: 'Hello {{a}}' })],
    ['a placeholder of a variable', text('b', { help: 'It costs {{v|nothing}}' })],
    ['a variable', text('b', { show_if: { none: [{ variable: 'v', is: 3 }] } })],
  ])('divides a page before %s', (_name, field) => {
    const variables: Variable[] = [
      { id: 'u', type: 'number', value: 0, rules: [{ when: answered('a'), add: 1 }] },
      { id: 'v', type: 'number', value: 0, rules: [{ set: { variable: 'u' } }] },
    ];
    expect(divide(formOf([text('a'), field], variables))).toEqual([['a'], ['b']]);
    expect(divide(formOf([text('a'), page('p'), field], variables))).toEqual([['a'], ['p', 'b']]);
    expect(divide(formOf([text('z'), field], variables))).toEqual([['z', 'b']]);
  });

  test('has all shown fields in order, and no field on the step of a field that it depends on, for any form', () => {
    const formAndAnswers = randomFields.chain((fields) => fc.tuple(fc.constant(fields), answersTo(fields)));
    fc.assert(
      fc.property(formAndAnswers, ([fields, answers]) => {
        const form = formOf(fields);
        const path = evaluateForm(form, answers, '2026-01-31');
        const steps = stepsOf(form, path);
        expect([...steps.keys()].map(({ id }) => id)).toEqual(path.shown.map(({ id }) => id));
        const numbers = [...new Set(steps.values())];
        expect(numbers).toEqual(numbers.map((_, at) => at));
        for (const [field, step] of steps) {
          const onStep = [...steps]
            .filter(([other, at]) => at === step && hasInput(other))
            .map(([{ id }]) => `"${id}"`);
          const named = JSON.stringify(field.show_if);
          if (hasInput(field)) expect(onStep.filter((id) => named.includes(`"field":${id}`))).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
  });
});

test('a form has steps if a page cannot show its logic', () => {
  const plain = text('b', { show_if: { any: [{ field: 'a', is: 'x' }] } });
  expect(hasSteps(formOf([text('a'), text('b')]))).toBe(false);
  expect(hasSteps(formOf([text('a'), page('p'), text('b')]))).toBe(false);
  expect(hasSteps(formOf([text('a'), plain]))).toBe(false);
  expect(hasSteps(formOf([text('a'), page('p'), plain]))).toBe(true);
  expect(hasSteps(formOf([text('a'), text('b', { show_if: { field: 'a', starts_with: 'x' } })]))).toBe(true);
  expect(hasSteps(formOf([text('a'), text('b', { label: '{{a}}' })]))).toBe(true);
  expect(hasSteps(formOf([text('a', { label: '{{b}}' })]))).toBe(false);
  expect(hasSteps({ ...formOf([text('a')]), layout: 'steps' })).toBe(true);
  expect(hasSteps({ ...formOf([text('a')]), welcome: { title: 'Hi', text: null, button: null } })).toBe(true);
});
