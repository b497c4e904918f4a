import { OverloadError } from '../errors.js';
import { bodyTooLargeError } from '../http/body.js';

/** How many bytes of bodies that are still arriving are kept, of all requests together. */
export const maxPendingBytes = 64 * 1024 * 1024;

let arriving = 0;

/** The bytes of a body as they arrive. */
export class PendingBody {
  #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(private readonly limit: number) {}

  /**
   * Keeps a chunk.
   *
   * @throws AskwellError where the body, or all bodies together, are too large. Nothing is kept then.
   */
  add(chunk: Uint8Array): void {
    const { byteLength } = chunk;
    const isTooLarge = this.#size + byteLength > this.limit;
    if (isTooLarge || arriving + byteLength > maxPendingBytes) {
      this.discard();
      throw isTooLarge ? bodyTooLargeError(this.limit) : new OverloadError();
    }
    this.#chunks.push(chunk);
    this.#size += byteLength;
    arriving += byteLength;
  }

  /** The whole body, once all of it is here. */
  finish(): Uint8Array {
    const [first, ...others] = this.#chunks;
    const body = first && others.length === 0 ? first : Buffer.concat(this.#chunks);
    this.discard();
    return body;
  }

  discard(): void {
    arriving -= this.#size;
    this.#size = 0;
    this.#chunks = [];
  }
}
