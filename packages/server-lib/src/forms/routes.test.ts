import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFormDesk, type FormDesk } from '../../test/support/form-desk.js';
import { startServer, type TestServer } from '../../test/support/server.js';

let server: TestServer;
let desk: FormDesk;

beforeAll(async () => {
  server = await startServer({ trustProxy: ['127.0.0.1'] });
  desk = await createFormDesk(server);
});
afterAll(() => server.close());

const email = { type: 'email', label: 'Address' };
const text = { type: 'short_text', label: 'Name' };
const number = { type: 'number', label: 'How many?' };
const choice = { type: 'single_choice', label: 'Which?', options: ['a', 'b'] };
const several = { type: 'multiple_choice', label: 'Which?', options: ['a', 'b', 'c'] };
const matrix = { type: 'matrix', label: 'How?', rows: ['Soup', 'Salad'], options: ['Good', 'Bad'] };
const listOf = (count: number) => Array.from({ length: count }, (_, at) => `Number ${at + 1}`);

/** One field of each type, with the shortest definition that will do. */
const everyType = [
  text,
  { ...text, type: 'long_text' },
  email,
  { type: 'url', label: 'Page' },
  { type: 'phone', label: 'Phone' },
  number,
  { type: 'date', label: 'Day' },
  { type: 'time', label: 'Time' },
  choice,
  several,
  { ...choice, type: 'dropdown' },
  { ...choice, type: 'ranking' },
  { type: 'rating', label: 'How good?' },
  { type: 'scale', label: 'Would you recommend it?' },
  matrix,
  { type: 'consent', label: 'I agree' },
  { type: 'hidden' },
  { type: 'heading', label: 'And now' },
  { type: 'page' },
];

const everyAnswer = {
  f1: 'Zoë 🙂',
  f2: 'one\ntwo',
  f3: 'a@b.c',
  f4: 'https://example.com/?q=1',
  f5: '+44 20 7946 0958',
  f6: -0.5,
  f7: '2024-02-29',
  f8: '09:05',
  f9: 'o2',
  f10: ['o1', 'o3'],
  f11: 'o1',
  f12: ['o2', 'o1'],
  f13: 4,
  f14: 0,
  f15: { r1: 'o1', r2: 'o2' },
  f16: true,
  f17: 'campaign-7',
};

