import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { maxCompressing, maxWaitingBodies } from '../limits.js';
import type { Encoding } from './accepted-encoding.js';
import { gzipAround, partsAround } from './gzip-around-secrets.js';

/** The compression level: `most` for a body that is sent many times, `little` for a single response. */
export type Effort = 'most' | 'little';

const waiting: (() => void)[] = [];
let running = 0;

/** Compresses a body in the thread pool. Returns undefined if too many other bodies wait. */
export function compress(body: Uint8Array, encoding: Encoding, effort: Effort): Promise<Uint8Array | undefined> {
  return inTurn(() => compressors[encoding](body, effort));
}

/**
 * Compresses a text with gzip, but not the secrets in it: see {@link gzipAround}. Returns undefined if too many other bodies
 * wait, or if the secrets occur too often.
 */
export async function compressAround(text: Buffer, secrets: readonly string[]): Promise<Uint8Array | undefined> {
  const parts = partsAround(text, secrets);
  return parts && inTurn(() => gzipAround(parts, gzipLevels.little));
}

async function inTurn(work: () => Promise<Uint8Array>): Promise<Uint8Array | undefined> {
  if (running >= maxCompressing) {
    if (waiting.length >= maxWaitingBodies) return undefined;
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    // The slot passes directly to the body that has waited longest.
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
