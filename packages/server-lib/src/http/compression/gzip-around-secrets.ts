import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

/** A shorter value is no secret of ours: a query may claim that any letter is a ticket. */
const shortestSecret = 16;
/** The longest block that deflate stores uncompressed. */
const longestStored = 65_535;
/** A text with more parts than these is not compressed. */
const mostParts = 64;

interface Part {
  readonly bytes: Buffer;
  readonly isSecret: boolean;
}

/** Divides a text into secrets and what stands between them. Undefined: there are too many parts. */
export function partsAround(text: string, secrets: readonly string[]): Part[] | undefined {
  const known = secrets.filter((secret) => secret.length >= shortestSecret && secret.length <= longestStored / 3);
  const parts: Part[] = [];
  let rest = text;
  while (rest !== '') {
    if (parts.length >= mostParts) return undefined;
    const [start, secret] = firstOf(rest, known);
    if (start > 0) parts.push({ bytes: Buffer.from(rest.slice(0, start)), isSecret: false });
    if (secret !== '') parts.push({ bytes: Buffer.from(secret), isSecret: true });
    rest = rest.slice(start + secret.length);
  }
  return parts;
}

/** Where the first secret begins, and which it is; the end of the text and an empty one where there is none. */
function firstOf(text: string, secrets: readonly string[]): [start: number, secret: string] {
  let first: [number, string] = [text.length, ''];
  for (const secret of secrets) {
    const start = text.indexOf(secret);
    if (start !== -1 && start < first[0]) first = [start, secret];
  }
  return first;
}

/** The fixed header of a gzip file: deflate, without a name or a time, from an unknown system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty stored block, the last one of a deflate stream. */
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff]);

/**
 * Compresses a text with gzip and its secrets not at all: each secret is a stored block, and what stands between them is
 * compressed without any reference beyond it. The length of the whole depends on the lengths of the secrets only, so text
 * beside them that guesses a secret does not become shorter when the guess is right (BREACH).
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

/** Ends at a byte, and not as the last one: other blocks may follow. */
const toBlocks: (bytes: Uint8Array, options: { level: number; finishFlush: number }) => Promise<Buffer> =
  promisify(deflateRaw);

function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.byteLength, 1);
  head.writeUInt16LE(~bytes.byteLength & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}
