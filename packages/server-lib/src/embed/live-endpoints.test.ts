import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindsUnderTest } from '../../test/support/asks.js';
import { call, createClient, newAddress } from '../../test/support/client.js';
import { type EventStream, openStream, readStream } from '../../test/support/event-stream.js';
import { createOwner } from '../../test/support/owner.js';
import { open, readUntil } from '../../test/support/raw.js';
import { codeIn } from '../../test/support/replies.js';
import { startServer } from '../../test/support/server.js';

const start = Date.UTC(2026, 0, 31, 9);
let now = start;

/** A server with an owner's and visitors' dealings. */
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
      const given = await client('POST', `/polls/${poll}/votes`, { body: { choices: [choice] }, from: newAddress() });
      expect(given.status).toBe(201);
      return given.id('data.id');
    },
    async change(poll: string, changes: object) {
      expect((await client('PATCH', `/polls/${poll}`, { key, body: changes })).status).toBe(200);
    },
    follow: (poll: string, query = '', headers: Record<string, string> = {}) =>
      openStream(server, `/embed/polls/${poll}/live${query}`, headers),
    results: async (poll: string) => (await client('GET', `/polls/${poll}/results`, { key })).at('data'),
    nobodyReads: () => expect.poll(() => server.services.live.count()).toEqual({ readers: 0, asks: 0 }),
  };
}

let desk: Awaited<ReturnType<typeof createDesk>>;
beforeAll(async () => {
  desk = await createDesk({ clock: () => now });
});
afterAll(() => desk.server.close());

const votesIn = (data: unknown): unknown => Object(data).votes_count;

/** Reads on until so many votes have come, and tells how many there were in each event. */
async function until(stream: EventStream, votes: number): Promise<number[]> {
  const seen: number[] = [];
  while (seen.at(-1) !== votes) seen.push(Number(votesIn((await stream.next())?.data)));
  return seen;
}

describe('a stream of results', () => {
  test('begins with the whole of them, and goes on with the whole of them whenever they moved', async () => {
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
    await desk.nobodyReads();
  });

  test('of a ranked poll with many votes ends with all of them counted', async () => {
    const poll = await desk.make({ type: 'ranked' });
    const vote = (n: number) => desk.server.askwell.polls.vote(poll, { choices: ['o2', 'o1'] }, { id: `visitor-${n}` });
    await Promise.all(Array.from({ length: 300 }, (_, n) => vote(n)));
    const stream = await desk.follow(poll);
    expect(await until(stream, 300)).toEqual([300]);
    await Promise.all([vote(300), vote(301)]);
    await desk.change(poll, { status: 'closed' });
    let last: object = {};
    for (let event = await stream.next(); event?.type === 'message'; event = await stream.next())
      last = Object(event.data);
    expect(last).toMatchObject({ votes_count: 302, status: 'closed', ranked: { winners: ['o2'] } });
    expect(last).not.toHaveProperty('pending');
    stream.close();
  });

  test('tells all who read the same, and each of them how it ends', async () => {
    const poll = await desk.make();
    const streams = await Promise.all(Array.from({ length: 20 }, () => desk.follow(poll)));
    expect(desk.server.services.live.count()).toEqual({ readers: 20, asks: 1 });
    await Promise.all(Array.from({ length: 50 }, (_, at) => desk.vote(poll, at % 2 ? 'o1' : 'o2')));
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
    await desk.nobodyReads();
  });

  test('goes on where it broke off: what the client has already is not told again', async () => {
    const poll = await desk.make();
    await desk.vote(poll);
    const first = await desk.follow(poll);
    const { id = '' } = (await first.next()) ?? {};
    first.close();
    const second = await desk.follow(poll, '', { 'last-event-id': id });
    await desk.vote(poll);
    expect(await until(second, 2)).toEqual([2]);
    const behind = await desk.follow(poll, '', { 'last-event-id': id });
    expect(await until(behind, 2)).toEqual([2]);
    const lost = await desk.follow(poll, '', { 'last-event-id': 'of another time' });
    expect(await until(lost, 2)).toEqual([2]);
    for (const stream of [second, behind, lost]) stream.close();
    await desk.nobodyReads();
  });

  test('moves by what other processes record, who share the database and nothing else', async () => {
    const other = await startServer({ database: desk.server.database, clock: () => now });
    const poll = await desk.make();
    const stream = await openStream(other, `/embed/polls/${poll}/live`);
    expect(votesIn((await stream.next())?.data)).toBe(0);
    await desk.vote(poll);
    expect(await until(stream, 1)).toEqual([1]);
    stream.close();
    await other.close();
  });

  test('tells of a changed definition too', async () => {
    const poll = await desk.make();
    const stream = await desk.follow(poll);
    await stream.next();
    await desk.change(poll, { options: [{ id: 'o1', label: 'Stew' }, 'Salad'] });
    expect((await stream.next())?.data).toMatchObject({ options: [{ label: 'Stew' }, {}] });
    stream.close();
  });

  test.each(kindsUnderTest)('is there for $plural, with what visitors may see of results', async (kind) => {
    const { plural, answers, draft, answer } = kind;
    const body = { ...draft, results_visibility: 'always' };
    const id = (await desk.client('POST', `/${plural}`, { key: desk.key, body })).id('data.id');
    const given = await desk.client('POST', `/${plural}/${id}/${answers}`, { body: answer, from: newAddress() });
    expect(given.status).toBe(201);
    const stream = await openStream(desk.server, `/embed/${plural}/${id}/live`);
    const view = await call(desk.server, 'GET', `/embed/${plural}/${id}`);
    expect((await stream.next())?.data).toEqual(JSON.parse(view.text).data.results);
    stream.close();
  });
});

