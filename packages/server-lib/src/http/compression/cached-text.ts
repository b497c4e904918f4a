import { longestUncompressed } from '../limits.js';
import type { Encoding } from './accepted-encoding.js';
import { compress, type Effort } from './compress.js';

/** A text that is sent many times. Caches its bytes and its compressed forms. */
export class CachedText {
  readonly bytes: Buffer;
  readonly #compressed = new Map<Encoding, Promise<Uint8Array | undefined>>();

  /** @param encodings The codings that it is compressed with, if it is long enough. */
  constructor(
    text: string,
    readonly encodings: readonly Encoding[],
    private readonly effort: Effort,
  ) {
    this.bytes = Buffer.from(text);
  }

  get isLong(): boolean {
    return this.bytes.byteLength > longestUncompressed;
  }

  /** Returns the compressed bytes, compressing them once. Undefined if too many other bodies wait for compression. */
  in(encoding: Encoding): Promise<Uint8Array | undefined> {
    const cached = this.#compressed.get(encoding);
    if (cached) return cached;
    const compressed = compress(this.bytes, encoding, this.effort);
    this.#compressed.set(encoding, compressed);
    const forget = () => void this.#compressed.delete(encoding);
    compressed.then((bytes) => bytes ?? forget(), forget);
    return compressed;
  }
}
