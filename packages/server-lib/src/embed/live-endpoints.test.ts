import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindsUnderTest } from '../../test/support/asks.js';
import { call, codeIn } from '../../test/support/call.js';
import { createClient, newAddress } from '../../test/support/client.js';
import { type EventStream, openStream, readStream } from '../../test/support/event-stream.js';
import { createOwner } from '../../test/support/owner.js';
import { open, readUntil } from '../../test/support/raw.js';
import { startServer } from '../../test/support/server.js';

const start = Date.UTC(2026, 0, 31, 9);
let now = start;

/** Creates a server with functions for its owner and visitors. */
async function createDesk(options: Parameters<typeof startServer>[0] = {}) {
  const server = await startServer({ trustProxy: ['127.0.0.1'], ...options });
  const client = createClient(server);
  const key = await (await createOwner(server.services)).key();
  return {
    server,
    key,
    client,
    async make(more: object = {}): Promise<string> {
      const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], results_visibility: 'always' };
      return (await client('POST', '/polls', { key, body: { ...draft, ...more } })).id('data.id');
    },
    async vote(poll: string, choice = 'o1'): Promise<string> {
      const reply = await client('POST', `/polls/${poll}/votes`, { body: { choices: [choice] }, from: newAddress() });
      expect(reply.status).toBe(201);
      return reply.id('data.id');
    },
    async change(poll: string, changes: object) {
      expect((await client('PATCH', `/polls/${poll}`, { key, body: changes })).status).toBe(200);
    },
    follow: (poll: string, query = '', headers: Record<string, string> = {}) =>
      openStream(server, `/embed/polls/${poll}/live${query}`, headers),
    results: async (poll: string) => (await client('GET', `/polls/${poll}/results`, { key })).at('data'),
    allStreamsClosed: () => expect.poll(() => server.services.live.count()).toEqual({ readers: 0, asks: 0 }),
  };
}

let desk: Awaited<ReturnType<typeof createDesk>>;
beforeAll(async () => {
  desk = await createDesk({ clock: () => now });
});
afterAll(() => desk.server.close());

const votesIn = (data: unknown): unknown => Object(data).votes_count;

/** Reads events until one has this number of votes. Returns the number of votes of each event. */
async function readUntilVotes(stream: EventStream, votes: number): Promise<number[]> {
  const counts: number[] = [];
  while (counts.at(-1) !== votes) counts.push(Number(votesIn((await stream.next())?.data)));
  return counts;
}

