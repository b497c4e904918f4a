import type { Call } from '../call.js';
import type { Page } from './page.js';

/** Which part of a list, and in which order. */
export type ListQuery = {
  /** How many a page holds, 1 to 100. Default: 25, or 100 where all of the list is walked. */
  limit?: number | undefined;
  /** The `meta.next_cursor` of the page before. */
  cursor?: string | undefined;
  /** `desc` begins with the newest, and is the default. */
  order?: 'asc' | 'desc' | undefined;
};

const largestPage = 100;

/**
 * A list, of which nothing is asked before it is walked or turned.
 *
 * @example
 * for await (const poll of askwell.polls.list({ status: 'open' })) console.log(poll.title);
 */
export class List<Item> implements AsyncIterable<Item> {
  readonly #open: (query: ListQuery) => Call<Page<Item>>;
  readonly #query: ListQuery;

  /** @internal */
  constructor(open: (query: ListQuery) => Call<Page<Item>>, query: ListQuery) {
    this.#open = open;
    this.#query = query;
  }

  /** One page; its `next()` gives the one after it. */
  page(): Call<Page<Item>> {
    return this.#open(this.#query);
  }

  /** Item after item, for as long as there are any; a page is asked for when the one before has been used up. */
  [Symbol.asyncIterator](): AsyncGenerator<Item> {
    return this.#walk(largestPage);
  }

  /** The items in an array: all of them, or no more than `limit`. */
  async toArray({ limit = Number.POSITIVE_INFINITY }: { limit?: number | undefined } = {}): Promise<Item[]> {
    const items: Item[] = [];
    if (limit < 1) return items;
    for await (const item of this.#walk(Math.min(limit, largestPage))) {
      items.push(item);
      if (items.length >= limit) break;
    }
    return items;
  }

  async *#walk(pageSize: number): AsyncGenerator<Item> {
    let page: Page<Item> | undefined = await this.#open({ ...this.#query, limit: this.#query.limit ?? pageSize });
    while (page) {
      yield* page.data;
      page = await page.next();
    }
  }
}
