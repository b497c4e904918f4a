import type { ListBody } from '@askwell/server/contract';
import type { Call } from '../call.js';

/** One page of a list. */
export class Page<Item> {
  /** The items of this page. */
  readonly data: Item[];
  /** The cursor of the next page, for {@link ListQuery.cursor}. */
  readonly meta: ListBody<Item>['meta'];
  readonly #getPage: (cursor: string) => Call<Page<Item>>;

  /** @internal */
  constructor({ data, meta }: ListBody<Item>, getPage: (cursor: string) => Call<Page<Item>>) {
    this.data = data;
    this.meta = meta;
    this.#getPage = getPage;
  }

  /** Returns the next page, or undefined if this is the last one. */
  async next(): Promise<Page<Item> | undefined> {
    return this.meta.next_cursor === null ? undefined : this.#getPage(this.meta.next_cursor);
  }
}
