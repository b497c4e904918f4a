import type { HttpResponse } from '../backends/http-backend.js';
import type { RequestTimer } from '../timeouts/request-timer.js';
import type { ToError } from '../transport/send-once.js';

/**
 * A file, as an async iterable of bytes that `pipeline` of `node:stream/promises` accepts. Can be read once. Read it to the
 * end or call {@link Download.cancel}. `timeout` applies to each chunk, `deadline` to the whole file.
 *
 * @example
 * await pipeline(await askwell.polls.votes.csv(id), createWriteStream('votes.csv'));
 */
export class Download implements AsyncIterable<Uint8Array> {
  /** The file name in the `Content-Disposition` header. */
  readonly filename: string | undefined;
  /** The `Content-Type` header. */
  readonly contentType: string | undefined;
  readonly #timer: RequestTimer;
  readonly #chunks: AsyncGenerator<Uint8Array>;

  /** @internal */
  constructor(response: HttpResponse, timer: RequestTimer, toError: ToError) {
    timer.pause();
    this.#timer = timer;
    this.filename = /\bfilename="([^"]*)"/.exec(response.headers['content-disposition'] ?? '')?.[1];
    this.contentType = response.headers['content-type'];
    this.#chunks = timed(response.chunks(), timer, toError);
  }

  /** Iterates over the bytes, in chunks as they arrive. */
  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    return this.#chunks;
  }

  /** Returns the whole file as text. */
  async text(): Promise<string> {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of this) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  }

  /** Stops the download and releases the connection. */
  cancel(): void {
    this.#timer.cancel();
  }
}

/** Runs the timer while the server is slow, but not while the reader is. */
async function* timed(
  chunks: AsyncIterable<Uint8Array>,
  timer: RequestTimer,
  toError: ToError,
): AsyncGenerator<Uint8Array> {
  timer.start();
  try {
    for await (const chunk of chunks) {
      timer.pause();
      yield chunk;
      timer.start();
    }
  } catch (error) {
    throw toError(error);
  } finally {
    timer.close();
  }
}