describe('who may read', () => {
  test('is whoever may see results: nobody, or whoever answered', async () => {
    const never = await desk.make({ results_visibility: 'never' });
    const after = await desk.make({ results_visibility: 'after_answer' });
    const [given, elsewhere] = [await desk.vote(after), await desk.vote(never)];
    for (const [poll, query] of [
      [never, ''],
      [never, `?answer=${elsewhere}`],
      [after, ''],
      [after, '?answer=x'],
      [after, `?answer=${elsewhere}`],
    ] as const) {
      const refused = await call(desk.server, 'GET', `/embed/polls/${poll}/live${query}`);
      expect([query, refused.status, codeIn(refused)]).toEqual([query, 403, 'forbidden']);
      expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    }
    const stream = await desk.follow(after, `?answer=${given}`);
    expect(votesIn((await stream.next())?.data)).toBe(1);
    stream.close();
    await desk.nobodyReads();
  });

  test('moves: results that are hidden again end the stream for those who may not see them', async () => {
    const poll = await desk.make();
    const given = await desk.vote(poll);
    const [anyone, voter] = [await desk.follow(poll), await desk.follow(poll, `?answer=${given}`)];
    await Promise.all([anyone.next(), voter.next()]);
    await desk.change(poll, { results_visibility: 'after_answer' });
    expect((await anyone.rest()).at(-1)).toEqual({ type: 'end', id: undefined, data: { reason: 'hidden' } });
    await desk.vote(poll);
    expect((await until(voter, 2)).at(-1)).toBe(2);
    await desk.change(poll, { results_visibility: 'never' });
    expect((await voter.rest()).at(-1)?.data).toEqual({ reason: 'hidden' });
    await desk.nobodyReads();
  });

  test('waits for what shows after the end: it comes once the last vote can be in', async () => {
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
    await desk.nobodyReads();
  });

  test('of what is closed: each gets the last state once, and is told not to come back', async () => {
    const poll = await desk.make();
    await desk.vote(poll);
    await desk.change(poll, { status: 'closed' });
    const stream = await desk.follow(poll);
    const [state, end] = await stream.rest();
    expect([votesIn(state?.data), end?.type]).toEqual([1, 'end']);
    const again = await call(desk.server, 'GET', `/embed/polls/${poll}/live`, {
      headers: { 'last-event-id': state?.id ?? '' },
    });
    expect([again.status, again.text]).toEqual([204, '']);
    await desk.nobodyReads();
  });

  test.each(['deleted', 'a draft again'])('nobody once it is %s', async (what) => {
    const poll = await desk.make();
    const stream = await desk.follow(poll);
    await stream.next();
    if (what === 'deleted') expect((await desk.client('DELETE', `/polls/${poll}`, { key: desk.key })).status).toBe(204);
    else await desk.change(poll, { status: 'draft' });
    expect((await stream.rest()).at(-1)).toEqual({ type: 'end', id: undefined, data: { reason: 'deleted' } });
    expect((await call(desk.server, 'GET', `/embed/polls/${poll}/live`)).status).toBe(404);
    await desk.nobodyReads();
  });

  test('is a page of the site’s origins where it lists some', async () => {
    const body = { name: 'Shop', origins: ['https://shop.example'] };
    const site = await desk.client('POST', '/sites', { key: desk.key, body });
    const poll = await desk.make({ site_id: site.at('data.id') });
    const path = `/embed/polls/${poll}/live`;
    const refused = await call(desk.server, 'GET', path, { headers: { origin: 'https://elsewhere.example' } });
    expect([refused.status, refused.headers.get('vary')]).toEqual([403, 'Origin']);
    const stream = await desk.follow(poll, '', { origin: 'https://shop.example' });
    expect(stream.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    stream.close();
    await desk.nobodyReads();
  });
});

describe('a client', () => {
  test('that asks for the head alone gets it, and is no reader', async () => {
    const reply = await call(desk.server, 'HEAD', `/embed/polls/${await desk.make()}/live`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(desk.server.services.live.count()).toEqual({ readers: 0, asks: 0 });
  });

  test('that goes away leaves nothing behind, however it goes', async () => {
    const poll = await desk.make();
    const streams = await Promise.all(Array.from({ length: 10 }, () => desk.follow(poll)));
    const raw = open(desk.server);
    raw.write(`GET /embed/polls/${poll}/live HTTP/1.1\r\nHost: x\r\n\r\n`);
    await readUntil(raw, /votes_count/);
    expect(desk.server.services.live.count()).toEqual({ readers: 11, asks: 1 });
    raw.destroy();
    for (const stream of streams) stream.close();
    await desk.nobodyReads();
  });

  test('that asks again behind a stream on the same connection waits for its end, and leaves nothing behind', async () => {
    const poll = await desk.make();
    const raw = open(desk.server);
    raw.write(`GET /embed/polls/${poll}/live HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(20));
    await readUntil(raw, /votes_count/);
    expect(desk.server.services.live.count()).toEqual({ readers: 1, asks: 1 });
    raw.destroy();
    await desk.nobodyReads();
  });

  test('of a fetch host reads as well, and goes by cancelling or by aborting its request', async () => {
    const poll = await desk.make();
    await desk.vote(poll);
    const going = new AbortController();
    const url = `https://example.com/embed/polls/${poll}/live`;
    const [first, second] = [
      await desk.server.askwell.fetch(new Request(url)),
      await desk.server.askwell.fetch(new Request(url, { signal: going.signal })),
    ];
    const stream = readStream(second, () => going.abort());
    expect(votesIn((await stream.next())?.data)).toBe(1);
    await desk.vote(poll);
    expect((await until(stream, 2)).at(-1)).toBe(2);
    expect(desk.server.services.live.count()).toEqual({ readers: 2, asks: 1 });
    await first.body?.cancel();
    stream.close();
    expect(await stream.next()).toBeUndefined();
    await desk.nobodyReads();
  });
});

describe('so many at once', () => {
  test('and no more: others are told to try later, and have the place of whoever leaves', async () => {
    const small = await createDesk({ limits: { liveReaders: 2 } });
    const poll = await small.make();
    const [one, other] = [await small.follow(poll), await small.follow(await small.make())];
    const refused = await call(small.server, 'GET', `/embed/polls/${poll}/live`);
    expect([refused.status, codeIn(refused), refused.headers.get('retry-after')]).toEqual([503, 'unavailable', '30']);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    one.close();
    await expect.poll(() => small.server.services.live.count().readers).toBe(1);
    const next = await small.follow(poll);
    expect(next.status).toBe(200);
    for (const stream of [other, next]) stream.close();
    await small.server.close();
  });

  test('and a tenth of them for one client, which an IPv6 /48 is', async () => {
    const small = await createDesk({ limits: { liveReaders: 30 } });
    const poll = await small.make();
    const from = (address: string) => ({ 'X-Forwarded-For': address });
    const mine = [];
    for (const address of ['2001:db8:1::1', '2001:db8:1:1::1', '2001:db8:1:ffff::1'])
      mine.push(await small.follow(poll, '', from(address)));
    expect(mine.map(({ status }) => status)).toEqual([200, 200, 200]);
    const refused = await call(small.server, 'GET', `/embed/polls/${poll}/live`, { headers: from('2001:db8:1:2::1') });
    expect([refused.status, codeIn(refused), refused.headers.get('retry-after')]).toEqual([503, 'unavailable', '30']);
    const other = await small.follow(poll, '', from('2001:db8:2::1'));
    expect(other.status).toBe(200);
    mine[0]?.close();
    await expect.poll(() => small.server.services.live.count().readers).toBe(3);
    const next = await small.follow(poll, '', from('2001:db8:1:2::1'));
    expect(next.status).toBe(200);
    for (const stream of [...mine, other, next]) stream.close();
    await small.nobodyReads();
    await small.server.close();
  });

  test('until the server drains: then streams end without a word, to be resumed elsewhere', async () => {
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
