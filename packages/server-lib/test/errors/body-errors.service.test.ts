import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { codeIn, faultsIn } from '../support/http/parse-replies.js';
import { useKeyedServer } from './keyed-server.js';

const { send, get } = useKeyedServer();

/** Returns a body of an exact length, which is valid except for its length. */
const ofSize = (size: number) => JSON.stringify({ name: 'a' }).padEnd(size, ' ');

const limit = 256 * 1024;

describe('400 malformed', () => {
  test.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['JSON with a comma too many', '{"name":"a",}'],
    ['two values', '{"name":"a"}{}'],
    ['bytes that are not UTF-8', Uint8Array.from([0x22, 0xff, 0x22])],
    ['33 levels', `${'{"name":'.repeat(33)}1${'}'.repeat(33)}`],
    ['__proto__', '{"name":"a","__proto__":{}}'],
    ['__proto__ in escapes', '{"name":"a","__\\u0070roto__":{}}'],
    ['constructor.prototype', '{"name":"a","constructor":{"prototype":{}}}'],
  ])('%s', async (_what, body) => {
    const answer = await send(body);
    expect([answer.status, codeIn(answer)]).toEqual([400, 'malformed']);
  });

  test('allows 32 levels', async () => {
    const answer = await send(`${'{"name":'.repeat(32)}1${'}'.repeat(32)}`);
    expect([answer.status, codeIn(answer), faultsIn(answer)]).toEqual([422, 'invalid', ['name']]);
  });

  test.each(['limit=%', 'limit=%zz', 'limit=%ff', '%c3=1', '__proto__=1'])('the query %s', async (query) => {
    const answer = await get(`/api/v1/sites?${query}`);
    expect([answer.status, codeIn(answer)]).toEqual([400, 'malformed']);
  });
});

describe('413 too_large', () => {
  test('256 KiB are allowed, one byte more is not', async () => {
    expect((await send(ofSize(limit))).status).toBe(201);
    const answer = await send(ofSize(limit + 1));
    expect([answer.status, codeIn(answer)]).toEqual([413, 'too_large']);
    expect(answer.body).toMatchObject({ message: 'The request body is larger than 256 KiB.' });
  });
});

describe('415 unsupported_media_type', () => {
  test.each([
    ['text', { 'content-type': 'text/plain' }],
    ['no type', { 'content-type': '' }],
    ['a form instead of JSON', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['multipart', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['JSON of another kind', { 'content-type': 'application/json-patch+json' }],
    ['another charset', { 'content-type': 'application/json; charset=iso-8859-1' }],
    ['UTF-16', { 'content-type': 'application/json; charset="utf-16"' }],
    ['a compressed body', { 'content-encoding': 'gzip' }],
    ['an unknown encoding', { 'content-encoding': 'x-own' }],
  ])('%s', async (_what, headers) => {
    const answer = await send({ name: 'a' }, headers);
    expect([answer.status, codeIn(answer)]).toEqual([415, 'unsupported_media_type']);
  });

  test('compressed bodies are not decompressed', async () => {
    const answer = await send(gzipSync(Buffer.alloc(10_000_000)), { 'content-encoding': 'gzip' });
    expect(answer.status).toBe(415);
  });

  test.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
    'application/json ; charset=utf8',
    'application/json; version=1',
  ])('%s is JSON', async (type) => {
    expect((await send({ name: 'a' }, { 'content-type': type })).status).toBe(201);
  });

  test('the encoding identity is not compressed', async () => {
    expect((await send({ name: 'a' }, { 'content-encoding': 'identity' })).status).toBe(201);
  });
});
