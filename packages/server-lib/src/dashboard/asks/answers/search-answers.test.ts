import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwner, type Owner } from '../../../../test/support/servers/create-owner.js';
import { startServer, type TestServer } from '../../../../test/support/servers/start-server.js';
import type { OwnerAsk } from '../owner-ask.js';
import { createOwnerAsks } from '../owner-asks.js';
import {
  type FieldCondition,
  type FilterParams,
  noFilter,
  readAnswersQuery,
  writeAnswersQuery,
} from './answers-query.js';
import { findAllAnswers, searchAnswers } from './search-answers.js';
import { toSearch } from './to-search.js';

let server: TestServer;
let owner: Owner;
let now: number;
beforeAll(async () => {
  now = Date.parse('2026-03-01T12:00:00Z');
  server = await startServer({ clock: () => now });
  owner = await createOwner(server.services);
});
afterAll(() => server.close());

const hour = 3_600_000;
const words = ['apple', 'Apple pie', 'b', 'Ünder', 'ü', '7'];
const toppings = ['Cheese', 'Ham', 'Olives'];

/** An answer as the test knows it. */
interface Given {
  readonly name: string | null;
  readonly size: number | null;
  readonly picked: readonly number[];
  readonly voter: number | null;
  readonly hours: number;
  readonly tags: readonly string[];
}

const given: fc.Arbitrary<Given> = fc.record({
  name: fc.option(fc.constantFrom(...words)),
  size: fc.option(fc.integer({ min: -3, max: 12 })),
  picked: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { maxLength: 3 }),
  voter: fc.option(fc.integer({ min: 0, max: 2 })),
  hours: fc.integer({ min: 0, max: 30 }),
  tags: fc.uniqueArray(fc.constantFrom('Hot', 'cold', 'Ü'), { maxLength: 2 }),
});

const conditions: fc.Arbitrary<FieldCondition> = fc.record({
  field: fc.constantFrom('f1', 'f2', 'f3', '.tags'),
  operator: fc.constantFrom('is', 'is_not', 'contains', 'answered', 'not_answered', 'greater', 'less', ''),
  value: fc.constantFrom('', 'APPLE', 'Ham', 'cheese, ham', '7', '-1', 'b', 'hot', 'ü'),
});

const filters: fc.Arbitrary<FilterParams> = fc
  .record({
    since: fc.constantFrom('', '', '2026-03-02', '2026-03-04'),
    until: fc.constantFrom('', '', '2026-03-03', '2026-03-05'),
    conditions: fc.array(conditions, { maxLength: 3 }),
    q: fc.constantFrom('', '', '', 'appl', 'OLIVE', 'ü', '1'),
    tag: fc.constantFrom('', '', '', 'hot', 'ü'),
  })
  .map((filter) => ({ ...noFilter, ...filter }));

interface Stored extends Given {
  readonly id: string;
  readonly at: number;
  readonly voterRef: string | null;
}

/** Creates a form with answers. Returns them as they are stored. */
async function createForm(answers: readonly Given[]): Promise<{ ask: OwnerAsk; stored: Stored[] }> {
  const { forms } = server.askwell;
  const { id } = await forms.create(owner.session.account.id, {
    title: 'Pizza',
    fields: [
      { type: 'short_text', label: 'Name' },
      { type: 'number', label: 'Size' },
      { type: 'multiple_choice', label: 'Toppings', options: toppings },
    ],
  });
  const ask = await createOwnerAsks(server.services).find(owner.session, id);
  const stored: Stored[] = [];
  for (const answer of answers) {
    now += answer.hours * hour;
    const picked = [...answer.picked].sort();
    const { id: answerId } = await forms.submit(id, {
      answers: {
        ...(answer.name === null ? {} : { f1: answer.name }),
        ...(answer.size === null ? {} : { f2: answer.size }),
        ...(picked.length === 0 ? {} : { f3: picked.map((at) => `o${at + 1}`) }),
      },
    });
    const row = (await ask.answers.find(answerId)) ?? expect.unreachable('The answer was just given.');
    if (answer.tags.length > 0) await ask.answers.saveNote(row.id, { tags: answer.tags, note: '' });
    stored.push({ ...answer, picked, id: answerId, at: now, voterRef: null });
  }
  return { ask, stored };
}

