import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { useFormServer } from '../../../test/support/asks/form-server.js';
import { number, text } from '../../../test/support/asks/sample-fields.js';
import { tallyCheck } from '../../core/results/tally-check.js';
import { variableContributions } from './variable-summaries.js';

const forms = useFormServer();

const fields = [
  { ...number, id: 'seats', min: null, max: null, step: null },
  { ...text, id: 'kind' },
];
const price = { id: 'price', type: 'number', value: 2, rules: [{ set: { field: 'seats' } }, { multiply: 1.5 }] };
const group = { id: 'group', type: 'text', rules: [{ set: { field: 'kind' } }] };
const variables = [price, group];
const endings = [
  { id: 'out', when: { field: 'kind', is: 'out' }, title: 'Out', outcome: 'disqualified' },
  { id: 'done', title: 'Done' },
];

interface Answers {
  /** In hundredths. Undefined without an answer. */
  readonly seats: number | undefined;
  readonly kind: string | undefined;
}

/** Computes the summaries from all submissions. */
function naiveSummaries(submissions: readonly Answers[]): object[] {
  const counted = submissions.filter(({ kind }) => kind !== 'out');
  const sum = counted.reduce((thousandths, { seats = 200 }) => thousandths + seats * 15, 0) / 1000;
  const texts = counted.filter(({ kind }) => kind !== undefined).length;
  return [
    {
      id: 'price',
      type: 'number',
      answered: counted.length,
      average: counted.length ? sum / counted.length : null,
      sum,
    },
    { id: 'group', type: 'text', answered: texts },
  ];
}

const summariesOf = async (form: string, query = '') =>
  (await forms.owner('GET', `/forms/${form}/results${query}`)).at('data.variables');

const answers = fc.record({
  seats: fc.option(fc.integer({ min: -100_000, max: 100_000 }), { nil: undefined }),
  kind: fc.option(fc.constantFrom('a', 'b', 'out'), { nil: undefined }),
});
/** A visitor sends a submission, changes it or, without answers, its owner deletes it. */
const step = fc.record({ visitor: fc.nat(4), sent: fc.option(answers, { freq: 5, nil: undefined }) });

describe('the summaries of variables', () => {
  test('are those of the stored submissions, with and without a filter', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const id = await forms.make(fields, { variables, endings, one_per: 'browser', allow_change: true });
        const stored = new Map<number, Answers & { readonly id: string }>();
        for (const { visitor, sent } of steps) {
          if (!sent) {
            const own = stored.get(visitor);
            if (own) await forms.owner('DELETE', `/forms/${id}/submissions/${own.id}`);
            stored.delete(visitor);
            continue;
          }
          const { seats, kind } = sent;
          const given = { ...(seats === undefined ? {} : { seats: seats / 100 }), ...(kind ? { kind } : {}) };
          const body = { answers: given, voter: `a visitor with number ${visitor}` };
          const reply = await forms.submit(id, {}, { body });
          expect(reply.status).toBeLessThan(300);
          stored.set(visitor, { ...sent, id: reply.id('data.id') });
        }
        const all = [...stored.values()];
        expect(await summariesOf(id)).toEqual(naiveSummaries(all));
        const inA = all.filter(({ kind }) => kind === 'a');
        expect(await summariesOf(id, '?filter=variable.group:is:a')).toEqual(naiveSummaries(inA));
      }),
      { numRuns: 25, seed: 7 },
    );
    expect(await forms.services.store.read(tallyCheck.find())).toEqual([]);
  });

  test('stay exact when variables are changed, removed and added again', async () => {
    const id = await forms.make(fields, { variables });
    const change = async (body: object) => expect((await forms.owner('PATCH', `/forms/${id}`, body)).status).toBe(200);
    const first = await forms.submit(id, { seats: 2, kind: 'a' });
    await change({ variables: [{ ...price, rules: [{ set: 100 }] }] });
    await forms.submit(id, { seats: 2 });
    expect(await summariesOf(id)).toEqual([{ id: 'price', type: 'number', answered: 2, average: 51.5, sum: 103 }]);
    await change({ variables: [{ ...group, id: 'price' }] });
    expect(await summariesOf(id)).toEqual([{ id: 'price', type: 'text', answered: 0 }]);
    await forms.submit(id, { kind: 'b' });
    await forms.owner('DELETE', `/forms/${id}/submissions/${first.id('data.id')}`);
    expect(await summariesOf(id)).toEqual([{ id: 'price', type: 'text', answered: 1 }]);
    await change({ variables });
    expect(await summariesOf(id)).toEqual([
      { id: 'price', type: 'number', answered: 1, average: 100, sum: 100 },
      { id: 'group', type: 'text', answered: 0 },
    ]);
    expect(await forms.services.store.read(tallyCheck.find())).toEqual([]);
  });

  test('are not shown to visitors', async () => {
    const id = await forms.make(fields, { variables, results_visibility: 'always' });
    await forms.submit(id, { seats: 2, kind: 'a' });
    expect(await summariesOf(id)).toHaveLength(2);
    expect((await forms.view(id)).at('data.results')).toMatchObject({ submissions_count: 1, variables: [] });
  });

  test('leave out submissions from the time before variables had results', () => {
    const logic = { variables: { price: 3 }, ending: null, outcome: 'completed', quotas: [] } as const;
    expect(variableContributions(logic)).toEqual([]);
    expect(variableContributions({ ...logic, tallied: true })).toHaveLength(2);
  });
});