describe('a stream of results', () => {
  test('sends all results at first and whenever they change', async () => {
    const poll = await desk.make();
    await desk.vote(poll);
    const stream = await desk.follow(poll);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(stream.headers.get('access-control-allow-origin')).toBe('*');
    const first = await stream.next();
    expect(first).toMatchObject({ type: 'message', data: await desk.results(poll) });
    expect(stream.text()).toMatch(/^retry: \d{4}\n\n/);
    await desk.vote(poll, 'o2');
    const second = await stream.next();
    expect(second).toMatchObject({ type: 'message', data: await desk.results(poll) });
    expect(second?.id).not.toBe(first?.id);
    stream.close();
    await desk.allStreamsClosed();
  });

  test('of a ranked poll ends with all votes counted', async () => {
    const poll = await desk.make({ type: 'ranked' });
    const vote = (n: number) => desk.server.askwell.polls.vote(poll, { choices: ['o2', 'o1'] }, { id: `visitor-${n}` });
    await Promise.all(Array.from({ length: 300 }, (_, n) => vote(n)));
    const stream = await desk.follow(poll);
    expect(await readUntilVotes(stream, 300)).toEqual([300]);
    await Promise.all([vote(300), vote(301)]);
    await desk.change(poll, { status: 'closed' });
    let last: object = {};
    for (let event = await stream.next(); event?.type === 'message'; event = await stream.next())
      last = Object(event.data);
    expect(last).toMatchObject({ votes_count: 302, status: 'closed', ranked: { winners: ['o2'] } });
    expect(last).not.toHaveProperty('pending');
    stream.close();
  });

  test('sends the same results and the end event to all clients', async () => {
    const poll = await desk.make();
    const streams = await Promise.all(Array.from({ length: 20 }, () => desk.follow(poll)));
    expect(desk.server.services.live.count()).toEqual({ readers: 20, asks: 1 });
    await Promise.all(Array.from({ length: 50 }, (_, index) => desk.vote(poll, index % 2 ? 'o1' : 'o2')));
    await desk.change(poll, { status: 'closed' });
    const last = await desk.results(poll);
    expect(votesIn(last)).toBe(50);
    for (const stream of streams) {
      const events = await stream.rest();
      expect(events.slice(-2).map(({ type, data }) => ({ type, data }))).toEqual([
        { type: 'message', data: last },
        { type: 'end', data: { reason: 'closed' } },
      ]);
    }
    await desk.allStreamsClosed();
  });

  test('resumes from `Last-Event-ID` without repeating that state', async () => {
    const poll = await desk.make();
    await desk.vote(poll);
    const first = await desk.follow(poll);
    const { id = '' } = (await first.next()) ?? {};
    first.close();
    const second = await desk.follow(poll, '', { 'last-event-id': id });
    await desk.vote(poll);
    expect(await readUntilVotes(second, 2)).toEqual([2]);
    const behind = await desk.follow(poll, '', { 'last-event-id': id });
    expect(await readUntilVotes(behind, 2)).toEqual([2]);
    const lost = await desk.follow(poll, '', { 'last-event-id': 'of another time' });
    expect(await readUntilVotes(lost, 2)).toEqual([2]);
    for (const stream of [second, behind, lost]) stream.close();
    await desk.allStreamsClosed();
  });

  test('has votes that another process has stored in the same database', async () => {
    const other = await startServer({ database: desk.server.database, clock: () => now });
    const poll = await desk.make();
    const stream = await openStream(other, `/embed/polls/${poll}/live`);
    expect(votesIn((await stream.next())?.data)).toBe(0);
    await desk.vote(poll);
    expect(await readUntilVotes(stream, 1)).toEqual([1]);
    stream.close();
    await other.close();
  });

  test('also sends a changed definition', async () => {
    const poll = await desk.make();
    const stream = await desk.follow(poll);
    await stream.next();
    await desk.change(poll, { options: [{ id: 'o1', label: 'Stew' }, 'Salad'] });
    expect((await stream.next())?.data).toMatchObject({ options: [{ label: 'Stew' }, {}] });
    stream.close();
  });

  test.each(kindsUnderTest)('exists for $plural, with the results that visitors may see', async (kind) => {
    const { plural, answers, draft, answer } = kind;
    const body = { ...draft, results_visibility: 'always' };
    const id = (await desk.client('POST', `/${plural}`, { key: desk.key, body })).id('data.id');
    const submitted = await desk.client('POST', `/${plural}/${id}/${answers}`, { body: answer, from: newAddress() });
    expect(submitted.status).toBe(201);
    const stream = await openStream(desk.server, `/embed/${plural}/${id}/live`);
    const view = await call(desk.server, 'GET', `/embed/${plural}/${id}`);
    expect((await stream.next())?.data).toEqual(JSON.parse(view.text).data.results);
    stream.close();
  });
});

