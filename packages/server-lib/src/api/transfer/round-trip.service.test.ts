import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { day, findMiscounts, purgeNow } from '../../../test/support/asks/purge-answers.js';
import { answersTo, randomFields } from '../../../test/support/asks/random-forms.js';
import { collect } from '../../../test/support/collect.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { annotate, exportFile, exportOf, inChunks, notifyOf } from '../../../test/support/transfer.js';
import { AskwellError } from '../../base/errors.js';
import { noticeTimings } from '../../events/notifications/notice-timing.js';
import { eventTypes } from '../../events/webhooks/event-types.js';
import type { AccountObject } from '../../owners/access/account-object.js';
import type { PollDraft, QuizDraft } from '../../shared/contract.js';

let now: number;
let server: TestServer;
let other: TestServer;

beforeEach(async () => {
  now = Date.parse('2026-01-01T12:00:00Z');
  const webhooks = { send: false, lookup: async () => ['8.8.8.8'] };
  const options = { clock: () => now, webhooks };
  [server, other] = await Promise.all([startService(options), startService(options)]);
});
afterEach(() => Promise.all([server.close(), other.close()]));

const options = ['Soup', 'Salad', { id: 'pie', label: 'Pie', max_votes: null }];
const pollDrafts: fc.Arbitrary<PollDraft> = fc.oneof(
  fc.record({
    title: fc.constantFrom('Lunch?', 'Zoë 🙂'),
    type: fc.constantFrom('single' as const, 'multiple' as const),
    options: fc.constant(options),
    other: fc.boolean(),
    one_per: fc.constantFrom('browser' as const, null, 'ip' as const),
    results_order: fc.constantFrom('asked' as const, 'votes' as const),
    keep_answers_days: fc.constantFrom(null, 5),
    closes_at: fc.constantFrom(null, '2030-01-01T00:00:00.000001Z'),
    design: fc.constantFrom(null, { accent: '#0A7D5A', font: 'serif' as const }),
  }),
  fc.record({
    title: fc.constant('Best?'),
    type: fc.constantFrom('ranked' as const, 'rating' as const),
    options: fc.constant(options),
    one_per: fc.constantFrom('browser' as const, null),
    keep_answers_days: fc.constantFrom(null, 5),
  }),
);

const votes = fc.array(
  fc.record({
    ids: fc.shuffledSubarray(['o1', 'o2', 'pie'], { minLength: 1 }),
    stars: fc.integer({ min: 1, max: 5 }),
    other: fc.option(fc.constantFrom('Pizza', 'pizza', 'ＴＥＡ', 'Tea')),
    visitor: fc.integer({ min: 1, max: 6 }),
    language: fc.constantFrom({}, { language: 'de' }, { language: 'pt-BR' }),
  }),
  { maxLength: 12 },
);

const quizDraft: QuizDraft = {
  title: 'Quiz',
  one_per: 'browser',
  max_attempts: 3,
  keep_answers_days: 5,
  questions: [
    { type: 'single', prompt: 'Capital?', options: ['Paris', 'Rome'], answer: 'o1' },
    { type: 'multiple', prompt: 'Even?', options: ['2', '3', '4'], answer: ['o1', 'o3'], partial: true },
    { type: 'order', prompt: 'Order?', options: ['a', 'b', 'c'], answer: ['o1', 'o2', 'o3'] },
    { type: 'match', prompt: 'Match?', options: ['a', 'b'], targets: ['x', 'y'], answer: { o1: 't1', o2: 't2' } },
    { type: 'text', prompt: 'Text?', answer: ['yes'] },
    { type: 'number', prompt: 'Number?', answer: { value: 0.3, tolerance: 0.1 } },
    { type: 'boolean', prompt: 'Round?', answer: true },
  ],
};

