import { ChangeStream, type FollowOptions } from '../events/change-stream.js';
import type { ChangeEvent } from '../events/event-types.js';
import type { List, ListQuery } from '../lists/list.js';
import type { CallOptions } from '../options.js';
import type { Query } from '../transport/query.js';
import type { Transport } from '../transport/transport.js';

/** Query parameters of {@link ChangeFeed.follow}. */
export interface FollowQuery {
  /** The cursor to continue from. Default: starts with the polls, quizzes, forms and answers that exist, as created. */
  cursor?: string | undefined;
  /** Only events of these types. Default: all types. */
  types?: readonly ChangeEvent['type'][] | undefined;
  /** Only events of this poll, quiz or form. */
  ask?: string | undefined;
}

/** Query parameters of {@link ChangeFeed.list}. */
export interface ChangeQuery extends FollowQuery {
  /** Number of events per page, 1 to 100. Default: 100. */
  limit?: number | undefined;
}

/** Reads what happens to polls, quizzes, forms and answers, in order. */
export class ChangeFeed {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists the changes, the oldest first, up to now. Store `meta.next_cursor` of the last page, to continue from it later.
   *
   * @throws {@link GoneError} if the cursor is older than the server keeps changes.
   *
   * @example
   * for (let page = await askwell.changes.list({ cursor }).page(); page; page = await page.next()) {
   *   await apply(page.data);
   *   cursor = page.meta.next_cursor;
   * }
   */
  list(query: ChangeQuery = {}, options?: CallOptions): List<ChangeEvent> {
    return this.#transport.list(['changes'], toParameters(query), options);
  }

  /**
   * Follows the changes as they happen, over one connection that is opened again when it breaks.
   *
   * @throws {@link GoneError} if the cursor is older than the server keeps changes.
   *
   * @example
   * for await (const { type, ask_id } of askwell.changes.follow({ cursor })) console.log(type, ask_id);
   */
  follow({ cursor: first, ...query }: FollowQuery = {}, options: FollowOptions = {}): ChangeStream {
    const parameters = toParameters(query);
    const open = (cursor: string | undefined) =>
      this.#transport.events(['changes'], { ...parameters, cursor }, options);
    return new ChangeStream(open, first, options.signal, this.#transport.timing);
  }
}

function toParameters({ types, ...query }: ChangeQuery): Query & ListQuery {
  return { ...query, types: types?.join(',') };
}
