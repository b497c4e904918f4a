import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindsUnderTest } from '../../../test/support/asks/kinds-under-test.js';
import { type LiveServer, readUntilVotes, startLiveServer, votesIn } from '../../../test/support/asks/live-server.js';
import { openStream } from '../../../test/support/http/event-stream.js';
import { call } from '../../../test/support/http/http-client.js';
import { startService } from '../../../test/support/servers/start-service.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const { clock, source } = createTestClock('2026-01-31T12:00:00Z');
let live: LiveServer;
beforeAll(async () => {
  live = await startLiveServer({ clock: source });
});
afterAll(() => live.server.close());

describe('a stream of results', () => {
  test('sends all results at first and whenever they change', async () => {
    const poll = await live.make();
    await live.vote(poll);
    const stream = await live.follow(poll);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(stream.headers.get('access-control-allow-origin')).toBe('*');
    const first = await stream.next();
    expect(first).toMatchObject({ type: 'message', data: await live.results(poll) });
    expect(stream.text()).toMatch(/^retry: \d{4}\n\n/);
    await live.vote(poll, 'o2');
    await clock.advance(0);
    const second = await stream.next();
    expect(second).toMatchObject({ type: 'message', data: await live.results(poll) });
    expect(second?.id).not.toBe(first?.id);
    stream.close();
    live.expectNoStreams();
  });

  test('of a ranked poll ends with all votes counted', async () => {
    const poll = await live.make({ type: 'ranked' });
    const vote = (n: number) => live.server.askwell.polls.vote(poll, { choices: ['o2', 'o1'] }, { id: `visitor-${n}` });
    await Promise.all(Array.from({ length: 300 }, (_, n) => vote(n)));
    const stream = await live.follow(poll);
    await readUntilVotes(stream, 300);
    await Promise.all([vote(300), vote(301)]);
    await live.change(poll, { status: 'closed' });
    await clock.advance(0);
    let last: object = {};
    for (let event = await stream.next(); event?.type === 'message'; event = await stream.next())
      last = Object(event.data);
    expect(last).toMatchObject({ votes_count: 302, status: 'closed', ranked: { winners: ['o2'] } });
    expect(last).not.toHaveProperty('pending');
    stream.close();
  });

  test('sends the same results and the end event to all clients', async () => {
    const poll = await live.make();
    const streams = await Promise.all(Array.from({ length: 20 }, () => live.follow(poll)));
    expect(live.server.services.live.count()).toEqual({ readers: 20, asks: 1 });
    await Promise.all(Array.from({ length: 50 }, (_, index) => live.vote(poll, index % 2 ? 'o1' : 'o2')));
    await live.change(poll, { status: 'closed' });
    await clock.advance(0);
    const last = await live.results(poll);
    expect(votesIn(last)).toBe(50);
    for (const stream of streams) {
      const events = await stream.rest();
      expect(events.slice(-2).map(({ type, data }) => ({ type, data }))).toEqual([
        { type: 'message', data: last },
        { type: 'end', data: { reason: 'closed' } },
      ]);
    }
    live.expectNoStreams();
  });

  test('resumes from `Last-Event-ID` without repeating that state', async () => {
    const poll = await live.make();
    await live.vote(poll);
    const first = await live.follow(poll);
    const { id = '' } = (await first.next()) ?? {};
    first.close();
    const second = await live.follow(poll, '', { 'last-event-id': id });
    await live.vote(poll);
    await clock.advance(0);
    expect(await readUntilVotes(second, 2)).toEqual([2]);
    const behind = await live.follow(poll, '', { 'last-event-id': id });
    expect(await readUntilVotes(behind, 2)).toEqual([2]);
    const lost = await live.follow(poll, '', { 'last-event-id': 'of another time' });
    expect(await readUntilVotes(lost, 2)).toEqual([2]);
    for (const stream of [second, behind, lost]) stream.close();
    live.expectNoStreams();
  });

  test('has votes that another process has stored in the same database', async () => {
    const other = await startService({ database: live.server.database, clock: source });
    const poll = await live.make();
    const stream = await openStream(other, `/embed/polls/${poll}/live`);
    expect(votesIn((await stream.next())?.data)).toBe(0);
    await live.vote(poll);
    await clock.advance(0);
    expect(await readUntilVotes(stream, 1)).toEqual([1]);
    stream.close();
    await other.close();
  });

  test('also sends a changed definition', async () => {
    const poll = await live.make();
    const stream = await live.follow(poll);
    await stream.next();
    await live.change(poll, { options: [{ id: 'o1', label: 'Stew' }, 'Salad'] });
    await clock.advance(0);
    expect((await stream.next())?.data).toMatchObject({ options: [{ label: 'Stew' }, {}] });
    stream.close();
  });

  test.each(kindsUnderTest)('exists for $plural, with the results that visitors may see', async (kind) => {
    const { plural, answers, draft, answer } = kind;
    const body = { ...draft, results_visibility: 'always' };
    const id = (await live.client('POST', `/${plural}`, { key: live.key, body })).id('data.id');
    const submitted = await live.client('POST', `/${plural}/${id}/${answers}`, { body: answer });
    expect(submitted.status).toBe(201);
    const stream = await openStream(live.server, `/embed/${plural}/${id}/live`);
    const view = await call(live.server, 'GET', `/embed/${plural}/${id}`);
    expect((await stream.next())?.data).toEqual(JSON.parse(view.text).data.results);
    stream.close();
  });
});
