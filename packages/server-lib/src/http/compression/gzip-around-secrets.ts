import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

/** The length of the shortest secret. A client can send any shorter text as a ticket in a query. */
const minSecretLength = 16;
/** The size of the longest block that deflate stores uncompressed, in bytes. */
const maxStoredBlock = 65_535;
/** The number of parts above which a text is not compressed. */
const maxParts = 64;

interface Part {
  readonly bytes: Buffer;
  readonly isSecret: boolean;
}

/** Splits a text into secrets and the text between them. Returns undefined if there are too many parts. */
export function partsAround(text: Buffer, secrets: readonly string[]): Part[] | undefined {
  const longSecrets = secrets.filter(({ length }) => length >= minSecretLength && length <= maxStoredBlock / 3);
  const parts: Part[] = [];
  let rest = text;
  while (rest.byteLength > 0) {
    if (parts.length >= maxParts) return undefined;
    const [start, end] = findFirst(rest, longSecrets);
    if (start > 0) parts.push({ bytes: rest.subarray(0, start), isSecret: false });
    if (end > start) parts.push({ bytes: rest.subarray(start, end), isSecret: true });
    rest = rest.subarray(end);
  }
  return parts;
}

/** Returns where the first secret in a text begins and ends. Both are the end of the text if there is no secret. */
function findFirst(text: Buffer, secrets: readonly string[]): [start: number, end: number] {
  let first: [number, number] = [text.byteLength, text.byteLength];
  for (const secret of secrets) {
    const start = text.indexOf(secret);
    if (start !== -1 && start < first[0]) first = [start, start + Buffer.byteLength(secret)];
  }
  return first;
}

/** The fixed header of a gzip file: deflate, without a name or a time, from an unknown system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty stored block, the last one of a deflate stream. */
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff]);

/**
 * Compresses a text with gzip, except for its secrets. Each secret is a stored block, and the text between secrets is
 * compressed without references to other blocks. The result reveals only the lengths of the secrets: a right guess in the
 * text does not make it shorter than a wrong one (BREACH).
 */
export async function gzipAround(parts: readonly Part[], level: number): Promise<Uint8Array> {
  const blocks: Uint8Array[] = [header];
  let [checksum, size] = [0, 0];
  for (const { bytes, isSecret } of parts) {
    blocks.push(isSecret ? storedBlock(bytes) : await toBlocks(bytes, { level, finishFlush: constants.Z_SYNC_FLUSH }));
    checksum = crc32(bytes, checksum);
    size += bytes.byteLength;
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum);
  trailer.writeUInt32LE(size, 4);
  return Buffer.concat([...blocks, lastBlock, trailer]);
}

/** With `Z_SYNC_FLUSH`, the output ends at a byte boundary and is not marked as the last block. */
const toBlocks: (bytes: Uint8Array, options: { level: number; finishFlush: number }) => Promise<Buffer> =
  promisify(deflateRaw);

function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.byteLength, 1);
  head.writeUInt16LE(~bytes.byteLength & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}
