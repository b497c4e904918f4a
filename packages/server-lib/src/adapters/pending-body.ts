import { OverloadError } from '../base/errors.js';
import { bodyTooLargeError } from '../http/body.js';

/** The maximum size of the bodies of all requests of an instance together, from their arrival until they are answered, in bytes. */
export const maxPendingBytes = 64 * 1024 * 1024;

/** Counts the bytes of the bodies of the requests that are not answered. */
export interface BodyBudget {
  /** Counts more bytes. Returns false, and counts nothing, if all bodies together would be too large. */
  take(bytes: number): boolean;
  /** Stops counting bytes. */
  release(bytes: number): void;
}

/** Creates the budget that the handlers of an instance share. */
export function createBodyBudget(): BodyBudget {
  let pendingBytes = 0;
  return {
    take(bytes) {
      if (pendingBytes + bytes > maxPendingBytes) return false;
      pendingBytes += bytes;
      return true;
    },
    release(bytes) {
      pendingBytes -= bytes;
    },
  };
}

/** Collects the chunks of a body as they arrive. The body counts until it is discarded. */
export class PendingBody {
  #chunks: Uint8Array[] | undefined;
  #size = 0;
  #isDiscarded = false;

  constructor(
    private readonly limit: number,
    private readonly budget: BodyBudget,
  ) {}

  /**
   * Adds a chunk.
   *
   * @throws AskwellError if this body or all bodies together are too large. The chunks of this body are then discarded.
   */
  add(chunk: Uint8Array): void {
    if (this.#isDiscarded) return;
    const { byteLength } = chunk;
    const isTooLarge = this.#size + byteLength > this.limit;
    if (isTooLarge || !this.budget.take(byteLength)) {
      this.#release();
      throw isTooLarge ? bodyTooLargeError(this.limit) : new OverloadError();
    }
    this.#chunks ??= [];
    this.#chunks.push(chunk);
    this.#size += byteLength;
  }

  /** Returns the body. Call it once, when all chunks have arrived. */
  finish(): Uint8Array {
    const chunks = this.#chunks ?? [];
    this.#chunks = undefined;
    const [first] = chunks;
    return first && chunks.length === 1 ? first : Buffer.concat(chunks);
  }

  /** Stops counting the body, and ignores the rest of an incomplete one. */
  discard(): void {
    this.#isDiscarded = true;
    this.#release();
  }

  #release(): void {
    this.budget.release(this.#size);
    this.#size = 0;
    this.#chunks = undefined;
  }
}
