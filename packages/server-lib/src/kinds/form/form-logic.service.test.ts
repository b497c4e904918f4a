import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { useFormServer } from '../../../test/support/asks/form-server.js';
import { choice, email, matrix, number, several, text } from '../../../test/support/asks/sample-fields.js';
import { tallyCheck } from '../../core/results/tally-check.js';

const forms = useFormServer();

const show = async (form: string, submission: string) =>
  (await forms.owner('GET', `/forms/${form}/submissions/${submission}`)).at('data');

/** Returns the number of submissions in all hours of the timeline. */
async function hourSum(form: string, query = ''): Promise<number> {
  const { timeline } = Object((await forms.owner('GET', `/forms/${form}/results${query}`)).at('data'));
  return timeline.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
}

describe('a path', () => {
  test('drops the answers to skipped pages and requires the fields on the path', async () => {
    const id = await forms.make(
      [
        { type: 'page', id: 'start', next: [{ when: { field: 'go', is: 'end' }, to: 'last' }] },
        { ...text, id: 'go' },
        { type: 'page', id: 'middle' },
        { ...text, id: 'why', required: true },
        { type: 'page', id: 'last' },
        { ...text, id: 'more', require_if: { field: 'why', answered: true } },
      ],
      {},
    );
    const skipped = await forms.submit(id, { go: 'end', why: 'ignored' });
    expect(skipped.status).toBe(201);
    expect(await forms.stored(id, skipped.id('data.id'))).toEqual({ go: 'end' });
    const walked = await forms.submit(id, { go: 'on' });
    expect([walked.status, Object.keys(Object(walked.at('errors')))]).toEqual([422, ['answers.why']]);
    const required = await forms.submit(id, { go: 'on', why: 'because' });
    expect([required.status, Object.keys(Object(required.at('errors')))]).toEqual([422, ['answers.more']]);
  });

  test('is the path of the current definition, also for a visitor who started under an earlier one', async () => {
    const start = { type: 'page', id: 'start', next: [{ to: 'submit' }] };
    const rest = [
      { type: 'page', id: 'rest' },
      { ...text, id: 'why', required: true },
    ];
    const id = await forms.make([start, { ...text, id: 'go' }, ...rest], {});
    expect((await forms.submit(id, { go: 'on' })).status).toBe(201);
    const fields = [{ ...start, next: [] }, { ...text, id: 'go' }, ...rest];
    expect((await forms.owner('PATCH', `/forms/${id}`, { fields })).status).toBe(200);
    const late = await forms.submit(id, { go: 'on' });
    expect([late.status, Object.keys(Object(late.at('errors')))]).toEqual([422, ['answers.why']]);
  });

  test('drops hidden options and rows, and checks what is left', async () => {
    const id = await forms.make([
      { ...text, id: 'plan' },
      {
        ...several,
        id: 'extras',
        min_choices: 2,
        options: ['a', 'b', { id: 'vip', label: 'VIP', show_if: { field: 'plan', is: 'pro' } }],
      },
      {
        ...matrix,
        id: 'table',
        required: true,
        rows: [
          { id: 'r1', label: 'One' },
          { id: 'r2', label: 'Two', show_if: { field: 'plan', is: 'pro' } },
        ],
      },
    ]);
    const plain = await forms.submit(id, { plan: 'x', extras: ['o1', 'o2', 'vip'], table: { r1: 'o1', r2: 'o1' } });
    expect(plain.status).toBe(201);
    expect(await forms.stored(id, plain.id('data.id'))).toEqual({
      plan: 'x',
      extras: ['o1', 'o2'],
      table: { r1: 'o1' },
    });
    const tooFew = await forms.submit(id, { plan: 'x', extras: ['o1', 'vip'], table: { r1: 'o1' } });
    expect(tooFew.at('errors')).toMatchObject({ 'answers.extras': [expect.anything()] });
    const onlyHidden = await forms.submit(id, { plan: 'x', extras: ['vip'], table: { r2: 'o1' } });
    expect(Object.keys(Object(onlyHidden.at('errors')))).toEqual(['answers.table']);
    const missingRow = await forms.submit(id, { plan: 'pro', table: { r1: 'o1' } });
    expect(Object.keys(Object(missingRow.at('errors')))).toEqual(['answers.table.r2']);
  });

  test.each(['multiple_choice', 'ranking'])('requires at most the shown options of a %s', async (type) => {
    const hidden = { label: 'VIP', show_if: { field: 'plan', is: 'pro' } };
    const extras = { id: 'extras', type, label: 'Extras', required: true, min_choices: 2, options: ['Tea', hidden] };
    const id = await forms.make([{ ...text, id: 'plan' }, extras]);
    const statusOf = async (answers: object) => (await forms.submit(id, answers)).status;
    expect(await statusOf({ plan: 'x', extras: ['o1'] })).toBe(201);
    expect(await statusOf({ plan: 'x', extras: [] })).toBe(422);
    expect(await statusOf({ plan: 'pro', extras: ['o1'] })).toBe(422);
    expect(await statusOf({ plan: 'pro', extras: ['o1', 'o2'] })).toBe(201);
  });

  test('leaves out a choice without options and a matrix without rows', async () => {
    const show_if = { field: 'plan', is: 'pro' };
    const id = await forms.make([
      { ...text, id: 'plan' },
      { ...choice, id: 'extra', required: true, options: [{ label: 'VIP', show_if }] },
      { ...several, id: 'open', required: true, other: true, options: [{ label: 'VIP', show_if }] },
      { ...matrix, id: 'table', required: true, rows: [{ label: 'One', show_if }] },
      { ...text, id: 'why', required: true, show_if: { field: 'extra', answered: true } },
    ]);
    const faulty = async (answers: object) => Object.keys(Object((await forms.submit(id, answers)).at('errors')));
    expect(await faulty({ plan: 'x' })).toEqual(['answers.open']);
    expect(await faulty({ plan: 'pro' })).toEqual(['answers.extra', 'answers.open', 'answers.table']);
    const plain = await forms.submit(id, { plan: 'x', extra: 'o1', open: [{ other: 'Tea' }], table: { r1: 'o1' } });
    expect(await forms.stored(id, plain.id('data.id'))).toEqual({ plan: 'x', open: [{ other: 'Tea' }] });
  });

  test.each(['multiple_choice', 'ranking'])(
    'refuses an invalid %s with hidden options, which the path cannot read',
    async (type) => {
      const id = await forms.make([
        { ...text, id: 'plan' },
        {
          id: 'extras',
          type,
          label: 'Extras',
          options: ['a', { id: 'vip', label: 'VIP', show_if: { field: 'plan', is: 'pro' } }],
        },
        { ...text, id: 'why', required: true, show_if: { field: 'extras', contains: 'o1' } },
      ]);
      const faulty = async (extras: unknown) =>
        Object.keys(Object((await forms.submit(id, { plan: 'x', extras })).at('errors')));
      expect(await faulty(['o1', 'vip'])).toEqual(['answers.why']);
      expect(await faulty(['o1', 'vip', 'vip'])).toEqual(['answers.extras.2']);
      expect((await forms.submit(id, { plan: 'x', extras: ['vip', 'vip'] })).status).toBe(201);
    },
  );
});

