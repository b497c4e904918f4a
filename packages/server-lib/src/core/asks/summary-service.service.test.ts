import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { createTestClock } from '../../tools/testing/test-clock.js';
import type { SummaryFilter } from './summary-queries.js';

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

async function titles(filter: Partial<SummaryFilter> = {}, of = owner, after: number | null = null, limit = 100) {
  const page = { after, limit, order: 'desc' } as const;
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
  let after: number | null = null;
  for (;;) {
    const page = { after, limit: 2, order: 'desc' } as const;
    const asks = await server.services.summaries.list(many.session.scope, { ...all, q: 'match' }, page);
    found.push(...asks.map(({ title }) => title));
    const last = asks.at(-1);
    if (!last) break;
    after = last.seq;
  }
  expect(found).toEqual(expected);
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
  const page = { after: null, limit: 5, order: 'desc' } as const;
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
