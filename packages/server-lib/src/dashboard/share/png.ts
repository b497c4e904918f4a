import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Encodes a black and white image as PNG: one bit for each pixel, grayscale.
 *
 * @param rows The squares of the image. True is black.
 * @param scale The width and height of a square in pixels.
 */
export function encodePng(rows: readonly (readonly boolean[])[], scale: number): Uint8Array {
  const width = (rows[0]?.length ?? 0) * scale;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length * scale, 4);
  // The bit depth. The following bytes are zero: grayscale, deflate, the only kind of filters, no interlacing.
  header[8] = 1;
  const lines = rows.flatMap((row) => Array<Buffer>(scale).fill(encodeRow(row, scale)));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns the bits of a row, after a byte that says that it has no filter. 0 is black. The first pixel is the highest bit. */
function encodeRow(row: readonly boolean[], scale: number): Buffer {
  const width = row.length * scale;
  const bytes = Buffer.alloc(1 + Math.ceil(width / 8));
  for (let x = 0; x < width; x++) {
    if (row[Math.floor(x / scale)]) continue;
    const at = 1 + (x >> 3);
    bytes.writeUInt8(bytes.readUInt8(at) | (0x80 >> (x & 7)), at);
  }
  return bytes;
}

/** Returns a chunk: the length of its content, its type, its content, and a checksum of type and content. */
function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
