import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { naivePath } from '../../../test/support/asks/naive-path.js';
import { randomForms } from '../../../test/support/asks/random-logic.js';
import { Faults } from '../../base/faults/faults.js';
import { checkLogic } from '../../kinds/form/check-conditions.js';
import type { Condition, When } from '../contract/resources.js';
import { type AnswersById, evaluateForm, type LogicField } from './evaluate-form.js';
import { pagesOf } from './form-pages.js';

const visibleFields = <Field extends LogicField>(fields: readonly Field[], answers: AnswersById) =>
  evaluateForm({ fields }, answers, '2026-01-31').shown;

const today = '2026-01-31';

test('matches a naive implementation for any definition', () => {
  fc.assert(
    fc.property(randomForms, ([form, answers]) => {
      const faults = new Faults();
      checkLogic(form, faults);
      expect(faults.issues).toEqual([]);

      const path = evaluateForm(form, answers, today);
      const pages = pagesOf(path.shown, false);
      expect({
        shown: path.shown.map(({ id }) => id),
        pages: path.shown.map((field) => pages.get(field)),
        required: path.shown.filter((field) => path.isRequired(field)).map(({ id }) => id),
        answers: Object.fromEntries(path.answers),
        variables: path.variables,
        ending: path.ending?.id ?? null,
        problems: path.problems.map(({ variable, rule, code }) => `${variable}.${rule} ${code}`).sort(),
      }).toEqual(naivePath(form, answers, today));
    }),
    { numRuns: 1_000 },
  );
});

describe('the shown fields of a form', () => {
  test('terminates without throwing for conditions on later, own or unknown fields', () => {
    const condition: fc.Arbitrary<Condition> = fc.record({
      field: fc.constantFrom('a', 'b', 'c', 'nobody', '__proto__'),
      is: fc.constantFrom('x', 1, true),
    });
    const field: fc.Arbitrary<LogicField> = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      type: fc.constantFrom('short_text', 'consent', 'time'),
      show_if: fc.option(fc.record({ all: fc.array(condition, { maxLength: 3 }) })),
    });
    fc.assert(
      fc.property(fc.array(field, { maxLength: 6 }), fc.dictionary(fc.string(), fc.anything()), (fields, answers) => {
        for (const shown of visibleFields(fields, answers)) expect(fields).toContain(shown);
      }),
    );
  });

  test('depend on the last evaluated field of an ID, which several fields of a draft can have', () => {
    const answered = (field: string): When => ({ field, answered: true });
    const text = (id: string, show_if?: When): LogicField => ({ id, type: 'short_text', show_if });
    const shownIds = (fields: readonly LogicField[]) => visibleFields(fields, { f1: 'x' }).map(({ id }) => id);
    expect(shownIds([text('f1'), text('f2', answered('f1')), text('f1')])).toEqual(['f1', 'f2', 'f1']);
    const hidden = text('f1', answered('h'));
    expect(shownIds([text('f1'), text('h'), hidden, text('f3', answered('f1'))])).toEqual(['f1', 'h']);
  });

  test('evaluates a chain of 200 fields with 50 conditions each in one pass', () => {
    let reads = 0;
    const fields = Array.from({ length: 200 }, (_, at) => ({
      id: `f${at}`,
      type: 'short_text',
      show_if:
        at === 0 ? null : { all: Array.from({ length: 50 }, (): Condition => ({ field: `f${at - 1}`, is: 'go' })) },
    }));
    const answers = new Proxy(Object.fromEntries(fields.map(({ id }) => [id, 'go'])), {
      get(target, name) {
        reads++;
        return Reflect.get(target, name);
      },
    });
    expect(visibleFields(fields, answers)).toHaveLength(200);
    expect(reads).toBe(200);
  });

  test('ignores the answers to hidden fields', () => {
    const fields: LogicField[] = [
      { id: 'pet', type: 'single_choice' },
      { id: 'breed', type: 'short_text', show_if: { all: [{ field: 'pet', is: 'dog' }] } },
      { id: 'trick', type: 'short_text', show_if: { all: [{ field: 'breed', answered: true }] } },
      { id: 'why', type: 'short_text', show_if: { all: [{ field: 'breed', is_not: 'poodle' }] } },
    ];
    const shown = (pet: string) => visibleFields(fields, { pet, breed: 'poodle' }).map(({ id }) => id);
    expect(shown('dog')).toEqual(['pet', 'breed', 'trick']);
    expect(shown('cat')).toEqual(['pet', 'why']);
  });

  test.each<Condition>([
    { field: 'one', is: { field: 'first' } },
    { field: 'several', is: { field: 'first' } },
    { field: 'several', contains: { field: 'first' } },
  ])('compares write-ins by their texts: %j', (show_if) => {
    const fields: LogicField[] = [
      { id: 'first', type: 'single_choice' },
      { id: 'one', type: 'dropdown' },
      { id: 'several', type: 'multiple_choice' },
      { id: 'same', type: 'short_text', show_if },
    ];
    const shown = (other: string) =>
      visibleFields(fields, { first: { other: 'Tea' }, one: { other }, several: [{ other }] }).map(({ id }) => id);
    expect(shown('Tea')).toContain('same');
    expect(shown('Milk')).not.toContain('same');
  });

  test.each<Condition>([
    { field: 'text', contains: { field: 'part' } },
    { field: 'text', starts_with: { field: 'part' } },
  ])('ignores blanks around a text that is searched for: %j', (show_if) => {
    const fields: LogicField[] = [
      { id: 'part', type: 'short_text' },
      { id: 'text', type: 'short_text' },
      { id: 'found', type: 'short_text', show_if },
    ];
    expect(visibleFields(fields, { part: ' yes ', text: 'yes' })).toHaveLength(3);
    expect(visibleFields(fields, { part: ' no ', text: 'yes' })).toHaveLength(2);
  });

  test.each([null, '', '  ', [], {}, undefined])('%j is not an answer', (blank) => {
    const fields = [
      { id: 'a', type: 'short_text' },
      { id: 'b', type: 'short_text', show_if: { all: [{ field: 'a', answered: true }] } },
    ];
    expect(visibleFields(fields, { a: blank })).toHaveLength(1);
  });
});
