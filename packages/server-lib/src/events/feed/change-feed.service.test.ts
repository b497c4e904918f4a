import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settled } from '../../../test/support/deferred.js';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { nextTurn, ownWork } from '../../base/event-loop.js';
import { deleteOldChanges } from '../../db/changes/change-queries.js';
import { createTestClock } from '../../tools/testing/test-clock.js';
import type { FeedEvent } from './change-event.js';

const { clock, source } = createTestClock('2026-01-31');
let server: TestServer;
beforeAll(async () => {
  server = await startService({ clock: source, limits: { accountRequests: 1_000_000 } });
});
afterAll(() => server.close());

interface Reader {
  readonly key: string;
  cursor: string | undefined;
  readonly events: FeedEvent[];
  readonly state: Map<string, unknown>;
}

const newReader = (key: string): Reader => ({ key, cursor: undefined, events: [], state: new Map() });

async function get(key: string, path: string) {
  const reply = await call(server, 'GET', path, { key });
  return { status: reply.status, ...JSON.parse(reply.text) };
}

/** Reads one page, and applies its events to the reader's copy. Returns whether the page had events. */
async function readPage(reader: Reader, limit: number): Promise<boolean> {
  const from = reader.cursor === undefined ? '' : `&cursor=${reader.cursor}`;
  const { data, meta } = await get(reader.key, `/api/v1/changes?limit=${limit}${from}`);
  reader.cursor = meta.next_cursor;
  for (const event of data) apply(reader, event);
  return data.length > 0;
}

function apply({ state, events }: Reader, event: FeedEvent): void {
  events.push(event);
  const { type, ask_id, answer_id, data } = event;
  if (type === 'ask.deleted') for (const key of [...state.keys()]) if (key.startsWith(ask_id)) state.delete(key);
  if (type === 'answer.deleted') state.delete(`${ask_id} ${answer_id}`);
  if (data) state.set(answer_id === null ? ask_id : `${ask_id} ${answer_id}`, data);
}

async function readAll(reader: Reader, limit = 100): Promise<void> {
  while (await readPage(reader, limit));
}

/** The content of the lists, without the number of answers of an ask: answers do not change the ask. */
async function readLists(key: string): Promise<Map<string, unknown>> {
  const lists = new Map<string, unknown>();
  for (const [plural, answers] of [
    ['polls', 'votes'],
    ['quizzes', 'attempts'],
  ]) {
    for (const ask of (await get(key, `/api/v1/${plural}?limit=100`)).data) {
      lists.set(ask.id, withoutCounts(ask));
      for (const answer of (await get(key, `/api/v1/${plural}/${ask.id}/${answers}?limit=100`)).data)
        lists.set(`${ask.id} ${answer.id}`, withoutNote(answer));
    }
  }
  return lists;
}

function withoutCounts(ask: Record<string, unknown>): object {
  const { answers_count, accepting, ...rest } = ask;
  return rest;
}

/** Answers in events have no tags and no note. */
function withoutNote({ tags, note, ...answer }: Record<string, unknown>): object {
  return answer;
}

function stateOf({ state }: Reader): Map<string, unknown> {
  const copy = new Map<string, unknown>();
  for (const key of [...state.keys()].sort()) {
    const data = state.get(key);
    copy.set(key, key.includes(' ') ? data : withoutCounts(Object(data)));
  }
  return copy;
}

const voters = ['a-first-visitor-of-a-poll', 'a-second-visitor-of-a-poll', 'a-third-visitor-of-a-poll'];
const create = fc.record({ kind: fc.constant('create' as const), inSite: fc.boolean(), isQuiz: fc.boolean() });
const ask = fc.nat(5);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('vote' as const), ask, voter: fc.nat(2), option: fc.nat(1) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('rename' as const, 'move' as const), ask }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('read' as const), limit: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('deleteVote' as const, 'regrade' as const), ask }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('deleteAll' as const, 'delete' as const), ask }) },
  { weight: 1, arbitrary: create },
);
/** The initial asks, and the changes that follow. */
const history = fc
  .tuple(fc.tuple(create, create), fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }))
  .map(([created, steps]) => [...created, ...steps]);

