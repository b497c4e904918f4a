import { crc32, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { encodePng } from './png.js';
import { qrPng } from './qr-code.js';

/** Decodes a black and white PNG image to its rows of pixels, and checks each chunk. True is black. */
function decodePng(file: Uint8Array): boolean[][] {
  const bytes = Buffer.from(file);
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 4, at + 8 + length);
    expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    chunks.set(body.toString('latin1', 0, 4), body.subarray(4));
    at += 12 + length;
  }
  expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND']);
  const header = chunks.get('IHDR') ?? Buffer.alloc(13);
  expect([...header.subarray(8)]).toEqual([1, 0, 0, 0, 0]);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const pixels = inflateSync(chunks.get('IDAT') ?? '');
  const stride = 1 + Math.ceil(width / 8);
  expect(pixels).toHaveLength(stride * height);
  return Array.from({ length: height }, (_, y) => {
    expect(pixels[y * stride]).toBe(0);
    return Array.from({ length: width }, (_, x) => {
      const byte = pixels.readUInt8(y * stride + 1 + Math.floor(x / 8));
      return ((byte >> (7 - (x % 8))) & 1) === 0;
    });
  });
}

test('encodes each pixel of an image of any size', () => {
  const images = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 12 })).chain(([width, height]) =>
    fc.array(fc.array(fc.boolean(), { minLength: width, maxLength: width }), {
      minLength: height,
      maxLength: height,
    }),
  );
  fc.assert(
    fc.property(images, fc.integer({ min: 1, max: 5 }), (rows, scale) => {
      const repeat = <Item>(items: readonly Item[]) => items.flatMap((item) => Array<Item>(scale).fill(item));
      expect(decodePng(encodePng(rows, scale))).toEqual(repeat(rows.map(repeat)));
    }),
  );
});

test('draws a QR code with whole pixels, wide enough for print, with a light border', () => {
  const url = 'https://polls.example.com/p/poll_adrcnsfcnsoai1f6ktrx';
  const { size, data } = encode(url, { ecc: 'M', border: 4 });
  const rows = decodePng(qrPng(url));
  const scale = rows.length / size;
  expect(Number.isInteger(scale)).toBe(true);
  expect(rows.length).toBeGreaterThanOrEqual(1_024);
  expect(rows.every((row) => row.length === rows.length)).toBe(true);
  for (const at of [0, scale - 1]) {
    expect(data.map((row, y) => row.map((_, x) => rows[y * scale + at]?.[x * scale + at]))).toEqual(data);
  }
  expect(rows.slice(0, 4 * scale).flat()).not.toContain(true);
});