describe('variables and endings', () => {
  const fields = [
    {
      ...choice,
      id: 'size',
      options: [
        { id: 's', label: 'Small', score: 1 },
        { id: 'l', label: 'Large', score: 5 },
      ],
    },
    { ...number, id: 'count' },
  ];
  const variables = [
    {
      id: 'price',
      type: 'number',
      value: 10,
      rules: [
        { add: { score: 'size' } },
        { multiply: { field: 'count' } },
        { when: { field: 'count', at_least: 10 }, multiply: 0.9 },
      ],
    },
    { id: 'note', type: 'text', value: 'small', rules: [{ when: { variable: 'price', greater: 50 }, set: 'big' }] },
  ];
  const endings = [
    { id: 'no', when: { field: 'count', less: 1 }, title: 'Too few', outcome: 'disqualified' },
    { id: 'big', when: { variable: 'note', is: 'big' }, title: 'Big order', url: 'https://example.com/big' },
  ];

  test('are computed by the server, stored, shown and exported', async () => {
    const id = await forms.make(fields, { variables, endings, after: { message: 'Thanks' } });
    const big = await forms.submit(id, { size: 'l', count: 10 });
    expect([big.status, big.at('data.ending'), big.at('data.redirect_url')]).toEqual([
      201,
      { id: 'big', title: 'Big order', text: null, button: null, url: 'https://example.com/big', outcome: 'completed' },
      'https://example.com/big',
    ]);
    expect(await show(id, big.id('data.id'))).toMatchObject({
      variables: { price: 135, note: 'big' },
      ending: 'big',
      outcome: 'completed',
    });
    const small = await forms.submit(id, { size: 's', count: 1 });
    expect([small.at('data.ending'), small.at('data.message')]).toEqual([null, 'Thanks']);
    const { text: csv } = await forms.owner('GET', `/forms/${id}/submissions?format=csv&order=asc`);
    expect(csv.split('\r\n')[0]).toContain('size,count,variable.price,variable.note,ending,outcome');
    expect(csv.split('\r\n')[1]).toContain('l,10,135,big,big,completed');
    const found = await forms.owner('GET', `/forms/${id}/submissions?filter=${encodeURIComponent('ending:is:big')}`);
    expect(found.at('data')).toHaveLength(1);
  });

  test('a disqualified submission is listed, and counts in nothing else', async () => {
    const id = await forms.make(fields, { variables, endings, max_answers: 2 });
    const accepting = async () => [
      (await forms.view(id)).at('data.form.accepting'),
      (await forms.owner('GET', `/forms/${id}`)).at('data.accepting'),
      (await forms.owner('GET', '/forms?limit=1')).at('data.0.accepting'),
    ];
    const out = await forms.submit(id, { size: 's', count: 0 });
    expect([out.status, out.at('data.ending.outcome')]).toEqual([201, 'disqualified']);
    expect((await forms.submit(id, { size: 's', count: 1 })).status).toBe(201);
    expect(await accepting()).toEqual([true, true, true]);
    expect((await forms.submit(id, { size: 'l', count: 2 })).status).toBe(201);
    expect(await accepting()).toEqual([false, false, false]);
    expect((await forms.owner('GET', `/forms/${id}`)).at('data.answers_count')).toBe(3);
    expect((await forms.submit(id, { size: 'l', count: 2 })).status).toBe(409);
    expect(await forms.results(id)).toMatchObject({
      submissions_count: 2,
      disqualified_count: 1,
      fields: [{ answered: 2 }, { answered: 2 }],
      endings: [
        { id: 'no', title: 'Too few', outcome: 'disqualified', count: 1 },
        { id: 'big', count: 0 },
      ],
    });
    expect(await hourSum(id)).toBe(2);
    expect(await hourSum(id, '?filter=outcome:is:disqualified')).toBe(0);
    expect(await forms.submissions(id)).toHaveLength(3);
    expect(await forms.services.store.read(tallyCheck.find())).toEqual([]);
    expect((await forms.owner('DELETE', `/forms/${id}/submissions/${out.id('data.id')}`)).status).toBe(204);
    expect(await forms.results(id)).toMatchObject({ disqualified_count: 0, endings: [{ count: 0 }, { count: 0 }] });
  });
});

