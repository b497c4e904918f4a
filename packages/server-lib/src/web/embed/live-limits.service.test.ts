import { describe, expect, test } from 'vitest';
import { startLiveServer } from '../../../test/support/asks/live-server.js';
import { call } from '../../../test/support/http/http-client.js';
import { codeIn } from '../../../test/support/http/parse-replies.js';

describe('the number of streams', () => {
  test('is limited in total', async () => {
    const small = await startLiveServer({ limits: { liveReaders: 2 } });
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
    expect(small.server.services.live.count().readers).toBe(1);
    const next = await small.follow(poll);
    expect(next.status).toBe(200);
    for (const stream of [other, next]) stream.close();
    await small.server.close();
  });

  test('is limited per client, which is an IPv6 /48, to a tenth', async () => {
    const small = await startLiveServer({ limits: { liveReaders: 30 } });
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
    expect(small.server.services.live.count().readers).toBe(3);
    const next = await small.follow(poll, '', from('2001:db8:1:2::1'));
    expect(next.status).toBe(200);
    for (const stream of [...mine, other, next]) stream.close();
    small.expectNoStreams();
    await small.server.close();
  });

  test('drops to 0 when the server drains, without end events, so that clients reconnect', async () => {
    const draining = await startLiveServer({});
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
