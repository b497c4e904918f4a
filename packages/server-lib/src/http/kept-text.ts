import { compress, type Effort } from './compress.js';
import type { Encoding } from './encoding.js';
import { ByteText } from './exchange.js';

/** Bodies up to this many bytes are never compressed: a packet holds them anyway. */
export const longestUncompressed = 1_024;

/** Up to so many bytes Node writes a text faster than bytes. Longer bodies are bytes, which connections that wait share. */
const longestText = 16_384;

/** A text that is sent many times: its bytes, and each compressed form from when it is first asked for. */
export class KeptText {
  readonly bytes: Buffer;
  /** Its uncompressed form, as replies have it. */
  readonly body: Buffer | ByteText;
  readonly #compressed = new Map<Encoding, Promise<Uint8Array | undefined>>();

  /** @param encodings Those it is compressed with, if it is long enough. */
  constructor(
    text: string,
    readonly encodings: readonly Encoding[],
    private readonly effort: Effort,
  ) {
    this.bytes = Buffer.from(text);
    this.body = this.bytes.byteLength > longestText ? this.bytes : new ByteText(this.bytes.toString('latin1'));
  }

  get isLong(): boolean {
    return this.bytes.byteLength > longestUncompressed;
  }

  /** Returns the compressed bytes, which are made once. Undefined where too much else is being compressed. */
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
