import { AskwellError } from '../errors/askwell-error.js';
import { parse } from '../transport/json.js';
import type { Download } from './download.js';

/**
 * All items of a list, as an async iterable that parses them as they arrive. Can be read once. Read it to the end or call
 * {@link JsonLines.cancel}.
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

  /** Iterates over the items. */
  [Symbol.asyncIterator](): AsyncGenerator<Item> {
    return this.#items;
  }

  /** Stops the download and releases the connection. */
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

/** Splits chunks of bytes into lines. The last line needs no line break. */
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
