import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../test/support/client.js';
import { createLiveDesk, type LiveDesk, readUntilVotes, votesIn } from '../../test/support/live.js';
import { codeIn } from '../../test/support/replies.js';

const start = Date.UTC(2026, 0, 31, 9);
let now = start;

let desk: LiveDesk;
beforeAll(async () => {
  desk = await createLiveDesk({ clock: () => now });
});
afterAll(() => desk.server.close());

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
