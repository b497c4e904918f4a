import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answersTo, naivelyShows, randomFields } from '../../../test/support/asks/random-forms.js';
import type { Condition } from '../contract/resources.js';
import { type AnswersById, evaluateForm, type LogicField } from './evaluate-form.js';

const visibleFields = <Field extends LogicField>(fields: readonly Field[], answers: AnswersById) =>
  evaluateForm({ fields }, answers, '2026-01-31').shown;

describe('the shown fields of a form', () => {
  test('matches a naive implementation for any definition', () => {
    const formAndAnswers = randomFields.chain((fields) => fc.tuple(fc.constant(fields), answersTo(fields)));
    fc.assert(
      fc.property(formAndAnswers, ([fields, answers]) => {
        const expected = fields.filter((_, at) => naivelyShows(fields, answers, at)).map(({ id }) => id);
        expect(visibleFields(fields, answers).map(({ id }) => id)).toEqual(expected);
      }),
      { numRuns: 3_000 },
    );
  });

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

  test.each([null, '', '  ', [], {}, undefined])('%j is not an answer', (blank) => {
    const fields = [
      { id: 'a', type: 'short_text' },
      { id: 'b', type: 'short_text', show_if: { all: [{ field: 'a', answered: true }] } },
    ];
    expect(visibleFields(fields, { a: blank })).toHaveLength(1);
  });
});
