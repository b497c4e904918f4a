import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { AskwellError } from '../../errors.js';
import { conditionalGet, jsonRepresentation } from '../conditional-get.js';
import { Latin1Text, type Reply } from '../exchange.js';
import { errorReply, jsonLines, listPage, resource, secretResource, withHeaders } from '../reply.js';
import type { Encoding } from './accepted-encoding.js';
import { CachedText } from './cached-text.js';
import { compressedReply, isCompressible } from './compress-reply.js';

const long = { text: 'ä'.repeat(600) };

function asked(headers: Record<string, string> = {}) {
  return { header: (name: string) => headers[name] };
}

function headerOf({ headers }: Reply, name: string): string | undefined {
  const at = headers.findIndex((one, index) => index % 2 === 0 && one === name);
  return at === -1 ? undefined : headers[at + 1];
}

async function sent(reply: Reply, headers: Record<string, string> = { 'accept-encoding': 'gzip, br' }) {
  return isCompressible(reply) ? await compressedReply(asked(headers), reply) : reply;
}

function bytesOf({ body }: Reply): Uint8Array {
  if (body instanceof Uint8Array) return body;
  throw new Error('The body is not bytes.');
}

test('a long reply is compressed, with the headers that say so', async () => {
  const reply = withHeaders(resource(200, long, ['etag', '"3"']), ['x-request-id', 'one']);
  const packed = await sent(reply);
  expect(gunzipSync(bytesOf(packed)).toString()).toBe(JSON.stringify({ data: long }));
  const told = ['content-encoding', 'vary', 'etag', 'x-request-id', 'content-type'].map((name) =>
    headerOf(packed, name),
  );
  expect(told).toEqual(['gzip', 'Accept-Encoding', '"3-gzip"', 'one', 'application/json; charset=utf-8']);
});

test.each([{}, { 'accept-encoding': 'identity' }, { 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip;q=0, *' }])(
  'to a client that sends %j it is sent uncompressed, with Vary',
  async (headers) => {
    const reply = await sent(resource(200, long, ['etag', '"3"']), headers);
    expect(reply.body).toBe(JSON.stringify({ data: long }));
    expect(['content-encoding', 'vary', 'etag'].map((name) => headerOf(reply, name))).toEqual([
      undefined,
      'Accept-Encoding',
      '"3"',
    ]);
  },
);

test('bodies of up to 1,024 bytes are not compressed', async () => {
  const jsonOf = (bytes: number): Reply => ({
    status: 200,
    headers: [],
    body: 'ä'.repeat(bytes / 2),
    compressible: true,
  });
  expect([1_024, 1_026].map((bytes) => isCompressible(jsonOf(bytes)))).toEqual([false, true]);
  const text = (bytes: number): Reply => ({ ...jsonOf(2), body: new Latin1Text('a'.repeat(bytes)) });
  expect([1_024, 1_025].map((bytes) => isCompressible(text(bytes)))).toEqual([false, true]);
  const kept = (bytes: number) => new CachedText('a'.repeat(bytes), ['gzip'], 'little');
  expect([1_024, 1_025].map((bytes) => kept(bytes).isLong)).toEqual([false, true]);
});

test('a reply is compressed only if it is marked as compressible', () => {
  const error = new AskwellError('invalid', undefined, {
    issues: [{ path: 'title', code: 'required', params: {}, message: 'x'.repeat(2_000) }],
  });
  expect([resource(200, long), listPage([JSON.stringify(long)], null), errorReply(error)].map(isCompressible)).toEqual([
    true,
    true,
    true,
  ]);
  async function* lines() {
    yield [long];
  }
  const others: Reply[] = [
    secretResource(201, long),
    jsonLines(lines()),
    { status: 200, headers: [], body: 'a'.repeat(9_999) },
  ];
  expect(others.map(isCompressible)).toEqual([false, false, false]);
});

describe('a kept text', () => {
  const kept = new CachedText(JSON.stringify(long), ['br', 'gzip'], 'most');
  const view = jsonRepresentation(kept);
  const plain = view.etag;
  const formOf = (encoding: Encoding | null) => (encoding ? plain.replace(/"$/, `-${encoding}"`) : plain);
  const ask = (headers: Record<string, string>) => sent(conditionalGet(asked(headers), view), headers);

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is compressed once with %s', async (encoding, unpack) => {
    const [first, second] = [await ask({ 'accept-encoding': encoding }), await ask({ 'accept-encoding': encoding })];
    expect([headerOf(first, 'content-encoding'), headerOf(first, 'etag')]).toEqual([encoding, formOf(encoding)]);
    expect(second.body).toBe(first.body);
    expect(unpack(bytesOf(first)).toString()).toBe(JSON.stringify(long));
  });

  test.each([null, 'br', 'gzip'] as const)(
    'is answered 304 if the client has any form of it and accepts %j',
    async (wanted) => {
      for (const had of [plain, formOf('br'), formOf('gzip'), `W/${formOf('gzip')}`, `"x", ${formOf('br')}`, '*']) {
        const headers = { 'if-none-match': had, ...(wanted === null ? {} : { 'accept-encoding': wanted }) };
        const again = await ask(headers);
        expect([had, again.status, again.body]).toEqual([had, 304, null]);
        // The headers that a 200 would have.
        expect([headerOf(again, 'etag'), headerOf(again, 'vary')]).toEqual([formOf(wanted), 'Accept-Encoding']);
        expect(headerOf(again, 'content-encoding')).toBeUndefined();
      }
      expect((await ask({ 'if-none-match': '"other-gzip"' })).status).toBe(200);
    },
  );

  test('that is short has one form', async () => {
    const short = jsonRepresentation(new CachedText('{}', ['br', 'gzip'], 'most'));
    const headers = { 'accept-encoding': 'gzip', 'if-none-match': '"other"' };
    const reply = await sent(conditionalGet(asked(headers), short), headers);
    expect(['content-encoding', 'vary', 'etag'].map((name) => headerOf(reply, name))).toEqual([
      undefined,
      undefined,
      short.etag,
    ]);
  });
});

test('when too many bodies wait, further ones are sent uncompressed', async () => {
  const reply = resource(200, { text: 'x'.repeat(100_000) }, ['etag', '"3"']);
  const replies = await Promise.all(Array.from({ length: 100 }, () => sent(reply)));
  const packed = replies.filter((one) => headerOf(one, 'content-encoding') === 'gzip');
  expect(packed.length).toBe(66);
  for (const one of replies.filter((other) => !packed.includes(other))) {
    expect([one.body, headerOf(one, 'etag'), headerOf(one, 'vary')]).toEqual([reply.body, '"3"', 'Accept-Encoding']);
  }
  // Later ones are compressed again.
  expect(headerOf(await sent(reply), 'content-encoding')).toBe('gzip');
});
