import { describe, expect, test } from 'vitest';
import { useFormServer } from '../../../test/support/asks/form-server.js';
import { choice, email, everyAnswer, everyFieldType, number, text } from '../../../test/support/asks/sample-fields.js';

const forms = useFormServer();

/** Returns the summaries that visitors see. */
async function visitorSummaries(form: string): Promise<unknown> {
  const { text: page } = await forms.view(form);
  return JSON.parse(page).data.results.fields;
}

describe('for visitors', () => {
  const numbers = [
    { ...number, id: 'age', min: 0, max: 10, step: 1 },
    { id: 'stars', type: 'rating', label: 'Stars' },
    { id: 'likely', type: 'scale', label: 'Likely' },
  ];

  test('results for visitors exclude sums, and averages of fewer than five answers', async () => {
    const id = await forms.make(numbers, { results_visibility: 'always' });
    for (const age of [1, 2, 3, 4]) await forms.submit(id, { age, stars: age, likely: age });
    expect(await visitorSummaries(id)).toEqual([
      { id: 'age', label: number.label, type: 'number', answered: 4, average: null, sum: null, bins: null },
      { id: 'stars', label: 'Stars', type: 'rating', answered: 4, average: null, distribution: [] },
      { id: 'likely', label: 'Likely', type: 'scale', answered: 4, average: null, distribution: [], nps: null },
    ]);
    expect(await forms.results(id)).toMatchObject({
      fields: [{ sum: 10, average: 2.5 }, { average: 2.5 }, { average: 2.5, nps: { score: -100 } }],
    });
    await forms.submit(id, { age: 5 });
    expect(await visitorSummaries(id)).toMatchObject([
      { answered: 5, average: 3, sum: null, bins: expect.arrayContaining([{ from: 5, to: 5, count: 1 }]) },
      { answered: 4, average: null },
      { answered: 4, nps: null },
    ]);
    await forms.submit(id, { stars: 5, likely: 10 });
    expect(await visitorSummaries(id)).toMatchObject([
      { answered: 5 },
      { answered: 5, average: 3, distribution: [1, 2, 3, 4, 5].map((value) => ({ value, count: 1 })) },
      { answered: 5, nps: { score: -60 } },
    ]);
    expect(await forms.results(id)).toMatchObject({ fields: [{ sum: 15 }, {}, {}] });
  });
});

describe('results', () => {
  test('results contain a summary of each field that fits its type', async () => {
    const id = await forms.make([...everyFieldType, { ...number, id: 'bounded', min: 0, max: 5, step: 1 }]);
    await forms.submit(id, { ...everyAnswer, bounded: 2 });
    await forms.submit(id, { f6: 0.2, f9: 'o1', f14: 10, f16: false });
    const results = await forms.results(id);
    expect(results).toMatchObject({
      form_id: id,
      status: 'open',
      submissions_count: 2,
      timeline: [{ at: expect.any(String), count: 2 }],
      fields: [
        ...['short_text', 'long_text', 'email', 'url', 'phone'].map((type, at) => ({
          id: `f${at + 1}`,
          type,
          answered: 1,
        })),
        { id: 'f6', type: 'number', answered: 2, average: -0.15, sum: -0.3, bins: null },
        { id: 'f7', type: 'date', answered: 1 },
        { id: 'f8', type: 'time', answered: 1 },
        {
          id: 'f9',
          type: 'single_choice',
          answered: 2,
          others: [],
          options: [
            { id: 'o1', label: 'a', count: 1, share: 0.5 },
            { id: 'o2', label: 'b', count: 1, share: 0.5 },
          ],
        },
        { id: 'f10', type: 'multiple_choice', options: [{ share: 1 }, { share: 0 }, { share: 1 }] },
        { id: 'f11', type: 'dropdown', options: [{ count: 1 }, { count: 0 }] },
        {
          id: 'f12',
          type: 'ranking',
          options: [
            { id: 'o1', count: 1, first: 0, average_position: 2 },
            { id: 'o2', count: 1, first: 1, average_position: 1 },
          ],
        },
        { id: 'f13', type: 'rating', average: 4, distribution: [1, 2, 3, 4, 5].map((value) => ({ value })) },
        {
          id: 'f14',
          type: 'scale',
          answered: 2,
          average: 5,
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

  test('results without answers are zero and null', async () => {
    const results = await forms.results(await forms.make(everyFieldType));
    expect(results).toMatchObject({ submissions_count: 0, timeline: [] });
    expect(JSON.stringify(results)).not.toMatch(/NaN|"(count|answered)":[1-9]/);
    const { fields } = JSON.parse(JSON.stringify(results));
    expect(fields[13]).toMatchObject({ average: null, nps: { score: null } });
  });

  test('results for visitors exclude texts, contacts, dates, hidden values and write-ins', async () => {
    const id = await forms.make([...everyFieldType, { ...choice, other: true }]);
    await forms.submit(id, { ...everyAnswer, f20: { other: 'My own' } });
    const { kind, results, submitService } = forms.services.forms;
    const ask = (await submitService.find(id)) ?? expect.unreachable();
    const seen: object = kind.resultsForVisitors(ask.own, await results.exact(ask));
    expect(JSON.stringify(seen)).not.toMatch(/My own/);
    expect(seen).toMatchObject({
      submissions_count: 1,
      fields: ['f6', 'f9', 'f10', 'f11', 'f12', 'f13', 'f14', 'f15', 'f16', 'f20'].map((field) => ({ id: field })),
    });
  });
});

describe('a CSV export', () => {
  test('a CSV export has a column per field, per matrix row and per write-in', async () => {
    const id = await forms.make([...everyFieldType, { ...choice, other: true }]);
    await forms.submit(id, { ...everyAnswer, f1: '=1+1', f20: { other: 'Tea' } });
    const { text: csv } = await forms.owner('GET', `/forms/${id}/submissions?format=csv`);
    const [header = '', row = ''] = csv.replace('"one\ntwo"', 'one two').split('\r\n');
    expect(header).toBe(
      'id,created_at,voter_ref,f1,f2,f3,f4,f5,f6,f7,f8,f9,f10,f11,f12,f13,f14,f15.r1,f15.r2,f16,f17,f20,f20.other',
    );
    expect(row.split(',').slice(3)).toEqual([
      ...["'=1+1", 'one two', 'a@b.c', 'https://example.com/?q=1', '+44 20 7946 0958', '-0.5', '2024-02-29', '09:05'],
      ...['o2', 'o1 o3', 'o1', 'o2 o1', '4', '0', 'o1', 'o2', 'true', 'campaign-7', '', 'Tea'],
    ]);
  });

  test('a CSV export keeps its columns when labels change', async () => {
    const id = await forms.make([text, email]);
    const header = async () => (await forms.owner('GET', `/forms/${id}/submissions?format=csv`)).text;
    const before = await header();
    await forms.owner('PATCH', `/forms/${id}`, {
      fields: [
        { ...text, id: 'f1', label: 'New' },
        { ...email, id: 'f2', label: 'Newer' },
      ],
    });
    expect(await header()).toBe(before);
  });
});
