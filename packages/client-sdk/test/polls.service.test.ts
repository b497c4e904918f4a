import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Askwell,
  ConflictError,
  definePoll,
  NotFoundError,
  PreconditionError,
  ValidationError,
} from '../src/index.js';
import { rejectionOf } from './support/rejection.js';
import { startService, type TestService } from './support/service.js';

const lunch = definePoll({
  title: 'Lunch?',
  options: [{ id: 'soup', label: 'Soup' }, 'Salad'],
  other: true,
  one_per: null,
});

let service: TestService;
let askwell: Askwell;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  askwell = await service.createClient();
});
afterAll(() => service.close());

test('polls are created, read, updated and deleted', async () => {
  const created = await askwell.polls.create(lunch);
  expect(created).toMatchObject({ title: 'Lunch?', type: 'single', version: 1 });
  expect(created.options.map(({ id }) => id)).toEqual(['soup', 'o1']);
  expect(await askwell.polls.get(created.id)).toEqual(created);
  expect(await askwell.polls.update(created.id, { title: 'Supper?' })).toMatchObject({ title: 'Supper?', version: 2 });
  expect(await askwell.polls.delete(created.id)).toBeUndefined();
  expect(await rejectionOf(askwell.polls.get(created.id))).toBeInstanceOf(NotFoundError);
});

test('polls are copied, with another title if one is given', async () => {
  const poll = await askwell.polls.create(lunch);
  const copy = await askwell.polls.copy(poll.id);
  expect(copy).toMatchObject({ title: 'Lunch? (copy)', status: 'draft', options: poll.options });
  expect(copy.id).not.toBe(poll.id);
  expect((await askwell.polls.copy(poll.id, { title: 'Tea?' })).title).toBe('Tea?');
});

test('tickets with references are created, listed, read and withdrawn', async () => {
  const { id } = await askwell.polls.create({ ...lunch, one_per: 'ticket' });
  const { tickets } = await askwell.polls.tickets.create(id, [{ reference: 'Anna' }, { reference: 'Ben' }]);
  await askwell.polls.votes.create(id, { choices: ['soup'], ticket: tickets[1] });
  const [ben, anna] = await askwell.polls.tickets.list(id).toArray();
  expect([ben, anna]).toMatchObject([
    { reference: 'Ben', used: true },
    { reference: 'Anna', used: false, used_at: null, masked_code: `${tickets[0]?.slice(0, 4)}••••••` },
  ]);
  expect(await askwell.polls.tickets.list(id, { used: false, reference: 'Anna', limit: 1 }).toArray()).toEqual([anna]);
  expect(await askwell.polls.tickets.get(id, anna?.id ?? '')).toEqual(anna);
  await askwell.polls.tickets.delete(id, anna?.id ?? '');
  expect(await rejectionOf(askwell.polls.tickets.get(id, anna?.id ?? ''))).toBeInstanceOf(NotFoundError);
  expect(await rejectionOf(askwell.polls.tickets.delete(id, ben?.id ?? ''))).toBeInstanceOf(ConflictError);
  expect(await askwell.polls.tickets.count(id)).toEqual({ count: 1, used: 1 });
});

test('an update with ifMatch fails if the version has changed', async () => {
  const { id, version } = await askwell.polls.create(lunch);
  const { data, response } = await askwell.polls.update(id, { title: 'Mine' }, { ifMatch: version }).withResponse();
  expect(response.headers['etag']).toBe(`"${data.version}"`);
  expect(await rejectionOf(askwell.polls.update(id, { title: 'Late' }, { ifMatch: version }))).toBeInstanceOf(
    PreconditionError,
  );
});

test('polls are filtered by site, status and title', async () => {
  const site = await askwell.sites.create({ name: 'Filtered' });
  const draft = await askwell.polls.create({ ...lunch, title: 'Needle', status: 'draft', site_id: site.id });
  await askwell.polls.create({ ...lunch, title: 'Needless', site_id: site.id });
  const polls = await askwell.polls.list({ site_id: site.id, status: 'draft', q: 'NEED' }).toArray();
  expect(polls).toEqual([draft]);
});

