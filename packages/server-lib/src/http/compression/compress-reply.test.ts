import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { AskwellError } from '../../base/errors.js';
import type { Reply } from '../exchange.js';
import { conditionalGet, jsonRepresentation } from '../headers/conditional-get.js';
import { errorReply, jsonLines, listPage, resource, secretResource, withHeaders } from '../reply.js';
import type { Encoding } from './accepted-encoding.js';
import { CachedText } from './cached-text.js';
import { compressedReply, isCompressible } from './compress-reply.js';

const long = { text: 'ä'.repeat(600) };

function requestWith(headers: Record<string, string> = {}) {
  return { header: (name: string) => headers[name] };
}

function headerOf({ headers }: Reply, name: string): string | undefined {
  const at = headers.findIndex((one, index) => index % 2 === 0 && one === name);
  return at === -1 ? undefined : headers[at + 1];
}

async function sent(reply: Reply, headers: Record<string, string> = { 'accept-encoding': 'gzip, br' }) {
  return isCompressible(reply) ? await compressedReply(requestWith(headers), reply) : reply;
}

function bytesOf({ body }: Reply): Uint8Array {
  if (body instanceof Uint8Array) return body;
  throw new Error('The body is not bytes.');
}

test('compresses a long response and sets its headers', async () => {
  const reply = withHeaders(resource(200, long, ['etag', '"3"']), ['x-request-id', 'one']);
  const compressed = await sent(reply);
  expect(gunzipSync(bytesOf(compressed)).toString()).toBe(JSON.stringify({ data: long }));
  const headers = ['content-encoding', 'vary', 'etag', 'x-request-id', 'content-type'].map((name) =>
    headerOf(compressed, name),
  );
  expect(headers).toEqual(['gzip', 'Accept-Encoding', '"3-gzip"', 'one', 'application/json; charset=utf-8']);
});

test.each([{}, { 'accept-encoding': 'identity' }, { 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip;q=0, *' }])(
  'sends it uncompressed, with Vary, to a client that sends %j',
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

test('does not compress bodies of up to 1,024 bytes', async () => {
  const jsonOf = (bytes: number): Reply => ({
    status: 200,
    headers: [],
    body: 'ä'.repeat(bytes / 2),
    compressible: true,
  });
  expect([1_024, 1_026].map((bytes) => isCompressible(jsonOf(bytes)))).toEqual([false, true]);
  const cached = (bytes: number) => new CachedText('a'.repeat(bytes), ['gzip'], 'little');
  expect([1_024, 1_025].map((bytes) => cached(bytes).isLong)).toEqual([false, true]);
});

test('compresses only responses that are marked as compressible', async () => {
  const error = new AskwellError('invalid', undefined, {
    issues: [{ path: 'title', code: 'required', params: {}, message: 'x'.repeat(2_000) }],
  });
  expect(
    [resource(200, long), await listPage([JSON.stringify(long)], null, 1), errorReply(error)].map(isCompressible),
  ).toEqual([true, true, true]);
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

describe('a cached text', () => {
  const cached = new CachedText(JSON.stringify(long), ['br', 'gzip'], 'most');
  const view = jsonRepresentation(cached);
  const plain = view.etag;
  const formOf = (encoding: Encoding | null) => (encoding ? plain.replace(/"$/, `-${encoding}"`) : plain);
  const ask = (headers: Record<string, string>) => sent(conditionalGet(requestWith(headers), view), headers);

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
    'returns 304 to a client that has any encoding of the text and accepts %j',
    async (accepted) => {
      for (const tag of [plain, formOf('br'), formOf('gzip'), `W/${formOf('gzip')}`, `"x", ${formOf('br')}`, '*']) {
        const headers = { 'if-none-match': tag, ...(accepted === null ? {} : { 'accept-encoding': accepted }) };
        const again = await ask(headers);
        expect([tag, again.status, again.body]).toEqual([tag, 304, null]);
        // The headers that a 200 would have.
        expect([headerOf(again, 'etag'), headerOf(again, 'vary')]).toEqual([formOf(accepted), 'Accept-Encoding']);
        expect(headerOf(again, 'content-encoding')).toBeUndefined();
      }
      expect((await ask({ 'if-none-match': '"other-gzip"' })).status).toBe(200);
    },
  );

  test('has no compressed forms if it is short', async () => {
    const short = jsonRepresentation(new CachedText('{}', ['br', 'gzip'], 'most'));
    const headers = { 'accept-encoding': 'gzip', 'if-none-match': '"other"' };
    const reply = await sent(conditionalGet(requestWith(headers), short), headers);
    expect(['content-encoding', 'vary', 'etag'].map((name) => headerOf(reply, name))).toEqual([
      undefined,
      undefined,
      short.etag,
    ]);
  });
});

test('sends a body uncompressed if too many other bodies wait', async () => {
  const reply = resource(200, { text: 'x'.repeat(100_000) }, ['etag', '"3"']);
  const replies = await Promise.all(Array.from({ length: 100 }, () => sent(reply)));
  const compressed = replies.filter((reply) => headerOf(reply, 'content-encoding') === 'gzip');
  expect(compressed.length).toBe(66);
  for (const uncompressed of replies.filter((candidate) => !compressed.includes(candidate))) {
    expect([uncompressed.body, headerOf(uncompressed, 'etag'), headerOf(uncompressed, 'vary')]).toEqual([
      reply.body,
      '"3"',
      'Accept-Encoding',
    ]);
  }
  // Later bodies are compressed again.
  expect(headerOf(await sent(reply), 'content-encoding')).toBe('gzip');
});