const attempts = fc.array(
  fc.record({
    visitor: fc.integer({ min: 1, max: 3 }),
    name: fc.constantFrom(undefined, 'Visitor'),
    answers: fc.record(
      {
        q1: fc.constantFrom('o1', 'o2'),
        q2: fc.shuffledSubarray(['o1', 'o2', 'o3'], { minLength: 1 }),
        q3: fc.shuffledSubarray(['o1', 'o2', 'o3'], { minLength: 1 }),
        q4: fc.record({ o1: fc.constantFrom('t1', 't2') }),
        q5: fc.constantFrom('yes', 'no'),
        q6: fc.constantFrom(0.2, -7, 1e6),
        q7: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  }),
  { maxLength: 6 },
);

const forms = randomFields.chain((fields) =>
  fc.record({ fields: fc.constant(fields), submissions: fc.array(answersTo(fields), { maxLength: 6 }) }),
);

const polls = fc.record({
  draft: pollDrafts,
  votes,
  isAnnotated: fc.boolean(),
  isArchived: fc.boolean(),
  notices: fc.constantFrom(null, ...noticeTimings),
});

const webhooks = fc.record({
  url: fc.constantFrom('https://example.com/a?b=c', 'https://example.com:8443/ü'),
  description: fc.constantFrom(null, 'Shop 🙂'),
  types: fc.subarray([...eventTypes]),
  enabled: fc.boolean(),
  isOfSite: fc.boolean(),
});

const accounts = fc.record({
  polls: fc.array(polls, { maxLength: 3 }),
  webhooks: fc.array(webhooks, { maxLength: 3 }),
  attempts,
  form: forms,
  hasSite: fc.boolean(),
  isPurged: fc.boolean(),
  isReordered: fc.boolean(),
});

type GeneratedAccount = typeof accounts extends fc.Arbitrary<infer Value> ? Value : never;

/** Ignores answers that a rule of the ask refuses. */
async function tryAnswer(answer: Promise<unknown>): Promise<void> {
  now += 1_000;
  await answer.catch((error: unknown) => {
    if (!(error instanceof AskwellError)) throw error;
  });
}

async function fill({ askwell, services }: TestServer, { session }: Owner, generated: GeneratedAccount): Promise<void> {
  const account = session.account;
  const site = generated.hasSite
    ? await askwell.sites.create(account, { name: 'Shop', origins: ['https://shop.example.com'] })
    : null;
  if (site) await services.sites.changeDesign(session.scope, site.id, { radius: 4 });
  for (const { isOfSite, ...webhook } of generated.webhooks)
    await services.webhooks.create(session.scope, { ...webhook, site_id: isOfSite && site ? site.id : null });
  for (const { draft, votes, isAnnotated, isArchived, notices } of generated.polls) {
    const poll = await askwell.polls.create(account, { ...draft, site_id: site?.id ?? null });
    for (const { ids, stars, other, visitor, language } of votes) {
      const choices = draft.type === 'single' ? ids.slice(0, 1) : ids;
      const vote =
        draft.type === 'rating'
          ? { ratings: Object.fromEntries(ids.map((id) => [id, stars])) }
          : other !== null && draft.other
            ? { other }
            : { choices };
      const as = { id: `visitor ${visitor}`, address: `10.0.0.${visitor}`, ...language };
      await tryAnswer(askwell.polls.vote(poll.id, vote, as));
    }
    // Removes an option, whose ID must not be used again.
    await askwell.polls.update(account, poll.id, { options: [...poll.options, { label: 'Gone' }] });
    const list = generated.isReordered ? [...poll.options].reverse() : poll.options;
    await askwell.polls.update(account, poll.id, { options: list });
    if (isAnnotated) {
      const stored = await collect(askwell.polls.answers.list(account, poll.id));
      await annotate(
        services,
        session.scope,
        poll.id,
        stored.filter((_, nth) => nth % 2 === 0).map(({ id }) => id),
      );
    }
    if (notices) await notifyOf(services, session.scope, poll.id, notices);
    if (isArchived)
      await services.summaries.archive(session.scope, { kind: 'poll', id: poll.id.slice('poll_'.length) }, true);
  }
  const quiz = await askwell.quizzes.create(account, quizDraft);
  for (const { visitor, name, answers } of generated.attempts)
    await tryAnswer(askwell.quizzes.attempt(quiz.id, { answers, ...(name && { name }) }, { id: `visitor ${visitor}` }));
  const form = await askwell.forms.create(account, {
    title: 'Form',
    one_per: 'ticket',
    keep_answers_days: 5,
    fields: generated.form.fields.map((field) => ({ ...field })),
  });
  const drafts = Array.from({ length: 8 }, (_, at) => (at % 2 ? {} : { reference: `member ${at % 4}` }));
  const tickets = await askwell.forms.issueTickets(account, form.id, drafts);
  for (const [at, answers] of generated.form.submissions.entries())
    await tryAnswer(askwell.forms.submit(form.id, { answers, ticket: tickets[at] ?? '' }));
  if (!generated.isPurged) return;
  now += 4 * day;
  await tryAnswer(askwell.quizzes.attempt(quiz.id, { answers: { q7: true } }, { id: 'late' }));
  now += 2 * day;
  await purgeNow(services);
}

interface KindApi {
  list(account: AccountObject): AsyncIterable<{ id: string }>;
  results(account: AccountObject, id: string): Promise<object>;
  readonly answers: { list(account: AccountObject, id: string): AsyncIterable<object> };
}

/** Returns all asks of an account as the API shows them, in order. */
async function shown({ askwell }: TestServer, account: AccountObject): Promise<string> {
  const found: unknown[] = [];
  const kinds: KindApi[] = [askwell.polls, askwell.quizzes, askwell.forms];
  for (const kind of kinds) {
    for (const ask of (await collect(kind.list(account))).reverse())
      found.push(ask, await kind.results(account, ask.id), await collect(kind.answers.list(account, ask.id)));
  }
  return JSON.stringify(found);
}

/** Removes the differences that new IDs cause, and the state of imported webhooks, which are disabled. */
const withoutIds = (text: string): string =>
  text
    .replace(/\b(poll|quiz|form|vote|attempt|submission)_[0-9a-z]{20}/g, '$1')
    .replace(/"site_id":\d+/g, '"site_id":0')
    .replace(/"type":"site","id":\d+/g, '"type":"site"')
    .replace(/"enabled":true/g, '"enabled":false');

test('an imported account has the same results, and exports the same file', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(accounts, fc.constantFrom('keep' as const, 'renew' as const), async (generated, ids) => {
      const owner = await createOwner(server.services);
      const target = await createOwner(other.services);
      await fill(server, owner, generated);
      const file = await exportFile(server.services, owner.session.scope);
      const plan = await other.services.transfer.plan(target.session.scope, inChunks(file), ids);
      const imported = await other.services.transfer.import(target.session.scope, inChunks(file), ids);
      expect(imported).toEqual(plan);

      const [before, after] = [await shown(server, owner.session.account), await shown(other, target.session.account)];
      expect(withoutIds(after)).toBe(withoutIds(before));
      const [first, second] = [
        await exportOf(server.services, owner.session.scope),
        await exportOf(other.services, target.session.scope),
      ];
      expect(second.slice(1).map(withoutIds)).toEqual(first.slice(1).map(withoutIds));
      const idsIn = (text: string) => text.match(/\b[a-z]+_[0-9a-z]{20}\b/g);
      const copies = await other.services.webhooks.list(target.session.scope, { after: 0, limit: 100, order: 'asc' });
      expect(copies.map(({ enabled }) => enabled)).toEqual(generated.webhooks.map(() => 0));
      if (ids === 'keep') expect(idsIn(after)).toEqual(idsIn(before));
      else expect(idsIn(after)).not.toEqual(idsIn(before));
    }),
    { numRuns: 12 },
  );
  // Checks all imported accounts at once.
  expect(await findMiscounts(other.services)).toEqual([]);
});

