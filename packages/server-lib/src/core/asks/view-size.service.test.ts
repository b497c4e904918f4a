import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { call, createClient } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { runDirectly } from '../../../test/support/store/direct-connection.js';
import type { Operation } from '../../db/operation.js';
import { chunks } from '../../db/sets/chunks.js';
import { one, rows, run } from '../../db/sql/statement.js';
import { maxViewSize } from '../limits.js';

const refusal = { code: 'invalid' };
const visible = { results_visibility: 'always' } as const;

let server: TestServer;
let client: ReturnType<typeof createClient>;
let owner: Owner;
let key: string;
beforeAll(async () => {
  server = await startService();
  client = createClient(server);
  owner = await createOwner(server.services);
});
beforeEach(async () => {
  key = await owner.key();
});
afterAll(() => server.close());

type Plural = 'polls' | 'quizzes' | 'forms';

const times = <Item>(n: number, item: Item) => Array.from({ length: n }, () => item);
const labels = (n: number, length = 1) => Array.from({ length: n }, () => 'x'.repeat(length));
const matrix = { type: 'matrix', label: 'x', rows: labels(50), options: labels(20) } as const;

const send = (plural: Plural, draft: object) => client('POST', `/${plural}`, { key, body: draft });

async function viewOf(plural: Plural, id: string) {
  const { status, text, body } = await call(server, 'GET', `/embed/${plural}/${id}`);
  return { status, size: Buffer.byteLength(text), data: Object(body).data };
}

const largestCount = 3_333_333_319;

/** Sets the largest counts of an ask, which would take too long to reach with answers. */
function writeLargestCounts(id: string, buckets: readonly string[]): Promise<void> {
  return runDirectly(server.database, largestCounts(id.slice(id.indexOf('_') + 1), buckets));
}

function* largestCounts(id: string, buckets: readonly string[]): Operation<void> {
  const { seq } = (yield* one<{ seq: number }>`select seq from askwell_asks where id = ${id}`) ?? { seq: 0 };
  const hours = Array.from({ length: 3_000 }, (_, at) => `$h.${400_000 + at}`);
  for (const chunk of chunks([...buckets, ...hours].map((bucket) => [seq, bucket, largestCount] as const)))
    yield* run`insert into askwell_tallies (ask, bucket, n) values ${rows(chunk)}`;
  const writeIns = Array.from({ length: 150 }, (_, at) => [seq, '', `${at}`, '\u0001'.repeat(200), largestCount]);
  yield* run`insert into askwell_write_ins (ask, input, folded, label, n) values ${rows(writeIns)}`;
  yield* run`update askwell_counters set answers = 9999999967, tally_seq = 99 where ask = ${seq}`;
}

/** Finds the largest `n` whose draft is accepted, up to the limit. */
async function findLargestAccepted(plural: Plural, draftOf: (n: number) => object, limit: number) {
  let [fits, fails] = [0, limit + 1];
  let id = '';
  while (fails - fits > 1) {
    const n = (fits + fails) >> 1;
    const reply = await send(plural, draftOf(n));
    if (reply.status === 201) [fits, id] = [n, reply.id('data.id')];
    else fails = n;
  }
  return { n: fits, id };
}

const cellsOf = (n: number) =>
  Array.from({ length: n }, (_, field) =>
    matrix.rows.flatMap((_row, row) =>
      matrix.options.map((_option, option) => `f${field + 1}.r${row + 1}=o${option + 1}`),
    ),
  ).flat();

