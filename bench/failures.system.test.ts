import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listening } from './src/listening.js';
import { drive, openClient, request } from './src/load.js';
import { during } from './src/process.js';

/** Sends requests to a server until the load fails. */
async function driveAt(listener: RequestListener, rate?: number) {
  const server = await listening(listener);
  try {
    await drive({
      port: Number(server.port()),
      connections: 4,
      seconds: 60,
      script: () => () => request('GET', '/'),
      expected: [200],
      ...(rate === undefined ? {} : { rate }),
    });
  } finally {
    server.close();
  }
}

test.each([undefined, 100])(
  'a load of %s requests a second fails at an unexpected status, with the response',
  async (rate) => {
    let answers = 0;
    const limited = driveAt((_request, response) => {
      if (++answers > 20) response.writeHead(429).end('Too many requests.');
      else response.end('Hello');
    }, rate);
    await expect(limited).rejects.toThrow(/Expected status 200.*HTTP\/1\.1 429.*Too many requests\./s);
  },
);

test('a load fails when the server closes a connection between two requests', async () => {
  const closing = driveAt((incoming, response) => {
    response.end('Hello', () => setImmediate(() => incoming.socket.destroy()));
  }, 10);
  await expect(closing).rejects.toThrow('The server closed a connection.');
});

test('all requests over a connection that the server has closed fail', async () => {
  const server = await listening((_request, response) => response.end('Hello'));
  const client = await openClient(Number(server.port()), () => request('GET', '/'), [200]);
  const send = () => new Promise((resolve, reject) => client.send(resolve, reject));
  await send();
  server.close();
  await expect(send()).rejects.toThrow();
  await expect(send()).rejects.toThrow();
});

test('a load fails when the promise that it waits for rejects', async () => {
  const server = await listening((_request, response) => response.end('Hello'));
  const until = Promise.reject(new Error('The other load failed.'));
  const load = { port: Number(server.port()), connections: 1, script: () => () => request('GET', '/') };
  await expect(drive({ ...load, until, expected: [200] })).rejects.toThrow('The other load failed.');
  server.close();
});

test('a contender ends when its measurement fails while the event loop delay is watched', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'askwell-bench-'));
  const measured = during('askwell-http', { database: join(folder, 'askwell.db') }, async (askwell) => {
    await askwell.call('watchDelay');
    throw new Error('The measurement failed.');
  });
  await expect(measured).rejects.toThrow('The measurement failed.');
  await rm(folder, { recursive: true });
});

test('a contender that has ended fails the next call', async () => {
  const called = during('webhook-receiver', {}, async (receiver) => {
    await receiver.stop();
    await receiver.call('received');
  });
  await expect(called).rejects.toThrow('webhook-receiver has ended');
});