describe('votes', () => {
  test('are cast without the key, counted and read', async () => {
    const { id } = await askwell.polls.create(lunch);
    const receipt = await askwell.polls.votes.create(id, { choices: ['soup'], voter: 'visitor-of-this-test' });
    expect(receipt).toMatchObject({ poll_id: id, choices: ['soup'], ratings: null, other: null });
    await askwell.polls.votes.create(id, { other: 'Falafel' });

    const vote = await askwell.polls.votes.get(id, receipt.id);
    expect(vote).toMatchObject({ choices: ['soup'], voter_ref: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(await askwell.polls.votes.list(id, { voter_ref: vote.voter_ref ?? '' }).toArray()).toEqual([vote]);

    const results = await askwell.polls.results(id);
    expect(results.votes_count).toBe(2);
    expect(results.options.map(({ id, votes }) => [id, votes])).toEqual([
      ['soup', 1],
      ['o1', 0],
    ]);
    expect(results.others).toEqual([{ text: 'Falafel', votes: 1 }]);
  });

  test('are filtered by time', async () => {
    const { id } = await askwell.polls.create(lunch);
    await askwell.polls.votes.create(id, { choices: ['soup'] });
    const later = new Date(service.clock.now().getTime() + 60_000);
    expect(await askwell.polls.votes.list(id, { until: later }).toArray()).toHaveLength(1);
    expect(await askwell.polls.votes.list(id, { since: later }).toArray()).toEqual([]);
    expect(await askwell.polls.votes.list(id, { since: '2026-01-31T09:05:07Z', until: later }).toArray()).toHaveLength(
      1,
    );
  });

  test('are filtered, sorted, counted and deleted by their content', async () => {
    const { id } = await askwell.polls.create(lunch);
    const choices = ['soup', 'o1', 'o1'] as const;
    const given: string[] = [];
    for (const choice of choices) given.push((await askwell.polls.votes.create(id, { choices: [choice] })).id);
    const listed = askwell.polls.votes.list(id, { choice: 'o1', sort: 'updated_at', order: 'asc', limit: 1 });
    expect((await listed.toArray()).map((vote) => vote.id)).toEqual(given.slice(1));
    const streamed = [];
    for await (const vote of await askwell.polls.votes.jsonl(id, { choice: 'soup' })) streamed.push(vote.id);
    expect(streamed).toEqual(given.slice(0, 1));
    const where = { choice: 'o1', language: 'unknown', updated_since: new Date(0) };
    expect(await askwell.polls.results(id, { where })).toMatchObject({ votes_count: 2 });
    expect(await rejectionOf(askwell.polls.votes.deleteWhere(id, {}))).toBeInstanceOf(ValidationError);
    expect(await rejectionOf(askwell.polls.votes.deleteWhere(id, { choice: 'o9' }))).toBeInstanceOf(ValidationError);
    expect(await askwell.polls.votes.deleteWhere(id, { choice: 'soup', until: undefined })).toBeUndefined();
    expect(await askwell.polls.results(id)).toMatchObject({ votes_count: 2 });
  });

  test('are deleted one by one and all at once', async () => {
    const { id } = await askwell.polls.create(lunch);
    const votes = [];
    for (let at = 0; at < 3; at++) votes.push(await askwell.polls.votes.create(id, { choices: ['o1'] }));
    expect(await askwell.polls.votes.delete(id, votes[0]?.id ?? '')).toBeUndefined();
    expect(await askwell.polls.results(id)).toMatchObject({ votes_count: 2 });
    expect(await askwell.polls.votes.reset(id)).toBeUndefined();
    expect(await askwell.polls.results(id)).toMatchObject({ votes_count: 0 });
  });

  test('are cast once for each idempotency key', async () => {
    const { id } = await askwell.polls.create(lunch);
    const cast = () => askwell.polls.votes.create(id, { choices: ['soup'] }, { idempotencyKey: 'only-once' });
    expect(await cast()).toEqual(await cast());
    expect(await askwell.polls.results(id)).toMatchObject({ votes_count: 1 });
  });

  test('are streamed as CSV and as JSON Lines', async () => {
    const { id } = await askwell.polls.create(lunch);
    const first = await askwell.polls.votes.create(id, { choices: ['soup'] });
    const second = await askwell.polls.votes.create(id, { other: 'Döner, "large"' });

    const file = await askwell.polls.votes.csv(id, { order: 'asc' });
    expect([file.filename, file.contentType]).toEqual([`${id}-votes.csv`, 'text/csv; charset=utf-8; header=present']);
    const [head, ...rows] = (await file.text()).trimEnd().split(/\r?\n/);
    expect(head).toBe('id,created_at,voter_ref,choices,other');
    expect(rows.map((row) => row.split(',').slice(3).join(','))).toEqual(['soup,', ',"Döner, ""large"""']);

    const streamed = [];
    for await (const vote of await askwell.polls.votes.jsonl(id, { order: 'asc' }))
      streamed.push([vote.id, vote.other]);
    expect(streamed).toEqual([
      [first.id, null],
      [second.id, 'Döner, "large"'],
    ]);
  });
});

test('tickets are created and counted, and allow one vote each', async () => {
  const { id } = await askwell.polls.create({ ...lunch, one_per: 'ticket' });
  const { tickets, count } = await askwell.polls.tickets.create(id, 2);
  expect([tickets.length, count]).toEqual([2, 2]);
  const vote = { choices: ['soup'], ticket: tickets[0] } as const;
  await askwell.polls.votes.create(id, vote);
  const error = await rejectionOf(askwell.polls.votes.create(id, vote));
  expect(error).toBeInstanceOf(ConflictError);
  expect(error).toHaveProperty('code', 'already_answered');
  expect(await askwell.polls.tickets.count(id)).toEqual({ count: 2, used: 1 });
});