test('replaying the feed from its start gives the content of the lists, for an account and for a site', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const owner = await createOwner(server.services);
      const key = await owner.key();
      const site = (await server.askwell.sites.create(owner.session.account, { name: 'Shop' })).id;
      const siteKey = await owner.key(site);
      const readers = [newReader(key), newReader(siteKey)];
      const asks: { path: string; isQuiz: boolean; inSite: boolean }[] = [];
      const send = (method: string, path: string, body?: object) => call(server, method, path, { key, body });
      for (const next of steps) {
        if (next.kind === 'read') {
          for (const reader of readers) await readPage(reader, next.limit);
          continue;
        }
        if (next.kind === 'create') {
          const { inSite, isQuiz } = next;
          const draft = isQuiz
            ? { title: 'Quiz', questions: [{ type: 'boolean', prompt: 'Is it?', answer: true }] }
            : { title: 'Poll', options: ['Soup', 'Salad'] };
          const root = `/api/v1/${isQuiz ? 'quizzes' : 'polls'}`;
          const rules = { one_per: 'browser', allow_change: true, site_id: inSite ? site : null };
          const { data } = JSON.parse((await send('POST', root, { ...draft, ...rules })).text);
          asks.push({ path: `${root}/${data.id}`, isQuiz, inSite });
          continue;
        }
        const ask = asks[next.ask % asks.length];
        if (!ask) continue;
        const answers = `${ask.path}/${ask.isQuiz ? 'attempts' : 'votes'}`;
        switch (next.kind) {
          case 'vote': {
            const answer = ask.isQuiz ? { answers: { q1: next.option === 0 } } : { choices: [`o${next.option + 1}`] };
            await call(server, 'POST', answers, { body: { ...answer, voter: voters[next.voter] } });
            break;
          }
          case 'deleteVote': {
            const [first] = (await get(key, answers)).data ?? [];
            if (first) await send('DELETE', `${answers}/${first.id}`);
            break;
          }
          case 'deleteAll':
            await send('DELETE', `${answers}?all=true`);
            break;
          case 'rename':
            await send('PATCH', ask.path, { title: `Renamed ${next.ask}` });
            break;
          case 'move':
            ask.inSite = !ask.inSite;
            await send('PATCH', ask.path, { site_id: ask.inSite ? site : null });
            break;
          case 'regrade':
            if (ask.isQuiz) await send('POST', `${ask.path}/regrade`);
            break;
          case 'delete':
            await send('DELETE', ask.path);
            asks.splice(asks.indexOf(ask), 1);
            break;
        }
      }
      for (const reader of [...readers, newReader(key), newReader(siteKey)]) {
        await readAll(reader, 3);
        expect(stateOf(reader)).toEqual(new Map([...(await readLists(reader.key))].sort()));
      }
    }),
    { numRuns: 12 },
  );
});

describe('events', () => {
  test('events list all changes in order, each once', async () => {
    const owner = await createOwner(server.services);
    const reader = newReader(await owner.key());
    await readAll(reader);
    const account = owner.session.account;
    const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], allow_change: true };
    const poll = await server.askwell.polls.create(account, draft);
    const body = { choices: ['o1'], voter: voters[0] };
    await call(server, 'POST', `/api/v1/polls/${poll.id}/votes`, { body });
    await call(server, 'POST', `/api/v1/polls/${poll.id}/votes`, { body: { ...body, choices: ['o2'] } });
    await server.askwell.polls.update(account, poll.id, { status: 'closed' });
    const [{ id: vote }] = (await get(reader.key, `/api/v1/polls/${poll.id}/votes`)).data;
    await server.askwell.polls.answers.delete(account, poll.id, vote);
    await readAll(reader, 2);
    // The creation of the deleted answer is not an event, because its content no longer exists.
    expect(reader.events.map(({ type, answer_id }) => [type, answer_id])).toEqual([
      ['ask.created', null],
      ['ask.updated', null],
      ['answer.deleted', vote],
    ]);
    expect(new Set(reader.events.map(({ id }) => id)).size).toBe(3);
  });

  test('events can be filtered by type or by ask, also after the ask was deleted', async () => {
    const owner = await createOwner(server.services);
    const key = await owner.key();
    const account = owner.session.account;
    const draft = { title: 'Lunch?', options: ['Soup', 'Salad'] };
    const [first, second] = [
      await server.askwell.polls.create(account, draft),
      await server.askwell.polls.create(account, draft),
    ];
    const ofOne = await get(key, `/api/v1/changes?ask=${first.id}`);
    expect(ofOne.data).toMatchObject([{ ask_id: first.id }]);
    await server.askwell.polls.delete(account, first.id);
    await server.askwell.polls.delete(account, second.id);
    const { data } = await get(key, `/api/v1/changes?ask=${first.id}&cursor=${ofOne.meta.next_cursor}`);
    expect(data).toMatchObject([{ type: 'ask.deleted', ask_id: first.id, data: null }]);
    const deletions = await get(key, `/api/v1/changes?types=ask.deleted&cursor=${ofOne.meta.next_cursor}`);
    expect(deletions.data.map(({ ask_id }: FeedEvent) => ask_id)).toEqual([first.id, second.id]);
  });
});

