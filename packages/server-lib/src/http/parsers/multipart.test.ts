import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collect } from '../../../test/support/collect.js';
import { readUpload } from './multipart.js';

async function* chunked(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (let nth = 0; at < bytes.byteLength; nth++) {
    const size = sizes[nth % Math.max(1, sizes.length)] ?? 100;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function read(contentType: string | undefined, body: Uint8Array, sizes: readonly number[] = [100]) {
  const { fields, field, content } = await readUpload(contentType, chunked(body, sizes));
  return { fields, field, content: Buffer.concat(await collect(content)) };
}

const boundary = 'x'.repeat(20);
const type = `multipart/form-data; boundary=${boundary}`;
const file = '\r\nContent-Disposition: form-data; name="file"; filename="a.jsonl"\r\nContent-Type: text/plain\r\n\r\n';
const field = '\r\nContent-Disposition: form-data; name="ids"\r\n\r\nkeep\r\n';

/** Returns a body of parts, each after a delimiter. The part `--` ends it. */
const bodyOf = (...parts: string[]) => Buffer.from(parts.map((part) => `--${boundary}${part}`).join(''));

test('reads the form of the tests below', async () => {
  const body = bodyOf(field, `${file}x\r\n`, '--\r\n');
  expect(await read(type, body)).toEqual({ fields: { ids: 'keep' }, field: 'file', content: Buffer.from('x') });
});

test('reads what browsers and fetch send, in any chunks', async () => {
  const contents = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    // Contents that look like delimiters.
    fc
      .array(fc.constantFrom('\r\n', '--', '-', '\r', '\n', boundary, boundary.slice(1), 'text'), { maxLength: 12 })
      .map((parts) => new Uint8Array(Buffer.from(parts.join('').replaceAll(`\r\n--${boundary}`, '')))),
  );
  await fc.assert(
    fc.asyncProperty(
      contents.filter((content) => !Buffer.from(content).includes(`\r\n--${boundary}`)),
      fc.string({ maxLength: 50 }).filter((text) => text.isWellFormed() && !/[\r\n]/.test(text)),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
      async (content, ids, sizes) => {
        const form = new FormData();
        form.set('ids', ids);
        form.set('file', new Blob([new Uint8Array(content)]), 'my "export".jsonl');
        const sent = new Response(form);
        const body = new Uint8Array(await sent.arrayBuffer());
        const expected = { fields: { ids }, field: 'file', content: Buffer.from(content) };
        expect(await read(sent.headers.get('content-type') ?? undefined, body, sizes)).toEqual(expected);
        const own = Buffer.concat([Buffer.from(`--${boundary}${file}`), content, Buffer.from(`\r\n--${boundary}--`)]);
        expect(await read(type, own, sizes)).toEqual({ ...expected, fields: {} });
      },
    ),
    { numRuns: 150 },
  );
});

test('rejects any bytes, or reads them, without another error', async () => {
  const parts = ['--', boundary, '\r\n', file, field, '"', 'name="', ';', '\0', 'Content-Disposition: form-data'];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...parts), { maxLength: 15 }), async (some) => {
      const outcome = await read(type, Buffer.from(some.join(''))).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'malformed' });
      else expect(outcome).toHaveProperty('content');
    }),
    { numRuns: 300 },
  );
});

test('yields a file as it arrives, and buffers little of it', async () => {
  const total = 1_000;
  let sent = 0;
  async function* source(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`--${boundary}${file}`);
    for (; sent < total; sent++) yield Buffer.alloc(1_000, 'a');
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  const { content } = await readUpload(type, source());
  let received = 0;
  for await (const chunk of content) {
    received += chunk.byteLength;
    expect(sent * 1_000 - received).toBeLessThan(2_100);
  }
  expect(received).toBe(total * 1_000);
});

describe('refuses', () => {
  test.each<[what: string, body: Buffer]>([
    ['an empty body', Buffer.alloc(0)],
    ['a body without delimiters', Buffer.from('a=b')],
    ['text before the first part', Buffer.concat([Buffer.from('preamble\r\n'), bodyOf(`${file}x\r\n`, '--')])],
    ['a form without a file', bodyOf(field, '--')],
    ['a form without parts', bodyOf('--')],
    ['a part without a name', bodyOf(`${file.replace('name="file"; ', '')}x\r\n`, '--')],
    ['a part with two names', bodyOf(`${file.slice(0, -2)}${file.slice(2)}x\r\n`, '--')],
    [
      'a part with an encoding',
      bodyOf(`${file.replace('Content-Type: text/plain', 'Content-Transfer-Encoding: base64')}x\r\n`, '--'),
    ],
    ['long headers', bodyOf(`${file.replace('text/plain', 'x'.repeat(5_000))}x\r\n`, '--')],
    ['a long field', bodyOf(field.replace('keep', 'x'.repeat(1_100)), `${file}x\r\n`, '--')],
    ['a repeated field', bodyOf(field, field, `${file}x\r\n`, '--')],
    ['many fields', bodyOf(...Array.from({ length: 12 }, (_, at) => field.replace('ids', `f${at}`)), '--')],
    [
      'a field that is not UTF-8',
      Buffer.from(bodyOf(field.replace('keep', '\xff'), `${file}x\r\n`, '--').toString(), 'latin1'),
    ],
    ['two files', bodyOf(`${file}x\r\n`, `${file}x\r\n`, '--')],
    ['a field after the file', bodyOf(`${file}x\r\n`, field, '--')],
    ['a body that ends in the file', bodyOf(`${file}x`)],
    ['a body that ends in the headers', bodyOf(file.slice(0, 20))],
    ['text after the end', bodyOf(`${file}x\r\n`, '--\r\nmore')],
  ])('%s', async (_what, body) => {
    await expect(read(type, body)).rejects.toMatchObject({ code: 'malformed' });
  });

  test.each([
    undefined,
    'text/plain',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="a b"',
  ])('the type %s', async (contentType) => {
    await expect(read(contentType, bodyOf('--'))).rejects.toMatchObject({ code: 'unsupported_media_type' });
  });
});
