import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { AccountObject } from '../../owners/access/account-object.js';

/*
 * Compares lists, results and deletions with a filter in plain JavaScript, over the answers that the API returns without a filter.
 */

let server: TestServer;
let key: string;
let account: AccountObject;
let now = Date.parse('2026-01-01T12:00:00Z');
beforeAll(async () => {
  server = await startService({ clock: () => now });
  const owner = await createOwner(server.services);
  key = await owner.key();
  account = owner.session.account;
});
afterAll(() => server.close());

/** The members of the answers of all kinds that the filters below compare. */
interface Answer {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly language: string | null;
  readonly answers: {
    readonly one?: string | { readonly other: string };
    readonly many?: readonly string[];
    readonly number?: number;
    readonly name?: string;
    readonly agree?: boolean;
    readonly pairs?: Readonly<Record<string, string>>;
    readonly rank?: readonly string[];
    readonly places?: readonly string[];
  };
  readonly choices: readonly string[] | null;
  readonly other: string | null;
  readonly ratings: Readonly<Record<string, number>> | null;
  readonly score: number;
  readonly passed: boolean | null;
}

/** A parameter and the condition that it expresses. */
interface Filter {
  readonly name: string;
  readonly value: () => string;
  readonly matches: (answer: Answer) => boolean;
}

function filter(name: string, value: string | number | boolean, matches: Filter['matches']): Filter {
  return { name, value: () => String(value), matches };
}

const get = (path: string) => call(server, 'GET', path, { key });
const fold = (text: unknown) => String(text).toLowerCase().trim();

async function everyAnswer(path: string, query = ''): Promise<Answer[]> {
  const { text } = await get(`${path}?format=jsonl${query}`);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** Reads all pages of a list. */
async function walk(path: string, query: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = ''; ; ) {
    const { status, text } = await get(`${path}?${query}${cursor}`);
    if (status !== 200) expect.unreachable(text);
    const { data, meta } = JSON.parse(text);
    ids.push(...data.map(({ id }: Answer) => id));
    if (meta.next_cursor === null) return ids;
    cursor = `&cursor=${meta.next_cursor}`;
  }
}

const visitor = fc.integer({ min: 0, max: 14 });
const language = fc.constantFrom(undefined, 'de', 'de-AT', 'den', 'fr');

/** When the answers of a run begin. */
let runStart = 0;
const timeAt = (step: number) => `${new Date(runStart + step * 1_000).toISOString().slice(0, -1)}000Z`;

/** A filter by the members that the answers of all kinds have. */
const sharedFilter: fc.Arbitrary<Filter> = fc.oneof(
  fc.constantFrom('de', 'de-AT', 'fr', 'unknown').map((tag) =>
    filter('language', tag, ({ language: own }) => {
      if (own === null) return tag === 'unknown';
      return own === tag || (tag === 'de' && own === 'de-AT');
    }),
  ),
  fc.tuple(fc.constantFrom('since', 'until', 'updated_since'), fc.integer({ min: 0, max: 40 })).map(([name, step]) => ({
    name,
    value: () => timeAt(step),
    matches({ created_at, updated_at }: Answer) {
      if (name === 'updated_since') return updated_at >= timeAt(step);
      return name === 'since' ? created_at >= timeAt(step) : created_at < timeAt(step);
    },
  })),
);

const sorts = ['created_at', 'updated_at', 'score'] as const;
type Sort = (typeof sorts)[number];

interface Query {
  readonly filters: readonly Filter[];
  readonly sort: Sort;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
}

function queryOf(own: fc.Arbitrary<Filter>, sort: fc.Arbitrary<Sort>): fc.Arbitrary<Query> {
  const filters = fc.uniqueArray(fc.oneof(own, own, sharedFilter), { maxLength: 3, selector: ({ name }) => name });
  return fc.record({ filters, sort, order: fc.constantFrom('asc', 'desc'), limit: fc.integer({ min: 1, max: 12 }) });
}

function expected(all: readonly Answer[], { filters, sort, order }: Query): string[] {
  const sign = order === 'asc' ? 1 : -1;
  const compare = <Value extends string | number>(a: Value, b: Value) => (a < b ? -sign : a > b ? sign : 0);
  return all
    .filter((answer) => filters.every(({ matches }) => matches(answer)))
    .toSorted((a, b) => compare(a[sort], b[sort]) || compare(a.id, b.id))
    .map(({ id }) => id);
}

const paramsOf = ({ filters }: Query): string =>
  new URLSearchParams(Object.fromEntries(filters.map(({ name, value }) => [name, value()]))).toString();