describe('a cursor', () => {
  test('a cursor of another account, another format or a longer log is refused', async () => {
    const [owner, other] = [await createOwner(server.services), await createOwner(server.services)];
    const key = await owner.key();
    const { cursor: foreign } = await server.services.changes.feed
      .head({ account: other.session.account.id, site: null })
      .then((text) => ({ cursor: text }));
    const account = owner.session.account;
    const made = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');
    const statusOf = async (cursor: string) => (await get(key, `/api/v1/changes?cursor=${cursor}`)).status;
    for (const cursor of [foreign, '', 'x', made([0, account, null]), made([2, account, null, ['l', 1, ''], null])])
      expect([cursor, await statusOf(cursor)]).toEqual([cursor, 422]);
    // A database that was restored from a backup.
    expect(await statusOf(made([1, account.id, null, ['l', 1_000, ''], null]))).toBe(410);
    for (const query of ['types=ask.opened', 'ask=poll_00000000000000000000', 'limit=0', 'format=csv'])
      expect([query, (await get(key, `/api/v1/changes?${query}`)).status]).toEqual([query, 422]);
  });

  test('a cursor before deleted changes gets 410, and a new reader gets everything', async () => {
    const owner = await createOwner(server.services);
    const key = await owner.key();
    const account = owner.session.account;
    const start = await server.services.changes.feed.head({ account: account.id, site: null });
    const poll = await server.askwell.polls.create(account, { title: 'Lunch?', options: ['Soup', 'Salad'] });
    await clock.advance(1);
    const { store, clock: own } = server.services;
    expect(await store.run(deleteOldChanges, { account: account.id, before: own.now() })).toBe(false);
    expect((await get(key, `/api/v1/changes?cursor=${start}`)).status).toBe(410);
    const { data, meta } = await get(key, '/api/v1/changes');
    expect(data).toMatchObject([{ type: 'ask.created', ask_id: poll.id }]);
    expect((await get(key, `/api/v1/changes?cursor=${meta.next_cursor}`)).data).toEqual([]);
  });
});

test('streams events as they happen, from the last one that was received', async () => {
  const owner = await createOwner(server.services);
  const key = await owner.key();
  const account = owner.session.account;
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'] };
  const first = await server.askwell.polls.create(account, draft);
  const open = async (lastEventId?: string) => {
    const headers = {
      'x-api-key': key,
      accept: 'text/event-stream',
      ...(lastEventId && { 'last-event-id': lastEventId }),
    };
    return await server.fetch(`${server.url}/api/v1/changes`, { headers });
  };
  const stream = await open();
  expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const reader = (stream.body ?? expect.unreachable()).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const readUntil = async (part: string) => {
    while (!text.includes(part)) text += (await reader.read()).value ?? expect.unreachable('The stream ended.');
  };
  await readUntil(first.id);
  const second = await server.askwell.polls.create(account, draft);
  // The stream may not wait for changes yet.
  let isRead = false;
  const reading = readUntil(second.id).finally(() => {
    isRead = true;
  });
  while (!isRead) {
    await clock.advance({ seconds: 1 });
    await nextTurn(ownWork);
  }
  await reading;
  const cursor = /id: (\S+)\nevent: ask\.created\n/.exec(text)?.[1];
  await reader.cancel();
  const again = await open(cursor);
  text = '';
  const rest = (again.body ?? expect.unreachable()).pipeThrough(new TextDecoderStream()).getReader();
  while (!text.includes(second.id)) text += (await rest.read()).value ?? expect.unreachable('The stream ended.');
  await rest.cancel();
  expect(text).not.toContain(first.id);
});

test('an ask that moves to another site is deleted for one key and created for the other', async () => {
  const owner = await createOwner(server.services);
  const account = owner.session.account;
  const [from, to] = [
    await server.askwell.sites.create(account, { name: 'Shop' }),
    await server.askwell.sites.create(account, { name: 'Blog' }),
  ];
  const readers = [newReader(await owner.key(from.id)), newReader(await owner.key(to.id))];
  for (const reader of readers) await readAll(reader);
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], site_id: from.id };
  const { id } = await server.askwell.polls.create(account, draft);
  await call(server, 'POST', `/api/v1/polls/${id}/votes`, { body: { choices: ['o1'] } });
  await readAll(readers[0] ?? expect.unreachable());
  await server.askwell.polls.update(account, id, { site_id: to.id });
  await server.askwell.polls.update(account, id, { title: 'Dinner?' });
  for (const reader of readers) await readAll(reader);
  expect(readers.map(({ events }) => events.map(({ type }) => type))).toEqual([
    ['ask.created', 'answer.created', 'ask.deleted'],
    ['ask.created', 'answer.created', 'ask.updated', 'ask.updated'],
  ]);
});

test('refuses streams that are opened at the same time if there are too many', async () => {
  const owner = await createOwner(server.services);
  const key = await owner.key();
  const open = () =>
    server.fetch(`${server.url}/api/v1/changes`, { headers: { 'x-api-key': key, accept: 'text/event-stream' } });
  const streams = await Promise.all(Array.from({ length: 30 }, open));
  const refused = streams.filter(({ status }) => status === 429);
  expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(Array(20).fill('10'));
  const opened = streams.filter(({ status }) => status === 200);
  for (const { body } of opened) {
    const reader = body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toContain('retry:');
    await reader?.cancel();
  }
  const again = await open();
  expect(again.status).toBe(200);
  await again.body?.cancel();
});

test('limits the streams of an account, and counts only open ones', async () => {
  const owner = await createOwner(server.services);
  const key = await owner.key();
  const open = () =>
    server.fetch(`${server.url}/api/v1/changes`, { headers: { 'x-api-key': key, accept: 'text/event-stream' } });
  const streams = await Promise.all(Array.from({ length: 10 }, open));
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  const refused = await open();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  await streams[0]?.body?.cancel();
  await settled();
  const again = await open();
  streams.push(again);
  expect(again.status).toBe(200);
  for (const { body } of streams.slice(1)) await body?.cancel();
});
