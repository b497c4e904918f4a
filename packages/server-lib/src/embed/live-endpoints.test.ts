import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindsUnderTest } from '../../test/support/asks.js';
import { call, newAddress } from '../../test/support/client.js';
import { openStream } from '../../test/support/event-stream.js';
import { createLiveDesk, type LiveDesk, readUntilVotes, votesIn } from '../../test/support/live.js';
import { startServer } from '../../test/support/server.js';

let desk: LiveDesk;
beforeAll(async () => {
  desk = await createLiveDesk();
});
afterAll(() => desk.server.close());

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
    const other = await startServer({ database: desk.server.database });
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
