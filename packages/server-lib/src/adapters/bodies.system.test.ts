import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { sendRaw } from '../../test/support/http/raw-socket.js';
import type { Pipeline } from '../api/request-pipeline.js';
import { silentLogger } from '../base/logger.js';
import type { HttpExchange, Reply } from '../http/exchange.js';
import { createFetchHandler } from './fetch.js';
import { createNodeHandler } from './node.js';

const bodies: [what: string, body: Reply['body'], bytes: Buffer][] = [
  ['plain letters', 'abc', Buffer.from('abc')],
  ['other letters', 'schön ☃ 🎈', Buffer.from('schön ☃ 🎈')],
  ['half a letter', 'a\ud800', Buffer.from('a\ufffd')],
  ['nothing', '', Buffer.alloc(0)],
  ['much', 'ä'.repeat(200_000), Buffer.from('ä'.repeat(200_000))],
  ['bytes', Buffer.from([0, 0x7f, 0x80, 0xff]), Buffer.from([0, 0x7f, 0x80, 0xff])],
  ['no body', null, Buffer.alloc(0)],
];

/** Changes that middleware of the host may have made to a response. */
const hosts: [name: string, wrap: (response: ServerResponse) => void][] = [
  ['of Node', () => {}],
  [
    'with an `end` that ignores encodings',
    (response) => {
      const { end } = response;
      response.end = (content?: unknown) => end.call(response, content as Buffer, 'utf8');
    },
  ],
  [
    'with an `end` that writes the last byte separately',
    (response) => {
      const { end } = response;
      response.end = (content?: unknown) => {
        if (!(content instanceof Uint8Array) || content.length === 0) return end.call(response, undefined, 'utf8');
        response.write(content.subarray(0, -1));
        return end.call(response, content.subarray(-1), 'utf8');
      };
    },
  ],
  [
    'with a `write` that ignores encodings',
    (response) => {
      const { write } = response;
      response.write = (content: unknown) => write.call(response, content as Buffer, 'utf8');
    },
  ],
];

const mount = { basePath: '', linkBase: undefined, logger: silentLogger };
type Handle = Pipeline['handle'];

const respondWith =
  (body: Reply['body']): Handle =>
  async () => ({ status: body === null ? 204 : 200, headers: ['x-of', 'us'], body });

/** Sends a raw request and returns the raw response, with one character for each byte. */
async function exchange(handle: Handle, request: string, wrap: (response: ServerResponse) => void): Promise<string> {
  const listener = createNodeHandler(
    { find: () => ({ isApi: true, match: undefined }), admit: () => 'queued', handle },
    mount,
  );
  const server = createServer((incoming, response) => {
    response.setHeader('x-host', 'caf\xe9');
    wrap(response);
    listener(incoming, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const text = await sendRaw({ url: `http://127.0.0.1:${port}` }, request);
  await new Promise((resolve) => server.close(resolve));
  return text;
}

async function answer(
  body: Reply['body'],
  request: string,
  wrap: (response: ServerResponse) => void,
): Promise<{ head: string; bytes: Buffer }> {
  const text = await exchange(respondWith(body), request, wrap);
  const [head = ''] = text.split('\r\n\r\n', 1);
  return { head, bytes: Buffer.from(text.slice(head.length + 4), 'latin1') };
}

describe.each(hosts)('a response %s', (_, wrap) => {
  test.each(bodies)('has the bytes of %s', async (_, body, bytes) => {
    for (const [method, expected] of [
      ['GET', bytes],
      ['HEAD', Buffer.alloc(0)],
    ] as const) {
      const received = await answer(body, `${method} / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`, wrap);
      expect(received.bytes.equals(expected)).toBe(true);
      expect(received.head).toContain('x-host: café');
      if (body !== null) expect(received.head).toContain(`content-length: ${bytes.length}\r\n`);
    }
  });

  test('is created after the earlier responses on the connection are complete', async () => {
    const names = ['\xf1', '\xf2', '\xf3'];
    const get = (name: string) =>
      `GET /${names.indexOf(name)} HTTP/1.1\r\nhost: a\r\nconnection: ${name === '\xf3' ? 'close' : 'keep-alive'}\r\n\r\n`;
    const ready: string[] = [];
    const handle = async ({ path }: HttpExchange): Promise<Reply> => {
      const name = names[Number(path.slice(1))] ?? expect.unreachable();
      // Without the wait, the response to a later request would be ready first.
      for (let turn = names.indexOf(name); turn < names.length; turn++) await new Promise(setImmediate);
      ready.push(name);
      return { status: 200, headers: [], body: Buffer.from(name, 'latin1') };
    };
    const text = await exchange(handle, names.map(get).join(''), wrap);
    expect(ready).toEqual(names);
    expect(text.match(/[\xf1-\xf3]/g)).toEqual(names);
  });

  test('is complete if the request is still arriving and the connection closes after it', async () => {
    const size = 2_000_000;
    const head = `POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: ${size}\r\n\r\n`;
    const { bytes } = await answer(Buffer.from([0xff]), head + 'x'.repeat(size), wrap);
    expect([...bytes]).toEqual([0xff]);
  });
});

test.each(bodies)('passes all of %s to an `end` of the host', async (_, body, bytes) => {
  let passed: unknown;
  const request = 'GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n';
  await answer(body, request, (response) => {
    const { end } = response;
    response.end = (content?: unknown) => {
      passed = content;
      return end.call(response, content as Buffer, 'utf8');
    };
  });
  expect(Buffer.from((passed ?? '') as Buffer).equals(bytes)).toBe(true);
});

test('the reader of a fetch response cannot change the bytes of the next one', async () => {
  for (const size of [10, 300_000]) {
    const handle = createFetchHandler(
      {
        find: () => ({ isApi: true, match: undefined }),
        admit: () => 'queued',
        handle: respondWith(Buffer.alloc(size, 1)),
      },
      mount,
    );
    const read = async () =>
      (await handle(new Request('http://localhost/'), { address: '192.0.2.1' })).body?.getReader();
    const first = await read();
    for (let chunk = await first?.read(); chunk?.value; chunk = await first?.read()) chunk.value.fill(2);
    const response = await handle(new Request('http://localhost/'), { address: '192.0.2.1' });
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.alloc(size, 1))).toBe(true);
    expect(response.headers.get('content-length')).toBe(String(size));
  }
});

test.each(bodies)('a fetch response has the bytes of %s', async (_, body, bytes) => {
  const response = await createFetchHandler(
    { find: () => ({ isApi: true, match: undefined }), admit: () => 'queued', handle: respondWith(body) },
    mount,
  )(new Request('http://localhost/'));
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  expect(response.headers.get('content-length')).toBe(body === null ? null : String(bytes.length));
});
