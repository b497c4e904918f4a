import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { createTestClock } from '../../tools/testing/test-clock.js';
import { maxTitleLength } from '../schemas/ask-schema.js';
import { askSorts, type SummaryFilter, type SummaryPosition } from './summary-queries.js';
import { createSummaryService } from './summary-service.js';

const dayLength = 24 * 3600 * 1_000;

const { clock, source } = createTestClock('2026-05-20T10:30:00Z');
let server: TestServer;
let owner: Owner;
let other: Owner;
beforeAll(async () => {
  server = await startService({ clock: source });
  owner = await createOwner(server.services);
  other = await createOwner(server.services);
});
afterAll(() => server.close());

const all: SummaryFilter = { kind: null, site: null, status: null, q: null, archived: false };

async function titles(filter: Partial<SummaryFilter> = {}, of = owner) {
  const page = { sort: 'newest', after: null, limit: 100 } as const;
  return (await server.services.summaries.list(of.session.scope, { ...all, ...filter }, page)).map(
    ({ title }) => title,
  );
}

const account = () => owner.session.account;

test('lists the asks of all kinds of an account, newest first, by filter', async () => {
  const { askwell } = server;
  const site = (await askwell.sites.create(account(), { name: 'Shop' })).id;
  await askwell.polls.create(account(), { title: 'Lunch poll', options: ['a', 'b'], site_id: site });
  const questions = [{ type: 'boolean' as const, prompt: 'True?', answer: true }];
  await askwell.quizzes.create(account(), { title: 'LUNCH quiz', questions, status: 'draft' });
  await askwell.forms.create(account(), { title: 'Contact', fields: [{ type: 'email', label: 'Email' }] });
  await askwell.polls.create(other.session.account, { title: 'Of another account', options: ['a', 'b'] });

  expect(await titles()).toEqual(['Contact', 'LUNCH quiz', 'Lunch poll']);
  expect(await titles({ kind: 'quiz' })).toEqual(['LUNCH quiz']);
  expect(await titles({ status: 'draft' })).toEqual(['LUNCH quiz']);
  expect(await titles({ site })).toEqual(['Lunch poll']);
  expect(await titles({ q: 'lunch' })).toEqual(['LUNCH quiz', 'Lunch poll']);
  expect(await titles({ q: '%' })).toEqual([]);
  expect(await titles({}, other)).toEqual(['Of another account']);
});

test('pages through a list whose filter matches few asks, without repeating or skipping any', async () => {
  const many = await createOwner(server.services);
  const { account: id } = many.session;
  const expected: string[] = [];
  for (let nth = 0; nth < 12; nth++) {
    const title = nth % 3 === 0 ? `Match ${nth}` : `Other ${nth}`;
    await server.askwell.polls.create(id, { title, options: ['a', 'b'] });
    if (nth % 3 === 0) expected.unshift(title);
  }
  const found: string[] = [];
  let after: SummaryPosition | null = null;
  for (;;) {
    const page = { sort: 'newest', after, limit: 2 } as const;
    const asks = await server.services.summaries.list(many.session.scope, { ...all, q: 'match' }, page);
    found.push(...asks.map(({ title }) => title));
    const last = asks.at(-1);
    if (!last) break;
    after = last.position;
  }
  expect(found).toEqual(expected);
});

test('pages in any order have each ask once, also if the asks are read in slices', async () => {
  const sorting = await createOwner(server.services);
  const { account: id, scope } = sorting.session;
  const asks: { title: string; answers: number; last: number }[] = [];
  const names = ['b', 'B', 'a', 'É', 'é', 'Zoo', '\u{1F600}'.repeat(maxTitleLength), '\uFF5E', 'a b', 'a'];
  for (const [nth, title] of names.entries()) {
    const poll = await server.askwell.polls.create(id, { title, options: ['a', 'b'], one_per: null });
    const answers = nth % 4;
    await clock.set(clock.now().getTime() + (nth % 3) * 1_000);
    for (let vote = 0; vote < answers; vote++) await server.askwell.polls.vote(poll.id, { choices: ['o1'] });
    asks.unshift({ title, answers, last: answers === 0 ? 0 : clock.now().getTime() });
  }
  const lower = ({ title }: { title: string }) =>
    Buffer.from(title.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()));
  const orders: Record<(typeof askSorts)[number], typeof asks> = {
    newest: asks,
    title: asks.toSorted((a, b) => Buffer.compare(lower(a), lower(b))),
    answers: asks.toSorted((a, b) => b.answers - a.answers),
    last_answer: asks.toSorted((a, b) => b.last - a.last),
  };

  const { store, clock: ownClock } = server.services;
  const events = { answer: () => undefined, change: () => undefined };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...askSorts),
      fc.integer({ min: 2, max: 12 }),
      fc.integer({ min: 2, max: 12 }),
      fc.constantFrom(null, 'a', 'b'),
      async (sort, limit, sliceSize, q) => {
        const summaries = createSummaryService({ store, clock: ownClock, events, sliceSize });
        const found: string[] = [];
        let after: SummaryPosition | null = null;
        do {
          const page = await summaries.list(scope, { ...all, q }, { sort, after, limit });
          found.push(...page.map(({ title }) => title));
          after = page.at(-1)?.position ?? null;
        } while (after);
        const wanted = orders[sort].map(({ title }) => title);
        expect(found).toEqual(wanted.filter((title) => title.toLowerCase().includes(q ?? '')));
      },
    ),
    { numRuns: 20 },
  );
});

test('counts the answers of each of the last seven days, and has the time of the last answer', async () => {
  const busy = await createOwner(server.services);
  const { account: id } = busy.session;
  const poll = await server.askwell.polls.create(id, { title: 'Busy', options: ['a', 'b'], one_per: null });
  const today = clock.now().getTime();
  for (const [daysAgo, votes] of [
    [8, 4],
    [6, 2],
    [1, 3],
    [0, 1],
  ] as const) {
    await clock.set(today - daysAgo * dayLength);
    for (let vote = 0; vote < votes; vote++) await server.askwell.polls.vote(poll.id, { choices: ['o1'] });
  }
  const page = { sort: 'newest', after: null, limit: 5 } as const;
  const [summary] = await server.services.summaries.list(busy.session.scope, all, page);
  expect(summary).toMatchObject({ answers: 10, activity: [2, 0, 0, 0, 0, 3, 1], lastAnswerAt: today * 1_000 });
});

test('archiving an ask closes it, and archived asks are listed separately', async () => {
  const tidy = await createOwner(server.services);
  const { account: id } = tidy.session;
  const poll = await server.askwell.polls.create(id, { title: 'Old', options: ['a', 'b'] });
  const ref = { kind: 'poll' as AskKind, id: poll.id.slice('poll_'.length) };
  await expect(server.services.summaries.archive(owner.session.scope, ref, true)).rejects.toMatchObject({
    code: 'not_found',
  });
  await server.services.summaries.archive(tidy.session.scope, ref, true);
  expect(await titles({}, tidy)).toEqual([]);
  expect(await titles({ archived: true }, tidy)).toEqual(['Old']);
  expect(await server.askwell.polls.get(id, poll.id)).toMatchObject({ status: 'closed', version: 2 });
  await server.services.summaries.archive(tidy.session.scope, ref, false);
  expect(await titles({}, tidy)).toEqual(['Old']);
  expect(await server.askwell.polls.get(id, poll.id)).toMatchObject({ status: 'closed', version: 2 });
});
