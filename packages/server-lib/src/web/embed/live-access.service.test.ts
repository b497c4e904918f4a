import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LiveServer, readUntilVotes, startLiveServer, votesIn } from '../../../test/support/asks/live-server.js';
import { call } from '../../../test/support/http/http-client.js';
import { codeIn } from '../../../test/support/http/parse-replies.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const { clock, source } = createTestClock('2026-01-31T09:00:00Z');

let live: LiveServer;
beforeAll(async () => {
  live = await startLiveServer({ clock: source });
});
afterAll(() => live.server.close());

describe('access to a stream', () => {
  test('is limited by `results_visibility`', async () => {
    const never = await live.make({ results_visibility: 'never' });
    const after = await live.make({ results_visibility: 'after_answer' });
    const [answerId, elsewhere] = [await live.vote(after), await live.vote(never)];
    for (const [poll, query] of [
      [never, ''],
      [never, `?answer=${elsewhere}`],
      [after, ''],
      [after, '?answer=x'],
      [after, `?answer=${elsewhere}`],
    ] as const) {
      const rejected = await call(live.server, 'GET', `/embed/polls/${poll}/live${query}`);
      expect([query, rejected.status, codeIn(rejected)]).toEqual([query, 403, 'forbidden']);
      expect(rejected.headers.get('access-control-allow-origin')).toBe('*');
    }
    const stream = await live.follow(after, `?answer=${answerId}`);
    expect(votesIn((await stream.next())?.data)).toBe(1);
    stream.close();
    live.expectNoStreams();
  });

  test('ends when the results are hidden again', async () => {
    const poll = await live.make();
    const answerId = await live.vote(poll);
    const [anyone, voter] = [await live.follow(poll), await live.follow(poll, `?answer=${answerId}`)];
    await Promise.all([anyone.next(), voter.next()]);
    await live.change(poll, { results_visibility: 'after_answer' });
    await clock.advance(0);
    expect((await anyone.rest()).at(-1)).toEqual({ type: 'end', id: undefined, data: { reason: 'hidden' } });
    await live.vote(poll);
    await clock.advance(0);
    expect((await readUntilVotes(voter, 2)).at(-1)).toBe(2);
    await live.change(poll, { results_visibility: 'never' });
    await clock.advance(0);
    expect((await voter.rest()).at(-1)?.data).toEqual({ reason: 'hidden' });
    live.expectNoStreams();
  });

  test('with `after_close` sends the results only when no more votes can arrive', async () => {
    const closes_at = '2026-01-31T09:01:00Z';
    const poll = await live.make({ results_visibility: 'after_close', closes_at });
    const [stream, watched] = [await live.follow(poll), await live.follow(await live.make({ closes_at }))];
    await live.vote(poll);
    await watched.next();
    await clock.set(closes_at);
    expect(votesIn((await stream.next())?.data)).toBe(1);
    expect(live.server.services.live.count()).toEqual({ readers: 2, asks: 2 });
    await clock.advance({ seconds: 5 });
    expect(await stream.rest()).toEqual([{ type: 'end', id: undefined, data: { reason: 'closed' } }]);
    expect(await watched.rest()).toEqual([{ type: 'end', id: undefined, data: { reason: 'closed' } }]);
    live.expectNoStreams();
  });

  test('of a closed poll sends the last state once and then 204', async () => {
    const poll = await live.make();
    await live.vote(poll);
    await live.change(poll, { status: 'closed' });
    const stream = await live.follow(poll);
    const [state, end] = await stream.rest();
    expect([votesIn(state?.data), end?.type]).toEqual([1, 'end']);
    const reconnected = await call(live.server, 'GET', `/embed/polls/${poll}/live`, {
      headers: { 'last-event-id': state?.id ?? '' },
    });
    expect([reconnected.status, reconnected.text]).toEqual([204, '']);
    live.expectNoStreams();
  });

  test.each(['deleted', 'a draft again'])('ends when the poll is %s', async (change) => {
    const poll = await live.make();
    const stream = await live.follow(poll);
    await stream.next();
    if (change === 'deleted')
      expect((await live.client('DELETE', `/polls/${poll}`, { key: live.key })).status).toBe(204);
    else await live.change(poll, { status: 'draft' });
    await clock.advance(0);
    expect((await stream.rest()).at(-1)).toEqual({ type: 'end', id: undefined, data: { reason: 'deleted' } });
    expect((await call(live.server, 'GET', `/embed/polls/${poll}/live`)).status).toBe(404);
    live.expectNoStreams();
  });

  test('is limited to the allowed origins of the site', async () => {
    const body = { name: 'Shop', origins: ['https://shop.example'] };
    const site = await live.client('POST', '/sites', { key: live.key, body });
    const poll = await live.make({ site_id: site.at('data.id') });
    const path = `/embed/polls/${poll}/live`;
    const rejected = await call(live.server, 'GET', path, { headers: { origin: 'https://elsewhere.example' } });
    expect([rejected.status, rejected.headers.get('vary')]).toEqual([403, 'Origin']);
    const stream = await live.follow(poll, '', { origin: 'https://shop.example' });
    expect(stream.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    stream.close();
    live.expectNoStreams();
  });
});
