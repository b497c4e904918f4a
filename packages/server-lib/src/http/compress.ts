import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './encoding.js';

/** How much time compressing may take: `most` for what is compressed once and sent often, `little` for a single reply. */
export type Effort = 'most' | 'little';

/** zlib works in Node's thread pool, which hashes passwords too: half of its four threads stay free. */
const mostAtOnce = 2;
/** More bodies than these do not wait: they are sent as they are. */
const mostWaiting = 64;

const waiting: (() => void)[] = [];
let running = 0;

/** Compresses a body off the host's thread. Undefined where too many others wait for that already. */
export async function compress(body: Uint8Array, encoding: Encoding, effort: Effort): Promise<Uint8Array | undefined> {
  if (running >= mostAtOnce) {
    if (waiting.length >= mostWaiting) return undefined;
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await compressors[encoding](body, effort);
  } finally {
    // Its place goes to whoever waits longest.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

const toGzip: (bytes: Uint8Array, options: { level: number }) => Promise<Buffer> = promisify(gzip);
const toBrotli = promisify(brotliCompress);

const gzipLevels: Readonly<Record<Effort, number>> = { most: 9, little: 3 };
const brotliQualities: Readonly<Record<Effort, number>> = { most: 11, little: 4 };

const compressors: Readonly<Record<Encoding, (bytes: Uint8Array, effort: Effort) => Promise<Uint8Array>>> = {
  gzip: (bytes, effort) => toGzip(bytes, { level: gzipLevels[effort] }),
  br: (bytes, effort) =>
    toBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: brotliQualities[effort],
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
      },
    }),
};