describe('access to a stream', () => {
  test('is limited by `results_visibility`', async () => {
    const never = await desk.make({ results_visibility: 'never' });
    const after = await desk.make({ results_visibility: 'after_answer' });
    const [answerId, elsewhere] = [await desk.vote(after), await desk.vote(never)];
    for (const [poll, query] of [
      [never, ''],
      [never, `?answer=${elsewhere}`],
      [after, ''],
      [after, '?answer=x'],
      [after, `?answer=${elsewhere}`],
    ] as const) {
      const rejected = await call(desk.server, 'GET', `/embed/polls/${poll}/live${query}`);
      expect([query, rejected.status, codeIn(rejected)]).toEqual([query, 403, 'forbidden']);
      expect(rejected.headers.get('access-control-allow-origin')).toBe('*');
    }
    const stream = await desk.follow(after, `?answer=${answerId}`);
    expect(votesIn((await stream.next())?.data)).toBe(1);
    stream.close();
    await desk.allStreamsClosed();
  });

  test('ends when the results are hidden again', async () => {
    const poll = await desk.make();
    const answerId = await desk.vote(poll);
    const [anyone, voter] = [await desk.follow(poll), await desk.follow(poll, `?answer=${answerId}`)];
    await Promise.all([anyone.next(), voter.next()]);
    await desk.change(poll, { results_visibility: 'after_answer' });
    expect((await anyone.rest()).at(-1)).toEqual({ type: 'end', id: undefined, data: { reason: 'hidden' } });
    await desk.vote(poll);
    expect((await readUntilVotes(voter, 2)).at(-1)).toBe(2);
    await desk.change(poll, { results_visibility: 'never' });
    expect((await voter.rest()).at(-1)?.data).toEqual({ reason: 'hidden' });
    await desk.allStreamsClosed();
  });

  test('with `after_close` sends the results after the last vote can have arrived', async () => {
    now = start;
    const closes_at = '2026-01-31T09:01:00Z';
    const poll = await desk.make({ results_visibility: 'after_close', closes_at });
    const [stream, watched] = [await desk.follow(poll), await desk.follow(await desk.make({ closes_at }))];
    await desk.vote(poll);
    await watched.next();
    now = Date.parse(closes_at);
    expect(votesIn((await stream.next())?.data)).toBe(1);
    expect(desk.server.services.live.count()).toEqual({ readers: 2, asks: 2 });
    now += 5_000;
    expect(await stream.rest()).toEqual([{ type: 'end', id: undefined, data: { reason: 'closed' } }]);
    expect(await watched.rest()).toEqual([{ type: 'end', id: undefined, data: { reason: 'closed' } }]);
    await desk.allStreamsClosed();
  });

  test('of a closed poll sends the last state once and then 204', async () => {
    const poll = await desk.make();
    await desk.vote(poll);
    await desk.change(poll, { status: 'closed' });
    const stream = await desk.follow(poll);
    const [state, end] = await stream.rest();
    expect([votesIn(state?.data), end?.type]).toEqual([1, 'end']);
    const reconnected = await call(desk.server, 'GET', `/embed/polls/${poll}/live`, {
      headers: { 'last-event-id': state?.id ?? '' },
    });
    expect([reconnected.status, reconnected.text]).toEqual([204, '']);
    await desk.allStreamsClosed();
  });

  test.each(['deleted', 'a draft again'])('ends when the poll is %s', async (change) => {
    const poll = await desk.make();
    const stream = await desk.follow(poll);
    await stream.next();
    if (change === 'deleted')
      expect((await desk.client('DELETE', `/polls/${poll}`, { key: desk.key })).status).toBe(204);
    else await desk.change(poll, { status: 'draft' });
    expect((await stream.rest()).at(-1)).toEqual({ type: 'end', id: undefined, data: { reason: 'deleted' } });
    expect((await call(desk.server, 'GET', `/embed/polls/${poll}/live`)).status).toBe(404);
    await desk.allStreamsClosed();
  });

  test('is limited to the allowed origins of the site', async () => {
    const body = { name: 'Shop', origins: ['https://shop.example'] };
    const site = await desk.client('POST', '/sites', { key: desk.key, body });
    const poll = await desk.make({ site_id: site.at('data.id') });
    const path = `/embed/polls/${poll}/live`;
    const rejected = await call(desk.server, 'GET', path, { headers: { origin: 'https://elsewhere.example' } });
    expect([rejected.status, rejected.headers.get('vary')]).toEqual([403, 'Origin']);
    const stream = await desk.follow(poll, '', { origin: 'https://shop.example' });
    expect(stream.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    stream.close();
    await desk.allStreamsClosed();
  });
});

describe('a client', () => {
  test('that sends HEAD gets the headers and opens no stream', async () => {
    const reply = await call(desk.server, 'HEAD', `/embed/polls/${await desk.make()}/live`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(desk.server.services.live.count()).toEqual({ readers: 0, asks: 0 });
  });

  test('that disconnects closes its stream', async () => {
    const poll = await desk.make();
    const streams = await Promise.all(Array.from({ length: 10 }, () => desk.follow(poll)));
    const raw = open(desk.server);
    raw.write(`GET /embed/polls/${poll}/live HTTP/1.1\r\nHost: x\r\n\r\n`);
    await readUntil(raw, /votes_count/);
    expect(desk.server.services.live.count()).toEqual({ readers: 11, asks: 1 });
    raw.destroy();
    for (const stream of streams) stream.close();
    await desk.allStreamsClosed();
  });

  test('that pipelines requests has one stream at a time', async () => {
    const poll = await desk.make();
    const raw = open(desk.server);
    raw.write(`GET /embed/polls/${poll}/live HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(20));
    await readUntil(raw, /votes_count/);
    expect(desk.server.services.live.count()).toEqual({ readers: 1, asks: 1 });
    raw.destroy();
    await desk.allStreamsClosed();
  });

  test('of the fetch handler can read, and disconnects by canceling the body or aborting the request', async () => {
    const poll = await desk.make();
    await desk.vote(poll);
    const controller = new AbortController();
    const url = `https://example.com/embed/polls/${poll}/live`;
    const [first, second] = [
      await desk.server.askwell.fetch(new Request(url)),
      await desk.server.askwell.fetch(new Request(url, { signal: controller.signal })),
    ];
    const stream = readStream(second, () => controller.abort());
    expect(votesIn((await stream.next())?.data)).toBe(1);
    await desk.vote(poll);
    expect((await readUntilVotes(stream, 2)).at(-1)).toBe(2);
    expect(desk.server.services.live.count()).toEqual({ readers: 2, asks: 1 });
    await first.body?.cancel();
    stream.close();
    expect(await stream.next()).toBeUndefined();
    await desk.allStreamsClosed();
  });
});

describe('the number of streams', () => {
  test('is limited in total', async () => {
    const small = await createDesk({ limits: { liveReaders: 2 } });
    const poll = await small.make();
    const [first, other] = [await small.follow(poll), await small.follow(await small.make())];
    const rejected = await call(small.server, 'GET', `/embed/polls/${poll}/live`);
    expect([rejected.status, codeIn(rejected), rejected.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '30',
    ]);
    expect(rejected.headers.get('access-control-allow-origin')).toBe('*');
    first.close();
    await expect.poll(() => small.server.services.live.count().readers).toBe(1);
    const next = await small.follow(poll);
    expect(next.status).toBe(200);
    for (const stream of [other, next]) stream.close();
    await small.server.close();
  });

  test('is limited per client, which is an IPv6 /48, to a tenth', async () => {
    const small = await createDesk({ limits: { liveReaders: 30 } });
    const poll = await small.make();
    const from = (address: string) => ({ 'X-Forwarded-For': address });
    const mine = [];
    for (const address of ['2001:db8:1::1', '2001:db8:1:1::1', '2001:db8:1:ffff::1'])
      mine.push(await small.follow(poll, '', from(address)));
    expect(mine.map(({ status }) => status)).toEqual([200, 200, 200]);
    const rejected = await call(small.server, 'GET', `/embed/polls/${poll}/live`, { headers: from('2001:db8:1:2::1') });
    expect([rejected.status, codeIn(rejected), rejected.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '30',
    ]);
    const other = await small.follow(poll, '', from('2001:db8:2::1'));
    expect(other.status).toBe(200);
    mine[0]?.close();
    await expect.poll(() => small.server.services.live.count().readers).toBe(3);
    const next = await small.follow(poll, '', from('2001:db8:1:2::1'));
    expect(next.status).toBe(200);
    for (const stream of [...mine, other, next]) stream.close();
    await small.allStreamsClosed();
    await small.server.close();
  });

  test('drops to 0 when the server drains, without end events, so that clients reconnect', async () => {
    const draining = await createDesk();
    const poll = await draining.make();
    const stream = await draining.follow(poll);
    const { id } = (await stream.next()) ?? {};
    expect(id).toMatch(/^\d+\.\d+$/);
    draining.server.askwell.drain();
    expect(await stream.rest()).toEqual([]);
    expect(draining.server.services.live.count()).toEqual({ readers: 0, asks: 0 });
    expect((await call(draining.server, 'GET', `/embed/polls/${poll}/live`)).status).toBe(503);
    await draining.server.close();
  });
});
