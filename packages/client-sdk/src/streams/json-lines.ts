import { AskwellError } from '../errors/askwell-error.js';
import { parse } from '../transport/json.js';
import type { Download } from './download.js';

/**
 * All of a list as it arrives, one item after the other. It can be read once, and has to be read or cancelled.
 *
 * @example
 * for await (const vote of await askwell.polls.votes.jsonl(id)) console.log(vote.choices);
 */
export class JsonLines<Item extends object> implements AsyncIterable<Item> {
  readonly #download: Download;
  readonly #items: AsyncGenerator<Item>;

  /** @internal */
  constructor(download: Download) {
    this.#download = download;
    this.#items = itemsOf<Item>(download);
  }

  [Symbol.asyncIterator](): AsyncGenerator<Item> {
    return this.#items;
  }

  /** Lets go of what has not been read. */
  cancel(): void {
    this.#download.cancel();
  }
}

async function* itemsOf<Item extends object>(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Item> {
  for await (const line of linesOf(chunks)) {
    const item = parse<Item>(line);
    if (item === undefined) throw new AskwellError('The response is not JSON Lines.');
    yield item;
  }
}

/** Lines of text, wherever the pieces were cut. What follows the last line's end counts if there is anything. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