describe('a form', () => {
  test('takes fields of every type, and fills in what its author left out', async () => {
    const made = await desk.owner('POST', '/forms', { title: 'Survey', fields: everyType });
    expect(made.status).toBe(201);
    expect(made.at('data')).toMatchObject({
      id: expect.stringMatching(/^form_[0-9a-z]{20}$/),
      ...{ status: 'open', one_per: null, results_visibility: 'never', answers_count: 0, version: 1 },
    });
    const common = { help: null, placeholder: null, required: false, show_if: null };
    expect(made.at('data.fields')).toHaveLength(everyType.length);
    expect(made.at('data.fields.0')).toEqual({
      ...{ ...common, id: 'f1', type: 'short_text', label: 'Name' },
      ...{ min_length: null, max_length: null },
    });
    expect(made.at('data.fields.5')).toMatchObject({ type: 'number', min: null, max: null, step: null });
    expect(made.at('data.fields.9')).toEqual({
      ...{ ...common, id: 'f10', type: 'multiple_choice', label: 'Which?', other: false },
      ...{ min_choices: null, max_choices: null },
      options: [
        { id: 'o1', label: 'a' },
        { id: 'o2', label: 'b' },
        { id: 'o3', label: 'c' },
      ],
    });
    expect(made.at('data.fields.12')).toMatchObject({ type: 'rating', scale: { min: 1, max: 5 } });
    expect(made.at('data.fields.14.rows')).toEqual([
      { id: 'r1', label: 'Soup' },
      { id: 'r2', label: 'Salad' },
    ]);
    expect(made.at('data.fields.18')).toEqual({ ...common, id: 'f19', type: 'page', label: '' });
    expect((await desk.owner('GET', `/forms/${made.id('data.id')}`)).at('data')).toEqual(made.at('data'));
  });

  test('goes back in just as it came out', async () => {
    const condition = {
      any: [
        { field: 'f9', is: 'o1' },
        { field: 'f6', greater: 2 },
      ],
    };
    const id = await desk.make([...everyType, { ...text, help: 'Your name', placeholder: 'Zoë', show_if: condition }]);
    const { fields } = JSON.parse((await desk.owner('GET', `/forms/${id}`)).text).data;
    const after = await desk.owner('PATCH', `/forms/${id}`, { fields });
    expect([after.status, after.at('data.fields')]).toEqual([200, fields]);
  });

  test.each<[string, unknown, string]>([
    ['no fields', [], 'fields'],
    ['201 fields', Array.from({ length: 201 }, () => text), 'fields'],
    ['a type nobody knows', [{ ...text, type: 'telepathy' }], 'fields.0.type'],
    ['no type', [{ label: 'x' }], 'fields.0.type'],
    ['a field that is no object', [email, 'email'], 'fields.1'],
    ['no label', [{ type: 'email' }], 'fields.0.label'],
    ['a label that is too long', [{ ...email, label: 'x'.repeat(501) }], 'fields.0.label'],
    ['a member of another type', [{ ...email, min_length: 3 }], 'fields.0.min_length'],
    ['an expression of the author', [{ ...text, pattern: '(a+)+$' }], 'fields.0.pattern'],
    ['a bad id', [{ ...email, id: 'E mail' }], 'fields.0.id'],
    [
      'two fields of one id',
      [
        { ...email, id: 'x' },
        { ...text, id: 'x' },
      ],
      'fields.1.id',
    ],
    ['NUL in a help', [{ ...email, help: 'a\u0000' }], 'fields.0.help'],
    ['a heading that is required', [{ type: 'heading', label: 'x', required: true }], 'fields.0.required'],
    ['lengths the wrong way round', [{ ...text, min_length: 5, max_length: 4 }], 'fields.0.min_length'],
    ['a length above any answer', [{ ...text, max_length: 5_001 }], 'fields.0.max_length'],
    ['numbers the wrong way round', [{ ...number, min: 5, max: 4 }], 'fields.0.min'],
    ['a step of nothing', [{ ...number, step: 0 }], 'fields.0.step'],
    ['a step that is too fine', [{ ...number, step: 0.0000001 }], 'fields.0.step'],
    ['a bound that is too large', [{ ...number, max: 1e13 }], 'fields.0.max'],
    ['no options', [{ ...choice, options: [] }], 'fields.0.options'],
    ['201 options', [{ ...choice, options: listOf(201) }], 'fields.0.options'],
    [
      'two options of one id',
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
    ['more choices than options', [{ ...several, min_choices: 4 }], 'fields.0.min_choices'],
    ['choices the wrong way round', [{ ...several, min_choices: 3, max_choices: 2 }], 'fields.0.min_choices'],
    ['choices of a single choice', [{ ...choice, max_choices: 1 }], 'fields.0.max_choices'],
    ['a scale upside down', [{ type: 'rating', label: 'x', scale: { min: 5, max: 1 } }], 'fields.0.scale'],
    ['a scale where it is given', [{ type: 'scale', label: 'x', scale: { min: 1, max: 5 } }], 'fields.0.scale'],
    ['51 rows', [{ ...matrix, rows: listOf(51) }], 'fields.0.rows'],
    ['21 columns', [{ ...matrix, options: listOf(21) }], 'fields.0.options'],
    [
      'two rows of one id',
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
  ])('with %s is refused at the very member', async (_what, fields, path) => {
    const reply = await desk.owner('POST', '/forms', { title: 'Form', fields });
    expect([reply.status, Object.keys(Object(reply.at('errors')))]).toEqual([422, expect.arrayContaining([path])]);
  });

  test.each<[string, object, string]>([
    ['a field that is not there', { all: [{ field: 'nobody', is: 'x' }] }, 'all.0.field'],
    ['a later field', { all: [{ field: 'after', answered: true }] }, 'all.0.field'],
    ['itself', { all: [{ field: 'me', answered: true }] }, 'all.0.field'],
    ['a heading', { any: [{ field: 'title', answered: true }] }, 'any.0.field'],
    ['nothing', { all: [] }, 'all'],
    ['all and any at once', { all: [{ field: 'name', is: 'x' }], any: [{ field: 'name', is: 'x' }] }, ''],
    ['neither all nor any', {}, ''],
    ['51 conditions', { all: Array.from({ length: 51 }, () => ({ field: 'name', is: 'x' })) }, 'all'],
    ['no operator', { all: [{ field: 'name' }] }, 'all.0'],
    ['two operators', { all: [{ field: 'name', is: 'x', is_not: 'y' }] }, 'all.0'],
    ['an operator nobody knows', { all: [{ field: 'name', matches: '.*' }] }, 'all.0.matches'],
    ['an order of texts', { all: [{ field: 'name', greater: 'x' }] }, 'all.0.greater'],
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
    ['a part of a number', { all: [{ field: 'many', contains: '5' }] }, 'all.0.contains'],
    ['an option that is not there', { all: [{ field: 'which', is: 'o9' }] }, 'all.0.is'],
    ['a part of a single choice', { all: [{ field: 'which', contains: 'o1' }] }, 'all.0.contains'],
    ['an option nobody can choose', { all: [{ field: 'several', contains: 'o9' }] }, 'all.0.contains'],
    ['a day that does not exist', { all: [{ field: 'day', greater: '2026-02-30' }] }, 'all.0.greater'],
    ['a time that does not exist', { all: [{ field: 'time', less: '25:00' }] }, 'all.0.less'],
    ['a text for a box', { all: [{ field: 'agree', is: 'true' }] }, 'all.0.is'],
    ['an answer of a matrix', { all: [{ field: 'matrix', is: 'o1' }] }, 'all.0.is'],
    ['a place in a ranking', { all: [{ field: 'ranking', is: 'o1' }] }, 'all.0.is'],
    ['null', { all: [{ field: 'name', is: null }] }, 'all.0.is'],
  ])('with a condition on %s is refused at the condition', async (_what, show_if, path) => {
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
    const reply = await desk.owner('POST', '/forms', { title: 'Form', fields });
    const member = ['fields.10.show_if', path].filter((part) => part !== '').join('.');
    expect([reply.status, Object.keys(Object(reply.at('errors')))]).toEqual([422, expect.arrayContaining([member])]);
  });

  test('stands at its limits: 200 fields, 200 options, 50 rows of 20, 50 conditions', async () => {
    const fields = Array.from({ length: 200 }, () => text);
    const full = await desk.make(fields);
    const answers = Object.fromEntries(fields.map((_, at) => [`f${at + 1}`, `Answer ${at}`]));
    expect((await desk.submit(full, answers)).status).toBe(201);
    const wide = await desk.make([
      { ...several, options: listOf(200) },
      { ...choice, type: 'ranking', options: listOf(200) },
      { ...matrix, rows: listOf(50), options: listOf(20) },
      { ...text, show_if: { any: Array.from({ length: 50 }, () => ({ field: 'f1', contains: 'o200' })) } },
    ]);
    const ids = listOf(200).map((_, at) => `o${at + 1}`);
    const grid = Object.fromEntries(listOf(50).map((_, at) => [`r${at + 1}`, `o${(at % 20) + 1}`]));
    expect((await desk.submit(wide, { f1: ids, f2: [...ids].reverse(), f3: grid, f4: 'shown' })).status).toBe(201);
    const results = await desk.results(wide);
    expect(results).toMatchObject({ fields: [{ answered: 1 }, { answered: 1 }, { answered: 1 }, { answered: 1 }] });
  });
});

describe('a change', () => {
  test('matches fields, options and rows by their ids, and never gives a removed id to another', async () => {
    const id = await desk.make([choice, matrix, text]);
    const o1 = { id: 'o1', label: 'a' };
    await desk.owner('PATCH', `/forms/${id}`, {
      fields: [
        { ...choice, id: 'f1', options: [o1] },
        { ...matrix, id: 'f2', rows: [{ id: 'r1', label: 'Soup' }] },
      ],
    });
    const changed = await desk.owner('PATCH', `/forms/${id}`, {
      fields: [
        { ...choice, id: 'f1', options: [o1, 'New'] },
        { ...matrix, id: 'f2', rows: ['New', { id: 'r1', label: 'Stew' }] },
        { ...email },
      ],
    });
    expect(changed.at('data.fields.0.options')).toEqual([o1, { id: 'o3', label: 'New' }]);
    expect(changed.at('data.fields.1.rows')).toEqual([
      { id: 'r3', label: 'New' },
      { id: 'r1', label: 'Stew' },
    ]);
    expect(changed.at('data.fields.2.id')).toBe('f4');
  });

  test('that removes what a condition names is refused', async () => {
    const id = await desk.make([choice, { ...text, show_if: { all: [{ field: 'f1', is: 'o2' }] } }]);
    const fields = JSON.parse((await desk.owner('GET', `/forms/${id}`)).text).data.fields;
    fields[0].options.pop();
    const reply = await desk.owner('PATCH', `/forms/${id}`, { fields });
    expect([reply.status, Object.keys(Object(reply.at('errors')))]).toEqual([422, ['fields.1.show_if.all.0.is']]);
  });

  test('leaves what has answers: fields, options, rows and types', async () => {
    const id = await desk.make([choice, matrix, text, { type: 'rating', label: 'x' }, { ...email, id: 'unused' }]);
    await desk.submit(id, { f1: 'o1', f2: { r1: 'o1' }, f3: 'x', f4: 3 });
    const { fields } = JSON.parse((await desk.owner('GET', `/forms/${id}`)).text).data;
    const patch = (change: (copy: typeof fields) => unknown) => {
      const copy = structuredClone(fields);
      return desk.owner('PATCH', `/forms/${id}`, { fields: change(copy) ?? copy });
    };
    const refused = [
      await patch((copy) => copy.slice(1)),
      await patch((copy) => void copy[0].options.shift()),
      await patch((copy) => void copy[1].rows.shift()),
      await patch((copy) => void copy[1].options.shift()),
      await patch((copy) => void Object.assign(copy[2], { type: 'long_text' })),
      await patch((copy) => void Object.assign(copy[3], { scale: { min: 1, max: 7 } })),
    ];
    expect(refused.map((reply) => [reply.status, reply.at('code')])).toEqual(refused.map(() => [409, 'conflict']));
    const allowed = [
      await patch((copy) => void Object.assign(copy[0], { label: 'Other words' })),
      await patch((copy) => void copy[0].options.pop()),
      await patch((copy) => void copy[1].rows.pop()),
      await patch((copy) => copy.reverse()),
      await patch((copy) => copy.filter((field: { id: string }) => field.id !== 'unused')),
    ];
    expect(allowed.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { id: submission } = (await desk.submissions(id))[0] ?? expect.unreachable();
    await desk.owner('DELETE', `/forms/${id}/submissions/${submission}`);
    expect((await patch((copy) => copy.slice(1))).status).toBe(200);
  });

  test('of the bounds of a number leaves what was sorted by the old ones, and can be undone', async () => {
    const bounded = { ...number, id: 'n', min: 0, max: 100 };
    const id = await desk.make([bounded]);
    const first = await desk.submit(id, { n: 95 });
    const widened = await desk.owner('PATCH', `/forms/${id}`, { fields: [{ ...bounded, max: 1_000 }] });
    expect([widened.status, widened.at('data.fields.0.max')]).toEqual([200, 1_000]);
    await desk.submit(id, { n: 500 });
    const bins = async () => JSON.parse((await desk.owner('GET', `/forms/${id}/results`)).text).data.fields[0].bins;
    expect((await bins())[9]).toEqual({ from: 90, to: 100, count: 1 });
    await desk.owner('DELETE', `/forms/${id}/submissions/${first.id('data.id')}`);
    expect((await bins()).map(({ count }: { count: number }) => count)).toEqual(Array.from({ length: 10 }, () => 0));
    await desk.owner('DELETE', `/forms/${id}/submissions?all=true`);
    await desk.owner('PATCH', `/forms/${id}`, { fields: [{ ...bounded, max: 10 }] });
    expect((await bins())[9]).toEqual({ from: 9, to: 10, count: 0 });
  });
});

describe('a submission', () => {
  test('of every type is kept as it was sent, and read back', async () => {
    const id = await desk.make(everyType, { after: { message: 'Thank you.', url: 'https://example.com/thanks' } });
    const reply = await desk.submit(id, everyAnswer);
    expect(reply.status).toBe(201);
    expect(reply.at('data')).toEqual({
      id: expect.stringMatching(/^submission_[0-9a-z]{20}$/),
      form_id: id,
      message: 'Thank you.',
      redirect_url: 'https://example.com/thanks',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    });
    const read = await desk.owner('GET', `/forms/${id}/submissions/${reply.id('data.id')}`);
    expect(read.at('data')).toEqual({
      ...{ id: reply.at('data.id'), form_id: id, voter_ref: null, answers: everyAnswer },
      created_at: reply.at('data.created_at'),
    });
  });

  test('of a form that says nothing afterwards says so', async () => {
    const reply = await desk.submit(await desk.make([text]), {});
    expect(reply.at('data')).toMatchObject({ message: null, redirect_url: null });
    expect(Object.keys(Object(reply.at('data')))).not.toContain('results');
  });

  const checked = [
    { ...text, id: 'text', min_length: 2, max_length: 3 },
    { ...email, id: 'email' },
    { type: 'url', label: 'x', id: 'url' },
    { type: 'phone', label: 'x', id: 'phone' },
    { ...number, id: 'number', min: 1, max: 10, step: 0.1 },
    { type: 'date', label: 'x', id: 'date' },
    { type: 'time', label: 'x', id: 'time' },
    { ...choice, id: 'one' },
    { ...several, id: 'some', other: true, min_choices: 2, max_choices: 2 },
    { ...choice, type: 'ranking', id: 'ranking', min_choices: 2 },
    { type: 'rating', label: 'x', id: 'rating', scale: { min: 0, max: 3 } },
    { type: 'scale', label: 'x', id: 'scale' },
    { ...matrix, id: 'matrix' },
    { type: 'consent', label: 'x', id: 'consent' },
    { type: 'hidden', id: 'hidden' },
    { type: 'heading', label: 'x', id: 'heading' },
    { type: 'page', id: 'page' },
  ];

  test.each<[object, string]>([
    [{ text: 'x' }, 'text'],
    [{ text: 'four' }, 'text'],
    [{ text: 5 }, 'text'],
    [{ text: 'a\ud800' }, 'text'],
    [{ email: 'a@' }, 'email'],
    [{ email: ['a@b.c'] }, 'email'],
    [{ url: 'javascript:alert(1)' }, 'url'],
    [{ phone: '123' }, 'phone'],
    [{ number: '5' }, 'number'],
    [{ number: 0.9 }, 'number'],
    [{ number: 10.1 }, 'number'],
    [{ number: 1.25 }, 'number'],
    [{ date: '2026-02-30' }, 'date'],
    [{ time: '24:00' }, 'time'],
    [{ one: 'o3' }, 'one'],
    [{ one: ['o1', 'o2'] }, 'one'],
    [{ one: { other: 'Mine' } }, 'one.other'],
    [{ some: 'o1' }, 'some'],
    [{ some: ['o1'] }, 'some'],
    [{ some: ['o1', 'o2', 'o3'] }, 'some'],
    [{ some: ['o1', 'o9'] }, 'some.1'],
    [{ some: ['o1', 'o1', 'o2'] }, 'some.1'],
    [{ some: ['o1', { other: 'x'.repeat(201) }] }, 'some.1.other'],
    [{ some: [{ other: 'a' }, { other: 'b' }] }, 'some.1'],
    [{ some: ['o1', { other: 'a', more: 1 }] }, 'some.1.more'],
    [{ ranking: ['o1'] }, 'ranking'],
    [{ ranking: ['o1', 'o1'] }, 'ranking.1'],
    [{ rating: 4 }, 'rating'],
    [{ rating: 1.5 }, 'rating'],
    [{ scale: 11 }, 'scale'],
    [{ scale: -1 }, 'scale'],
    [{ matrix: { r9: 'o1' } }, 'matrix.r9'],
    [{ matrix: { r1: 'o9' } }, 'matrix.r1'],
    [{ matrix: ['o1'] }, 'matrix'],
    [{ consent: 'yes' }, 'consent'],
    [{ hidden: 5 }, 'hidden'],
    [{ heading: 'x' }, 'heading'],
    [{ page: 'x' }, 'page'],
    [{ nobody: 'x' }, 'nobody'],
    [{ constructor: 'x' }, 'constructor'],
  ])('of %j is refused at answers.%s', async (answers, path) => {
    const id = await desk.make(checked);
    const reply = await desk.submit(id, answers);
    expect([reply.status, Object.keys(Object(reply.at('errors')))]).toEqual([422, [`answers.${path}`]]);
    expect(await desk.submissions(id)).toEqual([]);
  });

  test.each<[string, object, string[]]>([
    ['no answers', {}, ['answers']],
    ['answers that are a list', { answers: [] }, ['answers']],
    ['a member nobody knows', { answers: {}, answer: {} }, ['answer']],
    ['the answers beside each other', { text: 'abc' }, ['text', 'answers']],
  ])('with %s is refused', async (_what, body, paths) => {
    const reply = await desk.submit(await desk.make(checked), {}, { body });
    expect([reply.status, Object.keys(Object(reply.at('errors')))]).toEqual([422, paths]);
  });

  test('names everything that is wrong with it at once', async () => {
    const id = await desk.make([{ ...text, required: true }, { ...email }, { ...choice, required: true }]);
    const reply = await desk.submit(id, { f2: 'a@', f3: 'o9' });
    expect(Object.keys(Object(reply.at('errors')))).toEqual(['answers.f1', 'answers.f2', 'answers.f3']);
  });

  test.each<[string, object, unknown]>([
    ['text', { ...text }, '  '],
    ['choice', { ...several }, []],
    ['write-in', { ...choice, other: true }, { other: ' ' }],
    ['matrix', { ...matrix }, {}],
    ['ranking', { ...choice, type: 'ranking' }, []],
    ['anything', { type: 'rating', label: 'x' }, null],
  ])('with a blank %s has not answered it', async (_what, field, blank) => {
    const optional = await desk.make([field]);
    const reply = await desk.submit(optional, { f1: blank });
    expect(reply.status).toBe(201);
    expect(await desk.stored(optional, reply.id('data.id'))).toEqual({});
    const required = await desk.make([{ ...field, required: true }]);
    expect((await desk.submit(required, { f1: blank })).at('errors')).toEqual({ 'answers.f1': ['Is required.'] });
  });

  test('agrees where consent is required, and names each row of a matrix that is', async () => {
    const id = await desk.make([
      { type: 'consent', label: 'I agree', required: true },
      { ...matrix, required: true },
    ]);
    const reply = await desk.submit(id, { f1: false, f2: { r1: 'o1' } });
    expect(Object.keys(Object(reply.at('errors')))).toEqual(['answers.f1', 'answers.f2.r2']);
    expect((await desk.submit(id, { f1: true, f2: { r1: 'o1', r2: 'o1' } })).status).toBe(201);
  });

  test('may write in an answer in the place of an id', async () => {
    const id = await desk.make([
      { ...choice, other: true },
      { ...several, other: true },
    ]);
    const reply = await desk.submit(id, { f1: { other: ' My  own ' }, f2: [{ other: 'Tea' }, 'o2'] });
    expect(await desk.stored(id, reply.id('data.id'))).toEqual({
      f1: { other: 'My own' },
      f2: ['o2', { other: 'Tea' }],
    });
    await desk.submit(id, { f1: { other: 'my own' } });
    expect(await desk.results(id)).toMatchObject({
      fields: [
        { answered: 2, others: [{ text: 'My own', count: 2 }] },
        { answered: 1, others: [{ text: 'Tea', count: 1 }] },
      ],
    });
  });

  test('need not answer what is hidden, and what it says there is dropped, whatever it is', async () => {
    const id = await desk.make([
      { ...choice, id: 'pet' },
      { ...text, id: 'name', required: true, show_if: { all: [{ field: 'pet', is: 'o1' }] } },
      { ...email, id: 'email', show_if: { any: [{ field: 'name', answered: true }] } },
    ]);
    expect((await desk.submit(id, { pet: 'o1' })).at('errors')).toEqual({ 'answers.name': ['Is required.'] });
    const hidden = await desk.submit(id, { pet: 'o2', name: 'Rex', email: 'not an address' });
    expect(hidden.status).toBe(201);
    expect(await desk.stored(id, hidden.id('data.id'))).toEqual({ pet: 'o2' });
    const shown = await desk.submit(id, { pet: 'o1', name: 'Rex', email: 'a@b.c' });
    expect(await desk.stored(id, shown.id('data.id'))).toEqual({ pet: 'o1', name: 'Rex', email: 'a@b.c' });
    expect(await desk.results(id)).toMatchObject({ fields: [{ answered: 2 }, { answered: 1 }, { answered: 1 }] });
  });
});

describe('a plain form post', () => {
  test('names fields as the contract says, and is kept as JSON is', async () => {
    const id = await desk.make([...everyType, { ...several, other: true }, { ...choice, other: true }]);
    const reply = await desk.post(id, [
      ...(['f1', 'f3', 'f4', 'f5', 'f7', 'f8', 'f9', 'f11', 'f17'] as const).map(
        (name) => [name, everyAnswer[name]] as const,
      ),
      ['f2', 'one\r\ntwo'],
      ['f6', '-.5'],
      ['f10', 'o1'],
      ['f10', 'o3'],
      ['f12.rank.o1', '2'],
      ['f12.rank.o2', '1'],
      ['f13', '4'],
      ['f14', '0'],
      ['f15.r1', 'o1'],
      ['f15.r2', 'o2'],
      ['f16', 'on'],
      ['f20', 'o2'],
      ['f20.other', 'Tea'],
      ['f21.other', 'Cake'],
    ]);
    expect([reply.status, reply.at('errors')]).toEqual([201, undefined]);
    expect(await desk.stored(id, reply.id('data.id'))).toEqual({
      ...everyAnswer,
      f20: ['o2', { other: 'Tea' }],
      f21: { other: 'Cake' },
    });
  });

  test('leaves out what is empty', async () => {
    const id = await desk.make(everyType);
    const names = [...Object.keys(everyAnswer), 'f12.rank.o1', 'f15.r1'];
    const reply = await desk.post(
      id,
      names.map((name) => [name, '']),
    );
    expect(reply.status).toBe(201);
    expect(await desk.stored(id, reply.id('data.id'))).toEqual({});
  });

  test.each<[string, string, string]>([
    ['nobody', 'x', 'nobody'],
    ['f1.more', 'x', 'f1.more'],
    ['f3', 'a@', 'f3'],
    ['f6', 'five', 'f6'],
    ['f9.other', 'Mine', 'f9.other'],
    ['f10', 'o9', 'f10.0'],
    ['f12.rank.o9', '1', 'f12.0'],
    ['f12.rank.o1', 'first', 'f12.0'],
    ['f13', '4.5', 'f13'],
    ['f15.r9', 'o1', 'f15.r9'],
    ['f16', 'maybe', 'f16'],
    ['f18', 'x', 'f18'],
  ])('of %s=%s is refused at answers.%s', async (name, value, path) => {
    const reply = await desk.post(await desk.make(everyType), [[name, value]]);
    expect([reply.status, Object.keys(Object(reply.at('errors')))]).toEqual([422, [`answers.${path}`]]);
  });

  test('two options of one rank have no order', async () => {
    const reply = await desk.post(await desk.make(everyType), [
      ['f12.rank.o1', '1'],
      ['f12.rank.o2', '1'],
    ]);
    expect(reply.status).toBe(422);
  });

  test.each([
    [['off', 'on'], true],
    [['0', '1'], true],
    [['off'], false],
  ])('a box that sends %j is ticked: %s', async (values, ticked) => {
    const id = await desk.make([{ type: 'consent', label: 'x' }]);
    const reply = await desk.post(
      id,
      values.map((value) => ['f1', value] as const),
    );
    expect(await desk.stored(id, reply.id('data.id'))).toEqual({ f1: ticked });
  });

  test('carries voter and ticket beside the answers, unless a field is called so', async () => {
    const voter = 'visitor-0000000001';
    const plain = await desk.make([text], { one_per: 'browser' });
    const twice = [await desk.post(plain, [['voter', voter]]), await desk.post(plain, [['voter', voter]])];
    expect(twice.map(({ status }) => status)).toEqual([201, 409]);
    const odd = await desk.make([{ ...text, id: 'voter' }]);
    const reply = await desk.post(odd, [['voter', 'Zoë']]);
    expect(await desk.stored(odd, reply.id('data.id'))).toEqual({ voter: 'Zoë' });
  });

  test('of a browser is sent on to where the author says, else to the hosted page', async () => {
    const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const sent = await desk.make([text], { after: { url: 'https://example.com/thanks' } });
    const away = await desk.post(sent, [['f1', 'x']], browser);
    expect([away.status, away.headers.get('location')]).toEqual([303, 'https://example.com/thanks']);
    const stays = await desk.make([text]);
    const page = await desk.post(stays, [['f1', 'x']], browser);
    expect([page.status, page.headers.get('location')]).toEqual([303, expect.stringContaining(`/p/${stays}`)]);
    expect(await desk.submissions(stays)).toHaveLength(1);
  });
});

describe('results', () => {
  test('have a summary for each field that fits its type', async () => {
    const id = await desk.make([...everyType, { ...number, id: 'bounded', min: 0, max: 5, step: 1 }]);
    await desk.submit(id, { ...everyAnswer, bounded: 2 });
    await desk.submit(id, { f6: 0.2, f9: 'o1', f14: 10, f16: false });
    const results = await desk.results(id);
    expect(results).toMatchObject({
      ...{ form_id: id, status: 'open', submissions_count: 2, timeline: [{ at: expect.any(String), count: 2 }] },
      fields: [
        ...['short_text', 'long_text', 'email', 'url', 'phone'].map((type, at) => ({
          ...{ id: `f${at + 1}`, type, answered: 1 },
        })),
        { id: 'f6', type: 'number', answered: 2, average: -0.15, sum: -0.3, bins: null },
        { id: 'f7', type: 'date', answered: 1 },
        { id: 'f8', type: 'time', answered: 1 },
        {
          ...{ id: 'f9', type: 'single_choice', answered: 2, others: [] },
          options: [
            { id: 'o1', label: 'a', count: 1, share: 0.5 },
            { id: 'o2', label: 'b', count: 1, share: 0.5 },
          ],
        },
        { id: 'f10', type: 'multiple_choice', options: [{ share: 1 }, { share: 0 }, { share: 1 }] },
        { id: 'f11', type: 'dropdown', options: [{ count: 1 }, { count: 0 }] },
        {
          ...{ id: 'f12', type: 'ranking' },
          options: [
            { id: 'o1', count: 1, first: 0, average_position: 2 },
            { id: 'o2', count: 1, first: 1, average_position: 1 },
          ],
        },
        { id: 'f13', type: 'rating', average: 4, distribution: [1, 2, 3, 4, 5].map((value) => ({ value })) },
        {
          ...{ id: 'f14', type: 'scale', answered: 2, average: 5 },
          nps: { promoters: 1, passives: 0, detractors: 1, score: 0 },
        },
        {
          id: 'f15',
          type: 'matrix',
          rows: [{ id: 'r1', label: 'Soup', answered: 1, options: [{ share: 1 }, { share: 0 }] }, {}],
        },
        { id: 'f16', type: 'consent', answered: 2, count: 1, share: 0.5 },
        { id: 'f17', type: 'hidden', answered: 1 },
        {
          id: 'bounded',
          bins: [0, 1, 2, 3, 4, 5].map((value) => ({ from: value, to: value, count: value === 2 ? 1 : 0 })),
        },
      ],
    });
  });

  test('are zero and null while nobody answered', async () => {
    const results = await desk.results(await desk.make(everyType));
    expect(results).toMatchObject({ submissions_count: 0, timeline: [] });
    expect(JSON.stringify(results)).not.toMatch(/NaN|"(count|answered)":[1-9]/);
    const { fields } = JSON.parse(JSON.stringify(results));
    expect(fields[13]).toMatchObject({ average: null, nps: { score: null } });
  });

  test('as visitors see them have no texts, contacts, dates, hidden values or write-ins', async () => {
    const id = await desk.make([...everyType, { ...choice, other: true }]);
    await desk.submit(id, { ...everyAnswer, f20: { other: 'My own' } });
    const { kind, results, intake } = server.house.forms;
    const ask = (await intake.find(id)) ?? expect.unreachable();
    const seen: object = kind.resultsForVisitors(ask.own, await results(ask));
    expect(JSON.stringify(seen)).not.toMatch(/My own/);
    expect(seen).toMatchObject({
      submissions_count: 1,
      fields: ['f6', 'f9', 'f10', 'f11', 'f12', 'f13', 'f14', 'f15', 'f16', 'f20'].map((field) => ({ id: field })),
    });
  });
});

describe('a CSV export', () => {
  test('has a column a field, one a row of a matrix, and write-ins beside', async () => {
    const id = await desk.make([...everyType, { ...choice, other: true }]);
    await desk.submit(id, { ...everyAnswer, f1: '=1+1', f20: { other: 'Tea' } });
    const { text: csv } = await desk.owner('GET', `/forms/${id}/submissions?format=csv`);
    const [header = '', row = ''] = csv.replace('"one\ntwo"', 'one two').split('\r\n');
    expect(header).toBe(
      'id,created_at,voter_ref,f1,f2,f3,f4,f5,f6,f7,f8,f9,f10,f11,f12,f13,f14,f15.r1,f15.r2,f16,f17,f20,f20.other',
    );
    expect(row.split(',').slice(3)).toEqual([
      ...["'=1+1", 'one two', 'a@b.c', 'https://example.com/?q=1', "'+44 20 7946 0958", '-0.5', '2024-02-29', '09:05'],
      ...['o2', 'o1 o3', 'o1', 'o2 o1', '4', '0', 'o1', 'o2', 'true', 'campaign-7', '', 'Tea'],
    ]);
  });

  test('keeps its columns when labels change', async () => {
    const id = await desk.make([text, email]);
    const header = async () => (await desk.owner('GET', `/forms/${id}/submissions?format=csv`)).text;
    const before = await header();
    await desk.owner('PATCH', `/forms/${id}`, {
      fields: [
        { ...text, id: 'f1', label: 'New' },
        { ...email, id: 'f2', label: 'Newer' },
      ],
    });
    expect(await header()).toBe(before);
  });
});
