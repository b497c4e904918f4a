import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { createTestClock } from '../../tools/testing/test-clock.js';
import { type EventType, streamedTypes } from './change-event.js';
import { EventPage } from './event-page.js';

const day = 24 * 3_600_000;
const { clock, source } = createTestClock('2026-01-31T09:00:00Z');
const now = (): number => clock.now().getTime();
let server: TestServer;
let owner: Owner;
let key: string;
beforeAll(async () => {
  server = await startService({ clock: source });
  owner = await createOwner(server.services);
  key = await owner.key();
});
afterAll(() => server.close());

const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: null };
const newPoll = async () => (await server.askwell.polls.create(owner.session.account, draft)).id;

/** Records votes in one write, and returns their IDs in order. */
async function record(poll: string, times: readonly number[], writer = key): Promise<string[]> {
  const answers = times.map((time) => ({ choices: ['o1'], created_at: new Date(time).toISOString() }));
  const { text } = await call(server, 'POST', `/api/v1/polls/${poll}/votes/batch`, { key: writer, body: { answers } });
  return JSON.parse(text)
    .data.map(({ id }: { id: string }) => id)
    .sort();
}

/** Reads all events from a cursor on, in small pages, as their answers or types. */
async function readAll(cursor: string, limit = 2, reader = key): Promise<string[]> {
  const events: string[] = [];
  for (let at = cursor; ; ) {
    const { text } = await call(server, 'GET', `/api/v1/changes?limit=${limit}&cursor=${at}`, { key: reader });
    const { data, meta } = JSON.parse(text);
    for (const { answer_id, type } of data) events.push(answer_id ?? type);
    if (meta.next_cursor === at) return events;
    at = meta.next_cursor;
  }
}

const head = (site: number | null = null) =>
  server.services.changes.feed.head({ account: owner.session.account.id, site });

test('each answer that was recorded together with others is one event', async () => {
  const poll = await newPoll();
  const times = (count: number) => Array.from({ length: count }, now);
  const before = await record(poll, times(4));
  await clock.advance(1_000);
  const start = await head();
  const together = await record(poll, times(5));
  await clock.advance(1_000);
  const later = await record(poll, times(3));
  for (const limit of [1, 2, 5, 20]) expect(await readAll(start, limit)).toEqual([...together, ...later]);
  for (const vote of [...before, ...later])
    await call(server, 'DELETE', `/api/v1/polls/${poll}/votes/${vote}`, { key });
  expect(await readAll(start)).toEqual([...together, ...before, ...later]);
});

test('events of answers of different times do not include other answers in between', async () => {
  const poll = await newPoll();
  const first = now();
  await clock.advance(2 * day);
  await record(poll, [now() - day, now() - day + 1, now() - day + 2]);
  const start = await head();
  expect(await readAll(start)).toEqual([]);
  const spread = await record(poll, [first + 2 * day, first + 1, first + day + 1]);
  for (const limit of [1, 2, 20]) expect(await readAll(start, limit)).toEqual(spread);
});

test('a reader without a cursor gets the same events as other readers, each once and with the same ID', async () => {
  const other = await createOwner(server.services);
  const account = other.session.account;
  const { feed } = server.services.changes;
  const scope = { account: account.id, site: null };
  const idsFrom = async (start: string | null, limit: number) => {
    const ids: string[] = [];
    for (let after = start; ; ) {
      const part = await feed.read(scope, { types: streamedTypes, ask: null, limit, after });
      ids.push(...part.events.map(({ id, type }) => `${type} ${id}`));
      if (part.isAtEnd) return ids;
      after = part.next;
    }
  };
  const start = await feed.head(scope);
  const { id } = await server.askwell.polls.create(account, draft);
  for (let nth = 0; nth < 5; nth++) {
    // A snapshot has answers in the order of their times.
    await clock.advance(1);
    await server.askwell.polls.vote(id, { choices: ['o1'] });
  }
  await clock.advance(1);
  await record(id, Array.from({ length: 4 }, now), await other.key());
  const ids = await idsFrom(start, 20);
  expect(new Set(ids).size).toBe(10);
  for (const limit of [1, 2, 3, 10, 20]) {
    expect(await idsFrom(start, limit)).toEqual(ids);
    expect(await idsFrom(null, limit)).toEqual(ids);
  }
  for (const title of ['Dinner?', 'Supper?']) await server.askwell.polls.update(account, id, { title });
  expect(new Set(await idsFrom(start, 20)).size).toBe(12);
});

test('an ask that joins a site is one event, followed by its answers', async () => {
  const account = owner.session.account;
  const poll = await newPoll();
  const votes = await record(poll, Array.from({ length: 5 }, now));
  const site = await server.askwell.sites.create(account, { name: 'Joined' });
  const siteKey = await owner.key(site.id);
  const start = await head(site.id);
  await server.askwell.polls.update(account, poll, { site_id: site.id });
  for (const limit of [1, 2, 5, 6, 20])
    expect(await readAll(start, limit, siteKey)).toEqual(['ask.created', ...votes, 'ask.updated']);
  const { feed } = server.services.changes;
  const typesOf = async (types: readonly EventType[]) => {
    const part = await feed.read({ account: account.id, site: site.id }, { types, ask: null, limit: 20, after: start });
    return part.events.map(({ type }) => type);
  };
  expect(await typesOf(['ask.created', 'answer.deleted'])).toEqual(['ask.created']);
  expect(await typesOf(['ask.deleted', 'answer.created'])).toEqual(votes.map(() => 'answer.created'));
});

test('a cursor belongs to the site of its key', async () => {
  const site = await server.askwell.sites.create(owner.session.account, { name: 'Shop' });
  const siteKey = await owner.key(site.id);
  const statuses = await Promise.all(
    [
      [key, null],
      [key, site.id],
      [siteKey, site.id],
      [siteKey, null],
    ].map(async ([reader, of]) => {
      const cursor = await head(Number(of) || null);
      return (await call(server, 'GET', `/api/v1/changes?cursor=${cursor}`, { key: String(reader) })).status;
    }),
  );
  expect(statuses).toEqual([200, 422, 200, 422]);
});

test('a page ends with the event that makes it large', () => {
  const page = new EventPage(3);
  const subject = { ask: 'poll_1', at: 0, data: null, size: 3 * 1024 * 1024 };
  expect(page.space).toBe(3);
  page.add('ask.created', subject);
  expect(page.space).toBe(2);
  page.add('ask.created', subject);
  expect([page.space, page.events.length]).toEqual([0, 2]);
});
