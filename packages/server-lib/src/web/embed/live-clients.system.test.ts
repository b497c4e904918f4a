import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LiveServer, readUntilVotes, startLiveServer, votesIn } from '../../../test/support/asks/live-server.js';
import { readStream } from '../../../test/support/http/event-stream.js';
import { call } from '../../../test/support/http/http-client.js';
import { openSocket, readUntil } from '../../../test/support/http/raw-socket.js';
import { startServer } from '../../../test/support/servers/start-server.js';

let live: LiveServer;
beforeAll(async () => {
  live = await startLiveServer({}, startServer);
});
afterAll(() => live.server.close());

describe('a client', () => {
  test('that sends HEAD gets the headers and opens no stream', async () => {
    const reply = await call(live.server, 'HEAD', `/embed/polls/${await live.make()}/live`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(live.server.services.live.count()).toEqual({ readers: 0, asks: 0 });
  });

  test('that disconnects closes its stream', async () => {
    const poll = await live.make();
    const streams = await Promise.all(Array.from({ length: 10 }, () => live.follow(poll)));
    const raw = openSocket(live.server);
    raw.write(`GET /embed/polls/${poll}/live HTTP/1.1\r\nHost: x\r\n\r\n`);
    await readUntil(raw, /votes_count/);
    expect(live.server.services.live.count()).toEqual({ readers: 11, asks: 1 });
    raw.destroy();
    for (const stream of streams) stream.close();
    await expect.poll(() => live.server.services.live.count()).toEqual({ readers: 0, asks: 0 });
  });

  test('that pipelines requests has one stream at a time', async () => {
    const poll = await live.make();
    const raw = openSocket(live.server);
    raw.write(`GET /embed/polls/${poll}/live HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(20));
    await readUntil(raw, /votes_count/);
    expect(live.server.services.live.count()).toEqual({ readers: 1, asks: 1 });
    raw.destroy();
    await expect.poll(() => live.server.services.live.count()).toEqual({ readers: 0, asks: 0 });
  });

  test('of the fetch handler can read, and disconnects by canceling the body or aborting the request', async () => {
    const poll = await live.make();
    await live.vote(poll);
    const controller = new AbortController();
    const url = `https://example.com/embed/polls/${poll}/live`;
    const [first, second] = [
      await live.server.askwell.fetch(new Request(url)),
      await live.server.askwell.fetch(new Request(url, { signal: controller.signal })),
    ];
    const stream = readStream(second, () => controller.abort());
    expect(votesIn((await stream.next())?.data)).toBe(1);
    await live.vote(poll);
    expect((await readUntilVotes(stream, 2)).at(-1)).toBe(2);
    expect(live.server.services.live.count()).toEqual({ readers: 2, asks: 1 });
    await first.body?.cancel();
    stream.close();
    expect(await stream.next()).toBeUndefined();
    await expect.poll(() => live.server.services.live.count()).toEqual({ readers: 0, asks: 0 });
  });
});