describe('limits', () => {
  test('a full option is shown as full and refused', async () => {
    const id = await forms.make([{ ...choice, options: [{ id: 'a', label: 'A', max_answers: 1 }, 'B'] }]);
    const isFull = async () => (await forms.view(id)).at('data.form.fields.0.options.0.full');
    expect(await isFull()).toBe(false);
    expect((await forms.submit(id, { f1: 'a' })).status).toBe(201);
    expect(await isFull()).toBe(true);
    const refused = await forms.submit(id, { f1: 'a' });
    expect([refused.status, refused.at('code')]).toEqual([409, 'full']);
    expect((await forms.submit(id, { f1: 'o1' })).status).toBe(201);
  });

  test('a full quota leads to its ending, or is refused without one', async () => {
    const id = await forms.make([{ ...text, id: 'city' }, email], {
      endings: [
        { id: 'over', when: { field: 'city', is: 'nowhere' }, title: 'Over', outcome: 'disqualified' },
        { id: 'done', title: 'Done' },
      ],
      quotas: [
        { id: 'rome', when: { field: 'city', is: 'Rome' }, limit: 1, ending: 'over' },
        { id: 'oslo', when: { field: 'city', is: 'Oslo' }, limit: 1 },
      ],
    });
    const endingOf = async (city: string) => (await forms.submit(id, { city })).at('data.ending.id');
    expect([await endingOf('Rome'), await endingOf('Rome'), await endingOf('Oslo')]).toEqual(['done', 'over', 'done']);
    const refused = await forms.submit(id, { city: 'Oslo' });
    expect([refused.status, refused.at('code')]).toEqual([409, 'full']);
    expect(await forms.results(id)).toMatchObject({
      submissions_count: 2,
      disqualified_count: 1,
      endings: [
        { id: 'over', count: 1 },
        { id: 'done', count: 2 },
      ],
    });
    expect(await forms.services.store.read(tallyCheck.find())).toEqual([]);
  });
});

