import type { ListBody } from '@askwell/server/contract';
import type { Call } from '../call.js';

/** One page of a list. */
export class Page<Item> {
  readonly data: Item[];
  readonly meta: ListBody<Item>['meta'];
  readonly #turn: (cursor: string) => Call<Page<Item>>;

  /** @internal */
  constructor({ data, meta }: ListBody<Item>, turn: (cursor: string) => Call<Page<Item>>) {
    this.data = data;
    this.meta = meta;
    this.#turn = turn;
  }

  /** The page after this one; undefined after the last. */
  async next(): Promise<Page<Item> | undefined> {
    return this.meta.next_cursor === null ? undefined : this.#turn(this.meta.next_cursor);
  }
}
