import type { ListBody } from '@askwell/server/contract';
import type { Call } from '../call.js';

/** One page of a list. */
export class Page<Item> {
  /** The items of this page. */
  readonly data: Item[];
  /** The cursor of the next page, for {@link ListQuery.cursor}. */
  readonly meta: ListBody<Item>['meta'];
  readonly #cursor: string | undefined;
  readonly #getPage: (cursor: string) => Call<Page<Item>>;

  /** @internal */
  constructor(
    { data, meta }: ListBody<Item>,
    cursor: string | undefined,
    getPage: (cursor: string) => Call<Page<Item>>,
  ) {
    this.data = data;
    this.meta = meta;
    this.#cursor = cursor;
    this.#getPage = getPage;
  }

  /** Returns the next page, or undefined if this is the last one. */
  async next(): Promise<Page<Item> | undefined> {
    const next = this.meta.next_cursor;
    // The changes always have a cursor. At the end it stays the same.
    return next === null || next === this.#cursor ? undefined : this.#getPage(next);
  }
}