describe('changes and deletions', () => {
  const endings = [
    { id: 'over', when: { field: 'city', is: 'Nowhere' }, title: 'Over', outcome: 'disqualified' },
    { id: 'done', title: 'Done' },
  ];
  const quotas = [
    { id: 'rome', when: { field: 'city', is: 'Rome' }, limit: 2, ending: 'over' },
    { id: 'oslo', when: { field: 'city', is: 'Oslo' }, limit: 1 },
  ];
  const cities = ['Rome', 'Oslo', 'Nowhere', 'Bern'];
  const most = 3;
  type Stored = { id: string; city: string; isOver: boolean };

  /** Returns the outcome of a submission: its ending, or the code of the error. */
  function expectedOutcome(city: string, own: Stored | undefined, others: readonly Stored[]): string {
    const counted = others.filter(({ isOver }) => !isOver);
    // A visitor whose submission already counts keeps the place.
    const isFull = counted.length >= most && (!own || own.isOver);
    if (!own && isFull) return 'full';
    const inCity = counted.filter((one) => one.city === city).length;
    if (city === 'Oslo' && inCity >= 1) return 'full';
    if (city === 'Nowhere' || (city === 'Rome' && inCity >= 2)) return 'over';
    return isFull ? 'full' : 'done';
  }

  const step = fc.record({
    visitor: fc.nat(4),
    city: fc.option(fc.constantFrom(...cities), { freq: 6 }),
  });

  test('keep limits, quotas and results exact', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
        const rules = { one_per: 'browser', allow_change: true, max_answers: most };
        const form = await forms.make([{ ...text, id: 'city' }], { endings, quotas, ...rules });
        const stored = new Map<number, Stored>();
        for (const { visitor, city } of steps) {
          const own = stored.get(visitor);
          if (city === null) {
            if (own) await forms.owner('DELETE', `/forms/${form}/submissions/${own.id}`);
            stored.delete(visitor);
            continue;
          }
          const others = [...stored].filter(([other]) => other !== visitor).map(([, one]) => one);
          const body = { answers: { city }, voter: `a visitor with number ${visitor}` };
          const reply = await forms.submit(form, {}, { body });
          const outcome = reply.at('data.ending.id') ?? reply.at('code');
          expect(outcome).toBe(expectedOutcome(city, own, others));
          if (outcome !== 'full') stored.set(visitor, { id: reply.id('data.id'), city, isOver: outcome === 'over' });
        }
        const over = [...stored.values()].filter(({ isOver }) => isOver).length;
        expect(await forms.results(form)).toMatchObject({
          submissions_count: stored.size - over,
          disqualified_count: over,
          fields: [{ answered: stored.size - over }],
          endings: [{ count: over }, { count: stored.size - over }],
        });
        expect(await hourSum(form)).toBe(stored.size - over);
      }),
      { numRuns: 40 },
    );
    expect(await forms.services.store.read(tallyCheck.find())).toEqual([]);
  });
});

const page = { type: 'page', id: 'p' };
const end = { id: 'end', title: 'End' };
const ruled = (rule: object, id = 'v', type = 'number') => ({ id, type, rules: [rule] });

