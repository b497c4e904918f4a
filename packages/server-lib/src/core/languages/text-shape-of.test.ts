import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { boundedArray } from '../../base/validation/bounded.js';
import { described, translatable } from '../../base/validation/documented.js';
import { text } from '../../base/validation/text.js';
import { form } from '../../kinds/form/form-kind.js';
import { poll } from '../../kinds/poll/poll-kind.js';
import { quiz } from '../../kinds/quiz/quiz-kind.js';
import { findTexts, textAt, toTextTree, withTexts } from '../../shared/translations/text-shape.js';
import { textShapeOf, translationSchema } from './text-shape-of.js';

const item = z.strictObject({ id: text(40), label: translatable(text(100)), code: text(10) });
const definition = z.strictObject({
  title: described(translatable(text(50)), 'The title.'),
  note: translatable(text(9))
    .transform((value) => (value === '' ? null : value))
    .nullable()
    .optional(),
  secret: text(50),
  items: boundedArray(z.union([translatable(text(100)), item]), { max: 5 }),
});

describe('the texts of a schema', () => {
  test('are those that are marked, in their order', () => {
    const draft = {
      title: 'Title',
      note: null,
      secret: 'Secret',
      items: [{ id: 'a', label: 'A', code: 'c' }, 'without ID', { id: 'b', label: '', code: 'c' }],
    };
    expect(findTexts(textShapeOf(definition), draft)).toEqual([
      { path: 'title', keys: ['title'], text: 'Title', maxLength: 50 },
      { path: 'items.a.label', keys: ['items', 'a', 'label'], text: 'A', maxLength: 100 },
    ]);
  });

  test('describe the translation', () => {
    const schema = translationSchema(definition);
    expect(schema.safeParse({ title: ' Titel ', items: { a: { label: 'A' } } }).data).toEqual({
      title: 'Titel',
      items: { a: { label: 'A' } },
    });
    for (const refused of [{ secret: 'x' }, { items: { a: { code: 'x' } } }, { note: '1234567890' }, { items: [] }])
      expect([refused, schema.safeParse(refused).success]).toEqual([refused, false]);
  });
});

describe('a definition in another language', () => {
  const head = { title: 'Title', description: 'About', after: { message: 'Thanks', url: 'https://example.com/' } };
  const definitions = {
    poll: [
      poll.textShape,
      {
        ...head,
        type: 'rating',
        options: [
          { id: 'o1', label: 'Soup', image_url: null, max_votes: null },
          { id: 'o2', label: 'Salad', image_url: null, max_votes: null },
        ],
        labels: { min: 'bad', max: null },
      },
    ],
    quiz: [
      quiz.textShape,
      {
        ...head,
        questions: [
          {
            id: 'q1',
            type: 'single',
            prompt: 'Why?',
            explanation: 'So',
            answer: 'o1',
            options: [{ id: 'o1', label: 'x' }],
          },
          { id: 'q2', type: 'match', prompt: 'What?', targets: [{ id: 't1', label: 'y' }], answer: { o1: 't1' } },
        ],
        bands: [
          { min_percentage: 0, title: 'Low', message: null },
          { min_percentage: 66.5, title: 'High', message: 'Well done' },
        ],
      },
    ],
    form: [
      form.textShape,
      {
        ...head,
        fields: [
          { id: 'f1', type: 'short_text', label: 'Name', help: 'First', placeholder: 'Ada', required: true },
          {
            id: 'f2',
            type: 'matrix',
            label: 'M',
            rows: [{ id: 'r1', label: 'R' }],
            options: [{ id: 'o1', label: 'O' }],
          },
          { id: 'f3', type: 'scale', label: 'S', labels: { min: 'no', max: 'yes' }, nps: true },
          { id: 'f4', type: 'hidden', label: 'Source', show_if: null },
        ],
      },
    ],
  } as const;

  test.each(Object.entries(definitions))('of a %s differs only in its texts', (_kind, [shape, original]) => {
    const places = findTexts(shape, original);
    expect(places.length).toBeGreaterThan(5);
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1 }), { minLength: places.length, maxLength: places.length }),
        (texts) => {
          const pairs = places.map(({ keys }, at) => [keys, texts[at] ?? ''] as const);
          const translated = withTexts(original, toTextTree(pairs));
          const found = findTexts(shape, translated);
          expect(found.map(({ path, text }) => [path, text])).toEqual(places.map(({ path }, at) => [path, texts[at]]));
          const back = withTexts(translated, toTextTree(places.map(({ keys, text }) => [keys, text])));
          expect(back).toEqual(original);
        },
      ),
    );
  });

  test('keeps texts without a translation, and shares what does not change', () => {
    const [, original] = definitions.form;
    const translated = withTexts(original, {
      fields: { f1: { label: 'Nom', help: '' }, f9: { label: 'x' } },
      url: 'x',
    });
    expect(translated.fields[0]).toEqual({ ...original.fields[0], label: 'Nom' });
    expect(translated.fields[1]).toBe(original.fields[1]);
    expect(translated.after).toBe(original.after);
  });

  test('ignores members of prototypes', () => {
    expect(textAt({ title: 'x' }, ['constructor', 'name'])).toBeUndefined();
    expect(withTexts({ toString: 'a' }, {})).toEqual({ toString: 'a' });
  });
});