test('results keep spellings and bins of earlier bounds, which the remaining answers do not contain', async () => {
  const owner = await createOwner(server.services);
  const target = await createOwner(other.services);
  const account = owner.session.account;
  const { polls, forms } = server.askwell;
  const poll = await polls.create(account, { title: 'Lunch?', options: ['a', 'b'], other: true, one_per: null });
  const first = await polls.vote(poll.id, { other: 'PIZZA' });
  now += 1_000;
  await polls.vote(poll.id, { other: 'pizza' });
  await polls.answers.delete(account, poll.id, first.id);
  const field = { id: 'age', type: 'number' as const, label: 'Age', min: 0, max: 9 };
  const form = await forms.create(account, { title: 'Form', fields: [field] });
  await forms.submit(form.id, { answers: { age: 7 } });
  await forms.update(account, form.id, { fields: [{ ...field, max: 1_000 }] });
  const before = await shown(server, account);
  expect(before).toContain('"text":"PIZZA"');
  const file = await exportFile(server.services, owner.session.scope);
  await other.services.transfer.import(target.session.scope, inChunks(file), 'keep');
  expect(await shown(other, target.session.account)).toBe(before);
});

test('results of variables, endings and quotas are imported after their submissions are purged', async () => {
  const owner = await createOwner(server.services);
  const target = await createOwner(other.services);
  const { forms } = server.askwell;
  const account = owner.session.account;
  const form = await forms.create(account, {
    title: 'Form',
    max_answers: 3,
    keep_answers_days: 5,
    fields: [{ id: 'city', type: 'short_text', label: 'City' }],
    variables: [
      { id: 'fee', type: 'number', value: -2.5, rules: [] },
      { id: 'place', type: 'text', value: '', rules: [{ set: { field: 'city' } }] },
    ],
    endings: [
      { id: 'over', when: { field: 'city', is: 'Nowhere' }, title: 'Over', outcome: 'disqualified' },
      { id: 'done', title: 'Done' },
    ],
    quotas: [{ id: 'rome', when: { field: 'city', is: 'Rome' }, limit: 1, ending: 'over' }],
  });
  const endingIn = async ({ askwell }: TestServer, city: string) =>
    (await askwell.forms.submit(form.id, { answers: { city } })).ending?.id;
  expect([await endingIn(server, 'Rome'), await endingIn(server, 'Rome')]).toEqual(['done', 'over']);
  now += 6 * day;
  await purgeNow(server.services);
  expect(await endingIn(server, 'Nowhere')).toBe('over');

  const before = await shown(server, account);
  expect(before).toContain('"submissions_count":1,"disqualified_count":2');
  expect(before).toContain('"answered":1,"average":-2.5,"sum":-2.5},{"id":"place","type":"text","answered":1}');
  const file = await exportFile(server.services, owner.session.scope);
  await other.services.transfer.import(target.session.scope, inChunks(file), 'keep');
  expect(await shown(other, target.session.account)).toBe(before);
  // The quota is full in the copy too, and two of three submissions still have room.
  expect(await endingIn(other, 'Rome')).toBe('over');
  expect([await endingIn(other, 'Oslo'), await endingIn(other, 'Oslo')]).toEqual(['done', 'done']);
  await expect(endingIn(other, 'Oslo')).rejects.toMatchObject({ code: 'full' });
  expect(await findMiscounts(other.services)).toEqual([]);
});