test.each<[string, object, string, string]>([
  ['an unknown target', { fields: [{ ...page, next: [{ to: 'x' }] }] }, 'fields.0.next.0.to', 'unknown_target'],
  ['a jump to itself', { fields: [{ ...page, next: [{ to: 'p' }] }] }, 'fields.0.next.0.to', 'backward_jump'],
  [
    'a condition on a later page',
    {
      fields: [
        { ...page, next: [{ when: { field: 'b', answered: true }, to: 'submit' }] },
        { ...page, id: 'q' },
        { ...text, id: 'b' },
      ],
    },
    'fields.0.next.0.when.field',
    'condition_on_later_field',
  ],
  [
    'an unknown variable',
    { fields: [{ ...text, show_if: { variable: 'v', is: 1 } }] },
    'fields.0.show_if.variable',
    'unknown_variable',
  ],
  [
    'a variable that depends on the field',
    {
      fields: [{ ...number, id: 'n', show_if: { variable: 'v', is: 1 } }],
      variables: [ruled({ add: { field: 'n' } })],
    },
    'fields.0.show_if.variable',
    'later_variable',
  ],
  [
    'variables in a cycle',
    { variables: [ruled({ add: { variable: 'w' } }), ruled({ add: { variable: 'v' } }, 'w')] },
    'variables.0.rules.0.add',
    'unknown_variable',
  ],
  ['the ID of a field for a variable', { variables: [{ id: 'a', type: 'number' }] }, 'variables.0.id', 'duplicate_id'],
  [
    'the ID of a page for an ending',
    { fields: [page], endings: [{ ...end, id: 'p' }] },
    'endings.0.id',
    'duplicate_id',
  ],
  ['a reserved ID', { endings: [{ ...end, id: 'submit' }] }, 'endings.0.id', 'reserved_id'],
  ['a division by zero', { variables: [ruled({ divide: 0 })] }, 'variables.0.rules.0.divide', 'division_by_zero'],
  ['a sum of texts', { variables: [ruled({ add: 'x' }, 'v', 'text')] }, 'variables.0.rules.0.add', 'rule_not_allowed'],
  ['a text in a number', { variables: [ruled({ add: { field: 'a' } })] }, 'variables.0.rules.0.add', 'not_comparable'],
  [
    'a score without options',
    { variables: [ruled({ add: { score: 'a' } })] },
    'variables.0.rules.0.add',
    'needs_options',
  ],
  ['a quota with an unknown ending', { quotas: [{ limit: 1, ending: 'x' }] }, 'quotas.0.ending', 'unknown_ending'],
  [
    'an unknown row',
    {
      fields: [
        { ...matrix, id: 'm' },
        { ...text, show_if: { field: 'm', row: 'r9', is: 'o1' } },
      ],
    },
    'fields.1.show_if.row',
    'unknown_row',
  ],
  [
    'a condition on a column of a matrix',
    {
      fields: [
        { ...text, id: 'a' },
        { ...matrix, options: ['Good', { label: 'Bad', show_if: { field: 'a', answered: true } }] },
      ],
    },
    'fields.1.options.1.show_if',
    'needs_type',
  ],
  [
    'groups in five levels',
    {
      fields: [
        { ...text, show_if: { all: [{ any: [{ none: [{ all: [{ any: [{ field: 'a', answered: true }] }] }] }] }] } },
      ],
    },
    'fields.0.show_if.all.0.any.0.none.0.all.0.any',
    'too_deep',
  ],
  [
    '51 conditions in groups',
    {
      fields: [
        {
          ...text,
          show_if: { all: [26, 25].map((n) => ({ any: Array.from({ length: n }, () => ({ field: 'a', is: 'x' })) })) },
        },
      ],
    },
    'fields.0.show_if',
    'too_many_conditions',
  ],
  [
    'a date for a text',
    {
      fields: [
        { ...text, id: 't' },
        { ...text, show_if: { field: 't', is: { today: 0 } } },
      ],
    },
    'fields.1.show_if.is',
    'not_comparable',
  ],
  [
    'an order of a text variable',
    {
      fields: [
        { type: 'date', id: 'day', label: 'Day' },
        { ...text, show_if: { variable: 'limit', before: { field: 'day' } } },
      ],
      variables: [{ id: 'limit', type: 'text', value: '2026-06-30' }],
    },
    'fields.1.show_if.before',
    'operator_not_allowed',
  ],
  [
    'a date before a number variable',
    {
      fields: [
        { type: 'date', id: 'day', label: 'Day' },
        { ...text, show_if: { field: 'day', before: { variable: 'limit' } } },
      ],
      variables: [{ id: 'limit', type: 'number', value: 3 }],
    },
    'fields.1.show_if.before',
    'not_comparable',
  ],
])('a form with %s is refused', async (_what, more, path, code) => {
  const body = { title: 'Form', fields: [{ ...text, id: 'a' }], ...more };
  const reply = await forms.owner('POST', '/forms', body);
  expect([reply.status, reply.at('issues')]).toEqual([
    422,
    expect.arrayContaining([expect.objectContaining({ path, code })]),
  ]);
});

test('a date is compared with the date in a text variable, also one that a rule has set', async () => {
  const id = await forms.make(
    [
      { type: 'date', id: 'start', label: 'Start' },
      { type: 'date', id: 'end', label: 'End' },
      { ...text, id: 'reason', required: true, show_if: { field: 'end', before: { variable: 'limit' } } },
    ],
    {
      variables: [
        {
          id: 'limit',
          type: 'text',
          value: '2026-06-30',
          rules: [{ when: { field: 'start', answered: true }, set: { field: 'start' } }],
        },
      ],
    },
  );
  const statusOf = async (answers: object) => (await forms.submit(id, answers)).status;
  expect(await statusOf({ end: '2026-06-29' })).toBe(422);
  expect(await statusOf({ end: '2026-06-30' })).toBe(201);
  expect(await statusOf({ start: '2026-01-10', end: '2026-01-09' })).toBe(422);
  expect(await statusOf({ start: '2026-01-10', end: '2026-06-29' })).toBe(201);
});
