import { describe, expect, test } from 'vitest';
import { useFormServer } from '../../../test/support/asks/form-server.js';
import {
  choice,
  email,
  everyAnswer,
  everyFieldType,
  matrix,
  number,
  several,
  text,
} from '../../../test/support/asks/sample-fields.js';

const forms = useFormServer();

describe('a submission', () => {
  test('a submission with every field type is stored as sent', async () => {
    const id = await forms.make(everyFieldType, {
      after: { message: 'Thank you.', url: 'https://example.com/thanks' },
    });
    const reply = await forms.submit(id, everyAnswer);
    expect(reply.status).toBe(201);
    expect(reply.at('data')).toEqual({
      id: expect.stringMatching(/^submission_[0-9a-z]{20}$/),
      form_id: id,
      ending: null,
      message: 'Thank you.',
      redirect_url: 'https://example.com/thanks',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    });
    const read = await forms.owner('GET', `/forms/${id}/submissions/${reply.id('data.id')}`);
    expect(read.at('data')).toEqual({
      id: reply.at('data.id'),
      form_id: id,
      voter_ref: null,
      respondent: null,
      language: null,
      answers: everyAnswer,
      variables: {},
      ending: null,
      outcome: 'completed',
      created_at: reply.at('data.created_at'),
      updated_at: reply.at('data.created_at'),
      tags: [],
      note: '',
    });
  });

  test('a submission to a form without a message returns null as the message', async () => {
    const reply = await forms.submit(await forms.make([text]), {});
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
  ])('a submission of %j is refused at answers.%s', async (answers, path) => {
    const id = await forms.make(checked);
    const reply = await forms.submit(id, answers);
    expect([reply.status, Object.keys(Object(reply.at('errors')))]).toEqual([422, [`answers.${path}`]]);
    expect(await forms.submissions(id)).toEqual([]);
  });

  test.each<[string, object, string[]]>([
    ['no answers', {}, ['answers']],
    ['answers in an array', { answers: [] }, ['answers']],
    ['an unknown member', { answers: {}, answer: {} }, ['answer']],
    ['answers outside of `answers`', { text: 'abc' }, ['text', 'answers']],
  ])('a submission with %s is refused', async (_what, body, paths) => {
    const reply = await forms.submit(await forms.make(checked), {}, { body });
    expect([reply.status, Object.keys(Object(reply.at('errors')))]).toEqual([422, paths]);
  });

  test('all faults of a submission are reported at once', async () => {
    const id = await forms.make([{ ...text, required: true }, { ...email }, { ...choice, required: true }]);
    const reply = await forms.submit(id, { f2: 'a@', f3: 'o9' });
    expect(Object.keys(Object(reply.at('errors')))).toEqual(['answers.f1', 'answers.f2', 'answers.f3']);
  });

  test.each<[string, object, unknown]>([
    ['text', { ...text }, '  '],
    ['choice', { ...several }, []],
    ['write-in', { ...choice, other: true }, { other: ' ' }],
    ['matrix', { ...matrix }, {}],
    ['ranking', { ...choice, type: 'ranking' }, []],
    ['rating', { type: 'rating', label: 'x' }, null],
  ])('a submission with a blank %s has no answer for it', async (_what, field, blank) => {
    const optional = await forms.make([field]);
    const reply = await forms.submit(optional, { f1: blank });
    expect(reply.status).toBe(201);
    expect(await forms.stored(optional, reply.id('data.id'))).toEqual({});
    const required = await forms.make([{ ...field, required: true }]);
    expect((await forms.submit(required, { f1: blank })).at('errors')).toEqual({ 'answers.f1': ['Required.'] });
  });

  test('a submission requires consent, and every row of a required matrix', async () => {
    const id = await forms.make([
      { type: 'consent', label: 'I agree', required: true },
      { ...matrix, required: true },
    ]);
    const reply = await forms.submit(id, { f1: false, f2: { r1: 'o1' } });
    expect(Object.keys(Object(reply.at('errors')))).toEqual(['answers.f1', 'answers.f2.r2']);
    expect((await forms.submit(id, { f1: true, f2: { r1: 'o1', r2: 'o1' } })).status).toBe(201);
  });

  test('a submission may contain a write-in in place of an ID', async () => {
    const id = await forms.make([
      { ...choice, other: true },
      { ...several, other: true },
    ]);
    const reply = await forms.submit(id, { f1: { other: ' My  own ' }, f2: [{ other: 'Tea' }, 'o2'] });
    expect(await forms.stored(id, reply.id('data.id'))).toEqual({
      f1: { other: 'My own' },
      f2: ['o2', { other: 'Tea' }],
    });
    await forms.submit(id, { f1: { other: 'my own' } });
    expect(await forms.results(id)).toMatchObject({
      fields: [
        { answered: 2, others: [{ text: 'My own', count: 2 }] },
        { answered: 1, others: [{ text: 'Tea', count: 1 }] },
      ],
    });
  });

  test('choices are stored in the order of the options, and rankings in the order of the visitor', async () => {
    const id = await forms.make([several, { ...several, type: 'ranking' }]);
    const reply = await forms.submit(id, { f1: ['o3', 'o1'], f2: ['o3', 'o1'] });
    expect(await forms.stored(id, reply.id('data.id'))).toEqual({ f1: ['o1', 'o3'], f2: ['o3', 'o1'] });
  });

  test('answers to hidden fields are ignored, valid or not', async () => {
    const id = await forms.make([
      { ...choice, id: 'pet' },
      { ...text, id: 'name', required: true, show_if: { all: [{ field: 'pet', is: 'o1' }] } },
      { ...email, id: 'email', show_if: { any: [{ field: 'name', answered: true }] } },
    ]);
    expect((await forms.submit(id, { pet: 'o1' })).at('errors')).toEqual({ 'answers.name': ['Required.'] });
    const hidden = await forms.submit(id, { pet: 'o2', name: 'Rex', email: 'not an address' });
    expect(hidden.status).toBe(201);
    expect(await forms.stored(id, hidden.id('data.id'))).toEqual({ pet: 'o2' });
    const shown = await forms.submit(id, { pet: 'o1', name: 'Rex', email: 'a@b.c' });
    expect(await forms.stored(id, shown.id('data.id'))).toEqual({ pet: 'o1', name: 'Rex', email: 'a@b.c' });
    expect(await forms.results(id)).toMatchObject({ fields: [{ answered: 2 }, { answered: 1 }, { answered: 1 }] });
  });
});
