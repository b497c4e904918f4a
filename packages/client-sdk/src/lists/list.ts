import type { Call } from '../call.js';
import type { Page } from './page.js';

/** Query parameters of a list. */
export type ListQuery = {
  /** Maximum number of items per page, 1 to 100. A page of large items has fewer. Default: 25, or 100 if you iterate over the list. */
  limit?: number | undefined;
  /** Cursor of the page to start with: the `meta.next_cursor` of the previous page. */
  cursor?: string | undefined;
  /** Order by creation time. `desc` returns the newest first. Default: `desc`. */
  order?: 'asc' | 'desc' | undefined;
};

const maxPageSize = 100;

/**
 * A list. Sends no request until you iterate over it, or call {@link List.page} or {@link List.toArray}.
 *
 * @example
 * for await (const poll of askwell.polls.list({ status: 'open' })) console.log(poll.title);
 */
export class List<Item> implements AsyncIterable<Item> {
  readonly #getPage: (query: ListQuery) => Call<Page<Item>>;
  readonly #query: ListQuery;

  /** @internal */
  constructor(getPage: (query: ListQuery) => Call<Page<Item>>, query: ListQuery) {
    this.#getPage = getPage;
    this.#query = query;
  }

  /**
   * Returns the first page. Its {@link Page.next} returns the page after it.
   *
   * @example
   * const page = await askwell.polls.list({ limit: 10 }).page();
   * const next = await page.next();
   */
  page(): Call<Page<Item>> {
    return this.#getPage(this.#query);
  }

  /** Iterates over all items, and requests each page when it is needed. */
  [Symbol.asyncIterator](): AsyncGenerator<Item> {
    return this.#iterate(maxPageSize);
  }

  /**
   * Returns the items as an array.
   *
   * @param options.limit Maximum number of items. Default: all.
   *
   * @example
   * const newest = await askwell.polls.list().toArray({ limit: 10 });
   */
  async toArray({ limit = Number.POSITIVE_INFINITY }: { limit?: number | undefined } = {}): Promise<Item[]> {
    const items: Item[] = [];
    if (limit < 1) return items;
    for await (const item of this.#iterate(Math.min(limit, maxPageSize))) {
      items.push(item);
      if (items.length >= limit) break;
    }
    return items;
  }

  async *#iterate(pageSize: number): AsyncGenerator<Item> {
    let page: Page<Item> | undefined = await this.#getPage({ ...this.#query, limit: this.#query.limit ?? pageSize });
    while (page) {
      yield* page.data;
      page = await page.next();
    }
  }
}
