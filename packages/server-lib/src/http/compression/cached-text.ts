import { Latin1Text } from '../exchange.js';
import type { Encoding } from './accepted-encoding.js';
import { compress, type Effort } from './compress.js';

/** Bodies up to this many bytes are not compressed, since they fit into one packet anyway. */
export const longestUncompressed = 1_024;

/** Up to this many bytes, Node writes a string faster than bytes. Longer bodies are bytes, which waiting connections share. */
const longestText = 16_384;

/** A text that is sent many times. Keeps its bytes, and each compressed form from its first use. */
export class CachedText {
  readonly bytes: Buffer;
  /** The uncompressed body of replies. */
  readonly body: Buffer | Latin1Text;
  readonly #compressed = new Map<Encoding, Promise<Uint8Array | undefined>>();

  /** @param encodings The codings that clients can get it in, if it is long enough. */
  constructor(
    text: string,
    readonly encodings: readonly Encoding[],
    private readonly effort: Effort,
  ) {
    this.bytes = Buffer.from(text);
    this.body = this.bytes.byteLength > longestText ? this.bytes : new Latin1Text(this.bytes.toString('latin1'));
  }

  get isLong(): boolean {
    return this.bytes.byteLength > longestUncompressed;
  }

  /** Returns the compressed bytes, which are made once. Returns undefined if too many other bodies wait for compression. */
  in(encoding: Encoding): Promise<Uint8Array | undefined> {
    const known = this.#compressed.get(encoding);
    if (known) return known;
    const compressed = compress(this.bytes, encoding, this.effort);
    this.#compressed.set(encoding, compressed);
    const forget = () => void this.#compressed.delete(encoding);
    compressed.then((bytes) => bytes ?? forget(), forget);
    return compressed;
  }
}