test('archived asks, notes and unpublished changes are imported, with the new ID of the site', async () => {
  const owner = await createOwner(server.services);
  const target = await createOwner(other.services);
  const account = owner.session.account;
  const { polls, sites } = server.askwell;
  await other.askwell.sites.create(target.session.account, { name: 'Other' });
  const site = await sites.create(account, { name: 'Shop' });
  const poll = await polls.create(account, { title: 'Lunch?', options: ['a', 'b'], site_id: site.id });
  const vote = await polls.vote(poll.id, { choices: ['o1'] }, { id: 'visitor' });
  await annotate(server.services, owner.session.scope, poll.id, [vote.id]);
  await server.services.summaries.archive(
    owner.session.scope,
    { kind: 'poll', id: poll.id.slice('poll_'.length) },
    true,
  );
  const file = await exportFile(server.services, owner.session.scope);
  await other.services.transfer.import(target.session.scope, inChunks(file), 'keep');

  const { asks, answers, workingCopies } = other.services.polls;
  const { ask } = (await asks.find(target.session.scope, poll.id)) ?? expect.unreachable('The poll is imported.');
  expect(ask.site).not.toBe(site.id);
  expect(await answers.findNoted(ask, vote.id)).toMatchObject({
    tags: '["seen","to do"]',
    note: 'Call back.\nSoon.',
  });
  expect(await workingCopies.open(ask)).toMatchObject({
    draft: { title: '', site_id: ask.site },
    isChanged: true,
    // Archiving has closed the poll after the changes.
    isOutdated: true,
  });
  expect(await exportFile(other.services, target.session.scope)).toContain(
    '"archived_at":"2026-01-01T12:00:00.000000Z"',
  );
});
