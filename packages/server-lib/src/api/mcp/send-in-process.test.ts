import { expect, test } from 'vitest';
import { readReply } from './send-in-process.js';

test('a reply has its text and the seconds after which the client can try again', async () => {
  const headers = ['content-type', 'application/json', 'x-note', 'retry-after', 'retry-after', '17'];
  expect(await readReply({ status: 429, headers, body: '{"code":"rate_limited"}' })).toEqual({
    status: 429,
    text: '{"code":"rate_limited"}',
    retryAfter: 17,
    etag: undefined,
  });
});

test('a reply without `Retry-After` has no time', async () => {
  const reply = { status: 200, headers: ['content-type', 'text/plain'], body: Buffer.from('read') };
  expect(await readReply(reply)).toEqual({ status: 200, text: 'read', retryAfter: undefined, etag: undefined });
});

test('a body that is streamed is read to its end', async () => {
  async function* body() {
    yield 'first, ';
    yield 'second';
  }
  expect(await readReply({ status: 200, headers: [], body: body() })).toMatchObject({ text: 'first, second' });
});
