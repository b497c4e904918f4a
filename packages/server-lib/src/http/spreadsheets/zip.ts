import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of a ZIP archive, whose text is produced while the archive is read. */
export interface ZipEntry {
  readonly name: string;
  readonly text: AsyncIterable<string> | Iterable<string>;
}

/** The largest size and offset that fit into an archive without the extensions of ZIP64. */
const maxSize = 0xffff_ffff;

/** 1 January 1980, the first date of the format. The time of the export is in the name of the file. */
const date = 0x0021;

/** Sizes follow the content, and names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
const version = 20;

interface Written {
  readonly name: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly compressed: number;
  readonly size: number;
}

/**
 * Returns a ZIP archive as a stream. Only a chunk of it is in memory at a time.
 *
 * @throws Error if the archive would exceed 4 GiB.
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array, void> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, text } of entries) {
    const entry = { name: Buffer.from(name), offset, crc: 0, compressed: 0, size: 0 };
    const header = localHeader(entry.name);
    offset += header.length;
    yield header;
    for await (const chunk of deflate(text, entry)) {
      entry.compressed += chunk.length;
      offset += chunk.length;
      if (offset > maxSize || entry.size > maxSize) throw new Error('The archive exceeds 4 GiB.');
      yield chunk;
    }
    const sizes = fields([4, 0x0807_4b50], [4, entry.crc], [4, entry.compressed], [4, entry.size]);
    offset += sizes.length;
    yield sizes;
    written.push(entry);
  }
  yield directory(written, offset);
}

/** Compresses texts, and adds up the size and the CRC of their bytes. */
async function* deflate(text: ZipEntry['text'], entry: { crc: number; size: number }): AsyncGenerator<Buffer, void> {
  async function* bytes(): AsyncGenerator<Buffer> {
    for await (const part of text) {
      const chunk = Buffer.from(part);
      entry.crc = crc32(chunk, entry.crc);
      entry.size += chunk.length;
      yield chunk;
    }
  }
  const compressor = createDeflateRaw({ level: 6 });
  // An error of the source reaches the reader of the compressor.
  const done = pipeline(Readable.from(bytes(), { highWaterMark: 1 }), compressor).catch(() => {});
  for await (const chunk of compressor) yield chunk;
  await done;
}

function localHeader(name: Buffer): Buffer {
  const head = fields(
    ...([
      [4, 0x0403_4b50],
      [2, version],
      [2, flags],
      [2, deflated],
      [2, 0],
      [2, date],
    ] as const),
    ...([
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ] as const),
  );
  return Buffer.concat([head, name]);
}

/** Returns the list of entries at the end of an archive. */
function directory(entries: readonly Written[], offset: number): Buffer {
  const records = entries.map(({ name, crc, compressed, size, offset: start }) =>
    Buffer.concat([
      fields(
        ...([
          [4, 0x0201_4b50],
          [2, version],
          [2, version],
          [2, flags],
          [2, deflated],
          [2, 0],
          [2, date],
        ] as const),
        ...([
          [4, crc],
          [4, compressed],
          [4, size],
          [2, name.length],
          [2, 0],
          [2, 0],
        ] as const),
        ...([
          [2, 0],
          [2, 0],
          [4, 0],
          [4, start],
        ] as const),
      ),
      name,
    ]),
  );
  const list = Buffer.concat(records);
  const end = fields(
    ...([
      [4, 0x0605_4b50],
      [2, 0],
      [2, 0],
      [2, entries.length],
      [2, entries.length],
    ] as const),
    ...([
      [4, list.length],
      [4, offset],
      [2, 0],
    ] as const),
  );
  return Buffer.concat([list, end]);
}

/** Writes little-endian numbers of 2 or 4 bytes. */
function fields(...values: readonly (readonly [width: 2 | 4, value: number])[]): Buffer {
  const bytes = Buffer.alloc(values.reduce((sum, [width]) => sum + width, 0));
  let at = 0;
  for (const [width, value] of values) at = bytes.writeUIntLE(value, at, width);
  return bytes;
}