describe('the largest accepted definition has a view of at most 1 MB, with any results:', () => {
  test('a form of matrices', async () => {
    const { n, id } = await findLargestAccepted(
      'forms',
      (count) => ({ title: 'x', ...visible, fields: times(count, matrix) }),
      145,
    );
    expect(n).toBeGreaterThanOrEqual(10);
    const answered = Array.from({ length: n }, (_, at) => [
      `f${at + 1}`,
      ...labels(50).map((_x, row) => `f${at + 1}.r${row + 1}`),
    ]);
    await writeLargestCounts(id, [...cellsOf(n), ...answered.flat()]);
    const { size, data } = await viewOf('forms', id);
    expect(data.results.fields[n - 1].rows[49].options[19].count).toBe(3_333_333_319);
    expect(data.results.timeline).toHaveLength(2_000);
    expect(size).toBeLessThanOrEqual(maxViewSize);
    expect(size).toBeGreaterThan(0.8 * maxViewSize);
  });

  test('a form whose options refer to a field with a long label', async () => {
    const named = { id: 'a', type: 'short_text', label: '\u{1F600}'.repeat(60) };
    const choice = { type: 'single_choice', label: 'x', options: Array.from({ length: 20 }, () => '{{a}}'.repeat(80)) };
    const draftOf = (count: number) => ({ title: 'x', ...visible, fields: [named, ...times(count, choice)] });
    const { n, id } = await findLargestAccepted('forms', draftOf, 150);
    await writeLargestCounts(id, []);
    const { size, data } = await viewOf('forms', id);
    expect(data.results.fields).toHaveLength(n);
    expect(data.results.fields[0].options[0].label).toContain(`‹${'\u{1F600}'.repeat(39)}…›`);
    expect(size).toBeGreaterThan(0.5 * maxViewSize);
    expect(size).toBeLessThanOrEqual(maxViewSize);
  });

  test('a poll with long image URLs, rated on a scale of a hundred steps', async () => {
    const option = { label: '\u{1F600}'.repeat(300), image_url: `https://example.com/${'x'.repeat(1_800)}` };
    const draft = { title: 'x', type: 'rating', scale: { min: 1, max: 100 }, ...visible };
    const { n, id } = await findLargestAccepted('polls', (count) => ({ ...draft, options: times(count, option) }), 80);
    const ids = Array.from({ length: n }, (_, at) => `o${at + 1}`);
    await writeLargestCounts(
      id,
      ids.flatMap((one) => [one, ...Array.from({ length: 100 }, (_, at) => `${one}=${at + 1}`)]),
    );
    const { size, data } = await viewOf('polls', id);
    expect(data.results.options[0].histogram[99]).toEqual({ value: 100, count: 3_333_333_319 });
    expect(size).toBeLessThanOrEqual(maxViewSize);
  });

  test('a poll that shows write-ins', async () => {
    const draft = { title: 'x', type: 'multiple', other: true, show_others: true, ...visible };
    const { n, id } = await findLargestAccepted('polls', (count) => ({ ...draft, options: labels(count, 500) }), 100);
    expect(n).toBe(100);
    await writeLargestCounts(id, []);
    const { size, data } = await viewOf('polls', id);
    expect(data.results.others).toHaveLength(100);
    expect(size).toBeGreaterThan(250_000);
    expect(size).toBeLessThanOrEqual(maxViewSize);
  });

  test('a quiz where every attempt has another score', async () => {
    const question = { type: 'single', prompt: 'x', options: labels(200), answer: 'o1' };
    const draft = { title: 'x', reveal: 'answers', ...visible };
    const { n, id } = await findLargestAccepted(
      'quizzes',
      (count) => ({ ...draft, questions: times(count, question) }),
      150,
    );
    expect(n).toBeGreaterThan(50);
    await writeLargestCounts(
      id,
      Array.from({ length: 5_000 }, (_, at) => `$s.${1_000_000 + at * 1.000001}/2000000`),
    );
    const { size, data } = await viewOf('quizzes', id);
    const counts: number[] = data.results.distribution.map(({ count }: { count: number }) => count);
    expect(counts).toHaveLength(1_000);
    // Merged scores keep their counts.
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5_000 * 3_333_333_319);
    expect(size).toBeLessThanOrEqual(maxViewSize);
    expect(size).toBeGreaterThan(0.8 * maxViewSize);
  });
});