/** Returns what an answer says in a column, and its single values. */
function textsOf({ name, size, picked, tags }: Stored, field: string): { text: string; parts: readonly string[] } {
  const parts =
    field === 'f1'
      ? [name ?? '']
      : field === 'f2'
        ? [size === null ? '' : String(size)]
        : field === 'f3'
          ? picked.map((at) => toppings[at] ?? '')
          : tags;
  return { text: parts.join(', '), parts };
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const within = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

function meets(answer: Stored, { field, operator, value }: FieldCondition): boolean {
  const { text, parts } = textsOf(answer, field);
  const isEqual = text !== '' && (same(text, value) || parts.some((part) => same(part, value)));
  const sign = (): number => {
    if (text === '' || value === '') return 0;
    if (field === 'f2') return Number.isNaN(Number(value)) ? 0 : Math.sign(Number(text) - Number(value));
    return text === value ? 0 : text < value ? -1 : 1;
  };
  switch (operator) {
    case 'is':
      return isEqual;
    case 'is_not':
      return !isEqual;
    case 'answered':
      return text !== '';
    case 'not_answered':
      return text === '';
    case 'greater':
      return sign() > 0;
    case 'less':
      return sign() < 0;
    default:
      return text !== '' && within(text, value);
  }
}

function matches(answer: Stored, filter: FilterParams): boolean {
  const day = new Date(answer.at).toISOString().slice(0, 10);
  const time = new Date(answer.at).toISOString().slice(0, 19).replace('T', ' ');
  const texts = [...['f1', 'f2', 'f3', '.tags'].map((field) => textsOf(answer, field).text), time, answer.id];
  return (
    (filter.since === '' || day >= filter.since) &&
    (filter.until === '' || day <= filter.until) &&
    (filter.q === '' || texts.some((text) => within(text, filter.q))) &&
    (filter.tag === '' || answer.tags.some((tag) => same(tag, filter.tag))) &&
    filter.conditions.every((condition) => meets(answer, condition))
  );
}

test('finds the answers that a plain filter finds, and pages neither repeat nor skip any', async () => {
  const limits = fc.record({
    rows: fc.integer({ min: 1, max: 8 }),
    characters: fc.constantFrom(1, 40, 1_000),
    batch: fc.integer({ min: 1, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(given, { maxLength: 10 }),
      fc.array(fc.tuple(filters, limits, fc.integer({ min: 1, max: 4 }), fc.constantFrom('asc', 'desc')), {
        minLength: 4,
        maxLength: 8,
      }),
      async (answers, searches) => {
        now = Date.parse('2026-03-01T12:00:00Z');
        const { ask, stored } = await createForm(answers);
        for (const [filter, limit, pageSize, order] of searches) {
          const sent = readAnswersQuery(writeAnswersQuery({ ...filter, sort: 'newest', columns: [] }).slice(1));
          const search = toSearch(sent, ask.answers.table);
          const found: string[] = [];
          for (let after: string | null = null; ; ) {
            const page = await searchAnswers(ask, search, { after, limit: pageSize, order }, limit);
            expect(page.answers.length).toBeLessThanOrEqual(pageSize);
            found.push(...page.answers.map(({ id }) => id));
            if (page.next === null) break;
            after = page.next;
          }
          const expected = stored.filter((answer) => matches(answer, filter)).map(({ id }) => id);
          expect(found).toEqual(order === 'asc' ? expected.sort() : expected.sort().reverse());
          const all: string[] = [];
          for await (const batch of findAllAnswers(ask, search, order)) all.push(...batch.map(({ id }) => id));
          expect(all).toEqual(found);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('stops at its limits and continues from there', async () => {
  const names = [...Array.from({ length: 9 }, () => 'b'), 'apple'];
  const { ask, stored } = await createForm(
    names.map((name) => ({ name, size: null, picked: [], voter: null, hours: 1, tags: [] })),
  );
  const search = toSearch({ ...noFilter, q: 'apple' }, ask.answers.table);
  const limits = { rows: 4, characters: 1_000_000, batch: 2 };
  const first = await searchAnswers(ask, search, { after: null, limit: 5, order: 'asc' }, limits);
  expect(first).toMatchObject({ answers: [], isCut: true });
  const second = await searchAnswers(ask, search, { after: first.next, limit: 5, order: 'asc' }, limits);
  const third = await searchAnswers(ask, search, { after: second.next, limit: 5, order: 'asc' }, limits);
  expect([second.answers.length, third.answers[0]?.id]).toEqual([0, stored.at(-1)?.id]);
});

test('lets other work run while it searches', async () => {
  const { ask } = await createForm([]);
  const text = 'x'.repeat(5_000);
  const body = { f1: text };
  const row = { voter: null, tags: null, note: null, created_at: 0, body: JSON.stringify(body) };
  const rows = Array.from({ length: 500 }, (_, nth) => ({ ...row, id: String(nth).padStart(20, '0') }));
  const large: OwnerAsk = {
    ...ask,
    answers: { ...ask.answers, listNoted: async (_filter, { after }) => (after === null ? rows : []) },
  };
  let turns = 0;
  const count = (): void => {
    turns++;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const page = { after: null, limit: 5, order: 'asc' } as const;
  await searchAnswers(large, toSearch({ ...noFilter, q: 'y' }, ask.answers.table), page);
  clearImmediate(timer);
  expect(turns).toBeGreaterThan(10);
});
