import type { Explain } from '../transport/attempt.js';
import type { Incoming } from '../transport/carrier.js';
import type { Watch } from '../transport/watch.js';

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
  readonly #watch: Watch;
  readonly #chunks: AsyncGenerator<Uint8Array>;

  /** @internal */
  constructor(incoming: Incoming, watch: Watch, explain: Explain) {
    watch.pause();
    this.#watch = watch;
    this.filename = /\bfilename="([^"]*)"/.exec(incoming.headers['content-disposition'] ?? '')?.[1];
    this.contentType = incoming.headers['content-type'];
    this.#chunks = watched(incoming.chunks(), watch, explain);
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
async function* watched(chunks: AsyncIterable<Uint8Array>, watch: Watch, explain: Explain): AsyncGenerator<Uint8Array> {
  watch.start();
  try {
    for await (const chunk of chunks) {
      watch.pause();
      yield chunk;
      watch.start();
    }
  } catch (error) {
    throw explain(error);
  } finally {
    watch.close();
  }
}