/** Compares lists, files, results and a deletion by queries with the plain filter. */
async function compare(ask: string, answers: string, queries: readonly Query[]): Promise<void> {
  const path = `${ask}/${answers}`;
  const countIn = async (query: string): Promise<unknown> =>
    JSON.parse((await get(`${ask}/results?${query}`)).text).data[`${answers}_count`];
  const all = await everyAnswer(path);
  for (const query of queries) {
    const { sort, order, limit } = query;
    const wanted = expected(all, query);
    const params = paramsOf(query);
    const sorted = `sort=${sort}&order=${order}&${params}`;
    expect([sorted, await walk(path, `limit=${limit}&${sorted}`)]).toEqual([sorted, wanted]);
    expect((await everyAnswer(path, `&${sorted}`)).map(({ id }) => id)).toEqual(wanted);
    expect(await countIn(params)).toBe(wanted.length);
  }
  const last = queries.find(({ filters }) => filters.length > 0);
  if (!last) return;
  expect((await call(server, 'DELETE', `${path}?${paramsOf(last)}`, { key })).status).toBe(204);
  const deleted = expected(all, last);
  const left = all.map(({ id }) => id).filter((id) => !deleted.includes(id));
  expect((await everyAnswer(path)).map(({ id }) => id)).toEqual(left);
  expect(await countIn('')).toBe(left.length);
}

/** Submits answers at intervals of one second. A visitor who answers again changes the answer. */
async function giveAll<Given>(
  given: readonly { answer: Given; visitor: number; language: string | undefined }[],
  give: (answer: Given, visitor: { id: string; language?: string }) => Promise<unknown>,
): Promise<void> {
  runStart = now;
  for (const { answer, visitor: n, language: tag } of given) {
    now += 1_000;
    await give(answer, { id: `visitor-${n}`, ...(tag === undefined ? {} : { language: tag }) });
  }
}

const terms = { title: 'Random', one_per: 'browser' as const, allow_change: true };
const runs = { numRuns: 3 };

const given = <Given>(answer: fc.Arbitrary<Given>) =>
  fc.array(fc.record({ answer, visitor, language }), { minLength: 10, maxLength: 30 });
const ids = fc.constantFrom('a', 'b', 'c');
const someIds = fc.subarray(['a', 'b', 'c'], { minLength: 1 });
const options = ['a', 'b', 'c'].map((id) => ({ id, label: id.toUpperCase() }));
const queriesOf = (own: fc.Arbitrary<Filter>, sort: fc.Arbitrary<Sort>) =>
  fc.array(queryOf(own, sort), { minLength: 8, maxLength: 12 });
const byTime = fc.constantFrom<Sort[]>('created_at', 'updated_at');

const otherOf = (value: Answer['answers']['one']) => (typeof value === 'object' ? value.other : undefined);

/** A filter by a question or field that quizzes and forms both have. */
const fieldFilter = fc.oneof(
  ids.map((id) => filter('field.one', id, ({ answers: { one } }) => one === id)),
  ids.map((id) => filter('field.many', id, ({ answers: { many } }) => many?.includes(id) === true)),
  fc
    .constantFrom('0', '0.5', '1', '7')
    .map((n) => filter('field.number', n, ({ answers }) => answers.number === Number(n))),
  fc
    .constantFrom(' ANN ', 'bo', 'x')
    .map((name) =>
      filter('field.name', name, ({ answers }) => answers.name !== undefined && fold(answers.name) === fold(name)),
    ),
  fc.boolean().map((is) => filter('field.agree', is, ({ answers: { agree } }) => agree === is)),
  ids.map((id) => filter('field.pairs.a', id, ({ answers: { pairs } }) => pairs?.['a'] === id)),
);

test('submissions are filtered, sorted, counted and deleted as a plain filter does', async () => {
  const fields = [
    { id: 'one', type: 'single_choice' as const, label: 'One', options, other: true },
    { id: 'many', type: 'multiple_choice' as const, label: 'Many', options },
    { id: 'number', type: 'number' as const, label: 'Number' },
    { id: 'name', type: 'short_text' as const, label: 'Name' },
    { id: 'agree', type: 'consent' as const, label: 'Agree' },
    { id: 'pairs', type: 'matrix' as const, label: 'Pairs', rows: [{ id: 'a', label: 'Row' }], options },
    { id: 'rank', type: 'ranking' as const, label: 'Rank', options },
  ];
  const answer = fc.record(
    {
      one: fc.oneof(
        ids,
        fc.constantFrom('Tea', 'tea', 'Milk').map((other) => ({ other })),
      ),
      many: someIds,
      number: fc.integer({ min: 0, max: 3 }).map((n) => n / 2),
      name: fc.constantFrom('Ann', 'ann', 'Bo'),
      agree: fc.boolean(),
      pairs: fc.record({ a: ids }),
      rank: fc.uniqueArray(ids, { minLength: 1 }),
    },
    { requiredKeys: [] },
  );
  const own = fc.oneof(
    fieldFilter,
    ids.map((id) => filter('field.rank', id, ({ answers: { rank } }) => rank?.includes(id) === true)),
    fc
      .constantFrom('tea', 'MILK')
      .map((text) => filter('field.one.other', text, ({ answers: { one } }) => fold(otherOf(one)) === fold(text))),
  );
  const { forms } = server.askwell;
  await fc.assert(
    fc.asyncProperty(given(answer), queriesOf(own, byTime), async (answers, queries) => {
      const { id } = await forms.create(account, { ...terms, fields });
      await giveAll(answers, (sent, by) => forms.submit(id, { answers: sent }, by));
      await compare(`/api/v1/forms/${id}`, 'submissions', queries);
    }),
    runs,
  );
});

