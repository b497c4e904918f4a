import type { HttpResponse } from '../backends/http-backend.js';
import type { RequestTimer } from '../timeouts/request-timer.js';
import type { ToError } from '../transport/send-once.js';

/**
 * A file as it arrives: an iterable of bytes, which Node's `pipeline` takes as it stands. It can be read once, and has to
 * be read or cancelled. `timeout` holds for each piece of it, and `deadline` for all.
 *
 * @example
 * await pipeline(await askwell.polls.votes.csv(id), createWriteStream('votes.csv'));
 */
export class Download implements AsyncIterable<Uint8Array> {
  /** What the server calls the file. */
  readonly filename: string | undefined;
  readonly contentType: string | undefined;
  readonly #watch: RequestTimer;
  readonly #chunks: AsyncGenerator<Uint8Array>;

  /** @internal */
  constructor(response: HttpResponse, timer: RequestTimer, toError: ToError) {
    timer.pause();
    this.#watch = timer;
    this.filename = /\bfilename="([^"]*)"/.exec(response.headers['content-disposition'] ?? '')?.[1];
    this.contentType = response.headers['content-type'];
    this.#chunks = watched(response.chunks(), timer, toError);
  }

  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    return this.#chunks;
  }

  /** All of it, as text. */
  async text(): Promise<string> {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of this) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  }

  /** Lets go of what has not been read. */
  cancel(): void {
    this.#watch.abandon();
  }
}

/** Counts the time of waiting for the server, and not the time that the reader takes. */
async function* watched(
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