describe('a definition with a larger view', () => {
  const large = { title: 'Large', ...visible, fields: times(40, matrix) };

  test('a definition with too large a view is refused over REST and in process, with advice', async () => {
    const reply = await send('forms', large);
    expect([reply.status, reply.at('code')]).toEqual([422, 'invalid']);
    expect(reply.at('errors')).toEqual({
      fields: [
        'Visitors would load more than 1 MB, results included. Use fewer or shorter texts, rows and options, or set `results_visibility` to "never".',
      ],
    });
    await expect(server.askwell.forms.create(owner.session.account, large)).rejects.toMatchObject(refusal);
    const ranking = { type: 'ranking', label: 'x', options: labels(200) } as const;
    const many = { title: 'Many', fields: times(200, ranking) };
    expect((await send('forms', many)).at('errors')).toEqual({
      fields: ['Visitors would load more than 1 MB. Use fewer or shorter texts, rows and options.'],
    });
  });

  test('an update of the content or of results_visibility that makes the view too large is refused', async () => {
    const id = (await send('forms', { ...large, results_visibility: 'never' })).id('data.id');
    const change = (body: object) => client('PATCH', `/forms/${id}`, { key, body });
    for (const results_visibility of ['always', 'after_answer', 'after_close'] as const) {
      const reply = await change({ results_visibility });
      expect([reply.status, Object.keys(Object(reply.at('errors')))]).toEqual([422, ['fields']]);
      const inProcess = server.askwell.forms.update(owner.session.account, id, { results_visibility });
      await expect(inProcess).rejects.toMatchObject(refusal);
    }
    expect((await change({ title: 'Other' })).status).toBe(200);
    expect((await change({ results_visibility: 'always', fields: [matrix] })).status).toBe(200);
    expect((await change({ fields: large.fields })).status).toBe(422);
    expect((await viewOf('forms', id)).size).toBeLessThanOrEqual(maxViewSize);
  });

  test('a definition that existed before the limit can be read, and changed without growing', async () => {
    const id = (await send('forms', { ...large, results_visibility: 'never' })).id('data.id');
    await runDirectly(
      server.database,
      run`update askwell_asks set version = 2, definition =
        replace(definition, '"results_visibility":"never"', '"results_visibility":"always"') where id = ${id.slice(5)}`,
    );
    const seen = await viewOf('forms', id);
    expect([seen.status, seen.size > maxViewSize]).toEqual([200, true]);
    expect((await client('GET', `/forms/${id}`, { key })).status).toBe(200);
    expect((await call(server, 'GET', `/p/${id}`)).status).toBe(200);
    const change = (body: object) => client('PATCH', `/forms/${id}`, { key, body });
    expect((await change({ fields: [...large.fields, matrix] })).status).toBe(422);
    expect((await change({ fields: large.fields.slice(1), title: 'x' })).status).toBe(200);
    expect((await change({ status: 'closed' })).status).toBe(200);
  });
});

test('accepts definitions that reach individual limits', async () => {
  const choice = {
    type: 'single_choice',
    label: 'Which country do you live in?',
    options: labels(200, 12),
    other: true,
  };
  const ordinary: [Plural, object][] = [
    [
      'forms',
      {
        title: 'x',
        ...visible,
        fields: [matrix, choice, ...times(198, { type: 'long_text', label: 'x'.repeat(500) })],
      },
    ],
    ['forms', { title: 'x', ...visible, fields: times(20, choice) }],
    ['polls', { title: 'x', ...visible, type: 'ranked', options: labels(20, 500) }],
    [
      'quizzes',
      { title: 'x', ...visible, questions: times(200, { type: 'boolean', prompt: 'x'.repeat(1_000), answer: true }) },
    ],
  ];
  for (const [plural, draft] of ordinary) expect((await send(plural, draft)).status).toBe(201);
});
