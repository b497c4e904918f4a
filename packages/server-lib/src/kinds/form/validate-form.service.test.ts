import { describe, expect, test } from 'vitest';
import { useFormServer } from '../../../test/support/asks/form-server.js';
import {
  choice,
  email,
  everyFieldType,
  listOf,
  matrix,
  number,
  several,
  text,
} from '../../../test/support/asks/sample-fields.js';

const forms = useFormServer();

describe('a form', () => {
  test('a form accepts fields of every type and applies defaults', async () => {
    const created = await forms.owner('POST', '/forms', { title: 'Survey', fields: everyFieldType });
    expect(created.status).toBe(201);
    expect(created.at('data')).toMatchObject({
      id: expect.stringMatching(/^form_[0-9a-z]{20}$/),
      status: 'open',
      one_per: null,
      results_visibility: 'never',
      answers_count: 0,
      version: 1,
    });
    const common = { help: null, placeholder: null, required: false, show_if: null };
    expect(created.at('data.fields')).toHaveLength(everyFieldType.length);
    expect(created.at('data.fields.0')).toEqual({
      ...common,
      id: 'f1',
      type: 'short_text',
      label: 'Name',
      min_length: null,
      max_length: null,
    });
    expect(created.at('data.fields.5')).toMatchObject({ type: 'number', min: null, max: null, step: null });
    expect(created.at('data.fields.9')).toEqual({
      ...common,
      id: 'f10',
      type: 'multiple_choice',
      label: 'Which?',
      other: false,
      min_choices: null,
      max_choices: null,
      options: [
        { id: 'o1', label: 'a' },
        { id: 'o2', label: 'b' },
        { id: 'o3', label: 'c' },
      ],
    });
    expect(created.at('data.fields.12')).toMatchObject({ type: 'rating', scale: { min: 1, max: 5 } });
    expect(created.at('data.fields.13')).toEqual({
      ...common,
      id: 'f14',
      type: 'scale',
      label: 'Would you recommend it?',
      labels: null,
      nps: false,
    });
    expect(created.at('data.fields.14.rows')).toEqual([
      { id: 'r1', label: 'Soup' },
      { id: 'r2', label: 'Salad' },
    ]);
    expect(created.at('data.fields.18')).toEqual({ ...common, id: 'f19', type: 'page', label: '' });
    expect((await forms.owner('GET', `/forms/${created.id('data.id')}`)).at('data')).toEqual(created.at('data'));
  });

  test('a form has pages by default, and its layout may change at any time', async () => {
    const id = await forms.make([text]);
    const layoutOf = async (path: string) => (await forms.owner('GET', path)).at('data.layout');
    expect(await layoutOf(`/forms/${id}`)).toBe('pages');
    await forms.submit(id, { f1: 'Kim' });
    const changed = await forms.owner('PATCH', `/forms/${id}`, { layout: 'steps' });
    expect([changed.status, changed.at('data.layout'), changed.at('data.version')]).toEqual([200, 'steps', 2]);
    const renamed = await forms.owner('PATCH', `/forms/${id}`, { title: 'Kept' });
    expect([renamed.at('data.layout'), await layoutOf(`/forms/${id}`)]).toEqual(['steps', 'steps']);
    const created = await forms.owner('POST', '/forms', { title: 'Survey', layout: 'steps', fields: [text] });
    expect([created.status, created.at('data.layout')]).toEqual([201, 'steps']);
    const view = await forms.view(created.id('data.id'));
    expect(view.at('data.form.layout')).toBe('steps');
    for (const layout of ['list', '', null, 1]) {
      const refused = await forms.owner('POST', '/forms', { title: 'Survey', layout, fields: [text] });
      expect([layout, refused.status, Object.keys(Object(refused.at('errors')))]).toEqual([layout, 422, ['layout']]);
    }
  });

  test('a form accepts its own representation in a PATCH', async () => {
    const condition = {
      any: [
        { field: 'f9', is: 'o1' },
        { field: 'f6', greater: 2 },
      ],
    };
    const id = await forms.make([
      ...everyFieldType,
      { ...text, help: 'Your name', placeholder: 'Zoë', show_if: condition },
    ]);
    const { fields } = JSON.parse((await forms.owner('GET', `/forms/${id}`)).text).data;
    const after = await forms.owner('PATCH', `/forms/${id}`, { fields });
    expect([after.status, after.at('data.fields')]).toEqual([200, fields]);
  });

  test.each<[string, unknown, string]>([
    ['no fields', [], 'fields'],
    ['201 fields', Array.from({ length: 201 }, () => text), 'fields'],
    ['an unknown type', [{ ...text, type: 'telepathy' }], 'fields.0.type'],
    ['no type', [{ label: 'x' }], 'fields.0.type'],
    ['a field that is not an object', [email, 'email'], 'fields.1'],
    ['no label', [{ type: 'email' }], 'fields.0.label'],
    ['a label that is too long', [{ ...email, label: 'x'.repeat(501) }], 'fields.0.label'],
    ['a member of another type', [{ ...email, min_length: 3 }], 'fields.0.min_length'],
    ['a regular expression', [{ ...text, pattern: '(a+)+$' }], 'fields.0.pattern'],
    ['an invalid ID', [{ ...email, id: 'E mail' }], 'fields.0.id'],
    [
      'a duplicate field ID',
      [
        { ...email, id: 'x' },
        { ...text, id: 'x' },
      ],
      'fields.1.id',
    ],
    ['a NUL in a help text', [{ ...email, help: 'a\u0000' }], 'fields.0.help'],
    ['a required heading', [{ type: 'heading', label: 'x', required: true }], 'fields.0.required'],
    ['min_length above max_length', [{ ...text, min_length: 5, max_length: 4 }], 'fields.0.min_length'],
    ['a max_length above the maximum', [{ ...text, max_length: 5_001 }], 'fields.0.max_length'],
    ['min above max', [{ ...number, min: 5, max: 4 }], 'fields.0.min'],
    ['a step of 0', [{ ...number, step: 0 }], 'fields.0.step'],
    ['a step with too many decimals', [{ ...number, step: 0.0000001 }], 'fields.0.step'],
    ['a bound that is too large', [{ ...number, max: 1e13 }], 'fields.0.max'],
    ['no options', [{ ...choice, options: [] }], 'fields.0.options'],
    ['201 options', [{ ...choice, options: listOf(201) }], 'fields.0.options'],
    [
      'a duplicate option ID',
      [
        {
          ...choice,
          options: [
            { id: 'a', label: 'a' },
            { id: 'a', label: 'b' },
          ],
        },
      ],
      'fields.0.options.1.id',
    ],
    ['an empty option', [{ ...choice, options: ['a', ''] }], 'fields.0.options.1'],
    ['min_choices above the number of options', [{ ...several, min_choices: 4 }], 'fields.0.min_choices'],
    ['min_choices above max_choices', [{ ...several, min_choices: 3, max_choices: 2 }], 'fields.0.min_choices'],
    ['max_choices on a single choice', [{ ...choice, max_choices: 1 }], 'fields.0.max_choices'],
    ['a scale with min above max', [{ type: 'rating', label: 'x', scale: { min: 5, max: 1 } }], 'fields.0.scale'],
    [
      'a scale on a field with a fixed scale',
      [{ type: 'scale', label: 'x', scale: { min: 1, max: 5 } }],
      'fields.0.scale',
    ],
    ['51 rows', [{ ...matrix, rows: listOf(51) }], 'fields.0.rows'],
    ['21 columns', [{ ...matrix, options: listOf(21) }], 'fields.0.options'],
    [
      'a duplicate row ID',
      [
        {
          ...matrix,
          rows: [
            { id: 'r', label: 'a' },
            { id: 'r', label: 'b' },
          ],
        },
      ],
      'fields.0.rows.1.id',
    ],
    ['a matrix without rows', [{ ...matrix, rows: undefined }], 'fields.0.rows'],
  ])('a form with %s is refused at its path', async (_what, fields, path) => {
    const reply = await forms.owner('POST', '/forms', { title: 'Form', fields });
    expect([reply.status, Object.keys(Object(reply.at('errors')))]).toEqual([422, expect.arrayContaining([path])]);
  });

  test.each<[string, object, string]>([
    ['an unknown field', { all: [{ field: 'nobody', is: 'x' }] }, 'all.0.field'],
    ['a later field', { all: [{ field: 'after', answered: true }] }, 'all.0.field'],
    ['itself', { all: [{ field: 'me', answered: true }] }, 'all.0.field'],
    ['a heading', { any: [{ field: 'title', answered: true }] }, 'any.0.field'],
    ['an empty list', { all: [] }, 'all'],
    ['both all and any', { all: [{ field: 'name', is: 'x' }], any: [{ field: 'name', is: 'x' }] }, ''],
    ['neither all nor any', {}, ''],
    ['51 conditions', { all: Array.from({ length: 51 }, () => ({ field: 'name', is: 'x' })) }, 'all'],
    ['no operator', { all: [{ field: 'name' }] }, 'all.0'],
    ['two operators', { all: [{ field: 'name', is: 'x', is_not: 'y' }] }, 'all.0'],
    ['an unknown operator', { all: [{ field: 'name', matches: '.*' }] }, 'all.0.matches'],
    ['greater for a text', { all: [{ field: 'name', greater: 'x' }] }, 'all.0.greater'],
    ['a number for a text', { all: [{ field: 'name', is: 5 }] }, 'all.0.is'],
    [
      'a text for a number',
      {
        all: [
          { field: 'name', answered: true },
          { field: 'many', less: '5' },
        ],
      },
      'all.1.less',
    ],
    ['contains for a number', { all: [{ field: 'many', contains: '5' }] }, 'all.0.contains'],
    ['an unknown option', { all: [{ field: 'which', is: 'o9' }] }, 'all.0.is'],
    ['contains for a single choice', { all: [{ field: 'which', contains: 'o1' }] }, 'all.0.contains'],
    ['an unknown option of a multiple choice', { all: [{ field: 'several', contains: 'o9' }] }, 'all.0.contains'],
    ['a day that does not exist', { all: [{ field: 'day', greater: '2026-02-30' }] }, 'all.0.greater'],
    ['a time that does not exist', { all: [{ field: 'time', less: '25:00' }] }, 'all.0.less'],
    ['a text for a consent field', { all: [{ field: 'agree', is: 'true' }] }, 'all.0.is'],
    ['a matrix', { all: [{ field: 'matrix', is: 'o1' }] }, 'all.0.is'],
    ['is for a ranking', { all: [{ field: 'ranking', is: 'o1' }] }, 'all.0.is'],
    ['null', { all: [{ field: 'name', is: null }] }, 'all.0.is'],
  ])('a form with a condition on %s is refused at the condition', async (_what, show_if, path) => {
    const fields = [
      { ...text, id: 'name' },
      { ...number, id: 'many' },
      { ...choice, id: 'which' },
      { ...several, id: 'several' },
      { ...matrix, id: 'matrix' },
      { ...choice, type: 'ranking', id: 'ranking' },
      { type: 'date', label: 'Day', id: 'day' },
      { type: 'time', label: 'Time', id: 'time' },
      { type: 'consent', label: 'Agree', id: 'agree' },
      { type: 'heading', label: 'Title', id: 'title' },
      { ...text, id: 'me', show_if },
      { ...text, id: 'after' },
    ];
    const reply = await forms.owner('POST', '/forms', { title: 'Form', fields });
    const member = ['fields.10.show_if', path].filter((part) => part !== '').join('.');
    expect([reply.status, Object.keys(Object(reply.at('errors')))]).toEqual([422, expect.arrayContaining([member])]);
  });

  test('a form is accepted at its limits: 200 fields, 200 options, 50 rows of 20, 50 conditions', async () => {
    const fields = Array.from({ length: 200 }, () => text);
    const full = await forms.make(fields);
    const answers = Object.fromEntries(fields.map((_, at) => [`f${at + 1}`, `Answer ${at}`]));
    expect((await forms.submit(full, answers)).status).toBe(201);
    const wide = await forms.make([
      { ...several, options: listOf(200) },
      { ...choice, type: 'ranking', options: listOf(200) },
      { ...matrix, rows: listOf(50), options: listOf(20) },
      { ...text, show_if: { any: Array.from({ length: 50 }, () => ({ field: 'f1', contains: 'o200' })) } },
    ]);
    const ids = listOf(200).map((_, at) => `o${at + 1}`);
    const grid = Object.fromEntries(listOf(50).map((_, at) => [`r${at + 1}`, `o${(at % 20) + 1}`]));
    expect((await forms.submit(wide, { f1: ids, f2: [...ids].reverse(), f3: grid, f4: 'shown' })).status).toBe(201);
    const results = await forms.results(wide);
    expect(results).toMatchObject({ fields: [{ answered: 1 }, { answered: 1 }, { answered: 1 }, { answered: 1 }] });
  });
});