test('attempts are filtered, sorted, counted and deleted as a plain filter does', async () => {
  const targets = options;
  const questions = [
    { id: 'one', type: 'single' as const, prompt: 'One', options, answer: 'a', points: 2 },
    { id: 'many', type: 'multiple' as const, prompt: 'Many', options, answer: ['a', 'b'], partial: true },
    { id: 'number', type: 'number' as const, prompt: 'Number', answer: { value: 1, tolerance: 0 } },
    { id: 'name', type: 'text' as const, prompt: 'Name', answer: ['Ann'] },
    { id: 'agree', type: 'boolean' as const, prompt: 'Agree', answer: true },
    {
      id: 'pairs',
      type: 'match' as const,
      prompt: 'Pairs',
      options,
      targets,
      answer: { a: 'a', b: 'b', c: 'c' },
      partial: true,
    },
    { id: 'places', type: 'order' as const, prompt: 'Places', options, answer: ['a', 'b', 'c'], partial: true },
  ];
  const order = fc.shuffledSubarray(['a', 'b', 'c'], { minLength: 3 });
  const answer = fc.record(
    {
      one: ids,
      many: someIds,
      number: fc.integer({ min: 0, max: 3 }).map((n) => n / 2),
      name: fc.constantFrom('Ann', 'ann', 'Bo'),
      agree: fc.boolean(),
      pairs: fc.record({ a: ids, b: ids, c: ids }),
      places: order,
    },
    { requiredKeys: [] },
  );
  const own = fc.oneof(
    fieldFilter,
    fc.constantFrom(-1, 0, 1, 1.5, 3, 100).map((min) => filter('min_score', min, ({ score }) => score >= min)),
    fc
      .shuffledSubarray(['a', 'b', 'c'], { minLength: 1 })
      .map((first) =>
        filter('field.places', first.join(), ({ answers: { places } }) => first.every((id, at) => places?.[at] === id)),
      ),
    fc.boolean().map((is) => filter('passed', is, ({ passed }) => passed === is)),
  );
  const { quizzes } = server.askwell;
  const sort = fc.constantFrom<Sort[]>('created_at', 'updated_at', 'score', 'score');
  await fc.assert(
    fc.asyncProperty(given(answer), queriesOf(own, sort), async (answers, queries) => {
      const { id } = await quizzes.create(account, { ...terms, questions, pass_percentage: 50 });
      await giveAll(answers, (sent, by) => quizzes.attempt(id, { answers: sent }, by));
      await compare(`/api/v1/quizzes/${id}`, 'attempts', queries);
    }),
    runs,
  );
});

test('votes are filtered, sorted, counted and deleted as a plain filter does', async () => {
  const draft = { ...terms, options, other: true };
  const byChoice = ids.map((id) => filter('choice', id, ({ choices }) => choices?.includes(id) === true));
  const byOther = fc
    .constantFrom('tea', 'MILK')
    .map((text) => filter('other', text, ({ other }) => fold(other) === fold(text)));
  const byRating = fc
    .tuple(ids, fc.integer({ min: 1, max: 5 }))
    .map(([id, n]) => filter(`ratings.${id}`, n, ({ ratings }) => ratings?.[id] === n));
  const other = fc.option(fc.constantFrom('Tea', 'tea', 'Milk'), { nil: undefined });
  const cases = [
    {
      poll: { ...draft, type: 'multiple' as const },
      vote: fc
        .record({ choices: someIds, other })
        .map(({ choices, other: text }) => (text ? { choices, other: text } : { choices })),
      own: fc.oneof(byChoice, byOther),
    },
    {
      poll: { ...draft, other: false, type: 'ranked' as const },
      vote: fc.uniqueArray(ids, { minLength: 1 }).map((choices) => ({ choices })),
      own: byChoice,
    },
    {
      poll: { ...draft, other: false, type: 'rating' as const },
      vote: fc
        .dictionary(ids, fc.integer({ min: 1, max: 5 }), { minKeys: 1 })
        .map((ratings) => ({ ratings: { ...ratings } })),
      own: byRating,
    },
  ];
  const { polls } = server.askwell;
  for (const { poll, vote, own } of cases) {
    await fc.assert(
      fc.asyncProperty(given<object>(vote), queriesOf(own, byTime), async (votes, queries) => {
        const { id } = await polls.create(account, poll);
        await giveAll(votes, (sent, by) => polls.vote(id, sent, by));
        await compare(`/api/v1/polls/${id}`, 'votes', queries);
      }),
      { numRuns: 3 },
    );
  }
});
